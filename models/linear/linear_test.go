package linear

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func random(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

func serial(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// backwards is an Each of another order.
func backwards(n int, do func(i int)) {
	for i := n - 1; i >= 0; i-- {
		do(i)
	}
}

// definite is a symmetric positive definite d by d matrix.
func definite(rng *rand.Rand, d int) Matrix {
	b, a := Square(d, random(rng, d*d)), Square(d, make([]float64, d*d))
	for i := range d {
		for j := range d {
			for k := range d {
				a.Data[i*d+j] += b.Data[k*d+i] * b.Data[k*d+j]
			}
		}
		a.Data[i*d+i]++
	}
	return a
}

func clone(m Matrix) Matrix {
	m.Data = append([]float64(nil), m.Data...)
	return m
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Fatalf("%s is %v, expected %v", what, got, want)
	}
}

var sizes = []int{0, 1, 2, 3, 4, 5, 7, 8, 12, 17, 31, 64, 105, 127, 128, 129, 131, 257, 300}

func TestCholeskyAndWhatIsSolvedByIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, d := range sizes {
		a := definite(rng, d)
		u := clone(a)
		if !Cholesky(u, serial) {
			t.Fatalf("no factor of %d columns", d)
		}
		scale := 1e-12 * float64(d*d+1)
		for i := range d {
			for j := i; j < d; j++ {
				sum := 0.0
				for k := range i + 1 {
					sum += u.Data[k*d+i] * u.Data[k*d+j]
				}
				near(t, "U'U", sum, a.Data[i*d+j], scale)
			}
		}
		x := random(rng, d)
		solved := append([]float64(nil), x...)
		SolveUpper(u, solved)
		back := make([]float64, d)
		MulVec(back, a, solved)
		for i := range x {
			near(t, "A A^-1 x", back[i], x[i], 1e-9*float64(d))
		}
		inverse, other := clone(u), clone(u)
		Invert(inverse, Square(d, random(rng, d*d)), serial)
		Invert(other, Square(d, make([]float64, d*d)), backwards)
		for i := range d {
			MulVec(back, a, inverse.Data[i*d:(i+1)*d])
			for j, v := range back {
				want := 0.0
				if i == j {
					want = 1
				}
				near(t, "A A^-1", v, want, 1e-9*float64(d+1))
			}
			for j := range d {
				if inverse.Data[i*d+j] != inverse.Data[j*d+i] || inverse.Data[i*d+j] != other.Data[i*d+j] {
					t.Fatalf("entry %d, %d of the inverse of %d columns depends on who asks", i, j, d)
				}
			}
		}
	}
}

func TestCholeskyRefusesWhatIsNotDefinite(t *testing.T) {
	for _, d := range []int{1, 2, 6, 140} {
		a := Square(d, make([]float64, d*d))
		for i := range d {
			a.Data[i*d+i] = 1
		}
		a.Data[d*d-1] = -1e-9
		if Cholesky(clone(a), serial) {
			t.Errorf("%d columns with a negative eigenvalue have a factor", d)
		}
		a.Data[d*d-1] = math.NaN()
		if Cholesky(a, serial) {
			t.Errorf("%d columns with NaN have a factor", d)
		}
	}
}

func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range [][3]int{{1, 1, 1}, {4, 4, 4}, {5, 3, 7}, {128, 128, 128}, {126, 9, 127}} {
		terms, rows, cols := n[0], n[1], n[2]
		a, b := Matrix{terms, rows, rows + 3, random(rng, terms*(rows+3))}, Matrix{terms, cols, cols, random(rng, terms*cols)}
		turned := Matrix{rows, terms, terms, make([]float64, rows*terms)}
		for k := range terms {
			for i := range rows {
				turned.Data[i*terms+k] = a.Data[k*a.Stride+i]
			}
		}
		c, same := Matrix{rows, cols, cols, make([]float64, rows*cols)}, make([]float64, rows*cols)
		AddCross(c, 1, a, b)
		AddProduct(Matrix{rows, cols, cols, same}, turned, b)
		for i := range rows {
			for j := range cols {
				want := 0.0
				for k := range terms {
					want += a.Data[k*a.Stride+i] * b.Data[k*cols+j]
				}
				near(t, "a product", c.Data[i*cols+j], want, 1e-12)
				if same[i*cols+j] != c.Data[i*cols+j] {
					t.Fatal("rows and columns give other products")
				}
			}
		}
	}
}

func TestVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range 20 {
		x, y := random(rng, n), random(rng, n)
		want, sum := 0.0, append([]float64(nil), y...)
		for i := range x {
			want += x[i] * y[i]
		}
		near(t, "x.y", Dot(x, y), want, 1e-13)
		AddScaled(sum, 0.5, x)
		for i := range x {
			near(t, "y + x/2", sum[i], y[i]+0.5*x[i], 1e-15)
		}
		for rows := range 9 {
			m := Matrix{rows, n, n, random(rng, rows*n)}
			w, dst := random(rng, rows), make([]float64, n)
			AddMulTrans(dst, m, w)
			for j := range n {
				want := 0.0
				for i := range rows {
					want += m.Data[i*n+j] * w[i]
				}
				near(t, "m'w", dst[j], want, 1e-13)
			}
		}
	}
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{nil, 0}, {[]float64{0, 0}, 0}, {[]float64{3, -4}, 5}, {[]float64{3e300, 4e300}, 5e300}, {[]float64{3e-300, 4e-300, 0}, 5e-300},
		{[]float64{1, math.Inf(-1)}, math.Inf(1)}, {[]float64{math.MaxFloat64}, math.MaxFloat64}, {[]float64{0x1p-1074}, 0x1p-1074},
	} {
		if got := Norm(c.x); math.Abs(got-c.want) > 1e-15*c.want && got != c.want {
			t.Errorf("|%v| is %v", c.x, got)
		}
	}
	if got := Norm([]float64{1, math.NaN(), math.Inf(1)}); got == got {
		t.Errorf("the norm of what is no number is %v", got)
	}
}

func TestEigen(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	matrices := []Matrix{Square(0, nil), Square(1, []float64{-3}), Square(2, []float64{0, 1, 1, 0}), Square(3, make([]float64, 9))}
	for _, d := range []int{2, 3, 4, 9, 40, 105} {
		a := definite(rng, d)
		matrices = append(matrices, a)
		same, ones, singular := Square(d, make([]float64, d*d)), clone(a), clone(a)
		for i := range d {
			same.Data[i*d+i] = 1e-200
			for j := range d {
				ones.Data[i*d+j] = 1e150 // one eigenvalue of d, the others 0
				if i == d-1 || j == d-1 {
					singular.Data[i*d+j] = 0
				}
			}
		}
		matrices = append(matrices, same, ones, singular)
	}
	for _, a := range matrices {
		d := a.Rows
		vectors := clone(a)
		values, ok := Eigen(vectors, serial)
		if !ok || len(values) != d {
			t.Fatalf("no eigenvalues of %d columns", d)
		}
		largest := Norm(a.Data)
		for i, lambda := range values {
			if i > 0 && lambda < values[i-1] {
				t.Errorf("eigenvalue %v after %v", lambda, values[i-1])
			}
			v, image := vectors.row(i, 0), make([]float64, d)
			for j := range i + 1 {
				want := 0.0
				if j == i {
					want = 1
				}
				near(t, "v_i.v_j", Dot(v, vectors.row(j, 0)), want, 1e-13)
			}
			MulVec(image, a, v)
			AddScaled(image, -lambda, v)
			near(t, "A v - lambda v", Norm(image), 0, 1e-14*largest)
		}
		var solver mat.EigenSym
		if d > 0 && solver.Factorize(mat.NewSymDense(d, a.Data), false) {
			for i, lambda := range solver.Values(nil) {
				near(t, "an eigenvalue", values[i], lambda, 1e-14*largest)
			}
		}
	}
	for _, wrong := range []float64{math.NaN(), math.Inf(-1)} {
		if _, ok := Eigen(Square(2, []float64{1, 0, wrong, 1}), serial); ok {
			t.Errorf("a matrix with %v has eigenvalues", wrong)
		}
	}
}

