package sim

import "fmt"

// rewound is a session of the past, replayed to be looked at.
type rewound struct {
	session *Session
	until   int
	changes int // of the run when the replay began
}

// late tells whether iteration until is still to be replayed.
func (p *rewound) late() bool { return p != nil && p.session.t < p.until && p.session.Ready() }

// rewind asks for the session as it was after iteration t; it is replayed between
// the iterations of the run. From a past that is at hand going on is shorter.
func (r *Runner) rewind(t int) {
	if p := r.past; p != nil && p.changes == len(r.session.changes) && p.session.t <= t {
		p.until = t
		return
	}
	s, err := NewSession(r.session.Replay(), r.data, r.pool.Each)
	if err != nil {
		r.tell(Refused, fmt.Sprintf("going back to t = %d: %v", t, err))
		return
	}
	if r.lens == LookWire {
		s.Tap(r.node)
	}
	r.past = &rewound{s, t, len(r.session.changes)}
}

// recall replays one iteration of the past.
func (r *Runner) recall() {
	if _, _, err := r.past.session.guardedStep(); err != nil {
		r.past.session.halted = err.Error()
	}
	r.news = true
}

// sight is the session that pictures are made of, nil while it is being replayed.
func (r *Runner) sight() *Session {
	switch {
	case r.past == nil:
		return r.session
	case r.past.late():
		return nil
	}
	return r.past.session
}
