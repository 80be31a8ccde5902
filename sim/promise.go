package sim

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
)

// Notice is something that happened beside the numbers.
type Notice struct {
	Iteration int
	Kind      NoticeKind
	Text      string         // one line
	Change    *config.Change // with Changed: what it was; nil with every other kind
	Offer     *Offer         // with Answer: what could be done about it, nil for nothing
	Asked     int            // number of the command that asked, with its answer, what that did, or why there is none; 0 for none
}

// Dated is the text behind its iteration.
func (n Notice) Dated() string { return fmt.Sprintf("t %d: %s", n.Iteration, n.Text) }

// Offer is what could be done about an answer.
type Offer struct {
	Events []config.Event // changes that would do, now or at the start of another run
	Within float64        // the total epsilon that was asked for, 0 = the budget
	Anew   *config.Config // of the run that they would be the start of; nil where they count in this one
}

// NoticeKind is what a notice is about.
type NoticeKind int

const (
	// Changed: a knob or an edge changed; drawn as a mark.
	Changed NoticeKind = iota
	// Split: the graph came apart.
	Split
	// NoGuarantee: from here on nothing is promised.
	NoGuarantee
	// SolverMissed: a local minimiser did not reach the gradient norm.
	SolverMissed
	// Wall: the next iteration would break the budget.
	Wall
	// Growing: the loss runs away.
	Growing
	// Diverged: the numbers left the finite range; the run halts.
	Diverged
	// Finished: the iteration limit is reached; the run pauses.
	Finished
	// Refused: something asked for cannot be done; nothing changed.
	Refused
	// Data: something about the data set worth knowing.
	Data
	// Answer: what was asked, such as which alpha keeps the budget.
	Answer
	// Failed: a mistake in the program; the run is kept and halts.
	Failed
	// Withheld: a node sent nothing new, as that would have broken the budget.
	Withheld
	// Met: the newest row meets the condition to stop.
	Met
	// Unheld: the limit is reached, and the last row has no number for that condition.
	Unheld
	// Doubted: the noise that is to spend a budget spends less, or is a guess and may, or end early.
	Doubted
)

// promise checks what the theorems ask for, lights the lights, and lets the guarantee
// lapse when a condition it rests on is gone.
func (s *Session) promise(r admm.Round) []Notice {
	s.room.conditions = append(s.general(s.room.conditions[:0], r), r.Conditions...)
	lights, reason := s.room.lights[:0], ""
	for _, c := range s.room.conditions {
		light := Light{Name: c.Name, Detail: c.Detail, Told: c.Told, Numbers: c.Numbers, Privacy: c.Privacy, Mend: s.lasting(c.Mend)}
		if words := scheduledWords(s.schedule, s.now.Iterations); c.Told && words != "" { // it tells where the run ends
			light.Detail += "; " + words
		}
		if !c.Holds {
			light.State = Broken
			if c.Open {
				light.State = Note
			}
			if c.Privacy && reason == "" {
				reason = c.Detail
			}
		}
		if c.Name != "" {
			lights = append(lights, light)
		}
	}
	lights = append(lights, s.solver(r))
	if s.spec.Private() && !s.set.Private {
		reason = "the noise is off"
	}
	if s.spec.Private() {
		s.filterRound(r)
		lights = s.lapse(lights, reason)
	}
	s.room.lights = lights
	if !slices.Equal(lights, s.lights) {
		s.lights = slices.Clone(lights) // rows of the past keep theirs
	}
	var notices []Notice
	worst, unit := r.GradientNorm, ""
	if r.Public && r.Remainder > models.Promise {
		worst, unit = r.Remainder, shareOfTarget
	}
	if worst > models.Promise && !s.missed {
		s.missed = true
		text := fmt.Sprintf("a local minimiser stopped at gradient norm %s%s instead of %s: the models from t = %d are not exact", numeral.AtMost(worst, 2), unit, numeral.Digits(models.Promise, 1), s.t)
		if !(r.Inexact() > models.Promise) {
			text += "; " + untouched
		}
		notices = append(notices, Notice{Iteration: s.t, Kind: SolverMissed, Text: text})
	}
	if !s.spec.Private() {
		return notices
	}
	if from, _ := s.ledger.Lapsed(); reason != "" && from == s.t {
		notices = append(notices, Notice{Iteration: s.t, Kind: NoGuarantee, Text: noGuarantee(s.t, reason)})
	}
	return notices
}

// lasting is a mend by which a condition holds to the limit: where the noise knob follows a schedule
// its largest multiple is what the condition asks for. It is none where the knob takes no such value.
func (s *Session) lasting(m admm.Mend) admm.Mend {
	most := largestFactor(&s.now)
	if m.Key != s.spec.NoiseKnob || most == 1 {
		return m
	}
	p, _ := s.spec.Parameter(m.Key)
	bound, _ := strconv.ParseFloat(m.Value, 64)
	m.Value = strconv.FormatFloat(numeral.RoundDown(bound/most, 3), 'g', 3, 64)
	if value, _ := strconv.ParseFloat(m.Value, 64); !(value >= p.Min && value*most <= bound) {
		return admm.Mend{}
	}
	return m
}

