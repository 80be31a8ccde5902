// Package grid is the screen as cells: a rectangle of characters, each with its
// look, and the measuring, fitting and wrapping of text by cells.
//
// Whatever is drawn outside of a grid is lost, so that no line can be wider and no
// frame higher than the window. Every character takes a cell, and marks sit on the one
// before them; dialogs and charts count so, too. The package knows nothing of runs, panels or
// keys.
package grid
