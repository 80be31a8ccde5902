package admm

import "admmlab/sim/samples"

// Plain ADMM: Zhang and Zhu, Dynamic Differential Privacy for ADMM-Based
// Distributed Classification Learning, IEEE TIFS 12(1), 2017, Algorithm 1.
//
//	1  for t = 0, 1, 2, ...
//	2    every node p: f_p(t+1) = argmin (C/B_p) sum L(y f.x) + rho/2 |f|^2 + 2 lambda_p(t).f
//	                     + eta sum_i |f - (f_p(t) + f_i(t))/2|^2                         (10)
//	3    every node p: broadcast f_p(t+1) to its neighbours
//	4    every node p: lambda_p(t+1) = lambda_p(t) + eta/2 sum_i (f_p(t+1) - f_i(t+1))   (11)
//
// Deviations from print: f_p(0) = 0 unless Problem.Start says otherwise; nodes and records are
// counted from 1 to P and B_p, not from 0.
func plainSpec() Spec {
	return Spec{
		ID: "admm", Name: "ADMM", Short: "no noise",
		Words:    "plain consensus ADMM, no privacy: the reference the others are measured against",
		Citation: tifs + ", Algorithm 1",
		Algorithm: []string{
			"f_p ← argmin (C/B_p) Σ L(y f·x) + ρ/2 |f|² + 2 λ_p·f + η Σ_i |f − (f_p+f_i)/2|²   (10)",
			"broadcast f_p to the neighbours",
			"λ_p ← λ_p + η/2 Σ_i (f_p − f_i)   (11)",
		},
		Differs: []string{
			"This lab starts every model at 0 unless start says otherwise; the paper starts at random and does not say from which law.",
			"The reference: no noise, nothing promised. Whoever sees the models may find out about a single record.",
		},
		Parameters: []Parameter{rhoTIFS(1e-10), eta(1), weightC()},
		Asks:       []Asked{asksRecords, asksConverges},
		Samples:    samples.Plain(),
		Turn:       1,
		New:        newPlain,
	}
}

type plain struct {
	consensus
	solve func(i int)
}

func newPlain(p Problem) Method {
	m := &plain{consensus: newConsensus(p)}
	m.solve = m.update
	return m
}

// Price is nothing: no noise, no promise.
func (m *plain) Price(in Step) Price {
	m.open(in)
	return m.price()
}

// Carried is f_p and lambda_p.
func (m *plain) Carried() Carried { return m.variables() }

// Step is lines 2 to 4.
func (m *plain) Step(in Step) Round {
	m.begin(in, m.Price(in))
	m.each(len(m.locals), m.solve)
	m.advance()
	m.updateDual(in.Set.Eta, m.primal)
	m.conditions = append(m.conditions, m.converges(m.plainly()))
	return m.round(in.Set.Eta, m.primal, true)
}

func (m *plain) update(i int) {
	m.minimise(i, m.in.Set.Rho.At(i), 0, m.in.Set.Eta.At(i), perturbation{}, m.primal[i], m.primal)
}
