package lens

import (
	"fmt"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
)

// attack is one line of the lens: a question to the run, the worst record pair of DVP, or
// an audit, of the settings in force or of one step.
type attack struct {
	name     string
	whole    bool          // an audit of a whole run, with what is set
	question string        // of sim.Attacks, "" for the others
	ends     string        // what ends it
	claim    *audit.Target // that is audited, nil for the others
	refused  string        // why there is none
}

// fits reports whether the attack is one on a method, or on whatever is set.
func (a attack) fits(spec admm.Spec) bool {
	switch {
	case a.question != "":
		return spec.Vertical
	case a.claim != nil:
		return a.claim.Method == spec.ID
	case a.refused != "":
		return false
	}
	return a.whole || spec.ID == pairsMethod
}

// pairsMethod is the method that the worst record pairs are of.
const pairsMethod = "dvp"

// audits reports whether the attack is an audit.
func (a attack) audits() bool { return a.claim != nil || a.whole }

// story is how an attack works.
func story(a attack) string {
	switch {
	case a.claim != nil:
		return a.claim.Describe()
	case a.whole:
		return audit.Run{}.Describe()
	case a.question == sim.AttackLabels:
		return audit.LabelAttack{}.Describe()
	case a.question == sim.AttackColumns:
		return audit.SpaceAttack{}.Describe()
	}
	return audit.Pair{}.Describe()
}

// worstPairs are the record pairs that a broadcast DVP model tells apart best, for
// the printed and the proved noise rate and a loss, on a small node: d = 3, B = C = 50.
func worstPairs(loss models.Loss) []audit.Pair {
	var list []audit.Pair
	for _, normF := range []float64{0, 3, 100} {
		for _, variant := range []string{"printed", "proved"} {
			p, err := audit.PrintedDVP(audit.DVPCase{Loss: loss, Variant: variant, Dim: 3, Records: 50, C: 50, Rho: 0.01, Penalty: 1, Alpha: 1, NormF: normF})
			if err == nil {
				list = append(list, p)
			}
		}
	}
	return list
}

// pairWords is a pair in a line.
func pairWords(p audit.Pair) string {
	end := "not broken"
	switch {
	case p.Broken:
		end = "BROKEN"
	case p.Kept():
		end = "kept"
	}
	return fmt.Sprintf("|f| %-3g ζ %-7s %s |Δg| %.2f  e^%.3f of e^%g  %s", p.Case.NormF, p.Case.Variant, grid.Pad(numeral.Short(p.Zeta), 6), p.Shift, p.LogRatio, p.Case.Alpha, end)
}
