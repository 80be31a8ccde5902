// Package tradeoff weighs privacy against accuracy as section V-C of Zhang and
// Zhu, IEEE TIFS 12(1), 2017 does: it fits the loss as a function of alpha, and
// finds the alpha that minimises loss minus utility of privacy, problem (28), with
// the constraints that hold it there.
//
// Deviations from print: the printed problem has no minimiser unless the cap on
// the loss is tight enough, because the utility of privacy grows without bound as
// alpha goes to 0 while the loss stays bounded. Solve says so, and gives the
// stationary minimum beside the constrained one. L_acc falls in alpha; the text
// before (28) says that it rises.
//
// The package is pure arithmetic. It makes no run, knows no session, and takes no
// side: the weights omega are the user's.
package tradeoff
