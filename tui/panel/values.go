package panel

import (
	"fmt"
	"math"

	"admmlab/sim/numeral"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// values are the exact values of all that is in sight, in large windows: the runs at the
// iteration that is read, and what the run at the keys is measured against.
type values struct{}

func (p *values) Name() string { return "values" }
func (p *values) Place() Place {
	return Place{Column: Right, Rows: 7, From: 180, High: 45}
}
func (p *values) Title(s *scene.Scene) string                 { return s.AtCursor(s.LossTitle("Values")) }
func (p *values) Help(s *scene.Scene) (title, lead string)    { return "Values", "" }
func (p *values) Key(*scene.Scene, string) (scene.Wish, bool) { return nil, false }
func (p *values) Click(*scene.Scene, scene.Click) scene.Wish  { return nil }
func (p *values) Words(s *scene.Scene) string {
	return unlessCaption(s, "the runs in sight and what they are measured against, with the digits that the charts leave out")
}

// Value is what the ε of the runs goes with.
func (p *values) Value(s *scene.Scene) string { return s.GoWith() }

func (p *values) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	numbers := [...]int{9, 8, 8} // "other ε" and a blank
	name := max(4, g.Width()-9-8-8)
	y := 0
	line := func(paint grid.Paint, called string, cells ...string) {
		text := grid.Pad(grid.Fit(called, name-1), name)
		for k, c := range cells {
			text += grid.PadLeft(c, numbers[k])
		}
		g.Text(0, y, g.Width(), text, paint)
		y++
	}
	run := func(role chart.Role, called string, h *scene.History) {
		t, stroke := min(s.At(), h.Last()), chart.Stroke(role, s.ASCII)
		loss, errors := exact(h.At(s.Loss(), t)), exact(h.At(scene.TestError, t))
		if role == chart.Ghost && s.DataWords(h) == scene.OtherData { // its name may be cut
			loss, errors = "other", "data"
		} else if role == chart.Ghost && s.OtherLoss(h) {
			loss = "other"
		}
		if at := h.Kept(t); at < t {
			called += fmt.Sprintf(" at t = %d", at)
		}
		called = stroke + " " + called
		named := role != chart.Ghost && grid.Cells(called) < name
		line(s.RolePaint(role), called, loss, errors, s.TotalReading(scene.Tight, h, t, named))
	}
	line(s.Theme.Dim, "", s.LossName(), "error %", "ε")
	called := s.Read()
	for i, h := range s.Histories() {
		run(scene.SideRoles[i], called[i], h)
	}
	if past := s.Past(); past != nil {
		run(chart.Ghost, s.PastName(), past)
	}
	for _, l := range s.Against() {
		digits := exact
		if l.About {
			digits = numeral.Short
		}
		line(s.Theme.Dim, "┈ "+l.Short, l.Told(digits(s.LevelLoss(l))), l.Told(digits(100*l.TestError)))
	}
	return false, y > g.Height()
}

// exact is a number in five digits, "-" for none.
func exact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) || math.Abs(v) >= 1e5 {
		return numeral.Short(v)
	}
	return numeral.Exact(v, 5)
}
