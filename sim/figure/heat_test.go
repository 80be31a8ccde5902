package figure

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"
)

func heatOf(values [][]float64) Heat {
	h := Heat{Title: "error", X: "alpha", Y: "rho", Values: values, Words: func(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }}
	for range values {
		h.Rows = append(h.Rows, "r")
	}
	for range values[0] {
		h.Columns = append(h.Columns, "c")
	}
	return h
}

// The largest is the darkest, and every field carries its number.
func TestAHeatMapSaysItsNumbers(t *testing.T) {
	var b bytes.Buffer
	if err := heatOf([][]float64{{0.25, 0.5}, {0.75, math.NaN()}}).Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">0.25<", ">0.5<", ">0.75<", "fill:#FFFFFF", "fill:#3C3C3C", ">alpha<", ">rho<"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the drawing lacks %s", want)
		}
	}
	if strings.Contains(b.String(), "NaN") {
		t.Error("a field without a number says NaN")
	}
}

// The least number is no empty field, also where fields are too narrow for words.
func TestAFieldWithoutANumberIsLikeNoOther(t *testing.T) {
	for _, columns := range []int{2, 18} {
		row := make([]float64, columns)
		row[1] = math.NaN()
		var b strings.Builder
		if err := heatOf([][]float64{row}).Write(&b, "svg"); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "fill:#EBEBEB"); n != columns-1 {
			t.Errorf("%d columns, one empty: %d fields in the shade of the least", columns, n)
		}
		if strings.Count(b.String(), "fill:#FFFFFF") != 2 {
			t.Errorf("%d columns: more is white than page and plot", columns)
		}
	}
}

func TestAnyHeatMapIsDrawn(t *testing.T) {
	wide := [][]float64{make([]float64, 300)}
	for _, values := range [][][]float64{{{1}}, {{math.Inf(1), math.NaN()}}, {{1e300, -1e300}}, {{0, 0}}, {{1e-9, 1e9}}, wide} {
		for _, format := range Formats {
			if err := heatOf(values).Write(&bytes.Buffer{}, format); err != nil {
				t.Errorf("%v as %s: %v", values[0][0], format, err)
			}
		}
	}
	if err := heatOf(wide).Write(&bytes.Buffer{}, "gif"); err == nil {
		t.Error("a gif is written")
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		values  []float64
		v, want float64
	}{
		{[]float64{2, 6}, 3, 0.25},
		{[]float64{0.01, 100}, 1, 0.5},       // a hundredfold and more: by the logarithm
		{[]float64{1e-160, 1e150}, 1e150, 1}, // their quotient is beyond the largest number
		{[]float64{-1, 1000}, -1, 0},
		{[]float64{5, 5}, 5, 0},
		{[]float64{1, 3, math.Inf(1)}, 3, 1},
	} {
		if got := Parts([][]float64{c.values})(c.v); !(math.Abs(got-c.want) <= 1e-12) { // nor NaN
			t.Errorf("%g among %v is at %g, expected %g", c.v, c.values, got, c.want)
		}
	}
	if !math.IsNaN(Parts([][]float64{{1, 2}})(math.Inf(1))) {
		t.Error("an infinity has a place")
	}
}
