package account

import "math"

// Delta is the smallest delta one accountant (or Best) proves at epsilon >= 0, at
// most 1.
func (a *Account) Delta(name string, epsilon float64) float64 {
	t, best := a.all(), 1.0
	for _, by := range Accountants {
		if name == by.Name || name == Best {
			best = math.Min(best, by.delta(t, epsilon))
		}
	}
	return best
}
