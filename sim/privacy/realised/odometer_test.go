package realised

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// filled is an odometer with these totals after two steps.
func filled(totals ...float64) *Odometer {
	o := NewOdometer(len(totals), 2)
	half := make([]float64, len(totals))
	for j, l := range totals {
		half[j] = l / 2
	}
	o.Add(half)
	o.Add(half)
	return o
}

func TestOdometerDescribesAllNodesTogether(t *testing.T) {
	s := Summarise(filled(1, -1, 2), filled(0, 4))
	want := Summary{Records: 5, Max: 4, Min: -1, Mean: 1.2, SD: math.Sqrt((1+1+4+0+16)/5.0 - 1.44)}
	want.Martingale = (math.Exp(-1) + math.E + math.Exp(-2) + 1 + math.Exp(-4)) / 5
	if math.Abs(s.SD-want.SD) > 1e-14 || math.Abs(s.Martingale-want.Martingale) > 1e-15 {
		t.Errorf("%+v, expected %+v", s, want)
	}
	s.SD, s.Martingale = want.SD, want.Martingale
	if s != want {
		t.Errorf("%+v, expected %+v", s, want)
	}
	if s := Summarise(NewOdometer(0, 0)); s != (Summary{}) {
		t.Errorf("without records %+v", s)
	}
}

// A loss that could not be computed must not hide behind those that could.
func TestOdometerShowsWhatIsUndefined(t *testing.T) {
	s := Summarise(filled(1, math.NaN(), 2))
	if s.Max == s.Max || s.Min == s.Min || s.Mean == s.Mean || s.Martingale == s.Martingale {
		t.Errorf("%+v, expected NaN", s)
	}
	q := []float64{0}
	if filled(1, math.NaN()).Quantiles(q, []float64{1}); q[0] == q[0] {
		t.Errorf("quantile %g, expected NaN", q[0])
	}
	top := make([]Exposed, 1)
	if Top(top, filled(1, math.NaN(), 2)); top[0].Record != 1 {
		t.Errorf("top is %+v, expected the record without a number", top)
	}
	if s := Summarise(filled(1, math.Inf(1))); s.Max != math.Inf(1) || s.Min != 1 || s.Martingale != math.Exp(-1)/2 {
		t.Errorf("without noise %+v", s)
	}
}

func TestOdometerFindsTheMostExposed(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	a, b := NewOdometer(50, 0), NewOdometer(30, 0)
	for range 3 {
		a.Add(gaussianVector(50, 1, rng))
		b.Add(gaussianVector(30, 1, rng))
	}
	var all []Exposed
	for node, o := range []*Odometer{a, b} {
		for j, l := range o.Totals() {
			all = append(all, Exposed{node, j, l})
		}
	}
	slices.SortStableFunc(all, func(x, y Exposed) int {
		if x.Total > y.Total {
			return -1
		}
		return 1
	})
	for _, k := range []int{0, 1, 7, 80, 100} {
		top := make([]Exposed, k)
		n := Top(top, a, b)
		if n != min(k, 80) || !slices.Equal(top[:n], all[:n]) {
			t.Errorf("top %d: %v, expected %v", k, top[:n], all[:n])
		}
	}
	top := make([]Exposed, 2)
	if Top(top, filled(3, 3, 3)); top[0].Record != 0 || top[1].Record != 1 {
		t.Errorf("equal totals come as %v", top)
	}
}

func TestOdometerHistogramAndQuantiles(t *testing.T) {
	o := filled(-9, -1, -0.5, 0, 0.5, 0.99, 1, 9, math.Inf(1), math.NaN())
	bins := make([]int, 4) // [-1, -.5), [-.5, 0), [0, .5), [.5, 1)
	o.Histogram(bins, -1, 1)
	if want := []int{2, 1, 1, 4}; !slices.Equal(bins, want) {
		t.Errorf("%v, expected %v", bins, want)
	}
	if lo, hi, infinite := Extent(o, filled(3)); lo != -9 || hi != 9 || infinite != 1 {
		t.Errorf("from %g to %g, %d infinite", lo, hi, infinite)
	}
	q := make([]float64, 4)
	filled(3, 1, 2).Quantiles(q, []float64{0, 0.5, 0.75, 1})
	if want := []float64{1, 2, 2.5, 3}; !slices.Equal(q, want) {
		t.Errorf("%v, expected %v", q, want)
	}
	filled(3, math.Inf(1), math.Inf(1), math.Inf(1)).Quantiles(q, []float64{0, 0.5, 0.75, 1})
	if want := []float64{3, math.Inf(1), math.Inf(1), math.Inf(1)}; !slices.Equal(q, want) {
		t.Errorf("%v, expected %v", q, want)
	}
}

func TestOdometerHistoryAndReset(t *testing.T) {
	o := NewOdometer(2, 8)
	o.Add([]float64{1, 2})
	if len(o.History()) != 0 || o.Watched() != -1 {
		t.Error("a history without a watched record")
	}
	o.Watch(1)
	o.Add([]float64{1, -3})
	o.Add([]float64{1, 5})
	if want := []float64{-1, 4}; !slices.Equal(o.History(), want) {
		t.Errorf("%v, expected %v", o.History(), want)
	}
	o.Reset()
	if len(o.History()) != 0 || o.Totals()[0] != 0 || o.Watched() != 1 {
		t.Errorf("reset leaves %+v", o)
	}
	loss, bins, q, top := []float64{1, 2}, make([]int, 3), make([]float64, 1), make([]Exposed, 2)
	nodes := []*Odometer{o}
	if n := testing.AllocsPerRun(5, func() {
		o.Add(loss)
		Summarise(nodes...)
		o.Histogram(bins, 0, 1)
		o.Quantiles(q, []float64{0.5})
		Top(top, nodes...)
	}); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}
