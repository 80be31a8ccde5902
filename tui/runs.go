package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/archive"
	"admmlab/tui/dialog"
)

// runTable is the table of runs as it was left.
type runTable struct {
	wanted bool          // it is on the screen, or to come there
	open   *dialog.Table // on the screen, nil for none
	order  dialog.Order
	chosen string         // ID of the chosen run
	undo   []func() error // bring back the runs deleted, the last one last
	todo   []runsAction   // what is to be done next
	busy   bool           // a command is doing what was to be done before
	first  []attempt      // runs that it writes first
}

// runsAction changes the archive; undo takes that back, nil for nothing.
type runsAction func(*archive.Archive) (undo func() error, err error)

func listOnly(*archive.Archive) (func() error, error) { return nil, nil }

// runsMsg is what the archive holds, after what was done to it.
type runsMsg struct {
	rows  []dialog.Row
	notes []string // on damaged files
	undo  []func() error
	err   error
}

// tidyRuns looks through the archive once, for damaged files and old ones.
func (m *Model) tidyRuns() tea.Cmd {
	if m.records.runs == nil {
		return nil
	}
	return m.withRuns(listOnly)
}

// openRuns shows the table.
func (m *Model) openRuns() tea.Cmd {
	r := &m.records
	switch {
	case r.runs == nil && m.options.Unkept != nil:
		m.warn("no runs are kept: %v", m.options.Unkept)
		return nil
	case r.runs == nil:
		m.say("no runs are kept: it was opened with --no-archive")
		return nil
	}
	m.keepRuns() // the one on the screen is among them
	if r.table.chosen == "" {
		r.table.order = dialog.Order{Column: whenColumn, Backward: true}
	}
	r.table.wanted = true
	return m.withRuns(listOnly)
}

// withRuns does something to the archive and lists what there is then.
func (m *Model) withRuns(do runsAction) tea.Cmd {
	t := &m.records.table
	t.todo = append(t.todo, do)
	if t.busy {
		return nil
	}
	return m.nextRuns()
}

// nextRuns does in a command what is to be done. Runs that wait to be written come
// first, so that the list is of now.
func (m *Model) nextRuns() tea.Cmd {
	r := &m.records
	runs, first, todo := r.runs, r.queue, r.table.todo
	lister := runLister{m.now, r.run.id, m.pinned}
	r.queue, r.table.todo, r.table.first, r.table.busy = nil, nil, first, true
	return func() (msg tea.Msg) {
		var out runsMsg
		defer func() {
			if broken := recover(); broken != nil {
				out.err = fmt.Errorf("the table of runs failed inside the program: %v", broken)
			}
			msg = out
		}()
		var failed []error
		for _, a := range first {
			failed = append(failed, a.write(runs))
		}
		for _, do := range todo {
			undo, err := do(runs)
			if undo != nil {
				out.undo = append(out.undo, undo)
			}
			failed = append(failed, err)
		}
		records, notes, err := runs.List()
		out.rows, out.notes = lister.rows(records), notes
		for _, e := range append(failed, err) { // one sentence is enough
			if out.err == nil {
				out.err = e
			}
		}
		return out
	}
}

// listedRuns files what the archive holds and shows it if that was asked for.
func (m *Model) listedRuns(msg runsMsg) tea.Cmd {
	t := &m.records.table
	m.dirty = true
	t.busy, t.first = false, nil
	t.undo = append(t.undo, msg.undo...)
	if len(msg.notes) > 0 {
		more := ""
		if n := len(msg.notes) - 1; n > 0 {
			more = fmt.Sprintf(" (and %d more)", n)
		}
		m.warn("%s%s", msg.notes[0], more)
	}
	switch {
	case msg.err == nil:
	case t.wanted:
		m.warn("%v", msg.err)
	default: // before anything was tried
		m.unkept(msg.err)
	}
	if len(t.todo) > 0 {
		return m.nextRuns()
	}
	if !t.wanted || m.dialog != nil && m.dialog != dialog.Dialog(t.open) {
		return nil
	}
	if len(msg.rows) == 0 && t.undo == nil {
		t.wanted = false
		if msg.err == nil {
			m.say("no runs yet: every run with an iteration is kept in %s", m.records.runs.Folder())
		}
		return nil
	}
	if t.open != nil {
		m.leaveTable()
	}
	return m.showRuns(msg.rows)
}
