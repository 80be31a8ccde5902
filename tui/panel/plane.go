package panel

import (
	"admmlab/tui/grid"
	"admmlab/tui/plane"
	"admmlab/tui/scene"
)

// planePanel is the plane of error over ε, where a window is wide enough.
type planePanel struct{ plane.Plane }

func (p *planePanel) Name() string { return "trails" }
func (p *planePanel) Place() Place { return Place{Column: Centre, From: 160} }

// Title leaves the iteration under the cursor to the charts beside it.
func (p *planePanel) Title(s *scene.Scene) string { return p.Heading(s) }

func (p *planePanel) Words(s *scene.Scene) string {
	return unlessCaption(s, "what every run reaches over what it promises; enter shows loss or error, l another axis; E makes it large, with numbers")
}

func (p *planePanel) Help(s *scene.Scene) (title, lead string) { return p.Title(s), "" }

func (p *planePanel) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	p.Plane.Draw(s, g, false)
	return false, false
}

func (p *planePanel) Key(_ *scene.Scene, key string) (w scene.Wish, known bool) {
	if key == "enter" {
		p.Loss = !p.Loss
	}
	return nil, key == "enter"
}

func (p *planePanel) Click(*scene.Scene, scene.Click) scene.Wish { return nil }
