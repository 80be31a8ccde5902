package realised

import (
	"math"
	"math/rand/v2"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
)

// censusLike makes signed unit rows with the shape of the census data: 105
// columns, four of six numbers and eight attributes one-hot, 12 entries a row.
func censusLike(records int, rng *rand.Rand) data.Rows {
	sizes := []int{8, 16, 7, 14, 6, 5, 2, 41}
	rows := data.NewRows(105, records, 12)
	index, value := make([]int32, 12), make([]float64, 12)
	for range records {
		square := 8.0
		for k := range 4 {
			index[k], value[k] = int32(k), 0.1+0.8*rng.Float64()
			square += value[k] * value[k]
		}
		offset := 6
		for k, size := range sizes {
			u := rng.Float64()
			index[4+k], value[4+k] = int32(offset+int(float64(size)*u*u*u)), 1
			offset += size
		}
		scale := 1 / math.Sqrt(square)
		if rng.Float64() < 0.5 {
			scale = -scale
		}
		for k := range value {
			value[k] *= scale
		}
		rows.Append(index, value)
	}
	return rows
}

// network is five nodes of 8,000 records at moving models, as in a run: every
// step has other margins, so that nothing is kept from the step before.
type network struct {
	locals []*models.Local
	models [2][]float64
	loss   []float64
	r      Release
}

func newNetwork() *network {
	rng := rand.New(rand.NewPCG(1, 2))
	n := &network{loss: make([]float64, 8000)}
	for range 5 {
		n.locals = append(n.locals, models.NewLocal(censusLike(8000, rng)))
	}
	n.models = [2][]float64{gaussianVector(105, 0.1, rng), gaussianVector(105, 0.2, rng)}
	n.r = Release{Noise: gaussianVector(105, 10, rng), Rate: 1, Weight: 1750.0 / 8000, Curvature: 4.003}
	return n
}

// measure times loss alone, once warm; between two calls every node moves to
// another model.
func (n *network) measure(b *testing.B, loss func(i int)) {
	for i := range n.locals {
		loss(i)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for at := range b.N {
		for i, p := range n.locals {
			b.StopTimer()
			p.MeanLoss(n.models[at%2])
			b.StartTimer()
			loss(i)
		}
	}
}

// One step of the whole panel on one core: 40,000 records of five nodes.
func BenchmarkObjectiveRemove(b *testing.B) {
	n := newNetwork()
	objectives := make([]*Objective, 5)
	for i := range objectives {
		objectives[i] = NewObjective(n.locals[i])
	}
	n.measure(b, func(i int) { objectives[i].Remove(n.loss, n.r) })
}

func BenchmarkOutputRemove(b *testing.B) {
	n := newNetwork()
	outputs := make([]*Output, 5)
	for i := range outputs {
		outputs[i] = NewObjective(n.locals[i]).Output()
	}
	n.measure(b, func(i int) { outputs[i].Remove(n.loss, n.r) })
}

func gaussianVector(d int, size float64, rng *rand.Rand) []float64 {
	v := make([]float64, d)
	for j := range v {
		v[j] = size * rng.NormFloat64()
	}
	return v
}
