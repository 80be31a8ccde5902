package account

// GammaNorm composes the moments of the noise actually drawn.
const GammaNorm = "gamma-norm"

var gammaNorm = &Accountant{
	Name:     GammaNorm,
	Words:    "from the noise of density ∝ exp(−ζ|ε|) itself; with many columns far below what its worst case says",
	reads:    func(t *spent) (unbounded int, kept float64) { return t.shapeless, t.logKeptMixed },
	obstacle: func(t *spent, delta float64) obstacle { return composed(t, t.shapeless, t.logKeptMixed, delta) },
	compose: func(t *spent, _ *room, delta, slack float64) (epsilon, with float64, why string) {
		why = "moments of the losses multiply; in many dimensions the noise seldom meets its worst case"
		if t.shaped == 0 {
			why = "moments of the losses multiply, here those of worst cases: no step has gamma-norm noise"
		}
		if t.costly > 0 {
			epsilon = leastEpsilon(t.momentAt, slack)
		}
		return epsilon, delta, why
	},
	deltaAt: func(t *spent, epsilon float64) float64 {
		if t.costly == 0 {
			return 0
		}
		return leastDelta(t.momentAt, epsilon)
	},
}
