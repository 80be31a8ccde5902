package linear

// Invert overwrites the factor U that Cholesky left in u with (U'U)^-1, all of it;
// work, as large, is overwritten. each is as for Cholesky.
//
// With V = (U')^-1, lower triangular, the inverse is V'V.
func Invert(u, work Matrix, each func(n int, do func(i int))) {
	if u.Rows <= Side {
		work.clear()
		u.forward(work, true)
		u.clear()
		addTriangle(u, work, work, true)
	} else {
		invertBlocks(u, work, each)
	}
	for i := range u.Rows {
		for j := range i {
			u.Data[i*u.Stride+j] = u.Data[j*u.Stride+i]
		}
	}
}

// invertBlocks makes the upper triangle of Invert, block by block.
func invertBlocks(u, work Matrix, each func(n int, do func(i int))) {
	blocks := (u.Rows + Side - 1) / Side
	part := func(m Matrix, b, c int) Matrix {
		return m.Within(b*Side, min(Side, m.Rows-b*Side), c*Side, min(Side, m.Rows-c*Side))
	}
	for b := range blocks {
		// V_b = (U_bb')^-1 (I_b - sum of U_kb' V_k over the blocks k before)
		each(b+1, func(c int) {
			v := part(work, b, c)
			v.clear()
			for k := c; k < b; k++ {
				AddCross(v, -1, part(u, k, b), part(work, k, c))
			}
			part(u, b, b).forward(v, c == b)
		})
	}
	each(blocks*blocks, func(t int) {
		b, c := t/blocks, t%blocks
		if b > c {
			return
		}
		g := part(u, b, c) // is read no more
		g.clear()
		addTriangle(g, part(work, c, b), part(work, c, c), b == c)
		for k := c + 1; k < blocks; k++ {
			AddCross(g, 1, part(work, k, b), part(work, k, c))
		}
	})
}

func (m Matrix) clear() {
	for i := range m.Rows {
		clear(m.row(i, 0))
	}
}

// band is how many rows of a triangle are taken at a time, the zeros among them too.
const band = 16

// forward overwrites v with (U')^-1 v, for the upper triangle U of u. On the
// diagonal v, 0 before, becomes (U')^-1 itself, which is lower triangular.
func (u Matrix) forward(v Matrix, diagonal bool) {
	for i := range u.Rows {
		row := v.row(i, 0)
		if diagonal {
			row = row[:i+1]
			row[i] = 1
		}
		for k := 0; k < i; k += band {
			n := min(band, i-k)
			part := row
			if diagonal {
				part = row[:k+n] // beyond, the rows have nothing but 0
			}
			addRows(part, -1, u.Data[k*u.Stride+i:], u.Stride, v.Within(k, n, 0, len(part)))
		}
		over := 1 / u.Data[i*u.Stride+i]
		for k := range row {
			row[k] *= over
		}
	}
}

// addTriangle adds a'b to c for a lower triangular b. Of a diagonal c only the upper
// triangle is made.
func addTriangle(c, a, b Matrix, diagonal bool) {
	for i := range c.Rows {
		from := 0
		if diagonal {
			from = i
		}
		for k := from; k < b.Rows; k += band {
			n := min(band, b.Rows-k)
			addRows(c.row(i, from)[:k+n-from], 1, a.Data[k*a.Stride+i:], a.Stride, b.Within(k, n, from, k+n-from))
		}
	}
}
