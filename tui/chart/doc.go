// Package chart draws live line charts as text on a grid of cells.
//
// A chart is drawn in four steps: every series is reduced to one minimum,
// maximum and last value per column; asciigraph joins the last values into a
// line; its output is parsed back into cells; and axes, changes, levels, cursor
// and labels are laid over the cells that are still free. Each cell carries a
// role, not a colour, so the caller decides how a role looks.
//
// All charts of one width share one iteration axis: Column maps an iteration to
// a column from the options alone, never from the data, so curves of different
// series and different charts line up and one cursor reads them all.
//
// The package never panics, whatever the values (NaN, ±Inf, 1e±300) and the
// size, never returns a line of another width than asked for, never writes
// colour codes, and keeps no state: an axis that should stay put between frames
// is a Range the caller keeps and grows. It is the only importer of asciigraph.
package chart
