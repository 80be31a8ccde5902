package sim

import (
	"fmt"
	"time"
)

// Lens is a picture that costs too much to make for nobody.
type Lens int

const (
	// LookNothing is the usual.
	LookNothing Lens = iota
	// LookLedger asks for State.Ledger and State.Left.
	LookLedger
	// LookExposure asks for State.Exposure.
	LookExposure
	// LookWire asks for State.Wire of node Command.Node.
	LookWire
)

// look sets which picture goes with the states.
func (r *Runner) look(c Command) {
	if c.Look != r.lens || c.Node != r.node {
		r.past = nil // it was replayed without this tap
	}
	r.lens, r.node, r.pictured = c.Look, c.Node, time.Time{}
	if r.session == nil {
		return
	}
	if c.At > 0 && c.Look != LookNothing {
		r.rewind(c.At)
	} else {
		r.past = nil
	}
	if c.Look == LookWire {
		r.session.Tap(c.Node)
	} else {
		r.session.Tap(-1)
	}
}

// pictures makes what Look asked for, at most ten times a second while running.
func (r *Runner) pictures(s *State) {
	from := r.sight()
	if from == nil {
		s.Left, s.At, s.Replayed = -1, r.past.until, r.past.session.t
		return
	}
	now := time.Now()
	fresh := r.pictureOf == from.t && s.Seq == r.picture.Seq
	if !fresh && (!r.running || now.Sub(r.pictured) > time.Second/10) {
		r.paint(s.Seq, from)
		r.pictured, r.pictureOf = now, from.t
	}
	s.Ledger, s.Left, s.Exposure, s.Wire, s.At = r.picture.Ledger, r.picture.Left, r.picture.Exposure, r.picture.Wire, r.pictureOf
}

// paint makes the picture of the lens in use. One that fails is put away.
func (r *Runner) paint(seq int, from *Session) {
	lens := r.lens
	r.lens = LookNothing
	defer r.rescue("the picture asked for", false)
	r.picture = State{Seq: seq, Left: -1}
	switch lens {
	case LookLedger:
		l := from.Ledger()
		r.picture.Ledger = &l
		if left, ok := from.Left(); ok {
			r.picture.Left = left
		}
	case LookExposure:
		r.picture.Exposure = from.Exposure(exposureBins, exposureTop)
	case LookWire:
		r.picture.Wire = from.Wire()
	}
	r.lens = lens
}

const (
	exposureBins = 48
	exposureTop  = 5
)

func (r *Runner) attack(name string) {
	if r.session == nil {
		return
	}
	words, err := r.session.Attack(name)
	if err != nil {
		r.tell(Refused, err.Error())
		return
	}
	r.tell(Answer, words)
}

func (r *Runner) afford() {
	if r.session == nil {
		return
	}
	value, err := r.session.Affordable()
	if err != nil {
		r.tell(Refused, err.Error())
		return
	}
	c := r.session.Config()
	r.tell(Answer, fmt.Sprintf("%s = %.4g reaches t = %d within ε = %g (%s, δ = %g)", r.session.noiseKey(), value, c.Iterations, c.Budget, c.Accountant, c.Set.Delta))
}
