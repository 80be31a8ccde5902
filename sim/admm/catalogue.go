package admm

import "admmlab/sim/privacy"

// Spec declares one published method: the panel, the flags, the text form and
// the help all read it.
type Spec struct {
	ID         string // as the session text names it
	Name       string
	Short      string // two words for the list
	Words      string // one line
	Citation   string
	Algorithm  []string // the update, line by line
	Vertical   bool     // columns are dealt to parties, not rows to nodes
	SharedRho  bool     // rho is the network's: each of N nodes has rho/N
	Variants   []Variant
	Parameters []Parameter
	DualSteps  []string // choices of Settings.DualStep, nil if there is none
	Adjacency  [privacy.Adjacencies]AdjacencyWords
	Adds       privacy.Composition // how the paper adds charges
	// NoiseEnters says where the noise enters, for the wire view.
	NoiseEnters string
	TotalWords  string // the printed total, in words and formula
	New         func(Problem) Method
}

// AdjacencyWords names a kind of neighbouring data sets.
type AdjacencyWords struct{ ID, Words string }

var byRecord = [privacy.Adjacencies]AdjacencyWords{
	privacy.Replace: {"replace", "one record replaced by another (the papers' Hamming distance 1)"},
	privacy.Remove:  {"remove", "one record taken out, C/B kept"},
}

var byColumn = [privacy.Adjacencies]AdjacencyWords{
	privacy.Replace: {"column", "one feature column of one party changed by at most 1 in norm"},
	privacy.Remove:  {"person", "one person's row replaced at one party; labels are not protected"},
}

// AdjacencyOf is the kind of neighbours the settings ask for.
func (s Spec) AdjacencyOf(set *Settings) privacy.Adjacency {
	if set.Adjacency == s.Adjacency[privacy.Remove].ID {
		return privacy.Remove
	}
	return privacy.Replace
}

// Variant is one reading of a method.
type Variant struct {
	ID    string
	Words string
	Note  string // what breaks or what it costs, for the screen
}

// Catalogue lists every method, in the order of the screen; read only.
func Catalogue() []Spec { return catalogue }

var catalogue = []Spec{dvpSpec(), pvpSpec(), radmmSpec(), mradmmSpec(), madmmSpec(), plainSpec(), sharingSpec()}

// Find is the spec of a method.
func Find(id string) (Spec, bool) {
	for _, s := range Catalogue() {
		if s.ID == id {
			return s, true
		}
	}
	return Spec{}, false
}

// Private tells whether the method can add noise at all.
func (s Spec) Private() bool { return len(s.Variants) > 0 }

// Variant is one of the method's variants.
func (s Spec) Variant(id string) (Variant, bool) {
	for _, v := range s.Variants {
		if v.ID == id {
			return v, true
		}
	}
	return Variant{}, false
}

// Parameter is one of the method's parameters.
func (s Spec) Parameter(key string) (Parameter, bool) {
	for _, p := range s.Parameters {
		if p.Key == key {
			return p, true
		}
	}
	return Parameter{}, false
}

// Defaults are the settings a method starts with.
func (s Spec) Defaults() Settings {
	set := Settings{Private: s.Private(), Order: "jacobi", DualStep: "common", Adjacency: s.Adjacency[privacy.Replace].ID}
	if s.Private() {
		set.Variant = s.Variants[0].ID
	}
	// A complete set of values, whether or not this method reads them, so that
	// nothing is ever out of range.
	for _, p := range everyParameter() {
		p.Set(&set, PerNode{p.Default})
	}
	for _, p := range s.Parameters {
		p.Set(&set, PerNode{p.Default})
	}
	return set
}

const (
	tifs    = "Zhang and Zhu, IEEE TIFS 12(1), 2017"
	recycle = "Zhang, Khalili and Liu, IEEE TIFS 15, 2019"
	share   = "Learning Privately over Distributed Features, 2019"
)

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
		Parameters: []Parameter{rhoTIFS(1e-10), eta(1), weightC()},
		New:        newPlain,
	}
}

