// Package archive keeps the runs that were tried, so that they can be found again
// in a later session: one file a run, in a folder of the person's own.
//
// A file is written whole or not at all, holds the session text that replays the
// run bit for bit, the last values, and curves thinned to about a thousand points.
// What cannot be read is set aside under another name and never deleted.
//
// The package starts no goroutine, computes no run and knows no screen.
package archive
