package admm

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"admmlab/sim/numeral"
)

// When tells when a change of a knob counts.
type When int

const (
	// NextIteration: the change is in force from the next iteration on.
	NextIteration When = iota
	// AtReset: the run must start again.
	AtReset
)

func (w When) String() string {
	if w == AtReset {
		return "after reset"
	}
	return "next iteration"
}

// Need is what a run has to have for a knob to count in it: any of the following together.
type Need int

const (
	// NeedsPrivate: it counts where the noise is on.
	NeedsPrivate Need = 1 << iota
	// NeedsNoise: it says how much noise of the method there is, or what that costs. See
	// Spec.NoiseNeedsNeighbours.
	NeedsNoise
	// NeedsNeighbours: it says who they are, what they hold, or how hard they pull.
	NeedsNeighbours
	// NeedsBudget: it says how a budget is held.
	NeedsBudget
	// NeedsDraws: it says which draws there are, of the method's noise or of what Draws.
	NeedsDraws
)

// Declaration is what a person needs to know of a knob.
type Declaration struct {
	Key     string // in the session text
	Symbol  string // on screen
	Name    string // on its line of a panel, where it is not the symbol
	Words   string // what it is
	Formula string // where it stands
	Place   string // paper and equation
	Turning string // what turning it does
	Counts  When
	Needs   Need
}

// Parameter is a number a method reads.
type Parameter struct {
	Declaration
	Default  float64
	Min, Max float64                  // both allowed
	Step     float64                  // one press of an arrow; 0 = multiply by 10^(1/4)
	EachNode bool                     // may differ from node to node
	Hidden   string                   // variant under which it is not read, "" = none
	Reads    map[string]Declaration   // by variant, where it is something else there
	Zero     string                   // what 0 is called, "" = 0
	Idle     float64                  // its value under a method that does not declare it, 0 = Default
	Accounts bool                     // it only adds up privacy: no model depends on it
	Draws    bool                     // above 0 something is drawn beside the method's noise
	Clears   string                   // key of what a new value sets back to 0; while that is set, it counts in its place
	clears   func(*Settings) *float64 // its place, nil = nothing
	one      func(*Settings) *float64
	many     func(*Settings) *PerNode // with neither its place is Settings.Own
}

// Get is the parameter's value, one number unless it differs over nodes.
func (p Parameter) Get(s *Settings) PerNode {
	switch {
	case p.many != nil:
		return *p.many(s)
	case p.one != nil:
		return PerNode{*p.one(s)}
	}
	return s.Own[p.Key]
}

// GivesWay reports whether another value counts in its place.
func (p Parameter) GivesWay(s *Settings) bool { return p.clears != nil && *p.clears(s) != 0 }

// Set stores a value that Check has passed.
func (p Parameter) Set(s *Settings, v PerNode) {
	if p.clears != nil {
		*p.clears(s) = 0
	}
	p.put(s, v)
}

func (p Parameter) put(s *Settings, v PerNode) {
	switch {
	case p.many != nil:
		*p.many(s) = slices.Clone(v)
	case p.one != nil:
		*p.one(s) = v[0]
	default:
		own := map[string]PerNode{p.Key: slices.Clone(v)} // a new map: settings of the past keep theirs
		for key, other := range s.Own {
			if key != p.Key {
				own[key] = other
			}
		}
		s.Own = own
	}
}

// Check returns nil if v is allowed: one number, or nodes of them where the
// parameter may differ over nodes.
func (p Parameter) Check(v PerNode, nodes int) error {
	if len(v) != 1 && !p.EachNode {
		return fmt.Errorf("%s is one number, not %d", p.Key, len(v))
	}
	if len(v) != 1 && len(v) != nodes {
		return fmt.Errorf("%s has %d values, expected one for all nodes or one for each of the %d", p.Key, len(v), nodes)
	}
	for _, x := range v {
		if !(x >= p.Min && x <= p.Max) {
			expected := p.Range()
			if x > 0 && x <= p.Max { // it is above 0, and too near
				expected = numeral.Given(p.Min) + " to " + numeral.Given(p.Max)
			}
			return fmt.Errorf("%s = %s is out of range, expected %s", p.Key, numeral.Given(x), expected)
		}
	}
	return nil
}

