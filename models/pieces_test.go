package models

import (
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
