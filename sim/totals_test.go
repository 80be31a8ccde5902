package sim

import (
	"math"
	"testing"

	"admmlab/models"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// One total stands for all nodes: where that of the node with the largest ε is of no δ at all,
// by adding, and another's, though smaller, holds at the δ of the run alone, the two together
// are proved at that.
func TestATotalOfAllNodesHasTheDeltaOfAll(t *testing.T) {
	const delta = 1e-14
	pure, law := privacy.Cost{Pure: 3.7544}, privacy.Cost{Dim: 105, Shift: 4, Det: 0.71335, Convex: true, Pure: 4.71335}
	for _, nodes := range [][2]privacy.Cost{{pure, law}, {law, pure}} {
		totals := newTotals(2, delta, models.Serial)
		var charges []privacy.Charge
		for i, cost := range nodes {
			c := privacy.Charge{Node: i}
			for a := range c.Cost {
				c.Cost[a] = cost
			}
			charges = append(charges, c)
		}
		totals.add(charges, delta)
		for _, class := range totals.classes {
			if best := class[privacy.Replace].Best(); (best.Delta == 0) != (best.Name == account.Basic) || best.Name != account.Basic && !(best.Epsilon < 3.5) {
				t.Fatalf("%+v: the test needs others", best)
			}
		}
		best := totals.best(privacy.Replace)
		if best.Epsilon != 3.7544 || best.Delta != delta || best.Name != account.Basic || !best.Valid {
			t.Errorf("%+v", best)
		}
		for _, total := range totals.bestBy(privacy.Replace) {
			for _, class := range totals.classes {
				for _, own := range class[privacy.Replace].Totals() {
					if own.Name == total.Name && total.Valid && !(own.Valid && own.Epsilon <= total.Epsilon && own.Delta <= total.Delta) {
						t.Errorf("%+v stands for %+v", total, own)
					}
				}
			}
		}
		if labelled := totals.labelled(1); labelled.Delta != delta || math.IsInf(labelled.Epsilon, 1) {
			t.Errorf("with labels: %+v", labelled)
		}
	}
}

// What is tried and then not made, as where a value is turned away from again before the
// iteration, is in no total: the shifts of laws are rounded up after many different ones, and
// those that were tried do not count among them.
func TestWhatIsTriedIsInNoTotal(t *testing.T) {
	charge := func(shift float64) []privacy.Charge {
		c := privacy.Charge{}
		for a := range c.Cost {
			c.Cost[a] = privacy.Cost{Dim: 105, Shift: shift, Pure: shift}
		}
		return []privacy.Charge{c}
	}
	straight, tried := newTotals(1, 1e-14, models.Serial), newTotals(1, 1e-14, models.Serial)
	for k := range 514 {
		shift := 0.1 + 1e-4*float64(k)
		if k == 100 {
			for extra := range 3 {
				tried.after(charge(1+float64(extra)), 1e-14).best(privacy.Replace)
			}
		}
		straight, tried = straight.after(charge(shift), 1e-14), tried.after(charge(shift), 1e-14)
	}
	for i, want := range straight.bestBy(privacy.Replace) {
		if got := tried.bestBy(privacy.Replace)[i]; got != want {
			t.Errorf("%+v, and %+v after some were tried", want, got)
		}
	}
}
