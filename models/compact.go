package models

import (
	"slices"

	"admmlab/models/data"
)

const (
	books   = 8   // tables of codes a compact form may have
	codes   = 256 // codes of one table
	numbers = 4   // columns of other numbers that many rows have
	rares   = 8   // columns of other numbers that few rows have
)

// lookup is one number for each code of each table.
type lookup [books][codes]float64

// compact is a table of rows as a census has them: one-hot columns, whose entry
// is the same number all along a row, at most four columns of other numbers,
// and a few entries that fit into neither.
//
// One-hot columns of which no row has two form a group, and neighbouring groups
// one table, so that a row is one code for each table instead of an index and
// a value for each entry: 1/common times its part of x.f is a sum of as many
// looked-up numbers as there are tables, computed once a pass from f.
type compact struct {
	rows   []coded
	tables []codebook // of rows, at most books

	other   [][numbers]float64 // entries in columns; nil if there are none
	columns []int32            // of other, at most numbers

	rare        []entry // by row
	rareColumns []int32 // of rare, at most rares
	rareStart   []int32 // of each block of rows in rare, and its end

	fine *fine // for the curvature, nil if it would not pay
}

// entry is one entry of a rare column: a capital gain, which one in twelve has.
type entry struct {
	row   int32
	rare  int32 // which of the rare columns
	value float64
}

// coded is the one-hot part of one row: common times the indicator of the
// columns that its codes stand for.
type coded struct {
	code   [books]uint8
	common float64
}

// codebook lists the columns that each code of a table stands for: code c for
// columns[start[c]:start[c+1]].
type codebook struct {
	start   []int32
	columns []int32
}

// of are the columns of code c.
func (b codebook) of(c int) []int32 { return b.columns[b.start[c]:b.start[c+1]] }

// size is the number of codes.
func (b codebook) size() int { return len(b.start) - 1 }

// compress finds the compact form of rows, or nil where there is none or it
// would not pay: for few rows, whose tables would be larger than they are, for
// tables of numbers, and for texts.
func compress(rows data.Rows) *compact {
	n := rows.Len()
	if n < 64 {
		return nil
	}
	c := &compact{rows: make([]coded, n)}
	groups, ok := c.divide(rows)
	if !ok || scattered(rows, len(groups)-1) {
		return nil
	}
	// Larger tables save look-ups in every row but cost time in every pass.
	c.tables, ok = c.encode(rows, groups, min(codes, max(16, n/16)), books, func(k int, code []uint8) {
		for i, v := range code {
			c.rows[i].code[k] = v
		}
	})
	if !ok {
		return nil
	}
	c.fine = refine(c, rows, groups)
	return c
}

// divide finds the common number of every row, the columns of other numbers
// and their entries, and the bounds of the groups among the remaining columns.
func (c *compact) divide(rows data.Rows) (groups []int32, ok bool) {
	entries := make([]int, rows.Dim) // by column, those that differ from their row's common number
	differ := 0                      // columns that have one
	for i := range c.rows {
		index, value := rows.Row(i)
		common, ok := mode(value)
		if !ok {
			return nil, false
		}
		c.rows[i].common = common
		for k, j := range index {
			if value[k] != common {
				if entries[j]++; entries[j] == 1 {
					differ++
				}
			}
		}
		if differ > numbers+rares { // there is no place for all: more rows change nothing
			return nil, false
		}
	}
	place := make([]int8, rows.Dim) // in columns from 1, in rareColumns from -1, 0 for one-hot columns
	for j, count := range entries {
		switch {
		case count == 0:
		case count >= rows.Len()/4 && len(c.columns) < numbers:
			c.columns = append(c.columns, int32(j))
			place[j] = int8(len(c.columns))
		case len(c.rareColumns) < rares:
			c.rareColumns = append(c.rareColumns, int32(j))
			place[j] = -int8(len(c.rareColumns))
		default:
			return nil, false
		}
	}
	if len(c.columns) > 0 {
		c.other = make([][numbers]float64, len(c.rows))
	}
	// before[j] is the last one-hot column to the left of j that shares a row with it.
	before := make([]int32, rows.Dim)
	for j := range before {
		before[j] = -1
	}
	for i := range c.rows {
		if i%block == 0 {
			c.rareStart = append(c.rareStart, int32(len(c.rare)))
		}
		index, value := rows.Row(i)
		last := int32(-1)
		for k, j := range index {
			switch p := place[j]; {
			case p > 0:
				c.other[i][p-1] = value[k]
			case p < 0:
				c.rare = append(c.rare, entry{int32(i), int32(-p - 1), value[k]})
			default:
				before[j] = max(before[j], last)
				last = j
			}
		}
		if len(c.rare) > 64+i {
			return nil, false
		}
	}
	c.rareStart = append(c.rareStart, int32(len(c.rare)))
	return c.bounds(before), true
}

