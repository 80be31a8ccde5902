package models

import (
	"admmlab/models/data"
	"admmlab/models/linear"
)

// matrix is a dense table.
func matrix(rows data.Rows) linear.Matrix {
	return linear.Matrix{Rows: rows.Len(), Cols: rows.Dim, Stride: rows.Dim, Data: rows.Value}
}

// addGram adds D'D of a dense table to the upper triangle of gram, zero before, in
// tiles. The order of every sum is fixed, whoever makes which tile.
func addGram(gram linear.Matrix, rows data.Rows, each Each) {
	const side = linear.Side
	d := matrix(rows)
	var tiles [][2]int
	for i := 0; i < d.Cols; i += side {
		for j := i; j < d.Cols; j += side {
			tiles = append(tiles, [2]int{i, j})
		}
	}
	each(len(tiles), func(k int) {
		i, j := tiles[k][0], tiles[k][1]
		n, m := min(side, d.Cols-i), min(side, d.Cols-j)
		for from := 0; from < d.Rows; from += side {
			terms := min(side, d.Rows-from)
			linear.AddCross(gram.Within(i, n, j, m), 1, d.Within(from, terms, i, n), d.Within(from, terms, j, m))
		}
	})
}

// scoreDense is score of a dense table.
func (r *form) scoreDense(dst []float64, first int) {
	linear.MulVec(dst, matrix(r.rows).Within(first, len(dst), 0, r.rows.Dim), r.at)
}

// gatherDense is gather of a dense table.
func (r *form) gatherDense(pull, w []float64, first int) {
	linear.AddMulTrans(pull, matrix(r.rows).Within(first, len(w), 0, r.rows.Dim), w)
}
