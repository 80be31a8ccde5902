package frame

import (
	"strings"

	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Box draws the frame of a part with its title and, at the right, its value; in one line
// that is all.
func Box(s *scene.Scene, g *grid.Grid, r grid.Rect, focused bool, title, value string) {
	if r.W < 2 || r.H < 1 {
		return
	}
	paint, head := s.Theme.Dim, s.Theme.Title
	if focused {
		paint, head = s.Theme.Selected, s.Theme.Selected
		title = "▸" + title
	}
	across, down := '─', '│'
	corners := [4]rune{'╭', '╮', '╰', '╯'}
	for x := r.X; x < r.X+r.W; x++ {
		g.Set(x, r.Y, across, paint)
		g.Set(x, r.Y+r.H-1, across, paint)
	}
	for y := r.Y; y < r.Y+r.H && r.H > 1; y++ {
		g.Set(r.X, y, down, paint)
		g.Set(r.X+r.W-1, y, down, paint)
	}
	if r.H == 1 {
		corners = [4]rune{across, across, across, across}
	}
	g.Set(r.X, r.Y, corners[0], paint)
	g.Set(r.X+r.W-1, r.Y, corners[1], paint)
	g.Set(r.X, r.Y+r.H-1, corners[2], paint)
	g.Set(r.X+r.W-1, r.Y+r.H-1, corners[3], paint)
	end := g.Text(r.X+1, r.Y, r.W-2, " "+grid.Fit(title, r.W-4)+" ", head)
	room := r.X + r.W - 1 - end
	for grid.Cells(value)+2 > room && strings.Contains(value, ", ") { // its last clauses go first
		value = value[:strings.LastIndex(value, ", ")]
	}
	if value != "" && grid.Cells(value)+2 <= room {
		g.Right(r.X+r.W-1, r.Y, room, " "+value+" ", s.Theme.Accent)
	}
}
