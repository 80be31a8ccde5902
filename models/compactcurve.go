package models

import "admmlab/models/data"

// fineBooks is how many tables the second coding has; the last may be empty.
const fineBooks = 6

// fine is a second coding of the same rows, in smaller tables: what pairs of
// codes sum to then stays in a near cache.
//
// All codes of all tables are numbered through; a row has one of each table.
type fine struct {
	*curved // nil before the first use
	tables  [fineBooks]codebook
	first   [fineBooks + 1]int32 // number of the first code of each table, and of all codes
	codes   [][fineBooks]uint16  // of each row
	before  []int32              // by code: where its row of pairs begins, less the first number in it
	cells   int                  // pairs of codes

	number, column []int32              // a code and one of its columns, by code
	later          [fineBooks + 1]int32 // where the codes of a table begin in these two
}

// curved is the work space of curve and fold, of one holder of the rows.
type curved struct {
	pairs []float64 // sum of w over rows, by code and by code of a later table
	row   []float64 // of pairs, by column

	cross [books]*[codes][numbers]float64 // sum of w x by code of compact.tables and other number
	other [numbers][numbers]float64       // sum of w x x', upper triangle

	rareCross [rares]*lookup          // sum of w x by rare column and code of compact.tables
	rareOther [rares][numbers]float64 // and by other number
	rareRare  [rares][rares]float64   // and by rare column
}

// furnish gives the second coding, if there is one, its work space for rows of d
// columns.
func (c *compact) furnish(d int) {
	if c.fine == nil || c.fine.curved != nil {
		return
	}
	w := &curved{pairs: make([]float64, c.fine.cells), row: make([]float64, d)}
	for k := range w.cross[:c.width()] {
		w.cross[k] = new([codes][numbers]float64)
	}
	for k := range c.rareColumns {
		w.rareCross[k] = new(lookup)
	}
	c.fine.curved = w
}

// twin is the same rows for another holder.
func (c *compact) twin() *compact {
	t := *c
	if t.fine != nil {
		t.fine = new(*c.fine)
		t.fine.curved = nil
	}
	return &t
}

// refine makes the second coding of c; nil if tables of it would not be small
// beside the rows.
func refine(c *compact, rows data.Rows, groups []int32) *fine {
	n := rows.Len()
	for limit := 64; limit <= codes; limit *= 2 {
		s := &fine{codes: make([][fineBooks]uint16, n)}
		tables, ok := c.encode(rows, groups, limit, fineBooks, func(k int, code []uint8) {
			for i, v := range code {
				s.codes[i][k] = uint16(v)
			}
		})
		if !ok {
			continue
		}
		for k := range s.tables {
			s.tables[k] = codebook{start: []int32{0, 0}} // one code that stands for nothing
		}
		copy(s.tables[:], tables)
		if s.layOut(8 * n) {
			return s
		}
		return nil
	}
	return nil
}

// layOut numbers the codes through; false if there would be more than most pairs.
func (s *fine) layOut(most int) bool {
	all := int32(0)
	for k, book := range s.tables {
		s.first[k], s.later[k] = all, int32(len(s.number))
		for code := range book.size() {
			for _, j := range book.of(code) {
				s.number, s.column = append(s.number, all), append(s.column, j)
			}
			all++
		}
	}
	s.first[fineBooks], s.later[fineBooks] = all, int32(len(s.number))
	for i := range s.codes {
		for k := range s.tables {
			s.codes[i][k] += uint16(s.first[k])
		}
	}
	cells := int32(0)
	for k, book := range s.tables {
		for range book.size() {
			s.before = append(s.before, cells-s.first[k+1])
			cells += all - s.first[k+1]
		}
	}
	s.cells = int(cells)
	return s.cells <= most
}

