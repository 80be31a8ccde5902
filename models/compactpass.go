package models

// spread fills the look-up tables with the sums of f that codes stand for.
func (c *compact) spread(t *lookup, f []float64) {
	for k, book := range c.tables {
		row := t[k][:book.size()]
		for code := range row {
			sum := 0.0
			for _, j := range book.of(code) {
				sum += f[j]
			}
			row[code] = sum
		}
	}
}

// score computes m_i = x_i.f for the rows from row first on; t was spread from f.
func (c *compact) score(margins []float64, first int, t *lookup, f []float64) {
	rows, other := c.rows[first:first+len(margins)], c.others(first, len(margins))
	var g [numbers]float64
	for k, j := range c.columns {
		g[k] = f[j]
	}
	g0, g1, g2, g3 := g[0], g[1], g[2], g[3]
	rows, other = rows[:len(margins)], other[:len(margins)]
	for i := range margins {
		r, x := &rows[i], &other[i]
		margins[i] = float64(r.common*((t[0][r.code[0]]+t[1][r.code[1]])+(t[2][r.code[2]]+t[3][r.code[3]]))) +
			((float64(x[0]*g0) + float64(x[1]*g1)) + (float64(x[2]*g2) + float64(x[3]*g3)))
	}
	if c.width() > 4 {
		for i := range margins {
			r := &rows[i]
			margins[i] += float64(r.common * ((t[4][r.code[4]] + t[5][r.code[5]]) + (t[6][r.code[6]] + t[7][r.code[7]])))
		}
	}
	for _, e := range c.raresOf(first) {
		margins[int(e.row)-first] += float64(e.value * f[c.rareColumns[e.rare]])
	}
}

// none are the other numbers of a block of rows without any.
var none [block][numbers]float64

// others are the other numbers of n rows from row first on, at most block.
func (c *compact) others(first, n int) [][numbers]float64 {
	if c.other == nil {
		return none[:n]
	}
	return c.other[first : first+n]
}

// raresOf are the rare entries of the block that begins at row first.
func (c *compact) raresOf(first int) []entry {
	b := first / block
	return c.rare[c.rareStart[b]:c.rareStart[b+1]]
}

// sums is what rows add to a gradient: by code, by column of other numbers
// and by rare column. Even and odd rows have sums of their own, because the
// same code often comes twice in a row and would wait for itself.
type sums struct {
	even, odd lookup
	other     [numbers]float64
	rare      [rares]float64
}

// gather adds w_i x_i to s for the rows from row first on.
func (c *compact) gather(s *sums, w []float64, first int) {
	rows, other := c.rows[first:first+len(w)], c.others(first, len(w))
	s.gather4(w, rows, other)
	if c.width() > 4 {
		for i, v := range w {
			r := &rows[i]
			v = float64(v * r.common)
			s.even[4][r.code[4]] += v
			s.even[5][r.code[5]] += v
			s.even[6][r.code[6]] += v
			s.even[7][r.code[7]] += v
		}
	}
	for _, e := range c.raresOf(first) {
		s.rare[e.rare&(rares-1)] += float64(w[int(e.row)-first] * e.value)
	}
}

// gather4 is the part of gather with the first four tables and other numbers.
func (s *sums) gather4(w []float64, rows []coded, other [][numbers]float64) {
	even, odd := &s.even, &s.odd
	s0, s1, s2, s3 := s.other[0], s.other[1], s.other[2], s.other[3]
	rows, other = rows[:len(w)], other[:len(w)]
	for i := 1; i < len(w); i += 2 {
		u, r, x := w[i-1], &rows[i-1], &other[i-1]
		v := float64(u * r.common)
		even[0][r.code[0]] += v
		even[1][r.code[1]] += v
		even[2][r.code[2]] += v
		even[3][r.code[3]] += v
		t, y := w[i], &other[i]
		r = &rows[i]
		v = float64(t * r.common)
		odd[0][r.code[0]] += v
		odd[1][r.code[1]] += v
		odd[2][r.code[2]] += v
		odd[3][r.code[3]] += v
		s0 += float64(u*x[0]) + float64(t*y[0])
		s1 += float64(u*x[1]) + float64(t*y[1])
		s2 += float64(u*x[2]) + float64(t*y[2])
		s3 += float64(u*x[3]) + float64(t*y[3])
	}
	if last := len(w) - 1; last%2 == 0 {
		u, r, x := w[last], &rows[last], &other[last]
		for k, code := range r.code[:4] {
			even[k][code] += float64(u * r.common)
		}
		s0 += float64(u * x[0])
		s1 += float64(u * x[1])
		s2 += float64(u * x[2])
		s3 += float64(u * x[3])
	}
	s.other = [numbers]float64{s0, s1, s2, s3}
}

// collect adds what gather summed to dst, one number a column.
func (c *compact) collect(dst []float64, s *sums) {
	for k, book := range c.tables {
		even, odd := s.even[k][:book.size()], s.odd[k][:book.size()]
		for code, v := range even {
			v += odd[code]
			for _, j := range book.of(code) {
				dst[j] += v
			}
		}
	}
	for k, j := range c.columns {
		dst[j] += s.other[k]
	}
	for k, j := range c.rareColumns {
		dst[j] += s.rare[k]
	}
}

// clear empties what gather uses.
func (c *compact) clear(s *sums) {
	for k, book := range c.tables {
		clear(s.even[k][:book.size()])
		clear(s.odd[k][:book.size()])
	}
	s.other = [numbers]float64{}
	s.rare = [rares]float64{}
}

// join adds what another piece summed.
func (c *compact) join(s, more *sums) {
	for k, book := range c.tables {
		n := book.size()
		add(s.even[k][:n], more.even[k][:n])
		add(s.odd[k][:n], more.odd[k][:n])
	}
	add(s.other[:], more.other[:])
	add(s.rare[:], more.rare[:])
}

func add(dst, v []float64) {
	v = v[:len(dst)]
	for k := range dst {
		dst[k] += v[k]
	}
}
