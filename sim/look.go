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
	r.lens, r.node, r.pictured = c.Look, c.Node, time.Time{}
	if r.session == nil {
		return
	}
	if c.Look == LookWire {
		r.session.Tap(c.Node)
	} else {
		r.session.Tap(-1)
	}
}

// pictures makes what Look asked for, at most ten times a second while running.
func (r *Runner) pictures(s *State) {
	now := time.Now()
	fresh := r.pictureOf == s.Iteration && s.Seq == r.picture.Seq
	if !fresh && (!r.running || now.Sub(r.pictured) > time.Second/10) {
		r.paint(s.Seq)
		r.pictured, r.pictureOf = now, s.Iteration
	}
	s.Ledger, s.Left, s.Exposure, s.Wire = r.picture.Ledger, r.picture.Left, r.picture.Exposure, r.picture.Wire
}

// paint makes the picture of the lens in use. One that fails is put away.
func (r *Runner) paint(seq int) {
	lens := r.lens
	r.lens = LookNothing
	defer r.rescue("the picture asked for", false)
	r.picture = State{Seq: seq, Left: -1}
	switch lens {
	case LookLedger:
		l := r.session.Ledger()
		r.picture.Ledger = &l
		if left, ok := r.session.Left(); ok {
			r.picture.Left = left
		}
	case LookExposure:
		r.picture.Exposure = r.session.Exposure(exposureBins, exposureTop)
	case LookWire:
		r.picture.Wire = r.session.Wire()
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
	key := "alpha"
	if c.Spec().Vertical {
		key = "epsilon"
	}
	r.tell(Answer, fmt.Sprintf("%s = %.4g reaches t = %d within ε = %g (%s, δ = %g)", key, value, c.Iterations, c.Budget, c.Accountant, c.Set.Delta))
}
