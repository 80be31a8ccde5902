package runner

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/deal"
)

// begin reads the data if they are not at hand and starts a session. If anything is
// wrong the old session stays as it was, or, once it has made room, ends.
func (r *Runner) begin(c Command) {
	ready, err := r.prepare(c)
	r.refused = ""
	switch {
	case errors.Is(err, context.Canceled):
		return // as the runner ends, or another start is on its way
	case err != nil:
		r.refused = err.Error()
		r.tell(sim.Refused, r.refused)
		return
	}
	session := ready.session
	r.trail = r.trail.begin(session, c.Until)
	r.set, r.outdated, r.session = ready.set, ready.outdated, session
	release()
	r.outbox.generation++
	r.outbox.began = c.Seq
	r.held, r.pace.once = nil, false // they were of the run before
	r.outbox.pending = Batch{Generation: r.outbox.generation, Taken: session.Iteration(), Stood: session.Newest()}
	r.look(Command{Look: r.view.wanted})
	r.again(c.Until)
	r.until = c.Until
	r.run(r.reading.runs(c))
	r.note(session.News())
	if ready.doubt != "" {
		r.tell(sim.Doubted, "its noise "+ready.doubt)
	}
}

// prepared is a session with its data, and what there is to be said of these, see load, and of
// noise that was matched, see sim.Matched; "" for nothing.
type prepared struct {
	session         *sim.Session
	set             *data.Dataset
	outdated, doubt string
}

// prepare makes the session of a start.
func (r *Runner) prepare(asked Command) (p prepared, err error) {
	c := asked.Config
	defer func() {
		if broken := recover(); broken != nil {
			err = broke(broken, fmt.Sprintf("setting up %s", c.Method), "please report this with the session text")
		}
	}()
	if p.set, p.outdated, err = r.load(asked.Seq, c.Data); err != nil {
		return p, err
	}
	if asked.Match {
		if c, p.doubt, err = sim.Matched(c, c, p.set, until(r.ctx, models.Serial)); err != nil {
			return p, err
		}
	}
	if err := deal.Watchable(c, p.set.Len()); err != nil { // before anything makes room
		return p, err
	}
	dealt, err := r.host.deal(r.ctx, c, p.set, r.makeRoom)
	if err != nil {
		return p, err
	}
	if err := dealt.Takes(c); err != nil { // it may have been dealt for one that needs less
		return p, err
	}
	if c.Spec().Vertical && r.session != nil && r.session.Deal() != dealt {
		r.makeRoom() // somebody else has dealt it, and wide tables are to be made
	}
	p.session, err = sim.SetUp(c, dealt, r.each, sim.Aid{Old: r.session, Progress: r.loading})
	return p, err
}

// load is the data of the start of that number. Those of the run before are as they were read. With
// others in between a file that has changed is read anew, unless somebody still works on what was read:
// then all do, and outdated says so. What was refused while the start waited for it is not read again:
// a pipe would be waited for once more.
func (r *Runner) load(start int, key string) (set *data.Dataset, outdated string, err error) {
	if err := r.reading.failure(start, key); err != nil {
		return nil, "", err
	}
	while, done := r.reading.begin(r.ctx, key)
	defer done()
	asks := false
	if r.set != nil && r.set.Key != r.host.FullPaths(key) && Files(key) != nil && r.host.Held(key) != nil {
		runtime.GC() // what nobody works on is at hand no longer
		asks = r.host.Held(key) != nil
	}
	switch set, err = r.host.Load(while, key, r.loading); {
	case err != nil && while.Err() == nil:
		return nil, "", r.reading.fail(start, err)
	case err != nil || !asks:
		return set, "", err
	}
	now, err := Origin(while, key)
	switch {
	case while.Err() != nil:
		return nil, "", while.Err()
	case err == nil && now != "" && now != set.Origin: // where it cannot be told nothing is
		outdated = key + " has changed since it was read: this run is of the data of then, on which a sweep, a tune or the like in the background still works"
	}
	return set, outdated, nil
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
