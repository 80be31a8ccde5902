// Package lens has the lenses: views of the run that take the place of the loss chart
// while it goes on. A lens is a struct with its own state behind one interface, in a file
// of its own, and a line in All.
//
// A lens reads the scene and answers with lines and wishes. It never holds the screen,
// starts a goroutine or talks to the runner.
package lens

import (
	"fmt"

	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Lens is a part that takes the place of the loss chart for a while.
type Lens interface {
	scene.Lens
	// Bindings are the keys of its own that work everywhere; the first opens it, or gives
	// the chart back.
	Bindings() []Binding
	// Looks is the picture of the run that it shows, nil for none.
	Looks(s *scene.Scene) runner.Picture
}

// A lens may also want to know, or to be asked:
type (
	// Opener is told that it is opened.
	Opener interface{ Opened() }
	// Closer is told that the chart is back.
	Closer interface{ Closed() }
	// Stopper is asked by esc whether it has something to stop.
	Stopper interface {
		Stop(inSight bool) (w scene.Wish, stopped bool)
	}
	// Reporter says in the status line how far its work is, "" for nothing.
	Reporter interface{ Progress() string }
)

// Binding is a key with its place in the table of keys.
type Binding struct {
	Key   string
	Short string // for the footer, "" = not in the footer
	Words string // for help and palette
	After string // the key it follows in the table, "" for that of the lens before it
	// Do is what the key does, nil for opening and closing the lens.
	Do func(*scene.Scene) scene.Wish
}

// lines draws lines, or what there is to say while the iteration under the cursor is
// computed again for the picture of a lens.
func lines(s *scene.Scene, g *grid.Grid, l Lens, of func(width, height int) []grid.Line) (above, below bool) {
	if g.Width() < 1 || g.Height() < 1 {
		return false, false
	}
	if s.Cursor > 0 && s.State.At != s.Cursor && l.Looks(s) != nil {
		wait := fmt.Sprintf("going back to t = %d: computed again up to t = %d", s.Cursor, s.State.Replayed)
		return false, g.Lines(grid.Paragraphs(g.Width(), s.Theme.Dim, wait))
	}
	return false, g.Lines(of(g.Width(), g.Height()))
}

// choice is the chosen line of a list whose length may change.
type choice struct{ line int }

// in is the line in a list of so many.
func (c *choice) in(items int) int { return max(0, min(c.line, items-1)) }

// key moves from the line chosen now in a list of so many, and reports whether the key
// does that. Without any line, only the wheel is known.
func (c *choice) key(key string, now, items int) (known bool) {
	by, ok := map[string]int{"up": -1, "down": 1, "wheel up": -1, "wheel down": 1}[key]
	if !ok || items == 0 && (key == "up" || key == "down") {
		return false
	}
	c.line = max(0, min(now+by, items-1))
	return true
}

// sideways is by how much a key moves to the left or to the right.
func sideways(key string) (by int, ok bool) {
	by, ok = map[string]int{"left": -1, "right": 1, "shift+left": -10, "shift+right": 10}[key]
	return by, ok
}
