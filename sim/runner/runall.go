package runner

import (
	"context"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// mostTables is what the wide tables of runs at once may take, in bytes; not a constant
// so that tests need no table as wide.
var mostTables int64 = deal.MostTables

// Watcher hears of many runs. Its functions, each of which may be nil, are never
// called two at a time; the rows of one run come in order.
type Watcher struct {
	Loading func(sim.Loading)
	Begun   func(i int, origin string)                   // run i begins, on data of that origin
	Row     func(i int, r sim.Row, notices []sim.Notice) // run i made an iteration
	News    func(i int, notices []sim.Notice)            // run i makes not even one: why
	Made    func(i int, replay config.Config)            // run i ended well: what runs it again, without changes that it refused
	Done    func(i int, err error)                       // run i ended; one that left the finite range ended well, its last notice says so
}

// RunAll runs many sessions to their limits, workers at a time, each on one core:
// the rows are those of Run. A data set is read once for runs in a row that share
// it. Runs that ctx cuts short are done with its error, runs never begun are not
// done at all; then RunAll returns that error. A mistake in what hears of them ends them all, and
// panics here.
func (h *Host) RunAll(ctx context.Context, configs []config.Config, workers int, w Watcher) error {
	defer h.enter()()
	crew := newCrew(max(1, min(workers, len(configs))))
	defer crew.dismiss()
	loading := func(l sim.Loading) {
		crew.tell(func() {
			if w.Loading != nil {
				w.Loading(l)
			}
		})
	}
	done := func(i int, err error) {
		crew.tell(func() {
			if w.Done != nil {
				w.Done(i, err)
			}
		})
	}
	var set *data.Dataset
	var err error
	for i, c := range configs {
		if i == 0 || c.Data != configs[i-1].Data {
			set, err = h.Load(ctx, c.Data, loading)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			done(i, err)
			continue
		}
		on := set
		show := func(r sim.Row, notices []sim.Notice) error {
			return crew.tell(func() {
				switch {
				case r.Iteration == 0 && w.News != nil:
					w.News(i, notices)
				case r.Iteration > 0 && w.Row != nil:
					w.Row(i, r, notices)
				}
			})
		}
		made := func(s *sim.Session) {
			if w.Made == nil {
				return
			}
			replay := s.Replay() // takes a while where there are many events
			crew.tell(func() { w.Made(i, replay) })
		}
		wide := int64(min(deal.Tables(c, on)+deal.Dealt(on), float64(mostTables)))
		if err := h.room.Acquire(ctx, wide); err != nil { // wide runs wait for each other
			return ctx.Err()
		}
		if wide > largeHeap {
			release() // what the runs before have left
		}
		if !crew.hand(ctx, func() {
			defer h.room.Release(wide)
			crew.tell(func() {
				if w.Begun != nil {
					w.Begun(i, on.Origin)
				}
			})
			done(i, h.runOn(ctx, c, on, show, made))
		}) {
			h.room.Release(wide)
			return ctx.Err()
		}
	}
	return nil
}

// runOn runs c on the calling goroutine alone and tells of it where it was not cut short.
func (h *Host) runOn(ctx context.Context, c config.Config, set *data.Dataset, show func(sim.Row, []sim.Notice) error, made func(*sim.Session)) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = broke(broken, c.Method, "please report this with the session text")
		}
	}()
	dealt, err := h.deal(ctx, c, set, nil)
	if err != nil {
		return err
	}
	s, err := sim.SetUp(c, dealt, until(ctx, models.Serial), sim.Aid{})
	if err != nil {
		return err
	}
	if err = h.pool.Lane().runOut(ctx, s, show); err == nil {
		made(s)
	}
	return err
}
