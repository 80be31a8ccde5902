package linear

import "math"

// Eigen overwrites the symmetric a, d by d, with its unit eigenvectors, one a row,
// and returns their eigenvalues, increasing, in a new slice; only the lower triangle
// of a is read. It is false, with a destroyed, where an entry is not finite. About
// 9 d^3 operations.
//
// each makes an empty piece of work every some d^2 of them, and may end it by a panic.
//
// Householder's tridiagonal form, then the implicit QL iteration: Bowdler, Martin,
// Reinsch and Wilkinson, The QR and QL algorithms for symmetric matrices, in
// Wilkinson and Reinsch, Linear Algebra, 1971, procedures tred2 and tql2.
func Eigen(a Matrix, each func(n int, do func(i int))) (values []float64, ok bool) {
	largest := 0.0
	for i := range a.Rows {
		for _, v := range a.row(i, 0)[:i+1] {
			largest = max(largest, math.Abs(v)) // NaN for NaN
		}
	}
	if !(largest <= math.MaxFloat64) {
		return nil, false
	}
	// A power of two for all, so that no square overflows or vanishes.
	_, power := math.Frexp(largest)
	for i := range a.Rows {
		for k, v := range a.row(i, 0)[:i+1] {
			a.row(i, 0)[k] = math.Ldexp(v, -power)
		}
	}
	hear := func() { each(1, func(int) {}) }
	values, beside := a.tridiagonal(hear)
	if !a.diagonalise(values, beside, hear) {
		return nil, false
	}
	for i := range values {
		least := i
		for k := i + 1; k < len(values); k++ {
			if values[k] < values[least] {
				least = k
			}
		}
		values[i], values[least] = values[least], values[i]
		for k, v := range a.row(i, 0) {
			a.row(i, 0)[k], a.row(least, 0)[k] = a.row(least, 0)[k], v
		}
		values[i] = math.Ldexp(values[i], power)
	}
	return values, true
}

// tridiagonal overwrites a with Q', one row a vector, where Q'aQ is tridiagonal with
// the given diagonal and beside[i] between i-1 and i.
func (a Matrix) tridiagonal(hear func()) (diagonal, beside []float64) {
	d := a.Rows
	diagonal, beside = make([]float64, d), make([]float64, d)
	p := make([]float64, d)
	// The reflection I - u u'/h that makes row i tridiagonal has u in row i left of
	// the diagonal, and h in diagonal[i].
	for i := d - 1; i > 0; i-- {
		hear()
		u := a.row(i, 0)[:i]
		largest := 0.0
		for _, v := range u[:i-1] {
			largest = max(largest, math.Abs(v))
		}
		if largest == 0 {
			beside[i] = u[i-1]
			continue // diagonal[i] = 0: no reflection
		}
		largest = max(largest, math.Abs(u[i-1]))
		for k := range u {
			u[k] /= largest
		}
		h := Dot(u, u)
		length := math.Copysign(math.Sqrt(h), u[i-1])
		beside[i] = -largest * length
		h += float64(length * u[i-1])
		u[i-1] += length
		diagonal[i] = h
		// p = A u/h, q = p - u (u'p)/2h, A - u q' - q u'
		clear(p[:i])
		for j := range u {
			row := a.row(j, 0)[:j]
			p[j] += Dot(row, u[:j]) + float64(a.Data[j*a.Stride+j]*u[j])
			AddScaled(p[:j], u[j], row)
		}
		for j := range u {
			p[j] /= h
		}
		AddScaled(p[:i], -Dot(u, p[:i])/(h+h), u)
		for j := range u {
			row := a.row(j, 0)[:j+1]
			AddScaled(row, -u[j], p[:j+1])
			AddScaled(row, -p[j], u[:j+1])
		}
	}
	// The product of the reflections, from the smallest on. What row i needs of u
	// lies beside the finished part of Q'.
	for i := range d {
		hear()
		u, h := a.row(i, 0)[:i], diagonal[i]
		diagonal[i] = a.Data[i*a.Stride+i]
		if h != 0 {
			// Q' of the rows before, times I - u u'/h on the right.
			for j := range i {
				row := a.row(j, 0)[:i]
				AddScaled(row, -Dot(row, u)/h, u)
			}
		}
		clear(u)
		a.Data[i*a.Stride+i] = 1
		for j := range i {
			a.Data[j*a.Stride+i] = 0
		}
	}
	return diagonal, beside
}

// diagonalise overwrites the diagonal of a tridiagonal T with its eigenvalues and
// the rows of a, Q' before, with Z'Q', the columns of Z the eigenvectors of T. It is
// false if the iteration does not end; no matrix is known on which it does not.
func (a Matrix) diagonalise(diagonal, beside []float64, hear func()) bool {
	const negligible = 0x1p-52
	d := len(diagonal)
	if d == 0 {
		return true
	}
	e := append(beside[1:], 0) // e[i] between i and i+1
	shift, size := 0.0, 0.0
	for l := range d {
		size = max(size, math.Abs(diagonal[l])+math.Abs(e[l]))
		for sweeps := 0; ; sweeps++ {
			m := l
			for math.Abs(e[m]) > negligible*size {
				m++ // ends at e[d-1] = 0
			}
			if m == l {
				break
			}
			if sweeps == 60 {
				return false
			}
			hear()
			// The shift is the eigenvalue of the leading 2 by 2 part nearer to its corner.
			g := diagonal[l]
			p := (diagonal[l+1] - g) / (2 * e[l])
			r := p + math.Copysign(math.Sqrt(float64(p*p)+1), p)
			diagonal[l], diagonal[l+1] = e[l]/r, e[l]*r
			next, h := diagonal[l+1], g-diagonal[l]
			for i := l + 2; i < d; i++ {
				diagonal[i] -= h
			}
			shift += h
			// Rotations chase the corner up from m to l.
			p = diagonal[m]
			c, c2, c3, s, s2 := 1.0, 1.0, 1.0, 0.0, 0.0
			above := e[l+1]
			for i := m - 1; i >= l; i-- {
				c3, c2, s2 = c2, c, s
				g, h := float64(c*e[i]), float64(c*p)
				r := math.Sqrt(float64(p*p) + float64(e[i]*e[i]))
				e[i+1] = s * r
				s, c = e[i]/r, p/r
				p = float64(c*diagonal[i]) - float64(s*g)
				diagonal[i+1] = h + float64(s*(float64(c*g)+float64(s*diagonal[i])))
				rotate(a.row(i, 0), a.row(i+1, 0), c, s)
			}
			p = -s * s2 * c3 * above * e[l] / next
			e[l], diagonal[l] = s*p, c*p
		}
		diagonal[l] += shift
		e[l] = 0
	}
	return true
}

// rotate makes c x - s y of x and s x + c y of y.
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for k, v := range x {
		w := y[k]
		x[k] = float64(c*v) - float64(s*w)
		y[k] = float64(s*v) + float64(c*w)
	}
}
