package sim

import (
	"sync"
	"sync/atomic"
)

// Pool runs the pieces of one iteration on several cores. Which core takes
// which piece does not matter: pieces write to places of their own and are
// added up in order afterwards.
type Pool struct {
	wake   []chan struct{}
	done   sync.WaitGroup
	next   atomic.Int64
	pieces int
	do     func(int)
	broken atomic.Pointer[any] // the first panic of a worker, raised again in Each
}

// NewPool starts workers-1 goroutines; the caller of Each is the remaining
// worker. Close ends them.
func NewPool(workers int) *Pool {
	p := &Pool{}
	for range max(0, workers-1) {
		wake := make(chan struct{})
		p.wake = append(p.wake, wake)
		go func() {
			for range wake {
				p.work()
			}
		}()
	}
	return p
}

// Each is the admm.Each of this pool; one call at a time.
func (p *Pool) Each(n int, do func(i int)) {
	p.pieces, p.do = n, do
	p.next.Store(0)
	helpers := p.wake[:min(len(p.wake), max(0, n-1))]
	p.done.Add(len(helpers) + 1)
	for _, w := range helpers {
		w <- struct{}{}
	}
	p.work()
	p.done.Wait()
	if broken := p.broken.Swap(nil); broken != nil {
		panic(*broken)
	}
}

func (p *Pool) work() {
	defer p.done.Done()
	defer func() {
		if r := recover(); r != nil {
			p.broken.CompareAndSwap(nil, &r)
		}
	}()
	for {
		i := int(p.next.Add(1)) - 1
		if i >= p.pieces {
			return
		}
		p.do(i)
	}
}

// Close ends the goroutines; the pool must be idle.
func (p *Pool) Close() {
	for _, w := range p.wake {
		close(w)
	}
	p.wake = nil
}
