package admm

import (
	"fmt"
	"slices"

	"admmlab/models"
)

// Carried is what a method carries from one iteration to the next: the numbers
// themselves, not copies, in the same order and of the same lengths each time.
type Carried struct {
	Vectors [][]float64
	Locals  []*models.Local // minimisers: they remember where they ended
}

// Checkpoint is a copy of what a method carries from one iteration to the next.
type Checkpoint struct {
	vectors [][]float64
	warm    []models.Warm
}

// Save copies what m carries, between two iterations.
func Save(m Method) Checkpoint {
	now := m.Carried()
	c := Checkpoint{vectors: make([][]float64, len(now.Vectors)), warm: make([]models.Warm, len(now.Locals))}
	for k, v := range now.Vectors {
		c.vectors[k] = slices.Clone(v)
	}
	for i, p := range now.Locals {
		c.warm[i] = p.Warm()
	}
	return c
}

// Resume makes m, the same method on the same problem, go on where c was saved: its
// further iterations give the same bits.
func Resume(m Method, c Checkpoint) {
	now := m.Carried()
	if len(now.Vectors) != len(c.vectors) || len(now.Locals) != len(c.warm) {
		panic(fmt.Sprintf("admm: a checkpoint of %d vectors and %d minimisers is resumed by a method that carries %d and %d",
			len(c.vectors), len(c.warm), len(now.Vectors), len(now.Locals)))
	}
	for k, v := range now.Vectors {
		copy(v, c.vectors[k])
	}
	for i, p := range now.Locals {
		p.Resume(c.warm[i])
	}
}

// Floats is how many numbers Save copies.
func Floats(m Method) int {
	n := 0
	now := m.Carried()
	for _, v := range now.Vectors {
		n += len(v)
	}
	for _, p := range now.Locals {
		n += p.WarmFloats()
	}
	return n
}
