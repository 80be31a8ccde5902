package sim

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"admmlab/models"
	"admmlab/sim/deal"
)

// Held-out rows are the last of the training part: the others stay in their order, the
// test rows are the same, and the run is that of a data set in which they never were,
// scored on them in addition.
func TestHeldOutRowsAreScoredAndNotTrainedOn(t *testing.T) {
	for _, method := range []string{"dvp", "sharing"} {
		c := small(t, `method = "`+method+`"`, "iterations = 3", "realised = false", "nodes = 1")
		d := load(t, c.Data)
		whole, err := deal.New(c, d, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.HeldOut = 0.25
		s := start(t, c, models.Serial)
		all, rest := whole.Rows[0], s.deal.Rows[0]
		aside := all[len(rest):]
		if want := len(all) / 4; len(aside) != want || !slices.Equal(rest, all[:len(rest)]) || s.Size().Train != len(rest) || s.Size().Test != whole.Size.Test {
			t.Fatalf("%s: %d of %d rows set aside, want %d; %+v", method, len(aside), len(all), want, s.Size())
		}
		row, _ := s.Step()
		plain := small(t, `method = "`+method+`"`, "iterations = 3", "realised = false", "nodes = 1", "shuffle = false")
		plain.Train = len(rest)
		order := slices.Concat(rest, slices.Concat(aside))
		without := *d
		without.Rows, without.Labels = d.Rows.Select(order), d.LabelsOf(order)
		without.TestFrom = len(order)
		o, err := NewSession(plain, &without, models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		other, _ := o.Step()
		if math.Float64bits(other.TrainLoss) != math.Float64bits(row.TrainLoss) || other.TestError != row.HeldError || !math.IsNaN(other.HeldError) || !reflect.DeepEqual(o.last.Mean, s.last.Mean) {
			t.Errorf("%s: loss %g and error %g; trained on the rest alone %g and %g", method, row.TrainLoss, row.HeldError, other.TrainLoss, other.TestError)
		}
	}
}
