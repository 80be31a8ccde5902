package sweep

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"admmlab/sim"
)

// Run is what one finished run came to.
type Run struct {
	Session      string `json:"session"` // its text, which makes it again
	Iteration    int    `json:"iteration"`
	TrainLoss    number `json:"train_loss"`
	TestError    number `json:"test_error"`
	EpsilonTotal number `json:"epsilon_total"` // as the paper counts
	EpsilonTight number `json:"epsilon_tight"` // as the noise proves, at Delta
	Delta        number `json:"delta"`
	End          string `json:"end"`           // one of Limit, Budget, Diverged
	Why          string `json:"why,omitempty"` // the notice it ended with, unless at its limit
}

// How a run ends.
const (
	Limit    = "limit"    // all its iterations
	Budget   = "budget"   // stopped at its own budget
	Diverged = "diverged" // the numbers left the finite range
)

// take notes an iteration: the last one is what the run came to.
func (r *Run) take(row sim.Row, notices []sim.Notice) {
	r.Iteration = row.Iteration
	r.TrainLoss, r.TestError = number(row.TrainLoss), number(row.TestError)
	r.EpsilonTotal, r.EpsilonTight, r.Delta = number(row.EpsilonTotal), number(row.Tight), number(row.TightDelta)
	r.End, r.Why = Limit, ""
	for _, n := range notices {
		switch n.Kind {
		case sim.Diverged:
			r.End, r.Why = Diverged, n.Text
		case sim.Wall:
			r.End, r.Why = Budget, n.Text
		}
	}
}

// number is a float64 that JSON can hold, to the last bit: null for NaN, a text
// for an infinity.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	switch {
	case math.IsNaN(v):
		return []byte("null"), nil
	case math.IsInf(v, 0):
		return []byte(strconv.Quote(strconv.FormatFloat(v, 'g', -1, 64))), nil
	}
	return strconv.AppendFloat(nil, v, 'g', -1, 64), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = number(math.NaN())
		return nil
	}
	var quoted string
	if json.Unmarshal(text, &quoted) != nil {
		quoted = string(text)
	}
	v, err := strconv.ParseFloat(quoted, 64)
	if err != nil {
		return fmt.Errorf("%s is no number", text)
	}
	*n = number(v)
	return nil
}
