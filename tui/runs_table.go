package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/archive"
	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// runKeys end the table; what they do stands in actOnRun.
var runKeys = []string{"enter", "g", "c", "n", "x", "delete", "u", "?", "h", "q"}

const runFoot = "enter run again  g pin  c beside  n name  x delete  u undo  < > s sort  ? help"

// showRuns opens the table.
func (m *Model) showRuns(rows []dialog.Row) tea.Cmd {
	title := fmt.Sprintf("%d runs tried", len(rows))
	if len(rows) == 1 {
		title = "1 run tried"
	}
	t := &m.records.table
	t.open = dialog.NewTable(title, runFoot, runColumns(), rows, runKeys, t.order, m.look())
	t.open.Select(func(row dialog.Row) bool { return runOf(row).ID == t.chosen })
	t.wanted = true
	return m.open(t.open, func() tea.Cmd {
		neighbour, more := t.open.Neighbour()
		key, row, ok := m.leaveTable()
		t.wanted = false
		switch {
		case key == "u":
			return m.undeleteRun(rows)
		case key == "?":
			return m.open(dialog.NewPage("Runs tried", fmt.Sprintf(runHelp, archive.Most, m.records.runs.Folder()), m.look()),
				func() tea.Cmd { return m.showRuns(rows) })
		case ok && (key == "x" || key == "delete"):
			if more {
				t.chosen = runOf(neighbour).ID
			}
			return m.deleteRun(rows, runOf(row).ID)
		case ok && key == "n":
			return m.renameRun(rows, runOf(row))
		case ok:
			return m.actOnRun(key, runOf(row))
		}
		return nil
	})
}

// runOf is the run of a line.
func runOf(row dialog.Row) archive.Record { return row.Value.(archive.Record) }

// leaveTable keeps the place and the order of the open table.
func (m *Model) leaveTable() (key string, row dialog.Row, ok bool) {
	t := &m.records.table
	key, row, ok = t.open.Pressed()
	if t.order = t.open.Order(); ok {
		t.chosen = runOf(row).ID
	}
	t.open = nil
	return key, row, ok
}

// actOnRun does what a key of the table means for a run.
func (m *Model) actOnRun(key string, run archive.Record) tea.Cmd {
	switch key {
	case "enter":
		clear(m.scene.Pending)
		m.grant(scene.Start{Config: run.Config})
		m.scene.Say("%s again, as it was with seed %d", m.runName(run), run.Config.Seed)
	case "c":
		return m.grant(scene.Accompany{Config: run.Config})
	case "g":
		if m.scene.Pinned != run.ID {
			m.fetchPin(run)
			return nil
		}
		m.scene.Pinned, m.scene.Ghost = "", nil
		m.scene.Say("%s is no longer pinned", m.runName(run))
	}
	return nil
}

// The table stays while its files are changed: a key pressed meanwhile must not
// reach the laboratory.

func (m *Model) deleteRun(rows []dialog.Row, id string) tea.Cmd {
	m.scene.Say("deleted: u in the table brings it back")
	m.showRuns(slices.DeleteFunc(slices.Clone(rows), func(row dialog.Row) bool { return runOf(row).ID == id }))
	m.withRuns(func(a *archive.Archive) (func() error, error) { return a.Delete(id) })
	return nil
}

func (m *Model) renameRun(rows []dialog.Row, run archive.Record) tea.Cmd {
	e := dialog.NewEntry("Name of the run", "empty for none", run.Name, nil, m.look())
	return m.open(e, func() tea.Cmd {
		name, ok := e.Value()
		if !ok {
			return m.showRuns(rows)
		}
		m.showRuns(rows)
		m.withRuns(func(a *archive.Archive) (func() error, error) { return nil, a.Rename(run.ID, name) })
		return nil
	})
}

// undeleteRun brings back the run deleted last.
func (m *Model) undeleteRun(rows []dialog.Row) tea.Cmd {
	m.showRuns(rows)
	t := &m.records.table
	if len(t.undo) == 0 {
		m.scene.Say("nothing to undo: no run was deleted, or all are back")
		return nil
	}
	undo := t.undo[len(t.undo)-1]
	t.undo = t.undo[:len(t.undo)-1]
	m.withRuns(func(*archive.Archive) (func() error, error) { return nil, undo() })
	return nil
}

const runHelp = `Every run that made an iteration in the laboratory is kept, also when the program is killed: what is lost then are two seconds.

enter   starts it again: same settings, seed and changes give the same numbers, bit for bit
g       pins it as the dim curve in all three charts, until g here again lets it go
c       puts it beside the run at the keys, on that one's data, split and draws
n       gives it a name
x       deletes it; u brings back the one deleted last, then the one before, until you quit
< >     sort by the column before or after; s turns the order round

Settings are those that differ from the defaults of the method. ε is the smallest total that is proved; the line below the table has the one the paper counts, too. A run that was left ended before its limit, for another one or to quit.

The newest %d are kept, and all with a name. They are files, one a run, in
%s
A file that is damaged is set aside there, not deleted. admmlab runs lists them without a screen.`