// curvePairs sums w_i common_i^2 over rows by pair of codes. The weights come
// block by block through the buffer.
func (c *compact) curvePairs(buffer *[block]float64, weight func(w []float64, first int)) {
	s := c.fine
	clear(s.pairs)
	pairs, before := s.pairs, s.before
	for a := 0; a < len(c.rows); a += block {
		w := buffer[:min(block, len(c.rows)-a)]
		weight(w, a)
		for i, r := range c.rows[a : a+len(w)] {
			w[i] = float64(w[i] * (r.common * r.common))
		}
		codes := s.codes[a : a+len(w)]
		for i, v := range w {
			code := &codes[i]
			c1, c2, c3, c4, c5 := int(code[1]), int(code[2]), int(code[3]), int(code[4]), int(code[5])
			row := int(before[code[0]])
			pairs[row+c1] += v
			pairs[row+c2] += v
			pairs[row+c3] += v
			pairs[row+c4] += v
			pairs[row+c5] += v
			row = int(before[c1])
			pairs[row+c2] += v
			pairs[row+c3] += v
			pairs[row+c4] += v
			pairs[row+c5] += v
			row = int(before[c2])
			pairs[row+c3] += v
			pairs[row+c4] += v
			pairs[row+c5] += v
			row = int(before[c3])
			pairs[row+c4] += v
			pairs[row+c5] += v
			pairs[int(before[c4])+c5] += v
		}
	}
}

// curveOther sums w_i x_i over rows by code and other number, and the products
// of other numbers.
func (c *compact) curveOther(buffer *[block]float64, weight func(w []float64, first int)) {
	s := c.fine
	s.other, s.rareOther, s.rareRare = [numbers][numbers]float64{}, [rares][numbers]float64{}, [rares][rares]float64{}
	for k, book := range c.tables {
		clear(s.cross[k][:book.size()])
		for r := range c.rareColumns {
			clear(s.rareCross[r][k][:book.size()])
		}
	}
	for a := 0; a < len(c.rows); a += block {
		w := buffer[:min(block, len(c.rows)-a)]
		weight(w, a)
		c.curveRare(w, a)
		if c.other == nil {
			continue
		}
		rows, other := c.rows[a:a+len(w)], c.other[a:a+len(w)]
		squares(&s.other, other, w)
		for k := 0; k < c.width(); k += 4 {
			s.cross4(rows, other, w, k)
		}
	}
}

// curveRare is the part of curveOther with rare columns, for one block.
func (c *compact) curveRare(w []float64, first int) {
	s, list := c.fine, c.raresOf(first)
	for k, e := range list {
		v := w[int(e.row)-first] * e.value
		r := &c.rows[e.row]
		to := s.rareCross[e.rare]
		for t := range c.tables {
			to[t][r.code[t]] += float64(v * r.common)
		}
		if c.other != nil {
			for j, x := range c.other[e.row] {
				s.rareOther[e.rare][j] += float64(v * x)
			}
		}
		for l := k; l < len(list) && list[l].row == e.row; l++ {
			s.rareRare[e.rare][list[l].rare] += float64(v * list[l].value)
		}
	}
}

// squares adds w x x' to the upper triangle of sum.
func squares(sum *[numbers][numbers]float64, other [][numbers]float64, w []float64) {
	s00, s01, s02, s03, s11 := sum[0][0], sum[0][1], sum[0][2], sum[0][3], sum[1][1]
	s12, s13, s22, s23, s33 := sum[1][2], sum[1][3], sum[2][2], sum[2][3], sum[3][3]
	other = other[:len(w)]
	// Two loops, because ten sums and a row do not fit into the registers.
	for i, v := range w {
		x := &other[i]
		wx := v * x[0]
		s00 += float64(wx * x[0])
		s01 += float64(wx * x[1])
		s02 += float64(wx * x[2])
		s03 += float64(wx * x[3])
		s11 += float64(v * x[1] * x[1])
	}
	for i, v := range w {
		x := &other[i]
		x1, x2, x3 := x[1], x[2], x[3]
		wx := v * x2
		s22 += float64(wx * x2)
		s12 += float64(wx * x1)
		wx = v * x3
		s13 += float64(wx * x1)
		s23 += float64(wx * x2)
		s33 += float64(wx * x3)
	}
	*sum = [numbers][numbers]float64{{s00, s01, s02, s03}, {0, s11, s12, s13}, {0, 0, s22, s23}, {0, 0, 0, s33}}
}

