package steer

import (
	"slices"
	"strings"

	"admmlab/sim/config"
	"admmlab/tui/scene"
)

// undoList is what u takes back, in the order in which it was asked for: changes of this run
// that were made by hand, also before it was forked, and wishes that wait for a reset.
type undoList struct {
	steps   []undoStep
	sent    []sentChange // not yet confirmed
	waiting int          // presses of u that came before the change they mean was confirmed
}

// undoStep is one change and its opposite.
type undoStep struct {
	seq    int            // of the command that carried it, or came before it
	change int            // its place among the changes of the run, where it is one
	events []config.Event // that bring back what was before
	wishes []wished       // for the next reset; none for a change
	waited scene.Pending  // the wish for a reset that a change took the place of, if it did
}

// wished is a wish for the next reset.
type wished struct {
	key    string
	before scene.Pending // the wish it replaced, where that waited for a reset, too
}

// sentChange is a change on its way.
type sentChange struct {
	event  config.Event
	seq    int
	waited scene.Pending // the wish for a reset that it took the place of, if it did
	undo   bool          // it takes one back
	of     int           // which, by its place among the changes of the run
}

// file puts a step behind those that were asked for before it.
func (u *undoList) file(step undoStep) {
	i := slices.IndexFunc(u.steps, func(s undoStep) bool {
		return s.seq > step.seq || s.seq == step.seq && s.wishes != nil && step.wishes == nil // a wish comes behind the command
	})
	if i < 0 {
		i = len(u.steps)
	}
	u.steps = slices.Insert(u.steps, i, step)
}

// rememberChange files the opposite of a change made by hand, maybe with the answer to command
// answers. It reports whether the change was itself an undo.
func (d *Desk) rememberChange(c config.Change, answers int) bool {
	if !c.ByHand {
		return false
	}
	u, asked := &d.undos, sentChange{seq: answers}
	i := slices.IndexFunc(u.sent, func(s sentChange) bool {
		s.event.At = c.At
		return s.event == c.Event
	})
	if i >= 0 {
		asked = u.sent[i]
		u.sent = slices.Delete(u.sent, i, i+1)
	}
	if asked.undo {
		d.scene.Run.Changes[asked.of].Undone = c.At
		return true
	}
	u.file(undoStep{seq: asked.seq, change: len(d.scene.Run.Changes), events: c.Reverse(), waited: asked.waited})
	return false
}

// inFork files the opposite of a change that a fork has from the run before, by its place among
// the changes, if it was made by hand and stands. Wishes that wait are taken back before it.
func (d *Desk) inFork(i int, c config.Change) {
	if c.ByHand && c.Undone == 0 {
		d.undos.file(undoStep{change: i, events: c.Reverse()})
	}
}

// Undo takes the last change back.
func (d *Desk) Undo() {
	if d.scene.Starting > 0 {
		d.scene.Say("nothing to undo: the run is only beginning")
		return
	}
	d.undos.waiting++
	d.undoWaiting()
}

// undoWaiting takes back as many changes as u was pressed for, once nothing is on
// its way: what was before is known when a change has been confirmed. Behind u a start may be
// under way, whose run has none of them.
func (d *Desk) undoWaiting() {
	u := &d.undos
	u.sent = slices.DeleteFunc(u.sent, func(s sentChange) bool {
		gone := s.seq <= d.scene.State.Seq // refused, or overtaken
		if _, waits := d.scene.Pending[s.event.Key]; gone && !waits {
			d.waitAgain(s.event.Key, s.waited)
		}
		return gone
	})
	for u.waiting > 0 && d.scene.Starting == 0 && d.scene.ForkAt == 0 && !d.changing() {
		u.waiting--
		if len(u.steps) == 0 {
			u.waiting = 0
			d.scene.Say("nothing to undo: no change made by hand stands in this run")
			return
		}
		step := u.steps[len(u.steps)-1]
		u.steps = u.steps[:len(u.steps)-1]
		if step.wishes != nil {
			d.unwish(step.wishes)
			continue
		}
		for _, e := range step.events {
			d.Send(e)
			sent := &u.sent[len(u.sent)-1]
			sent.undo, sent.of = true, step.change
		}
		d.waitAgain(step.events[0].Key, step.waited)
		d.scene.Say("undone: %s", undoneWords(step.events[0], d.scene.InForce()))
	}
}

// waitAgain lets a wish for a reset wait that a change had taken the place of, if it had: with what
// it was asked for with.
func (d *Desk) waitAgain(key string, w scene.Pending) {
	if w.Reset {
		d.scene.Pending[key] = w
	}
}

// changing reports whether a change is on its way to the runner.
func (d *Desk) changing() bool {
	if len(d.scene.Edges) > 0 {
		return true
	}
	for _, w := range d.scene.Pending {
		if !w.Reset {
			return true
		}
	}
	return false
}

// unwish takes back wishes for the next reset.
func (d *Desk) unwish(wishes []wished) {
	var words []string
	for _, w := range wishes {
		if w.before.Reset {
			d.scene.Pending[w.key] = scene.Pending{Value: w.before.Value, Seq: d.outbox.seq, Reset: true}
		} else {
			delete(d.scene.Pending, w.key)
		}
		c := d.scene.InForce()
		if k, ok := config.KnobOf(c, w.key); ok {
			value := k.Value(c)
			if w.before.Reset {
				value = w.before.Value
			}
			words = append(words, config.KnobName(k)+" back to "+config.ShortValue(c, w.key, value))
		}
	}
	if words != nil {
		d.scene.Say("undone: %s", strings.Join(words, ", "))
	}
}

// undoneWords says what is as before: "α back to 0.5".
func undoneWords(e config.Event, c config.Config) string {
	if k, ok := config.KnobOf(c, e.Key); ok {
		return config.KnobName(k) + " back to " + config.ShortValue(c, e.Key, e.Value)
	}
	if e.Join {
		return "edge " + e.Edge.String() + " is back"
	}
	return "edge " + e.Edge.String() + " is gone again"
}
