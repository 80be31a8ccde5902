package scene

import (
	"admmlab/tui/grid"
	"admmlab/tui/job"
)

// Part is what fills a place of the screen, a panel or a lens. It keeps what is chosen
// in it, reads the scene, and answers with what it asks for.
type Part interface {
	// Name is one word that no other part has; its help goes by it.
	Name() string
	// Title stands in the frame, Value at the right of it.
	Title(s *Scene) string
	Value(s *Scene) string
	// Words explain it in a line while it has the focus; "" leaves the line to the
	// words of the experiment.
	Words(s *Scene) string
	// Help is the title of its page and what stands there before the text on the part.
	Help(s *Scene) (title, lead string)
	// Draw fills the inside of its frame and reports whether a list goes on above and
	// below what is seen.
	Draw(s *Scene, g *grid.Grid) (above, below bool)
	// Key takes a key as tea.KeyPressMsg names it, and "wheel up" and "wheel down". If
	// the key is not known the screen does what it means elsewhere.
	Key(s *Scene, key string) (w Wish, known bool)
	// Click takes a click on a cell of what it draws.
	Click(s *Scene, c Click) Wish
}

// Click is where the mouse was pressed in a part.
type Click struct {
	X, Y          int
	Width, Height int  // of what the part draws
	Again         bool // it had the focus before
}

// A part may also want to know:
type (
	// Focuser is told that it gets the focus.
	Focuser interface{ Focused(s *Scene) }
	// Pointer is told what is to be chosen in it, by its name.
	Pointer interface{ Point(s *Scene, item string) }
	// Recaller shows kept runs: their curves are read while it is in sight.
	Recaller interface{ Recalls() }
	// Liner draws a line in its place where there is no room for it.
	Liner interface {
		Line(s *Scene, g *grid.Grid)
	}
	// Beginner is told that another run begins.
	Beginner interface{ Begins(s *Scene) }
	// Chooser has a page of its own on what is chosen in it; name stands for it in a word
	// or two, and is "" while nothing is chosen.
	Chooser interface {
		Chosen(s *Scene) (name, title, text string)
	}
	// Signer says what the signs mean that it draws, for its page of help.
	Signer interface{ Signs(s *Scene) []Sign }
)

// Sign is a character, or a few, and what it stands for.
type Sign struct{ Mark, Means string }

// HasFocus reports whether keys go to a part.
func (s *Scene) HasFocus(p Part) bool { return s.Focus == p.Name() }

// Leaving is what a part has under way at times that ends when somebody leaves.
type Leaving struct {
	Name string      // with its article, "the sweep"
	Job  *job.Job    // that does it, nil before the first
	Wait func() Wish // leaves when it is done, or says why it failed; nil where it goes on another time
	Stay func()      // takes Wait back
}

// GoesOnLater reports whether what is finished of it is kept, and the same, asked for again,
// goes on with the rest.
func (l Leaving) GoesOnLater() bool { return l.Wait == nil }
