// Package lens has the lenses: views of the run that take the place of the loss chart
// while it goes on. A lens is a struct with its own state behind one interface
// (scene.Lens), in a file of its own, and a line in All. Those over many runs are in
// package many beneath it.
//
// A lens reads the scene and answers with lines and wishes. It never holds the screen,
// starts a goroutine or talks to the runner.
package lens

import (
	"fmt"

	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// lines draws lines, or what there is to say while the iteration under the cursor is
// computed again for the picture of a lens.
func lines(s *scene.Scene, g *grid.Grid, l scene.Lens, of func(width, height int) []grid.Line) (above, below bool) {
	if g.Width() < 1 || g.Height() < 1 {
		return false, false
	}
	if s.Cursor > 0 && s.State.At != s.Cursor && l.Looks(s) != nil {
		wait := fmt.Sprintf("going back to t = %d: computed again up to t = %d", s.Cursor, s.State.Replayed)
		return false, g.Lines(grid.Paragraphs(g.Width(), s.Theme.Dim, wait))
	}
	return false, g.Lines(of(g.Width(), g.Height()))
}
