package runner

import (
	"fmt"
	"slices"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// MaxCompanions is how many runs can go beside the one at the keys.
const MaxCompanions = 3

// Companion is a run beside the one at the keys: the same data, split, seed and
// repeat, and an iteration whenever that makes one. Only the events of its own
// config change it.
type Companion struct {
	ID        int           // given by the command that brought it
	Config    config.Config // in force
	Asked     config.Config // as it was put beside, calibrated if that was asked for
	Replay    config.Config // runs it all again
	Iteration int
	Taken     int     // with the first report after a fork, as in Batch
	Stood     sim.Row // as in Batch
	Halted    string
	Met, Wall string // as in State
	Lapsed    int    // iteration from which nothing is promised, 0 = none
	Rows      []sim.Row
	Notices   []sim.Notice // what happened beside them
}

// companion is a Companion at the runner.
type companion struct {
	id      int
	asked   config.Config // as it was put beside
	session *sim.Session
	trail   trail
	taken   int       // and not reported yet
	stood   sim.Row   // of that iteration
	rows    []sim.Row // not sent yet
	notices []sim.Notice
}

// accompany makes wanted the runs that go beside: those whose ID is running already
// stay as they are, others begin and catch up, the rest go. With match, those that
// begin are calibrated to the budget of the run, by its accountant and at its delta.
func (r *Runner) accompany(wanted []Companion, match bool) {
	var list []*companion
	for _, w := range wanted[:min(len(wanted), MaxCompanions)] {
		if i := slices.IndexFunc(r.companions, func(c *companion) bool { return c.id == w.ID }); i >= 0 {
			list = append(list, r.companions[i])
			continue
		}
		asked := w.Config
		if match {
			fit, doubt, err := sim.Matched(asked, r.session.Start(), r.set, until(r.ctx, models.Serial))
			if err != nil {
				r.tell(sim.Refused, fmt.Sprintf("%s cannot run beside: %v", asked.Spec().Name, err))
				continue
			}
			if asked = fit; doubt != "" {
				r.tell(sim.Doubted, fmt.Sprintf("%s beside: its noise %s", asked.Spec().Name, doubt))
			}
		}
		if c := r.join(list, w.ID, asked, trail{}, 0); c != nil {
			list = append(list, c)
		}
	}
	r.companions = list
}

// join begins a run beside main and others, or a fork of the one that left before, see
// trail.begin; nil, and told, if it cannot be.
func (r *Runner) join(others []*companion, id int, asked config.Config, before trail, t int) *companion {
	c := asked.AsCompanionOf(r.session.Replay())
	err := r.fits(others, c)
	var dealt *deal.Deal
	if err == nil {
		dealt, err = r.host.deal(r.ctx, c, r.set, nil)
	}
	var s *sim.Session
	if err == nil {
		s, err = sim.SetUp(c, dealt, r.each, sim.Aid{Old: r.session})
	}
	if err != nil {
		r.tell(sim.Refused, fmt.Sprintf("%s cannot run beside: %v", asked.Spec().Name, err))
		return nil
	}
	before = before.begin(s, t)
	news := s.News()
	for _, n := range news {
		if n.Kind == sim.Wall {
			r.tell(sim.Refused, fmt.Sprintf("%s beside: %s", asked.Spec().Name, n.Text))
		}
	}
	return &companion{id: id, asked: asked, session: s, trail: before, taken: s.Iteration(), stood: s.Newest(), notices: news}
}

// fits is why the wide tables of c have no room beside those of main and of others, nil
// if they have.
func (r *Runner) fits(others []*companion, c config.Config) error {
	need := deal.Tables(c, r.set) + deal.Tables(r.session.Config(), r.set)
	for _, o := range others {
		need += deal.Tables(o.session.Config(), r.set)
	}
	if need > float64(mostTables) {
		return fmt.Errorf("the data, %d records of %d columns, need about %.3g GiB for all runs side by side, expected at most %.3g; take fewer columns, nodes, parties or runs", r.set.Len(), r.set.Rows.Dim, need/(1<<30), float64(mostTables)/(1<<30))
	}
	return nil
}

// again begins all companions anew beside a session that begins, or beside a fork that
// goes on before iteration t; else t is 0.
func (r *Runner) again(t int) {
	old := r.companions
	r.companions = nil
	for _, c := range old {
		before, from := c.trail, t
		if c.asked.AsCompanionOf(r.session.Replay()).Iterations != c.session.Start().Iterations {
			before, from = trail{}, 0 // with the limit of now from the start
		}
		if next := r.join(r.companions, c.id, c.asked, before, from); next != nil {
			next.rows = slices.DeleteFunc(c.rows, func(row sim.Row) bool { return row.Iteration > next.taken })
			told := slices.DeleteFunc(c.notices, func(n sim.Notice) bool { return n.Iteration > next.taken })
			if next.taken > 0 { // else it tells all of its own, of the data too
				next.notices = append(told, next.notices...)
			}
			r.companions = append(r.companions, next)
		}
	}
}

// behind reports whether a companion can still catch up with the run.
func (r *Runner) behind() bool {
	return slices.ContainsFunc(r.companions, func(c *companion) bool { return c.canFollow(r.session) })
}

func (c *companion) canFollow(main *sim.Session) bool {
	return c.session.Iteration() < main.Iteration() && len(c.rows) < full && c.session.Ready()
}

// follow lets every companion that is behind make one iteration. One that fails
// halts; the others go on.
func (r *Runner) follow() {
	for _, c := range r.companions {
		if !c.canFollow(r.session) {
			continue
		}
		row, notices, err := guardedStep(c.session)
		if err != nil {
			c.session.Halt(err.Error())
			r.tell(sim.Failed, fmt.Sprintf("%s beside: %v", c.asked.Spec().Name, err))
			continue
		}
		c.trail.mark(c.session, r.host.trailRoom())
		c.rows, c.notices = append(c.rows, row), append(c.notices, notices...)
		r.outbox.news = true
	}
}

// reports are the companions as they stand, with the rows that are not sent yet.
func (r *Runner) reports() []Companion {
	var list []Companion
	for _, c := range r.companions {
		s := c.session
		k := Companion{ID: c.id, Config: s.Config(), Asked: c.asked, Replay: s.Replay(), Iteration: s.Iteration(), Taken: c.taken, Stood: c.stood, Halted: s.Halted(), Met: s.Met(), Wall: s.Wall(), Rows: c.rows, Notices: c.notices}
		k.Lapsed, _ = s.Lapsed()
		list = append(list, k)
	}
	return list
}

// reported says that the rows of the last reports are sent.
func (r *Runner) reported() {
	for _, c := range r.companions {
		c.rows, c.notices, c.taken = nil, nil, 0
	}
}
