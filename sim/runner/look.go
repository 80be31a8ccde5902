package runner

import (
	"time"

	"admmlab/sim"
)

// Picture is something to be seen of a session that costs too much to make for nobody:
// whoever wants it asks for it with Look. Values of its type can be compared with ==.
type Picture interface {
	// Needs says what must be recorded for it: what a node or a party sends, counted from
	// 0 and -1 for none, and the realised losses.
	Needs() (tap int, realised bool)
	// Paint makes it, on the goroutine of the runner: it reads the session and keeps
	// nothing of it that changes.
	Paint(*sim.Session) any
}

// needs is what a picture needs, nil being none.
func needs(p Picture) (tap int, realised bool) {
	if p == nil {
		return -1, false
	}
	return p.Needs()
}

// view is the picture that is looked at.
type view struct {
	wanted    Picture   // nil for none
	last      State     // the last made
	at        time.Time // when
	iteration int       // of it
	seq       int       // and command it was made after
}

// look sets which picture goes with the states.
func (r *Runner) look(c Command) {
	if c.Look != r.view.wanted {
		r.past = nil // it was replayed without this tap
	}
	r.view.wanted, r.view.at = c.Look, time.Time{}
	if r.session == nil {
		return
	}
	if c.At > 0 && c.Look != nil {
		r.rewind(c.At)
	} else {
		r.past = nil
	}
	tap, _ := needs(c.Look)
	r.session.Tap(tap)
}

// pictures makes what Look asked for, of a run that goes on at most ten times a second.
func (r *Runner) pictures(s *State) {
	var seen State
	if r.past != nil {
		seen = r.recalled()
	} else {
		now := time.Now()
		fresh := r.view.iteration == s.Iteration && s.Seq == r.view.seq
		if !fresh && (!r.pace.running || now.Sub(r.view.at) > time.Second/10) {
			r.view.last = r.paint(r.session)
			r.view.last.At = s.Iteration
			r.view.at, r.view.iteration, r.view.seq = now, s.Iteration, s.Seq
		}
		seen = r.view.last
	}
	s.Picture, s.At, s.Replayed = seen.Picture, seen.At, seen.Replayed
}

// paint makes the picture that is wanted. One that fails is put away.
func (r *Runner) paint(from *sim.Session) (made State) {
	wanted := r.view.wanted
	if wanted == nil {
		return State{}
	}
	r.view.wanted = nil
	defer r.rescue("the picture asked for", false)
	made.Picture = wanted.Paint(from)
	r.view.wanted = wanted
	return made
}

func (r *Runner) attack(name string) {
	words, err := r.session.Attack(name)
	if err != nil {
		r.tell(sim.Refused, err.Error())
		return
	}
	r.tell(sim.Answer, words)
}
