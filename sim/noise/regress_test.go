package noise

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"
)

// The expected numbers in this file are part of every saved run, replay and bug report.
// NOBODY MAY EDIT THEM. If a change of the code makes them fail, the change is wrong.

func TestFrozenStreams(t *testing.T) {
	for _, c := range []struct {
		seed      uint64
		purpose   Purpose
		node      int
		iteration int64
		want      [3]uint64
	}{
		{0, Primal, 0, 0, [3]uint64{0xfe7e326886b96463, 0x74878e2d865ed6d0, 0x204c3fd61ce59bf4}},
		{7, Primal, 0, 1, [3]uint64{0xec00ef982a3b67fe, 0x35c681fa0d04c827, 0xeb771e71ef898edb}},
		{7, Dual, 0, 1, [3]uint64{0x8baf08709fd71314, 0xfe84974156dd9ede, 0x5e999af773dd470d}},
		{7, Message, 4, 100, [3]uint64{0xbef9f00b001057ab, 0xdde10ca6e800d0fe, 0xb2363b3fcd6b4074}},
		{7, Closing, 4, 100, [3]uint64{0x36040abcaf09a303, 0x75c432e7f432b682, 0xfda24a48f8be5f95}},
		{7, Graph, 0, 0, [3]uint64{0xcf0c2895c10d44ac, 0xbfbfb3410f358aa6, 0x4fce2e46dcc5aa25}},
		{math.MaxUint64, Dual, -1, 1 << 40, [3]uint64{0x1e9493c90d049042, 0x8ae9eaee99822d7f, 0xbc7592283ae04a2a}},
	} {
		iteration := int(c.iteration)
		if int64(iteration) != c.iteration {
			continue // there is no such iteration in 32 bits
		}
		r := New(c.seed).Stream(c.purpose, c.node, iteration)
		if got := [3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}; got != c.want {
			t.Errorf("seed %d, purpose %d, node %d, iteration %d:\n got {%#x, %#x, %#x}\nwant %#x",
				c.seed, c.purpose, c.node, c.iteration, got[0], got[1], got[2], c.want)
		}
	}
}

func TestFrozenDraws(t *testing.T) {
	source := New(7)
	draw := func(n int, fill func(dst []float64)) []float64 {
		dst := make([]float64, n)
		fill(dst)
		return dst
	}
	for _, c := range []struct {
		name      string
		got, want []float64
	}{
		{"GammaNorm, d=1", draw(1, func(x []float64) { source.GammaNorm(x, Dual, 0, 1, 0.5) }), []float64{1.6331200972931634}},
		{"GammaNorm, d=4", draw(4, func(x []float64) { source.GammaNorm(x, Dual, 2, 30, 3) }), []float64{0.34291089327604912, 1.0024600306201841, -0.44201761415680907, 0.86100553580905081}},
		{"Gaussian, d=4", draw(4, func(x []float64) { source.Gaussian(x, Message, 2, 30, 1.5) }), []float64{-0.0061842715849734445, 0.40518080571911086, 1.3365311073841668, 0.5713380869309943}},
	} {
		if !slices.EqualFunc(c.got, c.want, same) {
			t.Errorf("%s:\n got %s\nwant %s", c.name, fmt.Sprintf("%.17g", c.got), fmt.Sprintf("%.17g", c.want))
		}
	}
}

func TestFrozenShuffle(t *testing.T) {
	if got, want := New(7).Shuffle(12), []int{6, 7, 11, 0, 3, 2, 1, 10, 5, 9, 8, 4}; !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// same is equality, except that other processors may round math.Log in the last places.
func same(a, b float64) bool {
	if runtime.GOARCH == "amd64" {
		return a == b
	}
	return math.Abs(a-b) <= 1e-13*math.Abs(b)
}
