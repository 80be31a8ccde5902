package plane

import (
	"fmt"
	"math"
	"slices"

	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// run is a run in sight.
type run struct {
	name   string
	role   chart.Role
	h      *scene.History
	lapsed int // iteration from which nothing is promised, 0 for none known
}

// past reports whether it is over, and stands here to be held against the others.
func (r run) past() bool { return r.role == chart.Ghost || r.role == chart.Trail }

// called is its name, and that its ε is another's. The names of runs side by side tell that by
// themselves.
func (r run) called(s *scene.Scene) string {
	if _, ok := r.promised(r.h.Last()); ok && r.past() && !s.Compares(r.h) {
		return r.name + ", other ε"
	}
	return r.name
}

// runs are those in sight: the one at the keys, those beside it, the one before and kept
// ones, equal ones once. One on other data is left out: its errors say nothing about these.
func runs(s *scene.Scene) []run {
	called := s.Called()
	var list []run
	for i, h := range s.Histories() {
		list = append(list, run{name: called[i], role: scene.SideRoles[i], h: h, lapsed: s.LapsedOf(i)})
	}
	if past := s.Past(); past != nil && s.DataWords(past) != scene.OtherData {
		list = append(list, run{name: s.PastName(), role: chart.Ghost, h: past})
	}
	if !s.HideGhost {
		for _, k := range s.Kept {
			if slices.ContainsFunc(list, func(r run) bool { return r.role == chart.Trail && same(r.h, k) }) {
				continue
			}
			list = append(list, run{name: k.Label, role: chart.Trail, h: k})
		}
	}
	return list
}

// runs are those in sight that this plane shows: losses of two kinds do not compare.
func (p *Plane) runs(s *scene.Scene) []run {
	return slices.DeleteFunc(runs(s), func(r run) bool { return p.Loss && r.past() && s.OtherLoss(r.h) })
}

// Sight are the runs in sight, that at the keys first.
func Sight(s *scene.Scene) (list []*scene.History) {
	for _, r := range runs(s) {
		list = append(list, r.h)
	}
	return list
}

// same reports whether two kept runs are one: they stand at the same iteration with the same
// numbers, bit for bit, as they do where their settings differ in a limit that ended neither.
func same(a, b *scene.History) bool {
	if a.Last() != b.Last() {
		return false
	}
	for _, q := range []scene.Quantity{scene.Tight, scene.TestError, scene.TrainLoss} {
		x, y := a.At(q, a.Last()), b.At(q, b.Last())
		if x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
			return false
		}
	}
	return true
}

// bounded reports whether ε is a promise.
func bounded(epsilon float64) bool { return epsilon >= 0 && !math.IsInf(epsilon, 1) }

// promised reports whether the run has promised anything in iteration t, and what.
func (r run) promised(t int) (epsilon float64, ok bool) {
	epsilon = r.h.At(scene.Tight, t)
	return epsilon, bounded(epsilon)
}

// walk lays runs on an axis of ε. What has no bound stands at its edge.
type walk struct {
	low   float64   // what is below lies before the axis
	steps []float64 // place k+1 begins at step k
	edge  int
}

func newWalk(a chart.Spread, edge int) walk {
	w := walk{low: a.Low, steps: make([]float64, chart.Finest), edge: edge}
	for k := range w.steps {
		w.steps[k] = a.Number(float64(k) + 0.5)
	}
	return w
}

// from is the place of ε, looked for from another one on: ε seldom falls.
func (w walk) from(place int, epsilon float64) int {
	if epsilon < w.low {
		return -1
	}
	for place = max(place, 0); place < len(w.steps) && epsilon >= w.steps[place]; place++ {
	}
	return place
}

// mostPieces bounds what is drawn of a run whose total falls again and again.
const mostPieces = 8

// newest are those of a run's pieces that are drawn, and what its name says of that, "" where
// they are all.
func newest[T any](pieces []T) (drawn []T, but string) {
	if older := len(pieces) - mostPieces; older > 0 {
		return pieces[older:], fmt.Sprintf(", its newest %d pieces", mostPieces)
	}
	return pieces, ""
}

// spot is where a walk stands.
type spot struct {
	place int
	lost  bool // nothing is promised
}

// to goes on to a total and reports whether another curve begins there: where the total falls,
// as under another δ, and where the bound is lost or comes back.
func (w walk) to(at *spot, epsilon float64) (breaks bool) {
	loses := !bounded(epsilon)
	falls := !loses && !at.lost && (at.place > 0 && epsilon < w.steps[at.place-1] || at.place == 0 && epsilon < w.low)
	if breaks = loses != at.lost || falls; breaks {
		*at = spot{lost: loses}
	}
	if loses {
		at.place = w.edge
	} else {
		at.place = w.from(at.place, epsilon)
	}
	return breaks
}

// pieces are the curves of a quantity over ε, the newest last.
func (w walk) pieces(r run, q scene.Quantity) []chart.Series {
	if r.h.Count == 0 {
		return nil
	}
	var list []chart.Series
	var at spot
	add := func(epsilon, value float64) {
		if w.to(&at, epsilon) || len(list) == 0 {
			list = append(list, chart.Series{Role: r.role, Piece: true})
		}
		put(&list[len(list)-1], at.place, value)
	}
	totals, values := r.h.Values[scene.Tight], r.h.Values[q]
	for i, value := range values {
		add(totals[i], value)
	}
	if r.h.Beside() {
		add(r.h.Newest[scene.Tight], r.h.Newest[q])
	}
	return list
}

// put adds a value at a place that is not before the last one. Of each place the least, the
// largest and the last value are kept: a chart shows no more, and a long run is no larger.
func put(c *chart.Series, place int, v float64) {
	n := len(c.Values) - 3
	if n < 0 || c.Places[n] != place {
		c.Values, c.Places = append(c.Values, v, v, v), append(c.Places, place, place, place)
		return
	}
	if v < c.Values[n] || c.Values[n] != c.Values[n] {
		c.Values[n] = v
	}
	if v > c.Values[n+1] || c.Values[n+1] != c.Values[n+1] {
		c.Values[n+1] = v
	}
	c.Values[n+2] = v
}

// point is what a run shows of a quantity in iteration t, as a mark.
func (w walk) point(r run, q scene.Quantity, t int) chart.Series {
	place := w.edge
	if e, ok := r.promised(t); ok {
		place = w.from(0, e)
	}
	return chart.Series{Role: r.role, Piece: true, Places: []int{place}, Values: []float64{r.h.At(q, t)}, Read: 1}
}

// unbound says that the run promises nothing, and from when on if that is known.
func (r run) unbound() string {
	if r.lapsed > 1 {
		return fmt.Sprintf("no bound from t = %d", r.lapsed)
	}
	return "no bound"
}
