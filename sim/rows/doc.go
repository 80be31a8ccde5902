// Package rows is what one iteration shows: the Row, the Columns by which files, charts
// and histories read its numbers, and a Condition on one of them.
//
// It computes nothing of a run and knows no session.
package rows
