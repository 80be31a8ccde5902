package data

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"admmlab/models/linear"
)

// records is a table of n records of which those from testFrom on are of a test file.
func records(n, testFrom int) *Dataset {
	d := &Dataset{Name: "toy", Rows: NewRows(1, n, 1), Labels: make([]float64, n), TestFrom: testFrom}
	for range n {
		d.Rows.Append([]int32{0}, []float64{1})
	}
	return d
}

func TestSplitTakesTheFirstOfTheOrder(t *testing.T) {
	for _, c := range []struct {
		what        string
		d           *Dataset
		train       int
		order       []int
		first, rest []int
	}{
		{"file order", records(5, 5), 3, nil, []int{0, 1, 2}, []int{3, 4}},
		{"an order of its own", records(5, 5), 3, []int{4, 0, 3, 1, 2}, []int{4, 0, 3}, []int{1, 2}},
		{"a test file", records(5, 3), 0, []int{4, 0, 3, 2, 1}, []int{0, 2, 1}, []int{4, 3}},
		{"a test file overrides train", records(5, 3), 2, []int{4, 2, 3, 0, 1}, []int{2, 0, 1}, []int{4, 3}},
	} {
		first, rest, err := Split(c.d, c.train, c.order)
		if err != nil || !slices.Equal(first, c.first) || !slices.Equal(rest, c.rest) {
			t.Errorf("%s: %v and %v, %v; expected %v and %v", c.what, first, rest, err, c.first, c.rest)
		}
	}
}

func TestSplitKeepsThePapersShare(t *testing.T) {
	for n, want := range map[int]int{45222: 40000, 1000: 884, 2: 1} {
		train, test, err := Split(records(n, n), 0, nil)
		if err != nil || len(train) != want || len(test) != n-want {
			t.Errorf("%d records: %d and %d, %v; expected %d to train", n, len(train), len(test), err, want)
		}
	}
}

