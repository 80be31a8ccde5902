package tui

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/figure"
	"admmlab/sim"
	"admmlab/tui/chart"
	"admmlab/tui/dialog"
)

// exportJob is where exports go and whether one is under way.
type exportJob struct {
	folder  string // "" is the current one
	running bool
	asking  bool // whether to quit while one is
	leaving bool // quit once it is written
	// write makes a file, whole or not at all, beside any of that name, and
	// returns its name: sim.WriteNew but for tests.
	write func(path string, write func(io.Writer) error) (string, error)
}

// writtenTime is how long the names of the files stay in sight.
const writtenTime = 20 * time.Second

// exportMsg is how an export ended.
type exportMsg struct {
	folder string
	files  []string
	err    error
}

// exportKinds are what e offers.
var exportKinds = []struct{ id, title, detail, long string }{
	{"report", "report", "Markdown", "settings, newest values and changes on one page, with the charts in files beside it"},
	{"csv", "rows as CSV", "as admmlab run", "every iteration so far, with the columns of admmlab run"},
	{"jsonl", "rows as JSON lines", "as admmlab run", "every iteration so far, one JSON object a line"},
	{"session", "session", "TOML text", "the start and every change: admmlab run FILE gives this run again, bit for bit"},
	{"svg", "charts as SVG", "3 files", "train loss, test error and privacy, black on white, with changes and the run before"},
	{"png", "charts as PNG", "3 files", "the same three as pictures"},
}

// export asks what to write.
func (m *Model) export() tea.Cmd {
	switch {
	case m.exports.running:
		m.say("an export is still being written")
		return nil
	case !m.heard || m.run.last() == 0:
		m.say("nothing to export yet: there is no iteration")
		return nil
	}
	var items []dialog.Item
	for _, k := range exportKinds {
		items = append(items, dialog.Item{Title: k.title, Detail: k.detail, Long: k.long, Value: k.id})
	}
	where := m.exports.folder
	if where == "" {
		where = "the current folder"
	}
	items = append(items, dialog.Item{Title: "into another folder…", Detail: where, Long: "files go into " + where, Value: "folder"})
	return m.pick("Export, into "+where, items, 0, func(v any) tea.Cmd {
		if v == "folder" {
			return m.askFolder()
		}
		return m.startExport(v.(string))
	})
}

func (m *Model) askFolder() tea.Cmd {
	e := dialog.NewEntry("Folder for exports", "a path; empty is the current folder", m.exports.folder, nil, m.look())
	return m.open(e, func() tea.Cmd {
		if text, ok := e.Value(); ok {
			m.exports.folder = strings.TrimSpace(text)
		}
		return m.export()
	})
}

// startExport writes what was chosen in a command of its own: the run and the keys
// go on meanwhile.
func (m *Model) startExport(kind string) tea.Cmd {
	m.exports.running = true
	m.say("writing %s …", kind)
	j := m.exporter()
	return func() (msg tea.Msg) {
		var out exportMsg
		defer func() {
			if broken := recover(); broken != nil {
				out.err = fmt.Errorf("the export failed inside the program: %v", broken)
			}
			msg = out
		}()
		out.err = j.do(kind)
		out.folder, out.files = j.folder, j.files
		return out
	}
}

// exported says where the files are.
func (m *Model) exported(msg exportMsg) tea.Cmd {
	m.exports.running = false
	m.dirty = true
	if msg.err != nil {
		m.exports.leaving = false
		m.warn("%v", msg.err)
		return nil
	}
	if m.exports.leaving {
		return tea.Quit
	}
	m.say("written to %s: %s", msg.folder, strings.Join(msg.files, ", "))
	m.message.until = m.now.Add(writtenTime)
	return nil
}

// quit leaves, but asks while an export is being written or a sweep is under way.
func (m *Model) quit() tea.Cmd {
	if m.sweeps.job != nil && !m.sweeps.asking {
		return m.askQuit()
	}
	if !m.exports.running || m.exports.asking {
		return tea.Quit
	}
	m.exports.asking = true
	p := dialog.NewPick("An export is being written", []dialog.Item{
		{Title: "quit when it is written", Value: false}, {Title: "quit now, without it", Value: true},
	}, 0, m.look())
	return m.open(p, func() tea.Cmd {
		m.exports.asking = false
		switch item, ok := p.Chosen(); {
		case ok && (item.Value == true || !m.exports.running):
			return tea.Quit
		case ok:
			m.exports.leaving = true
		}
		return nil
	})
}