func dvpSpec() Spec {
	return Spec{
		ID: "dvp", Name: "DVP", Short: "dual noise",
		Words:    "dual variable perturbation: every node adds noise to its dual variable before it minimises",
		Citation: tifs + ", Algorithm 2",
		Algorithm: []string{
			"α̂ ← α − 2 ln(1 + c₁/((B/C)(ρ+2ηN))); if α̂ ≤ 0: Φ > 0 and α̂ = α/2",
			"draw ε with density ∝ exp(−ζ|ε|), ζ = α̂/2 (printed: α̂)",
			"μ ← λ + C/(2B) ε   (14)",
			"f ← argmin (C/B) Σ L + ρ/2|f|² + Φ/2|f|² + 2 μ·f + η Σ_i |f − (f+f_i)/2|²   (15)",
			"broadcast f",
			"λ ← λ + η/2 Σ_i (f − f_i)   (16)",
		},
		Variants: []Variant{
			{"proved", "as proved", "ζ = α̂/2, as Appendix A proves: each step is α-private when one record is replaced."},
			{"tight", "tight", "ζ = α̂/2 and ln(1+x) for the determinant instead of 2 ln(1+x): less noise, same promise."},
			{"balanced", "tight, balanced", "As tight, and Φ is added wherever that leaves more for the noise: the printed rule lets α̂ fall to 0 before it switches, so that a stricter α could get 500 times less noise than it should."},
			{"printed", "as printed", "Algorithm 2 sets ζ = α̂, twice the proved rate: when one record is replaced a step can cost up to 2α̂ + ln(1+x), more than the α it promises."},
		},
		Parameters:  []Parameter{alphaTIFS(0.5), rhoTIFS(0.0031622776601683794), eta(1), weightC(), deltaTotal(), repair()},
		Adjacency:   byRecord,
		TotalWords:  "Σ_t α_p(t), the largest over nodes",
		NoiseEnters: "in the dual variable, before the minimisation: the model sent is the minimiser of a perturbed objective",
		New:         newDVP,
	}
}

func pvpSpec() Spec {
	return Spec{
		ID: "pvp", Name: "PVP", Short: "primal noise",
		Words:    "primal variable perturbation: every node adds noise to the model it sends; the last iteration is a DVP step",
		Citation: tifs + ", Algorithm 3",
		Algorithm: []string{
			"f ← argmin (C/B) Σ L + ρ/2|f|² + 2 λ·f + η Σ_i |f − (own + V_i)/2|²   (18)",
			"draw ε with density ∝ exp(−ζ|ε|), ζ = ρBα/(2C)",
			"V ← f + ε, broadcast V   (19)",
			"λ ← λ + η/2 Σ_i (V − V_i)   (20)",
			"at the limit: one DVP step, and stop   (21)–(23)",
		},
		Variants: []Variant{
			{"released", "released values only", "The own term is V, which everybody has seen, and ζ = αB(ρ+2ηN)/(2C): far less noise, and steps add up."},
			{"own", "own f, eq. (9)", "The own term is the hidden f of eq. (9). The printed ζ is safe; Appendix B does not say why."},
			{"printed", "as printed, f − ε", "The own term is f − ε, meant to reduce the noise; ε is not in the neighbours' V_i, so it adds noise."},
		},
		Parameters:  []Parameter{alphaTIFS(0.5), rhoTIFS(0.1), eta(1), weightC(), deltaTotal(), repair()},
		Adjacency:   byRecord,
		TotalWords:  "Σ_t α_p(t), the largest over nodes",
		NoiseEnters: "on the model itself, after the minimisation: V = f + ε is sent",
		New:         newPVP,
	}
}

// recycledVariants differ in the charge, not in the noise.
func recycledVariants(printed string) []Variant {
	return []Variant{
		{"tight", "tight charge", "ln(1+x) in place of the 1.4 term: half of it or less, and valid without 2c₁ < (B/C)(ρ/N+2ηV)."},
		{"printed", "as printed", printed},
	}
}

func recycledAlgorithm(penalty string) []string {
	return []string{
		"odd: draw ε with density ∝ exp(−α|ε|)",
		"odd: f ← argmin O(f) + (2λ+ε)·f + " + penalty + " Σ_j |f − (f+f_j)/2|²   (18)",
		"odd: broadcast f; λ ← λ + " + penalty + "/2 Σ_j (f − f_j)   (15)",
		"even: f ← f + " + penalty + "/(2" + penalty + "V+γ) Σ_j (2f_j − f⁻ − f_j⁻), ⁻ = one before   (19)",
		"even: broadcast f, no data touched, nothing to pay",
	}
}