// Range is what may be typed, in words: what hints and refusals tell.
func (p Parameter) Range() string {
	words := numeral.Given(p.Min) + " to " + numeral.Given(p.Max)
	if p.Min <= 1e-300 && p.Max >= 1e300 {
		words = "a number above 0"
	}
	if p.EachNode {
		words += ", or one value per node, separated by commas"
	}
	return words
}

// Under is what the parameter is under a variant.
func (p Parameter) Under(variant string) Declaration {
	if d, ok := p.Reads[variant]; ok {
		return d
	}
	return p.Declaration
}

// Listed are the entries of a list: with commas between them, and with brackets around
// them or, as in a flag, without.
func Listed(text string) []string {
	list := strings.TrimSpace(text)
	if strings.HasPrefix(list, "[") && strings.HasSuffix(list, "]") {
		list = strings.TrimSuffix(strings.TrimSpace(list[1:len(list)-1]), ",") // TOML takes one behind the last
	}
	parts := strings.Split(list, ",")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return parts
}

// ParseNumbers reads "0.5", "0.5, 0.52, 0.45" or "[0.5, 0.52, 0.45]".
func ParseNumbers(text string) (PerNode, error) {
	var v PerNode
	parts := Listed(text)
	for _, part := range parts {
		x, err := strconv.ParseFloat(part, 64)
		switch {
		case err != nil && len(parts) == 1:
			return nil, errors.New("not a number")
		case err != nil:
			return nil, fmt.Errorf("%q is not a number", part)
		}
		v = append(v, x)
	}
	return v, nil
}

// String is the form ParseNumbers reads, exact to the last bit.
func (p PerNode) String() string {
	parts := make([]string, len(p))
	for i, v := range p {
		parts[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strings.Join(parts, ",")
}

// Keys of parameters that others than their methods name.
const (
	AlphaKey   = "alpha"
	EpsilonKey = "epsilon"
	DeltaKey   = "delta"
	SigmaKey   = "sigma"
	lossKey    = "C"
	LabelsKey  = "labels"
	gammaKey   = "gamma"
	growthKey  = "growth"
	// DualStepKey is declared by sim/config, beside Order's.
	DualStepKey = "dual_step"
)

func alphaTIFS(value float64) Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: AlphaKey, Symbol: "α", Words: "privacy parameter of one iteration",
			Formula: "Pr[f_p(t) ∈ S] ≤ e^α · Pr'[f_p(t) ∈ S]", Place: "TIFS 2017, Definition 4, eq. (12)",
			Turning: "Smaller α: more noise in every iteration, a rougher curve, and each iteration adds less to the bound. Larger α: less noise, and the bound climbs faster.",
			Needs:   NeedsNoise,
		},
		Default: value, Min: 1e-300, Max: 1e300, EachNode: true,
		many: func(s *Settings) *PerNode { return &s.Alpha },
	}
}

func alphaRate(value float64) Parameter {
	p := alphaTIFS(value)
	p.Declaration.Words = "rate of the noise density exp(−α|ε|)"
	p.Formula, p.Place = "ε ∝ exp(−α|ε|), charged 2Cα/B", "Recycled ADMM, Algorithm 3, eq. (32)"
	p.Turning = "α is a rate here, not an ε: the mean noise norm is d/α. Smaller α: more noise; the bound grows by 2Cα/B_i (plus a constant) in every odd iteration."
	return p
}

// alphaPenalty is alphaRate where the noise is in the penalty, which grows.
func alphaPenalty(value float64) Parameter {
	p := alphaRate(value)
	p.Formula, p.Place = "ε ∝ exp(−α|ε|), charged C(1.4c₁+α)/(ηVB)", "Recycled ADMM, sections II-D and VIII"
	p.Turning = "α is a rate here, not an ε: the mean noise norm is d/α. Smaller α: more noise; the bound grows by Cα/(η_i(t)V_iB_i) (plus a constant) in every iteration."
	return p
}

