// Package audit attacks the methods of sim/admm and says in plain words what
// came of it. A bound is a promise; an attack that works disproves one, and an
// attack that fails on a sound promise shows how little it gave away.
//
//	Labels       reads the labels out of the dual variable of vertical sharing
//	ColumnSpace  tells two data sets apart by the noise that SHARING (10) prints
//	PrintedDVP   finds the record pair that breaks the noise rate DVP prints
//	Audit        runs one step of a method, or a whole run, under two neighbouring
//	             data sets, many times, and turns the guesses of the best test into
//	             a lower bound on epsilon that holds with a stated confidence
//	Run          the whole run that is audited, and what is claimed of it
//	Point        a measured place on the trade-off curve: false alarms against misses
//	Release      the exact privacy loss of one step at one transcript
//
// Audits call the methods themselves, with their own calibration and solver;
// only the adversary's part is scripted. What is attacked, with what settings and
// which claim, stands in the method's Spec, or why nothing is; how its noise enters
// is learned from what its steps tell the Meter. What an attack computes here it
// computes from raw data and secrets: the answers are for people who study a
// method and must not be released about real data.
//
// The package never starts a goroutine, reads a clock or a file, or draws from
// a global generator; equal seeds give equal answers. It charges for nothing and
// sets no noise level.
//
// Papers: TIFS17, RADMM and SHARING are those of package privacy; AISec16 is
// Zhang and Zhu, AISec 2016.
package audit
