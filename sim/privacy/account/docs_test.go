package account

import (
	"math"
	"os"
	"strings"
	"testing"
)

// What docs/privacy.md says of accountants, computed: advanced composition beats adding for
// many steps above ε = 0.5, too, and zCDP helps DVP as it helps any pure step.
func TestTheDocsCompareAccountantsAsTheyAre(t *testing.T) {
	page, err := os.ReadFile("../../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	total := func(name string, steps int, s Step) float64 {
		a := New(1e-5)
		for range steps {
			a.Add(s)
		}
		for _, total := range a.Totals() {
			if total.Name == name {
				return total.Epsilon
			}
		}
		t.Fatalf("no accountant is called %s", name)
		return 0
	}
	det := math.Log1p(1750.0 / 8000 / 4 / (math.Pow(10, -2.5) + 4)) // of a default step of DVP: (C/B) c₁/(ρ+2ηN)
	dvp := Step{Dim: 105, Shift: 0.5 - 2*det, Det: det, Convex: true}
	for _, c := range []struct {
		name  string
		steps int
		step  Step
		want  float64
		said  string
	}{
		{Advanced, 200, Step{Pure: 0.6}, 75.68, "200 of 0.6 cost 75.68"},
		{Basic, 200, Step{Pure: 0.6}, 120, "where the sum is 120"},
		{Advanced, 20, Step{Pure: 1}, 30.71, "20 steps of ε = 1 cost more than their sum"},
		{ZCDP, 100, dvp, 33.34, "33.4 by it"},
		{Basic, 100, dvp, 48.65, "48.7 by adding"},
		{PLD, 100, dvp, 2.33, "2.33 by the noise"},
	} {
		got := total(c.name, c.steps, c.step)
		if !(got <= c.want && got > 0.998*c.want) || !strings.Contains(string(page), c.said) {
			t.Errorf("%d steps by %s: %g, expected %g, and the page says %v", c.steps, c.name, got, c.want, strings.Contains(string(page), c.said))
		}
	}
}

// Optimal is exact for steps of one ε; of several it is rounded up, and says so, as the page does.
func TestOptimalSaysWhereItIsRounded(t *testing.T) {
	page, err := os.ReadFile("../../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	for kinds, exact := range map[int]bool{1: true, 2: false, 300: false} {
		a := New(1e-5)
		for kind := range kinds {
			for range 1000 {
				a.Add(Step{Pure: float64(kind+1) / float64(kinds)})
			}
		}
		by := map[string]Total{}
		for _, total := range a.Totals() {
			by[total.Name] = total
		}
		optimal, moments := by[Optimal], by[GammaNorm].Epsilon
		if strings.HasPrefix(optimal.Why, "exact") != exact || exact && optimal.Epsilon > moments {
			t.Errorf("%d kinds: %g, and %g by moments: %s", kinds, optimal.Epsilon, moments, optimal.Why)
		}
		if said := "to 49,940, where the moments of the same worst cases prove 49,306"; kinds == 300 &&
			(math.Round(optimal.Epsilon) != 49940 || math.Round(moments) != 49306 || !strings.Contains(string(page), said)) {
			t.Errorf("%g and %g, and the page does not say %q", optimal.Epsilon, moments, said)
		}
	}
}
