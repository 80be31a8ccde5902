package admm

import (
	"fmt"
	"slices"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/noise"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/realised"
	"admmlab/sim/samples"
)

// Vertical ADMM sharing: Learning Privately over Distributed Features: An ADMM
// Sharing Approach, 2019 (arXiv 1907.07735), Algorithm 1 with the noise of (10).
//
//	1  for t = 0, 1, 2, ...
//	2    every party m: x_m(t+1) = argmin lambda/2 |x|^2 + y(t).D_m x
//	                + rho/2 |sum_{k != m} D_k x~_k(t) + D_m x - z(t)|^2              (6)
//	3      x~_m(t+1) = x_m(t+1) + xi_m, xi_m ~ N(0, sigma^2 (D_m'D_m)^-1)            (10)
//	4      push D_m x~_m(t+1)
//	5    centre: z(t+1) = argmin l(z) - y(t).z + rho/2 |sum D_m x~_m(t+1) - z|^2     (7)
//	6      y(t+1) = y(t) + rho (sum D_m x~_m(t+1) - z(t+1))                          (8)
//
// l is the sum over samples of the loss L(Y z); lambda and rho are on that
// scale. With w = z - sum_{k != m} D_k x~_k - y/rho line 2 is
// x_m = (D'D + (lambda/rho) I)^-1 D' w.
//
// Variants. "printed": line 3 as it stands, sigma from Theorem 1 with the
// sensitivity of Lemma 1. "isotropic": the message D_m x_m gets N(0, sigma^2 I)
// instead, sigma from privacy.MessageSensitivity and the exact Gaussian curve.
//
// Order. "jacobi" is (6): all parties use the values of iteration t.
// "gauss-seidel": party m uses the new messages of the parties before it.
//
// Deviations from print: D'D is singular for one-hot columns, so (D'D)^-1 in
// line 3 is the pseudo-inverse; the "locally cached D_m x_m" of Algorithm 1 is
// the noised message, or a party would feed its hidden noise back; x_m is not
// confined to a set X_m.
func sharingSpec() Spec {
	return Spec{
		ID: "sharing", Name: "Sharing", Short: "vertical",
		Words:    "vertical ADMM sharing: parties hold different columns of the same people and send one number a person",
		Citation: share + ", Algorithm 1 and eq. (10)",
		Algorithm: []string{
			"x_m ← argmin λ/2|x|² + y·D_m x + ρ/2 |Σ_{k≠m} D_k x̃_k + D_m x − z|²   (6)",
			"send D_m x_m with noise   (10)",
			"z ← argmin Σ L(Y z) − y·z + ρ/2 |Σ D_m x̃_m − z|²   (7)",
			"y ← y + ρ (Σ D_m x̃_m − z)   (8)",
		},
		Differs: []string{
			"D'D is singular for one-hot columns, so (D'D)⁻¹ in (10) is the pseudo-inverse here. The message kept for the next iteration is the noised one, or a party would feed its hidden noise back. x is not confined to a set. λ and ρ are on the scale of the summed loss.",
			"Lemma 1, which sets the printed σ, is false: it takes ‖(D'D)⁻¹‖ = 1/d_m. No bound b₁ exists either, because x̃ carries unbounded Gaussian noise.",
			"The printed noise D_m ξ stays in the column space of D_m, so that a changed column is told apart with certainty: δ = 1. The proof of Theorem 1 uses noise in all directions instead, which is the variant \"on the message\".",
			"The labels can be read from the dual variable: Y_i = −sign(y_i).",
			"(6) lets all parties correct at once from the same values. With many parties, correlated columns or a small ρ it may run away; gauss-seidel is steadier. The paper proves nothing of it; λ > 2(M−1)ρN is enough.",
		},
		Vertical: true,
		Variants: []Variant{
			{"isotropic", "on the message", "N(0, σ²I) on the message, σ from min(1, √(ρ/λ))·|w| and the exact Gaussian curve: a column that changes by at most 1 in norm is protected; one that is another altogether only where ρ ≥ λ."},
			{"printed", "on x, printed", "The noise D·ξ stays in the column space of D: a changed column is told apart with certainty (δ = 1). Lemma 1, which sets σ, is false. Labels can be read from y."},
		},
		Parameters:  []Parameter{epsilonShare(), deltaShare(), sigmaShare(), b1Share(), lambdaShare(), rhoPenalty(), labelsShare()},
		Samples:     samples.Theory{None: "The sharing paper proves nothing of the expected loss: its one theorem is on privacy. Those of the other papers do not carry over: they are on nodes that each draw records of their own, whereas here every party has its columns of the same records, and what the noise moves is the message of every single record."},
		Adjacency:   byColumn,
		Adds:        privacy.Strong,
		NoiseEnters: "on the message D_m x_m (printed: on x_m, before D_m multiplies it)",
		TotalWords:  "ε' = √(2T ln(1/δ')) ε + Tε(e^ε−1) with Tδ+δ', Corollary 1",
		Silent:      func(s *Settings, t int) bool { return t == 1 && s.Variant != "printed" && s.Sigma == 0 }, // σ follows |w|, and w = 0
		NoiseKnob:   EpsilonKey,
		Tunable:     []string{"lambda", "rho"},
		TotalNotes: []string{
			"As printed, the promise is empty: the noise D_m ξ lies in the column space of D_m and a changed column leaves it, so that δ = 1 whatever σ says. The sensitivity behind σ (Lemma 1) is false as well. With noise on the message a column that changes by at most 1 in norm is protected, and the ε it takes is honest and large. Definition 2 asks for no more; a column of many people has a norm far above 1, and where ρ < λ one that is another altogether moves the message up to √(λ/ρ) times as far.",
			"The paper says that the risk is confined while T < 20. At ε = 1 a step and δ' = 10⁻⁵ its own Corollary 1 gives ε' = 55.9 for T = 20.",
			"Labels are not covered: they can be read from y, Y_i = −sign(y_i), unless they are randomised first (ε_Y above 0).",
		},
		Adaptive: Adaptive{
			Light: "σ follows |w|", Words: "σ does not follow |w|, so that what is spent depends on what was drawn; set ε, or a budget with stop on",
			Where: adaptive, Mend: Mend{Key: SigmaKey, Value: "0", Anew: true},
		},
		Asks:     []Asked{asksSmall, asksConverges},
		Realised: Measure{Told: true},
		Audit:    Audit{Tune: tuneShare, At: 2, Claim: claimShare, Story: storyShare},
		Turn:     1,
		New:      newSharing,
	}
}

