package sim

import (
	"context"
	"fmt"
	"runtime"

	"admmlab/sim/admm"
)

// Run runs a session to its limit without a screen and hands every row and its
// notices to show as they come. It ends early with ctx's error, with show's, with
// one that says what failed inside the program, or quietly when the run halts
// (the last notice says why). progress, which may be nil, hears how the data are
// read and prepared.
func Run(ctx context.Context, c Config, progress func(Loading), show func(Row, []Notice) error) error {
	pool := NewPool(runtime.GOMAXPROCS(0))
	defer pool.Close()
	s, err := setUpUntil(ctx, c, pool.Each, progress)
	if err != nil {
		return err
	}
	for s.Ready() {
		if err := ctx.Err(); err != nil {
			return err
		}
		row, notices, err := s.guardedStep()
		if err != nil {
			return err
		}
		if err := show(row, notices); err != nil {
			return err
		}
	}
	return nil
}

// guardedStep is Step with a panic turned into an error, so that the rows before
// it are not lost.
func (s *Session) guardedStep() (row Row, notices []Notice, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("iteration %d failed inside the program: %v; the rows so far are kept, please report this with the session text", s.t, broken)
		}
	}()
	row, notices = s.Step()
	return row, notices, nil
}

// setUpUntil loads and sets up what ctx can end, even where reading waits for
// somebody, as on a named pipe; who loads is then left behind.
func setUpUntil(ctx context.Context, c Config, each admm.Each, progress func(Loading)) (*Session, error) {
	type result struct {
		session *Session
		err     error
	}
	news, done := make(chan Loading), make(chan result, 1)
	report := func(l Loading) {
		select {
		case news <- l:
		case <-ctx.Done():
		}
	}
	go func() {
		var r result
		if d, err := Load(c.Data, report); err != nil {
			r.err = err
		} else {
			r.session, r.err = setUp(c, d, each, nil, report)
		}
		done <- r
	}()
	for {
		select {
		case l := <-news:
			if progress != nil {
				progress(l)
			}
		case r := <-done:
			return r.session, r.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
