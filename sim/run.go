package sim

import (
	"context"
	"runtime"
)

// Run runs a session to its limit without a screen and hands every row and its
// notices to show as they come. It ends early with ctx's error, with show's, or
// quietly when the run halts (the last notice says why). progress, which may be
// nil, hears how the data are read.
func Run(ctx context.Context, c Config, progress func(Loading), show func(Row, []Notice) error) error {
	d, err := Load(c.Data, progress)
	if err != nil {
		return err
	}
	pool := NewPool(runtime.GOMAXPROCS(0))
	defer pool.Close()
	s, err := NewSession(c, d, pool.Each)
	if err != nil {
		return err
	}
	for s.Ready() {
		if err := ctx.Err(); err != nil {
			return err
		}
		row, notices := s.Step()
		if err := show(row, notices); err != nil {
			return err
		}
	}
	return nil
}
