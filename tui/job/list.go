package job

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// Workers is how many runs are made at a time in the background: a core is left to the
// screen and its run.
func Workers() int { return max(1, runtime.NumCPU()-1) }

// List is the work in the background of one laboratory. Its methods belong to the screen's
// goroutine.
type List struct {
	ctx     context.Context
	cancel  context.CancelFunc
	jobs    []*Job // in the order they were started, without those that are long over
	working sync.WaitGroup
}

// NewList is a list whose work ends with ctx, or when the list is closed.
func NewList(ctx context.Context) *List {
	ctx, cancel := context.WithCancel(ctx)
	return &List{ctx: ctx, cancel: cancel}
}

// Busy reports whether the end of any work is still to be delivered.
func (l *List) Busy() bool { return slices.ContainsFunc(l.jobs, (*Job).UnderWay) }

// Part is how much is done of the work under way that was started first and knows; false
// without one.
func (l *List) Part() (part float64, ok bool) {
	for _, j := range l.jobs {
		if j.UnderWay() && j.part >= 0 {
			return j.part, true
		}
	}
	return 0, false
}

// Deliver hands what is new to the functions of the tasks. It reports whether there was
// anything.
func (l *List) Deliver() (cmd tea.Cmd, fresh bool) {
	l.jobs = slices.DeleteFunc(l.jobs, func(j *Job) bool {
		select {
		case <-j.ended:
			return j.over
		default:
			return false
		}
	})
	var cmds []tea.Cmd
	for _, j := range slices.Clone(l.jobs) { // Done may start others
		if j.UnderWay() {
			cmd, news := j.deliver()
			cmds, fresh = append(cmds, cmd), fresh || news
		}
	}
	return tea.Batch(cmds...), fresh
}

// Close ends all work, dropped work included, and waits until none of it runs, or until
// patience ends: then its error names what still does. Nothing is begun afterwards.
func (l *List) Close(patience context.Context) error {
	l.cancel()
	ended := make(chan struct{})
	go func() {
		l.working.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-patience.Done():
	}
	var names []string
	for _, j := range l.jobs {
		select {
		case <-j.ended:
		default:
			names = append(names, j.name)
		}
	}
	return fmt.Errorf("closing the laboratory: %s did not end in time", strings.Join(names, ", "))
}
