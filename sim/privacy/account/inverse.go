package account

import (
	"slices"

	"admmlab/models/elementary"
)

// mostSteps bounds what Iterations answers.
const mostSteps = 1 << 30

// soFar is what has been spent, to book more on trial.
func (a *Account) soFar() *spent { return a.all().apart() }

// apart is a copy of t.
func (t *spent) apart() *spent {
	c := *t
	c.pures.groups, c.ahead, c.few = slices.Clone(t.pures.groups), slices.Clone(t.ahead), slices.Clone(t.few)
	return &c
}

// trial is what would have been spent after more steps; at are their moments. Steps that go on
// with the run are booked as one with it, as Add books them: the sums are then the same to the
// last bit.
func (a *Account) trial(steps []Steps, at []func(order int) float64) *spent {
	t, run := a.soFar(), 0
	if k := slices.IndexFunc(steps, func(s Steps) bool { return s.Count > 0 }); k >= 0 && a.repeat > 0 && steps[k].Step.sane() == a.run.Step {
		t, run = a.closed.apart(), a.repeat
	}
	for k, s := range steps {
		if s.Count > 0 {
			count := s.Count + run
			t.book(s.Step.sane(), count, nil)
			t.tried = append(t.tried, tried{float64(count), at[k]})
			run = 0
		}
	}
	return t
}

// trialMoments are the moments of steps on trial, each integrated at most once, when it is
// first asked for: a question is settled by few of them. The cache, which is for steps
// really booked, is read and not written to.
func (a *Account) trialMoments(steps []Steps) []func(order int) float64 {
	list := make([]func(order int) float64, len(steps))
	for k, each := range steps {
		s := lawful{Step: each.Step.sane()}
		if s.isGammaNorm() {
			s.law, _ = a.laws.peek(s.shape())
		}
		if m, ok := a.cache.steps[s]; ok {
			list[k] = m.at
			continue
		}
		var law func(order int) float64
		if s.isGammaNorm() {
			if m, ok := a.cache.laws[s.law]; ok {
				law = m.at
			} else {
				law = shapeMoment(s.law)
			}
		}
		list[k] = once(func(order int) float64 { return stepMoment(s.Step, law, order) })
	}
	return list
}

// once is at, which is asked for every order once.
func once(at func(order int) float64) func(order int) float64 {
	var m moments
	var known [orders]bool
	return func(order int) float64 {
		if !known[order] {
			m[order], known[order] = at(order), true
		}
		return m[order]
	}
}

// fits reports whether an accountant, or for Best any of them, proves epsilon at
// delta. Those that may take milliseconds come last.
func (t *spent) fits(r *room, name string, epsilon, delta float64) bool {
	for _, slow := range []bool{false, true} {
		for _, by := range Accountants {
			if by.slow != slow || (name != Best && name != by.Name) {
				continue
			}
			if total := by.totalWithin(t, r, delta); total.Valid && total.Epsilon <= epsilon {
				return true
			}
		}
	}
	return false
}

// Iterations is how many more turns, each of the same steps, fit into epsilon at the
// delta of the account, on top of what is already booked and of first, by one accountant or by Best;
// 0 if none does, and at most 2^30. It tries some 40 counts: it answers a question, it is
// not for every frame.
func (a *Account) Iterations(first, turn []Steps, epsilon float64, name string) int {
	steps := slices.Concat(first, turn)
	m := a.trialMoments(steps)
	fits := func(count int) bool {
		for k, s := range turn {
			steps[len(first)+k].Count = s.Count * count
		}
		return a.trial(steps, m).fits(a.room, name, epsilon, a.delta)
	}
	yes, no := 0, 1
	for fits(no) {
		if no == mostSteps {
			return mostSteps
		}
		yes, no = no, no*2
	}
	for no-yes > 1 {
		if middle := yes + (no-yes)/2; fits(middle) {
			yes = middle
		} else {
			no = middle
		}
	}
	return yes
}

// Largest is the largest alpha in [2^-40, 2^40], to one part in 1e9, for which the
// steps that build says fit into epsilon at the delta of the account, on top of what is
// already booked, by one accountant or by Best. It is false if not even the smallest
// does, because what is booked, or what the noise does not pay for (the determinant),
// is too much already. Where the cost falls somewhere as alpha grows, what is found fits
// and a part in 1e9 more does not, and a larger one may fit again.
func (a *Account) Largest(build func(alpha float64) []Steps, epsilon float64, name string) (alpha float64, ok bool) {
	return LargestThat(1e-9, func(alpha float64) bool { return a.Fits(build(alpha), epsilon, name) })
}

// LargestThat is Largest, to a part, for what fits by another rule.
func LargestThat(part float64, fits func(alpha float64) bool) (alpha float64, ok bool) {
	yes, no := -40.0, 40.0
	if !fits(elementary.Exp2(yes)) {
		return 0, false
	}
	if fits(elementary.Exp2(no)) {
		return elementary.Exp2(no), true
	}
	for no-yes > part {
		if middle := (yes + no) / 2; fits(elementary.Exp2(middle)) {
			yes = middle
		} else {
			no = middle
		}
	}
	return elementary.Exp2(yes), true
}

// Fits reports whether more steps keep within epsilon at the delta of the account, by
// one accountant or by Best; it is one trial, for every iteration.
func (a *Account) Fits(steps []Steps, epsilon float64, name string) bool {
	return a.trial(steps, a.trialMoments(steps)).fits(a.room, name, epsilon, a.delta)
}
