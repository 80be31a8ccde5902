package models

// Scores writes v.x_i of every signed row into dst, len B, for v of length d. It
// leaves the last evaluated model alone.
func (p *Local) Scores(dst, v []float64) {
	if p.compact == nil {
		for i := range dst {
			dst[i] = p.rows.Dot(i, v)
		}
		return
	}
	if p.aside == nil {
		p.aside = new(lookup)
	}
	p.compact.spread(p.aside, v)
	for first := 0; first < len(dst); first += block {
		p.compact.score(dst[first:min(first+block, len(dst))], first, p.aside, v)
	}
}

// Quadratics writes x_i'M x_i of every row into dst, len B, for the symmetric
// matrix m, d by d, row by row. It is false, and dst as it was, where the rows
// have no form that is faster than one row at a time.
func (p *Local) Quadratics(dst, m []float64) bool {
	c := p.compact
	if c == nil || c.fine == nil {
		return false
	}
	c.furnish(p.Dim())
	c.fold(m)
	for first := 0; first < len(dst); first += block {
		c.quadratics(dst[first:min(first+block, len(dst))], first)
	}
	return true
}

// fold is curve the other way round: the sums of m over the columns of pairs of
// codes, in the work space of curve. A row's x'M x is then a sum over its pairs.
func (c *compact) fold(m []float64) {
	s, d := c.fine, len(c.fine.row)
	for k, book := range s.tables {
		for code := range book.size() {
			own := book.of(code)
			clear(s.row)
			for _, a := range own {
				add(s.row, m[int(a)*d:(int(a)+1)*d])
			}
			alone := 0.0
			for _, a := range own {
				alone += s.row[a]
			}
			s.foldPairs(k, int(s.first[k])+code, alone)
		}
	}
	for k := len(c.tables); k < c.width(); k++ {
		s.cross[k][0] = [numbers]float64{} // where curve leaves the sums of tables that are not there
	}
	for j, a := range c.columns {
		row := m[int(a)*d : (int(a)+1)*d]
		for l, b := range c.columns {
			s.other[j][l] = row[b]
		}
		for k, book := range c.tables {
			for code := range book.size() {
				sum := 0.0
				for _, b := range book.of(code) {
					sum += row[b]
				}
				s.cross[k][code][j] = 2 * sum
			}
		}
	}
	for j, a := range c.rareColumns {
		row := m[int(a)*d : (int(a)+1)*d]
		c.spread(s.rareCross[j], row)
		for l, b := range c.columns {
			s.rareOther[j][l] = row[b]
		}
		for l, b := range c.rareColumns {
			s.rareRare[j][l] = row[b]
		}
	}
}

// foldPairs writes the pairs that code p of table k begins, from s.row. What a
// code has alone counts with its pairs with the next table, of which every row
// has one.
func (s *fine) foldPairs(k, p int, alone float64) {
	begin := int(s.before[p])
	if k == fineBooks-1 {
		for q := s.first[k-1]; q < s.first[k]; q++ {
			s.pairs[int(s.before[q])+p] += alone
		}
		return
	}
	clear(s.pairs[begin+int(s.first[k+1]) : begin+int(s.first[fineBooks])])
	number := s.number[s.later[k+1]:]
	column := s.column[s.later[k+1]:][:len(number)]
	for i, q := range number {
		s.pairs[begin+int(q)] += float64(2 * s.row[column[i]])
	}
	for q := s.first[k+1]; q < s.first[k+2]; q++ {
		s.pairs[begin+int(q)] += alone
	}
}

// quadratics is Quadratics for the block that begins at row first.
func (c *compact) quadratics(dst []float64, first int) {
	s := c.fine
	pairs, before := s.pairs, s.before
	codes, rows := s.codes[first:first+len(dst)], c.rows[first:first+len(dst)]
	for i := range dst {
		code := &codes[i]
		c1, c2, c3, c4, c5 := int(code[1]), int(code[2]), int(code[3]), int(code[4]), int(code[5])
		row := int(before[code[0]])
		sum := (pairs[row+c1] + pairs[row+c2]) + (pairs[row+c3] + pairs[row+c4]) + pairs[row+c5]
		row = int(before[c1])
		sum += (pairs[row+c2] + pairs[row+c3]) + (pairs[row+c4] + pairs[row+c5])
		row = int(before[c2])
		sum += (pairs[row+c3] + pairs[row+c4]) + pairs[row+c5]
		row = int(before[c3])
		sum += (pairs[row+c4] + pairs[row+c5]) + pairs[int(before[c4])+c5]
		common := rows[i].common
		dst[i] = float64(common * common * sum)
	}
	if c.other != nil {
		for k := 0; k < c.width(); k += 4 {
			s.crossForms(dst, rows, c.other[first:first+len(dst)], k)
		}
		otherForms(dst, &s.other, c.other[first:first+len(dst)])
	}
	list := c.raresOf(first)
	for k, e := range list {
		r, sum := &c.rows[e.row], 0.0
		for t := range c.tables {
			sum += s.rareCross[e.rare][t][r.code[t]]
		}
		sum = float64(sum * r.common)
		if c.other != nil {
			for j, x := range c.other[e.row] {
				sum += float64(s.rareOther[e.rare][j] * x)
			}
		}
		sum += float64(s.rareRare[e.rare][e.rare] * e.value / 2)
		for l := k + 1; l < len(list) && list[l].row == e.row; l++ {
			sum += float64(s.rareRare[e.rare][list[l].rare] * list[l].value)
		}
		dst[int(e.row)-first] += float64(2 * e.value * sum)
	}
}

// crossForms adds the products of other numbers with the codes of tables k to k+3.
func (s *fine) crossForms(dst []float64, rows []coded, other [][numbers]float64, k int) {
	s0, s1, s2, s3 := s.cross[k], s.cross[k+1], s.cross[k+2], s.cross[k+3]
	rows, other = rows[:len(dst)], other[:len(dst)]
	for i := range dst {
		r, x := &rows[i], &other[i]
		a, b := &s0[r.code[k&(books-1)]], &s1[r.code[(k+1)&(books-1)]]
		c, d := &s2[r.code[(k+2)&(books-1)]], &s3[r.code[(k+3)&(books-1)]]
		sum := float64(x[0]*((a[0]+b[0])+(c[0]+d[0]))) + float64(x[1]*((a[1]+b[1])+(c[1]+d[1]))) +
			float64(x[2]*((a[2]+b[2])+(c[2]+d[2]))) + float64(x[3]*((a[3]+b[3])+(c[3]+d[3])))
		dst[i] += float64(r.common * sum)
	}
}

// otherForms adds the products of other numbers.
func otherForms(dst []float64, m *[numbers][numbers]float64, other [][numbers]float64) {
	m00, m01, m02, m03, m11 := m[0][0], 2*m[0][1], 2*m[0][2], 2*m[0][3], m[1][1]
	m12, m13, m22, m23, m33 := 2*m[1][2], 2*m[1][3], m[2][2], 2*m[2][3], m[3][3]
	other = other[:len(dst)]
	for i := range dst {
		x := &other[i]
		x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
		dst[i] += float64(x0*(float64(m00*x0)+float64(m01*x1)+float64(m02*x2)+float64(m03*x3))) +
			float64(x1*(float64(m11*x1)+float64(m12*x2)+float64(m13*x3))) +
			float64(x2*(float64(m22*x2)+float64(m23*x3))) + float64(m33*x3*x3)
	}
}
