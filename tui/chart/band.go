package chart

// band shades what lies between Low and High of a series, in each column from the least of
// Low to the largest of High. On a logarithmic axis a band that begins at or below 0 reaches
// down to the edge.
func (p *picture) band(r reduced) {
	if len(r.High) == 0 {
		return
	}
	edge := func(values []float64, log bool, farthest func(column) float64) []int {
		e := reduce(Series{From: r.From, Every: r.Every, Places: r.Places, Values: values}, p.f, log)
		rows := levelRows(e, p.scale)
		for x, c := range e.columns {
			if c.state == drawn {
				rows[x] = p.scale.row(farthest(c))
			}
		}
		return rows
	}
	low := edge(r.Low, false, func(c column) float64 { return c.min }) // what has no logarithm lies below the axis
	high := edge(r.High, p.o.Log, func(c column) float64 { return c.max })
	for x, top := range high {
		if top == noRow {
			continue
		}
		for row := max(low[x], 0); row <= min(top, p.f.rows-1); row++ { // noRow is -1
			p.set(p.f.left+x, p.y(row), p.g.shade, Band)
		}
	}
}
