package account

import (
	"fmt"
	"math"
	"testing"

	"admmlab/sim/privacy"
)

// What the grid adds to epsilon is of second order in its spacing: with a grid twice as coarse it is four
// times as much, so that a third of what that costs more is about what there is. Of T steps of one kind it is at
// most 0.05 % + T/500 % at δ = 1e-5, and three times that from 1e-9 to 1e-3, as docs/privacy.md says.
func TestWhatTheGridAdds(t *testing.T) {
	const delta = 1e-5
	least, most := math.Inf(1), 0.0 // of 256 steps
	for _, s := range []Step{
		{Dim: 10, Shift: .3, Det: .05, Convex: true}, {Dim: 105, Shift: .4729, Det: .01357, Convex: true}, {Dim: 1000, Shift: 2, Convex: true, Det: .001},
		{Dim: 5, Shift: .05, Convex: true, Det: .01}, {Dim: 2, Shift: .5, Convex: true}, {Dim: 105, Shift: .1}, {Dim: 105, Shift: 1}, {Dim: 105, Shift: 5},
		{Mu: .3, Pure: math.Inf(1)}, {Mu: 1, Pure: math.Inf(1)},
	} {
		s = s.sane()
		reach := s.reach()
		own, held := finest(reach)
		if !held {
			t.Fatalf("%+v has no grid", s)
		}
		for _, n := range []int{1, 8, 24, 50, 80, 128, 256, 900, 3000, 10_000} {
			r := &room{}
			at := func(exponent int) *part { return newPart(s, reach, exponent, r) }
			var c composition
			if !c.times(n, own, at, r) {
				continue // the moments take over
			}
			one := c.losses(r).epsilon(delta)
			if one > 250 {
				continue
			}
			coarse := composition{some: true, exponent: c.exponent + 1, re: filled(nil, 1), im: filled(nil, 0)}
			if !coarse.times(n, own, at, r) {
				t.Fatalf("no grid holds %d of %+v", n, s)
			}
			two := coarse.losses(r).epsilon(delta)
			adds := 100 * (two - one) / 3 / one
			if limit := 0.05 + float64(n)/500; !(adds >= 0 && adds <= limit) {
				t.Errorf("%d of %+v: the grid adds %.3g %% to %g, at most %.3g %% is told", n, s, adds, one, limit)
			}
			for _, delta := range []float64{1e-9, 1e-3} {
				one, two := c.losses(r).epsilon(delta), coarse.losses(r).epsilon(delta)
				if adds := 100 * (two - one) / 3 / one; one > 0.01 && one < 250 && !(adds >= 0 && adds <= 3*(0.05+float64(n)/500)) {
					t.Errorf("%d of %+v at δ = %g: the grid adds %.3g %% to %g", n, s, delta, adds, one)
				}
			}
			if n == 256 {
				least, most = math.Min(least, adds), math.Max(most, adds)
			}
		}
	}
	if told := fmt.Sprintf("%.1f to %.1f", least, most); told != "0.1 to 0.4" {
		t.Errorf("of 256 steps %s %% was measured, docs/privacy.md tells 0.1 to 0.4", told)
	}
}

// A larger shift costs no less, so what a step costs more than one of a larger shift is what the grid adds: no
// more than is told, and no mass is below 0, as it was where a curve rose at its end.
func TestALargerShiftCostsNoLess(t *testing.T) {
	for _, c := range []struct {
		count  int
		delta  float64
		step   Step
		larger float64
	}{
		{200, 1e-5, Step{Dim: 105, Shift: 0.033734802, Det: 0.00033734802, Convex: true}, 0.0338},
		{10, 1e-6, Step{Dim: 105, Shift: 0.0049986, Convex: true}, 0.00501},
		{5, 1e-6, Step{Dim: 500, Shift: 0.0064868817, Convex: true}, 0.0064959633},
		{1, 1e-8, Step{Dim: 105, Shift: 0.01454, Det: 0.0016603, Convex: true}, 0.0146},
		{5, 1e-8, Step{Dim: 105, Shift: 0.00015184557985013585}, 0.0001523},
	} {
		total := func(s Step) float64 {
			s = s.sane()
			own, held := finest(s.reach())
			var composed composition
			r := &room{}
			at := func(exponent int) *part {
				p := newPart(s, s.reach(), exponent, r)
				for i, m := range p.masses.mass {
					if !(m >= 0) {
						t.Fatalf("%+v at 2^%d: mass %d is %g", s, exponent, i, m)
					}
				}
				return p
			}
			if !held || !composed.times(c.count, own, at, r) {
				t.Fatalf("no grid holds %d of %+v", c.count, s)
			}
			return composed.losses(r).epsilon(c.delta)
		}
		larger := c.step
		larger.Shift = c.larger
		limit := 1 + (0.05+float64(c.count)/500)/100
		if over := total(c.step) / total(larger); !(over <= limit) {
			t.Errorf("%d of %+v cost %.5g times what those of a shift of %g do, at most %.5g is told", c.count, c.step, over, c.larger, limit)
		}
	}
}

// At the δ and totals for which docs/privacy.md says what the grid adds, Gaussian steps, whose total is exact,
// come to no more than that above it; at δ of 1e-10 and below they do.
func TestTheGridAgainstExactTotals(t *testing.T) {
	adds := func(n int, mu, delta float64) (percent, exact float64) {
		s := Step{Mu: mu, Pure: math.Inf(1)}.sane()
		reach, r, c := s.reach(), &room{}, composition{}
		own, held := finest(reach)
		if exact = privacy.GaussianEpsilon(mu*math.Sqrt(float64(n)), delta); !held || exact < 0.01 ||
			!c.times(n, own, func(e int) *part { return newPart(s, reach, e, r) }, r) {
			return 0, 0
		}
		return 100 * (c.losses(r).epsilon(delta)/exact - 1), exact
	}
	tried := 0
	for _, delta := range []float64{1e-9, 1e-7, 1e-5, 1e-3} {
		for _, n := range []int{1, 8, 50, 200} {
			for _, mu := range []float64{0.003, 0.0073, 0.05, 0.2, 1, 5} {
				percent, exact := adds(n, mu, delta)
				if exact == 0 || exact > 250 {
					continue
				}
				if tried++; percent < 0 || percent > 0.05+float64(n)/500 {
					t.Errorf("%d of μ = %g at δ = %g: %.3g %% above %g", n, mu, delta, percent, exact)
				}
			}
		}
	}
	if tried < 60 {
		t.Errorf("%d totals", tried)
	}
	for delta, most := range map[float64]float64{1e-10: 2, 1e-11: 5.5} {
		if percent, _ := adds(50, 0.02, delta); !(percent > 0.15 && percent < most) {
			t.Errorf("at δ = %g the grid adds %.3g %%, at most %g was told", delta, percent, most)
		}
	}
}
