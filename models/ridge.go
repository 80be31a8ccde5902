package models

import (
	"math"

	"admmlab/models/data"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Block is one party's columns D_m of vertical sharing (N rows, d_m columns,
// labels not multiplied in) with what its block step needs. It shares the
// rows it was given. A Block belongs to one caller at a time.
type Block struct {
	form
	gram  *mat.SymDense // D'D, nil before the first use
	kappa float64       // of upper, NaN before the first Solve
	sound bool          // upper holds the Cholesky factor of D'D + kappa I
	upper []float64     // U with U'U = D'D + kappa I, upper triangle, d by d; nil before that, shared with twins

	leverage *Leverage // for some kappa, nil before the first use

	parts         []part
	each          Each
	dst, weights  []float64 // of the Apply or Solve under way
	apply, gather func(k int)

	spectrum *spectrum // of D'D, nil before the first use
	bare     []float64 // as upper, for kappa = 0; nil before the first use
	regular  bool      // bare is a factor
	turned   []float64 // work of Solve in the eigenbasis
}

// spectrum is the symmetric eigendecomposition D'D = V diag(values) V'.
type spectrum struct {
	values  []float64
	vectors mat.Dense
	floor   float64      // eigenvalues up to here are zero with roundoff
	rank    int          // eigenvalues above floor
	root    mat.SymDense // (D'D)^(-1/2), pseudo-inverse
}

// NewBlock takes one party's columns. D'D is computed when it is first needed;
// see Prepare.
func NewBlock(rows data.Rows) *Block {
	b := &Block{form: newForm(rows), kappa: math.NaN()}
	b.furnish()
	return b
}

// Twin is another Block of the same columns, for another caller, with all that b has
// computed of them so far.
func (b *Block) Twin() *Block {
	t := *b
	t.form = b.form.twin()
	t.furnish()
	return &t
}

// furnish gives b work space of its own.
func (b *Block) furnish() {
	b.turned, b.parts, b.each = make([]float64, b.Dim()), cut(b.Records()), serial
	for i := range b.parts {
		b.parts[i].total = b.newTotal()
	}
	b.apply, b.gather = b.applyPart, b.gatherPart
}

// Share is Local.Share.
func (b *Block) Share(each Each) { b.each = each }

// Records is the number of rows N.
func (b *Block) Records() int { return b.rows.Len() }

// Dim is the number of columns d_m.
func (b *Block) Dim() int { return b.rows.Dim }

// Rows is the table that was given; the caller must not write into it.
func (b *Block) Rows() data.Rows { return b.rows }

// Rank is the numerical rank of D'D, below Dim when columns are dependent, as
// the one-hot columns of two whole attributes are.
func (b *Block) Rank() int { return b.eigen().rank }

// Apply writes the message D x, len N, into dst; x has len d_m.
func (b *Block) Apply(dst, x []float64) {
	b.aim(x)
	b.dst = dst
	run(b.each, b.parts, len(b.parts), b.apply)
}

func (b *Block) applyPart(k int) {
	for first := b.parts[k].from; first < b.parts[k].to; first += block {
		b.score(b.dst[first:min(first+block, b.parts[k].to)], first)
	}
}

// Solve writes x = (D'D + kappa I)^-1 D'w into x, len d_m, for the target w,
// len N, and kappa > 0: the block step SHARING (6) with R = |x|^2/2,
// kappa = lambda/rho and w = z - sum_{k != m} D_k x_k - y/rho. The factor is
// kept until kappa changes.
func (b *Block) Solve(x, target []float64, kappa float64) {
	b.weights = target
	run(b.each, b.parts, len(b.parts), b.gather)
	b.collect(x, b.parts)
	b.Prepare(kappa)
	if !b.sound {
		b.solveTurned(x)
		return
	}
	solveUpper(b.upper, x)
}

func (b *Block) gatherPart(k int) {
	p := &b.parts[k]
	b.clear(p.total)
	for first := p.from; first < p.to; first += block {
		b.form.gather(p.total, b.weights[first:min(first+block, p.to)], first)
	}
}

// Prepare makes D'D and the factor for kappa, which the first Solve would
// otherwise make: N d^2/2 and d^3/6 multiplications, seconds for a wide table.
func (b *Block) Prepare(kappa float64) {
	if kappa == b.kappa {
		return
	}
	d, raw := b.Dim(), b.square().RawSymmetric()
	b.upper = make([]float64, d*d)
	for i := range d {
		row := b.upper[i*d+i : (i+1)*d]
		copy(row, raw.Data[i*raw.Stride+i:])
		row[0] += kappa
	}
	b.sound, b.kappa = cholesky(b.upper, d), kappa
}

// solveTurned applies (D'D + kappa I)^-1 through the eigenvalues, for a kappa
// that vanishes beside the roundoff of a singular D'D: no Cholesky exists
// then, and directions outside the rows carry only roundoff, so they get 0.
func (b *Block) solveTurned(x []float64) {
	e := b.eigen()
	v := e.vectors.RawMatrix()
	in := blas64.Vector{N: len(x), Inc: 1, Data: x}
	turned := blas64.Vector{N: len(x), Inc: 1, Data: b.turned}
	blas64.Gemv(blas.Trans, 1, v, in, 0, turned)
	for j, lambda := range e.values {
		if lambda <= e.floor {
			b.turned[j] = 0
			continue
		}
		b.turned[j] /= lambda + b.kappa
	}
	blas64.Gemv(blas.NoTrans, 1, v, turned, 0, in)
}

// InverseRoot writes (D'D)^(-1/2) g into dst, both of len d_m and not
// overlapping, with the pseudo-inverse for a singular D'D: with g standard
// normal, sigma times it is the noise N(0, sigma^2 (D'D)^-1) of SHARING (10),
// restricted to the directions that the rows span. The eigendecomposition is
// computed on first use of InverseRoot or Rank. A wide regular block does without
// it, which would take minutes: with U'U = D'D, U^-1 g has the same distribution.
func (b *Block) InverseRoot(dst, g []float64) {
	if b.Regular() {
		copy(dst, g)
		u := blas64.Triangular{N: len(g), Stride: len(g), Data: b.bare, Uplo: blas.Upper, Diag: blas.NonUnit}
		blas64.Trsv(blas.NoTrans, u, blas64.Vector{N: len(g), Inc: 1, Data: dst})
		return
	}
	root := b.eigen().root.RawSymmetric()
	blas64.Symv(1, root, blas64.Vector{N: len(g), Inc: 1, Data: g}, 0, blas64.Vector{N: len(dst), Inc: 1, Data: dst})
}

// pivots of a regular block are above this share of the largest entry of D'D, far
// from where columns count as dependent.
const regularPivot = 1e-6

// Regular tells of a wide block whether D'D is far from singular, so that no
// column is a combination of the others. It is false for all narrow ones, whose
// eigenvalues cost little.
func (b *Block) Regular() bool {
	d := b.Dim()
	if d <= narrow || b.bare != nil {
		return b.regular
	}
	raw := b.square().RawSymmetric()
	b.bare = make([]float64, d*d)
	largest, smallest := 0.0, math.Inf(1)
	for i := range d {
		copy(b.bare[i*d+i:(i+1)*d], raw.Data[i*raw.Stride+i:])
		largest = math.Max(largest, raw.Data[i*raw.Stride+i])
	}
	if !cholesky(b.bare, d) {
		return false
	}
	for i := range d {
		smallest = math.Min(smallest, b.bare[i*d+i]*b.bare[i*d+i])
	}
	b.regular = smallest > regularPivot*largest
	return b.regular
}

func (b *Block) eigen() *spectrum {
	if b.spectrum != nil {
		return b.spectrum
	}
	d := b.Dim()
	e := &spectrum{}
	b.spectrum = e
	var solver mat.EigenSym
	if !solver.Factorize(b.square(), true) {
		// The QR iteration does not fail on finite symmetric input; entries
		// that are not finite make every answer NaN rather than a panic.
		e.values, e.floor = filled(d, math.NaN()), math.NaN()
		e.vectors = *mat.NewDense(d, d, filled(d*d, math.NaN()))
		e.root = *mat.NewSymDense(d, filled(d*d, math.NaN()))
		return e
	}
	e.values = solver.Values(nil)
	solver.VectorsTo(&e.vectors)
	// The usual threshold of a numerical rank: size times roundoff times the
	// largest eigenvalue.
	e.floor = float64(max(b.Records(), d)) * 0x1p-52 * e.values[d-1]
	// (D'D)^(-1/2) = X X' with X = V diag(values^(-1/4)).
	quarter := mat.DenseCopyOf(&e.vectors)
	for j, lambda := range e.values {
		scale := 0.0
		if lambda > e.floor {
			scale = 1 / math.Sqrt(math.Sqrt(lambda))
			e.rank++
		}
		for i := range d {
			quarter.Set(i, j, scale*quarter.At(i, j))
		}
	}
	e.root.SymOuterK(1, quarter)
	return e
}

func filled(n int, v float64) []float64 {
	a := make([]float64, n)
	for i := range a {
		a[i] = v
	}
	return a
}
