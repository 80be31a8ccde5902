package sim

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

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

// looked is at how many iterations of a stretch it is looked where a schedule is in force:
// of more it is looked at so many, evenly spread.
const looked = 256

// releases is what the iteration ahead of the next costs a node, and every later one of
// the same place in its turn up to the iteration ahead by last, none of them a closing one: a
// cost that falls, as that of a growing penalty, or rises, as PVP's, is dearest at one of
// the two ends. Under a schedule each is looked at: less noise is not always dearer, see
// privacy.CalibrateDVP.
func (s *Session) releases(at *terms, ahead, last int) []account.Step {
	adjacency := s.spec.AdjacencyOf(at.set)
	list := dearest(nil, s.price(at, ahead).Charges, adjacency)
	turns := (last - ahead) / s.spec.Turn
	looks := min(turns, looked)
	if at.now.Schedule.Constant() {
		looks = min(turns, 1)
	}
	for k := range looks {
		later := ahead + (k+1)*turns/looks*s.spec.Turn
		list = dearest(list, s.price(at, later).Charges, adjacency)
	}
	return stepsOf(list)
}

// guess is why the cost of iterations until t = last may be another than foreseen, "" if
// it cannot be more.
func (s *Session) guess(n *coming, last int) string {
	why := cmp.Or(s.price(&n.terms, 0).Guess, s.price(&n.terms, s.spec.Turn).Guess)
	if left := last - s.t; why == "" && left > mostApart {
		if apart := s.apart(&n.terms, left); apart != "" {
			why = fmt.Sprintf("%s, and what rounding adds in more than %d iterations is not in it", apart, mostApart)
		}
	}
	scheduled := scheduledWords(n.schedule, last)
	if why == "" || scheduled == "" {
		return why + scheduled
	}
	return why + "; " + scheduled
}

// scheduledWords say of what is foreseen until t = last that changes on the way are not in
// it; "" where there are none, with those that come when it is reached and let it go on.
func scheduledWords(schedule []config.Event, last int) string {
	goesOn := slices.ContainsFunc(schedule, func(e config.Event) bool { return e.At == last+1 && e.Key == config.IterationsKnob.Key })
	if len(schedule) == 0 || schedule[0].At > last && !goesOn {
		return ""
	}
	return fmt.Sprintf("the changes that are scheduled from t = %d on are not in it", schedule[0].At)
}

// accounts are those of all nodes under the adjacency of the next iteration and at its
// delta.
func (s *Session) accounts(n *coming) iter.Seq2[int, *account.Account] {
	totals := s.totals
	if n.set.Delta != s.set.Delta {
		totals = totals.after(nil, n.set.Delta)
	}
	adjacency := s.spec.AdjacencyOf(n.set)
	return func(yield func(int, *account.Account) bool) {
		for k, c := range totals.all() {
			if !yield(k, c[adjacency]) {
				return
			}
		}
	}
}

// Anew is why no noise from here on answers the reverse question, and that of a run from
// the start may.
type Anew struct{ Why string }

func (e Anew) Error() string { return e.Why }

// unbound is why a total within cannot be had any more, as what was spent depends on what was
// drawn and only a budget that is kept from before the first of it to the last release bounds
// it; "" where nothing stands against it.
func (s *Session) unbound(n *coming, within float64) string {
	adjacency := s.spec.AdjacencyOf(n.set)
	switch open := s.unfiltered(n.set); {
	case s.filter.since == 0:
		return ""
	case open > 0:
		return fmt.Sprintf("what is spent depends on what was drawn, and from t = %d on no budget was kept for %s", open, config.NeighbourWords(n.now))
	case !n.now.Stop:
		return "what is spent depends on what was drawn, and with stop off no budget is kept"
	}
	if kept := s.filter.kept(adjacency, within, n.set.Delta); kept > within {
		return fmt.Sprintf("what is spent depends on what was drawn, and the bound that was kept before, ε = %s, cannot be taken back", numeral.Digits(numeral.RoundUp(kept, 6), 6))
	}
	return ""
}