// tuneShare takes a small lambda, so that a message is nearly the target; Theorem 1 takes
// epsilon <= 1, and 4 is a claim that thousands of runs can come near.
func tuneShare(s *Settings) {
	s.Epsilon, s.Sigma, s.Lambda, s.Rho = 1, 0, 1e-3, PerNode{1}
	if s.Variant != "printed" {
		s.Epsilon = 4
	}
}

func claimShare(variant string, epsilon, delta float64) string {
	place := "exact Gaussian curve"
	if variant == "printed" {
		place = "Sharing, Theorem 1"
	}
	return fmt.Sprintf("a message is (ε, δ)-private, ε = %s, δ = %s (%s)", numeral.AtMost(epsilon, 3), numeral.AtMost(delta, 3), place)
}

func storyShare(variant string) string {
	if variant == "printed" {
		return "The printed noise, eq. (10), stays on the column: projecting the message on D and on D' names the right one."
	}
	return "The message under D is nearly w, under D' it is 0: the largest shift the noise must hide."
}

type sharing struct {
	blocks []*models.Block
	labels []float64 // learned from
	truth  []float64 // measured by
	loss   models.Loss
	each   models.Each
	in     Step

	x       [][]float64 // x_m
	clean   [][]float64 // D_m x_m
	message [][]float64 // D_m x~_m, what party m pushes
	z, y    []float64   // the auxiliary variable and its dual
	sum     []float64   // sum of the messages in force
	target  [][]float64 // w of each party
	reach   []float64   // |w|
	left    []float64   // gradient that line 2 left, as a share of max(1, |w|), to which noise and sensitivity are in proportion
	aimed   int         // the iteration that target is of, 0 = none
	aimedAt float64     // and its rho
	sigma   []float64   // noise of each party in this iteration
	kept    []calibration
	draw    [][]float64 // standard normal draw, of length d_m or N
	xi      [][]float64
	aim     func(m int)
	step    func(m int)
	adding  func(c int)
	centre  func(c int)

	joined     []float64
	parts      []part           // one for each chunk of samples
	work       []work           // as parts
	priced     []privacy.Charge // of the last Price
	charges    []privacy.Charge // of the last Step
	conditions []Condition
	ending     struct {
		of sweepGrounds
		Condition
	}
}

