package sim

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"admmlab/models/elementary"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// foreseen reports whether so many more iterations under terms are booked one by one to foresee
// what they cost: no more than mostBooked, nor than mostApart that are apart.
func (s *Session) foreseen(at *terms, left int) bool {
	return left <= mostBooked && (left <= mostApart || s.apart(at, left) == "")
}

// apart says why no two releases that are booked one after the other cost the same, "" where they
// do: accountants round, and add more then than where so many of a kind are booked at once.
func (s *Session) apart(at *terms, left int) string {
	if s.varies(at, left) {
		return "every iteration costs something else"
	}
	var turn []account.Steps // one behind the next, which may cost less
	for place := range s.spec.Turn {
		turn = joined(turn, s.releases(at, s.spec.Turn+place, s.spec.Turn+place), 1)
	}
	if left > 1 && len(turn) > 1 {
		return "a node's releases in one iteration cost one thing and another"
	}
	return ""
}

// booked are the accounts after so many more iterations under terms, each node's with its own
// costs as they will be booked.
func (s *Session) booked(at *terms, left int) iter.Seq[*account.Account] {
	totals := s.totals.after(nil, at.set.Delta)
	for k := range left {
		totals.add(s.price(at, k).Charges, at.set.Delta)
	}
	adjacency := s.spec.AdjacencyOf(at.set)
	return func(yield func(*account.Account) bool) {
		for _, c := range totals.all() {
			if !yield(c[adjacency]) {
				return
			}
		}
	}
}

// lasts reports whether so many more iterations under terms keep a total as they will be booked:
// accountants round, so that a little less can come to more. Of more than are foreseen it is not
// asked.
func (s *Session) lasts(at *terms, left int, within float64) bool {
	if !s.foreseen(at, left) {
		return true
	}
	for a := range s.booked(at, left) {
		if !a.Fits(nil, within, at.now.Accountant) {
			return false
		}
	}
	return true
}

// comesTo is the largest total of a node after them, +Inf where one has none.
func (s *Session) comesTo(at *terms, left int) (worst float64) {
	for a := range s.booked(at, left) {
		total := totalBy(a, at.now.Accountant)
		if !total.Valid {
			return math.Inf(1)
		}
		worst = math.Max(worst, total.Epsilon)
	}
	return worst
}

// unforeseen is why it is not looked at what each node pays for each of so many more iterations,
// "" where it is, or where all pay the same.
func (s *Session) unforeseen(at *terms, left int) string {
	why, most := s.apart(at, left), mostApart
	if why == "" && !s.alike(at) {
		why, most = "nodes differ in cost", mostBooked
	}
	if why == "" || left <= most {
		return ""
	}
	return fmt.Sprintf("%s, and what each pays is not looked at over more than %s", why, numeral.Counted(most, "iteration"))
}

// unspent says why noise of value under terms, the largest that fits, spends less than the total
// within; "" if it spends nearly all of it.
func (s *Session) unspent(n *coming, at *terms, left int, value, within float64, build func(value float64) []account.Steps) string {
	knob, _ := s.spec.Parameter(s.spec.NoiseKnob)
	steps, foreseen := build(value), s.foreseen(at, left)
	spends := func(value float64) float64 {
		build(value)
		return s.comesTo(at, left)
	}
	more := value * (2 - nearly) // what it spends is not more by more than that part, unless it leaps
	switch {
	case !foreseen && !n.fits(s.accounts(n), steps, nearly*within):
		if why := s.unforeseen(at, left); why != "" {
			return "may spend less than the total: " + why
		}
		return ""
	case foreseen && spends(value) >= nearly*within:
		return ""
	case more > knob.Max:
		return "spends less than the total: none is smaller"
	}
	if build(more); !foreseen || !s.lasts(at, left, within) {
		return "spends less than the total: with a little less noise what it costs leaps past that"
	}
	if least := spends(knob.Min); least == spends(value) && least == spends(knob.Max) {
		return "spends less than the total: what is left costs nothing, whatever the noise"
	}
	return "spends less than the total: no less noise was looked for"
}

// nearly is what part of a total the answer to the reverse question spends at least, where that
// can be foreseen, and mostAsked how often it is asked of another.
const nearly, mostAsked = 1 - 1e-3, 16

