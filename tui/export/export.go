// Package export writes what is on the screen into files, in the background.
//
// It never draws and never changes a run.
package export

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/files"
	"admmlab/sim/runner"
	"admmlab/tui/dialog"
	"admmlab/tui/grid"
	"admmlab/tui/job"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// Exports are where exports go, and the one under way.
type Exports struct {
	Folder string   // "" is the current one
	Job    *job.Job // under way
	// Write makes a file, whole or not at all, beside any of that name, and returns its
	// name: files.WriteNew but for tests.
	Write func(path string, write func(io.Writer) error) (string, error)
	// Model makes a run again up to an iteration, for its weights, on data of that origin:
	// runner.Host.Model but for tests.
	Model   func(ctx context.Context, c config.Config, at int, origin string, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) (*sim.Model, error)
	scene   *scene.Scene
	jobs    *job.List
	hooks   Hooks
	leaving bool       // quit once it is written
	ended   scene.Wish // for who leaves when the last one is written: to quit, or why it failed
}

// Hooks are how an export reaches the screen.
type Hooks struct {
	Wish  func(scene.Wish) tea.Cmd     // grants a wish
	Chart func(which int) *panel.Chart // that is on the screen, brought up to date
	Frame func() string                // the screen as it is seen now, as SVG
}

// New writes what the scene shows, with models that are computed on the host, which spares
// what is written.
func New(s *scene.Scene, jobs *job.List, host *runner.Host, h Hooks) *Exports {
	write := func(path string, fill func(io.Writer) error) (string, error) {
		taken, err := files.WriteNew(path, fill)
		host.Spare(taken)
		return taken, err
	}
	return &Exports{scene: s, jobs: jobs, hooks: h, Write: write, Model: host.Model}
}

// writtenTime is how long the names of the files stay in sight.
const writtenTime = 20 * time.Second

// Kinds are what is offered; beside is what there is when runs are side by side.
var Kinds = []struct{ ID, title, detail, long, beside string }{
	{"report", "report", "Markdown", "settings, newest values and changes on one page, with the charts in files beside it",
		"all runs on one page: settings that differ, newest values, what happened, with the charts in files beside it"},
	{"csv", "rows as CSV", "as admmlab run", "every iteration so far (of a very long run those the charts keep), with the columns of admmlab run", "every iteration so far, a file for each run"},
	{"jsonl", "rows as JSON lines", "as admmlab run", "every iteration so far (of a very long run those the charts keep), one JSON object a line", "every iteration so far, a file for each run"},
	{"model-csv", "model as CSV", "the weights", "the weights at the cursor, or now, with the promise they are under, or that there is none; the run is made again up to there", "the weights of each at the cursor, or now, with the promise they are under, or that there is none"},
	{"model-json", "model as JSON", "the weights", "the same as one JSON object", "the same, a JSON object for each run"},
	{"session", "session", "TOML text", "the start and every change: admmlab run FILE gives this run again, bit for bit",
		"a file for each run: admmlab run FILE gives it again, bit for bit; admmlab compare takes them all"},
	{"svg", "charts as SVG", "4 files", "train loss, test error, privacy, and error against ε; black on white, with changes and the run before", "train loss, test error, ε, and error against ε, all runs in each"},
	{"png", "charts as PNG", "4 files", "the same four as pictures", "the same four as pictures"},
	{"screen", "screen as SVG", "a picture", "what is on the screen now, in its colours, for a page or a slide", "what is on the screen now, in its colours, for a page or a slide"},
}

// Ask asks what to write.
func (e *Exports) Ask() scene.Wish {
	switch {
	case e.Job.UnderWay():
		return scene.Say{Text: "an export is still being written"}
	case !e.scene.Heard || !slices.ContainsFunc(e.scene.Histories(), func(h *scene.History) bool { return h.Last() > 0 }):
		return scene.Say{Text: "nothing to export yet: there is no iteration"}
	}
	var items []dialog.Item
	what := "Export"
	if e.scene.Comparing() {
		what = fmt.Sprintf("Export %d runs", len(e.scene.Histories()))
	}
	for _, k := range Kinds {
		item := dialog.Item{Title: k.title, Detail: k.detail, Long: k.long, Value: k.ID}
		if e.scene.Comparing() {
			item.Long = k.beside
		}
		items = append(items, item)
	}
	where := e.Folder
	if where == "" {
		where = "the current folder"
	}
	items = append(items, dialog.Item{Title: "into another folder…", Detail: where, Long: "files go into " + where, Value: "folder"})
	return scene.Pick{Title: what + ", into " + where, Items: items, Then: func(v any) scene.Wish {
		if v == "folder" {
			return e.askFolder()
		}
		e.Start(v.(string))
		return nil
	}}
}

func (e *Exports) askFolder() scene.Wish {
	return scene.Entry{
		Title: "Folder for exports", Label: "a path; empty is the current folder", Value: e.Folder, Else: e.Ask,
		Then: func(text string) scene.Wish {
			e.Folder = text
			return e.Ask()
		},
	}
}

// Start writes what was chosen in the background: the run and the keys go on meanwhile.
func (e *Exports) Start(kind string) {
	files := e.exporter()
	if kind == "screen" {
		files.frame = e.hooks.Frame()
	}
	e.scene.Say("writing %s …", kind)
	e.Job = job.Start(e.jobs, job.Task[job.None, job.None]{
		Name: "the export",
		Work: func(ctx context.Context, _ func(job.None)) (none job.None, err error) {
			return none, files.do(ctx, kind)
		},
		Done: func(_ job.None, err error) tea.Cmd { return e.hooks.Wish(e.Written(files.folder, files.files, err)) },
	})
}

// Written says where the files are, and what went wrong: then, too, it names those that are
// there.
func (e *Exports) Written(folder string, files []string, err error) scene.Wish {
	leaving := e.leaving
	e.leaving, e.ended = false, scene.Quit{}
	switch {
	case err != nil && len(files) == 0:
		e.ended = scene.Say{Text: err.Error(), Warn: true}
	case err != nil:
		e.ended = scene.Say{Text: err.Error() + "; " + e.written(folder, files), Warn: true, For: writtenTime}
	case !leaving:
		return scene.Say{Text: e.written(folder, files), For: writtenTime}
	}
	return e.ended
}

// written names the files in two lines at most, or the last of them and how many there are.
func (e *Exports) written(folder string, files []string) string {
	words := "written to " + folder + ": "
	names := strings.Join(files, ", ")
	if last := len(files) - 1; last > 0 && len(grid.Wrap(words+names, e.scene.Width-2)) > 2 {
		names = fmt.Sprintf("%s and %d more", files[last], last) // a report comes last
	}
	return words + names
}

// Leaving is the newest export.
func (e *Exports) Leaving() scene.Leaving {
	wait := func() scene.Wish {
		if !e.Job.UnderWay() {
			return e.ended
		}
		e.leaving = true
		return nil
	}
	return scene.Leaving{Name: "the export", Job: e.Job, Wait: wait, Stay: func() { e.leaving = false }}
}