func TestSplitRefusesWhatLeavesNothing(t *testing.T) {
	for _, c := range []struct {
		d     *Dataset
		train int
		order []int
		want  string
	}{
		{records(5, 5), 5, nil, "5 training rows of 5 records leave none to test on, expected at most 4"},
		{records(5, 5), -1, nil, "-1 training rows"},
		{records(1, 1), 0, nil, "1 records, expected at least 2"},
		{records(0, 0), 0, nil, "0 records, expected at least 2"},
		{records(5, 0), 0, nil, "all 5 records are in the test file"},
		{records(2, 2), 1, []int{0}, "the order names 1 records"},
		{records(2, 2), 1, []int{0, 0}, "record 0 wrongly or twice"},
		{records(2, 2), 1, []int{0, 2}, "record 2 wrongly or twice"},
	} {
		if _, _, err := Split(c.d, c.train, c.order); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// "Training row k of the (shuffled or not) order belongs to node k mod nodes."
func TestDealGoesRound(t *testing.T) {
	got, err := Holding{}.Deal(nil, []int{9, 8, 7, 6, 5}, 2, nil)
	if err != nil || len(got) != 2 || !slices.Equal(got[0], []int{9, 7, 5}) || !slices.Equal(got[1], []int{8, 6}) {
		t.Errorf("dealt %v, %v", got, err)
	}
	if got, err := (Holding{}).Deal(nil, []int{1}, 3, nil); err == nil || !strings.HasPrefix(err.Error(), "nodes = 3, training rows = 1:") {
		t.Errorf("dealt %v, %v", got, err)
	}
}

func small() Rows {
	r := NewRows(4, 3, 2)
	r.Append([]int32{0, 2}, []float64{0.6, 0.8})
	r.Append(nil, nil)
	r.Append([]int32{1, 2, 3}, []float64{0.1, 0.3, 0.4})
	return r
}

func sameRows(a, b Rows) bool {
	return a.Dim == b.Dim && slices.Equal(a.Start, b.Start) && slices.Equal(a.Index, b.Index) && slices.Equal(a.Value, b.Value)
}

func TestSelectCopiesRowsInOrder(t *testing.T) {
	r := small()
	want := NewRows(4, 2, 3)
	want.Append([]int32{1, 2, 3}, []float64{-0.1, -0.3, -0.4})
	want.Append([]int32{0, 2}, []float64{0.6, 0.8})
	if got := r.SelectSigned([]int{2, 0}, []float64{1, 1, -1}); !sameRows(got, want) {
		t.Errorf("signed %+v, expected %+v", got, want)
	}
	if got := r.Select([]int{0, 1, 2}); !sameRows(got, r) || &got.Value[0] == &r.Value[0] {
		t.Errorf("selected %+v, expected a copy of %+v", got, r)
	}
}

func TestBlockCutsColumnsAndRescales(t *testing.T) {
	r := small()
	plain := NewRows(2, 3, 2)
	plain.Append([]int32{0}, []float64{0.8})
	plain.Append(nil, nil)
	plain.Append([]int32{0, 1}, []float64{0.3, 0.4})
	if got := r.Block([]int{0, 1, 2}, 2, 4, false); !sameRows(got, plain) {
		t.Errorf("block %+v, expected %+v", got, plain)
	}
	got := r.Block([]int{0, 1, 2}, 2, 4, true)
	if !near(got.Value, []float64{1, 0.6, 0.8}) || r.Value[1] != 0.8 {
		t.Errorf("unit block %v, table %v", got.Value, r.Value)
	}
	if whole := r.Block([]int{0, 1, 2}, 0, 4, false); !sameRows(whole, r) {
		t.Errorf("the whole block is %+v", whole)
	}
	if none := r.Block([]int{0, 1, 2}, 1, 1, true); none.Dim != 0 || none.Len() != 3 || len(none.Value) != 0 {
		t.Errorf("an empty block is %+v", none)
	}
}

// What a row has between two cuts gets unit norm, in dense tables too, where nothing is
// between some of them and where a cut is next to an entry on either side.
func TestEveryBlockOfARowGetsUnitNorm(t *testing.T) {
	sparse := NewRows(9, 3, 3)
	sparse.Append([]int32{0, 3, 4, 8}, []float64{3, 6, 8, -2})
	sparse.Append(nil, nil)
	sparse.Append([]int32{2, 7, 8}, []float64{5, 0, 7})
	sparse.ScaleBlocks([]int{0, 1, 2, 3, 5, 7, 9})
	if want := []float64{1, 0.6, 0.8, -1, 1, 0, 1}; !slices.Equal(sparse.Value, want) {
		t.Errorf("sparse rows %v, want %v", sparse.Value, want)
	}
	dense := NewDense(4, 2)
	copy(dense.Value, []float64{3, 4, 0, 0, 0, 0, 0, 9})
	dense.ScaleBlocks([]int{0, 2, 3, 4})
	if want := []float64{0.6, 0.8, 0, 0, 0, 0, 0, 1}; !slices.Equal(dense.Value, want) {
		t.Errorf("dense rows %v, want %v", dense.Value, want)
	}
}

// Many short rows are soon cut into many blocks: nothing interrupts it.
func TestManyRowsAreSoonCutIntoManyBlocks(t *testing.T) {
	const parties, records = 3000, 300_000
	rows, cuts := NewRows(parties, records, 1), make([]int, parties+1)
	for m := range cuts {
		cuts[m] = m
	}
	for i := range records {
		rows.Append([]int32{int32(i % parties)}, []float64{2})
	}
	begun := time.Now()
	rows.ScaleBlocks(cuts)
	if took := time.Since(begun); took > 3*time.Second { // where every cut is looked at for every row it takes 10 to 35; it takes 0.1
		t.Errorf("took %v", took)
	}
}

func TestNormsHoldForExtremeValues(t *testing.T) {
	if got := small().MaxNorm(); math.Abs(got-1) > 1e-15 {
		t.Errorf("largest norm %g", got)
	}
	for _, v := range [][]float64{{3e300, 4e300}, {3e-300, 4e-300}, {math.MaxFloat64, math.MaxFloat64}, {5e-324, 5e-324}} {
		before := linear.Norm(v)
		scaleToUnit(v)
		if math.Abs(linear.Norm(v)-1) > 1e-12 || before <= 0 {
			t.Errorf("norm %g before and %g after scaling", before, linear.Norm(v))
		}
	}
	zero := []float64{0, 0}
	if scaleToUnit(zero); linear.Norm(zero) != 0 {
		t.Errorf("zeros became %v", zero)
	}
}
