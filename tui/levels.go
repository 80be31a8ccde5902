package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// levelsPatience is how long settings stand before anything is computed for them: a knob
// that is being turned asks for nothing.
const levelsPatience = 400 * time.Millisecond

// levels is what the run at the keys is measured against, computed in the background for
// the settings of its newest iteration: what is turned counts from the next one on.
type levels struct {
	compute  func(ctx context.Context, c config.Config, tell func(*level.Levels)) error // that of the host; nil, for tests of other things: nothing is computed
	patience time.Duration
	known    *level.Levels
	knownOf  level.Key
	asked    level.Key
	job      *job.Job
}

// measure asks for the levels of those settings, once, unless nobody wants to see
// them. While a run is being set up nothing is computed for the one before: memory is
// that of one.
func (l *levels) measure(jobs *job.List, s *scene.Scene) {
	idle := s.Starting > 0 || s.HideLevels
	if idle {
		l.job.Drop()
		l.asked = level.Key{}
	}
	if s.Starting > 0 || !s.Heard || l.compute == nil {
		return
	}
	c := s.ConfigAt(s.Run.Last())
	key := level.KeyOf(c)
	if l.knownOf != key && l.known != nil {
		l.known, s.Dirty = nil, true
	}
	if idle || s.Run.Last() == 0 || key == l.asked {
		return
	}
	l.job.Drop()
	l.asked = key
	l.job = job.Start(jobs, job.Task[*level.Levels, job.None]{
		Name: "what the run is measured against",
		Work: func(ctx context.Context, tell func(*level.Levels)) (job.None, error) {
			select {
			case <-ctx.Done():
				return job.None{}, ctx.Err()
			case <-time.After(l.patience):
			}
			return job.None{}, l.compute(ctx, c, tell)
		},
		Progress: func(known *level.Levels) { l.known, l.knownOf = known, key },
		Done: func(_ job.None, err error) tea.Cmd {
			if err != nil && !errors.Is(err, context.Canceled) {
				s.Warn("%v", err)
			}
			return nil
		},
	})
}
