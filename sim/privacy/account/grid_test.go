package account

import (
	"fmt"
	"math"
	"testing"
)

// What the grid adds to epsilon is of second order in its spacing: with a grid twice as coarse it is four
// times as much, so that a third of what that costs more is about what there is. Of T steps of one kind it is at
// most 0.05 % + T/500 %, as docs/privacy.md says.
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
			total := func(c composition) float64 {
				if !c.times(n, own, at, r) {
					t.Fatalf("no grid holds %d of %+v", n, s)
				}
				return c.losses(r).epsilon(delta)
			}
			var c composition
			if !c.times(n, own, at, r) {
				continue // the moments take over
			}
			one := c.losses(r).epsilon(delta)
			if one > 250 {
				continue
			}
			two := total(composition{some: true, exponent: c.exponent + 1, re: filled(nil, 1), im: filled(nil, 0)})
			adds := 100 * (two - one) / 3 / one
			if limit := 0.05 + float64(n)/500; !(adds >= 0 && adds <= limit) {
				t.Errorf("%d of %+v: the grid adds %.3g %% to %g, at most %.3g %% is told", n, s, adds, one, limit)
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