// chunk is how many samples the centre handles as one piece of work.
const chunk = 2048

func newSharing(p Problem) Method {
	n, parties := len(p.Labels), len(p.Blocks)
	s := &sharing{
		blocks: p.Blocks, labels: p.Labels, truth: p.Truth, loss: p.Loss, each: p.Each,
		clean: vectors(parties, n), message: vectors(parties, n), target: vectors(parties, n),
		z: make([]float64, n), y: make([]float64, n), sum: make([]float64, n),
		reach: make([]float64, parties), left: make([]float64, parties), sigma: make([]float64, parties), kept: make([]calibration, parties),
		charges: make([]privacy.Charge, parties), parts: make([]part, (n+chunk-1)/chunk),
		work: make([]work, (n+chunk-1)/chunk),
	}
	if s.truth == nil {
		s.truth = s.labels
	}
	total := 0
	for _, block := range p.Blocks {
		d := block.Dim()
		block.Share(p.Each)
		s.x = append(s.x, make([]float64, d))
		s.xi = append(s.xi, make([]float64, d))
		s.draw = append(s.draw, make([]float64, max(n, d)))
		total += d
	}
	s.joined = make([]float64, total)
	s.aim, s.step, s.adding, s.centre = s.point, s.party, s.add, s.samples
	return s
}

// Price is what the noise of (10) makes a message cost: it depends on |w|, and w is made
// of messages, z and y, which all are public.
func (s *sharing) Price(in Step) Price {
	s.in = in
	p := Price{Charges: s.priced[:0], Conditions: s.foresee()}
	if !in.Set.Private {
		return p
	}
	silent := in.Iteration == 1 && in.Set.Sigma == 0                // w is 0 for the first in turn, which then sends 0, and so for all
	later := in.Ahead > 0 || in.Set.Order == inTurnOrder && !silent // what |w| depends on is not all sent
	switch {
	case in.Set.Variant == Printed: // Theorem 1 asks for no |w|
	case in.Ahead > 0 && in.Set.Sigma > 0:
		p.Guess = "the size of a message depends on those before it, and |w| is taken as in the next iteration"
	case in.Ahead == 0 && later:
		p.Guess = "a party's message depends on those that the parties before it send in the same iteration, and |w| is taken without them"
	}
	s.targets()
	for m, w := range s.reach {
		if w == 0 && later && in.Set.Sigma == 0 {
			w = 1 // where epsilon sets the noise its size does not matter
		}
		_, c := s.calibrated(m, w)
		p.Charges = append(p.Charges, c)
	}
	s.priced = p.Charges
	return p
}

// Carried is z, y, the messages and their sum, and what stands of a party whose message is
// refused: its model and the gradient it was left with. Whoever asks may put others in
// their place, so that targets at hand from a Price are made anew.
func (s *sharing) Carried() Carried {
	s.aimed = 0
	return Carried{Vectors: append(slices.Concat(s.message, s.x), s.z, s.y, s.sum, s.left)}
}

// Step is lines 2 to 6.
func (s *sharing) Step(in Step) Round {
	s.in = in
	minimised := len(s.blocks)
	if in.Set.Order == inTurnOrder {
		for m := range s.blocks {
			s.point(m)
			if s.book(m) {
				s.party(m)
				s.each(len(s.parts), s.adding)
			} else {
				minimised--
				s.blocks[m].Apply(s.clean[m], s.x[m]) // not carried, as it follows
			}
		}
	} else {
		s.targets()
		for m := range s.blocks {
			s.book(m)
		}
		s.each(len(s.blocks), s.step)
		s.each(len(s.parts), s.adding)
	}
	s.each(len(s.parts), s.centre)
	return s.round(minimised)
}

