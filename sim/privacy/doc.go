// Package privacy says what a release costs and how costs add up: the noise
// calibrations of the papers, the charge each release causes, and the ledger
// that sums charges over iterations.
//
// The formulas here set the noise as well as the charge, so that the two
// cannot drift apart. The package never draws noise, never sees a record, and
// knows no network: it turns public numbers (C/B, penalties, degrees, rates)
// into bounds.
//
// Papers: TIFS17 is Zhang and Zhu, Dynamic Differential Privacy for ADMM-Based
// Distributed Classification Learning, IEEE TIFS 12(1), 2017. RADMM is Zhang,
// Khalili and Liu, Recycled ADMM, IEEE TIFS 15, 2019. SHARING is Learning
// Privately over Distributed Features: An ADMM Sharing Approach, 2019.
package privacy
