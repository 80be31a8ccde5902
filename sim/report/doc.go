// Package report is what a session tells: its rows as CSV or JSON lines, a page for
// a run or for several side by side, and the files they go to.
//
// It writes what it is given: it runs nothing and decides nothing.
package report