// exporter is a run as it stands, to be written while the run goes on: what is
// filed in a history never changes, so that its slices may be shared.
type exporter struct {
	job    exportJob
	folder string // shown
	name   string // of the files
	run    history
	replay sim.Config
	now    sim.Config
	charts [3]figure.Chart
	files  []string
}

func (m *Model) exporter() *exporter {
	c := m.state.Config
	j := &exporter{job: m.exports, run: *m.run, replay: m.state.Replay, now: c}
	j.name = fmt.Sprintf("admmlab-%s-seed%d-t%d", c.Method, j.replay.Seed, m.run.last())
	for which := range j.charts {
		j.charts[which] = m.figure(which)
	}
	return j
}

// figure is a chart of the screen for paper.
func (m *Model) figure(which int) figure.Chart {
	c := m.inForce()
	f := figure.Chart{
		Title: [...]string{"Train loss", "Test error", "Privacy so far"}[which] + ", " + m.methodWords() + ", seed " + fmt.Sprint(m.base.Seed),
		Unit:  [...]string{"mean logistic loss", "%", "ε, " + neighbours(c)}[which],
		Log:   m.logScale[which],
	}
	if !f.Log {
		r := m.chartOptions(which, rect{}).Range
		f.Low, f.High = r.Low, r.High
	}
	styles := map[chart.Role]figure.Style{chart.Main: figure.Main, chart.Second: figure.Second, chart.Reference: figure.Third, chart.Ghost: figure.Ghost}
	for _, s := range m.series(which) {
		if s.Label == "" {
			s.Label = "this run"
		}
		f.Series = append(f.Series, figure.Series{Label: s.Label, Values: s.Values, Style: styles[s.Role]})
	}
	for _, k := range m.run.marks {
		f.Marks = append(f.Marks, figure.Mark{Iteration: k.Iteration, Label: k.Label})
	}
	for _, l := range m.levels(which) {
		f.Level, f.LevelLabel = l.Value, l.Label
	}
	return f
}

// do writes one kind of export.
func (j *exporter) do(kind string) error {
	switch kind {
	case "csv", "jsonl":
		return j.file("."+kind, func(w io.Writer) error { return j.rows(w, kind) })
	case "session":
		return j.file(".toml", func(w io.Writer) error {
			_, err := io.WriteString(w, j.replay.Text())
			return err
		})
	case "svg", "png":
		_, err := j.pictures(kind)
		return err
	}
	pictures, err := j.pictures("svg")
	if err != nil {
		return err
	}
	report := sim.Report{Replay: j.replay, Now: j.now, Last: j.run.row(j.run.last()), Notices: j.run.news, Pictures: pictures}
	return j.file(".md", report.Write)
}

// file writes one file named after the run.
func (j *exporter) file(ending string, write func(io.Writer) error) error {
	j.folder = j.job.folder
	if rest, ok := strings.CutPrefix(j.folder, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			j.folder = filepath.Join(home, rest)
		}
	}
	if full, err := filepath.Abs(j.folder); err == nil {
		j.folder = full
	}
	path := filepath.Join(j.folder, j.name+ending)
	taken, err := j.job.write(path, func(w io.Writer) error {
		if err := write(w); err != nil {
			return fmt.Errorf("writing %s: %w", path, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	j.files = append(j.files, filepath.Base(taken))
	return nil
}

// rows writes every iteration so far.
func (j *exporter) rows(w io.Writer, format string) error {
	out, err := sim.NewWriter(w, format, j.now.Method)
	if err != nil {
		return err
	}
	for t := 1; t <= j.run.last(); t++ {
		if err := out.Write(j.run.row(t)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// pictures writes the three charts.
func (j *exporter) pictures(format string) ([]sim.Picture, error) {
	var list []sim.Picture
	for which, name := range []string{"loss", "error", "privacy"} {
		err := j.file("-"+name+"."+format, func(w io.Writer) error { return j.charts[which].Write(w, format) })
		if err != nil {
			return nil, err
		}
		list = append(list, sim.Picture{Title: j.charts[which].Title, File: j.files[len(j.files)-1]})
	}
	return list, nil
}
