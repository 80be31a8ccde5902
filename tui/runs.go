package tui

import (
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/archive"
	"admmlab/tui/dialog"
)

// runTable is the table of runs as it was left.
type runTable struct {
	order  dialog.Order
	chosen string       // ID of the chosen run
	undo   func() error // brings back the run deleted last
	busy   bool         // it is on its way
	first  []attempt    // runs that are written before it is listed
}

// runsMsg is what the archive holds, after what was done to it.
type runsMsg struct {
	records []archive.Record
	notes   []string // on damaged files
	undo    func() error
	err     error
	show    bool // in a table
}

// pinMsg is a run that is to be the ghost.
type pinMsg struct {
	record archive.Record
	curve  []archive.Point
	err    error
}

// tidyRuns looks through the archive once, for damaged files and old ones.
func (m *Model) tidyRuns() tea.Cmd {
	if m.records.runs == nil {
		return nil
	}
	return m.withRuns(false, nil)
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
	case r.table.busy:
		m.say("the runs are being read")
		return nil
	}
	m.keepRun() // the one on the screen is among them
	if r.table.chosen == "" {
		r.table.order = dialog.Order{Column: whenColumn, Backward: true}
	}
	return m.withRuns(true, nil)
}

// withRuns does something to the archive, in a command, and lists what there is
// then. What waits to be written comes first, so that the list is of now.
func (m *Model) withRuns(show bool, do func(*archive.Archive) (undo func() error, err error)) tea.Cmd {
	r := &m.records
	waiting, runs := r.queue, r.runs
	r.queue = nil
	r.table.busy, r.table.first = r.table.busy || show, slices.Concat(r.table.first, waiting)
	return func() (msg tea.Msg) {
		out := runsMsg{show: show}
		defer func() {
			if broken := recover(); broken != nil {
				out.err = fmt.Errorf("the table of runs failed inside the program: %v", broken)
			}
			msg = out
		}()
		for _, a := range waiting {
			if out.err = a.write(runs); out.err != nil {
				break
			}
		}
		if do != nil && out.err == nil {
			out.undo, out.err = do(runs)
		}
		records, notes, err := runs.List()
		out.records, out.notes = records, notes
		if out.err == nil {
			out.err = err
		}
		return out
	}
}

// listedRuns files what the archive holds and shows it if that was asked for.
func (m *Model) listedRuns(msg runsMsg) tea.Cmd {
	r := &m.records
	r.table.first = nil
	if msg.show {
		r.table.busy = false
	}
	m.dirty = true
	if msg.undo != nil {
		r.table.undo = msg.undo
		m.say("deleted: u in the table (h) brings it back")
	}
	if len(msg.notes) > 0 {
		more := ""
		if n := len(msg.notes) - 1; n > 0 {
			more = fmt.Sprintf(" (and %d more)", n)
		}
		m.warn("%s%s", msg.notes[0], more)
	}
	switch {
	case msg.err == nil:
	case msg.show:
		m.warn("%v", msg.err)
	default: // before anything was tried
		m.unkept(msg.err)
	}
	if !msg.show || m.dialog != nil {
		return nil
	}
	if len(msg.records) == 0 && r.table.undo == nil {
		if msg.err == nil {
			m.say("no runs yet: every run with an iteration is kept in %s", r.runs.Folder())
		}
		return nil
	}
	return m.showRuns(msg.records)
}

// runKeys end the table; what they do stands in actOnRun.
var runKeys = []string{"enter", "g", "n", "x", "delete", "u", "?", "h", "q"}

const runFoot = "enter run again  g pin  n name  x delete  u undo  < > s sort  ? help"

func (m *Model) showRuns(records []archive.Record) tea.Cmd {
	title := fmt.Sprintf("%d runs tried", len(records))
	if len(records) == 1 {
		title = "1 run tried"
	}
	r := &m.records.table
	t := dialog.NewTable(title, runFoot, runColumns(), m.runRows(records), runKeys, r.order, m.look())
	t.Select(func(row dialog.Row) bool { return row.Value.(archive.Record).ID == r.chosen })
	return m.open(t, func() tea.Cmd {
		key, row, ok := t.Pressed()
		r.order = t.Order()
		if ok {
			r.chosen = row.Value.(archive.Record).ID
		}
		if beside, more := t.Beside(); more && (key == "x" || key == "delete") {
			r.chosen = beside.Value.(archive.Record).ID // what is there when this one has gone
		}
		switch {
		case key == "u":
			return m.undeleteRun(records)
		case key == "?":
			return m.open(dialog.NewPage("Runs tried", fmt.Sprintf(runHelp, archive.Most, m.records.runs.Folder()), m.look()),
				func() tea.Cmd { return m.showRuns(records) })
		case ok:
			return m.actOnRun(key, row.Value.(archive.Record))
		}
		return nil
	})
}

