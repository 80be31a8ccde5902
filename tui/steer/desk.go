package steer

import (
	"time"

	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// Source is what the screen drives: a runner.Runner, or a fake in tests. Offer and Expect
// must never block.
type Source interface {
	Offer(runner.Command) bool
	Expect(start int, data string, run bool)
	Batches() <-chan runner.Batch
	Close()
}

// Desk is the conversation with the runner: what is asked of it, what it has confirmed,
// and what it tells.
type Desk struct {
	scene   *scene.Scene
	source  Source
	hooks   Hooks
	outbox  outbox
	starts  []start // those under way, behind the one that began the run in force
	left    []left  // what waits for a reset where they are refused
	wantRun bool    // the person wants it running
	undos   undoList

	kinds  map[string]scene.Kind // what lists of edges were made from, by list, which may be long
	newest madeFrom              // what a reset begins with, replaced by the next cut unless a run has begun with it
	before []config.Change       // what a fork has from the run before, which makes some of it again
	step   int                   // the newest command for one iteration
	stood  int                   // the iteration that was the newest then, told where it has been answered
	beside besideState
	look   runner.Picture
	looked int // the newest command that asks for it
}

// Hooks are who else wants to know.
type Hooks struct {
	Leaving func()                      // runs are about to leave the screen
	Begun   func()                      // another run has begun
	Joined  func(id int, now time.Time) // a run was put beside
}

// New is a desk that writes what it hears into s.
func New(s *scene.Scene, source Source, h Hooks) *Desk {
	d := &Desk{scene: s, source: source, hooks: h, wantRun: true, kinds: map[string]scene.Kind{}}
	s.KindOf = d.kindOf
	return d
}

// Newest is the number of the newest command.
func (d *Desk) Newest() int { return d.outbox.seq }

// Settled reports whether everything that was asked for has been carried out.
func (d *Desk) Settled() bool { return len(d.outbox.queue) == 0 && d.scene.State.Seq == d.outbox.seq }

// Stepping reports whether an iteration that was asked for is still to be made.
func (d *Desk) Stepping() bool { return d.scene.State.Seq < d.step }

// Flush offers the runner what it has not taken yet, without waiting.
func (d *Desk) Flush() { d.outbox.flush(d.source.Offer) }

// Batches are what the runner tells.
func (d *Desk) Batches() <-chan runner.Batch { return d.source.Batches() }

// Close ends the runner.
func (d *Desk) Close() { d.source.Close() }

// toRun asks the runner for something of the run that the newest start is to begin, or of the one
// in force where none is under way.
func (d *Desk) toRun(c runner.Command) int {
	c.For = d.scene.Starting
	return d.outbox.put(c)
}

// Ask puts a question to the runner; its answer comes with a batch, into the scene. What
// it turns is pending until then.
func (d *Desk) Ask(question string, c runner.Command, turns []config.Event) {
	seq := d.toRun(c)
	d.scene.Questions.Ask(question, seq)
	d.remember(request{c, question, turns})
	for _, e := range turns {
		d.scene.Pending[e.Key] = scene.Pending{Value: e.Value, Seq: seq}
	}
}

// Looking reports whether what was asked for with Look is still to come; of the past it comes
// once that is computed again.
func (d *Desk) Looking() bool {
	told := d.scene.State
	return d.look != nil && (told.Seq < d.looked || d.scene.Cursor > 0 && told.At != d.scene.Cursor)
}

// Look says what the runner is to make of the run in every batch, nil for nothing; it is of
// the iteration that is read.
func (d *Desk) Look(p runner.Picture) {
	if p != d.look {
		d.look = p
		d.sendLook()
	}
}

func (d *Desk) sendLook() {
	d.looked = d.outbox.put(runner.Command{Order: runner.Look, Look: d.look, At: d.scene.Cursor})
}
