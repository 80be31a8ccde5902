package chart

// band shades what lies between Low and High of a series. On a logarithmic axis a
// band that begins at or below 0 reaches down to the edge.
func (p *picture) band(r reduced) {
	if len(r.High) == 0 {
		return
	}
	edge := func(values []float64) []int {
		return levelRows(reduce(Series{From: r.From, Every: r.Every, Values: values}, p.f, p.o.Log), p.scale)
	}
	low, high := edge(r.Low), edge(r.High)
	for x, top := range high {
		if top == noRow {
			continue
		}
		for row := max(low[x], 0); row <= min(top, p.f.rows-1); row++ { // noRow is -1
			p.set(p.f.left+x, p.y(row), p.g.shade, Band)
		}
	}
}
