package report

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
)

func TestNumbersSurviveTheirFile(t *testing.T) {
	for _, v := range []float64{0, 0.1, -1e-300, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()} {
		text, err := json.Marshal(Number(v))
		var back Number
		if err = errors.Join(err, json.Unmarshal(text, &back)); err != nil || math.Float64bits(float64(back)) != math.Float64bits(v) && !math.IsNaN(v) {
			t.Errorf("%g is written as %s and read as %g: %v", v, text, back, err)
		}
	}
}
