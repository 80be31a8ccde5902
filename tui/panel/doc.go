// Package panel is what stands around the screen: the methods, the parameters, the
// three charts, the network or the parties, and the guarantees. Every panel is a file of
// its own behind one interface; All lists them.
//
// A panel reads the scene, draws itself into the cells it is given and answers keys with
// wishes. It starts nothing, asks no runner, and knows neither its place on the screen
// nor what else is there.
package panel
