package runner

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Pool runs the pieces of one iteration on several cores. Which core takes
// which piece does not matter: pieces write to places of their own and are
// added up in order afterwards.
//
// A piece may call Each itself: cores that find nothing else to do help with
// its pieces, so that five equal nodes keep two cores busy to the end.
type Pool struct {
	workers int // the caller of Each included

	mu     sync.Mutex
	wake   sync.Cond // for those who look for pieces
	done   sync.Cond // for those who wait for their own to be finished
	jobs   []*job    // open ones, from the outermost on
	free   []*job    // for use again
	asleep int
	closed bool
	left   atomic.Int64 // pieces that nobody has taken yet
}

// job is one call of Each.
type job struct {
	do     func(int)
	n      int
	next   int          // first piece that nobody has taken
	undone atomic.Int64 // pieces that are not finished
	broken any          // the first panic, raised again in Each
}

// patience is how often a core looks for work before it goes to sleep: some tens
// of microseconds, longer than the gaps between a node's passes and about as long
// as it takes to be woken up. Where others want the core, too, more would only
// keep them, and through them this pool's other workers, from running.
const patience = 300

// NewPool starts workers-1 goroutines; the caller of Each is the remaining
// worker. Close ends them.
func NewPool(workers int) *Pool {
	p := &Pool{workers: max(1, workers)}
	p.wake.L, p.done.L = &p.mu, &p.mu
	for range p.workers - 1 {
		go p.serve()
	}
	return p
}

// Each is the admm.Each of this pool; one call at a time, except from within
// pieces.
func (p *Pool) Each(n int, do func(i int)) {
	if n == 1 || p.workers == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	j := p.open(n, do)
	for {
		i, ok := p.take(j)
		if !ok {
			break
		}
		p.run(j, i)
	}
	for idle := 0; j.undone.Load() > 0; idle++ {
		// The outermost caller has nothing better to do than to help.
		if p.help(j) {
			idle = 0
		} else if idle < patience {
			runtime.Gosched()
		} else {
			p.await(j)
		}
	}
	p.close(j)
}

func (p *Pool) open(n int, do func(int)) *job {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		p.free = append(p.free, &job{})
	}
	j := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	j.do, j.n, j.next, j.broken = do, n, 0, nil
	j.undone.Store(int64(n))
	p.jobs = append(p.jobs, j)
	p.left.Add(int64(n))
	if p.asleep > 0 {
		p.wake.Broadcast()
	}
	p.done.Broadcast()
	return j
}

// close forgets a finished job and raises the panic of one of its pieces.
func (p *Pool) close(j *job) {
	p.mu.Lock()
	for k, other := range p.jobs {
		if other == j {
			p.jobs = append(p.jobs[:k], p.jobs[k+1:]...)
			break
		}
	}
	broken := j.broken
	j.do, j.broken = nil, nil
	p.free = append(p.free, j)
	p.mu.Unlock()
	if broken != nil {
		panic(broken)
	}
}

// take is the next piece of j.
func (p *Pool) take(j *job) (int, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if j.next == j.n {
		return 0, false
	}
	j.next++
	p.left.Add(-1)
	return j.next - 1, true
}

// help does one piece of some job, of the outermost that has any; false if
// none has. The caller of a job that is not the outermost helps nobody: a long
// piece would keep its own job waiting.
func (p *Pool) help(own *job) bool {
	if p.left.Load() == 0 {
		return false
	}
	p.mu.Lock()
	if own != nil && p.jobs[0] != own {
		p.mu.Unlock()
		return false
	}
	for _, j := range p.jobs {
		if j.next < j.n {
			i := j.next
			j.next++
			p.left.Add(-1)
			p.mu.Unlock()
			p.run(j, i)
			return true
		}
	}
	p.mu.Unlock()
	return false
}

// await sleeps until j is finished or, for the outermost caller, there is
// something to help with.
func (p *Pool) await(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for j.undone.Load() > 0 && (p.left.Load() == 0 || p.jobs[0] != j) {
		p.done.Wait()
	}
}

// run does one piece and keeps its panic for the job's caller.
func (p *Pool) run(j *job, i int) {
	defer func() {
		if j.undone.Add(-1) == 0 {
			p.mu.Lock()
			p.done.Broadcast()
			p.mu.Unlock()
		}
	}()
	defer func() {
		if r := recover(); r != nil {
			p.mu.Lock()
			if j.broken == nil {
				j.broken = r
			}
			p.mu.Unlock()
		}
	}()
	j.do(i)
}

// serve helps until the pool is closed; it sleeps while there is nothing to do.
func (p *Pool) serve() {
	idle := 0
	for {
		if p.help(nil) {
			idle = 0
			continue
		}
		if idle++; idle < patience {
			runtime.Gosched()
			continue
		}
		idle = 0
		p.mu.Lock()
		for p.left.Load() == 0 && !p.closed {
			p.asleep++
			p.wake.Wait()
			p.asleep--
		}
		closed := p.closed
		p.mu.Unlock()
		if closed {
			return
		}
	}
}

// Close ends the goroutines; the pool must be idle.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.wake.Broadcast()
	p.mu.Unlock()
}
