// Package tui is the laboratory screen: how a run is seen and steered.
//
// Messages flow one way. A key finds its handler in one table (keys.go); the
// handler notes a wish and puts a numbered command into the outbox; Update
// offers the outbox to the runner without ever waiting; one waiting tea command
// takes the runner's next batch; Update files the rows in the history; at most
// once per tick (30 a second) the screen is drawn into a grid of cells, and
// View returns that text.
//
// Reading order: model.go, update.go, keys.go, wishes.go, outbox.go,
// history.go, layout.go, view.go, then one file per panel, and lens.go with one
// file per lens, which shows the privacy of the run in place of the loss chart.
//
// The package computes nothing of a run: no method, no noise, no bound. It
// never opens a file, never blocks in Update or View, and draws only inside the
// window it was given, whatever the size.
package tui