const recycledTotal = "P(t) = max_i Σ_k (2C/B_i)(1.4c₁/(ρ/N+2η_iV_i) + α_i(k)), eq. (32)"

func radmmSpec() Spec {
	return Spec{
		ID: "radmm", Name: "R-ADMM", Short: "recycled", SharedRho: true,
		Words:       "recycled ADMM: every second update uses only what was already sent and costs no privacy",
		Citation:    recycle + ", Algorithms 1 and 3",
		Algorithm:   recycledAlgorithm("η"),
		Variants:    recycledVariants("Eq. (32) charges 2.8 x for the determinant and needs x < 1/2; ln(1+x) ≤ x always holds."),
		Parameters:  []Parameter{alphaRate(1), rhoShared(0.22), eta(1), gamma(), weightC(), deltaTotal(), repair()},
		Adjacency:   byRecord,
		TotalWords:  recycledTotal,
		NoiseEnters: "in the objective of odd iterations; even iterations are computed from what was sent",
		New:         newRADMM,
	}
}

func mradmmSpec() Spec {
	s := radmmSpec()
	s.ID, s.Name, s.Short = "mradmm", "MR-ADMM", "recycled, η grows"
	s.Words = "modified R-ADMM: the penalty grows over iterations, in common or at each node's own pace"
	s.Citation = recycle + ", Algorithms 2 and 3"
	s.Algorithm = recycledAlgorithm("η_i")
	s.Parameters = []Parameter{alphaRate(1), rhoShared(0.22), etaOwn(1), growth(1.01), gamma(), weightC(), deltaTotal(), repair()}
	s.DualSteps = []string{"common", "own"}
	return s
}

func madmmSpec() Spec {
	return Spec{
		ID: "madmm", Name: "M-ADMM", Short: "penalty noise", SharedRho: true,
		Words:    "penalty perturbation: noise inside a growing penalty, the dual step stays",
		Citation: "Zhang, Khalili and Liu, ICML 2018, as used in " + recycle + ", section VIII",
		Algorithm: []string{
			"draw ε with density ∝ exp(−α|ε|)",
			"f ← argmin O(f) + 2λ·f + η q^t Σ_j |(f+f_j)/2 + ε − f|²",
			"broadcast f",
			"λ ← λ + η/2 Σ_j (f − f_j)",
		},
		Variants:    recycledVariants("Σ C(1.4c₁+α)/(ηVB) follows from the 1.4 form and needs x < 1/2."),
		Parameters:  []Parameter{alphaRate(1), rhoShared(0.22), etaOwn(1), growth(1.02), weightC(), deltaTotal(), repair()},
		Adjacency:   byRecord,
		NoiseEnters: "inside the penalty, before the minimisation: ε shifts where the neighbours pull",
		TotalWords:  "Σ_t C(1.4c₁+α)/(η_i(t)V_iB_i), the largest over nodes",
		New:         newMADMM,
	}
}

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
		Vertical: true,
		Variants: []Variant{
			{"isotropic", "noise on the message", "N(0, σ²I) on the message, σ from min(1, √(ρ/λ))·|w| and the exact Gaussian curve: one changed column of norm ≤ 1 is protected."},
			{"printed", "as printed, noise on x", "The noise D·ξ stays in the column space of D: a changed column is told apart with certainty (δ = 1). Lemma 1, which sets σ, is false. Labels can be read from y."},
		},
		Parameters:  []Parameter{epsilonShare(), deltaShare(), sigmaShare(), b1Share(), lambdaShare(), rhoPenalty(), labelsShare()},
		Adjacency:   byColumn,
		Adds:        privacy.Strong,
		NoiseEnters: "on the message D_m x_m (printed: on x_m, before D_m multiplies it)",
		TotalWords:  "ε' = √(2T ln(1/δ')) ε + Tε(e^ε−1) with Tδ+δ', Corollary 1",
		New:         newSharing,
	}
}
