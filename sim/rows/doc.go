// Package rows is what one iteration shows: the Row, and the Columns by which files,
// charts and histories read its numbers.
//
// It computes nothing of a run and knows no session.
package rows
