package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// By its definition: all ways to give the differences their signs, each as probable.
func signedRankByHand(d []float64) float64 {
	var sizes []float64
	seen := 0.0
	for _, x := range d {
		if x != 0 {
			sizes = append(sizes, math.Abs(x))
		}
	}
	rank := func(x float64) float64 {
		below, equal := 0.0, 0.0
		for _, y := range sizes {
			if y < x {
				below++
			} else if y == x {
				equal++
			}
		}
		return below + (equal+1)/2
	}
	for _, x := range d {
		if x > 0 {
			seen += rank(x)
		}
	}
	ways := 0
	for signs := range 1 << len(sizes) {
		sum := 0.0
		for i, x := range sizes {
			if signs>>i&1 == 1 {
				sum += rank(x)
			}
		}
		if sum >= seen {
			ways++
		}
	}
	return float64(ways) / float64(int(1)<<len(sizes))
}

func TestSignedRank(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for n := range 11 {
		for range 20 {
			d := make([]float64, n)
			for i := range d {
				d[i] = float64(draw.IntN(9) - 3) // with ties and zeros
			}
			if got, want := signedRank(d), signedRankByHand(d); math.Abs(got-want) > 1e-12 {
				t.Errorf("%v: %g, want %g", d, got, want)
			}
		}
	}
	// Hollander and Wolfe, Nonparametric Statistical Methods, table A.4: n = 10, T+ >= 45.
	if p := signedRank([]float64{1, 2, 3, -4, 5, -6, 7, 8, 9, 10}); math.Abs(p-0.042) > 5e-4 {
		t.Errorf("P(T+ >= 45) = %g with 10 pairs, the table has 0.042", p)
	}
}

// Where all are equally good, which is the hardest case, the best is called worse than
// another in at most 5 % of the cases; where one is far better, it is told from the rest.
func TestTheBestIsNotOut(t *testing.T) {
	const settings, repeats, trials = 7, 10, 4000
	draw := rand.New(rand.NewPCG(3, 4))
	lost := 0
	for range trials {
		errors := make([][]float64, settings)
		common := make([]float64, repeats) // what a draw does to all alike
		for k := range common {
			common[k] = draw.NormFloat64()
		}
		for i := range errors {
			for k := range common {
				errors[i] = append(errors[i], common[k]+float64(1+i)*draw.NormFloat64())
			}
		}
		if !mayBeBest(errors)[0] {
			lost++
		}
	}
	if share := float64(lost) / trials; share > level {
		t.Errorf("the best is out in %.3g of the cases, at most %g is promised", share, level)
	}
	far := [][]float64{{.1, .12, .11, .1, .13, .1, .12, .11, .1, .12}, {.2, .22, .2, .2, .23, .21, .24, .2, .2, .22}, {.2, .22, .2, .2, .23, .22, .23, .2, .2, .22}}
	if got := fmt.Sprint(mayBeBest(far)); got != "[true false false]" {
		t.Error(got)
	}
}

func TestTooFewDrawsTellNothingApart(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 5, 7: 7, 25: 9} {
		if got := enough(n); got != want {
			t.Errorf("%d settings need %d draws, want %d", n, got, want)
		}
		errors := make([][]float64, n) // each worse than the one before in every draw
		for i := range errors {
			errors[i] = slices.Repeat([]float64{float64(i)}, want)
		}
		if out := n - count(mayBeBest(errors)); n > 1 && out != n-1 {
			t.Errorf("%d of %d settings are out after %d draws", out, n, want)
		}
		for i := range errors {
			errors[i] = errors[i][:want-1]
		}
		if got := count(mayBeBest(errors)); got != n {
			t.Errorf("%d of %d settings may be the best after %d draws", got, n, want-1)
		}
	}
}

func count(list []bool) int {
	n := 0
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}

// floor(B / (|S_k| ceil(log2 n))) draws for the |S_k| that are left, with B = n ceil(log2 n).
func TestHalving(t *testing.T) {
	for n, want := range map[int]string{1: "[]", 3: "[]", 5: "[{5 1}]", 9: "[{9 1} {4 2}]", 25: "[{25 1} {12 2} {6 4}]", 27: "[{27 1} {13 2} {6 4}]"} {
		if got := fmt.Sprint(halving(n)); got != want {
			t.Errorf("%d settings: %s, want %s", n, got, want)
		}
	}
	for n := 2; n < 300; n++ {
		left, log := n, math.Ceil(math.Log2(float64(n)))
		for _, r := range halving(n) {
			if r.settings != left || float64(r.draws) != math.Floor(float64(n)*log/(float64(left)*log)) {
				t.Fatalf("%d settings: %v", n, halving(n))
			}
			left /= 2
		}
		if left > finalists || pulls(halving(n)) > n*int(log) {
			t.Fatalf("%d settings: %d left after %d runs", n, left, pulls(halving(n)))
		}
	}
}
