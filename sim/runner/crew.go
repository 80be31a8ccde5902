package runner

import (
	"context"
	"sync"
)

// crew is workers who tell of what they do, one at a time. Where one panics nothing more is told or
// begun, and dismiss raises that again.
type crew struct {
	begin   chan func()
	working sync.WaitGroup

	telling sync.Mutex
	broken  any // the first panic of a worker
}

func newCrew(workers int) *crew {
	c := &crew{begin: make(chan func())}
	for range workers {
		c.working.Go(func() {
			for work := range c.begin {
				c.try(work)
			}
		})
	}
	return c
}

// try keeps the panic of one piece of work for who dismisses the crew.
func (c *crew) try(work func()) {
	defer func() {
		if broken := recover(); broken != nil {
			c.telling.Lock()
			defer c.telling.Unlock()
			if c.broken == nil {
				c.broken = broken
			}
		}
	}()
	work()
}

// hand waits for a worker who is free to do work; false where none is to any more.
func (c *crew) hand(ctx context.Context, work func()) bool {
	if c.tell(func() {}) != nil {
		return false
	}
	select {
	case c.begin <- work:
		return true
	case <-ctx.Done():
		return false
	}
}

// tell tells, or says that what is told of is to end: a worker has panicked.
func (c *crew) tell(say func()) error {
	c.telling.Lock()
	defer c.telling.Unlock()
	if c.broken != nil {
		return context.Canceled
	}
	say()
	return nil
}

// dismiss waits for what is under way, and raises the panic of a worker.
func (c *crew) dismiss() {
	close(c.begin)
	c.working.Wait()
	if c.broken != nil {
		panic(c.broken)
	}
}
