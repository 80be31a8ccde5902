package tui

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/dialog"
	"admmlab/tui/grid"
	"admmlab/tui/job"
)

// exports are where exports go, and the one under way.
type exports struct {
	folder  string   // "" is the current one
	job     *job.Job // under way
	asking  bool     // whether to quit while one is
	leaving bool     // quit once it is written
	// write makes a file, whole or not at all, beside any of that name, and
	// returns its name: report.WriteNew but for tests.
	write func(path string, write func(io.Writer) error) (string, error)
}

// writtenTime is how long the names of the files stay in sight.
const writtenTime = 20 * time.Second

// exportKinds are what e offers; beside is what there is when runs are side by side.
var exportKinds = []struct{ id, title, detail, long, beside string }{
	{"report", "report", "Markdown", "settings, newest values and changes on one page, with the charts in files beside it",
		"all runs on one page: settings that differ, newest values, what happened, with the charts in files beside it"},
	{"csv", "rows as CSV", "as admmlab run", "every iteration so far (of a very long run those the charts keep), with the columns of admmlab run", "every iteration so far, a file for each run"},
	{"jsonl", "rows as JSON lines", "as admmlab run", "every iteration so far (of a very long run those the charts keep), one JSON object a line", "every iteration so far, a file for each run"},
	{"session", "session", "TOML text", "the start and every change: admmlab run FILE gives this run again, bit for bit",
		"a file for each run: admmlab run FILE gives it again, bit for bit; admmlab compare takes them all"},
	{"svg", "charts as SVG", "3 files", "train loss, test error and privacy, black on white, with changes and the run before", "train loss, test error and privacy proved, all runs in each"},
	{"png", "charts as PNG", "3 files", "the same three as pictures", "the same three as pictures"},
}

// export asks what to write.
func (m *Model) export() tea.Cmd {
	switch {
	case m.exports.job.UnderWay():
		m.scene.Say("an export is still being written")
		return nil
	case !m.scene.Heard || m.scene.Run.Last() == 0:
		m.scene.Say("nothing to export yet: there is no iteration")
		return nil
	}
	var items []dialog.Item
	what := "Export"
	if m.scene.Comparing() {
		what = fmt.Sprintf("Export %d runs", len(m.scene.Histories()))
	}
	for _, k := range exportKinds {
		item := dialog.Item{Title: k.title, Detail: k.detail, Long: k.long, Value: k.id}
		if m.scene.Comparing() {
			item.Long = k.beside
		}
		items = append(items, item)
	}
	where := m.exports.folder
	if where == "" {
		where = "the current folder"
	}
	items = append(items, dialog.Item{Title: "into another folder…", Detail: where, Long: "files go into " + where, Value: "folder"})
	return m.pick(what+", into "+where, items, 0, func(v any) tea.Cmd {
		if v == "folder" {
			return m.askFolder()
		}
		m.startExport(v.(string))
		return nil
	})
}

func (m *Model) askFolder() tea.Cmd {
	e := dialog.NewEntry("Folder for exports", "a path; empty is the current folder", m.exports.folder, nil, m.scene.DialogLook())
	return m.open(e, func() tea.Cmd {
		if text, ok := e.Value(); ok {
			m.exports.folder = strings.TrimSpace(text)
		}
		return m.export()
	})
}

// startExport writes what was chosen in the background: the run and the keys go on
// meanwhile.
func (m *Model) startExport(kind string) {
	m.scene.Say("writing %s …", kind)
	e := m.exporter()
	m.exports.job = job.Start(m.jobs, job.Task[job.None, job.None]{
		Name: "the export",
		Work: func(ctx context.Context, _ func(job.None)) (none job.None, err error) { return none, e.do(ctx, kind) },
		Done: func(_ job.None, err error) tea.Cmd { return m.exported(e.folder, e.files, err) },
	})
}

// exported says where the files are.
func (m *Model) exported(folder string, files []string, err error) tea.Cmd {
	if err != nil {
		m.exports.leaving = false
		m.scene.Warn("%v", err)
		return nil
	}
	if m.exports.leaving {
		return tea.Quit
	}
	names := strings.Join(files, ", ")
	if last := len(files) - 1; last > 0 && len(grid.Wrap("written to "+folder+": "+names, m.scene.Width-2)) > 2 {
		names = fmt.Sprintf("%s and %d more", files[last], last) // a report comes last
	}
	m.scene.Say("written to %s: %s", folder, names)
	m.scene.Message.Until = m.scene.Now.Add(writtenTime)
	return nil
}

// quit leaves, but asks while an export is being written or something is under way in a
// lens.
func (m *Model) quit() tea.Cmd {
	if cmd, asks := m.leaveLens(); asks {
		return cmd
	}
	if !m.exports.job.UnderWay() || m.exports.asking {
		return tea.Quit
	}
	m.exports.asking = true
	p := dialog.NewPick("An export is being written", []dialog.Item{
		{Title: "quit when it is written", Value: false}, {Title: "quit now, without it", Value: true},
	}, 0, m.scene.DialogLook())
	return m.open(p, func() tea.Cmd {
		m.exports.asking = false
		switch item, ok := p.Chosen(); {
		case ok && (item.Value == true || !m.exports.job.UnderWay()):
			return tea.Quit
		case ok:
			m.exports.leaving = true
		}
		return nil
	})
}
