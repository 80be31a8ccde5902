package sim

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/rows"
)

// AuditIterations is how many iterations an audit of a run takes where nobody says.
const AuditIterations = 10

// auditWork is how many iterations x records x columns a run on the data in force may
// have, for thousands of them to take a minute.
const auditWork = 50_000

// NewAudit prepares the audit of whole runs of c: the method, the graph, all parameters
// and scheduled changes as they are, from the first iteration to its limit or the wall, or
// the first most iterations of them, of which none is a closing step before the limit.
// dealt is what c works on. Where that is too large for thousands of runs the audit takes
// two records a node with the same C/B, the worst there are, and makes all other nodes the
// attacker's; for sharing it takes two people, and the other parties send their own; where a budget or a condition ends the run, that
// audit has as many iterations as the run itself, which is made for it on each. on says
// which, in sentences, what there is to know of the data that c names, and which changes are
// refused.
//
// It is attacked what a session of c on those data says: the total that the noise proves
// and the one the paper states, under the adjacency in force. An error says why nothing
// is claimed, or why no audit attacks it.
func NewAudit(c config.Config, most int, dealt *deal.Deal, each models.Each, trials int, seed uint64, confidence float64) (a *audit.Audit, on string, err error) {
	if err := auditable(c, min(c.Limit(), most)); err != nil {
		return nil, "", err
	}
	c = c.Clone()
	c.Realised, c.Watch = false, 0
	begins := c.After(1)
	adjacency := c.Spec().AdjacencyOf(&begins.Set) // of all iterations, see auditable
	r := audit.Run{Spec: c.Spec()}
	session, itsDeal := c, dealt
	small := dealt.Size.Train*dealt.Size.Columns*min(c.Limit(), most) > auditWork
	if small {
		r.Steered = !r.Spec.Vertical
		on = "Small data of the worst records there are, with the same method and parameters"
		if r.Steered {
			on += "; all other holders are the attacker's"
		}
		on += ". The totals are those of these data."
		if limited := unlimited(c); len(config.Differences(c, limited)) > 0 {
			moments, err := promisedOn(c, dealt, each, adjacency, most)
			if err != nil {
				return nil, "", err
			}
			if moments < most {
				on += fmt.Sprintf(" Of so many iterations as the run makes on its own data, %d.", moments)
			}
			most, c = moments, limited
		}
		if c, dealt, err = dealt.Worst(c, adjacency); err != nil {
			return nil, "", err
		}
	} else {
		on = "The data in force; the neighbour differs in the first " + differs(c.Spec().Vertical, adjacency) + " of the holder worst off."
	}
	s, err := SetUp(c, dealt, each, Aid{})
	if err != nil {
		return nil, "", err
	}
	var refused []string
	if r.Moments, r.Claims, refused, err = s.promised(adjacency, most); err != nil {
		if small { // told of the data it has, where it is so there, too
			if _, own := promisedOn(session, itsDeal, each, adjacency, most); own != nil {
				err = own
			}
		}
		return nil, "", err
	}
	for i := range r.Claims {
		r.Claims[i].Small = small
	}
	r.Holder = s.worstHolder(adjacency)
	r.Worlds = dealt.Worlds(c, r.Holder, adjacency, r.Steered)
	if small {
		session.Split = data.Holding{} // nobody holds what it deals
	}
	for _, words := range append(aboutData(session, itsDeal), refused...) {
		on += " And " + words + "."
	}
	a, err = audit.NewRun(r, trials, seed, confidence)
	return a, on, err
}

