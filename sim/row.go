package sim

import "admmlab/sim/rows"

// What one iteration shows, see package rows.
type (
	Row       = rows.Row
	NodeState = rows.NodeState
	Light     = rows.Light
	// LightState is the state of one.
	LightState = rows.LightState
)

// The states of a Light.
const (
	Good   = rows.Good
	Note   = rows.Note
	Broken = rows.Broken
)

// RowsVersion is the version of rows, from 1: it grows when an equal session on equal data comes
// to other rows or totals, so that runs of before are not taken for runs of now.
const RowsVersion = 4

// NoRow stands for the row of a run that made no iteration: its numbers are NaN.
func NoRow() Row { return rows.NoRow() }
