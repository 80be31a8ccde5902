package admm

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"admmlab/models/elementary"
	"admmlab/sim/convergence"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
)

// Converges is the name of the condition that says what is proved of where a run without
// noise ends.
const Converges = "converges"

// course is what decides where a consensus run without noise ends.
type course struct {
	penalty  PerNode // eta_i of the minimisers
	dual     PerNode // theta_i of the dual steps
	growing  bool    // penalties go on growing
	staying  bool    // penalties stay
	share    float64 // of rho_i that is the regulariser weight r_i
	recycled bool    // every second step is the even one of R-ADMM, with
	gamma    float64
	bare     bool // no node adds any noise
	ahead    bool // the dual step is above the penalty of a node, or was
	always   bool // above one that stays
}

// plainly is the course of plain ADMM.
func (c *consensus) plainly() course {
	return course{penalty: c.in.Set.Eta, dual: c.in.Set.Eta, share: 1}
}

// ending is what has been found out about a course; it stays while its grounds do.
type ending struct {
	of        grounds
	pieces    [][]int // of the graph
	lipschitz []float64
	begun     start
	Condition
}

// start is what Theorem 1 says of a run from the start without growth, and of which.
type start struct {
	graph      *network.Graph
	eta, gamma float64
	proved     bool
}

// grounds are all that an ending depends on, but for the Lipschitz constants.
type grounds struct {
	graph                               *network.Graph
	private, growing, drifted, recycled bool // drifted: the dual variables of a piece do not sum to 0
	equal, same                         bool // the penalties; the dual steps
	staying                             bool // growing: not all penalties do
	ahead, always                       bool // the dual step of some penalty, of one that stays
	eta, dual, m, gamma                 float64
	begins                              float64 // the penalty of all in a run from the start, 0 where they differ
}

// converges is the condition that the run ends at the optimum of all, proved. M_i is
// C_i c1 + r_i, as |x| ≤ 1, and the objectives are r_i-strongly convex.
func (c *consensus) converges(run course) Condition {
	e := &c.ending
	if e.of.graph != c.in.Graph {
		e.pieces = c.in.Graph.Components()
	}
	g := grounds{
		graph: c.in.Graph, private: c.in.Set.Private && !run.bare, growing: run.growing, staying: run.staying && run.growing, drifted: c.drifted(e.pieces), recycled: run.recycled,
		equal: run.penalty.Equal(), same: run.dual.Equal(), ahead: run.ahead, always: run.always, eta: run.penalty[0], dual: run.dual[0], m: math.Inf(1), gamma: run.gamma,
	}
	if c.in.Set.Eta.Equal() {
		g.begins = c.in.Set.Eta[0]
	}
	for i := range c.locals {
		g.m = math.Min(g.m, c.in.Set.Rho.At(i)*run.share)
	}
	changed := e.of != g
	for i, local := range c.locals {
		m := float64(c.weight(i)*float64(local.Records())*local.Loss().C1()) + float64(c.in.Set.Rho.At(i)*run.share)
		if len(e.lipschitz) == i {
			e.lipschitz = append(e.lipschitz, 0)
		}
		if m != e.lipschitz[i] {
			e.lipschitz[i], e.begun, changed = m, start{}, true
		}
	}
	if changed {
		e.of, e.Condition = g, e.find(g)
		e.Condition.Name, e.Told = Converges, true
		if g.private {
			e.noisy()
		}
	}
	return e.Condition
}

// noisy makes what is proved of a run what is proved of it while the noise is on: where it ends at the optimum,
// or may, no knob lights it then.
func (c *Condition) noisy() {
	if !c.Holds && !c.Open {
		c.Detail += ". So it is without noise, and the noise is on: nothing is proved of whether models settle"
		return
	}
	c.Holds, c.Open, c.Mend = false, true, Mend{}
	c.Detail = "the noise is on: nothing is proved of whether models settle, nor of how near the optimum they stay. Without noise, " + c.Detail
}

// Leftover is where a piece of the graph ends that has had to do with others.
const Leftover = "the graph is in pieces, and in some Σλ is not 0: what they had to do with others before, or unequal dual steps, stays in λ. Such a piece ends at the minimiser of its Σ (O_i + 2λ_i·f), not at an optimum of its own, nor at that of all"