// fuller is a value with which the run spends nearly the total within by its own costs, near one
// that fits as every stretch's dearest cost of all nodes; total says what it spends with a value.
// In logarithms a total is nearly a line in the noise: the next value is where the line through
// the last two reaches it, or the one to a value that was too much, or, where the last step has left
// more than half of what lies between, half-way to the latter. Where a large δ pays for all noise up
// to some value, which is up to most, what it does not pay for is looked for half-way first.
func fuller(value, most, within float64, total func(float64) float64) float64 {
	const aim = nearly + (1-nearly)/2
	spent, slope := total(value), 1.0
	over, passed := math.Inf(1), math.Inf(1) // a value that was too much, and what it spends
	stuck := false                           // the last step left more than half of what lies between the two
	for range mostAsked {                    // accountants can round more in the run's own costs
		if !(spent > within) {
			break
		}
		over, passed = value, spent
		value *= math.Max(aim*within/spent, 0.5)
		spent = total(value)
	}
	if spent == 0 && math.IsInf(over, 1) {
		switch then := total(most); {
		case then == 0: // what is left costs nothing
			return value
		case then <= within:
			return most
		default:
			over, passed = most, then
		}
	}
	for spent == 0 {
		next := math.Sqrt(value) * math.Sqrt(over)
		if next <= value || next >= over {
			return value
		}
		if then := total(next); then <= within {
			value, spent = next, then
		} else {
			over, passed = next, then
		}
	}
	for range mostAsked {
		if !(spent > 0) || spent >= nearly*within {
			break
		}
		line, next := value*elementary.Exp(elementary.Log(aim*within/spent)/slope), math.Sqrt(value)*math.Sqrt(over)
		switch {
		case stuck:
		case line < over:
			next = line
		case passed < math.Inf(1):
			next = value + float64((over-value)*((float64(aim*within)-spent)/(passed-spent)))
		}
		if next <= value || next >= over {
			break
		}
		apart := over / value // without an end until something was too much
		switch then := total(next); {
		case !(then <= within):
			over, passed = next, then
		case then == spent: // what is left costs nothing
			return value
		default:
			if rise := elementary.Log(then/spent) / elementary.Log(next/value); rise > 0 {
				slope = rise
			}
			value, spent = next, then
		}
		left := over / value
		stuck = left*left > apart
	}
	return value
}

// stretches is into how many parts the iterations to come are cut where what they cost
// changes, as where a penalty grows or a schedule says so: each costs what its dearest does.
const stretches = 32

// mostApart is up to how many iterations that are apart are held against a budget as they will be
// booked, one by one.
const mostApart = privacy.Foreseen

// mostBooked is up to how many iterations are booked one by one to foresee what they cost.
const mostBooked = 1000

// restExactly is rest with every iteration by itself.
func (s *Session) restExactly(at *terms, left int) []account.Steps {
	var list []account.Steps
	for k := range left {
		for _, c := range s.releases(at, k, k) {
			list = append(list, account.Steps{Step: c, Count: 1})
		}
	}
	return list
}

// joined appends so many of each of steps to a list, to those of their kind where it has
// some: accountants round, and add more to many kinds than to few.
func joined(list []account.Steps, steps []account.Step, count int) []account.Steps {
	for _, c := range steps {
		if k := slices.IndexFunc(list, func(s account.Steps) bool { return s.Step == c }); k >= 0 {
			list[k].Count += count
		} else {
			list = append(list, account.Steps{Step: c, Count: count})
		}
	}
	return list
}

// varies reports whether the iterations that are left, but for the last, cost one thing
// and another under terms.
func (s *Session) varies(at *terms, left int) bool {
	turn := s.spec.Turn
	for place := range turn { // of the second turn and of the last: the next may cost less
		near, far := place+turn, place+(left-2-place)/turn*turn
		if far < near {
			break
		}
		if !at.now.Schedule.Constant() || !slices.Equal(s.releases(at, near, near), s.releases(at, far, far)) {
			return true
		}
	}
	return false
}

// rest is what the iterations that are left cost under terms. The first turn is one of its
// own, as the last iteration is: before anything was sent a message can cost less, as that of
// sharing, which costs nothing.
func (s *Session) rest(at *terms, left int) []account.Steps {
	parts := 1
	if s.varies(at, left) {
		parts = min(stretches, left)
	}
	first := min(s.spec.Turn, left-1)
	list := s.restExactly(at, first)
	for k := range parts {
		from, to := first+k*(left-1-first)/parts, first+(k+1)*(left-1-first)/parts
		for place := range min(s.spec.Turn, to-from) {
			list = joined(list, s.releases(at, from+place, to-1), (to-from-place+s.spec.Turn-1)/s.spec.Turn)
		}
	}
	return joined(list, s.releases(at, left-1, left-1), 1)
}
