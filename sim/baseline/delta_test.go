package baseline

import (
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
)

// The curator's regulariser serves it best also where a large delta pays for most of its total:
// three times as much is no better.
func TestTheCuratorsRegulariserIsTheBestAtALargeDelta(t *testing.T) {
	n := 2000
	rows, labels := table(n, 105)
	p := Rows{Loss: models.Logistic{}, C: []float64{900}, R: []float64{0.003}}
	p.Records = []data.Rows{rows.SelectSigned(upTo(n), labels)}
	p.Test = models.NewHeld(rows.Select(upTo(n)), labels)
	pool, o := p.Pool(), Curator{Adjacency: privacy.Replace, Delta: 0.01, Draws: 4, Noise: noise.New(1)}
	var last Private
	for last = range pool.Curator(o, 0.05) {
	}
	more, ok := pool.within(o, 0.05, last.R*3.2)
	for ok && more.Draws < o.Draws {
		pool.draw(o, &more)
	}
	if !(last.Mean.TrainLoss <= more.Mean.TrainLoss) {
		t.Errorf("with %g the loss is %g, and with %g %g", last.R, last.Mean.TrainLoss, more.R, more.Mean.TrainLoss)
	}
}
