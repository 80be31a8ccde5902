package chart

import (
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
)

// sparkline draws the top series in charts of one or two rows: a row of bars
// and its last value beside or below it, or the value alone.
func (p *picture) sparkline(series []Series) {
	p.f = layout(p.o, false)
	reduceTo := p.f
	reduceTo.width = max(p.f.width, 1) // the last value needs a column even without bars
	all := layers(series, reduceTo, p.o.Log)
	valueRow := p.Height - 1
	if words := p.words(all); words != "" {
		if text := p.o.text(words); grid.Cells(text) <= p.Width {
			p.write(0, valueRow, text, Note)
		}
		return
	}
	top := len(all) - 1
	for top > 0 && all[top].lastColumn < 0 {
		top--
	}
	value := p.o.text(numeral.Fixed(all[top].last, min(labelField, p.Width)))
	if grid.Cells(value) <= p.Width && value[0] != '#' {
		p.write(p.Width-grid.Cells(value), valueRow, value, EndLabel)
	}
	if p.f.width > 0 {
		p.bars(all[top])
	}
}

// bars draws one bar per column, as high as the value farthest from the last
// one, so that a spike shows here too.
func (p *picture) bars(r reduced) {
	s := newScale(p.o, len(p.g.bars), []reduced{r})
	rows := levelRows(r, s)
	for x, c := range r.columns {
		if c.state == drawn {
			rows[x] = s.row(c.min)
			if c.max-c.last >= c.last-c.min {
				rows[x] = s.row(c.max)
			}
		}
		if rows[x] != noRow {
			p.set(x, 0, p.g.bars[rows[x]], r.Role)
		}
	}
}
