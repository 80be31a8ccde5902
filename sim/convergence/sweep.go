package convergence

import "math"

// Sweep is what λ must exceed for the sweep of vertical sharing to converge from any
// start: Learning Privately over Distributed Features, 2019, (6) to (8), R = |x|²/2, M
// parties, N samples, each party's part of a row at most of unit length, ρ the penalty. The
// paper proves nothing of it. inTurn is the order of Gauss and Seidel, else that of Jacobi
// as printed.
//
//	Jacobi:       λ > 2(M−1) ρN
//	Gauss-Seidel: λ > ((M−1)/2 + √(M(M−1)/2)) ρN
//
// One party and z are two blocks, plain ADMM. The bounds read no data.
//
// Proof. The sweep is the joint minimisation over all x with P(x(t+1) − x(t)) added to its
// gradient: P = ρ(B − D'D) for Jacobi, B the diagonal blocks of D'D, and P = −ρU for
// Gauss-Seidel, U the blocks of D'D above them. With e = x − x*, l'(z) = y and the
// conditions of optimality,
//
//	V(t+1) ≤ V(t) − 2λ|e(t+1)|² − 2e(t+1)'P(e(t+1) − e(t)),  V = |y − y*|²/ρ + ρ|z − z*|²
//
// from the second iteration on. With a_m = d_im.x_m at row i, |a_m| ≤ |x_m|,
// x'(D'D − B)x = Σ_i Σ_{m≠k} a_m a_k ≤ (M−1)N|x|²; and |U| ≤ √(M(M−1)/2) N, as that is N
// times the Frobenius norm of the M by M matrix of ones above the diagonal.
//
// Jacobi: P ⪰ −p, p = (M−1)ρN, and with P₊ the part of P that is not negative,
// V + e'P₊e + p|e|² falls by (2λ − 4p)|e(t+1)|² at least. Gauss-Seidel: with u the bound of
// ρ|U|, V + u|e|² falls by (2λ − p − 2u)|e(t+1)|².
func Sweep(parties, samples int, rho float64, inTurn bool) float64 {
	others, scale := float64(parties-1), rho*float64(samples)
	if inTurn {
		return (float64(others/2) + math.Sqrt(float64(parties)*others/2)) * scale
	}
	return 2 * others * scale
}
