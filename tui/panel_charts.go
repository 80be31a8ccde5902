package tui

import (
	"fmt"
	"math"

	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
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
	g.Text(r.X+(r.W-grid.Cells(title))/2, r.Y, r.W, title, m.scene.Theme.Title)
	return grid.Rect{X: r.X, Y: r.Y + 2, W: r.W, H: max(0, r.H-2)}
}

func (m *Model) chartTitle(p panel) string {
	title := panelTitle(p)
	which, _ := p.chart()
	if which == scene.PrivacyChart && m.scene.Comparing() {
		title = "Privacy proved"
	}
	if m.logScale[which] {
		title += ", log"
	}
	if m.scene.Cursor > 0 {
		title += fmt.Sprintf(" at t = %d", m.scene.Cursor)
	}
	if progress := m.bandProgress(10); p == lossPanel && progress != "" {
		title += " · " + progress
	}
	return title
}

func (m *Model) chartValue(p panel) string {
	if m.scene.Run.Last() == 0 {
		return ""
	}
	t := m.scene.At()
	loss, errors, private := m.scene.Values(t)
	switch p {
	case lossPanel:
		return loss
	case errorPanel:
		return errors
	}
	if best := m.scene.Run.At(scene.Tight, t); m.scene.Comparing() && !math.IsNaN(best) {
		return scene.Total(best, 0)
	}
	return private
}

// paintChart draws chart which into r.
func (m *Model) paintChart(g *grid.Grid, which int, r grid.Rect) {
	if r.W < 1 || r.H < 1 {
		return
	}
	series := m.series(which)
	m.paintCanvas(g, r, chart.Draw(series, m.scene.Run.Marks, m.levels(which), m.chartOptions(which, r)))
}

// paintCanvas puts a chart into its place.
func (m *Model) paintCanvas(g *grid.Grid, r grid.Rect, canvas chart.Canvas) {
	for y := range canvas.Height {
		for x := range canvas.Width {
			if c := canvas.At(x, y); c.Role != chart.Blank {
				g.Set(r.X+x, r.Y+y, c.Rune, m.scene.Theme.Paint(c.Role))
			}
		}
	}
}

// chartOptions are the axes; the horizontal one is shared by all charts.
func (m *Model) chartOptions(which int, r grid.Rect) chart.Options {
	o := chart.Options{
		Width: r.W, Height: r.H, First: 1, Last: m.scene.LastIteration(),
		ASCII: m.scene.ASCII, Thick: m.scene.Big, Log: m.logScale[which], Cursor: chart.NoCursor, Bounds: which == scene.PrivacyChart,
	}
	if m.scene.Comparing() && which == scene.PrivacyChart {
		o.Range = m.provedRange()
	} else if !o.Log {
		o.Range = m.scene.Run.Ranges[which]
		if past := m.scene.Past(); past != nil {
			r := past.Ranges[which]
			switch {
			case m.scene.Run.Last() == 0:
				o.Range = r
			case r.High <= scene.FarCurve*o.Range.High:
				o.Range = o.Range.Grow(r.Low, r.High)
			}
		}
		if band, ok := m.bandSeries(which); ok {
			low, _ := chart.Extent(chart.Series{Values: band.Low})
			if _, high := chart.Extent(chart.Series{Values: band.High}); high <= scene.FarCurve*o.Range.High {
				o.Range = o.Range.Grow(low, high)
			}
		}
		for _, s := range m.scene.Beside {
			r := s.Run.Ranges[which]
			if s.Run.Last() > 0 && r.High <= scene.FarCurve*o.Range.High {
				o.Range = o.Range.Grow(r.Low, r.High)
			}
		}
	}
	if m.scene.Cursor > 0 {
		o.Cursor = m.scene.Cursor
	}
	return o
}

// provedRange is the axis of the smallest valid totals, which never fall.
func (m *Model) provedRange() chart.Range {
	r := chart.Range{}.Grow(0, m.scene.Run.At(scene.Tight, m.scene.Run.Last()))
	others := m.scene.Histories()[1:]
	if past := m.scene.Past(); past != nil {
		others = append(others, past)
	}
	for _, h := range others {
		if e := h.At(scene.Tight, h.Last()); e <= scene.FarCurve*r.High || r.High == 0 {
			r = r.Grow(0, e)
		}
	}
	if r.High == 0 {
		r.High = 1
	}
	return r
}

