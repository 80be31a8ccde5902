package runner

import (
	"context"
	"fmt"
	"runtime"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
)

// Run runs a session to its limit without a screen and hands every row and its
// notices to show as they come. It ends early with ctx's error, with show's, with
// one that says what failed inside the program, or quietly when the run halts
// (the last notice says why). progress, which may be nil, hears how the data are
// read and prepared.
func Run(ctx context.Context, c config.Config, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) error {
	pool := NewPool(runtime.GOMAXPROCS(0))
	defer pool.Close()
	s, err := setUpUntil(ctx, c, pool.Each, progress)
	if err != nil {
		return err
	}
	sparing()
	return runOut(ctx, s, show)
}

// runOut steps to the limit and hands every row and its notices to show.
func runOut(ctx context.Context, s *sim.Session, show func(sim.Row, []sim.Notice) error) error {
	for s.Ready() {
		if err := ctx.Err(); err != nil {
			return err
		}
		row, notices, err := guardedStep(s)
		if err != nil {
			return err
		}
		if err := show(row, notices); err != nil {
			return err
		}
	}
	return nil
}

// guardedStep is Session.Step with a panic turned into an error, so that the rows before
// it are not lost.
func guardedStep(s *sim.Session) (row sim.Row, notices []sim.Notice, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("iteration %d failed inside the program: %v; the rows so far are kept, please report this with the session text", s.Iteration(), broken)
		}
	}()
	row, notices = s.Step()
	return row, notices, nil
}

// setUpUntil loads and sets up what ctx can end.
func setUpUntil(ctx context.Context, c config.Config, each admm.Each, progress func(sim.Loading)) (*sim.Session, error) {
	d, err := Load(ctx, c.Data, progress)
	if err != nil {
		return nil, err
	}
	return until(ctx, progress, func(report func(sim.Loading)) (*sim.Session, error) {
		return sim.SetUp(c, d, each, sim.Aid{Progress: report})
	})
}

// Reference is the baseline of that name for a run of c, see Session.Reference;
// progress is as in Run, and what ctx ends is left behind.
func Reference(ctx context.Context, c config.Config, name string, progress func(sim.Loading)) ([]baseline.Score, error) {
	c.Realised = false
	d, err := Load(ctx, c.Data, progress)
	if err != nil {
		return nil, err
	}
	return until(ctx, progress, func(report func(sim.Loading)) ([]baseline.Score, error) {
		s, err := sim.SetUp(c, d, admm.Serial, sim.Aid{Progress: report})
		if err != nil {
			return nil, err
		}
		return s.Reference(name)
	})
}

// until does work that takes long until ctx ends; who works is then left behind.
// progress, which may be nil, is called by the caller's own goroutine.
func until[T any](ctx context.Context, progress func(sim.Loading), work func(report func(sim.Loading)) (T, error)) (made T, err error) {
	news, done := make(chan sim.Loading), make(chan struct{})
	report := func(l sim.Loading) {
		select {
		case news <- l:
		case <-ctx.Done():
		}
	}
	var result T
	var failed error
	go func() {
		defer close(done)
		result, failed = work(report)
	}()
	for {
		select {
		case l := <-news:
			if progress != nil {
				progress(l)
			}
		case <-done:
			return result, failed
		case <-ctx.Done():
			return made, ctx.Err()
		}
	}
}
