package models

import (
	"admmlab/models/data"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// The products of a wide dense table, D'D and D G, are made of tiles of at most
// side by side numbers, each a sum over strips of at most side terms: what a tile
// reads then stays in the processor's second cache. The order of every sum is
// fixed, whoever makes which tile.
const side = 128

// strip is one factor of a tile's strip: panels of four columns (or rows), term
// after term within a panel, so that a 4 by 4 product reads straight on.
type strip [side * side]float64

// panels is how many panels n columns make; the last may be filled up with zeros.
func panels(n int) int { return (n + 3) / 4 }

// columns takes the columns from j on of the given rows; n is how many, at most
// side.
func (s *strip) columns(a blas64.General, from, to, j, n int) {
	terms := to - from
	for k := range terms {
		row := a.Data[(from+k)*a.Stride+j:][:n]
		at := 4 * k
		for len(row) >= 4 {
			s[at], s[at+1], s[at+2], s[at+3] = row[0], row[1], row[2], row[3]
			row, at = row[4:], at+4*terms
		}
		if len(row) > 0 {
			four := [4]float64{}
			copy(four[:], row)
			copy(s[at:], four[:])
		}
	}
}

// rows takes the rows from i on, n of them, with their columns from to to.
func (s *strip) rows(a blas64.General, i, n, from, to int) {
	terms := to - from
	for p := range panels(n) {
		panel := s[4*p*terms:][:4*terms]
		for r := range 4 {
			if 4*p+r >= n {
				for k := range terms {
					panel[4*k+r] = 0
				}
				continue
			}
			for k, v := range a.Data[(i+4*p+r)*a.Stride+from:][:terms] {
				panel[4*k+r] = v
			}
		}
	}
}

// addProduct adds the product of two strips of so many terms to c.
func addProduct(c blas64.General, a, b *strip, terms int) {
	var sum [16]float64
	for i := 0; i < c.Rows; i += 4 {
		for j := 0; j < c.Cols; j += 4 {
			tileQuickly(&sum, a[i*terms:(i+4)*terms], b[j*terms:(j+4)*terms])
			width := min(4, c.Cols-j)
			for r := range min(4, c.Rows-i) {
				to := c.Data[(i+r)*c.Stride+j:][:width]
				for k, v := range sum[4*r:][:width] {
					to[k] += v
				}
			}
		}
	}
}

// tileOneByOne writes the 4 by 4 sum of a_k b_k' over the terms k into sum, row
// after row. Every product is rounded on its own, as pairs of them are.
func tileOneByOne(sum *[16]float64, a, b []float64) {
	clear(sum[:])
	for k := 0; k+4 <= len(a); k += 4 {
		x, y := a[k:k+4], b[k:k+4]
		for i, v := range x {
			for j, w := range y {
				sum[4*i+j] += float64(v * w)
			}
		}
	}
}

// general is a dense table as BLAS has it.
func general(rows data.Rows) blas64.General {
	return blas64.General{Rows: rows.Len(), Cols: rows.Dim, Stride: max(1, rows.Dim), Data: rows.Value}
}

// part of a, n rows from row i on and m columns from column j on.
func within(a blas64.General, i, n, j, m int) blas64.General {
	return blas64.General{Rows: n, Cols: m, Stride: a.Stride, Data: a.Data[i*a.Stride+j:]}
}

// addGram adds D'D of a dense table to the upper triangle of gram, zero before.
func addGram(gram blas64.General, rows data.Rows, each Each) {
	d := general(rows)
	var tiles [][2]int
	for i := 0; i < d.Cols; i += side {
		for j := i; j < d.Cols; j += side {
			tiles = append(tiles, [2]int{i, j})
		}
	}
	each(len(tiles), func(k int) {
		var a, b strip
		i, j := tiles[k][0], tiles[k][1]
		n, m := min(side, d.Cols-i), min(side, d.Cols-j)
		for from := 0; from < d.Rows; from += side {
			to := min(from+side, d.Rows)
			a.columns(d, from, to, i, n)
			b.columns(d, from, to, j, m)
			addProduct(within(gram, i, n, j, m), &a, &b, to-from)
		}
	})
}

// scoreDense is score of a dense table.
func (r *form) scoreDense(dst []float64, first int) {
	blas64.Gemv(blas.NoTrans, 1, within(general(r.rows), first, len(dst), 0, r.rows.Dim),
		blas64.Vector{N: len(r.at), Inc: 1, Data: r.at}, 0, blas64.Vector{N: len(dst), Inc: 1, Data: dst})
}

// gatherDense is gather of a dense table.
func (r *form) gatherDense(pull, w []float64, first int) {
	blas64.Gemv(blas.Trans, 1, within(general(r.rows), first, len(w), 0, r.rows.Dim),
		blas64.Vector{N: len(w), Inc: 1, Data: w}, 1, blas64.Vector{N: len(pull), Inc: 1, Data: pull})
}
