package steer

import (
	"slices"

	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// stay goes on with the run in force where a start was refused: with what had been asked for,
// and those beside it, when that was to begin, and what was changed in it by hand since.
func (d *Desk) stay() {
	of := d.asked(d.scene.State.Began)
	d.standOn(of)
	d.wantRun = d.scene.State.Running
	carried, _, _ := d.carried(d.scene.Run.Last() + 1)
	if of.fork != nil { // what was changed before is in its base, though it is still to be made again
		carried = slices.DeleteFunc(carried, func(e config.Event) bool { return e.At <= of.fork.at })
	}
	d.keep(carried)
	for _, w := range d.left {
		// Of what was left since another run had begun, that one began with the older wishes.
		mine := w.stood == of.seq || w.Seq >= of.seq || w.Reset && of.fork != nil
		before := d.scene.Pending[w.key]
		if !mine || before.Seq > w.Seq || w.turned && d.scene.Check(w.key, w.Value) != nil { // of another method
			continue
		}
		d.scene.Pending[w.key] = w.Pending
		if w.turned {
			d.undos.file(undoStep{seq: w.Seq, wishes: []wished{{w.key, before}}})
		}
	}
	d.putAgain()
	d.scene.Questions.Drop(d.scene.State.Seq)
	d.stayBeside(of)
}

// putAgain asks the run in force again for what starts that have not begun had overtaken.
func (d *Desk) putAgain() {
	began := d.scene.State.Began
	for _, c := range d.outbox.aside {
		if c.Seq < began || c.For > 0 && c.For != began { // of another
			continue
		}
		seq := d.outbox.put(c)
		if c.Order == runner.Once {
			d.wantRun, d.step = false, seq
		}
		d.scene.Questions.Again(c.Seq, seq)
	}
}

// stayBeside goes on with those beside the run in force, one of which may have been taken away
// when the run that was refused was to bring others. Where their noise was to be chosen, and may not have been, they begin anew.
func (d *Desk) stayBeside(of *start) {
	told := slices.ContainsFunc(d.starts, func(s start) bool { return s.beside != nil }) // of others
	match := of.match && (told || !d.beside.match)
	if !told && !match {
		return
	}
	d.hooks.Leaving()
	for i, s := range d.scene.Companions { // made again: where the limit was turned since they began, by other rows
		if match || s.State.ID > 0 && s.State.Replay.Iterations != s.Asked.AsCompanionOf(d.scene.State.Replay).Iterations {
			d.scene.Companions[i] = d.newCompanion(s.Asked)
		}
	}
	d.starts, d.beside.match = nil, false
	d.sendCompanions(match)
}