// alphaRecycled is alphaRate where the noise may be on the minimiser.
func alphaRecycled(value float64) Parameter {
	p := alphaRate(value)
	output, gaussian := p.Declaration, p.Declaration
	output.Words = "rate of the noise on the minimiser, over h: density exp(−αh|n|)"
	output.Formula, output.Place = "n ∝ exp(−αh|n|), h = ρ/N+2ηV, charged 2Cα/B", "Recycled ADMM, section VII-B, in words only"
	output.Turning = "α is a rate here, not an ε: the mean noise norm is d/(αh). Smaller α: more noise; the bound grows by 2Cα/B_i in every odd iteration."
	gaussian.Words = "sets the noise on the minimiser, N(0, σ²I) with σ = √(d+1)/(αh)"
	gaussian.Formula, gaussian.Place = "σ = √(d+1)/(αh), h = ρ/N+2ηV; a step is (2Cα/B)/√(d+1)-GDP", "Recycled ADMM, section VII-B and footnote 2, in words only"
	gaussian.Turning = "α is no ε here: it is the rate at which output noise would be as large a coordinate. Smaller α: a larger σ, and each odd iteration adds less to the bound."
	p.Reads = map[string]Declaration{outputVariant: output, gaussianVariant: gaussian}
	return p
}

// ownValues goes with what may differ from node to node in the objectives.
const ownValues = " One value for all nodes, or one for each: 3,1,5,2,4. The network then minimises the sum of the nodes' own objectives, and so do the pooled optimum and the curator."

func rhoTIFS(value float64) Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: "rho", Symbol: "ρ", Words: "weight of the regulariser",
			Formula: "(C_p/B_p) Σ L(y f·x) + ρ_p/2 |f|²", Place: "TIFS 2017, eq. (1) and (3), Table II",
			Turning: "Larger ρ pulls the models towards 0: noise moves them less, but the optimum itself moves away from the best classifier." + ownValues,
		},
		Default: value, Min: 1e-12, Max: 1e6, EachNode: true,
		many: func(s *Settings) *PerNode { return &s.Rho },
	}
}

func rhoShared(value float64) Parameter {
	p := rhoTIFS(value)
	p.Formula, p.Place = "(C_i/B_i) Σ L(y f·x) + ρ_i/(2N) |f|²", "Recycled ADMM, section V and Fig. 2"
	p.Turning = "As in DVP, but each node carries ρ/N, so that the network as a whole carries ρ. The paper picked 0.22 by the test error, which is a choice no privacy bound pays for." + ownValues
	return p
}

func eta(value float64) Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: "eta", Symbol: "η", Words: "penalty: how hard neighbours pull, and the dual step",
			Formula: "η Σ_j |f − (f_i+f_j)/2|²", Place: "TIFS 2017, eq. (9); Recycled ADMM, eq. (14)",
			Turning: "Larger η keeps a model near its neighbours: smaller steps, less harm from noise, slower learning.",
			Needs:   NeedsNeighbours,
		},
		Default: value, Min: 1e-9, Max: 1e6,
		many: func(s *Settings) *PerNode { return &s.Eta },
	}
}

const eachEta = " One value for all nodes, or one for each: 1,1.03,1.02,0.8,1.01."

// etaOwn is eta where every node may have its own.
func etaOwn(value float64) Parameter {
	p := eta(value)
	p.EachNode = true
	p.Turning += eachEta
	return p
}

// etaPenalty is etaOwn where the noise is in the penalty.
func etaPenalty(value float64) Parameter {
	p := etaOwn(value)
	p.Turning = "Larger η keeps a model near its neighbours: smaller steps, slower learning. The noise pulls with η, too, so that the models bear no less of it; each iteration is charged less." + eachEta
	return p
}

// growthPenalty is growth where it is that of every iteration.
func growthPenalty(value float64) Parameter {
	p := growth(value)
	p.Formula, p.Place = "η_i(t) = η_i q_i^t", "Recycled ADMM, section II-D"
	p.Turning = "q = 1 leaves η as it is. A faster growth charges later iterations less and slows learning; the noise in the models stays, and as the dual step does not grow, they drift away from the optimum."
	return p
}

