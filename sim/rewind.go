package sim

import "fmt"

// rewound is a session of the past, replayed to be looked at. A session cannot be
// copied, so that what is before it needs a replay from the start; therefore pictures
// of the iterations just before the one asked for are taken on the way.
type rewound struct {
	session *Session
	until   int
	changes int           // of the run when the replay began
	album   map[int]State // pictures by iteration
}

const (
	// earlierPictures is how many iterations before the one asked for are pictured, too.
	earlierPictures = 15
	// mostPictures bounds the album, some kilobytes a picture.
	mostPictures = 500
)

// late tells whether iteration until is still to be replayed.
func (p *rewound) late() bool {
	if p == nil || p.session.t >= p.until || !p.session.Ready() {
		return false
	}
	_, pictured := p.album[p.until]
	return !pictured
}

// rewind asks for the pictures of iteration t; it is replayed between the iterations
// of the run, unless they are at hand. Going on is shorter than going back.
func (r *Runner) rewind(t int) {
	var album map[int]State
	if p := r.past; p != nil && p.changes == len(r.session.changes) {
		if _, pictured := p.album[t]; pictured || p.session.t < t {
			p.until = t
			return
		}
		album = p.album
	}
	if album == nil || len(album) > mostPictures {
		album = map[int]State{}
	}
	c := r.session.Replay()
	c.Realised = c.Realised && r.lens == LookExposure // it takes half the time, and changes no row
	s, err := NewSession(c, r.data, r.pool.Each)
	if err != nil {
		r.tell(Refused, fmt.Sprintf("going back to t = %d: %v", t, err))
		return
	}
	if r.lens == LookWire {
		s.Tap(r.node)
	}
	r.past = &rewound{s, t, len(r.session.changes), album}
}

// recall replays one iteration of the past.
func (r *Runner) recall() {
	p := r.past
	if _, _, err := p.session.guardedStep(); err != nil {
		p.session.halted = err.Error()
	}
	if p.session.t >= p.until-earlierPictures {
		p.album[p.session.t] = r.paint(p.session)
	}
	r.news = true
}

// recalled is what there is to see of the iteration under way back to.
func (r *Runner) recalled() State {
	s, pictured := r.past.album[r.past.until]
	if !pictured {
		return State{Left: -1, Replayed: r.past.session.t}
	}
	s.At = r.past.until
	return s
}