// actOnRun does what a key of the table means for a run. A comparison side by side
// would be one case more.
func (m *Model) actOnRun(key string, run archive.Record) tea.Cmd {
	id := run.ID
	switch key {
	case "enter":
		clear(m.wishes)
		m.wantRun = true
		m.start(run.Config)
		m.say("%s again, as it was with seed %d", m.runName(run), run.Config.Seed)
	case "g":
		if m.pinned == id {
			m.pinned, m.ghost = "", nil
			m.say("%s is no longer pinned", m.runName(run))
			return nil
		}
		return m.fetchPin(run)
	case "n":
		e := dialog.NewEntry("Name of the run", "empty for none", run.Name, nil, m.look())
		return m.open(e, func() tea.Cmd {
			name, ok := e.Value()
			return m.withRuns(true, func(a *archive.Archive) (func() error, error) {
				if !ok {
					return nil, nil
				}
				return nil, a.Rename(id, name)
			})
		})
	case "x", "delete":
		return m.withRuns(true, func(a *archive.Archive) (func() error, error) { return a.Delete(id) })
	}
	return nil
}

// undeleteRun brings back the run deleted last.
func (m *Model) undeleteRun(records []archive.Record) tea.Cmd {
	undo := m.records.table.undo
	if undo == nil {
		m.say("nothing to undo: no run was deleted, or it is back already")
		return m.showRuns(records)
	}
	m.records.table.undo = nil
	return m.withRuns(true, func(*archive.Archive) (func() error, error) { return nil, undo() })
}

// fetchPin reads the curves of a run.
func (m *Model) fetchPin(run archive.Record) tea.Cmd {
	runs := m.records.runs
	return func() (msg tea.Msg) {
		out := pinMsg{record: run}
		defer func() {
			if broken := recover(); broken != nil {
				out.err = fmt.Errorf("reading the run failed inside the program: %v", broken)
			}
			msg = out
		}()
		out.curve, out.err = runs.Curve(run.ID)
		return out
	}
}

// pinRun makes a kept run the ghost, until it is let go.
func (m *Model) pinRun(msg pinMsg) {
	m.dirty = true
	if msg.err != nil {
		m.warn("%v", msg.err)
		return
	}
	m.ghost, m.hideGhost, m.pinned = m.keptHistory(msg.record, msg.curve), false, msg.record.ID
	m.say("pinned: %s stays as the dim curve; g hides it, h and g let it go", m.ghost.label)
}

// keptHistory is a history of curves that were thinned: a value stands until the
// next that was kept.
func (m *Model) keptHistory(run archive.Record, curve []archive.Point) *history {
	h := &history{config: run.Config, label: fit(m.runName(run), 16)}
	for i, p := range curve {
		until := p.Iteration
		if i+1 < len(curve) {
			until = curve[i+1].Iteration - 1
		}
		var v [quantities]float64
		for q := range v {
			v[q] = math.NaN()
		}
		v[trainLoss], v[testError], v[wrongShare], v[epsilon], v[tight] = p.TrainLoss, 100*p.TestError, p.TestError, p.Epsilon, p.Tight
		h.grow(v)
		for q := range h.values {
			for len(h.values[q]) < until {
				h.values[q] = append(h.values[q], v[q])
			}
		}
	}
	return h
}

const runHelp = `Every run that made an iteration in the laboratory is kept, also when the program is killed: what is lost then are two seconds.

enter   starts it again: same settings, seed and changes give the same numbers, bit for bit
g       pins it as the dim curve in all three charts, until g here again lets it go
n       gives it a name
x       deletes it; u brings back the one deleted last, until you quit
< >     sort by the column before or after; s turns the order round

Settings are those that differ from the defaults of the method. ε is the smallest total that is proved; the line below the table has the one the paper counts, too. A run that was left ended before its limit, for another one or to quit.

The newest %d are kept, and all with a name. They are files, one a run, in
%s
A file that is damaged is set aside there, not deleted. admmlab runs lists them without a screen.`
