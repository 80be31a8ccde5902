package tradeoff

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim/numeral"
)

// Words tell the optimum in sentences, one a line.
func (o Optimum) Words() []string {
	w := o.Omega
	list := []string{
		strings.Replace(fmt.Sprintf("L_acc(α) = %s e^(-%s α) + %s", numeral.Exact(o.C4, 4), numeral.Exact(o.C5, 4), numeral.Exact(o.C6, 4)), "+ -", "- ", 1),
		fmt.Sprintf("U_priv(α) = %s ln(%s / (%s α + %s α²))", numeral.Given(w[0]), numeral.Given(w[1]), numeral.Given(w[2]), numeral.Given(w[3])),
	}
	if math.IsNaN(o.Stationary) {
		list = append(list, "J = L_acc - U_priv has no stationary minimum: it rises with α everywhere")
	} else {
		list = append(list, fmt.Sprintf("stationary minimum of J = L_acc - U_priv at α = %s, J - c6 = %s; J is lower below %s", numeral.Exact(o.Stationary, 5), numeral.Exact(o.J(o.Stationary)-o.C6, 5), o.below()))
	}
	return append(list, o.verdict())
}

// below is where J is lower than at its stationary minimum, in words.
func (o Optimum) below() string {
	if o.Below < 1e-30 {
		return "some α < 1e-30"
	}
	return "α = " + numeral.Exact(numeral.RoundDown(o.Below, 2), 2)
}

// verdict is the minimum under the constraints.
func (o Optimum) verdict() string {
	switch {
	case !math.IsNaN(o.Alpha) && len(o.Active) == 0:
		return fmt.Sprintf("minimum at α = %s, J = %s: no constraint is active", numeral.Exact(o.Alpha, 5), numeral.Exact(o.J(o.Alpha), 5))
	case !math.IsNaN(o.Alpha):
		var names []string
		for _, c := range o.Active {
			names = append(names, string(c))
		}
		return fmt.Sprintf("minimum at α = %s, J = %s: active constraint %s", numeral.Exact(o.Alpha, 5), numeral.Exact(o.J(o.Alpha), 5), strings.Join(names, ", "))
	case math.IsInf(o.Low, 1):
		return fmt.Sprintf("no α is allowed: the fitted L_acc stays above c3 = %s", numeral.Given(o.MostLoss))
	case o.Low > o.High:
		return fmt.Sprintf("no α is allowed: L_acc ≤ c3 asks for α ≥ %s, the other constraints for α ≤ %s", numeral.Exact(numeral.RoundUp(o.Low, 4), 4), numeral.Exact(numeral.RoundDown(o.High, 4), 4))
	case o.MostLoss > 0:
		return fmt.Sprintf("no minimiser: c3 = %s caps nothing, since L_acc < %s everywhere, and J falls without bound as α goes to 0", numeral.Given(o.MostLoss), numeral.Exact(numeral.RoundUp(o.C4+o.C6, 4), 4))
	}
	return "no minimiser: without a cap c3 on L_acc, J falls without bound as α goes to 0; give one"
}
