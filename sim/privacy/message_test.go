package privacy_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"admmlab/sim/privacy"
)

// smoother is S = D (D'D + kappa I)^-1 D'.
func smoother(d *mat.Dense, kappa float64) *mat.Dense {
	_, columns := d.Dims()
	var gram, inner, s mat.Dense
	gram.Mul(d.T(), d)
	for j := range columns {
		gram.Set(j, j, gram.At(j, j)+kappa)
	}
	if err := inner.Solve(&gram, d.T()); err != nil {
		panic(err)
	}
	s.Mul(d, &inner)
	return &s
}

// "||S - S'|| <= min(1, sqrt(rho/lambda) ||D - D'||)" for a changed column and, with
// twice that, for a replaced row of unit norm: over random tables and changes,
// from tiny to whole, the bound holds and is nearly met.
func TestMessageSensitivityBoundsEveryRandomChange(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	closest := [privacy.Adjacencies]float64{}
	for range 3000 {
		n, columns := 2+r.IntN(12), 1+r.IntN(6)
		lambda, rho := math.Exp(r.NormFloat64()*2), math.Exp(r.NormFloat64()*2)
		d := mat.NewDense(n, columns, nil)
		scale := math.Exp(r.NormFloat64() * 2)
		for i := range n {
			for j := range columns {
				d.Set(i, j, scale*r.NormFloat64())
			}
		}
		for _, a := range []privacy.Adjacency{privacy.Replace, privacy.Remove} {
			other := mat.DenseCopyOf(d)
			changed := mat.DenseCopyOf(d)
			if a == privacy.Replace { // one column moves by a vector of norm at most 1
				j, v := r.IntN(columns), unit(r, n)
				length := math.Sqrt(r.Float64())
				for i := range n {
					other.Set(i, j, d.At(i, j)+length*v[i])
				}
			} else { // one row of unit norm is replaced by another
				i, before, after := r.IntN(n), unit(r, columns), unit(r, columns)
				for j := range columns {
					changed.Set(i, j, before[j])
					other.Set(i, j, after[j])
				}
			}
			var gap mat.Dense
			gap.Sub(smoother(changed, lambda/rho), smoother(other, lambda/rho))
			var svd mat.SVD
			if !svd.Factorize(&gap, mat.SVDNone) {
				t.Fatal("no singular values")
			}
			norm := svd.Values(nil)[0]
			bound := privacy.MessageSensitivity(a, lambda, rho, 1)
			if norm > bound*(1+1e-9) {
				t.Fatalf("adjacency %d: |S - S'| = %g above %g", a, norm, bound)
			}
			closest[a] = math.Max(closest[a], norm/bound)
		}
	}
	for a, c := range closest {
		if c < 0.8 {
			t.Errorf("adjacency %d: the closest of all changes comes to %g of the bound; it should not be that loose", a, c)
		}
	}
}

func unit(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	sum := 0.0
	for i := range v {
		v[i] = r.NormFloat64()
		sum += v[i] * v[i]
	}
	for i := range v {
		v[i] /= math.Sqrt(sum)
	}
	return v
}
