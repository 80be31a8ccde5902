package models

import (
	"math"
	"slices"

	"admmlab/models/data"
	"admmlab/models/linear"
)

// Block is one party's columns D_m of vertical sharing (N rows, d_m columns,
// labels not multiplied in) with what its block step needs. It shares the
// rows it was given. A Block belongs to one caller at a time.
type Block struct {
	form
	gram  []float64 // D'D, nil before the first use
	kappa float64   // of upper, NaN before the first Solve
	sound bool      // upper holds the Cholesky factor of D'D + kappa I
	upper []float64 // U with U'U = D'D + kappa I, upper triangle, d by d; nil before that, shared with twins

	leverage *Leverage // for some kappa, nil before the first use

	parts         []part
	each          Each
	dst, weights  []float64 // of the Apply or Solve under way
	apply, gather func(k int)

	spectrum *Spectrum // of D'D, nil before the first use
	bare     []float64 // as upper, for kappa = 0; nil where D'D is not regular, and before the first use
	judged   bool      // whether it is has been found out
	turned   []float64 // work of Solve in the eigenbasis
	right    []float64 // D'w of Solve
}

// Spectrum is the symmetric eigendecomposition of D'D, the sum of lambda_k v_k v_k'.
// Where an entry of D is not finite all numbers are NaN.
type Spectrum struct {
	Values  []float64     // lambda_k, increasing
	Vectors linear.Matrix // v_k, one a row
	Floor   float64       // eigenvalues up to here are zero with roundoff
	Rank    int           // eigenvalues above Floor, below d when columns are dependent, as the one-hot columns of two whole attributes are

	root linear.Matrix // (D'D)^(-1/2), pseudo-inverse
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
	b.turned, b.right = make([]float64, b.Dim()), make([]float64, b.Dim())
	b.parts, b.each = cut(b.Records()), Serial
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
// kept until kappa changes. left is |(D'D + kappa I) x - D'w|, 0 but for roundoff.
func (b *Block) Solve(x, target []float64, kappa float64) (left float64) {
	b.weights = target
	run(b.each, b.parts, len(b.parts), b.gather)
	b.collect(x, b.parts)
	copy(b.right, x)
	b.Prepare(kappa)
	if b.sound {
		linear.SolveUpper(linear.Square(len(x), b.upper), x)
	} else {
		b.solveTurned(x)
	}
	return b.left(x)
}

// left is the norm of (D'D + kappa I) x - D'w; it takes D'w from right.
func (b *Block) left(x []float64) float64 {
	gram, d := b.Gram(), len(x) // its upper triangle
	for i, v := range x {
		row := gram[i*d+i : i*d+d]
		b.right[i] -= float64(b.kappa*v) + linear.Dot(row, x[i:])
		linear.AddScaled(b.right[i+1:], -v, row[1:])
	}
	return linear.Norm(b.right)
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
	d := b.Dim()
	b.upper = slices.Clone(b.Gram())
	for i := range d {
		b.upper[i*d+i] += kappa
	}
	b.sound, b.kappa = linear.Cholesky(linear.Square(d, b.upper), b.each), kappa
}

// solveTurned applies (D'D + kappa I)^-1 through the eigenvalues, for a kappa
// that vanishes beside the roundoff of a singular D'D: no Cholesky exists
// then, and directions outside the rows carry only roundoff, so they get 0.
func (b *Block) solveTurned(x []float64) {
	e := b.Spectrum()
	linear.MulVec(b.turned, e.Vectors, x)
	for k, lambda := range e.Values {
		if lambda <= e.Floor {
			b.turned[k] = 0
			continue
		}
		b.turned[k] /= lambda + b.kappa
	}
	clear(x)
	linear.AddMulTrans(x, e.Vectors, b.turned)
}

// InverseRoot writes (D'D)^(-1/2) g into dst, both of len d_m and not
// overlapping, with the pseudo-inverse for a singular D'D: with g standard
// normal, sigma times it is the noise N(0, sigma^2 (D'D)^-1) of SHARING (10),
// restricted to the directions that the rows span. The eigendecomposition is
// computed on first use. A wide regular block does without
// it, which would take minutes: with U'U = D'D, U^-1 g has the same distribution.
func (b *Block) InverseRoot(dst, g []float64) {
	if b.Regular() {
		copy(dst, g)
		linear.SolveTriangle(linear.Square(len(g), b.bare), dst)
		return
	}
	linear.MulVec(dst, b.Spectrum().root, g)
}

// narrow is up to how many columns eigenvalues cost little.
const narrow = 256

// pivots of a regular block are above this share of the largest entry of D'D, far
// from where columns count as dependent.
const regularPivot = 1e-6

// Regular tells of a wide block whether D'D is far from singular, so that no
// column is a combination of the others. It is false for all narrow ones, whose
// eigenvalues cost little.
func (b *Block) Regular() bool {
	d := b.Dim()
	if d <= narrow || b.judged {
		return b.bare != nil
	}
	bare := slices.Clone(b.Gram())
	if linear.Cholesky(linear.Square(d, bare), b.each) && b.firm(bare, 0, regularPivot) {
		b.bare = bare
	}
	b.judged = true
	return b.bare != nil
}

// Spectrum is computed when first asked for: 9 d^3 operations, minutes for a table
// of thousands of columns.
func (b *Block) Spectrum() *Spectrum {
	if b.spectrum != nil {
		return b.spectrum
	}
	d := b.Dim()
	e := &Spectrum{Vectors: linear.Square(d, make([]float64, d*d)), root: linear.Square(d, make([]float64, d*d))}
	for i := range d {
		for j := range i + 1 {
			e.Vectors.Data[i*d+j] = b.Gram()[j*d+i]
		}
	}
	var ok bool
	if e.Values, ok = linear.Eigen(e.Vectors, b.each); !ok {
		e.Values, e.Vectors.Data, e.root.Data, e.Floor = filled(d, math.NaN()), filled(d*d, math.NaN()), filled(d*d, math.NaN()), math.NaN()
	}
	if d == 0 || !ok {
		b.spectrum = e
		return e
	}
	// The usual threshold of a numerical rank: size times roundoff times the
	// largest eigenvalue.
	e.Floor = float64(max(b.Records(), d)) * 0x1p-52 * e.Values[d-1]
	// (D'D)^(-1/2) = X'X, the rows of X those of Vectors times lambda^(-1/4).
	quarter := linear.Square(d, slices.Clone(e.Vectors.Data))
	for k, lambda := range e.Values {
		scale := 0.0
		if lambda > e.Floor {
			scale = 1 / math.Sqrt(math.Sqrt(lambda))
			e.Rank++
		}
		for j := range d {
			quarter.Data[k*d+j] *= scale
		}
	}
	const side = linear.Side
	b.each((d+side-1)/side, func(k int) {
		rows := min(side, d-k*side)
		linear.AddCross(e.root.Within(k*side, rows, 0, d), 1, quarter.Within(0, d, k*side, rows), quarter)
	})
	b.spectrum = e
	return e
}

func filled(n int, v float64) []float64 {
	a := make([]float64, n)
	for i := range a {
		a[i] = v
	}
	return a
}