// find is what is proved of a course.
func (e *ending) find(g grounds) Condition {
	switch {
	case g.graph.Nodes() == 1:
		return Condition{Holds: true, Detail: "a single node minimises alone: its first iteration is the optimum"}
	case g.growing:
		return e.frozen(g)
	case !g.graph.Connected() && g.drifted:
		return Condition{Detail: Leftover}
	case !g.graph.Connected():
		return Condition{Detail: "the graph is in pieces: each ends at an optimum of its own at best, not at that of all"}
	case !g.same:
		return Condition{
			Detail: "the dual steps are unequal, Σλ drifts, and the network ends at another model than the minimiser of Σ O_i: with η constant from the start, at that of Σ O_i/η_i. Theorem 1 says otherwise and is false there",
			Mend:   Mend{Key: DualStepKey, Value: commonStep, Anew: true},
		}
	case g.drifted:
		return Condition{
			Detail: "unequal dual steps have moved Σλ away from 0, and equal ones leave it where it is: the network ends at another model than the minimiser of Σ O_i",
			Mend:   Mend{Key: DualStepKey, Value: commonStep, Anew: true},
		}
	case !g.equal && g.ahead:
		return Condition{Open: true, Detail: "certificate not available: nothing is proved for unequal η_i. The optimum is where the run would rest, but the dual step, the η of node 1, is above that of another: where it is far above, a run may diverge"}
	case !g.equal:
		return Condition{Open: true, Detail: "certificate not available: nothing is proved for unequal η_i. With a common dual step the optimum is where the run would rest; nothing says it diverges"}
	case g.recycled:
		return e.theorem(g)
	case g.eta != g.dual:
		return Condition{Holds: true, Detail: "proved: plain ADMM whose penalty has outgrown its dual step ends at the optimum. No rate is proved"}
	}
	return e.linear(g)
}

// frozen is what is said while η grows: nothing of where a run would end, which it does where η stays.
func (e *ending) frozen(g grounds) Condition {
	const dual = ". The dual step, the η of node 1, is above that of "
	c := Condition{Detail: "η grows without bound"}
	switch {
	case g.always:
		c.Detail += " at some nodes" + dual + "one where it stays: where it is far above, a run may diverge, and else it ends away from the optimum, as where η grows a node's own data move the model ever less"
	case g.staying && g.ahead:
		c.Detail += " at some nodes" + dual + "another: a run may diverge until every η has outgrown it, and ends away from the optimum, as where η grows a node's own data move the model ever less"
	case g.staying:
		c.Detail += " at some nodes. There a node's own data move the model ever less, so that a run ends away from the optimum, the farther off the faster η grows"
	case g.ahead:
		c.Detail += dual + "another: a run may diverge until every η has outgrown it, and freezes where it is then, as the steps shrink like 1/η and their sum is finite"
	default:
		c.Detail += ". The steps shrink like 1/η and their sum is finite, so that a run freezes before the optimum, the farther off the faster η grows"
	}
	switch {
	case !g.graph.Connected():
		c.Detail += ". The graph is in pieces besides"
	case !g.same && g.begins == 0:
		c.Detail += ". The dual steps are unequal besides: without growth a run from the start ends at the minimiser of Σ O_i/η_i, not of Σ O_i. Theorem 1 says otherwise and is false there"
	case !g.same:
		c.Detail += ". The dual steps are unequal besides: Σλ drifts away from 0"
	case g.drifted:
		c.Detail += ". Unequal dual steps have moved Σλ away from 0 besides"
	default:
		c.Open, c.Detail = true, "certificate not available: "+c.Detail
		if !g.private && e.provedWithoutGrowth(g) {
			c.Mend = Mend{Key: growthKey, Value: "1"}
		}
	}
	return c
}

// linear is the rate of plain ADMM.
func (e *ending) linear(g grounds) Condition {
	most := slices.Max(e.lipschitz)
	rate := convergence.Linear(g.graph, g.eta, g.m, most)
	return Condition{
		Holds: true,
		Detail: fmt.Sprintf("proved: it ends at the optimum, and E, a squared distance, falls by 1/(1+δ) an iteration at least. δ = %s halves it in %s iterations; runs are often far faster",
			numeral.Short(numeral.RoundDown(rate.Delta, 2)), numeral.Short(numeral.RoundUp(math.Ln2/elementary.Log1p(rate.Delta), 2))),
		Numbers: fmt.Sprintf("m_f = %s, M = %s, η = %s, λ₂ = %s, s_max = %s\nδ = %s, the best over μ",
			numeral.Short(g.m), numeral.Short(most), numeral.Short(g.eta), numeral.Short(rate.Lambda), numeral.Short(rate.Signless), numeral.Digits(rate.Delta, 4)),
	}
}

// workable reports whether Theorem 1 may hold on a graph of the size for which it is worked out.
func workable(g *network.Graph) bool { return !g.Bipartite() && g.Nodes() <= convergence.Largest }

