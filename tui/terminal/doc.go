// Package terminal is what stands between the laboratory and the terminal it is shown in:
// a guard before the input, an output that does not wait for a terminal that takes
// nothing, and the size of the screen. A screen that nobody sees stands in for a terminal
// where there is none, and either may be recorded (package cast).
//
// It trusts no terminal: whatever arrives, cut at any byte, the decoder of package
// ultraviolet gets whole sequences of a size it can hold (docs/upstream.md says why that
// is needed). Ordinary keys and pastes go through as they came and at once.
//
// It knows nothing of what is shown and interprets no key.
package terminal
