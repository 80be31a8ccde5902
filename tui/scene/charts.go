package scene

import (
	"admmlab/sim/level"
	"admmlab/sim/rows"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
)

// The charts, as indices of ranges and scales, and what the loss chart shows instead of the
// loss while the factor C is in it.
const (
	LossChart = iota
	ErrorChart
	PrivacyChart
	LossTimesC
	Measures // how many
)

// Measured are their quantities.
var Measured = [Measures]Quantity{LossChart: TrainLoss, ErrorChart: TestError, PrivacyChart: Tight, LossTimesC: TrainLossC}

// Measure is what a chart shows: with the factor C, LossTimesC in place of LossChart.
func (s *Scene) Measure(which int) int {
	if which == LossChart && s.Factor() {
		return LossTimesC
	}
	return which
}

// Factor reports whether losses are shown with their factor C, which parties do not have.
func (s *Scene) Factor() bool { return s.TimesC && !s.InForce().Spec().Vertical }

// Loss is the quantity that is called the loss.
func (s *Scene) Loss() Quantity { return Measured[s.Measure(LossChart)] }

// LossName is what it is called.
func (s *Scene) LossName() string {
	if s.Factor() {
		return rows.TrainLossC.Short
	}
	return rows.TrainLoss.Short
}

// FactorWords follow the loss in titles.
func (s *Scene) FactorWords() string {
	if s.Factor() {
		return " × C"
	}
	return ""
}

// LevelLoss is that of a level.
func (s *Scene) LevelLoss(l level.Level) float64 {
	if s.Factor() {
		return l.TrainLossC
	}
	return l.TrainLoss
}

// Paint puts a chart into a grid.
func (s *Scene) Paint(g *grid.Grid, canvas chart.Canvas) {
	for y := range canvas.Height {
		for x := range canvas.Width {
			c := canvas.At(x, y)
			if c.Role == chart.Blank {
				continue
			}
			if marks := canvas.Marks(x, y); marks != "" {
				g.Text(x, y, 1, string(c.Rune)+marks, s.Theme.paint(c.Role))
			} else {
				g.Set(x, y, c.Rune, s.Theme.paint(c.Role))
			}
		}
	}
}
