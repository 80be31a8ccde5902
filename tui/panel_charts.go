package tui

import (
	"fmt"
	"math"

	"admmlab/tui/chart"
	"admmlab/tui/grid"
)

// drawChart is one of the three charts with its words.
func (m *Model) drawChart(g *grid.Grid, p panel, r grid.Rect) {
	which, _ := p.chart()
	var in grid.Rect
	if m.plan().mode == bigMode {
		in = m.bigTitle(g, p, r)
	} else {
		in = m.box(g, p, r, m.chartTitle(p), m.chartValue(p))
	}
	if p == privacyPanel {
		in.H -= m.drawPrivacyWords(g, in)
	}
	m.paintChart(g, which, in)
}

// bigTitle replaces the frame in the projector look.
func (m *Model) bigTitle(g *grid.Grid, p panel, r grid.Rect) grid.Rect {
	title := m.chartTitle(p) + "   " + m.chartValue(p)
	g.Text(r.X+(r.W-grid.Cells(title))/2, r.Y, r.W, title, m.theme.title)
	return grid.Rect{X: r.X, Y: r.Y + 2, W: r.W, H: max(0, r.H-2)}
}

func (m *Model) chartTitle(p panel) string {
	title := panelTitle(p)
	which, _ := p.chart()
	if which == privacyChart && m.comparing() {
		title = "Privacy proved"
	}
	if m.logScale[which] {
		title += ", log"
	}
	if m.cursor > 0 {
		title += fmt.Sprintf(" at t = %d", m.cursor)
	}
	if progress := m.bandProgress(10); p == lossPanel && progress != "" {
		title += " · " + progress
	}
	return title
}

func (m *Model) chartValue(p panel) string {
	if m.run.last() == 0 {
		return ""
	}
	t := m.at()
	loss, errors, private := m.values(t)
	switch p {
	case lossPanel:
		return loss
	case errorPanel:
		return errors
	}
	if best := m.run.at(tight, t); m.comparing() && !math.IsNaN(best) {
		return total(best, 0)
	}
	return private
}

// paintChart draws chart which into r.
func (m *Model) paintChart(g *grid.Grid, which int, r grid.Rect) {
	if r.W < 1 || r.H < 1 {
		return
	}
	series := m.series(which)
	m.paintCanvas(g, r, chart.Draw(series, m.run.marks, m.levels(which), m.chartOptions(which, r)))
}

// paintCanvas puts a chart into its place.
func (m *Model) paintCanvas(g *grid.Grid, r grid.Rect, canvas chart.Canvas) {
	for y := range canvas.Height {
		for x := range canvas.Width {
			if c := canvas.At(x, y); c.Role != chart.Blank {
				g.Set(r.X+x, r.Y+y, c.Rune, m.theme.paint(c.Role))
			}
		}
	}
}

// farCurve is how many times higher another curve may reach than the run's own
// and still widen its axis: beside a run that diverged, every other would be flat.
const farCurve = 20

// chartOptions are the axes; the horizontal one is shared by all charts.
func (m *Model) chartOptions(which int, r grid.Rect) chart.Options {
	o := chart.Options{
		Width: r.W, Height: r.H, First: 1, Last: m.lastIteration(),
		ASCII: m.options.ASCII, Thick: m.big, Log: m.logScale[which], Cursor: chart.NoCursor, Bounds: which == privacyChart,
	}
	if m.comparing() && which == privacyChart {
		o.Range = m.provedRange()
	} else if !o.Log {
		o.Range = m.run.ranges[which]
		if past := m.past(); past != nil {
			r := past.ranges[which]
			switch {
			case m.run.last() == 0:
				o.Range = r
			case r.High <= farCurve*o.Range.High:
				o.Range = o.Range.Grow(r.Low, r.High)
			}
		}
		if band, ok := m.bandSeries(which); ok {
			low, _ := chart.Extent(chart.Series{Values: band.Low})
			if _, high := chart.Extent(chart.Series{Values: band.High}); high <= farCurve*o.Range.High {
				o.Range = o.Range.Grow(low, high)
			}
		}
		for _, s := range m.compare.list {
			r := s.run.ranges[which]
			if s.run.last() > 0 && r.High <= farCurve*o.Range.High {
				o.Range = o.Range.Grow(r.Low, r.High)
			}
		}
	}
	if m.cursor > 0 {
		o.Cursor = m.cursor
	}
	return o
}

// provedRange is the axis of the smallest valid totals, which never fall.
func (m *Model) provedRange() chart.Range {
	r := chart.Range{}.Grow(0, m.run.at(tight, m.run.last()))
	others := m.histories()[1:]
	if past := m.past(); past != nil {
		others = append(others, past)
	}
	for _, h := range others {
		if e := h.at(tight, h.last()); e <= farCurve*r.High || r.High == 0 {
			r = r.Grow(0, e)
		}
	}
	if r.High == 0 {
		r.High = 1
	}
	return r
}

// longAxis is the limit up to which the axis shows the whole run from the start;
// a longer run gets an axis that doubles as it goes.
const longAxis = 1000

// lastIteration is the right end of the axis: the largest limit in view.
func (m *Model) lastIteration() int {
	last := max(m.inForce().Iterations, m.run.last())
	if past := m.past(); past != nil {
		last = max(last, past.last())
	}
	if last <= longAxis {
		return max(last, 2)
	}
	reached := m.run.last()
	if past := m.past(); past != nil {
		reached = max(reached, past.last())
	}
	end := longAxis
	for end < reached {
		end *= 2
	}
	return min(end, last)
}

