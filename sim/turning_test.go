package sim

import (
	"math"
	"strings"
	"testing"

	"admmlab/sim/admm"
)

// What the help says of turning C, η and h is what comes of it: whether the noise grows, seen
// in how far the models disagree, or what the paper charges.
func TestTurningDoesWhatIsSaidOfIt(t *testing.T) {
	type effect struct{ noise, charge float64 } // by which factor, about
	for key, turned := range map[string]map[string]effect{
		"C":   {"dvp": {2, 1}, "pvp": {2, 1}, "radmm": {1, 2}, "mradmm": {1, 2}, "madmm": {1, 2}},
		"eta": {"dvp": {0.1, 1}, "radmm": {0.1, 1}, "mradmm": {0.1, 1}, "madmm": {1, 0.1}},
	} {
		for id, want := range turned {
			last := func(by float64) Row {
				c := small(t, `method = "`+id+`"`, "iterations = 3")
				if key == "C" {
					c.Set.C = admm.PerNode{30 * by}
				} else {
					c.Set.Eta = admm.PerNode{by}
				}
				rows, _ := script(t, c)
				return rows[2]
			}
			by := 2.0
			if key == "eta" {
				by = 10
			}
			one, more := last(1), last(by)
			about := func(what string, got, want float64) {
				if math.Abs(math.Log(got/want)) > 0.15 {
					t.Errorf("%s: %s times %g makes the %s %.3g times as large, want about %g", id, key, by, what, got, want)
				}
			}
			about("noise", more.Disagreement/one.Disagreement, want.noise)
			about("charge", more.EpsilonTotal/one.EpsilonTotal, want.charge)
		}
	}
	for id, says := range map[string]map[string]string{
		"dvp":   {"C": "Under DVP and PVP the noise grows with C", "eta": "less harm from noise"},
		"radmm": {"C": "under R-ADMM, MR-ADMM and M-ADMM what an iteration is charged", "eta": "less harm from noise"},
		"madmm": {"alpha": "Cα/(η_i(t)V_iB_i)", "eta": "bear no less of it", "growth": "the noise in the models stays"},
	} {
		spec, _ := admm.Find(id)
		for key, words := range says {
			if p, _ := spec.Parameter(key); !strings.Contains(p.Turning, words) {
				t.Errorf("%s, %s: no %q in %q", id, key, words, p.Turning)
			}
		}
	}
}
