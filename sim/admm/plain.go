package admm

// Plain ADMM: Zhang and Zhu, Dynamic Differential Privacy for ADMM-Based
// Distributed Classification Learning, IEEE TIFS 12(1), 2017, Algorithm 1.
//
//	1  for t = 0, 1, 2, ...
//	2    every node p: f_p(t+1) = argmin (C/B_p) sum L(y f.x) + rho/2 |f|^2 + 2 lambda_p(t).f
//	                     + eta sum_i |f - (f_p(t) + f_i(t))/2|^2                         (10)
//	3    every node p: broadcast f_p(t+1) to its neighbours
//	4    every node p: lambda_p(t+1) = lambda_p(t) + eta/2 sum_i (f_p(t+1) - f_i(t+1))   (11)
//
// Deviations from print: f_p(0) = 0 instead of random; nodes and records are
// counted from 1 to P and B_p, not from 0.
type plain struct {
	consensus
	solve func(i int)
}

func newPlain(p Problem) Method {
	m := &plain{consensus: newConsensus(p)}
	m.solve = m.update
	return m
}

// Step is lines 2 to 4.
func (m *plain) Step(in Step) Round {
	m.begin(in)
	m.each(len(m.locals), m.solve)
	m.advance()
	m.updateDual(in.Set.Eta, m.primal)
	return m.round(m.primal, true)
}

func (m *plain) update(i int) {
	m.minimise(i, m.in.Set.Rho, 0, m.in.Set.Eta.At(i), perturbation{}, m.primal[i], m.primal)
}
