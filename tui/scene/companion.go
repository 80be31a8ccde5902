package scene

import (
	"slices"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
)

// SideRoles are how the runs side by side are drawn, that at the keys first.
var SideRoles = [runner.MaxCompanions + 1]chart.Role{chart.Main, chart.Second, chart.Third, chart.Fourth}

// sideMarks name those lines in a table, with and without box drawing.
var sideMarks = [2][runner.MaxCompanions + 1]string{{"──", "╌╌", "══", "××"}, {"--", "**", "%%", "xx"}}

// RolePaint is the look of a curve.
func (s *Scene) RolePaint(r chart.Role) grid.Paint { return s.Theme.paint(r) }

// Companion is a run beside the one at the keys.
type Companion struct {
	ID    int
	Asked config.Config
	Run   *History
	State runner.Companion // as last told, without rows

	Origin string // of the data it ran on before, until these are held against those of now; "" for none
}

// Ending is why a run beside makes no further iteration just now.
func (s *Companion) Ending() archive.End {
	switch {
	case s.State.Halted != "":
		return archive.Halted
	case s.Run.Last() >= s.State.Config.Iterations:
		return archive.Limit
	case s.State.Met != "":
		return archive.Met
	case s.State.Wall != "":
		return archive.Budget
	}
	return archive.Left
}

// Raced are what a race of c alone brings beside it: the methods of Recycled ADMM, Fig. 5, as far
// as there is room.
func Raced(c config.Config) (others []config.Config) {
	for _, id := range []string{"dvp", "madmm", "radmm", "mradmm"} {
		if id != c.Method && len(others) < runner.MaxCompanions {
			others = append(others, OtherMethod(c, id))
		}
	}
	return others
}

// OtherMethod is c under another method, with the same weight of the loss: runs with
// different C minimise different things.
func OtherMethod(c config.Config, id string) config.Config {
	other := c.WithMethod(id)
	if !c.Spec().Vertical && !other.Spec().Vertical {
		other.Set.C = slices.Clone(c.Set.C)
	}
	return other
}
