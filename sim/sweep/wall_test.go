package sweep

import (
	"math"
	"strings"
	"testing"
)

// A run that cannot pay for its first iteration is a result like any other: none made,
// stopped by its budget.
func TestARunWithoutAnIterationIsAResult(t *testing.T) {
	p := parse(t, "budget = 0.3\naccountant = \"basic\"\n"+plan6)
	r := run(t, p, t.TempDir())
	ends := map[string]int{}
	for _, one := range r.runs {
		ends[one.End]++
		if one.End == Budget && (one.Why == "" || (one.Iteration == 0) != math.IsNaN(float64(one.TrainLoss))) {
			t.Errorf("%+v", one)
		}
	}
	if r.Finished() != 6 || ends[Budget] == 0 {
		t.Errorf("%d finished: %v", r.Finished(), ends)
	}
}

// Every run of a sweep stops by its own rows, and the result says by which number.
func TestARunThatMeetsItsConditionIsAResult(t *testing.T) {
	p := parse(t, "stop_when = \"epsilon_total > 0.5\"\n"+plan6)
	r := run(t, p, t.TempDir())
	if r.Finished() != 6 {
		t.Errorf("%d finished", r.Finished())
	}
	stopped := 0
	for _, one := range r.runs {
		if one.End == Condition {
			stopped++
		}
		if (one.End == Condition) != strings.HasPrefix(one.Why, "stopped: epsilon_total ") || (one.End == Condition) != (one.EpsilonTotal > 0.5) {
			t.Errorf("%+v", one)
		}
	}
	if stopped == 0 {
		t.Error("none has stopped")
	}
}
