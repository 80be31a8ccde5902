package sim

import (
	"fmt"
	"slices"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/privacy"
)

// coming is the next iteration, prepared: what it will be made under, what it costs and
// whether the budget allows it, all before any noise is drawn. None of it has happened
// yet, so that a checkpoint knows nothing of it.
type coming struct {
	made     bool
	terms                     // with the changes that are due
	schedule []config.Event   // still to come after them
	notices  []Notice         // of them
	charges  []privacy.Charge // its price, by node
	enforced bool             // a budget is to be kept
	guess    string           // why it may charge something else, "" if it cannot
	withheld []int            // who was not allowed to charge what its price had left open
	totals   *totals          // with these charges booked; nil where no budget is to be kept
	wall     string           // why the budget does not allow it, "" if it does
	met      string           // by which number the newest row meets the condition to stop, "" if it does not
}

// Ready reports whether the run can make another iteration: not finished, not halted,
// not stopped by its budget.
func (s *Session) Ready() bool {
	if s.halted != "" {
		return false
	}
	n := s.prepare()
	if s.Finished() || s.t >= n.now.Iterations || n.stands() {
		s.commit() // where a run stands still, changes that are due have happened
	}
	return !s.Finished() && !n.stands()
}

// stands reports whether it must not be made.
func (n *coming) stands() bool { return n.wall != "" || n.met != "" }

// Met says by which number the newest row meets the condition to stop, "" if it does not:
// "test_error 0.158 < 0.16".
func (s *Session) Met() string {
	if s.halted != "" {
		return ""
	}
	return s.prepare().met
}

// Wall is why the budget allows no further iteration, "" where it does.
func (s *Session) Wall() string {
	if s.halted != "" || s.Finished() {
		return ""
	}
	return s.prepare().wall
}

// News is what nobody has been told while the session makes no iteration, such as why it
// makes not even a first one; nil while it is Ready, as Step tells then.
func (s *Session) News() []Notice {
	if s.Ready() {
		s.walled = ""
		return nil
	}
	if s.halted != "" || s.Finished() {
		return nil
	}
	notices := s.opening
	s.opening = nil
	return append(notices, s.ahead()...)
}

// ahead tells what has changed where the next iteration is not made, and once why it must not
// be: of the condition to stop, of the wall, or of a limit that a change has moved to this place
// or before it.
func (s *Session) ahead() []Notice {
	if s.halted != "" {
		return nil
	}
	n := s.prepare()
	if s.t < n.now.Iterations && !n.stands() { // it tells itself
		s.walled = ""
		return nil
	}
	notices, end, why := n.notices, []Notice(nil), ""
	n.notices = nil
	switch {
	case s.t >= n.now.Iterations && !s.Finished():
		end = s.limitReached(&n.terms)
	case n.met != "":
		end = []Notice{{Iteration: s.t, Kind: Met, Text: s.metWords(n)}}
	case n.wall != "":
		end = []Notice{{Iteration: s.t, Kind: Wall, Text: n.wall}}
	}
	if len(end) > 0 {
		why = end[len(end)-1].Text
	}
	if why != s.walled {
		notices = append(notices, end...)
	}
	s.walled = why
	return notices
}

// limitReached tells that the run is at its limit under terms, and of a condition to stop that
// was held against nothing.
func (s *Session) limitReached(at *terms) (notices []Notice) {
	if words := s.unheld(at.now.StopWhen); words != "" {
		notices = append(notices, Notice{Iteration: s.t, Kind: Unheld, Text: words})
	}
	return append(notices, Notice{Iteration: s.t, Kind: Finished, Text: fmt.Sprintf("limit of %d reached", at.now.Iterations)})
}

// metWords tells of the condition to stop, and what no ε has in it: a number that is
// computed from the data says when, whatever comes behind that iteration.
func (s *Session) metWords(n *coming) string {
	text := "stopped: " + n.met
	if looks := n.now.StopWhen.Column.LooksAt(s.spec.Vertical); looks != "" && s.spec.Private() && s.newest.Set.Private {
		text += "; " + choosing + looks + " is in no ε"
	}
	return text
}

// prepare prepares the next iteration, if that has not been done. A panic halts the run: nobody
// knows what that iteration would cost.
func (s *Session) prepare() *coming {
	n := &s.next
	if n.made {
		return n
	}
	now, whole := s.terms, false
	defer func() {
		if !whole {
			s.terms = now
			s.Halt("the next iteration could not be prepared")
		}
	}()
	*n = coming{made: true, charges: n.charges[:0]}
	s.happen(s.due())
	if s.t > 0 && n.now.StopWhen.Holds(&s.newest) {
		n.met = n.now.StopWhen.Met(&s.newest)
	}
	if s.t < n.now.Iterations {
		s.charge(n)
	}
	whole = true
	return n
}

// charge finds what the next iteration costs, and whether the budget allows it.
func (s *Session) charge(n *coming) {
	price := s.price(&n.terms, 0)
	n.charges, n.guess = append(n.charges, price.Charges...), price.Guess
	if n.enforced = n.now.KeepsBudget(); n.enforced {
		if n.wall = s.boundless(n, price); n.wall == "" {
			n.wall = s.wall(n)
		}
	}
}

// happen makes so many changes of the schedule happen in the next iteration.
func (s *Session) happen(due int) {
	n := &s.next
	if n.terms, n.schedule = s.terms, s.schedule[due:]; due == 0 {
		return
	}
	now := s.terms
	s.changes = slices.Clip(s.changes)
	for _, e := range s.schedule[:due] {
		s.each(1, func(int) { n.notices = append(n.notices, s.tell(e, s.apply)...) })
	}
	n.terms, s.terms = s.terms, now
}

// waiting is how many changes of the schedule wait for the next iteration.
func (s *Session) waiting() int {
	n := 0
	for n < len(s.schedule) && s.schedule[n].At <= s.t+1 {
		n++
	}
	return n
}

// due is how many changes of the schedule come before the next iteration. Where the limit
// is reached they do only if one of them moves it: it was moved by hand at this place,
// and a replay must not end before it.
func (s *Session) due() int {
	due := s.waiting()
	if s.Finished() && !slices.ContainsFunc(s.schedule[:due], func(e config.Event) bool { return e.Key == config.IterationsKnob.Key }) {
		return 0
	}
	return due
}

// commit makes the changes happen that are due in the prepared iteration.
func (s *Session) commit() {
	n := &s.next
	s.terms, s.schedule = n.terms, n.schedule
	s.opening = append(s.opening, n.notices...)
	n.notices = nil
	s.totals.restate(s.set.Delta)
}

// price is what the iteration ahead of the next charges under terms.
func (s *Session) price(at *terms, ahead int) admm.Price {
	return s.method.Price(s.given(at, ahead))
}

// given is what a method is told of the iteration ahead of the next under terms.
func (s *Session) given(at *terms, ahead int) admm.Step {
	factor := at.now.Schedule.At(s.t + 1 + ahead)
	if !at.set.Private { // no noise is drawn: its knob counts in what a run with it would be promised, at its largest
		factor = largestFactor(&at.now)
	}
	return admm.Step{
		Iteration: s.t + 1, Ahead: ahead, Last: s.t+1+ahead == at.now.Iterations, Graph: at.graph, Noise: s.source,
		Set: config.Scaled(s.spec, at.set, factor),
	}
}
