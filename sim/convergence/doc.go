// Package convergence is what can be proved of where a run without noise ends and how
// fast: Theorem 1 of Recycled ADMM, the linear rate of plain consensus ADMM, and when the
// sweeps of vertical sharing converge. Each is evaluated on the numbers in force, and says
// "proved" only where every inequality of its proof holds with room for rounding.
//
// None of it says that a run diverges: the conditions are sufficient, not necessary. It
// reads no data and no model, only the graph, the knobs and the constants of the
// objective, so that nothing here costs privacy. With noise the iterates need not settle,
// and nothing here speaks of them.
package convergence