func (m *Model) series(which int) []chart.Series {
	q := [...]scene.Quantity{scene.TrainLoss, scene.TestError, scene.Epsilon}[which]
	var list []chart.Series
	if past := m.scene.Past(); past != nil {
		label := "previous"
		if past.Label != m.scene.Run.Label {
			label = past.Label
		}
		list = append(list, past.Series(q, label, chart.Ghost))
	}
	if band, ok := m.bandSeries(which); ok && !(which == scene.PrivacyChart && m.scene.Comparing()) {
		list = append(list, band)
	}
	main := m.scene.Run.Series(q, "", chart.Main)
	if m.scene.Comparing() {
		return m.sideBySide(which, list)
	}
	if which == scene.PrivacyChart {
		main.Label = "ε"
		if m.scene.Apart(m.scene.Run.Last()) {
			list = append(list, m.scene.Run.Series(scene.Tight, "tight", chart.Second))
		}
		if v := m.scene.Run.At(scene.RealisedMax, m.scene.Run.Last()); !math.IsNaN(v) && !math.IsInf(v, 0) {
			list = append(list, m.scene.Run.Series(scene.RealisedMax, "realised", chart.Reference))
		}
	}
	return append(list, main)
}

// sideBySide are the curves of all runs side by side, over list. Their privacy is
// the smallest valid total: printed ones promise different things.
func (m *Model) sideBySide(which int, list []chart.Series) []chart.Series {
	q := [...]scene.Quantity{scene.TrainLoss, scene.TestError, scene.Tight}[which]
	if past := m.scene.Past(); past != nil && which == scene.PrivacyChart {
		list[0] = past.Series(scene.Tight, list[0].Label, chart.Ghost) // it comes first
	}
	called := scene.Names(m.scene.Configs())
	for i, s := range m.scene.Beside {
		list = append(list, s.Run.Series(q, called[i+1], scene.SideRoles[i+1]))
	}
	return append(list, m.scene.Run.Series(q, called[0], chart.Main))
}

// levels is the wall of the privacy chart, if there is one.
func (m *Model) levels(which int) []chart.Level {
	if budget := m.scene.InForce().Budget; which == scene.PrivacyChart && budget > 0 {
		return []chart.Level{{Value: budget, Label: "budget " + chart.Number(budget)}}
	}
	return nil
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
		paint := m.scene.Theme.Text
		if i == 0 && m.scene.LapsedAt(m.scene.At()) {
			paint = m.scene.Theme.Warn
		}
		g.Text(in.X, y+i, in.W, line, paint)
	}
	return room
}

// privacyLines are the words, the most important first, as many as fit.
func (m *Model) privacyLines(width, room int) []string {
	spec, t := m.scene.InForce().Spec(), m.scene.At()
	var sentences []string
	add := func(format string, args ...any) { sentences = append(sentences, fmt.Sprintf(format, args...)) }
	e := m.scene.Run.At(scene.Epsilon, t)
	switch {
	case !spec.Private():
		add("%s adds no noise and promises no privacy", spec.Name)
	case m.scene.LapsedAt(t):
		add("no guarantee from t = %d: %s", m.scene.State.Lapsed, m.scene.State.Reason)
		if before := m.scene.Run.At(scene.Epsilon, m.scene.State.Lapsed-1); before == before {
			add("until then ε ≤ %s", scene.Bound(before))
		}
	case t == 0 || math.IsNaN(e):
		add("nothing sent yet")
	default:
		add("total %s (%s)", scene.Total(e, m.scene.Run.At(scene.Delta, t)), scene.Composition(spec))
		if words := m.scene.TightWords(t); words != "" {
			add("%s", words)
		}
		add("%s: %s", scene.Neighbours(m.scene.ConfigAt(t)), scene.Likely(m.scene.Honest(t)))
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
