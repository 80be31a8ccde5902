package runner

import (
	"fmt"
	"slices"

	"admmlab/sim"
)

// rewound is a session of the past, computed again from the last checkpoint before the
// iteration that is looked at.
type rewound struct {
	session *sim.Session
	until   int
	album   map[int]State // pictures by iteration
}

const (
	// earlierPictures is how many iterations before the one asked for are pictured, too.
	earlierPictures = 15
	// mostPictures bounds the album, some kilobytes a picture.
	mostPictures = 500
)

// late reports whether iteration until is still to be computed again.
func (p *rewound) late() bool {
	if p == nil || p.session.Iteration() >= p.until || !p.session.Ready() {
		return false
	}
	_, pictured := p.album[p.until]
	return !pictured
}

// rewind asks for the pictures of iteration t; it is computed again between the
// iterations of the run, unless they are at hand.
func (r *Runner) rewind(t int) {
	p := r.past
	if p != nil {
		p.until = t
		if _, pictured := p.album[t]; pictured {
			return
		}
	}
	if r.session.Deal().Data == nil {
		r.past = nil
		r.tell(sim.Refused, fmt.Sprintf("going back to t = %d: %s", t, r.session.Halted()))
		return
	}
	if p == nil {
		var err error
		if p, err = r.beginning(); err != nil {
			r.tell(sim.Refused, fmt.Sprintf("going back to t = %d: %v", t, err))
			return
		}
		p.until, r.past = t, p
	}
	if len(p.album) > mostPictures {
		clear(p.album)
	}
	events := r.session.Replay().Events
	from := r.trail.list[r.trail.before(t)]
	if p.session.Iteration() >= t || p.session.Iteration() < from.Iteration() || p.session.Halted() != "" {
		p.session.Resume(from, events)
	} else {
		p.session.Follow(events)
	}
}

// repaint makes the pictures of the past anew behind a change: what is left of a budget counts
// with what is due next.
func (r *Runner) repaint() {
	if r.past != nil {
		clear(r.past.album)
		r.rewind(r.past.until)
	}
}

// beginning is a session to be looked at, before its first iteration.
func (r *Runner) beginning() (*rewound, error) {
	c := r.session.Replay()
	tap, realised := needs(r.view.wanted)
	c.Realised = c.Realised && realised // it takes half the time, and changes no row
	s, err := sim.SetUp(c, r.session.Deal(), r.each, sim.Aid{Old: r.session})
	if err != nil {
		return nil, err
	}
	s.Tap(tap)
	return &rewound{session: s, album: map[int]State{}}, nil
}

// recall computes one iteration of the past, which is given up where that fails.
func (r *Runner) recall() {
	p := r.past
	if _, _, err := guardedStep(p.session); err != nil {
		r.past = nil
		r.tell(sim.Failed, fmt.Sprintf("going back to t = %d: %v", p.until, err))
		return
	}
	if t := p.session.Iteration(); t >= p.until-earlierPictures {
		p.album[t] = r.paint(p.session)
	}
	r.outbox.news = true
}

// recalled is what there is to see of the iteration under way back to.
func (r *Runner) recalled() State {
	s, pictured := r.past.album[r.past.until]
	if !pictured {
		return State{Replayed: r.past.session.Iteration()}
	}
	s.At = r.past.until
	return s
}

// trail are the checkpoints of a run, from before its first iteration on, evenly spread:
// when there are too many, every second one goes.
type trail struct {
	every int // iterations between two
	list  []*sim.Checkpoint
}

const (
	firstEvery      = 16
	mostCheckpoints = 64
	mostTrail       = 32 << 20 // bytes, of all labs together
	leastTrail      = 2 << 20  // of one
)

// trailRoom is how many bytes of checkpoints one lab may keep.
func (h *Host) trailRoom() int { return max(leastTrail, mostTrail/int(max(1, h.labs.Load()))) }

// begin is the trail of s, before its first iteration. A fork of the run that k is of
// goes on where that stood before its iteration t; else t is 0.
func (k trail) begin(s *sim.Session, t int) trail {
	if t == 0 || len(k.list) == 0 {
		return trail{firstEvery, []*sim.Checkpoint{s.Save()}}
	}
	i := k.before(t)
	s.Resume(k.list[i], s.Replay().Events)
	return trail{k.every, slices.Clone(k.list[:i+1])}
}

// mark saves s if it is due and there is room, in bytes; not one checkpoint is kept of
// sessions that are too large.
func (k *trail) mark(s *sim.Session, room int) {
	if s.Halted() != "" {
		return
	}
	for s.Iteration()%k.every == 0 {
		if n := len(k.list) + 1; n <= mostCheckpoints && n*s.Saved() <= room {
			k.list = append(k.list, s.Save())
			return
		}
		k.every *= 2
		k.list = slices.DeleteFunc(k.list, func(c *sim.Checkpoint) bool { return c.Iteration()%k.every != 0 })
	}
}

// before is the place of the last checkpoint before iteration t, which is at least 1.
func (k *trail) before(t int) int {
	i := len(k.list) - 1
	for k.list[i].Iteration() >= t {
		i--
	}
	return i
}