// provedWithoutGrowth reports whether the end is proved where η stops growing: at what it has grown
// to, and at what it was, with which a run from the start begins.
func (e *ending) provedWithoutGrowth(g grounds) bool {
	switch {
	case !g.equal || g.begins == 0:
		return false
	case !g.recycled:
		return true
	}
	return workable(g.graph) && e.provedFromStart(g) && convergence.NewTheorem(g.graph, g.eta, e.lipschitz).At(g.gamma).Holds
}

// provedFromStart reports whether Theorem 1 holds at the penalty of a run from the start.
func (e *ending) provedFromStart(g grounds) bool {
	now := start{graph: g.graph, eta: g.begins, gamma: g.gamma, proved: e.begun.proved}
	if now != e.begun {
		e.begun = now
		e.begun.proved = convergence.NewTheorem(g.graph, g.begins, e.lipschitz).At(g.gamma).Holds
	}
	return e.begun.proved
}

// theorem is Theorem 1 of Recycled ADMM.
func (e *ending) theorem(g grounds) Condition {
	const harmless = "nothing says that it diverges"
	switch {
	case g.graph.Bipartite():
		return Condition{Open: true, Detail: "certificate not available: on a bipartite graph (star, path, even ring) D+A is singular and (ii) of Theorem 1 fails for every γ. Runs converge all the same; " + harmless}
	case g.graph.Nodes() > convergence.Largest:
		return Condition{Open: true, Detail: fmt.Sprintf("certificate not worked out: Theorem 1 asks for eigenvalues of matrices over the nodes, and there are more than %d; %s", convergence.Largest, harmless)}
	}
	t := convergence.NewTheorem(g.graph, g.eta, e.lipschitz)
	found := t.At(g.gamma)
	c := Condition{Holds: found.Holds, Open: !found.Holds}
	names, sign := [2]string{"(i)", "(ii)"}, map[bool]string{true: ">", false: "<"}
	if found.Holds {
		c.Detail = fmt.Sprintf("proved by Theorem 1 at γ = %s: the run ends at the optimum. No rate is proved", numeral.Given(g.gamma))
	} else {
		names = [2]string{"(iii)", "(iv)"}
		c.Detail = fmt.Sprintf("certificate not available at γ = %s: no L, μ meet (i) and (ii) of Theorem 1", numeral.Given(g.gamma))
		if least, ok := suffices(t); ok {
			c.Detail += fmt.Sprintf("; %s. γ = %s suffices, in three digits the smallest over all L, μ", harmless, numeral.Exact(least, 6))
			c.Mend = Mend{Key: gammaKey, Value: strconv.FormatFloat(least, 'g', -1, 64)}
		} else {
			c.Detail += fmt.Sprintf(", nor at any γ tried up to %s; %s", numeral.Short(gamma().Max), harmless)
		}
	}
	c.Numbers = fmt.Sprintf("L = %s, μ = %s, σ = 2ηV + γ = %s, M = %s", numeral.Short(found.L), numeral.Short(found.Mu), numeral.Short(t.Sigma(g.gamma)), numeral.Short(slices.Max(e.lipschitz)))
	for k, s := range []convergence.Side{found.First, found.Second} {
		c.Numbers += fmt.Sprintf("\n%s %s %s %s, margin %s", names[k], numeral.Digits(s.Left, 4), sign[s.Margin() > 0], numeral.Digits(s.Right, 4), numeral.Short(s.Margin()))
	}
	return c
}

// suffices is the smallest γ that Theorem 1 takes, in three digits.
func suffices(t *convergence.Theorem) (float64, bool) {
	most := gamma().Max
	least, ok := t.Smallest(most)
	if !ok {
		return 0, false
	}
	round := numeral.RoundUp(least, 3)
	if round > most || !t.At(round).Holds {
		return least, true
	}
	for { // it was known to a thousandth
		lower := numeral.RoundDown(0.9999*round, 3)
		if !(lower < round && t.At(lower).Holds) {
			return round, true
		}
		round = lower
	}
}

// sweepGrounds are all that the ending of a sweep depends on, but for the deal.
type sweepGrounds struct {
	rho, lambda float64
	order       string
	private     bool
}

