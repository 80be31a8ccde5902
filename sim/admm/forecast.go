package admm

import (
	"math"

	"admmlab/sim/privacy"
)

// Forecaster is a method that can say, without running, what its next noisy
// iteration, or the one Ahead of it, would cost the worst-off node under given
// settings, and how many iterations one such charge lasts (2 for R-ADMM, whose even
// ones are free). A growing penalty makes later iterations cheaper, so the answer
// holds for them.
type Forecaster interface {
	Forecast(in Step) (cost [privacy.Adjacencies]privacy.Cost, every int)
}

// worst is a cost that none of the nodes' exceeds in any part, each adjacency by
// itself: with fewer records the determinant costs more and the shift less, so that
// no single node need be the dearest to every accountant.
func worst(n int, of func(i int) [privacy.Adjacencies]privacy.Cost) [privacy.Adjacencies]privacy.Cost {
	most := of(0)
	for i := 1; i < n; i++ {
		for a, c := range of(i) {
			most[a] = most[a].Max(c)
		}
	}
	return most
}

func (m *dvp) Forecast(in Step) ([privacy.Adjacencies]privacy.Cost, int) {
	m.in = in
	return worst(len(m.locals), func(i int) [privacy.Adjacencies]privacy.Cost {
		node := m.node(i, in.Set.Rho, in.Set.Eta.At(i))
		return privacy.CalibrateDVP(in.Set.Variant, in.Set.Alpha.At(i), node).Cost(m.dim(), 0)
	}), 1
}

// Forecast takes the sensitivity where it settles, which is its largest, and in the
// last iteration the closing DVP step.
func (m *pvp) Forecast(in Step) ([privacy.Adjacencies]privacy.Cost, int) {
	m.in = in
	return worst(len(m.locals), func(i int) [privacy.Adjacencies]privacy.Cost {
		node := m.node(i, in.Set.Rho, in.Set.Eta.At(i))
		if in.Last {
			hidden := 0.0
			if in.Set.Variant != "released" {
				hidden = privacy.PVPHidden(privacy.PVPLimit(in.Set.Variant, node), node)
			}
			return privacy.CalibrateDVP(m.closingVariant(), in.Set.Alpha.At(i), node).Cost(m.dim(), hidden)
		}
		rate := privacy.PVPRate(in.Set.Variant, in.Set.Alpha.At(i), node)
		return privacy.PVPCost(m.dim(), rate, privacy.PVPLimit(in.Set.Variant, node), 0)
	}), 1
}

// Forecast counts the odd iterations up to the one asked for: in each the penalty
// grows.
func (m *radmm) Forecast(in Step) ([privacy.Adjacencies]privacy.Cost, int) {
	m.in = in
	odd := (in.Iteration+in.Ahead+1)/2 - in.Iteration/2
	return worst(len(m.locals), func(i int) [privacy.Adjacencies]privacy.Cost {
		eta := in.Set.Eta.At(i) * m.grown[i] * math.Pow(in.Set.Growth.At(i), float64(odd))
		return privacy.ChargeRecycled(m.dim(), in.Set.Alpha.At(i), m.node(i, m.regularizer(), eta)).Cost
	}), 2
}

func (m *madmm) Forecast(in Step) ([privacy.Adjacencies]privacy.Cost, int) {
	m.in = in
	return worst(len(m.locals), func(i int) [privacy.Adjacencies]privacy.Cost {
		eta := in.Set.Eta.At(i) * m.grown[i] * math.Pow(in.Set.Growth.At(i), float64(1+in.Ahead))
		return privacy.ChargePenalty(m.dim(), in.Set.Alpha.At(i), m.node(i, m.regularizer(), eta)).Cost
	}), 1
}

// Forecast takes each party's target as it was last. Where epsilon sets the noise,
// its size does not matter, so that a run can be asked about before its first
// iteration, which costs nothing: its target is 0.
func (s *sharing) Forecast(in Step) ([privacy.Adjacencies]privacy.Cost, int) {
	s.in = in
	return worst(len(s.blocks), func(m int) [privacy.Adjacencies]privacy.Cost {
		w := norm(s.target[m])
		if w == 0 && in.Set.Sigma == 0 {
			w = 1
		}
		_, charge := s.price(m, w)
		return charge.Cost
	}), 1
}
