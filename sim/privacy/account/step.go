package account

import "math"

// Step is one release of one holder, as the accountants see it. A field that
// makes no sense (NaN, negative, Delta above 1) is read as "nothing is promised".
// The zero Step is a release that costs nothing.
type Step struct {
	// Pure is the epsilon of the step as a pure guarantee, >= 0, +Inf if it has
	// none. 0 means none when Mu > 0, and Shift + Det when Dim > 0.
	Pure float64
	// Delta in [0, 1] is the failure probability that goes with Pure and with the
	// gamma-norm form. Mu needs none.
	Delta float64

	// Noise with density proportional to exp(-tau |n|) in R^Dim; Dim 0 if the noise
	// has another law.
	Dim    int
	Shift  float64 // u = tau v: rate times the largest shift of the noise, >= 0
	Convex bool    // objective perturbation: loss below max(0, Y(u)); else Y(u)
	Det    float64 // ln(1+x), the determinant's share of the loss, >= 0; above 0 the step is read as Convex

	// Mu is sensitivity/sigma of Gaussian noise, 0 if the noise has another law.
	Mu float64
}

// faint is what a smaller cost is rounded up to: its square is still a number above 0.
// immense is above what a cost may be to promise anything: sums of squares of that many
// steps and moments are still numbers.
const faint, immense = 1e-150, 1e140

// sane replaces what makes no sense, or is beyond all adding up, by the least promise,
// and what is too small to be added up by a little more, so that no input can lower a
// total.
func (s Step) sane() Step {
	for _, field := range []*float64{&s.Pure, &s.Shift, &s.Det, &s.Mu} {
		switch {
		case !(*field >= 0 && *field <= immense):
			*field = math.Inf(1)
		case *field > 0:
			*field = math.Max(*field, faint)
		}
	}
	if !(s.Delta >= 0 && s.Delta <= 1) {
		s.Delta = 1
	}
	if s.Dim <= 0 {
		s.Dim, s.Shift, s.Convex, s.Det = 0, 0, false, 0
	} else if s.Pure == 0 {
		s.Pure = s.Shift + s.Det
	}
	s.Convex = s.Convex || s.Det > 0 // Y + det is below max(0, Y) + det
	return s
}

// isPure reports whether the step has a worst-case epsilon to add up.
func (s Step) isPure() bool {
	return !math.IsInf(s.Pure, 1) && (s.Pure > 0 || s.Mu == 0)
}

// isGaussian reports whether the step is finite Gaussian noise.
func (s Step) isGaussian() bool { return s.Mu > 0 && !math.IsInf(s.Mu, 1) }

// isGammaNorm reports whether the step has a finite gamma-norm form.
func (s Step) isGammaNorm() bool {
	return s.Dim > 0 && !math.IsInf(s.Shift, 1) && !math.IsInf(s.Det, 1)
}

// shape is the law of its gamma-norm form.
func (s Step) shape() shape { return shape{s.Dim, s.Shift, s.Convex} }

// Steps are so many equal steps.
type Steps struct {
	Step
	Count int
}
