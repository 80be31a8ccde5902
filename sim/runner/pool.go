package runner

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Pool is the workers of a process. Whoever computes has a Lane of it: pieces of an
// iteration run on several cores, and no more iterations than there are cores run at
// once, in the order in which they were asked for.
//
// Which core takes which piece does not matter: pieces write to places of their own
// and are added up in order afterwards.
type Pool struct {
	cores int

	mu     sync.Mutex
	wake   sync.Cond // for those who look for pieces
	done   sync.Cond // for those who wait for their own to be finished
	lanes  []*Lane   // with open jobs
	free   []*job    // for use again
	turns  int       // lanes that have the turn
	queue  []*Lane   // that wait for it
	asleep int
	closed bool
	left   atomic.Int64 // pieces that nobody has taken yet
	staff  sync.WaitGroup
}

// Lane is the part of a Pool of one who computes, one call at a time.
//
// A piece may call Each itself: cores that find nothing else to do help with
// its pieces, so that five equal nodes keep two cores busy to the end.
type Lane struct {
	pool *Pool
	jobs []*job       // open ones, from the outermost on
	left atomic.Int64 // of their pieces, those that nobody has taken yet
	turn chan struct{}
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

// NewPool starts cores-1 goroutines; whoever calls Each is one more worker. Close
// ends them.
func NewPool(cores int) *Pool {
	p := &Pool{cores: max(1, cores)}
	p.wake.L, p.done.L = &p.mu, &p.mu
	for rank := range p.cores - 1 {
		p.staff.Go(func() { p.serve(rank) })
	}
	return p
}

// Lane is a new lane, which costs nothing while it computes nothing.
func (p *Pool) Lane() *Lane { return &Lane{pool: p, turn: make(chan struct{}, 1)} }

// Begin waits for the turn to compute an iteration; false if ctx ends before. Who has
// the turn gives it back with End, soon: others wait.
func (l *Lane) Begin(ctx context.Context) bool {
	p := l.pool
	p.mu.Lock()
	if p.turns < p.cores {
		p.turns++
		p.mu.Unlock()
		return true
	}
	p.queue = append(p.queue, l)
	p.mu.Unlock()
	select {
	case <-l.turn:
		return true
	case <-ctx.Done():
	}
	p.mu.Lock()
	i := slices.Index(p.queue, l)
	if i >= 0 {
		p.queue = slices.Delete(p.queue, i, i+1)
	}
	p.mu.Unlock()
	if i < 0 { // it has come meanwhile
		<-l.turn
		l.End()
	}
	return false
}

// End gives the turn to the lane that has waited longest.
func (l *Lane) End() {
	p := l.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) == 0 {
		p.turns--
		return
	}
	p.queue[0].turn <- struct{}{}
	p.queue = slices.Delete(p.queue, 0, 1)
}

// Each is the models.Each of this lane; one call at a time, except from within
// pieces.
func (l *Lane) Each(n int, do func(i int)) {
	p := l.pool
	if n == 1 || p.cores == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	j := l.open(n, do)
	for {
		i, ok := l.take(j)
		if !ok {
			break
		}
		p.run(j, i)
	}
	for idle := 0; j.undone.Load() > 0; idle++ {
		// The outermost caller has nothing better to do than to help.
		if l.help(j) {
			idle = 0
		} else if idle < patience {
			runtime.Gosched()
		} else {
			l.await(j)
		}
	}
	l.close(j)
}

func (l *Lane) open(n int, do func(int)) *job {
	p := l.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		p.free = append(p.free, &job{})
	}
	j := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	j.do, j.n, j.next, j.broken = do, n, 0, nil
	j.undone.Store(int64(n))
	if l.jobs = append(l.jobs, j); len(l.jobs) == 1 {
		p.lanes = append(p.lanes, l)
	}
	l.left.Add(int64(n))
	p.left.Add(int64(n))
	if p.asleep > 0 {
		p.wake.Broadcast()
	}
	p.done.Broadcast()
	return j
}

// close forgets a finished job and raises the panic of one of its pieces.
func (l *Lane) close(j *job) {
	p := l.pool
	p.mu.Lock()
	i := slices.Index(l.jobs, j)
	if l.jobs = slices.Delete(l.jobs, i, i+1); len(l.jobs) == 0 {
		i := slices.Index(p.lanes, l)
		p.lanes = slices.Delete(p.lanes, i, i+1)
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
func (l *Lane) take(j *job) (int, bool) {
	l.pool.mu.Lock()
	defer l.pool.mu.Unlock()
	return l.next(j)
}

// next is take for who has the lock.
func (l *Lane) next(j *job) (int, bool) {
	if j.next == j.n {
		return 0, false
	}
	j.next++
	l.left.Add(-1)
	l.pool.left.Add(-1)
	return j.next - 1, true
}

// help does one piece of some job of the lane, of the outermost that has any; false
// if none has. The caller of a job that is not the outermost helps nobody: a long
// piece would keep its own job waiting.
func (l *Lane) help(own *job) bool {
	if l.left.Load() == 0 {
		return false
	}
	p := l.pool
	p.mu.Lock()
	if l.jobs[0] != own {
		p.mu.Unlock()
		return false
	}
	j, i, ok := l.piece()
	p.mu.Unlock()
	if ok {
		p.run(j, i)
	}
	return ok
}

// piece takes one of the lane's pieces; for who has the lock.
func (l *Lane) piece() (*job, int, bool) {
	for _, j := range l.jobs {
		if i, ok := l.next(j); ok {
			return j, i, true
		}
	}
	return nil, 0, false
}

// await sleeps until j is finished or, for the outermost caller, there is
// something to help with.
func (l *Lane) await(j *job) {
	l.pool.mu.Lock()
	defer l.pool.mu.Unlock()
	for j.undone.Load() > 0 && (l.left.Load() == 0 || l.jobs[0] != j) {
		l.pool.done.Wait()
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

// serve helps until the pool is closed; it sleeps while there is nothing to do. Where
// lanes have turns, there are fewer cores to help with, and the workers of the highest
// ranks rest.
func (p *Pool) serve(rank int) {
	idle := 0
	for {
		if p.assist(rank) {
			idle = 0
			continue
		}
		if idle++; idle < patience {
			runtime.Gosched()
			continue
		}
		idle = 0
		p.mu.Lock()
		for (p.left.Load() == 0 || !p.spare(rank)) && !p.closed {
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

// spare reports whether there is a core left for the worker; for who has the lock.
func (p *Pool) spare(rank int) bool { return rank < p.cores-max(1, p.turns) }

// assist does one piece of any lane; false if there is none, or no core for it.
func (p *Pool) assist(rank int) bool {
	if p.left.Load() == 0 {
		return false
	}
	p.mu.Lock()
	if p.spare(rank) {
		for _, l := range p.lanes {
			if j, i, ok := l.piece(); ok {
				p.mu.Unlock()
				p.run(j, i)
				return true
			}
		}
	}
	p.mu.Unlock()
	return false
}

// Close ends the goroutines and waits for them; the pool must be idle.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.wake.Broadcast()
	p.mu.Unlock()
	p.staff.Wait()
}