// auditable says why no audit attacks so many iterations of runs of c, nil if one can.
func auditable(c config.Config, most int) error {
	spec, set := c.Spec(), c.After(1).Set
	why := ""
	switch {
	case !spec.Private():
		why = "it adds no noise and promises nothing"
	case !set.Private:
		why = "the noise is off, and nothing is promised"
	case spec.Audit.None != "":
		why = spec.Audit.None
	case !spec.Realised.Told:
		why = spec.Realised.None
	}
	if len(c.Promises(most).Neighbours) > 1 && why == "" {
		why = "its neighbours change on the way, and every attack is made with one kind; set adjacency for the whole run"
	}
	for _, s := range c.Conditions(most) {
		if stop, err := rows.ParseCondition(s.Value); why == "" && err == nil && !stop.None() && stop.Column.LooksAt(spec.Vertical) != "" {
			why = "with stop_when it ends where the " + stop.Column.Looks + " say, and no total is claimed of that; leave it out"
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("a run of %s cannot be audited: %s", spec.Name, why)
}

// differs is what of a holder's data the neighbour has otherwise.
func differs(vertical bool, a privacy.Adjacency) string {
	switch {
	case !vertical:
		return "record"
	case a == privacy.Replace:
		return "column, by at most 1 in norm,"
	}
	return "person's row"
}

// unlimited is c without what ends it before its limit.
func unlimited(c config.Config) config.Config {
	c = c.Clone()
	c.Budget, c.StopWhen = 0, rows.Condition{}
	c.Events = slices.DeleteFunc(c.Events, func(e config.Event) bool {
		return e.Key == config.BudgetKnob.Key || e.Key == config.StopWhenKnob.Key
	})
	return c
}

// promisedOn is of how many iterations a run of c on its data has a promise, or why of none.
func promisedOn(c config.Config, dealt *deal.Deal, each models.Each, adjacency privacy.Adjacency, most int) (int, error) {
	s, err := SetUp(c, dealt, each, Aid{})
	if err != nil {
		return 0, err
	}
	moments, _, _, err := s.promised(adjacency, most)
	return len(moments), err
}

// promised runs s to its end, or for so many iterations, and tells what was in force in
// each, what was claimed of all of them and which changes were refused.
func (s *Session) promised(adjacency privacy.Adjacency, most int) (moments []audit.Moment, claims []audit.Target, refused []string, err error) {
	var last Row
	for len(moments) < most && s.Ready() {
		var notices []Notice
		last, notices = s.Step()
		for _, n := range notices {
			if n.Kind == Refused {
				refused = append(refused, n.Dated())
			}
		}
		switch {
		case s.filter.since > 0:
			// A budget makes it a claim, of runs that end where their own draw says.
			return nil, nil, nil, fmt.Errorf("the run cannot be audited: what iteration %d costs depends on the draw, as σ is set directly, so that no total of so many iterations is claimed beforehand; set epsilon instead", s.t)
		case slices.ContainsFunc(notices, func(n Notice) bool { return n.Kind == Withheld }):
			return nil, nil, nil, fmt.Errorf("the run cannot be audited: its budget of ε = %s withholds a message in iteration %d, which one depends on the draw; raise it", numeral.Given(s.now.Budget), s.t)
		case slices.ContainsFunc(s.last.Charges, func(c privacy.Charge) bool { return c.Cover }):
			// The loss of the minimiser alone would refute what is true of the model that was sent.
			return nil, nil, nil, fmt.Errorf("the run cannot be audited: from iteration %d on the noise of repair (ε₂) is on what is sent besides another, and no exact loss of their sum is known; set repair to 0", s.t)
		}
		set := s.now.SetAt(s.t)
		if n := len(moments); n > 0 && reflect.DeepEqual(moments[n-1].Set, set) {
			set = moments[n-1].Set // one of a million iterations has a thousand bytes
		}
		moments = append(moments, audit.Moment{Set: set, Graph: last.Graph, Last: s.t == s.now.Iterations})
	}
	if err := s.HaltedBy(); err != nil {
		return nil, nil, nil, fmt.Errorf("the run cannot be audited: %w", err)
	}
	if from, why := s.Lapsed(); from > 0 {
		return nil, nil, nil, fmt.Errorf("the run cannot be audited: nothing is promised from iteration %d on, as %s", from, why)
	}
	if len(moments) == 0 {
		return nil, nil, nil, fmt.Errorf("the run cannot be audited: %s", s.Wall())
	}
	variant := last.Set.Variant
	if slices.ContainsFunc(moments, func(m audit.Moment) bool { return m.Set.Variant != variant }) {
		variant = "" // the run is of several
	}
	whole := audit.Target{Method: s.spec.ID, Variant: variant, Loss: s.now.LossFunction(), Adjacency: adjacency, Iterations: len(moments)}
	claim := func(by string, epsilon, delta float64) {
		if t := whole; epsilon >= 0 && !math.IsInf(epsilon, 1) && delta < 1 {
			t.By, t.Epsilon, t.Delta = by, epsilon, delta
			claims = append(claims, t)
		}
	}
	claim(last.Accountant, last.Tight, last.TightDelta)
	if !s.spec.Vertical || adjacency == privacy.Replace { // what is said of a column says nothing of a person
		claim(audit.Paper, last.EpsilonTotal, last.Delta)
	}
	if claims == nil {
		return nil, nil, nil, fmt.Errorf("the run cannot be audited: nothing finite is promised for the neighbours %q", s.spec.Adjacency[adjacency].ID)
	}
	return moments, claims, refused, nil
}

// worstHolder is the holder with the largest total; by the paper where the noise proves
// nothing.
func (s *Session) worstHolder(a privacy.Adjacency) int {
	worst, most, printed := 0, -1.0, -1.0
	for i, class := range s.totals.of {
		tight := s.totals.classes[class][a].Best().Epsilon
		if e, _ := s.ledger.Node(i); tight > most || tight == most && e > printed {
			worst, most, printed = i, tight, e
		}
	}
	return worst
}
