package runner

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
)

// GoesOn ends the answer of a run that stands with what was asked for.
const GoesOn = ": space goes on"

// afford answers the reverse question, see Afford.
func (r *Runner) afford(c Command) {
	asked, why := r.session, ""
	const digits = 4
	value, doubt, err := asked.Affordable(c.Within, digits)
	if anew := (sim.Anew{}); errors.As(err, &anew) {
		why = anew.Why
		if asked, err = r.anew(c.Config); err == nil {
			value, doubt, err = asked.Affordable(c.Within, digits)
		}
		if err != nil {
			err = fmt.Errorf("%s; from the start: %w", why, err)
		}
	}
	if err != nil {
		r.tell(sim.Refused, err.Error())
		return
	}
	now := asked.Next()
	within := c.Within
	if within == 0 {
		within = now.Budget
	}
	turned := config.Event{Key: now.Spec().NoiseKnob, Value: strconv.FormatFloat(value, 'g', digits, 64)}
	offer := &sim.Offer{Within: c.Within, Events: []config.Event{turned}}
	budget := ""
	if within != now.Budget {
		raised := 0 // before the noise, which may be past the wall of the one in force
		if now.Budget == 0 || within < now.Budget {
			raised = 1
		}
		offer.Events = slices.Insert(offer.Events, raised, config.Event{Key: config.BudgetKnob.Key, Value: strconv.FormatFloat(within, 'g', -1, 64)})
		budget = " and that budget"
	}
	words := fmt.Sprintf("reaches t = %d within a total ε of %s (%s, δ = %s, %s)", now.Iterations, numeral.Given(within), now.Accountant, numeral.AtMost(now.Set.Delta, 3), config.NeighbourWords(now))
	if doubt != "" {
		words += ", but " + doubt
	}
	noise := turned.Words()
	from := fmt.Sprintf("%s from t = %d on %s", noise, asked.Iteration()+1, words)
	switch {
	case asked != r.session:
		if from, _ := r.session.Lapsed(); from > 1 && len(c.Config.Events) > 0 {
			words += ", and may end the guarantee again"
		}
		offer.Anew = &c.Config
		words = fmt.Sprintf("%s; a run from the start with %s %s: enter starts it with that%s", why, noise, words, budget)
	case c.Do:
		for _, e := range offer.Events {
			if !r.change(e) {
				return // which says why
			}
		}
		offer, words = nil, from
		if !r.pace.running {
			words += GoesOn
		}
	default:
		words = from + ": enter sets it" + budget
	}
	r.note([]sim.Notice{{Iteration: r.session.Iteration(), Kind: sim.Answer, Text: words, Offer: offer}})
}

// anew is a run of c from the start on the data that are at hand, to be asked and not to
// be made.
func (r *Runner) anew(c config.Config) (*sim.Session, error) {
	if r.host.FullPaths(c.Data) != r.set.Key {
		return nil, errors.New("other data wait for the reset: press r, then ask")
	}
	c.Realised = false
	dealt, err := r.host.deal(r.ctx, c, r.set, nil)
	if err != nil {
		return nil, err
	}
	return sim.SetUp(c, dealt, r.each, sim.Aid{Old: r.session})
}
