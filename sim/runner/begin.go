package runner

import (
	"context"
	"errors"
	"fmt"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/deal"
)

// begin reads the data if they are not at hand and starts a session. If anything is
// wrong the old session stays as it was, or, once it has made room, ends.
func (r *Runner) begin(c Command) {
	session, set, err := r.prepare(c)
	r.refused = ""
	switch {
	case errors.Is(err, context.Canceled):
		return // as the runner ends, or another start is on its way
	case err != nil:
		r.refused = err.Error()
		r.tell(sim.Refused, r.refused)
		return
	}
	r.trail = r.trail.begin(session, c.Until)
	r.set, r.session = set, session
	release()
	r.outbox.generation++
	r.outbox.began = c.Seq
	r.held, r.pace.once = nil, false // they were of the run before
	r.outbox.pending = Batch{Generation: r.outbox.generation, Taken: session.Iteration()}
	r.look(Command{Look: r.view.wanted})
	r.again(c.Until)
	r.until = c.Until
	r.run(r.reading.runs(c))
	r.note(session.News())
}

func (r *Runner) prepare(asked Command) (session *sim.Session, set *data.Dataset, err error) {
	c := asked.Config
	defer func() {
		if broken := recover(); broken != nil {
			err = broke(broken, fmt.Sprintf("setting up %s", c.Method), "please report this with the session text")
		}
	}()
	while, done := r.reading.begin(r.ctx, c.Data)
	set, err = r.host.Load(while, c.Data, r.loading)
	done()
	if err != nil {
		return nil, nil, err
	}
	if asked.Match {
		if c, err = sim.Matched(c, c, set, until(r.ctx, models.Serial)); err != nil {
			return nil, nil, err
		}
	}
	if err := deal.Watchable(c, set.Len()); err != nil { // before anything makes room
		return nil, nil, err
	}
	dealt, err := r.host.deal(r.ctx, c, set, r.makeRoom)
	if err != nil {
		return nil, nil, err
	}
	if c.Spec().Vertical && r.session != nil && r.session.Deal() != dealt {
		r.makeRoom() // somebody else has dealt it, and wide tables are to be made
	}
	session, err = sim.SetUp(c, dealt, r.each, sim.Aid{Old: r.session, Progress: r.loading})
	return session, set, err
}

// makeRoom gives up all sessions: two sets of wide tables would not fit into memory.
func (r *Runner) makeRoom() {
	sessions := []*sim.Session{r.session}
	for _, c := range r.companions {
		sessions = append(sessions, c.session)
	}
	if r.past != nil {
		sessions = append(sessions, r.past.session)
	}
	for _, s := range sessions {
		if s != nil {
			s.Release("the next run could not be set up, and this one had made room for it: press r")
		}
	}
	release()
}

// loading reports progress if somebody is waiting for news; it never blocks.
func (r *Runner) loading(l sim.Loading) {
	state := r.state()
	state.Loading = &l
	select {
	case r.batches <- Batch{Generation: r.outbox.heard, State: state}: // another's first batch tells what it takes over
	default:
	}
}
