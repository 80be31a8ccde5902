// Package tune finds the setting of a method that learns best at a given total epsilon:
// every setting that is tried has the noise that spends the budget by the limit
// (sim.Matched), so that what differs is how well it learns and nothing else.
//
//	New       what is to be tuned: sessions, one a method, with a budget; keys; draws
//	Plan.Run  tries settings in a folder of finished runs (sweep.Folder), on many cores
//	Results   the settings, best first, and which cannot be told from the best
//
// It begins with a grid, logarithmic where the keys are, around the values of the
// session, and halves it (Jamieson and Talwalkar, AISTATS 2016, Successive Halving). A
// setting is pulled by running it to its limit with one more draw of the noise; its loss
// after k pulls is the mean error over its first k draws, the same draws for all. With n
// settings and a budget of B = n ceil(log2 n) pulls, round k gives each of the |S_k| that
// are left
//
//	floor(B / (|S_k| ceil(log2 n))) = floor(n / |S_k|)
//
// more draws and keeps the better half, floor(|S_k|/2), until at most three are left. A
// pull is not an iteration, as it often is elsewhere: what a private run has after half
// of its iterations says little of it, since noise enters with each, and a shorter run at
// the same total is another run with less noise.
//
// The last round runs those that are left, and the neighbours of the best at half the
// distance of the grid, with draws that no round has seen: what chance did for a setting
// in the rounds before does not count. Every pair is compared draw by draw (Wilcoxon's
// signed-rank test, one-sided, exact). A setting of m is out if it is worse than some
// other at level 0.05/(m-1). Were two settings equally good, a difference would be as
// likely to lie so far above 0 as below, so that the setting with the least expected
// error loses one comparison with a probability of at most 0.05/(m-1), and any of its m-1
// with at most 0.05: those not out have it among them with a probability of at least
// 0.95, whichever looks best.
//
// The package opens files in its folder only, knows no method by name and no screen, and
// computes no row. Equal plans give equal results, bit for bit, on any number of cores.
package tune
