package admm

import (
	"slices"

	"admmlab/models"
)

// Checkpoint is a copy of what a method carries from one iteration to the next.
type Checkpoint struct {
	vectors [][]float64
	warm    []models.Warm
}

// Save copies what m carries, between two iterations.
func Save(m Method) Checkpoint {
	vectors, locals := m.carried()
	c := Checkpoint{vectors: make([][]float64, len(vectors)), warm: make([]models.Warm, len(locals))}
	for k, v := range vectors {
		c.vectors[k] = slices.Clone(v)
	}
	for i, p := range locals {
		c.warm[i] = p.Warm()
	}
	return c
}

// Resume makes m, the same method on the same problem, go on where c was saved: its
// further iterations give the same bits.
func Resume(m Method, c Checkpoint) {
	vectors, locals := m.carried()
	for k, v := range vectors {
		copy(v, c.vectors[k])
	}
	for i, p := range locals {
		p.Resume(c.warm[i])
	}
}

// Floats is how many numbers Save copies.
func Floats(m Method) int {
	n := 0
	vectors, locals := m.carried()
	for _, v := range vectors {
		n += len(v)
	}
	for _, p := range locals {
		n += p.WarmFloats()
	}
	return n
}

// carried are the vectors that an iteration reads before it writes them, and the
// minimisers that remember the last.
func (c *consensus) carried() ([][]float64, []*models.Local) {
	return slices.Concat(c.primal, c.dual), c.locals
}

func (m *pvp) carried() ([][]float64, []*models.Local) {
	vectors, locals := m.consensus.carried()
	return append(slices.Concat(vectors, m.released), m.sensitivity), locals
}

func (m *radmm) carried() ([][]float64, []*models.Local) {
	vectors, locals := m.consensus.carried()
	return append(slices.Concat(vectors, m.recycled), m.grown, m.eta, m.theta, m.degree), locals
}

func (m *madmm) carried() ([][]float64, []*models.Local) {
	vectors, locals := m.consensus.carried()
	return append(vectors, m.grown), locals
}

// carried has the targets of the coming iteration, which its Price may have made.
func (s *sharing) carried() ([][]float64, []*models.Local) {
	return append(slices.Concat(s.x, s.message, s.target), s.reach, s.aimed, s.z, s.y, s.sum), nil
}