func growth(value float64) Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: growthKey, Symbol: "q", Name: "growth", Words: "growth of η per odd iteration (M-ADMM: per iteration)",
			Formula: "η_i(2k−1) = η_i q_i^k", Place: "Recycled ADMM, section VIII, Figs. 1 and 4",
			Turning: "q = 1 is R-ADMM. A faster growth calms the noise and slows learning; grown too fast, the run freezes before it has converged. Unequal q at the nodes makes the network converge to another model than the paper claims.",
			Needs:   NeedsNeighbours,
		},
		Default: value, Min: 1, Max: 2, Step: 0.01, EachNode: true, Idle: 1,
		many: func(s *Settings) *PerNode { return &s.Growth },
	}
}

func gamma() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: gammaKey, Symbol: "γ", Words: "damping of the even update",
			Formula: "f(2k) = f(2k−1) − {...} / (2ηV + γ)", Place: "Recycled ADMM, eq. (10) and (16), Figs. 1(a) and 3",
			Turning: "Larger γ: smaller even steps, less zigzag between odd and even iterations, slower learning. It costs and saves no privacy. The light \"converges\" offers the smallest that Theorem 1 certifies, which is far more than runs need.",
			Needs:   NeedsNeighbours,
		},
		Default: 0.5, Min: 0, Max: 1e6, Step: 0.25,
		one: func(s *Settings) *float64 { return &s.Gamma },
	}
}

func weightC() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: lossKey, Symbol: "C", Words: "weight of the loss, at most the records of a node",
			Formula: "(C_p/B_p) Σ L(y f·x)", Place: "TIFS 2017, eq. (1), Table III (C^R)",
			Turning: "Larger C lets one record pull harder (by C/B): the data count more against the regulariser. Under DVP and PVP the noise grows with C, under R-ADMM, MR-ADMM and M-ADMM what an iteration is charged. Above B the theorems no longer apply." + ownValues,
		},
		Default: 1750, Min: 1e-6, Max: 1e9, EachNode: true,
		many: func(s *Settings) *PerNode { return &s.C },
	}
}

func epsilonShare() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: EpsilonKey, Symbol: "ε", Words: "privacy parameter of one iteration",
			Formula: "printed: σ = √(2 ln(1.25/δ)) 𝒞/ε", Place: "Sharing, Theorem 1",
			Turning: "Smaller ε: more noise on every message. Turning it takes the noise from ε; while σ is set directly, ε is computed from σ. With noise on the message, honest for one changed column of all people, any ε a person would ask for swamps the model.",
			Needs:   NeedsNoise,
		},
		Default: 1, Min: 1e-6, Max: 1e6,
		one:    func(s *Settings) *float64 { return &s.Epsilon },
		Clears: SigmaKey,
		clears: func(s *Settings) *float64 { return &s.Sigma }, // epsilon sets the noise from then on
	}
}

func deltaShare() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: DeltaKey, Symbol: "δ", Words: "chance that the ε of one iteration fails; also δ' of the total",
			Formula: "Pr ≤ e^ε Pr' + δ; total Tδ + δ'", Place: "Sharing, Definition 1 and Corollary 1",
			Turning: "Smaller δ: a little more noise (it enters by √ln(1/δ)).",
			Needs:   NeedsNoise,
		},
		Default: 1e-5, Min: 1e-300, Max: 0.5,
		one: func(s *Settings) *float64 { return &s.Delta },
	}
}

// deltaTotal is delta where steps are pure and only totals have one.
func deltaTotal() Parameter {
	p := deltaShare()
	p.Accounts = true
	p.Words = "the δ with which the total ε is stated"
	p.Formula, p.Place = "Pr ≤ e^ε Pr' + δ over the whole run", "not in the paper: its totals are pure"
	p.Turning = "The steps are pure, but those of Gaussian noise; over many of them a tiny δ buys a far smaller ε. Smaller δ: a little larger total. The noise does not depend on it."
	return p
}

