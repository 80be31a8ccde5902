package steer

import (
	"fmt"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// What happened in a run beside is filed as it is told: also why it stands, behind many changes
// that are refused in the iteration that comes next.
func TestWhyARunBesideStandsIsFiledBehindWhatIsRefused(t *testing.T) {
	beside := &scene.Companion{ID: 1, Run: newCompanionHistory(config.Default())}
	d := New(&scene.Scene{Run: &scene.History{}, Companions: []*scene.Companion{beside}}, nil, Hooks{})
	told := runner.Companion{ID: 1}
	for i := range 120 {
		told.Notices = append(told.Notices, sim.Notice{Iteration: 5, Kind: sim.Refused, Text: fmt.Sprintf("cannot cut 1-%d", i+1)})
	}
	told.Notices = append(told.Notices, sim.Notice{Iteration: 4, Kind: sim.Wall, Text: "no further iteration"})
	d.takeCompanions(runner.Batch{Companions: []runner.Companion{told}})
	news := beside.Run.News
	if last := news[len(news)-1]; last.Kind != sim.Wall || len(news)+len(beside.Run.Gone) != 121 {
		t.Errorf("the last of %d notices is %v; %d are gone", len(news), last, len(beside.Run.Gone))
	}
}
