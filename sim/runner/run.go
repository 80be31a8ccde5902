package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/level"
)

// Run runs a session to its limit without a screen and hands every row and its
// notices to show as they come. It ends early with ctx's error, with show's, with
// one that says what failed inside the program, a mistake of the method among it, or quietly
// when the run leaves the finite range (the last notice says why). A run that makes not even one iteration shows sim.NoRow
// with the notices that say why. progress, which may be nil, hears how the data are
// read and prepared.
func (h *Host) Run(ctx context.Context, c config.Config, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) error {
	return h.runThen(ctx, c, "", progress, show, func(*sim.Session) error { return nil })
}

// Attack is Run with one of sim.Attacks at the end; it returns in words what came out.
func (h *Host) Attack(ctx context.Context, c config.Config, name string, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) (words string, err error) {
	err = h.runThen(ctx, c, "", progress, show, func(s *sim.Session) (err error) {
		words, err = s.Attack(name)
		return err
	})
	return words, err
}

// Model is Run with the model at the end, nil of a run that makes no iteration. With at
// above 0 the run is cut there. origin is that of the data of the run that it makes again, ""
// for none: others are an error. show may be nil.
func (h *Host) Model(ctx context.Context, c config.Config, at int, origin string, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) (m *sim.Model, err error) {
	until := func(r sim.Row, notices []sim.Notice) error {
		if show != nil {
			if err := show(r, notices); err != nil {
				return err
			}
		}
		if at > 0 && r.Iteration == at {
			return errEnough
		}
		return nil
	}
	err = h.runThen(ctx, c, origin, progress, until, func(s *sim.Session) error {
		m = s.Model()
		return nil
	})
	return m, err
}

// errEnough cuts a run.
var errEnough = errors.New("the run is cut here")

// runThen is Run with something to do with the session at the end; origin is as in Model.
func (h *Host) runThen(ctx context.Context, c config.Config, origin string, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error, end func(*sim.Session) error) (err error) {
	defer h.enter()()
	defer unlessStopped(ctx, &err)
	lane := h.pool.Lane()
	s, err := h.setUp(ctx, c, origin, lane.Each, progress)
	if err != nil {
		return err
	}
	if err := lane.runOut(ctx, s, show); err != nil && err != errEnough {
		return err
	}
	return end(s)
}

// Excess is how much worse than a reference of that norm, 0 for the pooled optimum, a run
// of c learns in at iterations, or in so many as it makes, see sim.Excess. progress and show
// are as in Run.
func (h *Host) Excess(ctx context.Context, c config.Config, at int, norm float64, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) (e *sim.Excess, err error) {
	defer h.enter()()
	defer unlessStopped(ctx, &err)
	lane := h.pool.Lane()
	s, err := h.setUp(ctx, c.WithoutLosses(), "", lane.Each, progress)
	if err != nil {
		return nil, err
	}
	err = lane.runOut(ctx, s, func(r sim.Row, notices []sim.Notice) error {
		if r.Iteration < at {
			return show(r, notices)
		}
		if words := s.Unheld(); words != "" && !s.Finished() {
			notices = append(notices, sim.Notice{Iteration: at, Kind: sim.Unheld, Text: words})
		}
		return cmp.Or(show(r, notices), errEnough)
	})
	if err != nil && err != errEnough {
		return nil, err
	}
	if err := s.HaltedBy(); err != nil {
		return nil, fmt.Errorf("the run cannot be measured: %w", err)
	}
	turn := lane.Begin(ctx)
	defer func() {
		if turn {
			lane.End()
		}
	}()
	if !turn {
		return nil, ctx.Err()
	}
	return s.Excess(norm, func() {
		lane.End()
		if turn = lane.Begin(ctx); !turn {
			panic(stopped{})
		}
	})
}

// runOut steps to the limit and hands every row and its notices to show, see Host.Run.
func (l *Lane) runOut(ctx context.Context, s *sim.Session, show func(sim.Row, []sim.Notice) error) (err error) {
	defer unlessStopped(ctx, &err)
	for s.Ready() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !l.Begin(ctx) {
			return ctx.Err()
		}
		row, notices, err := guardedStep(s)
		l.End()
		if err != nil {
			return err
		}
		told := slices.DeleteFunc(notices, func(n sim.Notice) bool { return n.Kind == sim.Failed }) // which is the error
		if err := show(row, told); err != nil {
			return err
		}
	}
	if err := s.HaltedBy(); err != nil {
		if _, left := errors.AsType[sim.Halted](err); !left {
			return err
		}
	}
	if news := s.News(); len(news) > 0 {
		return show(sim.NoRow(), news)
	}
	return nil
}

// guardedStep is Session.Step with a panic turned into an error, so that the rows before
// it are not lost.
func guardedStep(s *sim.Session) (row sim.Row, notices []sim.Notice, err error) {
	defer func() {
		switch broken := recover(); broken {
		case nil:
		case stopped{}:
			panic(broken) // it has not failed: nobody waits for it any more
		default:
			err = broke(broken, fmt.Sprintf("iteration %d", s.Iteration()), "the rows so far are kept, please report this with the session text")
		}
	}()
	row, notices = s.Step()
	return row, notices, nil
}

// Reference is the baseline of that name for a run of c, see level.Reference; progress is
// as in Run.
func (h *Host) Reference(ctx context.Context, c config.Config, name string, progress func(sim.Loading)) (list []baseline.Score, err error) {
	defer h.enter()()
	defer unlessStopped(ctx, &err)
	set, err := h.Load(ctx, c.Data, progress)
	if err != nil {
		return nil, err
	}
	dealt, err := h.deal(ctx, c, set, nil)
	if err != nil {
		return nil, err
	}
	return level.Reference(name, c, dealt, until(ctx, models.Serial))
}
