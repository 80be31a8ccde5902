package admm

import (
	"math"

	"admmlab/models"
	"admmlab/models/linear"
)

// work is the work space of one chunk of samples.
type work struct{ slopes, scores [chunk]float64 }

// part is what one chunk of samples adds to the metrics.
type part struct{ loss, residual, gradient float64 }

// samples is lines 5 and 6 for one chunk of samples, and its metrics at the
// parties' own models, without their noise.
func (s *sharing) samples(c int) {
	rho := s.in.Set.Rho[0]
	from, to := c*chunk, min(len(s.z), (c+1)*chunk)
	z, y, sum, labels, truth, work := s.z[from:to], s.y[from:to], s.sum[from:to], s.labels[from:to], s.truth[from:to], &s.work[c]
	slopes, scores := work.slopes[:len(z)], work.scores[:len(z)]
	s.loss.Steps(z, slopes, labels, sum, y, rho)
	clear(scores)
	for _, u := range s.clean {
		linear.AddScaled(scores, 1, u[from:to])
	}
	var p part
	for i, score := range scores {
		y[i] += float64(rho * (sum[i] - z[i]))
		// Optimality of (7) with (8): l'(z) = y(t+1).
		p.gradient = max(p.gradient, math.Abs(slopes[i]-y[i]))
		p.residual += float64((score - z[i]) * (score - z[i]))
		scores[i] = truth[i] * score
	}
	p.loss = models.SumLoss(s.loss, scores, slopes)
	s.parts[c] = p
}

// round adds up the chunks, in order, of an iteration in which so many parties minimised.
func (s *sharing) round(minimised int) Round {
	n := float64(len(s.z))
	var sum part
	for _, p := range s.parts {
		sum.loss += p.loss
		sum.residual += p.residual
		sum.gradient = math.Max(sum.gradient, p.gradient)
	}
	square := 0.0
	joined := s.joined[:0]
	for _, x := range s.x {
		joined = append(joined, x...)
		square += float64(linear.Norm(x) * linear.Norm(x))
	}
	set := s.in.Set
	parties, people := len(s.blocks), len(s.z)
	// Line 2 reads D_m twice: D_m'w and D_m x_m; (10) reads it again for D_m xi_m.
	work := Work{Minimisations: minimised, Visits: 2 * minimised * people, Messages: 2 * parties, Numbers: 3 * parties * people}
	if set.Private && set.Variant == Printed {
		work.Visits += minimised * people
	}
	// Algorithm 1 pulls two vectors, sum_k D_k x~_k - z and y, and pushes one. At the start
	// both are 0, and later y follows from the first by (8): a party then needs one. The sums
	// that parties behind the first of a sweep hear have new messages in them: of these y
	// does not follow, nor are they 0 at the start.
	behind := 0
	if set.Order == inTurnOrder {
		behind = parties - 1
	}
	if s.in.Iteration == 1 {
		work.Needed = (parties + behind) * people
	} else {
		work.Needed = (2*parties + behind) * people
	}
	r := Round{
		Iteration: s.in.Iteration, Models: s.x, Broadcast: s.message, Dual: s.y, Mean: joined,
		TrainLoss:    sum.loss/n + float64(set.Lambda/(2*n)*square),
		Disagreement: math.Sqrt(sum.residual / n),
		GradientNorm: sum.gradient, Public: true, // z and y are made of messages
		Work:  work,
		Slack: set.Delta,
	}
	for _, left := range s.left {
		if !(left <= r.Remainder) { // NaN, too
			r.Remainder = left
		}
	}
	if math.IsNaN(r.Remainder) {
		r.Remainder = math.Inf(1)
	}
	if set.Private {
		r.Charges = s.charges
	}
	s.conditions = append(s.foresee(), s.converges())
	r.Conditions = s.conditions
	return r
}

// foresee is what Theorem 1 asks for of the iteration, also while its noise is off.
func (s *sharing) foresee() []Condition {
	s.conditions = s.conditions[:0]
	if set := s.in.Set; set.Variant == Printed {
		small := true
		for m := range s.blocks {
			_, epsilon := s.theorem(m)
			small = small && epsilon <= 1
		}
		c := Condition{
			Name: asksSmall.Name, Holds: small, Privacy: true,
			Detail: "Theorem 1 takes ε in (0, 1]",
		}
		if !small && set.Sigma == 0 { // else ε follows from σ
			c.Mend = Mend{Key: EpsilonKey, Value: "1"}
		}
		s.conditions = append(s.conditions, c)
	}
	return s.conditions
}
