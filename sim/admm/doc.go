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
// To add a method: write its file and test, and add one line to catalogue.go.
package admm
