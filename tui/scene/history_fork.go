package scene

import (
	"slices"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/tui/chart"
)

// Until is the history up to iteration t, for a fork of asked to file on. Newest is the row of t,
// which need not be among those that are kept. The axes stay, but
// what only later iterations have asked for, a logarithmic one say, does not.
func (h *History) Until(t int, asked config.Config, newest sim.Row) *History {
	t = min(t, h.Last())
	if t == 0 {
		return &History{Config: asked, Label: h.Label}
	}
	c := *h
	c.Config, c.Count = asked, t
	c.Values, c.Newest = make([][]float64, len(h.Values)), make([]float64, len(h.Values))
	for q, all := range h.Values {
		c.Values[q] = slices.Clip(all[:(t-1)/h.Every+1])
		c.Newest[q] = h.At(Quantity(q), t)
	}
	if newest.Iteration == t {
		c.Newest = rowNumbers(&newest)
	}
	c.Extents, c.Unbound = [Measures]Extent{}, false
	numbers := make([]float64, len(c.Values))
	for k := range c.Values[0] {
		for q, all := range c.Values {
			numbers[q] = all[k]
		}
		c.reach(numbers)
	}
	c.reach(c.Newest)
	c.Regimes = upTo(h.Regimes, func(r regime) bool { return r.From <= t })
	c.Nodes = upTo(h.Nodes, func(s Snapshot) bool { return s.Iteration <= t })
	if c.Latest.Iteration > t {
		c.Latest = Snapshot{}
	}
	c.Changes = h.ChangesBy(t)
	c.Marks = upTo(h.Marks, func(m chart.Mark) bool { return m.Iteration <= t })
	c.News = upTo(h.News, func(n sim.Notice) bool { return n.Iteration <= t })
	c.Gone = upTo(h.Gone, func(at int) bool { return at <= t })
	return &c
}

// ChangesBy are the changes that came with iteration t or one before it.
func (h *History) ChangesBy(t int) []config.Change {
	return upTo(h.Changes, func(c config.Change) bool { return c.At <= t })
}

// upTo is what comes, in the order of iterations, before the first that is too late;
// what is filed after it is not filed in list.
func upTo[T any](list []T, early func(T) bool) []T {
	n := slices.IndexFunc(list, func(v T) bool { return !early(v) })
	if n < 0 {
		n = len(list)
	}
	return slices.Clip(list[:n])
}