// cross4 adds w common x to the sums by the codes of tables k to k+3.
func (s *fine) cross4(rows []coded, other [][numbers]float64, w []float64, k int) {
	s0, s1, s2, s3 := s.cross[k], s.cross[k+1], s.cross[k+2], s.cross[k+3]
	rows, other = rows[:len(w)], other[:len(w)]
	for i, v := range w {
		r, x := &rows[i], &other[i]
		v *= r.common
		v0, v1, v2, v3 := float64(v*x[0]), float64(v*x[1]), float64(v*x[2]), float64(v*x[3])
		to := &s0[r.code[k&(books-1)]]
		to[0] += v0
		to[1] += v1
		to[2] += v2
		to[3] += v3
		to = &s1[r.code[(k+1)&(books-1)]]
		to[0] += v0
		to[1] += v1
		to[2] += v2
		to[3] += v3
		to = &s2[r.code[(k+2)&(books-1)]]
		to[0] += v0
		to[1] += v1
		to[2] += v2
		to[3] += v3
		to = &s3[r.code[(k+3)&(books-1)]]
		to[0] += v0
		to[1] += v1
		to[2] += v2
		to[3] += v3
	}
}

// curve adds what the two sums say to the upper triangle of h.
func (c *compact) curve(h []float64, stride int) {
	s := c.fine
	for k, book := range s.tables {
		for code := range book.size() {
			own := book.of(code)
			if len(own) == 0 {
				continue
			}
			p := int(s.first[k]) + code
			clear(s.row)
			begin := int(s.before[p])
			number := s.number[s.later[k+1]:]
			column := s.column[s.later[k+1]:][:len(number)]
			for i, q := range number {
				s.row[column[i]] += s.pairs[begin+int(q)]
			}
			alone := s.alone(k, p)
			for i, a := range own {
				add(h[int(a)*stride+int(a):int(a)*stride+len(s.row)], s.row[a:])
				for _, b := range own[i:] {
					h[int(a)*stride+int(b)] += alone
				}
			}
		}
	}
	s.expandOther(c, h, stride)
}

// alone is the sum over rows with code p of table k: each has one code of the
// next table, and of the one before the last.
func (s *fine) alone(k, p int) (sum float64) {
	if k < fineBooks-1 {
		for q := s.first[k+1]; q < s.first[k+2]; q++ {
			sum += s.pairs[int(s.before[p])+int(q)]
		}
		return sum
	}
	for q := s.first[k-1]; q < s.first[k]; q++ {
		sum += s.pairs[int(s.before[q])+p]
	}
	return sum
}

// expandOther is the part of curve with other numbers and rare columns.
func (s *fine) expandOther(c *compact, h []float64, stride int) {
	at := func(a, b int32) *float64 { return &h[int(min(a, b))*stride+int(max(a, b))] }
	for j, a := range c.columns {
		for l := j; l < len(c.columns); l++ {
			*at(a, c.columns[l]) += s.other[j][l]
		}
	}
	for k, book := range c.tables {
		for code := range book.size() {
			sums := &s.cross[k][code]
			for _, b := range book.of(code) {
				for j, a := range c.columns {
					*at(a, b) += sums[j]
				}
			}
		}
	}
	for j, a := range c.rareColumns {
		for l, b := range c.columns {
			*at(a, b) += s.rareOther[j][l]
		}
		for l, b := range c.rareColumns {
			*at(a, b) += s.rareRare[j][l]
		}
		for k, book := range c.tables {
			for code, v := range s.rareCross[j][k][:book.size()] {
				for _, b := range book.of(code) {
					*at(a, b) += v
				}
			}
		}
	}
}
