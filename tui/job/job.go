// Package job is the laboratory's work in the background: one type for all of it.
//
// A Task says what is to be done and what the screen makes of it. Its Work runs on a
// goroutine of its own, under the context of the List it was started in. How far it is,
// and how it ended, is handed to the task's other functions when the screen asks with
// List.Deliver, on the screen's own goroutine: what they touch needs no mutex.
//
// It never sends a message, draws or waits for the screen, and knows none of its uses.
package job

import (
	"context"
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// Task is something to be done in the background that tells how far it is with values of
// P and ends with one of R.
type Task[P, R any] struct {
	// Name is what the work is called in a sentence, such as "the export".
	Name string
	// Work does it. It returns soon after ctx has ended, and may call tell at any time
	// and as often as it likes: only what was told last is delivered. What it tells or
	// returns must not change afterwards.
	Work func(ctx context.Context, tell func(P)) (R, error)
	// Progress takes the newest that was told. It may be nil.
	Progress func(P)
	// Part is how much of the work is done by then, from 0 to 1. It may be nil.
	Part func(P) float64
	// Done takes how it ended, once, after all progress. The error is a *Panic if Work
	// broke.
	Done func(R, error) tea.Cmd
}

// None is the progress of work that tells none, and the result of work that has none.
type None = struct{}

// Panic is the error of what broke: work, or what the screen does itself.
type Panic struct {
	Name  string // of the task, or what was being done
	Value any    // what it panicked with
}

func (p *Panic) Error() string {
	return fmt.Sprintf("%s failed inside the program: %v", p.Name, p.Value)
}

// Job is a task that was started. Its methods belong to the screen's goroutine, and may be
// called of a nil Job, which never was under way.
type Job struct {
	name    string
	cancel  context.CancelFunc
	ended   chan struct{} // closed at the end of its goroutine
	deliver func() (cmd tea.Cmd, fresh bool)
	part    float64 // as delivered, -1 for unknown
	over    bool    // delivered to its end, or dropped
}

// Start begins a task. In a list that is closed nothing is begun, or ever delivered.
func Start[P, R any](l *List, t Task[P, R]) *Job {
	ctx, cancel := context.WithCancel(l.ctx)
	j := &Job{name: t.Name, cancel: cancel, ended: make(chan struct{}), part: -1}
	if ctx.Err() != nil {
		j.over = true
		cancel()
		close(j.ended)
		return j
	}
	n := &news[P, R]{}
	j.deliver = func() (tea.Cmd, bool) { return n.deliver(j, t) }
	l.jobs = append(l.jobs, j)
	l.working.Go(func() {
		defer close(j.ended)
		defer cancel()
		n.work(ctx, t)
	})
	return j
}

// UnderWay reports whether the end of the job is still to be delivered.
func (j *Job) UnderWay() bool { return j != nil && !j.over }

// Stop asks a job to end early. How it ended is delivered all the same.
func (j *Job) Stop() {
	if j != nil {
		j.cancel()
	}
}

// Drop stops a job of which nothing is to be heard any more. It reports whether the job
// was under way.
func (j *Job) Drop() bool {
	if !j.UnderWay() {
		return false
	}
	j.cancel()
	j.over = true
	return true
}

// Ended is closed when the work has ended, be it delivered or not.
func (j *Job) Ended() <-chan struct{} { return j.ended }

// news is what a job has told and nobody has fetched yet: the newest progress and the end.
type news[P, R any] struct {
	mu     sync.Mutex
	told   bool
	newest P
	ended  bool
	result R
	err    error
}

// work runs the task on the job's goroutine.
func (n *news[P, R]) work(ctx context.Context, t Task[P, R]) {
	var result R
	var err error
	defer func() {
		if broken := recover(); broken != nil {
			err = &Panic{t.Name, broken}
		}
		n.mu.Lock()
		n.ended, n.result, n.err = true, result, err
		n.mu.Unlock()
	}()
	result, err = t.Work(ctx, n.tell)
}

func (n *news[P, R]) tell(p P) {
	n.mu.Lock()
	n.told, n.newest = true, p
	n.mu.Unlock()
}

// deliver hands over what is new, on the screen's goroutine.
func (n *news[P, R]) deliver(j *Job, t Task[P, R]) (cmd tea.Cmd, fresh bool) {
	n.mu.Lock()
	told, newest, ended, result, err := n.told, n.newest, n.ended, n.result, n.err
	n.told = false
	n.mu.Unlock()
	if told {
		if t.Part != nil {
			j.part = t.Part(newest)
		}
		if t.Progress != nil {
			t.Progress(newest)
		}
	}
	if ended && !j.over { // Progress may have dropped it
		j.over = true
		cmd = t.Done(result, err)
	}
	return cmd, told || ended
}
