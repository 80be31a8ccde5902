package grid

// Rect is a rectangle of cells.
type Rect struct{ X, Y, W, H int }

// Contains reports whether the cell (x, y) is in r.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Inside is the rectangle within the frame of a panel.
func (r Rect) Inside() Rect {
	return Rect{r.X + 1, r.Y + 1, max(r.W-2, 0), max(r.H-2, 0)}
}
