package kept

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/archive"
	"admmlab/tui/dialog"
	"admmlab/tui/job"
)

// runTable is the table of runs as it was left.
type runTable struct {
	asked  bool          // it has been asked for: what is listed may be seen in it
	wanted bool          // it is on the screen, or to come there
	open   *dialog.Table // on the screen, nil for none
	rows   []dialog.Row  // what was listed last, as it is once all is done
	order  dialog.Order
	chosen string       // ID of the chosen run
	undo   []*deletion  // what may be brought back, the last one last
	todo   []runsAction // what is to be done next
	job    *job.Job     // does what was to be done before
}

// deletion is a run that is deleted, or to be: keys do not wait for the disk.
type deletion struct {
	row  dialog.Row
	undo func() error // for what changes the archive alone: nil before it is done, and where it fails
	done bool
}

// runsAction changes the archive. With an error, again is what is to be tried again, empty for
// nothing.
type runsAction struct {
	names string // ID of the run that it gives a name, "" for none
	do    func(*archive.Archive) (again attempt, err error)
}

var listOnly = runsAction{do: func(*archive.Archive) (none attempt, err error) { return none, nil }}

// replaces reports whether an attempt gives an older name to the same run.
func (r runsAction) replaces(a attempt) bool {
	return r.names != "" && a.again != nil && a.record.ID == r.names
}

// listing is what the archive holds, after what was done to it.
type listing struct {
	rows    []dialog.Row
	all     bool      // none was left out
	notes   []string  // on damaged files
	back    []attempt // could not be written
	refused error     // the first of what was to be done
}

// Tidy looks through the archive once, for damaged files and old ones.
func (k *Keeper) Tidy() {
	if k.runs != nil {
		k.withRuns(listOnly)
	}
}

// Table shows the table.
func (k *Keeper) Table() {
	switch {
	case k.runs == nil && k.unkept != nil:
		k.scene.Warn("no runs are kept: %v", k.unkept)
		return
	case k.runs == nil:
		k.scene.Say("no runs are kept but those of sweeps and tuning: it was opened with --no-archive, or as a demo")
		return
	}
	k.Leaving() // the one on the screen is among them
	if k.table.chosen == "" {
		k.table.order = dialog.Order{Column: whenColumn, Backward: true}
	}
	k.table.asked, k.table.wanted = true, true
	k.withRuns(listOnly)
}

// Awaited reports whether the table was asked for and is still being read.
func (k *Keeper) Awaited() bool {
	t := &k.table
	return t.wanted && t.open == nil && (t.job.UnderWay() || len(t.todo) > 0)
}

// Forgo takes back that the table was asked for: it is not shown once it is read.
func (k *Keeper) Forgo() { k.table.wanted = false }

// withRuns does something to the archive and lists what there is then. An older name that
// waits is not given any more.
func (k *Keeper) withRuns(next runsAction) {
	k.queue = slices.DeleteFunc(k.queue, next.replaces)
	k.table.todo = slices.DeleteFunc(k.table.todo, func(r runsAction) bool { return r.names != "" && r.names == next.names })
	k.table.todo = append(k.table.todo, next)
	k.nextRuns()
}

// changeRuns is withRuns for what deletes, brings back or names a run, which may be one in the
// plane: those are read again.
func (k *Keeper) changeRuns(next runsAction) {
	k.trails.run = ""
	k.withRuns(next)
}

// nextRuns does in the background what is to be done, once that of before is, and a run that
// is being written. Runs that wait to be written come first, so that the list is of now.
func (k *Keeper) nextRuns() {
	if len(k.table.todo) == 0 || k.table.job.UnderWay() || k.write.UnderWay() {
		return
	}
	k.enqueue(catchingUp(k.runs))
	runs, first, todo := k.runs, k.queue, k.table.todo
	lister := k.lister()
	k.queue, k.table.todo = nil, nil
	k.table.job = job.Start(k.jobs, job.Task[job.None, listing]{
		Name: "the table of runs",
		Work: func(ctx context.Context, _ func(job.None)) (listing, error) {
			reading, stop := k.reading(ctx)
			defer stop()
			return lister.list(reading, runs, first, todo)
		},
		Done: k.listedRuns,
	})
}

// list writes runs, does what is to be done and lists what there is then. Its error is
// the first of what is written and read: one sentence is enough. What is written is written
// also where reading has ended.
func (l runLister) list(reading context.Context, runs *archive.Archive, first []attempt, todo []runsAction) (out listing, err error) {
	failed := func(e error) {
		if err == nil {
			err = e
		}
	}
	for _, a := range first {
		if e := a.write(runs); e != nil {
			failed(e)
			out.back = append(out.back, a)
		}
	}
	for _, next := range todo {
		again, e := next.do(runs)
		if again.again != nil {
			out.back = append(out.back, again)
		}
		out.refused = cmp.Or(out.refused, e)
	}
	records, notes, e := runs.List(reading)
	if l.doubts && e == nil {
		e = archive.Doubt(reading, records, l.origin)
	}
	if reading.Err() == nil { // else nobody waits for it
		failed(e)
	}
	out.rows, out.notes, out.all = l.rows(records), notes, e == nil && len(notes) == 0
	return out, err
}

// listedRuns files what the archive holds and shows it if that was asked for.
func (k *Keeper) listedRuns(out listing, err error) tea.Cmd {
	t := &k.table
	t.undo = slices.DeleteFunc(t.undo, func(d *deletion) bool { return d.done && d.undo == nil })
	k.tell(append(k.runs.Untold(), out.notes...))
	why := cmp.Or(out.refused, err) // of runs that wait it is told already
	k.giveBack(out.back, why)
	switch {
	case why == nil:
		k.wrote()
	case t.wanted, out.refused != nil:
		k.scene.Warn("%v", why)
	default: // before anything was tried
		k.fail(why, false)
	}
	if len(t.todo) > 0 {
		k.nextRuns()
		return nil
	}
	t.rows = out.rows
	k.holdPin(out)
	if t.wanted = t.wanted && k.hooks.Free(t.open); !t.wanted {
		return nil
	}
	if len(out.rows) == 0 && t.undo == nil {
		t.wanted = false
		if err == nil {
			k.scene.Say("no runs yet: every run with an iteration is kept in %s", k.runs.Folder())
		}
		return nil
	}
	if t.open != nil {
		k.leaveTable()
	}
	return k.hooks.Wish(k.showRuns())
}

// tell tells of damaged files, at the end where the screen is gone.
func (k *Keeper) tell(notes []string) {
	if k.leaving {
		k.unseen = append(k.unseen, notes...)
	}
	if len(notes) == 0 || k.leaving {
		return
	}
	more := ""
	if n := len(notes) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	k.scene.Announce("%s%s", notes[0], more)
}