// converges is the condition that the sweep does, proved.
func (s *sharing) converges() Condition {
	set, parties, samples := s.in.Set, len(s.blocks), len(s.labels)
	penalty := set.Rho[0]
	g := sweepGrounds{penalty, set.Lambda, set.Order, set.Private}
	e := &s.ending
	if e.of == g && e.Name != "" {
		return e.Condition
	}
	e.of, e.Condition = g, Condition{Name: Converges, Told: true}
	inTurn := set.Order == inTurnOrder
	need := convergence.Sweep(parties, samples, penalty, inTurn)
	asks := "2(M−1)ρN"
	if inTurn {
		asks = "((M−1)/2 + √(M(M−1)/2))ρN"
	}
	digits := 3
	for set.Lambda > need && numeral.RoundUp(need, digits) >= set.Lambda && digits < 17 {
		digits++
	}
	told, lambda := numeral.AtMost(need, digits), numeral.Given(set.Lambda)
	optimum := "the optimum"
	if set.Labels > 0 { // fixed for the run
		optimum += " of the labels that it learns from, which are randomised: another than the pooled one, of the true labels"
	}
	switch {
	case parties == 1:
		e.Holds, e.Detail = true, "proved: one party and z are two blocks, plain ADMM, which ends at "+optimum
	case set.Lambda > need:
		e.Holds, e.Detail = true, fmt.Sprintf("proved: λ = %s is above %s = %s, so that the sweep ends at %s. No rate is proved", lambda, asks, told, optimum)
	default:
		e.Open = true
		beyond := ""
		if most := lambdaShare().Max; need >= most {
			beyond = " and at most " + numeral.Given(most)
		}
		e.Detail = fmt.Sprintf("certificate not available: %d parties and z are %d blocks, for which ADMM has no guarantee in general. λ above %s = %s would do, λ is %s%s; nothing says that it diverges",
			parties, parties+1, asks, told, lambda, beyond)
		if rho := numeral.RoundDown(0.999*penalty*(set.Lambda/need), 3); rho >= rhoPenalty().Min {
			e.Detail += fmt.Sprintf(". ρ = %s suffices, and is slow", numeral.Exact(rho, 6))
			e.Mend = Mend{Key: rhoPenalty().Key, Value: strconv.FormatFloat(rho, 'g', -1, 64)}
		}
	}
	if set.Private {
		e.noisy()
	}
	return e.Condition
}

var asksConverges = Asked{
	Name: Converges,
	Words: `What is proved of where a run without noise ends, and how fast, with the numbers of the graph and the knobs in force and M = Cc₁ + r, which bounds the curvature of each O_i; r is ρ, under R-, MR- and M-ADMM ρ/N. "Certificate not available" never means that a run diverges. Each piece of a graph ends by itself: at its own optimum if it was alone from the start, elsewhere if it was joined to others before, as its Σλ is then not 0 and stays as it is.

Recycled ADMM, Theorem 1: it ends at the optimum if for some L > 0 and μ > 1
  (i)  I + W(D+A)T⁻¹ ≻ Lμ/(2σ) (W(D−A))⁺ D_M
  (ii) W(D+A) ≻ W(D+A)T⁻¹(W(D−A) + (2/L)W(D+A)) + Lμ/(2σ(μ−1)) D_M
D degrees, A adjacency, W = ηI, T = 2ηD + γI (the paper's D with a tilde), σ its smallest entry, D_M = diag(M_i²); (iii) and (iv) are these at L = μ = 2. Here L and μ are the best there are, and enter takes the smallest γ for which there are any, with the noise off. On a bipartite graph there is none. With unequal dual steps the theorem is false: with η constant the network ends at the minimiser of Σ O_i/η_i; enter begins a run with a common step, of which nothing is known to be false. With an η that grows without bound a run freezes before any optimum.

Plain ADMM, and DVP, PVP and M-ADMM with the noise off and η constant (after Shi, Ling, Yuan, Wu and Yin, IEEE TSP 2014; proved in sim/convergence): E falls by the factor 1/(1+δ) in every iteration at least,
  δ = min{(μ−1)λ₂/(μ s_max), 2m_f/(η s_max + μM²/(ηλ₂))}, μ > 1 the best
  E = η e'(D+A)e + |b − b*|²/η, e = f − f*, (D−A)^(1/2) b = 2λ
m_f = r is the strong convexity, λ₂ the spectral gap, s_max the largest V_i + V_j over edges. Where m_f is next to nothing, the smallest e'(D−A)e of the first t iterations is still at most E(0)/(ηt).

Sharing: M parties and z are M + 1 blocks, for which ADMM has no guarantee in general (Chen, He, Ye and Yuan 2016), and the paper proves none. The sweep of (6) ends at the optimum if λ > 2(M−1)ρN, N samples, in turn (gauss-seidel) if λ > ((M−1)/2 + √(M(M−1)/2))ρN; with randomised labels (ε_Y above 0) at that of those it learns from, which is not the pooled optimum. The proof is in sim/convergence and reads no data.

With noise none of this says whether the models settle, nor how near the optimum they stay: no number proves it then. Convergence only: the privacy promise does not need it.`,
}

// Words of settings that are choices.
const (
	commonStep  = "common"
	inTurnOrder = "gauss-seidel"
)
