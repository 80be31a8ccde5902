package models

import (
	"slices"
	"testing"

	"admmlab/models/data"
)

// counted counts the pieces that work is cut into: between two of them it can be ended.
func counted(pieces *int) Each {
	return func(n int, do func(i int)) {
		*pieces += n
		Serial(n, do)
	}
}

// sparse has so many rows with the first entries columns of dim, all 0.01, but for one of
// another size.
func sparse(rows, entries, dim int) data.Rows {
	table := data.NewRows(dim, rows, entries)
	index, value := make([]int32, entries), make([]float64, entries)
	for k := range index {
		index[k], value[k] = int32(k), 0.01
	}
	for i := range rows {
		value[i%entries] = 0.5
		table.Append(index, value)
		value[i%entries] = 0.01
	}
	return table
}

// The inverse of 300 columns is made in blocks of 128: six of the inverse factor, nine of
// the product. Three more pieces, of 128 columns each, hold it against the rows.
func TestLossesOfAWidePartyArePreparedInPieces(t *testing.T) {
	b := NewBlock(sparse(8, 300, 300))
	b.Prepare(1)
	pieces := 0
	b.Share(counted(&pieces))
	if _, ok := b.Leverage(1); !ok {
		t.Fatal("no factor")
	}
	if pieces != 6+9+3 {
		t.Errorf("%d pieces, want %d", pieces, 6+9+3)
	}
}

// A row of 1,000 entries takes 500,500 multiplications: 34 rows are the first with more
// than 2^24 of them. All pieces add to one table, in the order of the rows.
func TestSquareOfASparseWidePartyIsMadeInPieces(t *testing.T) {
	rows := sparse(100, 1000, 1000)
	pieces := 0
	b := NewBlock(rows)
	b.Share(counted(&pieces))
	gram := b.Gram()
	if pieces != 3 {
		t.Errorf("%d pieces for 100 rows, want 3", pieces)
	}
	want := make([]float64, len(gram))
	for i := range rows.Len() {
		index, value := rows.Row(i)
		addOuter(want, rows.Dim, 1, index, value)
	}
	for k, v := range gram {
		if v != want[k] {
			t.Fatalf("entry %d is %g, want %g as in one piece", k, v, want[k])
		}
	}
}

// So is the Hessian of a node that wide, of which a block of rows would otherwise be a piece.
func TestHessianOfAWideNodeIsMadeInPieces(t *testing.T) {
	rows := sparse(100, 1000, 1000)
	p := NewLocal(rows)
	p.MeanLoss(make([]float64, rows.Dim))
	whole, parted := make([]float64, rows.Dim*rows.Dim), make([]float64, rows.Dim*rows.Dim)
	p.Hessian(whole, Subproblem{Weight: 1, Curvature: 1})
	pieces := 0
	p.Share(counted(&pieces))
	p.Hessian(parted, Subproblem{Weight: 1, Curvature: 1})
	if pieces != 3 {
		t.Errorf("%d pieces for 100 rows, want 3", pieces)
	}
	if !slices.Equal(whole, parted) {
		t.Error("another Hessian where pieces are counted")
	}
}

// What shows that D'D is no factor is not kept: its eigenvectors and its root are, which
// are as large.
func TestADependentBlockKeepsNoFactorOfItsOwn(t *testing.T) {
	rows := sparse(8, 300, 300) // 8 rows span no 300 columns
	b := NewBlock(rows)
	pieces := 0
	b.Share(counted(&pieces))
	if b.Regular() || b.bare != nil {
		t.Fatalf("regular %v, %d numbers kept", b.Regular(), len(b.bare))
	}
	found := pieces
	if b.Regular(); pieces != found {
		t.Error("it is found out twice")
	}
}