func (m *Model) series(which int) []chart.Series {
	q := [...]quantity{trainLoss, testError, epsilon}[which]
	var list []chart.Series
	if past := m.past(); past != nil {
		label := "previous"
		if past.label != m.run.label {
			label = past.label
		}
		list = append(list, past.series(q, label, chart.Ghost))
	}
	if band, ok := m.bandSeries(which); ok && !(which == privacyChart && m.comparing()) {
		list = append(list, band)
	}
	main := m.run.series(q, "", chart.Main)
	if m.comparing() {
		return m.sideBySide(which, list)
	}
	if which == privacyChart {
		main.Label = "ε"
		if m.apart(m.run.last()) {
			list = append(list, m.run.series(tight, "tight", chart.Second))
		}
		if v := m.run.at(realisedMax, m.run.last()); !math.IsNaN(v) && !math.IsInf(v, 0) {
			list = append(list, m.run.series(realisedMax, "realised", chart.Reference))
		}
	}
	return append(list, main)
}

// sideBySide are the curves of all runs side by side, over list. Their privacy is
// the smallest valid total: printed ones promise different things.
func (m *Model) sideBySide(which int, list []chart.Series) []chart.Series {
	q := [...]quantity{trainLoss, testError, tight}[which]
	if past := m.past(); past != nil && which == privacyChart {
		list[0] = past.series(tight, list[0].Label, chart.Ghost) // it comes first
	}
	called := Names(m.configs())
	for i, s := range m.compare.list {
		list = append(list, s.run.series(q, called[i+1], sideRoles[i+1]))
	}
	return append(list, m.run.series(q, called[0], chart.Main))
}

// levels is the wall of the privacy chart, if there is one.
func (m *Model) levels(which int) []chart.Level {
	if budget := m.inForce().Budget; which == privacyChart && budget > 0 {
		return []chart.Level{{Value: budget, Label: "budget " + chart.Number(budget)}}
	}
	return nil
}

// apart tells whether the smallest valid total is noticeably another than the
// paper's: smaller, because it adds up better, or larger, because the noise does
// not prove what is printed.
func (m *Model) apart(t int) bool {
	return differs(m.run.at(epsilon, t), m.run.at(tight, t))
}

// honest is the ε that may be put in words: the smallest valid total.
func (m *Model) honest(t int) float64 {
	if e := m.run.at(tight, t); !math.IsNaN(e) {
		return e
	}
	return m.run.at(epsilon, t)
}

// drawPrivacyWords says the bound in words at the foot of the panel and returns
// the lines set aside for them, whether or not all are used: the chart above
// keeps its place.
func (m *Model) drawPrivacyWords(g *grid.Grid, in grid.Rect) int {
	room := 0
	switch {
	case in.H >= 14:
		room = 6
	case in.H >= 11:
		room = 5
	case in.H >= 8:
		room = 3
	case in.H >= 6:
		room = 2
	}
	lines := m.privacyLines(in.W, room)
	y := in.Y + in.H - room
	for i, line := range lines {
		paint := m.theme.text
		if i == 0 && m.lapsedAt(m.at()) {
			paint = m.theme.warn
		}
		g.Text(in.X, y+i, in.W, line, paint)
	}
	return room
}

func (m *Model) lapsedAt(t int) bool { return m.state.Lapsed > 0 && t >= m.state.Lapsed }

// privacyLines are the words, the most important first, as many as fit.
func (m *Model) privacyLines(width, room int) []string {
	spec, t := m.inForce().Spec(), m.at()
	var sentences []string
	add := func(format string, args ...any) { sentences = append(sentences, fmt.Sprintf(format, args...)) }
	e := m.run.at(epsilon, t)
	switch {
	case !spec.Private():
		add("%s adds no noise and promises no privacy", spec.Name)
	case m.lapsedAt(t):
		add("no guarantee from t = %d: %s", m.state.Lapsed, m.state.Reason)
		if before := m.run.at(epsilon, m.state.Lapsed-1); before == before {
			add("until then ε ≤ %s", bound(before))
		}
	case t == 0 || math.IsNaN(e):
		add("nothing sent yet")
	default:
		add("total %s (%s)", total(e, m.run.at(delta, t)), composition(spec))
		if words := m.tightWords(t); words != "" {
			add("%s", words)
		}
		add("%s: %s", neighbours(m.configAt(t)), likely(m.honest(t)))
		add("%s", spec.TotalWords)
		add("simulation: not for releasing data")
	}
	var lines []string
	for _, s := range sentences {
		w := grid.Wrap(s, width)
		if len(lines)+len(w) > room {
			if len(lines) == 0 && room > 0 { // rather cut than nothing
				lines = append(w[:room-1], grid.Fit(w[room-1]+" …", width))
			}
			break
		}
		lines = append(lines, w...)
	}
	return lines
}

// total is an (ε, δ) in short, the bound never flattered.
func total(epsilon, delta float64) string {
	words := "ε ≤ " + bound(epsilon)
	if math.IsInf(epsilon, 1) {
		words = "no finite ε"
	}
	if delta > 0 {
		words += ", δ = " + chart.Number(delta)
	}
	return words
}

// tightWords is the smallest valid total where it is another than the paper's.
func (m *Model) tightWords(t int) string {
	e, best := m.run.at(epsilon, t), m.run.at(tight, t)
	switch r, _ := m.run.inForce(t); {
	case math.IsInf(best, 1):
		return "this noise proves no bound at all"
	case !m.apart(t):
		return ""
	case best > e:
		return "this noise proves only " + total(best, m.run.at(tightDelta, t))
	default:
		return fmt.Sprintf("tight %s (%s)", total(best, m.run.at(tightDelta, t)), r.accountant)
	}
}
