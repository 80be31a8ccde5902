// Package sim is a run: a config plus timed events is a session, and the same
// config, seed and events give the same rows bit for bit on any number of cores
// and on any processor.
//
// Session is pure: Apply and Step, Save and Resume, and what there is to see of it.
// It starts no goroutine, reads no clock and no file, and knows no method by name:
// methods are found in admm.Catalogue and read through admm.Round. What it is told
// is package config, what it works on package deal, what drives it package runner,
// what is written of it package report.
package sim
