package sim

import (
	"fmt"
	"slices"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// Ledger is what the accountants say of a run so far.
type Ledger struct {
	Adjacency privacy.Adjacency
	// Totals has one total for each accountant, that of the node that is worst off by it:
	// nodes with other charges can be worst off by other accountants.
	Totals [privacy.Adjacencies][]account.Total
	// Best is the smallest total of the node for which that is largest, as in a row; it
	// can be below every one of Totals.
	Best [privacy.Adjacencies]account.Total
	// Adaptive: charges depend on what was drawn. Totals and Best are then what has been
	// spent so far, and the guarantee is Declared, if that is valid.
	Adaptive bool
	Declared [privacy.Adjacencies]account.Total
	// Labelled is the smallest total of one person's row at one party and the label
	// together, where labels are randomised before the run; not valid where they are not.
	Labelled account.Total
}

// Ledger is the run's ledger; empty Totals without privacy or guarantee.
func (s *Session) Ledger() Ledger {
	l := Ledger{Adjacency: s.spec.AdjacencyOf(s.set)}
	if from, _ := s.ledger.Lapsed(); from > 0 || !s.set.Private {
		return l
	}
	l.Adaptive = s.filter.since > 0
	for a := range l.Totals {
		l.Totals[a] = s.totals.bestBy(privacy.Adjacency(a))
		l.Best[a] = s.totals.best(privacy.Adjacency(a))
		l.Declared[a] = s.filter.total(privacy.Adjacency(a), s.set.Delta)
	}
	if s.set.Labels > 0 && !l.Adaptive {
		l.Labelled = s.totals.labelled(s.set.Labels)
	}
	return l
}

// budgeted reports whether there is a budget to keep under terms.
func (s *Session) budgeted(at *terms) bool {
	from, _ := s.ledger.Lapsed()
	return at.now.Budget > 0 && from == 0 && s.spec.Private() && at.set.Private
}

// boundless is why nothing bounds what the prepared iteration would cost, as a wall, ""
// where something does: no budget allows what is not promised.
func (s *Session) boundless(n *coming, price admm.Price) string {
	why := s.unpromised(n, price)
	if why == "" {
		return ""
	}
	return fmt.Sprintf("the budget of ε = %s allows %s: %s", numeral.Given(n.now.Budget), s.further(), why)
}

// unpromised is why nothing would be promised of a run with the prepared iteration, and what
// helps, "" where something would.
func (s *Session) unpromised(n *coming, price admm.Price) string {
	from, why := s.ledger.Lapsed()
	if open := s.unfiltered(n.set); from == 0 && open > 0 && n.set.Private {
		from, why = open, "what is spent depends on what was drawn, and no budget was kept for "+config.NeighbourWords(n.now)
	}
	now := s.unmet(price.Conditions)
	switch {
	case !n.set.Private:
		now = "the noise is off"
	case now == "" && !n.now.KeepsBudget() && adaptive(price.Charges):
		now = "what is spent depends on what was drawn, and no budget is kept"
	}
	switch {
	case from > 0 && now != "":
		return fmt.Sprintf("nothing is promised from t = %d on, as %s, and nothing would be promised now, as %s; change that and start anew%s", from, why, now, orNoStop(n))
	case from > 0:
		return fmt.Sprintf("nothing is promised from t = %d on, as %s; start anew%s", from, why, orNoStop(n))
	case now != "":
		return fmt.Sprintf("nothing would be promised, as %s; change that%s", now, orNoStop(n))
	}
	return ""
}

// orNoStop is what else lets a run go on where nothing is promised.
func orNoStop(n *coming) string {
	if !n.now.Stop {
		return ""
	}
	return ", or turn stop off"
}

// unmet is which of the conditions of a price, and of the data, the promise misses, "" for
// none.
func (s *Session) unmet(conditions []admm.Condition) string {
	s.room.conditions = append(append(s.room.conditions[:0], s.norm()), conditions...)
	for _, c := range s.room.conditions {
		if c.Privacy && !c.Holds {
			return c.Detail
		}
	}
	return ""
}

// further is what a wall does not allow, in words.
func (s *Session) further() string {
	if s.t == 0 {
		return "not even the first iteration"
	}
	return "no further iteration"
}

// wall is why the prepared iteration must not be made, "" if it may: it is booked on a
// copy of every node's account, and each must keep the budget by the accountant chosen.
func (s *Session) wall(n *coming) string {
	n.totals = s.totals.after(n.charges, n.set.Delta)
	adjacency := s.spec.AdjacencyOf(n.set)
	dearest, most := -1, 0.0 // the node of the largest total of those that do not keep it
	for k, c := range n.totals.all() {
		if a := c[adjacency]; !s.keeps(a, n) {
			if total := totalBy(a, n.now.Accountant); dearest < 0 || total.Epsilon > most {
				dearest, most = k, total.Epsilon
			}
		}
	}
	if dearest >= 0 {
		return s.wallWords(n, slices.Index(n.totals.of, dearest), n.totals.classes[dearest][adjacency])
	}
	if epsilon := s.filter.kept(adjacency, n.now.Budget, n.set.Delta); epsilon > n.now.Budget {
		return fmt.Sprintf("the budget of ε = %s, δ = %s, %s, allows no further iteration: the bound that was kept before, ε = %s of the same, is what is promised of noise that depends on what was drawn, and cannot be taken back; %s",
			numeral.Given(n.now.Budget), numeral.AtMost(n.set.Delta, 3), config.NeighbourWords(n.now), above(epsilon, n.now.Budget), past(epsilon, "the budget"))
	}
	return ""
}

// keeps reports whether an account keeps the budget. Where charges depend on what was
// drawn that is a filter, whose theorem is about Gaussian noise: every accountant's total
// of such is at least the exact one, which is asked for all the same.
func (s *Session) keeps(a *account.Account, n *coming) bool {
	drawn := s.filter.since > 0 || adaptive(n.charges)
	return a.Fits(nil, n.now.Budget, n.now.Accountant) && (!drawn || a.Fits(nil, n.now.Budget, account.Gaussian))
}

// adaptive reports whether what is spent depends on what was drawn.
func adaptive(charges []privacy.Charge) bool {
	return slices.ContainsFunc(charges, func(c privacy.Charge) bool { return c.Adaptive })
}

// Unaffordable is why no budget allows the next iteration, and what helps, "" where one does.
func (s *Session) Unaffordable() string {
	n := s.prepare()
	if why := s.unpromised(n, s.price(&n.terms, 0)); why != "" {
		return why
	}
	adjacency := s.spec.AdjacencyOf(n.set)
	for _, c := range s.totals.after(n.charges, n.set.Delta).classes {
		switch total := totalBy(c[adjacency], n.now.Accountant); {
		case !total.Valid:
			return n.now.Accountant + " would prove no total; " + s.proving(c[adjacency], adjacency) + orNoStop(n)
		case total.Epsilon > config.MaxBudget:
			return fmt.Sprintf("the next would take the total to %s, above the largest budget there is, %s; take more noise, if any is enough%s", numeral.AtLeast(total.Epsilon, 3), numeral.Given(config.MaxBudget), orNoStop(n))
		}
	}
	return ""
}

// proving is what helps where an accountant proves no total of an account with more than is spent.
func (s *Session) proving(a *account.Account, adjacency privacy.Adjacency) string {
	for _, c := range s.totals.classes {
		if !c[adjacency].Best().Valid {
			return "start anew, as nothing proves a total of what is spent"
		}
	}
	if !a.Best().Valid {
		return "no other accountant proves one: change the variant, or take more noise if there is too little"
	}
	return "take another accountant"
}

// totalBy is the total of an account by an accountant, or by Best.
func totalBy(a *account.Account, name string) account.Total {
	if name == account.Best {
		return a.Best()
	}
	for _, t := range a.Totals() {
		if t.Name == name {
			return t
		}
	}
	return a.Best()
}

// wallWords says that a node's account would come to a total past the budget.
func (s *Session) wallWords(n *coming, node int, a *account.Account) string {
	total := totalBy(a, n.now.Accountant)
	which, next := s.further(), "the next"
	if s.t == 0 {
		next = "it"
	}
	if !total.Valid {
		return fmt.Sprintf("the budget of ε = %s allows %s: %s would leave %s without a total (%s: %s); %s, or turn stop off",
			numeral.Given(n.now.Budget), which, next, s.holder(node), n.now.Accountant, strings.TrimSuffix(total.Why, "."), s.proving(a, s.spec.AdjacencyOf(n.set)))
	}
	by := total.Name
	if total.Delta > 0 {
		by += ", δ = " + numeral.AtMost(total.Delta, 3)
	}
	so := ""
	if n.guess != "" {
		so = ", by what has been sent so far,"
	}
	return fmt.Sprintf("the budget of ε = %s allows %s: %s would take %s%s to %s (%s, %s); %s",
		numeral.Given(n.now.Budget), which, next, s.holder(node), so, above(total.Epsilon, n.now.Budget), by, config.NeighbourWords(n.now), past(total.Epsilon, "it"))
}

// above is a total rounded up, in as many digits from six on as show it above a budget as that is
// given.
func above(total, budget float64) string {
	digits := numeral.InOrder(budget, total, 6)
	return numeral.Exact(numeral.RoundUp(total, digits), digits)
}

// past is how to go on where a budget, called so, is too small for a total; none is raised beyond
// the largest.
func past(total float64, called string) string {
	if total > config.MaxBudget {
		return "turn stop off"
	}
	return "raise " + called + ", or turn stop off"
}

// holder is a node or party in words.
func (s *Session) holder(i int) string {
	if s.spec.Vertical {
		return fmt.Sprintf("party %d", i+1)
	}
	return fmt.Sprintf("node %d", i+1)
}

// asked is what a method asks before each release of an iteration whose price it could
// only guess; nil where it knows the price. The charges it asks for become the price.
func (s *Session) asked() func(privacy.Charge) bool {
	n := &s.next
	if n.guess == "" {
		return nil
	}
	n.totals, n.charges = nil, n.charges[:0]
	adjacency := s.spec.AdjacencyOf(n.set)
	return func(c privacy.Charge) bool {
		allowed := true
		n.charges = append(n.charges, c)
		if n.enforced {
			a := account.Try(s.totals.classes[s.totals.of[c.Node]][adjacency])[0]
			a.Add(step(c.Cost[adjacency]))
			allowed = s.keeps(a, n)
		}
		if !allowed {
			n.withheld = append(n.withheld, c.Node)
			n.charges[len(n.charges)-1] = privacy.Charge{Node: c.Node}
		}
		return allowed
	}
}

// silent halts a run whose method charges a node for a release and tells the meter of
// none: the realised losses would leave it out without a word. What promises nothing, as
// M-ADMM's node without neighbours, which adds no noise, has no loss to tell of, nor has
// what costs nothing.
func (s *Session) silent(charges []privacy.Charge) []Notice {
	for _, c := range charges {
		if cost := c.Cost[privacy.Replace]; !s.meter.heard[c.Node] && cost != (privacy.Cost{}) && cost.Proves() {
			return s.mistake("%s charged node %d in iteration %d and did not say what it released, so that realised losses would leave it out: a mistake in the program; please report this with the session text",
				s.spec.Name, c.Node+1, s.t)
		}
	}
	return nil
}

// unread halts a run whose method charges what it read no data for, by its own word. A
// minimiser that begins where it ended last, as that of a node alone, reads nothing anew.
func (s *Session) unread(r admm.Round) []Notice {
	if len(r.Charges) == 0 || r.Work.Visits > 0 || r.Work.Minimisations > 0 {
		return nil
	}
	return s.mistake("%s charged %s in iteration %d and says that it read no data for it: a mistake in the program; please report this with the session text",
		s.spec.Name, chargeWords(r.Charges), s.t)
}

// book books what an iteration charged and holds it against its price, which is what the
// wall was asked for. A method that charges something else is a mistake in the program:
// what it charged is booked, and the run halts.
func (s *Session) book(r admm.Round) []Notice {
	n := &s.next
	var filtered []Notice
	asPriced := slices.EqualFunc(n.charges, r.Charges, sameCharge)
	if s.spec.Private() {
		s.ledger.Add(r.Charges, r.Slack)
		if asPriced && n.totals != nil {
			s.totals = n.totals
		} else {
			s.totals.add(r.Charges, s.set.Delta)
		}
		filtered = s.filtered()
	}
	if asPriced && (s.spec.Private() || len(r.Charges) == 0) {
		return append(s.withheldWords(n), filtered...)
	}
	said := "said before that it would be " + chargeWords(n.charges)
	if !s.spec.Private() {
		said = "declares no noise"
	}
	return s.mistake("%s charged %s in iteration %d, and %s: a mistake in the program. What it charged is counted; please report this with the session text",
		s.spec.Name, chargeWords(r.Charges), s.t, said)
}

// mistake halts a run whose method does not do what it says of itself.
func (s *Session) mistake(words string, about ...any) []Notice {
	s.halted, s.mistaken = fmt.Sprintf(words, about...), true
	return []Notice{{Iteration: s.t, Kind: Failed, Text: s.halted}}
}

// filterRound books the round with the filter.
func (s *Session) filterRound(r admm.Round) {
	budget := 0.0
	if s.next.enforced {
		budget = s.now.Budget
	}
	s.filter.book(s.t, r.Charges, s.spec.AdjacencyOf(s.set), budget, s.set.Delta)
}

// filtered tells, once, that nothing is promised as charges depend on what was drawn.
func (s *Session) filtered() []Notice {
	if from, _ := s.ledger.Lapsed(); from > 0 || s.filter.open != s.t {
		return nil
	}
	return []Notice{{Iteration: s.t, Kind: NoGuarantee, Text: noGuarantee(s.t, s.spec.Adaptive.Words)}}
}

// unfiltered is the first iteration whose charges depend on what was drawn and that no
// budget bounds, for the neighbours of set; 0 for none.
func (s *Session) unfiltered(set *admm.Settings) int {
	return s.filter.bounds[s.spec.AdjacencyOf(set)].broken
}

// withheldWords tells of the releases that were not allowed, if there were any.
func (s *Session) withheldWords(n *coming) []Notice {
	if len(n.withheld) == 0 {
		return nil
	}
	var who []string
	for _, i := range n.withheld {
		who = append(who, s.holder(i))
	}
	return []Notice{{Iteration: s.t, Kind: Withheld, Text: fmt.Sprintf(
		"%s sent the last message again: what a new one would cost shows only when those before it are sent, and it would have broken the budget of ε = %s",
		strings.Join(who, ", "), numeral.Given(s.now.Budget))}}
}

// chargeWords is what a list of charges comes to, in a few words.
func chargeWords(charges []privacy.Charge) string {
	if len(charges) == 0 {
		return "nothing"
	}
	most := charges[0]
	for _, c := range charges {
		if c.Cost[privacy.Replace].Pure > most.Cost[privacy.Replace].Pure {
			most = c
		}
	}
	return fmt.Sprintf("%d releases of at most ε = %s (printed %s)", len(charges), numeral.Exact(most.Cost[privacy.Replace].Pure, 6), numeral.Exact(most.Printed, 6))
}

// sameCharge reports whether two charges are the same to the last bit; numbers that left
// the finite range count as equal.
func sameCharge(a, b privacy.Charge) bool {
	same := a.Node == b.Node && a.Adaptive == b.Adaptive && sameNumber(a.Printed, b.Printed) && sameNumber(a.Delta, b.Delta)
	for k, c := range a.Cost {
		o := b.Cost[k]
		same = same && c.Dim == o.Dim && c.Convex == o.Convex && sameNumber(c.Pure, o.Pure) &&
			sameNumber(c.Shift, o.Shift) && sameNumber(c.Det, o.Det) && sameNumber(c.Mu, o.Mu)
	}
	return same
}

func sameNumber(a, b float64) bool { return a == b || a != a && b != b }
