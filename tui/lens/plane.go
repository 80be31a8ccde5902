package lens

import (
	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/plane"
	"admmlab/tui/scene"
)

// Plane is error or loss over ε, with the numbers of the runs.
type Plane struct{ plane.Plane }

func (l *Plane) Name() string { return "plane" }
func (l *Plane) Keys(*scene.Scene) string {
	return "enter loss/error · l log · g past · E back"
}
func (l *Plane) Looks(*scene.Scene) runner.Picture          { return nil }
func (l *Plane) Help(*scene.Scene) (title, lead string)     { return "Error against ε", "" }
func (l *Plane) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (l *Plane) Words(*scene.Scene) string {
	return "what is reached over what is promised: further left and further down is better; ? explains"
}

func (l *Plane) Bindings() []scene.Binding {
	return []scene.Binding{{Key: "E", Words: "the plane: error or loss of every run in sight against its smallest valid total ε, with the trusted curator's curve"}}
}

func (l *Plane) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	l.Plane.Draw(s, g, true)
	return false, false
}

func (l *Plane) Key(_ *scene.Scene, key string) (w scene.Wish, known bool) {
	if key == "enter" {
		l.Loss = !l.Loss
	}
	return nil, key == "enter"
}
