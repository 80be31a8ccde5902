package network

import (
	"fmt"
	"math"
	"testing"
)

// closedForm lists known algebraic connectivities; see Fiedler (1973) for all but
// the grid, whose Laplacian is the Kronecker sum of those of two paths.
func closedForm(kind string, n int) float64 {
	switch kind {
	case Ring:
		return 2 - 2*math.Cos(2*math.Pi/float64(n))
	case Path:
		return 2 - 2*math.Cos(math.Pi/float64(n))
	case Star:
		return 1
	case Complete:
		return float64(n)
	case Grid: // of a square number of nodes
		return 2 - 2*math.Cos(math.Pi/math.Sqrt(float64(n)))
	}
	return math.NaN()
}

func TestSpectralGapOfKnownGraphs(t *testing.T) {
	for kind, sizes := range map[string][]int{
		Ring:     {3, 4, 5, 10, 30, denseLimit, denseLimit + 1, 201, 400},
		Path:     {2, 3, 4, 5, 10, 30, denseLimit, denseLimit + 1, 400},
		Star:     {3, 4, 5, 30, denseLimit, denseLimit + 1, 400},
		Complete: {2, 3, 4, 5, 30, denseLimit, denseLimit + 1, 400},
		Grid:     {4, 9, 25, 100, 121, 400},
	} {
		for _, n := range sizes {
			g := must(t)(New(kind, n, 0))
			// Eigenvalues are computed with an absolute error of about n machine
			// epsilons of the largest one, which is at most n.
			tolerance := 1e-15*float64(n)*float64(n) + 1e-14
			got, want := g.SpectralGap(), closedForm(kind, n)
			if !(math.Abs(got-want) <= tolerance) {
				t.Errorf("%s of %d: gap %.17g, want %.17g", kind, n, got, want)
			}
			if g.SpectralGap() != got {
				t.Errorf("%s of %d: the second call differs", kind, n)
			}
		}
	}
}

// The gap of a long path is 400,000 times smaller than its largest eigenvalue; it must
// still be right in its leading digits, not only against the largest.
func TestSpectralGapOfTheLargestNetworksIsRelativelyAccurate(t *testing.T) {
	for _, kind := range []string{Ring, Path} {
		got, want := must(t)(New(kind, MaxNodes, 0)).SpectralGap(), closedForm(kind, MaxNodes)
		if !(math.Abs(got/want-1) <= 1e-9) {
			t.Errorf("%s of %d: gap %.17g, want %.17g", kind, MaxNodes, got, want)
		}
	}
}

func TestBothMethodsAgreeOnRandomGraphs(t *testing.T) {
	for _, kind := range []string{SmallWorld, Random, Ring, Path, Star, Complete, Grid} {
		for _, n := range []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 40, 64, 90, 150} {
			g := must(t)(New(kind, n, 11))
			dense, lanczos := denseGap(g.near), lanczosGap(g.near)
			if !(math.Abs(dense-lanczos) <= 1e-12*float64(n)) {
				t.Errorf("%s of %d: dense %.17g, Lanczos %.17g", kind, n, dense, lanczos)
			}
		}
	}
}

func TestSpectralGapIsZeroExactlyWhenInPieces(t *testing.T) {
	for _, n := range []int{4, denseLimit + 50} {
		ring := must(t)(New(Ring, n, 0))
		cut := must(t)(must(t)(ring.Cut(0, 1)).Cut(2, 3))
		if gap := cut.SpectralGap(); gap != 0 {
			t.Errorf("ring of %d in two pieces: gap %g", n, gap)
		}
	}
	if gap := must(t)(New(Path, 1, 0)).SpectralGap(); gap != 0 {
		t.Errorf("one node: gap %g", gap)
	}
}

// "Algebraic connectivity does not decrease when an edge is added" (Fiedler, Corollary 3.2).
func TestCuttingNeverRaisesTheGap(t *testing.T) {
	g := must(t)(New(Random, 20, 5))
	gap := g.SpectralGap()
	for _, e := range g.Edges()[:20] {
		g = must(t)(g.Cut(e[0], e[1]))
		if next := g.SpectralGap(); next > gap+1e-12 {
			t.Fatalf("cutting %v raised the gap from %g to %g", e, gap, next)
		} else {
			gap = next
		}
	}
}

func BenchmarkSpectralGap(b *testing.B) {
	for _, c := range []struct {
		kind string
		n    int
	}{{Ring, denseLimit}, {Ring, denseLimit + 1}, {Ring, 1000}, {Path, 1000}, {SmallWorld, 1000}, {Random, 1000}, {Complete, 1000}} {
		b.Run(fmt.Sprintf("%s-%d", c.kind, c.n), func(b *testing.B) {
			g := must(b)(New(c.kind, c.n, 1))
			for b.Loop() {
				algebraicConnectivity(g.near, g.pieces)
			}
		})
	}
}
