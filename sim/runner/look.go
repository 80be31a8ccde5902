package runner

import (
	"fmt"
	"time"

	"admmlab/sim"
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

// pictures makes what Look asked for, of a run that goes on at most ten times a second.
func (r *Runner) pictures(s *State) {
	var seen State
	if r.past != nil {
		seen = r.recalled()
	} else {
		now := time.Now()
		fresh := r.pictureOf == s.Iteration && s.Seq == r.pictureSeq
		if !fresh && (!r.running || now.Sub(r.pictured) > time.Second/10) {
			r.picture = r.paint(r.session)
			r.picture.At = s.Iteration
			r.pictured, r.pictureOf, r.pictureSeq = now, s.Iteration, s.Seq
		}
		seen = r.picture
	}
	s.Ledger, s.Left, s.Exposure, s.Wire, s.At, s.Replayed = seen.Ledger, seen.Left, seen.Exposure, seen.Wire, seen.At, seen.Replayed
}

// paint makes the picture of the lens in use. One that fails is put away.
func (r *Runner) paint(from *sim.Session) (picture State) {
	lens := r.lens
	r.lens = LookNothing
	defer r.rescue("the picture asked for", false)
	picture.Left = -1
	switch lens {
	case LookLedger:
		l := from.Ledger()
		picture.Ledger = &l
		if left, ok := from.Left(); ok {
			picture.Left = left
		}
	case LookExposure:
		picture.Exposure = from.Exposure(exposureBins, exposureTop)
	case LookWire:
		picture.Wire = from.Wire()
	}
	r.lens = lens
	return picture
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
		r.tell(sim.Refused, err.Error())
		return
	}
	r.tell(sim.Answer, words)
}

func (r *Runner) afford() {
	if r.session == nil {
		return
	}
	value, err := r.session.Affordable()
	if err != nil {
		r.tell(sim.Refused, err.Error())
		return
	}
	c := r.session.Config()
	r.tell(sim.Answer, fmt.Sprintf("%s = %.4g reaches t = %d within ε = %g (%s, δ = %g)", c.Spec().NoiseKnob, value, c.Iterations, c.Budget, c.Accountant, c.Set.Delta))
}
