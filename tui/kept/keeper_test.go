package kept

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// When the screen is gone nobody waits for the reading of kept runs: the last run is written at
// once, whatever is read.
func TestReadingEndsWithTheScreen(t *testing.T) {
	jobs := job.NewList(t.Context())
	k := New(&scene.Scene{Run: &scene.History{}}, jobs, nil, nil, Hooks{})
	k.trails.job = job.Start(jobs, job.Task[job.None, job.None]{
		Name: "reading for ever",
		Work: func(ctx context.Context, _ func(job.None)) (none job.None, err error) {
			ctx, stop := k.reading(ctx)
			defer stop()
			<-ctx.Done()
			return none, ctx.Err()
		},
		Done: func(job.None, error) tea.Cmd { return nil },
	})
	patience, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	if err := k.Last(patience); err != nil || patience.Err() != nil {
		t.Errorf("it is waited for: %v, %v", err, patience.Err())
	}
}
