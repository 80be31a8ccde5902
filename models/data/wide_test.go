package data

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"admmlab/models/linear"
)

func drawWide(t *testing.T, rows, columns int) *Dataset {
	t.Helper()
	d, err := Wide(rows, columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestWideIsABalancedDenseTableOfUnitRows(t *testing.T) {
	for _, size := range [][2]int{{7000, 200}, {21, 101}, {700, 500}} {
		d := drawWide(t, size[0], size[1])
		train, test, err := Split(d, 0, nil)
		if err != nil || d.Len() != size[0] || len(d.Columns) != size[1] || !d.Rows.Dense {
			t.Fatalf("%v: %d rows, %d columns, dense %v, %v", size, d.Len(), len(d.Columns), d.Rows.Dense, err)
		}
		if n := size[0] * 6 / 7 &^ 1; len(train) != n || len(test) != size[0]-n {
			t.Errorf("%v: %d training and %d test rows", size, len(train), len(test))
		}
		for _, part := range [][]int{train, test} {
			sum := 0.0
			for _, i := range part {
				sum += d.Labels[i]
				if _, row := d.Rows.Row(i); math.Abs(linear.Norm(row)-1) > 1e-12 {
					t.Fatalf("%v: row %d has the norm %g", size, i, linear.Norm(row))
				}
			}
			if math.Abs(sum) > float64(len(part)%2) {
				t.Errorf("%v: the labels of %d rows add up to %g", size, len(part), sum)
			}
		}
		names := slices.Clone(d.Columns)
		slices.Sort(names)
		if len(slices.Compact(names)) != size[1] || slices.IsSorted(d.Columns) {
			t.Errorf("%v: columns twice, or in order", size)
		}
	}
	if d := drawWide(t, wideRows, minWideColumns); d.TestFrom != 6000 {
		t.Errorf("the usual split is at %d, expected 6,000", d.TestFrom)
	}
}

// Nobody may edit this number: the same table in every session, on every machine.
func TestWideIsFrozen(t *testing.T) {
	d := drawWide(t, 50, 120)
	h := fnv.New64a()
	for _, v := range slices.Concat(d.Rows.Value, d.Labels) {
		bits := math.Float64bits(v)
		for shift := 0; shift < 64; shift += 8 {
			h.Write([]byte{byte(bits >> shift)})
		}
	}
	if got := h.Sum64(); got != 0x412a905018fb9e3b {
		t.Errorf("hash %#x", got)
	}
}

// column is one column of d.
func column(d *Dataset, name string) []float64 {
	j := slices.Index(d.Columns, name)
	list := make([]float64, d.Len())
	for i := range list {
		_, row := d.Rows.Row(i)
		list[i] = row[j]
	}
	return list
}

func correlation(x, y []float64) float64 {
	n, sx, sy, xx, yy, xy := float64(len(x)), 0.0, 0.0, 0.0, 0.0, 0.0
	for i, v := range x {
		sx, sy, xx, yy, xy = sx+v, sy+y[i], xx+v*v, yy+y[i]*y[i], xy+v*y[i]
	}
	return (n*xy - sx*sy) / math.Sqrt((n*xx-sx*sx)*(n*yy-sy*sy))
}

// With N rows the correlation of a column that knows nothing of the label is
// about normal with deviation 1/sqrt(N): beyond 4.9 of them lies one column in a
// million, so that a population with another seed would raise a false alarm here
// in one of 10,000 cases (100 distractors). An informative column has
// 1.7/sqrt(20) standard deviations to each side, a correlation of 0.34, 28 of them.
func TestInformativeColumnsKnowTheLabelAndDistractorsDoNot(t *testing.T) {
	d := drawWide(t, 7000, 200)
	deviation := 1 / math.Sqrt(float64(d.Len()))
	sign := map[string]float64{}
	for _, name := range d.Columns {
		if c := correlation(column(d, name), d.Labels); strings.HasPrefix(name, "distractor") {
			if math.Abs(c) > 4.9*deviation {
				t.Errorf("%s has the correlation %.3g", name, c)
			}
		} else if !strings.Contains(name, "*") {
			if sign[name] = math.Copysign(1, c); math.Abs(c) < 0.25 {
				t.Errorf("%s has the correlation %.3g", name, c)
			}
		}
	}
	// (1 + x_i)(1 + x_j) moves by x_i + x_j: a product knows the label where its
	// columns agree on it.
	for _, name := range d.Columns {
		i, j, product := strings.Cut(name, "*")
		if product && sign[i] != 0 && sign[i] == sign[j] {
			if c := sign[i] * correlation(column(d, name), d.Labels); c < 10*deviation {
				t.Errorf("%s has the correlation %.3g with what its columns say", name, c)
			}
		}
	}
	if len(sign) != 20 {
		t.Errorf("%d informative columns, expected 20", len(sign))
	}
}

// A distractor is distributed as the column it is made like. The largest distance
// of the two empirical distribution functions exceeds sqrt(ln(2/a)/N) with
// probability a (Massart's constant for two samples of N each): a = 1e-6 for each
// of 100 columns, a false alarm for one seed of 10,000.
func TestDistractorsLookLikeTheOthers(t *testing.T) {
	d := drawWide(t, 7000, 200)
	limit := math.Sqrt(math.Log(2/1e-6) / float64(d.Len()))
	for _, name := range d.Columns {
		if strings.HasPrefix(name, "distractor") {
			continue
		}
		a, b := column(d, name), column(d, "distractor "+name)
		slices.Sort(a)
		slices.Sort(b)
		most, j := 0.0, 0
		for i, v := range a {
			for j < len(b) && b[j] <= v {
				j++
			}
			most = math.Max(most, math.Abs(float64(i+1-j))/float64(len(a)))
		}
		if most > limit {
			t.Errorf("%s and its distractor are %.3g apart, expected at most %.3g", name, most, limit)
		}
	}
}

func TestWideRefusesSizesOutOfRange(t *testing.T) {
	for _, size := range [][2]int{{19, 500}, {2_000_000, 500}, {700, 99}, {700, 20_001}, {100_000, 5000}} {
		if _, err := Wide(size[0], size[1], nil); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%v: error %v", size, err)
		}
	}
}

// A selection of a dense table is what the same selection of a sparse one is.
func TestDenseTablesAreCutAsSparseOnes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	full, sparse := NewDense(600, 9), NewRows(600, 9, 600)
	for i := range full.Len() {
		index, row := full.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		sparse.Append(index, row)
	}
	labels := []float64{1, -1, 1, -1, 1, -1, 1, -1, 1}
	rows := []int{3, 1, 8, 3}
	for _, cut := range [][2]int{{0, 600}, {10, 310}, {10, 60}, {7, 7}} {
		for _, unit := range []bool{false, true} {
			a, b := full.Block(rows, cut[0], cut[1], unit), sparse.Block(rows, cut[0], cut[1], unit)
			if a.Dense != b.Dense || a.Dense != (cut[1]-cut[0] > narrow) || !slices.Equal(a.Value, b.Value) || !slices.Equal(a.Start, b.Start) || a.Len() != len(rows) {
				t.Errorf("%v: dense %v and %v, or other numbers", cut, a.Dense, b.Dense)
			}
		}
	}
	for k, i := range rows {
		_, signed := full.SelectSigned(rows, labels).Row(k)
		_, row := full.Row(i)
		if signed[5] != labels[i]*row[5] {
			t.Errorf("row %d is %g, expected %g times %g", k, signed[5], labels[i], row[5])
		}
	}
}
