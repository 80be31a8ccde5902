// Package tui is the laboratory screen: it owns layout, focus, keys and looks, and routes
// messages. What the parts of the screen contain it does not know.
//
// Messages flow one way. A key goes to the part that has the focus, a panel or the open
// lens, or finds its handler in one table (keys.go); the part answers with a wish, which
// is granted (grant.go): most wishes become numbered commands on the way to the runner
// (package steer). Update offers them without ever waiting; one waiting tea command takes
// the runner's next batch, which is filed in the scene; at most once per tick (30 a
// second) the parts draw the scene into a grid of cells, and View returns that text.
//
// Reading order: scene/scene.go, scene/part.go and scene/wish.go, then model.go, update.go,
// keys.go, grant.go, layout.go and view.go here; a panel, a lens, and steer.
//
// The package computes nothing of a run: no method, no noise, no bound. It
// never opens a file, never blocks in Update or View, and draws only inside the
// window it was given, whatever the size.
package tui
