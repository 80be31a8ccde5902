package runner

import (
	"fmt"
	"math"
	"testing"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// "Same config, seed and events give the same rows bit for bit on any number of
// cores", for every method.
func TestRowsAreTheSameOnAnyNumberOfCores(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		c := small(t, `method = "`+spec.ID+`"`, "iterations = 12")
		alone, _ := finish(start(t, c, models.Serial))
		for _, workers := range []int{1, 2, 5} {
			pool := NewPool(workers)
			together, _ := finish(start(t, c, pool.Lane().Each))
			pool.Close()
			sameRows(t, fmt.Sprintf("%s on %d cores", spec.ID, workers), alone, together)
		}
	}
}

func TestPoolPassesAPanicOn(t *testing.T) {
	p := NewPool(3)
	defer p.Close()
	l := p.Lane()
	defer func() {
		if recover() == nil {
			t.Error("the panic of a worker is lost")
		}
		done := make([]bool, 10)
		l.Each(10, func(i int) { done[i] = true })
		for i, d := range done {
			if !d {
				t.Errorf("piece %d is left out after a panic", i)
			}
		}
	}()
	l.Each(5, func(i int) {
		if i == 3 {
			panic("here")
		}
	})
}

func TestWideRowsAreTheSameOnAnyNumberOfCores(t *testing.T) {
	c := wideRun(t, config.Assignment{Key: "iterations", Value: "5"}, config.Assignment{Key: "data", Value: "wide:2600x700"})
	d, err := Load(t.Context(), c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := sim.NewSession(c, d, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := finish(alone)
	pool := NewPool(4)
	defer pool.Close()
	dealt, err := deal.New(c, d, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	together, err := sim.SetUp(c, dealt, pool.Lane().Each, sim.Aid{Progress: func(sim.Loading) {}})
	if err != nil {
		t.Fatal(err)
	}
	got, _ := finish(together)
	sameRows(t, "wide data on four cores", want, got)
	if last := want[len(want)-1]; math.IsNaN(last.RealisedMax) {
		t.Error("nothing was measured")
	}
}