// largestFactor is that of the schedule, which rises or falls, in a run of c to its limit.
func largestFactor(c *config.Config) float64 { return math.Max(1, c.Schedule.At(c.Iterations)) }

// The lights that only a run without a promise shows: no theorem's condition is out where
// the noise is off, where its charges are random, or where all is well again too late.
const (
	NoiseLight = "noise on"
	PastLight  = "all along"
)

// StaysOut is the first light out that a promise rests on and that nothing in particular lights
// again, "" for none: whatever mends the others brings no promise back while it is. The solver says
// nothing of a run that is made with other numbers.
func StaysOut(lights []Light) string {
	for _, l := range lights {
		if l.Privacy && l.State != Good && l.Mend.Key == "" && l.Name != PastLight {
			return l.Name
		}
	}
	return ""
}

// lapse ends the guarantee if a reason is given, and puts lights first for what is promised no
// more where none of the others is out for it. While the noise is off that is what is out with it
// on, too.
func (s *Session) lapse(lights []Light, reason string) []Light {
	if reason != "" {
		s.ledger.Lapse(s.t, reason)
	}
	a := s.spec.Adaptive
	// A budget that stops allows no iteration without noise: none bounds what this one would cost with it.
	adaptive := s.unfiltered(s.set) > 0 || !s.set.Private && a.Where != nil && a.Where(s.set)
	if adaptive {
		lights = slices.Insert(lights, 0, Light{Name: a.Light, State: Broken, Detail: a.Words, Privacy: true, Mend: a.Mend})
	}
	switch from, why := s.ledger.Lapsed(); {
	case !s.set.Private:
		return slices.Insert(lights, 0, Light{Name: NoiseLight, State: Broken, Detail: reason, Privacy: true, Mend: admm.Mend{Key: config.PrivateKnob.Key, Value: "true"}})
	case adaptive:
	case from > 0 && reason == "":
		if s.past == "" {
			s.past = fmt.Sprintf("from t = %d on nothing is promised: %s. What was sent then cannot be taken back", from, why)
		}
		return slices.Insert(lights, 0, Light{Name: PastLight, State: Broken, Detail: s.past, Privacy: true})
	}
	return lights
}

// noGuarantee says that nothing is promised from an iteration on, and why.
func noGuarantee(from int, reason string) string {
	return fmt.Sprintf("no guarantee from t = %d: %s", from, reason)
}

// general appends the conditions every method shares.
func (s *Session) general(list []admm.Condition, r admm.Round) []admm.Condition {
	list = append(list, s.norm(), admm.Condition{
		// Without a name: the solver light shows it.
		Holds: !(r.Inexact() > models.Promise), Privacy: true,
		Detail: "a local minimiser missed gradient norm 1e-9, and the proofs need exact minimisers",
	})
	if s.graph == nil {
		return list
	}
	return append(list, admm.Condition{
		Name: "connected", Holds: s.graph.Connected(),
		Detail: "the graph is in pieces; they can no longer agree",
	})
}

// norm is the condition on the rows that every sensitivity rests on.
func (s *Session) norm() admm.Condition {
	return admm.Condition{
		Name: "|x| ≤ 1", Holds: s.deal.Norm <= 1+1e-9, Privacy: true,
		Detail: "a row is longer than 1; the sensitivities assume |x| ≤ 1",
	}
}

// shareOfTarget is the unit of what a party of vertical sharing was left with.
const shareOfTarget = " of max(1, |w|)"

// solver shows the worst gradient norm of the iteration, under sharing that of the centre's step:
// the parties', on which the promise rests, is told where it is out.
func (s *Session) solver(r admm.Round) Light {
	light := Light{Name: "solver", Measured: true, Detail: "the worst |gradient| any local minimiser was left with; the proofs need exact minimisers, the lab promises 1e-9"}
	if r.Public {
		light.Detail = "the |gradient| that the centre's step was left with; the proofs need exact minimisers at the parties, where the lab promises 1e-9" + shareOfTarget
	}
	switch {
	case r.Inexact() > models.Promise:
		light.State = Broken
		if r.Public {
			light.Detail += ". Here a party was left with " + numeral.AtMost(r.Remainder, 2) + shareOfTarget
		}
	case r.GradientNorm > models.Promise:
		light.State, light.Detail = Note, light.Detail+". Here "+untouched
	}
	return light
}

// untouched is why a minimiser that is not exact costs no promise.
const untouched = "the step reads only what was sent, and the guarantee does not rest on it"
