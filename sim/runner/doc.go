// Package runner drives sessions: Runner for the screen, with a pace, a mailbox,
// runs beside and looks back, Run and RunAll for those who only want the rows. The
// goroutines of the laboratory are here, and so is the reading of data files (Load).
//
// It computes nothing of its own: rows are those of sim.Session, whoever drives it.
// It draws nothing and knows no key.
package runner
