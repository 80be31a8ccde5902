package baseline

import (
	"iter"
	"math"

	"admmlab/models/linear"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// Curator is one who holds everybody's records, whom everybody trusts, and who makes
// one model public, by objective perturbation of the pooled problem:
//
//	f = argmin (C/B) (sum_n L(y_n f.x_n) + e.f) + (R + Phi)/2 |f|^2
//
// with e of density exp(-zeta |e|). It is Algorithm 2 of Chaudhuri, Monteleoni and
// Sarwate, JMLR 12, 2011, Lambda = R/C, and in this laboratory DVP with one node and
// one iteration, in the variant with the least noise that holds, "balanced". Records are
// neighbours by Adjacency, labels included; the total is the smallest valid one at Delta.
//
// Rows that are longer than 1, as where M parties have each scaled their block, are
// divided by their bound reach = sqrt(M), and f multiplied by it: the same problem with
// R/reach^2 in the calibration.
//
// The Gaussian noise of Redberg, Koskela and Wang, 2023, is no choice here: their theorem
// is on records added or removed, and asks for a curvature B R/C above 1/4, which the
// papers' own settings do not have.
type Curator struct {
	Adjacency privacy.Adjacency
	Delta     float64
	Draws     int          // of the noise, at least 1
	Noise     noise.Source // the k-th draw is that of its k-th repeat
}

// Private is how the curator's model measures at one total, over draws of the noise.
type Private struct {
	Epsilon         float64
	Alpha           float64 // of the one iteration
	Draws           int
	Mean, Low, High Score
}

// Curator is the curator's model at a total of epsilon > 0, after every draw of the noise.
// The sequence is empty where no alpha keeps within epsilon.
func (p *Pool) Curator(o Curator, epsilon float64) iter.Seq[Private] {
	return func(yield func(Private) bool) {
		alpha, ok := account.New(o.Delta).Largest(func(alpha float64) []account.Steps {
			c := p.calibrate(alpha).Cost(len(p.f), 0)[o.Adjacency]
			return []account.Steps{{Step: account.Step{Pure: c.Pure, Dim: c.Dim, Shift: c.Shift, Convex: c.Convex, Det: c.Det, Mu: c.Mu}, Count: 1}}
		}, epsilon, account.Best)
		if !ok {
			return
		}
		out := Private{Epsilon: epsilon, Alpha: alpha}
		chosen := p.calibrate(alpha)
		e := make([]float64, len(p.f))
		for k := range o.Draws {
			o.Noise.Repeat(k).GammaNorm(e, noise.Dual, 0, 1, chosen.Zeta)
			clear(p.linear)
			linear.AddScaled(p.linear, p.weight*p.reach, e)
			out.add(p.minimise(p.reach * p.reach * chosen.Phi))
			if !yield(out) {
				return
			}
		}
	}
}

// calibrate is the noise for alpha.
func (p *Pool) calibrate(alpha float64) privacy.DVP {
	return privacy.CalibrateDVP("balanced", alpha, privacy.Node{Weight: p.weight, Regulariser: p.r / (p.reach * p.reach)})
}

// add takes one more draw in.
func (p *Private) add(s Score) {
	p.Draws++
	n := float64(p.Draws)
	if p.Draws == 1 {
		p.Mean, p.Low, p.High = s, s, s
		return
	}
	mean, low, high := p.Mean.numbers(), p.Low.numbers(), p.High.numbers()
	for k, v := range s.numbers() {
		*mean[k] += (*v - *mean[k]) / n
		*low[k], *high[k] = math.Min(*low[k], *v), math.Max(*high[k], *v)
	}
	p.Mean.GradientNorm = math.Max(p.Mean.GradientNorm, s.GradientNorm)
}

// numbers are what a score measures a model by.
func (s *Score) numbers() [3]*float64 {
	return [3]*float64{&s.TrainLoss, &s.TestLoss, &s.TestError}
}
