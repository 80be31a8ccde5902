package scene

import (
	"admmlab/sim/runner"
	"admmlab/tui/grid"
)

// Lens is a part that takes the place of the loss chart for a while.
type Lens interface {
	Part
	// Keys is its last line.
	Keys(s *Scene) string
	// Bindings are the keys of its own that work everywhere; the first opens it, or gives
	// the chart back.
	Bindings() []Binding
	// Looks is the picture of the run that it shows, nil for none.
	Looks(s *Scene) runner.Picture
}

// A lens may also want to know, or to be asked:
type (
	// Opener is told that it is opened.
	Opener interface{ Opened() }
	// Stopper is asked by esc whether it has something to stop.
	Stopper interface {
		Stop(inSight bool) (w Wish, stopped bool)
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
	Do func(*Scene) Wish
}

// Choice is the chosen line of a list whose length may change.
type Choice struct {
	Line  int
	first int // line in sight
}

// In is the line in a list of so many.
func (c *Choice) In(items int) int { return max(0, min(c.Line, items-1)) }

// Window is the part in sight of a list of so many, of which height lines fit: it stays where it
// is as long as the line at is in it.
func (c *Choice) Window(items, height, at int) (first, last int) {
	c.first = grid.Scroll(c.first, items, height, at, at)
	return c.first, min(items, c.first+max(1, height))
}

// Move moves by a key from the line chosen now in a list of so many, and reports whether
// the key does that. Without any line, only the wheel is known, and none is chosen by it.
func (c *Choice) Move(key string, now, items int) (known bool) {
	by, ok := map[string]int{"up": -1, "down": 1, "wheel up": -1, "wheel down": 1}[key]
	if !ok || items == 0 && (key == "up" || key == "down") {
		return false
	}
	if items > 0 {
		c.Line = max(0, min(now+by, items-1))
	}
	return true
}

// Sideways is by how much a key moves to the left or to the right.
func Sideways(key string) (by int, ok bool) {
	by, ok = map[string]int{"left": -1, "right": 1, "shift+left": -10, "shift+right": 10}[key]
	return by, ok
}