func repair() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: "repair", Symbol: "ε₂", Words: "output noise that pays for inexact minimisers; 0 = off",
			Formula: "release f + b, b ∝ exp(−ζ₂|b|), ζ₂ = ε₂ m/(2·10⁻⁹)", Place: "after Iyengar et al., IEEE S&P 2019",
			Turning: "Objective perturbation is proved for exact minimisers. With ε₂ > 0 every step adds a tiny noise that covers the solver's promised gradient norm 10⁻⁹, and costs ε₂ more: certified. Where the noise is on the model, that covers it by a wider reach instead. At 0 the proof rests on a minimiser that is merely very good.",
			Needs:   NeedsPrivate,
		},
		Default: 0, Min: 0, Max: 1e3, Step: 0.001, Zero: "off", Accounts: true, Draws: true,
		one: func(s *Settings) *float64 { return &s.Repair },
	}
}

func labelsShare() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: LabelsKey, Symbol: "ε_Y", Words: "randomised response on the training labels; 0 = off, labels are published",
			Formula: "each label flips once with probability 1/(1+e^ε_Y)", Place: "not in the paper: its dual variable y publishes every label, Y_i = −sign(y_i)",
			Turning: "At 0 anyone reads all labels from y. Smaller ε_Y > 0: more labels flipped, the attack reads flipped ones, right for a share of 1/(1+e^−ε_Y), and the model learns from worse labels.", Counts: AtReset,
		},
		Default: 0, Min: 0, Max: 50, Step: 0.5, Zero: "off", Draws: true,
		one: func(s *Settings) *float64 { return &s.Labels },
	}
}

func sigmaShare() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: SigmaKey, Symbol: "σ", Words: "noise set directly; 0 = from ε and δ",
			Formula: "ξ ~ N(0, σ²(D'D)⁻¹) or N(0, σ²I)", Place: "Sharing, eq. (10), Fig. 3",
			Turning: "The paper's experiments set σ and never say the ε. Here what is spent is computed from it and shown; a guarantee it is only within a budget, with stop on. Turning ε sets σ back to 0.",
			Needs:   NeedsNoise,
		},
		Default: 1, Min: 0, Max: 1e6, Step: 0.1,
		one: func(s *Settings) *float64 { return &s.Sigma },
	}
}

func b1Share() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: "b1", Symbol: "b₁", Words: "the bound on |x|, |y| and |z| that Lemma 1 assumes",
			Formula: "𝒞 = 3/(d_m ρ) [λc₁ + (1+Mρ) b₁]", Place: "Sharing, Assumption 1 and Lemma 1",
			Turning: "Printed variant only: the printed σ is proportional to it. No finite b₁ can exist, because x̃ carries unbounded noise.",
			Needs:   NeedsNoise,
		},
		Default: 1, Min: 1e-9, Max: 1e9, Hidden: "isotropic",
		one: func(s *Settings) *float64 { return &s.B1 },
	}
}

func lambdaShare() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: "lambda", Symbol: "λ", Words: "weight of the regulariser, on the scale of the summed loss",
			Formula: "Σ L + λ/2 |x|²", Place: "Sharing, eq. (1)",
			Turning: "Larger λ shrinks the parties' models and, above ρ, the reach of one column in a message: less noise for the same ε.",
		},
		Default: 1, Min: 1e-9, Max: 1e9,
		one: func(s *Settings) *float64 { return &s.Lambda },
	}
}

func rhoPenalty() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: "rho", Symbol: "ρ", Words: "penalty of the augmented Lagrangian, and the dual step",
			Formula: "ρ/2 |Σ D_m x_m − z|²", Place: "Sharing, eq. (5) and (8)",
			Turning: "Larger ρ closes the gap between the parties' sum and z faster. With many parties and a small ρ the parallel sweep of (6) may diverge.",
		},
		Default: 1, Min: 1e-9, Max: 1e6,
		many: func(s *Settings) *PerNode { return &s.Rho },
	}
}
