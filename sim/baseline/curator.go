package baseline

import (
	"iter"
	"math"

	"admmlab/models/elementary"
	"admmlab/models/linear"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// Curator is one who holds everybody's records, whom everybody trusts, and who makes
// one model public, by objective perturbation of the pooled problem:
//
//	f = argmin (C/B) (sum_n L(y_n f.x_n) + e.f) + (R' + Phi)/2 |f|^2
//
// with e of density exp(-zeta |e|). It is Algorithm 2 of Chaudhuri, Monteleoni and
// Sarwate, JMLR 12, 2011, Lambda = R'/C, and in this laboratory DVP with one node and
// one iteration, rho = R', in the variant with the least noise that holds, "balanced".
// Records are neighbours by Adjacency, labels included; the total is the smallest valid
// one at Delta.
//
// The regulariser R' is the curator's own, at least R + Phi: with R alone, one record
// would tilt the minimiser so far that most of a small total went into hiding that, where
// the methods' penalty spares them. It is taken in steps of sqrt(10) as long as the
// training loss falls: a choice with hindsight, like that of C and rho, that no epsilon
// pays for.
//
// Rows that are longer than 1, as where M parties have each scaled their block, are
// divided by their bound reach = sqrt(M), and f multiplied by it: the same problem with
// R'/reach^2 in the calibration.
//
// The Gaussian noise of Redberg, Koskela and Wang, 2023, is no choice here: their theorem
// is on records added or removed, where most runs count one that is replaced.
type Curator struct {
	Adjacency privacy.Adjacency
	Delta     float64
	Draws     int          // of the noise, at least 1
	Noise     noise.Source // the k-th draw is that of its k-th repeat
}

// Private is how the curator's model measures at one total, over draws of the noise.
type Private struct {
	Epsilon         float64
	Alpha, R        float64 // of the one iteration, and the curator's regulariser
	Draws           int     // 0 while the regulariser is being chosen
	Mean, Low, High Score
}

const (
	trials  = 4  // draws on which a regulariser is judged
	mostOwn = 12 // regularisers tried
)

// Curator is the curator's model at a total of epsilon > 0, after every draw of the noise.
// The sequence is empty where no alpha keeps within epsilon.
func (p *Pool) Curator(o Curator, epsilon float64) iter.Seq[Private] {
	return func(yield func(Private) bool) {
		first, ok := p.within(o, epsilon, p.r)
		if !ok {
			return
		}
		first.R = p.r + float64(p.reach*p.reach*p.calibrate(first.Alpha, p.r).Phi)
		least, r := math.Inf(1), first.R
		for k := range mostOwn {
			next, ok := p.guess(o, first, first.R*elementary.Pow(10, float64(k)/2))
			if !ok {
				break
			}
			for range min(trials, o.Draws) {
				p.draw(o, &next)
				if !yield(Private{Epsilon: epsilon}) {
					return
				}
			}
			if !(next.Mean.TrainLoss < least) {
				break
			}
			least, r = next.Mean.TrainLoss, next.R
		}
		one, ok := p.within(o, epsilon, r)
		for ok && one.Draws < o.Draws {
			p.draw(o, &one)
			if ok = yield(one); !ok {
				return
			}
		}
	}
}

// guess is about what a regulariser leaves for the noise: the part of the total that
// the determinant takes less or more than at first, in proportion. To choose by it is
// enough, and costs no accountant. Where delta pays for more than the determinant takes there
// is no proportion, and the accountant is asked; false if it finds nothing.
func (p *Pool) guess(o Curator, first Private, r float64) (Private, bool) {
	det := func(alpha, r float64) float64 {
		return p.calibrate(alpha, r).Cost(len(p.f), 0)[privacy.Replace].Det
	}
	const ample = 1e9 // an alpha for which no Phi is needed
	before, after := det(first.Alpha, first.R), det(ample, r)
	if first.Epsilon <= before {
		return p.within(o, first.Epsilon, r)
	}
	shift := (first.Alpha - before) * (first.Epsilon - after) / (first.Epsilon - before)
	return Private{Epsilon: first.Epsilon, Alpha: shift + after, R: r}, true
}

// within is the curator with the regulariser r and the largest alpha that keeps within
// epsilon, before its first draw; false if none does.
func (p *Pool) within(o Curator, epsilon, r float64) (Private, bool) {
	alpha, ok := account.New(o.Delta).Largest(func(alpha float64) []account.Steps {
		c := p.calibrate(alpha, r).Cost(len(p.f), 0)[o.Adjacency]
		return []account.Steps{{Step: account.Step{Pure: c.Pure, Dim: c.Dim, Shift: c.Shift, Convex: c.Convex, Det: c.Det, Mu: c.Mu}, Count: 1}}
	}, epsilon, account.Best)
	return Private{Epsilon: epsilon, Alpha: alpha, R: r}, ok
}

// draw makes one more draw of the noise.
func (p *Pool) draw(o Curator, one *Private) {
	chosen := p.calibrate(one.Alpha, one.R)
	e := make([]float64, len(p.f))
	o.Noise.Repeat(one.Draws).GammaNorm(e, noise.Dual, 0, 1, chosen.Zeta)
	clear(p.linear)
	linear.AddScaled(p.linear, p.weight*p.reach, e)
	one.add(p.minimise(one.R - p.r + float64(p.reach*p.reach*chosen.Phi)))
}

// calibrate is the noise for alpha with the regulariser r.
func (p *Pool) calibrate(alpha, r float64) privacy.DVP {
	return privacy.CalibrateDVP("balanced", alpha, privacy.Node{Weight: p.weight, C1: p.local.Loss().C1(), Regulariser: r / (p.reach * p.reach)})
}

// add takes one more draw in.
func (p *Private) add(s Score) {
	p.Draws++
	n := float64(p.Draws)
	s.Norm = 0 // a mean of scores is of no model
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
func (s *Score) numbers() [4]*float64 {
	return [4]*float64{&s.TrainLoss, &s.TrainLossC, &s.TestLoss, &s.TestError}
}
