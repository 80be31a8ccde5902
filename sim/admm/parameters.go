package admm

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
	p.Reads = map[string]Declaration{outputVariant: output, GaussianVariant: gaussian}
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
			Turning: "q = 1 is R-ADMM. A faster growth calms the noise and slows learning; any that stays freezes the run before the optimum, the farther off the larger q. Unequal q under dual_step = own move Σλ away from 0 besides, and such a run does not end at the optimum when its growth is stopped either.",
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
		Spares: func(_ *Settings, t int) bool { return t%2 == 1 },
		one:    func(s *Settings) *float64 { return &s.Gamma },
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
			Turning: "Objective perturbation is proved for exact minimisers. With ε₂ > 0 every step that touches the data adds a noise, tiny unless ε₂ is, that covers the solver's promised gradient norm 10⁻⁹, and costs ε₂ more: certified. What each record really lost is then unknown, and no whole run is audited. Where the noise is on the model, that covers it by a wider reach instead. At 0 the proof rests on a minimiser that is merely very good.",
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
			Turning: "Printed variant only: with λc₁ it sets the printed σ, where c₁ = 1 bounds R'' of R = |x|²/2, whatever the loss. No finite b₁ can exist, because x̃ carries unbounded noise.",
			Needs:   NeedsNoise,
		},
		Default: 1, Min: 1e-9, Max: 1e9, Hidden: "isotropic",
		one: func(s *Settings) *float64 { return &s.B1 },
	}
}

func lambdaShare() Parameter {
	return Parameter{
		Declaration: Declaration{
			Key: LambdaKey, Symbol: "λ", Words: "weight of the regulariser, on the scale of the summed loss",
			Formula: "Σ L + λ/2 |x|²", Place: "Sharing, eq. (1)",
			Turning: "Larger λ shrinks the parties' models and, above ρ, the reach of one column in a message: less noise for the same ε.",
		},
		Default: 1, Min: 1e-9, Max: 1e9,
		Spares: func(s *Settings, t int) bool { // models start at 0 and stay there, without noise on them or on what another party has just sent
			return t == 1 && s.Variant != "printed" && (s.Order != inTurnOrder || s.Sigma == 0 || !s.Private)
		},
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
