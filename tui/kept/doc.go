// Package kept keeps what is tried in the laboratory in the archive, in the background,
// and shows it: the table of runs, from which one is started again, pinned as the dim
// curve, put beside, named or deleted.
//
// It knows no runner and draws nothing itself.
package kept
