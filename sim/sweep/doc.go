// Package sweep runs one session over and over: one or two of its keys take a list
// or a range of values, and every cell of that grid is run with several draws of
// the noise. Data, split and graph stay the same over the repeats of a cell, so a
// band shows chance in the noise and nothing else.
//
//	Parse     reads a plan: a session text with a [sweep] table
//	Plan.Run  makes the runs that are not in the results folder yet, on many cores
//	Folder    the finished runs on disk, also for others that make many runs
//	Results   what they came to: tables, curves, heat map, the optimal alpha
//
// A finished run is on disk before it counts as finished, under the exact text of
// its session: a plan that was changed finds the runs it shares with the old one
// and no others. Power loss or kill -9 costs the runs under way, nothing else.
//
// The package opens files in the results folder only. It knows no method by name
// and no screen, and computes no row: that is package sim's.
package sweep
