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
		strings.Replace(fmt.Sprintf("L_acc(α) = %.4g e^(-%.4g α) + %.4g", o.C4, o.C5, o.C6), "+ -", "- ", 1),
		fmt.Sprintf("U_priv(α) = %g ln(%g / (%g α + %g α²))", w[0], w[1], w[2], w[3]),
	}
	if math.IsNaN(o.Stationary) {
		list = append(list, "J = L_acc - U_priv has no stationary minimum: it rises with α everywhere")
	} else {
		list = append(list, fmt.Sprintf("stationary minimum of J = L_acc - U_priv at α = %.5g, J - c6 = %.5g; J is lower below %s", o.Stationary, o.J(o.Stationary)-o.C6, o.below()))
	}
	return append(list, o.verdict())
}

// below is where J is lower than at its stationary minimum, in words.
func (o Optimum) below() string {
	if o.Below < 1e-30 {
		return "some α < 1e-30"
	}
	return fmt.Sprintf("α = %.2g", numeral.RoundDown(o.Below, 2))
}

// verdict is the minimum under the constraints.
func (o Optimum) verdict() string {
	switch {
	case !math.IsNaN(o.Alpha) && len(o.Active) == 0:
		return fmt.Sprintf("minimum at α = %.5g, J = %.5g: no constraint is active", o.Alpha, o.J(o.Alpha))
	case !math.IsNaN(o.Alpha):
		var names []string
		for _, c := range o.Active {
			names = append(names, string(c))
		}
		return fmt.Sprintf("minimum at α = %.5g, J = %.5g: active constraint %s", o.Alpha, o.J(o.Alpha), strings.Join(names, ", "))
	case math.IsInf(o.Low, 1):
		return fmt.Sprintf("no α is allowed: the fitted L_acc stays above c3 = %g", o.MostLoss)
	case o.Low > o.High:
		return fmt.Sprintf("no α is allowed: L_acc ≤ c3 asks for α ≥ %.4g, the other constraints for α ≤ %.4g", numeral.RoundUp(o.Low, 4), numeral.RoundDown(o.High, 4))
	case o.MostLoss > 0:
		return fmt.Sprintf("no minimiser: c3 = %g caps nothing, since L_acc < %.4g everywhere, and J falls without bound as α goes to 0", o.MostLoss, numeral.RoundUp(o.C4+o.C6, 4))
	}
	return "no minimiser: without a cap c3 on L_acc, J falls without bound as α goes to 0; give one"
}
