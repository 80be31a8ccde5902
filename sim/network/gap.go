package network

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// denseLimit is the number of nodes up to which all eigenvalues are computed:
// below it the dense solver costs milliseconds, and it cannot miss an eigenvalue.
const denseLimit = 200

// algebraicConnectivity is the second smallest eigenvalue of the Laplacian.
// NaN would mean that an eigenvalue iteration did not converge; no graph is known
// on which that happens.
func algebraicConnectivity(near [][]int, pieces int) float64 {
	switch {
	case len(near) == 1 || pieces > 1:
		return 0 // exactly: every piece beyond the first adds a zero eigenvalue
	case len(near) <= denseLimit:
		return denseGap(near)
	default:
		return lanczosGap(near)
	}
}

// laplacian returns D - A without its first `ground` rows and columns.
func laplacian(near [][]int, ground int) *mat.SymDense {
	l := mat.NewSymDense(len(near)-ground, nil)
	for i := ground; i < len(near); i++ {
		l.SetSym(i-ground, i-ground, float64(len(near[i])))
		for _, j := range near[i] {
			if j > i {
				l.SetSym(i-ground, j-ground, -1)
			}
		}
	}
	return l
}

func denseGap(near [][]int) float64 {
	var eigen mat.EigenSym
	if !eigen.Factorize(laplacian(near, 0), false) {
		return math.NaN()
	}
	return eigen.Values(nil)[1] // ascending
}

// lanczosGap finds 1/lambda_2 as the largest eigenvalue of the pseudo-inverse L^+
// on the vectors of mean zero, by the Lanczos process with full
// reorthogonalisation (Golub and Van Loan, Matrix Computations, 4th ed., ch. 10).
// Inverting is what makes it quick: the small eigenvalues of a long path or ring lie
// as close together as 1e-5 of the largest, and on L itself Lanczos needs about n steps.
// The graph must be connected.
func lanczosGap(near [][]int) float64 {
	n := len(near)
	// L is singular, but with one node grounded it is positive definite, and
	// for b of mean zero L^+ b is the grounded solution shifted to mean zero.
	var factor mat.Cholesky
	if !factor.Factorize(laplacian(near, 1)) {
		return math.NaN()
	}
	// A start without symmetry, so that it has a part in every eigenspace.
	start := rand.New(rand.NewPCG(0x6c61706c61636961, uint64(n)))
	q := make([]float64, n)
	for i := range q {
		q[i] = start.NormFloat64()
	}
	centre(q)
	floats.Scale(1/floats.Norm(q, 2), q)

	var basis [][]float64
	var alpha, beta []float64
	theta := 0.0
	for len(basis) < n-1 {
		basis = append(basis, q)
		w := make([]float64, n)
		// The grounded node keeps 0 until centre moves it.
		if err := factor.SolveVecTo(mat.NewVecDense(n-1, w[1:]), mat.NewVecDense(n-1, q[1:])); err != nil {
			if _, badlyConditioned := err.(mat.Condition); !badlyConditioned {
				return math.NaN()
			}
		}
		centre(w)
		alpha = append(alpha, floats.Dot(w, q))
		for range 2 { // twice is enough (Parlett, The Symmetric Eigenvalue Problem, 6.9)
			centre(w) // where little is left of w, rounding has moved its mean
			for _, v := range basis {
				floats.AddScaled(w, -floats.Dot(w, v), v)
			}
		}
		b := floats.Norm(w, 2)
		var last float64 // last entry of the unit eigenvector: b*last bounds the error of theta
		// Below this w is mostly rounding error and no longer orthogonal to the basis;
		// theta is then exact to the square of it. Symmetric graphs get here early.
		exhausted := b <= 1e-9*floats.Max(alpha) || len(basis) == n-1
		if exhausted || len(basis)%5 == 0 {
			var ok bool
			if theta, last, ok = largestOfTridiagonal(alpha, beta); !ok {
				return math.NaN()
			}
			if exhausted || b*math.Abs(last) <= 1e-12*theta {
				break
			}
		}
		beta = append(beta, b)
		floats.Scale(1/b, w)
		q = w
	}
	return 1 / theta
}

// largestOfTridiagonal returns the largest eigenvalue of the symmetric matrix with
// the diagonal alpha and the off-diagonal beta, and the last entry of its unit eigenvector.
func largestOfTridiagonal(alpha, beta []float64) (theta, last float64, ok bool) {
	m := len(alpha)
	t := mat.NewSymDense(m, nil)
	for i := range alpha {
		t.SetSym(i, i, alpha[i])
		if i+1 < m {
			t.SetSym(i, i+1, beta[i])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(t, true) {
		return 0, 0, false
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	return eigen.Values(nil)[m-1], vectors.At(m-1, m-1), true
}

// centre shifts x to mean zero: the constant vectors are the kernel of L.
func centre(x []float64) {
	floats.AddConst(-floats.Sum(x)/float64(len(x)), x)
}
