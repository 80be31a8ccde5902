package kept

import (
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// Kept runs come back to the plane when a change that sent them away is taken back, also where
// something is being written all that time.
func TestKeptRunsComeBackWithTheSettingsTheyWereLikenedBy(t *testing.T) {
	c := config.Default()
	other := c.Clone()
	other.Set.Alpha[0] = 0.1
	tight := c.Clone()
	tight.Set.Delta /= 10
	runs := archive.Open(t.TempDir())
	row := func(t int) sim.Row { return sim.Row{Iteration: t, TrainLoss: 1 / float64(t), Tight: float64(t)} }
	if err := runs.Save(archive.Record{ID: archive.NewID(time.Now()), Began: time.Now(), Config: other, Origin: "census", Last: row(3)}, archive.Thin(3, 1, row)); err != nil {
		t.Fatal(err)
	}
	jobs := job.NewList(t.Context())
	s := &scene.Scene{Run: &scene.History{Config: c}}
	s.Heard, s.State.Config, s.State.Replay, s.State.Size.Origin, s.State.Size.Records = true, c, c, "census", 45222
	s.Run.File(make([]float64, scene.Quantities()))
	k := New(s, jobs, runs, nil, Hooks{})
	k.run = keepFrom(time.Now())
	recall := func(want int, when string) {
		t.Helper()
		k.Recall()
		for k.trails.job.UnderWay() {
			<-k.trails.job.Ended()
			jobs.Deliver()
		}
		if len(s.Kept) != want {
			t.Errorf("%s %d kept runs are in sight, expected %d", when, len(s.Kept), want)
		}
	}
	recall(1, "at first")
	room := make(chan bool)
	k.enqueue(attempt{again: func() error { <-room; return nil }})
	k.writeNext()
	s.State.Config = tight
	recall(0, "under another δ")
	s.State.Config = c
	recall(0, "while something is written")
	close(room)
	<-k.write.Ended()
	jobs.Deliver()
	recall(1, "after it is written")
}
