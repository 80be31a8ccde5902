package chart

// Draw draws the chart. It uses the iterations from o.First to o.Last only,
// never changes its arguments and accepts any values: what cannot be shown is
// said in words (no iterations, no finite values, values not on a logarithmic
// axis). In small sizes it leaves out words first, then axes, then rows, and
// ends at the last value alone.
func Draw(series []Series, marks []Mark, levels []Level, o Options) Canvas {
	o = sane(o)
	p := picture{Canvas: newCanvas(o.Width, o.Height), o: o, g: o.glyphs(), names: map[[2]int]bool{}}
	if o.Width == 0 || o.Height == 0 {
		return p.Canvas
	}
	if o.Height < 3 {
		p.sparkline(series)
		return p.Canvas
	}
	p.f = layout(o, p.anyVisible(marks))
	all := layers(series, p.f, o.Log)
	p.scale = newScale(o, p.f.rows, all)
	words := p.words(all)

	p.axes(words == "" || o.Range != (Range{}))
	levels = p.inRoom(levels)
	for _, l := range levels {
		if !l.Quiet {
			p.levelLine(l)
		}
	}
	for _, m := range marks {
		p.markLine(m)
	}
	p.cursorLine()
	for _, r := range all {
		p.band(r)
	}
	for _, r := range all {
		p.curve(r)
	}
	for _, r := range all { // on every curve
		p.end(r)
	}
	p.cursorPoints(all)
	p.markLabels(marks)
	p.labels(all, levels, words)
	return p.Canvas
}
