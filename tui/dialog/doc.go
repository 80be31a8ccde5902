// Package dialog holds the four boxes that open over the laboratory: Pick, a
// list to choose from; Table, one with columns to sort by; Entry, a line to type
// into; Page, a text to read.
//
// A dialog is handed keys and pasted text and draws itself as a bordered box
// that is never wider or higher than it is told to be, at any size from 1x1 up.
// It says in words and characters whatever it says in colour.
//
// The package knows nothing of methods, runs or keys of the laboratory; it starts
// nothing, waits for nothing and reads no clock.
package dialog

import tea "charm.land/bubbletea/v2"

// Dialog is a box that has all keys until it is done.
type Dialog interface {
	// Key takes a key press; done tells that the dialog wants to be closed.
	Key(msg tea.KeyPressMsg) (done bool)
	// Paste takes text from the clipboard.
	Paste(text string)
	// Typed reports whether esc would lose something that was typed.
	Typed() bool
	// View draws the box in at most width cells and height lines.
	View(width, height int) string
}

// Look is how a dialog is drawn.
type Look struct {
	ASCII bool // borders and marks of ASCII characters only
	// Accent, Dim and Warn wrap a piece of one line in colour without changing
	// its width; nil leaves it plain.
	Accent, Dim, Warn func(string) string
}