// Affordable answers the reverse question: an alpha (for sharing, an epsilon of one iteration) of
// so many digits, 0 for all, with which the run reaches its limit within a total epsilon, 0 for its
// budget, on top of what is spent, and what must be doubted of that, as "is a guess: " with the
// reason, or "spends" less, "" for nothing. It is the largest, to
// a part in 10^9, where every iteration costs every node the same; else one that spends nearly the
// total, where that can be foreseen; of DVP one of several where its cost falls as alpha grows, see
// account.Largest. The error is an Anew where another run may do it.
func (s *Session) Affordable(within float64, digits int) (value float64, doubt string, err error) {
	key := s.spec.NoiseKnob
	if !s.spec.Private() {
		return 0, "", fmt.Errorf("%s adds no noise, so there is nothing to choose", s.spec.Name)
	}
	if from, why := s.ledger.Lapsed(); from > 0 {
		return 0, "", Anew{fmt.Sprintf("no guarantee stands since t = %d (%s)", from, why)}
	}
	n := s.prepare()
	left := n.now.Iterations - s.t
	if within == 0 {
		within = n.now.Budget
	}
	switch {
	case !n.set.Private:
		return 0, "", fmt.Errorf("%s adds no noise now, so there is nothing to choose", s.spec.Name)
	case within <= 0:
		return 0, "", fmt.Errorf("no budget is set: choose budget among the parameters, then ask which %s lasts to the limit", key)
	case s.halted != "":
		return 0, "", Anew{"the run has halted"}
	case left <= 0:
		return 0, "", Anew{"no iterations are left"}
	}
	if why := s.unbound(n, within); why != "" {
		return 0, "", Anew{why}
	}
	at := n.terms
	knob, _ := s.spec.Parameter(key)
	build := func(value float64) []account.Steps {
		s.totals.hear()
		set := n.set.Clone()
		knob.Set(&set, admm.PerNode{value})
		at.set = &set
		return s.rest(&at, left)
	}
	build(knob.Min) // what the noise in force misses, another may not
	if why := s.unmet(s.price(&at, 0).Conditions); why != "" {
		why = fmt.Sprintf("no %s does, as nothing is promised where %s", key, why)
		if s.t > 0 {
			return 0, "", Anew{why}
		}
		return 0, "", errors.New(why)
	}
	none := false // fits, where every stretch and all nodes pay what is the dearest to any
	for k, a := range s.accounts(n) {
		if k > 0 && a.Fits(build(value), within, n.now.Accountant) {
			continue
		}
		if lower, ok := a.Largest(build, within, n.now.Accountant); ok {
			value = lower
			continue
		}
		trial := account.Try(a)[0]
		for _, steps := range build(knob.Min) {
			for range steps.Count {
				trial.Add(steps.Step)
			}
		}
		if total := totalBy(trial, n.now.Accountant); !total.Valid {
			err := fmt.Errorf("no %s keeps a total ε of %s that %s proves: %s; %s", key, numeral.Given(within), n.now.Accountant, strings.TrimSuffix(total.Why, "."), s.proving(trial, s.spec.AdjacencyOf(n.set)))
			if !a.Best().Valid {
				err = Anew{err.Error()}
			}
			return 0, "", err
		}
		none = true
		break
	}
	rounded := func(v float64, side func(float64, int) float64) float64 {
		if digits > 0 { // as it is read back
			v, _ = strconv.ParseFloat(strconv.FormatFloat(side(v, digits), 'g', digits, 64), 64)
		}
		return v
	}
	lasts := func(v float64) bool {
		build(v)
		return s.lasts(&at, left, within)
	}
	if build(knob.Min); none {
		var some bool
		if s.foreseen(&at, left) {
			value, some = account.LargestThat(1-nearly, lasts)
		}
		if !some {
			return 0, "", s.tooMuch(key, left, within, n.now.Accountant, s.unforeseen(&at, left))
		}
	}
	value = min(value, knob.Max)
	fits := func(v float64) bool { return n.fits(s.accounts(n), build(v), within) }
	if build(value); s.foreseen(&at, left) {
		value = min(knob.Max, fuller(value, knob.Max, within, func(v float64) float64 {
			build(v)
			return s.comesTo(&at, left)
		}))
		fits = lasts
	}
	if above := max(knob.Min, rounded(value, numeral.RoundUp)); above <= knob.Max && fits(above) {
		value = above // it is on the edge, and what was found is a little below that
	}
	full := value
	value = max(knob.Min, rounded(full, numeral.RoundDown))
	for tries, less := 0, 1e-9; full < knob.Min || !lasts(value); tries++ {
		if value == knob.Min {
			return 0, "", s.tooMuch(key, left, within, n.now.Accountant, "")
		}
		if full, less = value*(1-less), min(0.01, 10*less); tries == 50 {
			full = knob.Min
		}
		full = max(knob.Min, full)
		value = max(knob.Min, rounded(full, numeral.RoundDown))
	}
	doubt = s.unspent(n, &at, left, full, within, build)
	build(value)
	asked := *n
	asked.terms = at
	if guess := s.guess(&asked, n.now.Iterations); guess != "" {
		doubt = "is a guess: " + guess
	}
	return value, doubt, nil
}

// tooMuch is the answer of Affordable where no noise is enough, or where it is not known, and why.
func (s *Session) tooMuch(key string, left int, within float64, accountant, unknown string) error {
	made, why, by, less := "iteration", "what the most noise costs", "", ""
	if accountant != account.Best {
		by, less = " by "+accountant, "; another accountant may prove less"
	}
	if s.spec.Vertical { // however small epsilon is, σ is made from both
		less += "; a smaller delta makes more of them"
	}
	if s.t > 0 {
		made, why = "more iteration", "what is spent, or what the most noise costs,"
	}
	words := fmt.Sprintf("no %s makes %s within a total ε of %s%s: %s is too much", key, numeral.Counted(left, made), numeral.Given(within), by, why)
	if unknown != "" {
		words += ", if each pays what is the dearest to any: " + unknown
	}
	words += less
	if s.t == 0 {
		return errors.New(words)
	}
	return Anew{words}
}

// Matched is c AsCompanionOf main with the alpha (for sharing, the epsilon of one
// iteration) that is Affordable, with which it reaches main's limit within main's budget,
// by its accountant and at its delta: the noise that spends what may be spent, and what must be
// doubted of that, as of Affordable.
// set is main's data; c without noise, or a budget of 0, is an error. each, as in SetUp,
// may panic to end it: a schedule over many iterations takes seconds.
func Matched(c, main config.Config, set *data.Dataset, each models.Each) (fit config.Config, doubt string, err error) {
	c = c.AsCompanionOf(main)
	c.Budget, c.Accountant, c.Stop, c.Set.Delta = main.Budget, main.Accountant, main.Stop, main.Set.Delta
	c.Events = nil // a change of the noise would spend something else
	trial := c
	trial.Realised = false
	s, err := NewSession(trial, set, each)
	if err != nil {
		return c, "", err
	}
	value, doubt, err := s.Affordable(0, 0)
	if err != nil {
		return c, "", err
	}
	k, _ := config.KnobOf(c, s.spec.NoiseKnob)
	fit, err = k.Assign(c, strconv.FormatFloat(value, 'g', -1, 64))
	return fit, doubt, err
}
