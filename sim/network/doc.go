// Package network holds the communication graph of a run: who may talk to whom.
//
// A Graph is an immutable, undirected, simple graph of the nodes 0..n-1. People
// see and type the numbers 1..n; only the text form, ParseEdge and the error
// sentences use those. Cut and Join return new graphs, so a graph handed to
// another goroutine or kept in a history never changes under its reader.
//
// The package knows no method, no model and no privacy. It never reads a clock,
// a file or the global random generator, and starts no goroutine: the kinds that
// are drawn at random depend on the number of nodes and the seed only.
package network