// bounds are where groups begin, and the end of the last.
func (c *compact) bounds(before []int32) []int32 {
	groups := []int32{0}
	for j, other := range before {
		if from := groups[len(groups)-1]; other >= from || int32(j)-from == codes-1 {
			groups = append(groups, int32(j))
		}
	}
	return append(groups, int32(len(before)))
}

// mode is the number that occurs most often, the first of several; 0 for none. It is not
// ok where more others are there than have a place. One that leaves no more than those is
// among the first of the row, however long it is.
func mode(value []float64) (common float64, ok bool) {
	most := 0
	for k, v := range value[:min(len(value), numbers+rares+1)] {
		if 2*most >= len(value) || most >= len(value)-k {
			break
		}
		count := 0
		for _, w := range value[k:] {
			if w == v {
				count++
			}
		}
		if count > most {
			common, most = v, count
		}
	}
	return common, len(value)-most <= numbers+rares
}

// scattered reports whether rows have entries in so few of their groups, or so many groups,
// that tables of them would not pay: each group takes a pass over all rows, and copies the
// columns of those before it in its table.
func scattered(rows data.Rows, groups int) bool {
	return groups > books*codes || groups > 64 && groups*rows.Len() > 16*len(rows.Value)
}

// width is how many tables the loops over rows take: four or all.
func (c *compact) width() int {
	if len(c.tables) <= 4 {
		return 4
	}
	return books
}

// encode makes tables of at most limit codes out of neighbouring groups and
// hands the codes of each to put; false if there would be more than most tables.
func (c *compact) encode(rows data.Rows, groups []int32, limit, most int, put func(k int, code []uint8)) (tables []codebook, ok bool) {
	at := make([]int32, rows.Len()) // entries of each row that are already coded
	var now, next []uint8
	var book codebook
	for g := 0; g+1 < len(groups); g++ {
		if next == nil {
			next = make([]uint8, rows.Len())
		}
		part := c.encodeGroup(next, rows, groups[g], groups[g+1], at)
		if now == nil {
			now, next, book = next, nil, part
			continue
		}
		if joined, ok := merge(now, next, book, part, limit); ok {
			book = joined
			continue
		}
		if len(tables) == most-1 {
			return nil, false
		}
		put(len(tables), now)
		tables = append(tables, book)
		now, next, book = next, now, part
	}
	put(len(tables), now)
	return append(tables, book), true
}

// encodeGroup writes the codes of the one-hot columns [from, to) and moves at
// past them. Only codes that occur are given, in the order of their first row.
func (c *compact) encodeGroup(dst []uint8, rows data.Rows, from, to int32, at []int32) codebook {
	book := codebook{start: []int32{0}}
	var known [codes]int16 // code of column from+k-1, from 1; known[0] for no column
	for i := range dst {
		index, _ := rows.Row(i)
		k, column := at[i], from-1
		for ; k < int32(len(index)) && index[k] < to; k++ {
			if !slices.Contains(c.columns, index[k]) && !slices.Contains(c.rareColumns, index[k]) {
				column = index[k]
			}
		}
		at[i] = k
		slot := &known[column-from+1]
		if *slot == 0 {
			if column >= from {
				book.columns = append(book.columns, column)
			}
			book.start = append(book.start, int32(len(book.columns)))
			*slot = int16(book.size())
		}
		dst[i] = uint8(*slot - 1)
	}
	return book
}

// merge makes one table of two, unless more than limit pairs of codes occur:
// a becomes the codes of pairs.
func merge(a, b []uint8, bookA, bookB codebook, limit int) (codebook, bool) {
	columns := bookB.size()
	known := make([]int16, bookA.size()*columns) // code of a pair, from 1
	out := codebook{start: []int32{0}}
	for i := range a {
		slot := &known[int(a[i])*columns+int(b[i])]
		if *slot != 0 {
			continue
		}
		if out.size() == limit {
			return out, false
		}
		out.columns = append(append(out.columns, bookA.of(int(a[i]))...), bookB.of(int(b[i]))...)
		out.start = append(out.start, int32(len(out.columns)))
		*slot = int16(out.size())
	}
	for i := range a {
		a[i] = uint8(known[int(a[i])*columns+int(b[i])] - 1)
	}
	return out, true
}