// add is sum_m D_m x~_m for one chunk of samples.
func (s *sharing) add(c int) {
	from, to := c*chunk, min(len(s.sum), (c+1)*chunk)
	sum := s.sum[from:to]
	clear(sum)
	for _, u := range s.message {
		linear.AddScaled(sum, 1, u[from:to])
	}
}

// targets is w of every party, if it is not at hand from the iteration's Price.
func (s *sharing) targets() {
	if s.aimed == s.in.Iteration && s.aimedAt == s.in.Set.Rho[0] {
		return
	}
	s.each(len(s.blocks), s.aim)
	s.aimed, s.aimedAt = s.in.Iteration, s.in.Set.Rho[0]
}

// point is w of party m.
func (s *sharing) point(m int) {
	w, z, y, sum, message := s.target[m], s.z, s.y, s.sum, s.message[m]
	z, y, sum, message = z[:len(w)], y[:len(w)], sum[:len(w)], message[:len(w)]
	rho := s.in.Set.Rho[0]
	for i := range w {
		w[i] = z[i] - (sum[i] - message[i]) - y[i]/rho
	}
	s.reach[m] = linear.Norm(w)
}

// book sets and books the noise of party m's message, if it may be sent: else the last
// one stays.
func (s *sharing) book(m int) bool {
	if !s.in.Set.Private {
		return true
	}
	s.sigma[m], s.charges[m] = s.calibrated(m, s.reach[m])
	if s.in.Allows == nil || s.in.Allows(s.charges[m]) {
		return true
	}
	s.charges[m] = privacy.Charge{Node: m}
	return false
}

// party is lines 2 to 4 at party m.
func (s *sharing) party(m int) {
	set, w := s.in.Set, s.target[m]
	s.left[m] = s.blocks[m].Solve(s.x[m], w, set.Lambda/set.Rho[0]) / max(1, s.reach[m])
	s.blocks[m].Apply(s.clean[m], s.x[m])
	copy(s.message[m], s.clean[m])
	if !set.Private {
		if s.in.Meter != nil && s.reach[m] > 0 { // before anything was sent the message is 0, whatever the data
			s.in.Meter.Bare(m)
		}
		return
	}
	sigma, drawn, metered := s.sigma[m], 0.0, s.in.Meter != nil
	if set.Variant == "printed" {
		draw := s.draw[m][:len(s.xi[m])]
		s.in.Noise.Gaussian(draw, noise.Message, m, s.in.Iteration, sigma)
		s.blocks[m].InverseRoot(s.xi[m], draw) // xi ~ N(0, sigma^2 (D'D)^-1)
		if metered {
			drawn = linear.Norm(s.xi[m])
		}
		linear.AddScaled(s.xi[m], 1, s.x[m]) // x~ = x + xi
		s.blocks[m].Apply(s.message[m], s.xi[m])
	} else {
		draw := s.draw[m][:len(w)]
		s.in.Noise.Gaussian(draw, noise.Message, m, s.in.Iteration, sigma)
		if metered {
			drawn = linear.Norm(draw)
		}
		linear.AddScaled(s.message[m], 1, draw)
	}
	if metered {
		s.meter(m, sigma, drawn)
	}
}

// meter tells of the message of party m, whose noise was drawn with this deviation and length.
func (s *sharing) meter(m int, sigma, drawn float64) {
	hidden := s.draw[m][:len(s.z)]
	for i := range hidden {
		hidden[i] = s.message[m][i] - s.clean[m][i]
	}
	s.in.Meter.Message(m, realised.Push{
		Target: s.target[m], Model: s.x[m], Clean: s.clean[m], Noise: hidden, Drawn: drawn, Kappa: s.in.Set.Lambda / s.in.Set.Rho[0],
		Sigma: sigma, Confined: s.in.Set.Variant == "printed",
	})
}

var asksSmall = Asked{
	Name: "ε ≤ 1", Variant: "printed",
	Words: "Theorem 1 of Sharing is stated for ε from 0 to 1 in an iteration. A larger σ, or a smaller ε, mends it. Without it the privacy promise lapses.",
}
