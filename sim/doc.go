// Package sim runs experiments: a config plus timed events is a session, and
// the same config, seed and events give the same rows bit for bit on any
// number of cores.
//
// Session is pure: Apply and Step, no goroutine and no clock. Runner puts one
// goroutine, a pace and a mailbox around it for the screen; Run does without.
// The package reads data files (Load) and writes rows (Writer); it knows no
// terminal, no key and no colour, and it knows no method by name: methods are
// found in admm.Catalogue and read through admm.Round.
package sim
