// Package realised computes the privacy loss that one run really had: for every
// record and every noisy release the exact log likelihood ratio
//
//	l = log p(release | D, transcript) - log p(release | D', transcript)
//
// of what was released, D' being D without the record (removal: its weight C/B
// stays with the others) or with another record in its place (replacement). The
// sum over the steps is exact, because all other factors of the transcript's
// density cancel; an adversary who knows all other records multiplies the odds
// D : D' by e^l.
//
// It is not a guarantee. It belongs to this data set and this draw, may be
// negative, is itself a function of private data and must not be released; a
// small value does not lower epsilon. Along every path it stays below the bound
// that package privacy charges, and its mean of e^-l under D is 1.
//
//	Objective  noise inside the minimisation: DVP, odd steps of (M)R-ADMM, M-ADMM
//	Output     noise added to the minimiser: PVP, as if nothing were hidden
//	Watched    the same for one record with the state that PVP hides
//	Message    noise added to a party's message: vertical sharing
//	Odometer   totals of each record over the steps
//
// The formulas hold for exact minimisers; where a solver stopped at a gradient
// norm of gamma they give the loss of the ideal mechanism at the model it
// returned. A number that cannot be computed is NaN, never 0: a Hessian that is
// singular to working accuracy, a rate that is not a number.
//
// The package never draws noise, never starts a goroutine and never reads a
// clock or a file: the same input gives the same bits. Each value here belongs
// to one caller at a time; one for each node, and nodes may be computed at once.
// Nothing allocates per step once warm.
//
// Papers: TIFS17 is Zhang and Zhu, Dynamic Differential Privacy for ADMM-Based
// Distributed Classification Learning, IEEE TIFS 12(1), 2017. RADMM is Zhang,
// Khalili and Liu, Recycled ADMM, IEEE TIFS 15, 2019. SHARING is Learning
// Privately over Distributed Features: An ADMM Sharing Approach, 2019. The loss
// of one instance of objective perturbation: Redberg and Wang, Privately
// publishable per-instance privacy, NeurIPS 2021.
package realised
