package sim

import (
	"math"

	"admmlab/sim/privacy/account"
)

// Curves are what the accountants say of a run beside its one total: the same for every
// epsilon, and for groups of records.
type Curves struct {
	// Points are of the curve delta(epsilon), from 0 to half as much again as the total, for
	// the node that is worst off at each.
	Points []account.Point
	// Total is the guarantee that is reported, one of the points.
	Total account.Point
	// Groups are bounds for more records than one, at the delta of the settings.
	Groups []Group
}

// Group is the epsilon of so many records at once, +Inf if none is proved.
type Group struct {
	Records int
	Epsilon float64
}

// curveParts is how many parts the curve has up to the total, and half as many beyond.
const curveParts = 40

// groupSizes are the sizes that are told.
var groupSizes = []int{2, 3, 5, 10}

// Curves are the run's; nil without privacy, guarantee or finite
// total above 0, and where charges depend on what was drawn: a curve of them would be
// none that is promised. They take
// some tens of milliseconds for each class of nodes.
func (s *Session) Curves() *Curves {
	if from, _ := s.ledger.Lapsed(); from > 0 || !s.set.Private || s.filter.since > 0 {
		return nil
	}
	a := s.spec.AdjacencyOf(s.set)
	best := s.totals.best(a)
	if !best.Valid || !(best.Epsilon > 0) || math.IsInf(best.Epsilon, 1) {
		return nil
	}
	c := &Curves{Total: account.Point{Epsilon: best.Epsilon, Delta: best.Delta}}
	for i := range curveParts*3/2 + 1 {
		c.Points = append(c.Points, account.Point{Epsilon: best.Epsilon * float64(i) / curveParts})
	}
	for _, k := range groupSizes {
		c.Groups = append(c.Groups, Group{Records: k})
	}
	for _, class := range s.totals.all() {
		curve := class[a].Curve()
		for i, p := range c.Points {
			c.Points[i].Delta = math.Max(p.Delta, curve(p.Epsilon))
		}
		for i, g := range c.Groups {
			c.Groups[i].Epsilon = math.Max(g.Epsilon, class[a].Group(g.Records, s.set.Delta))
		}
	}
	c.Points[curveParts].Delta = math.Min(c.Points[curveParts].Delta, best.Delta)
	return c
}
