package kept

import (
	"fmt"
	"slices"

	"admmlab/sim/archive"
	"admmlab/sim/escape"
	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// runKeys end the table; what they do stands in actOnRun.
var runKeys = []string{"enter", "g", "c", "n", "x", "delete", "u", "?", "h", "q"}

const runFoot = "enter run again  g pin  c beside  n name  x delete  u undo  < > s sort  ? help"

// showRuns opens the table.
func (k *Keeper) showRuns() scene.Wish {
	t := &k.table
	rows := t.rows
	title := fmt.Sprintf("%d runs tried", len(rows))
	if len(rows) == 1 {
		title = "1 run tried"
	}
	t.open = dialog.NewTable(title, runFoot, runColumns(), rows, runKeys, t.order, k.scene.DialogLook())
	t.open.Select(func(row dialog.Row) bool { return runOf(row).ID == t.chosen })
	t.wanted = true
	return scene.Open{Dialog: t.open, Then: func() scene.Wish {
		neighbour, more := t.open.Neighbour()
		key, row, ok := k.leaveTable()
		t.wanted = false
		switch {
		case key == "u":
			return k.undeleteRun()
		case key == "?":
			page := dialog.NewPage("Runs tried", fmt.Sprintf(runHelp, archive.Most, escape.Terminal(k.runs.Folder())), k.scene.DialogLook())
			return scene.Open{Dialog: page, Then: k.showRuns}
		case ok && (key == "x" || key == "delete"):
			if more {
				t.chosen = runOf(neighbour).ID
			}
			return k.deleteRun(row)
		case ok && key == "n":
			return k.renameRun(runOf(row))
		case ok:
			return k.actOnRun(key, runOf(row))
		}
		return nil
	}}
}

// runOf is the run of a line.
func runOf(row dialog.Row) archive.Record { return row.Value.(archive.Record) }

// leaveTable keeps the place and the order of the open table.
func (k *Keeper) leaveTable() (key string, row dialog.Row, ok bool) {
	t := &k.table
	key, row, ok = t.open.Pressed()
	if t.order = t.open.Order(); ok {
		t.chosen = runOf(row).ID
	}
	t.open = nil
	return key, row, ok
}

// actOnRun does what a key of the table means for a run: for the one on the screen as it is by now.
func (k *Keeper) actOnRun(key string, run archive.Record) scene.Wish {
	if run.ID == k.run.id {
		run.Config = k.scene.State.Replay
	}
	switch key {
	case "enter":
		return scene.All{
			scene.Start{Config: run.Config, Fresh: true, Origin: run.Origin},
			scene.Say{Text: fmt.Sprintf("%s again, with seed %d", runName(run, k.scene.Now), run.Config.Seed)},
		}
	case "c":
		return scene.Accompany{Config: run.Config, Origin: run.Origin}
	case "g":
		if k.scene.Pinned != run.ID {
			k.fetchPin(run.ID)
			return nil
		}
		k.unpin()
		return scene.Say{Text: runName(run, k.scene.Now) + " is no longer pinned"}
	}
	return nil
}

// The table stays while its files are changed, with what it will have then: a key pressed
// meanwhile must not reach the laboratory, and does there what it does later.

func (k *Keeper) deleteRun(row dialog.Row) scene.Wish {
	id, d := runOf(row).ID, &deletion{row: row}
	k.table.undo = append(k.table.undo, d)
	k.changeRuns(runsAction{do: func(a *archive.Archive) (none attempt, err error) {
		d.undo, err = a.Delete(id)
		d.done = true
		return none, err
	}})
	k.table.rows = slices.DeleteFunc(slices.Clone(k.table.rows), func(row dialog.Row) bool { return runOf(row).ID == id })
	said := "deleted: u in the table brings it back"
	if id == k.scene.Pinned {
		k.unpin()
		said = "deleted, and no longer pinned: u in the table brings it back"
	}
	return scene.All{scene.Say{Text: said}, k.showRuns()}
}

func (k *Keeper) renameRun(run archive.Record) scene.Wish {
	e := dialog.NewEntry("Name of the run", "empty for none", run.Name, nil, k.scene.DialogLook())
	return scene.Open{Dialog: e, Then: func() scene.Wish {
		if name, ok := e.Value(); ok {
			k.changeRuns(naming(run.ID, name))
			k.table.rows = slices.Clone(k.table.rows)
			if i := slices.IndexFunc(k.table.rows, func(row dialog.Row) bool { return runOf(row).ID == run.ID }); i >= 0 {
				run = runOf(k.table.rows[i])
				run.Name = name
				k.table.rows[i] = k.lister().row(run)
				k.labelPin(run)
			}
		}
		return k.showRuns()
	}}
}

// naming gives a run a name, which one that has gone meanwhile, or is damaged, needs no more.
func naming(id, name string) runsAction {
	return runsAction{names: id, do: func(a *archive.Archive) (again attempt, err error) {
		switch err := a.Rename(id, name); {
		case err == nil:
			return again, nil
		case archive.Final(err):
			return again, fmt.Errorf("giving the run its name: %w", err)
		default:
			return attempt{record: archive.Record{ID: id}, again: func() error {
				if err := a.Rename(id, name); !archive.Final(err) {
					return err
				}
				return nil
			}}, fmt.Errorf("giving the run its name: %w; it is tried again", err)
		}
	}}
}

// undeleteRun brings back the run deleted last.
func (k *Keeper) undeleteRun() scene.Wish {
	t := &k.table
	if len(t.undo) == 0 {
		return scene.All{k.showRuns(), scene.Say{Text: "nothing to undo: no run was deleted, or all are back"}}
	}
	d := t.undo[len(t.undo)-1]
	t.undo = t.undo[:len(t.undo)-1]
	k.changeRuns(runsAction{do: func(*archive.Archive) (again attempt, err error) {
		if d.undo == nil { // it is still there
			return again, nil
		}
		if err := d.undo(); err != nil {
			return attempt{again: d.undo}, fmt.Errorf("bringing back what was deleted: %w; it is tried again", err)
		}
		return again, nil
	}})
	t.rows = append(slices.Clone(t.rows), d.row)
	return scene.All{scene.Say{Text: "brought back"}, k.showRuns()}
}

const runHelp = `Every run that made an iteration in the laboratory is kept, also when the program is killed: what is lost then are two seconds.

enter   starts it again: same settings, seed and changes give the same numbers, bit for bit
g       pins it as the dim curve in the charts that its data, loss, neighbours and δ let it stand in, until g here again, or deleting it, lets it go
c       puts it beside the run at the keys, on that one's data, split and draws
n       gives it a name
x       deletes it; u brings back the one deleted last, then the one before, until you quit
< >     sort by the column before or after; s turns the order round

Settings are those that differ from the defaults of the method. ε is the smallest total that is proved; the line below the table has the printed one, too. A run that was left ended before its limit, for another one or to quit. One whose files of data have changed since says so.

The newest %d are kept, and all with a name. They are files, one a run, in
%s
A file that is damaged is set aside there, not deleted. admmlab runs lists them without a screen.`
