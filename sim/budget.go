package sim

import (
	"cmp"
	"fmt"
	"slices"

	"admmlab/sim/admm"
	"admmlab/sim/config"
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
}

// Ledger is the run's ledger; empty Totals without privacy or guarantee.
func (s *Session) Ledger() Ledger {
	l := Ledger{Adjacency: s.spec.AdjacencyOf(s.set)}
	if from, _ := s.ledger.Lapsed(); from > 0 || !s.set.Private {
		return l
	}
	for a := range l.Totals {
		l.Totals[a] = s.totals.worstBy(privacy.Adjacency(a))
		l.Best[a] = s.totals.worst(privacy.Adjacency(a)).Best()
	}
	return l
}

// price is what the iteration ahead of the next charges under settings.
func (s *Session) price(set *admm.Settings, ahead int) admm.Price {
	return s.method.Price(s.given(set, ahead))
}

// given is what a method is told of the iteration ahead of the next under settings.
func (s *Session) given(set *admm.Settings, ahead int) admm.Step {
	return admm.Step{
		Iteration: s.t + 1, Ahead: ahead, Last: s.t+1+ahead == s.now.Iterations, Graph: s.graph, Set: set, Noise: s.source,
	}
}

// dearest appends costs that no node's charges exceed in any part, one for each release
// that a node makes: with fewer records the determinant costs more and the shift less,
// so that no single node need be the dearest to every accountant.
func dearest(list []privacy.Cost, charges []privacy.Charge, a privacy.Adjacency) []privacy.Cost {
	release := 0 // of the node
	for i, c := range charges {
		if release++; i == 0 || c.Node != charges[i-1].Node {
			release = 0
		}
		if release == len(list) {
			list = append(list, c.Cost[a])
		} else {
			list[release] = list[release].Max(c.Cost[a])
		}
	}
	return list
}

// releases is what the iteration ahead of the next costs a node, and every later one of
// the same place in its turn: a cost that falls, as that of a growing penalty, counts in
// full, and one that rises, as PVP's, as high as it will.
func (s *Session) releases(set *admm.Settings, ahead int) []account.Step {
	adjacency := s.spec.AdjacencyOf(set)
	list := dearest(nil, s.price(set, ahead).Charges, adjacency)
	if s.t+1+ahead != s.now.Iterations { // after the last nothing comes
		list = dearest(list, s.price(set, ahead+s.spec.Turn).Charges, adjacency)
	}
	return stepsOf(list)
}

func stepsOf(costs []privacy.Cost) []account.Step {
	list := make([]account.Step, len(costs))
	for k, c := range costs {
		list[k] = step(c)
	}
	return list
}

// budgeted reports whether a budget is to be kept, and the account that is worst off.
func (s *Session) budgeted() (*account.Account, bool) {
	if from, _ := s.ledger.Lapsed(); s.now.Budget <= 0 || from > 0 || !s.spec.Private() || !s.set.Private {
		return nil, false
	}
	return s.totals.worst(s.spec.AdjacencyOf(s.set)), true
}

// Left is how many more iterations like the next fit into the budget, and why that is a
// guess, "" if it is none; false if there is no budget or no guarantee. It may take a
// tenth of a second after many different steps.
func (s *Session) Left() (left int, guess string, ok bool) {
	a, ok := s.budgeted()
	if !ok {
		return 0, "", false
	}
	var turn []account.Step
	var first []account.Steps // of the first iterations of one turn more
	for ahead := range s.spec.Turn {
		turn = append(turn, s.releases(s.set, ahead)...)
	}
	turns := a.Iterations(turn, s.now.Budget, s.now.Accountant)
	for _, step := range turn {
		first = append(first, account.Steps{Step: step, Count: turns})
	}
	left = turns * s.spec.Turn
	for ahead := range s.spec.Turn - 1 {
		for _, step := range s.releases(s.set, ahead) {
			first = append(first, account.Steps{Step: step, Count: 1})
		}
		if !a.Fits(first, s.now.Budget, s.now.Accountant) {
			break
		}
		left++
	}
	return min(left, config.MaxIterations), cmp.Or(s.price(s.set, 0).Guess, s.price(s.set, s.spec.Turn).Guess), true
}

// wall pauses the run, if it is to stop, where the next iteration would break the
// budget, and says so.
func (s *Session) wall() []Notice {
	s.walled = false
	if !s.now.Stop {
		return nil
	}
	a, ok := s.budgeted()
	if !ok {
		return nil
	}
	s.room.costs = dearest(s.room.costs[:0], s.price(s.set, 0).Charges, s.spec.AdjacencyOf(s.set))
	var next []account.Steps
	for _, c := range s.room.costs {
		next = append(next, account.Steps{Step: step(c), Count: 1})
	}
	if len(next) == 0 || a.Fits(next, s.now.Budget, s.now.Accountant) {
		return nil
	}
	s.walled = true
	return []Notice{{Iteration: s.t, Kind: Wall, Text: fmt.Sprintf("the budget of ε = %g allows no further iteration; raise it, or turn stop off", s.now.Budget)}}
}

// held holds what an iteration charged against its price, which is what the wall asks
// for before a step. A method that charges something else is a mistake in the program:
// what it charged is booked, and the run halts. A guess may be exceeded, but not past the
// budget without a word.
func (s *Session) held(guess string, charges []privacy.Charge) []Notice {
	if guess != "" {
		a, ok := s.budgeted()
		if !ok || !s.now.Stop || a.Fits(nil, s.now.Budget, s.now.Accountant) {
			return nil
		}
		return []Notice{{Iteration: s.t, Kind: Wall, Text: fmt.Sprintf(
			"iteration %d went past the budget of ε = %g: what it would cost could only be guessed, as %s", s.t, s.now.Budget, guess)}}
	}
	if slices.EqualFunc(s.room.priced, charges, sameCharge) && (s.spec.Private() || len(charges) == 0) {
		return nil
	}
	said := "said before that it would be " + chargeWords(s.room.priced)
	if !s.spec.Private() {
		said = "declares no noise"
	}
	s.halted = fmt.Sprintf("%s charged %s in iteration %d, and %s: a mistake in the program. What it charged is counted; please report this with the session text",
		s.spec.Name, chargeWords(charges), s.t, said)
	return []Notice{{Iteration: s.t, Kind: Failed, Text: s.halted}}
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
	return fmt.Sprintf("%d releases of at most ε = %.6g (printed %.6g)", len(charges), most.Cost[privacy.Replace].Pure, most.Printed)
}

// sameCharge reports whether two charges are the same to the last bit; numbers that left
// the finite range count as equal.
func sameCharge(a, b privacy.Charge) bool {
	same := a.Node == b.Node && sameNumber(a.Printed, b.Printed) && sameNumber(a.Delta, b.Delta)
	for k, c := range a.Cost {
		o := b.Cost[k]
		same = same && c.Dim == o.Dim && c.Convex == o.Convex && sameNumber(c.Pure, o.Pure) &&
			sameNumber(c.Shift, o.Shift) && sameNumber(c.Det, o.Det) && sameNumber(c.Mu, o.Mu)
	}
	return same
}

func sameNumber(a, b float64) bool { return a == b || a != a && b != b }

// Walled reports whether the budget stops the run here.
func (s *Session) Walled() bool { return s.walled && s.now.Stop && s.now.Budget > 0 }
