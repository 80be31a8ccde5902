// Package admm holds the published methods, one file each, named as the
// literature names them. A file opens with the citation, the algorithm in
// numbered lines and every deviation from print; its Step is those lines.
//
// A step takes the graph, the settings in force and the noise, and returns a
// Round: the new models, what was broadcast, and the privacy charges it
// caused, computed by the calibration that set the noise. Metrics, ledger and
// screen read Rounds and know no method by name.
//
// The package never starts a goroutine, reads a clock or a file, or draws from
// a global generator: parallel work goes through the Each it is given, noise
// comes from the Noise it is given, and equal inputs give equal bits on any
// number of cores.
//
// To add a method: write its file and add one line to catalogue.go. The compiler asks for
// Step, Price and Carried. The program does not start before its Spec declares ID, Name,
// Short, Words, Citation, Algorithm, Differs, Turn, Parameters, Samples and New, and with noise
// NoiseKnob, NoiseEnters, TotalWords, TotalNotes, Realised, Audit, Adjacency and Variants.
// law_test.go tries the rest on every method of the list: that it goes on from a checkpoint
// with the same bits, charges what it said it would, tells the Meter of what it charges,
// declares what its Rounds ask for, and tells in their Work what was read and sent. A
// session halts a run that breaks this.
package admm
