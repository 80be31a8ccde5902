// Package escape makes text safe for where it goes: one function for each kind of
// output. Names, titles, paths and what a damaged file holds may have been written by
// anybody; characters that a reader cannot see, or that the reading program obeys, are
// shown there and not obeyed.
//
// It changes text only: it opens nothing, writes to what it is given, and knows no
// name of its own.
package escape