// Rows are the same bits on every processor because these are: nobody may edit them.
func TestBitsAreFrozen(t *testing.T) {
	hash := fnv.New64a()
	note := func(x ...float64) {
		for _, v := range x {
			b := math.Float64bits(v)
			hash.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24), byte(b >> 32), byte(b >> 40), byte(b >> 48), byte(b >> 56)})
		}
	}
	rng := rand.New(rand.NewPCG(11, 12))
	for _, d := range []int{1, 6, 33, 133} {
		n := d + 3
		m, a := Matrix{n, d, d, make([]float64, n*d)}, Square(d, make([]float64, d*d))
		for i := range m.Data {
			m.Data[i] = rng.Float64() - 0.5
		}
		AddCross(a, 1, m, m)
		x, y := m.row(0, 0), make([]float64, n)
		MulVec(y, m, x)
		AddMulTrans(x, m, y)
		note(a.Data...)
		note(x...)
		note(Norm(y))
		vectors, inverse := clone(a), clone(a)
		values, _ := Eigen(vectors, serial)
		note(values...)
		note(vectors.Data...)
		Cholesky(inverse, serial)
		SolveUpper(inverse, x)
		note(x...)
		Invert(inverse, a, serial)
		note(inverse.Data...)
	}
	const want = 0x15ba7e1c48772364
	if got := hash.Sum64(); got != want {
		t.Errorf("the bits have become %#x, expected %#x", got, uint64(want))
	}
}

// The two ways to add rows: not one bit apart.
func TestTwoAtATimeIsOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for n := range 19 {
		for groups := range 4 {
			rows, scale := random(rng, 4*groups*(n+2)+1), random(rng, 4*groups*3+1)
			quick := random(rng, n+1)
			slow := append([]float64(nil), quick...)
			done := addQuickly(quick[:n], -1, scale, 3, rows, n+2, groups)
			addFours(quick[done:n], -1, scale, 3, rows[done:], n+2, groups)
			addFours(slow[:n], -1, scale, 3, rows, n+2, groups)
			for j := range slow {
				if quick[j] != slow[j] {
					t.Fatalf("%d numbers, %d groups: %v two at a time, %v one by one", n, groups, quick, slow)
				}
			}
		}
	}
}

func BenchmarkRows(b *testing.B) {
	benchmarkRows(b, func(y, scale []float64, m Matrix) { addRows(y, 1, scale, 1, m) })
}

func BenchmarkRowsSlowly(b *testing.B) {
	benchmarkRows(b, func(y, scale []float64, m Matrix) { addFours(y, 1, scale, 1, m.Data, m.Stride, m.Rows/4) })
}

func benchmarkRows(b *testing.B, f func(y, scale []float64, m Matrix)) {
	rng := rand.New(rand.NewPCG(1, 2))
	m, y, scale := Square(Side, random(rng, Side*Side)), make([]float64, Side), random(rng, Side)
	for b.Loop() {
		f(y, scale, m)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(m.Data)), "ns/product")
}

func BenchmarkCholesky105(b *testing.B) {
	a := definite(rand.New(rand.NewPCG(1, 2)), 105)
	u := clone(a)
	for b.Loop() {
		copy(u.Data, a.Data)
		Cholesky(u, serial)
	}
}

func BenchmarkInvert105(b *testing.B) {
	a := definite(rand.New(rand.NewPCG(1, 2)), 105)
	Cholesky(a, serial)
	u, work := clone(a), clone(a)
	for b.Loop() {
		copy(u.Data, a.Data)
		Invert(u, work, serial)
	}
}

func BenchmarkSolveUpper105(b *testing.B) {
	u := definite(rand.New(rand.NewPCG(1, 2)), 105)
	Cholesky(u, serial)
	x := random(rand.New(rand.NewPCG(3, 4)), 105)
	for b.Loop() {
		SolveUpper(u, x)
	}
}
