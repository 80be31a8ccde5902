package sweep

import (
	"math"
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
