// Package scene is what there is to be seen: what the runner has told, the rows of
// the runs so far, and how they are looked at; with the words, numbers and colours
// in which it is shown.
//
// Panels and lenses read it and answer with what they ask for. Only the screen
// (package tui) and its conversation with the runner write it. The package computes
// nothing of a run, opens no file and waits for nothing.
package scene
