package runner

import (
	"context"
	"fmt"

	"admmlab/models"
)

// stopped is what an Each panics with once nobody waits for its pieces.
type stopped struct{}

// until is each while ctx goes on, which is asked before every piece: one takes milliseconds,
// thousands of them one after the other on one core seconds, an iteration may take minutes. Whoever computes with it recovers what it panics with.
func until(ctx context.Context, each models.Each) models.Each {
	ended := func() {
		if ctx.Err() != nil {
			panic(stopped{})
		}
	}
	return func(n int, do func(i int)) {
		ended()
		if n == 1 { // its own pieces ask
			each(n, do)
			return
		}
		each(n, func(i int) {
			ended()
			do(i)
		})
	}
}

// unlessStopped is deferred: what ended because nobody waits for it any more returns ctx's
// error.
func unlessStopped(ctx context.Context, err *error) {
	switch broken := recover(); broken {
	case nil:
	case stopped{}:
		*err = ctx.Err()
	default:
		panic(broken)
	}
}

// broke is the error of work that panicked: context.Canceled where nobody waits for it any
// more, else that doing failed, and then what is to be done.
func broke(broken any, doing, then string) error {
	if broken == (stopped{}) {
		return context.Canceled
	}
	return fmt.Errorf("%s failed inside the program: %v; %s", doing, broken, then)
}
