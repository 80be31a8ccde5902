// Package runner drives sessions. A Host is what the labs of a process share: a pool
// of workers that gives turns, and the tables that do not change. On it live Runners,
// for a screen, with a pace, a mailbox, companions and looks back; and Run and RunAll,
// for those who only want the rows. All goroutines below the screen are here, each
// under a context, and so is the reading of data files (Load).
//
// It computes nothing of its own: rows are those of sim.Session, whoever drives it.
// It draws nothing, knows no key, and turns no setting of the process.
package runner
