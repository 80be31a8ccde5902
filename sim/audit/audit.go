package audit

import (
	"fmt"
	"math"
	"slices"

	"admmlab/sim/noise"
	"admmlab/sim/privacy/account"
)

const (
	chunk = 16 // runs of each data set in one Step
	looks = 4  // times the verdict is brought up to date
)

// Verdict is what an audit concludes so far.
type Verdict int

const (
	// TooLittle: not even a perfect attack could disprove the claim in so few runs.
	TooLittle Verdict = iota
	// NotRefuted: the attack was strong enough to notice, and did not.
	NotRefuted
	// Refuted: the lower bound exceeds the claim.
	Refuted
)

func (v Verdict) String() string {
	return [...]string{"ran too little", "does not refute", "refutes"}[v]
}

// Audit is one audit under way. It belongs to one caller at a time.
//
// The first half of the runs chooses the threshold on the exact privacy loss, the
// best test there is (Neyman and Pearson); the second half counts how often each
// data set exceeds it. The count is looked at 4 times, after 1/8, 1/4, 1/2 and all
// of that half, each with a quarter of beta, so that the bound is valid whenever
// the audit is stopped.
//
// Jagielski, Ullman and Oprea, NeurIPS 2020; Nasr et al., IEEE S&P 2021.
type Audit struct {
	target Target
	stage  *stage
	trials int
	beta   float64
	source noise.Source

	losses    [2][]float64 // of each run so far, under D and under D'
	threshold float64
	over      [2]int // counted runs at or above the threshold, under D and under D'
	bound     float64
	ceiling   float64
}

// New prepares an audit of trials runs under each of the two data sets (at least
// 32) whose conclusion is wrong with probability at most beta in (0, 1).
func New(t Target, trials int, seed uint64, beta float64) (*Audit, error) {
	switch {
	case trials < 4*2*looks:
		return nil, fmt.Errorf("an audit of %d runs cannot conclude anything; ask for at least %d, and for thousands to refute a claim", trials, 4*2*looks)
	case !(beta > 0 && beta < 1):
		return nil, fmt.Errorf("an audit cannot be wrong with probability %g; expected a number above 0 and below 1, such as 1e-6", beta)
	case !(t.Epsilon >= 0 && t.Delta >= 0 && t.Delta < 1):
		return nil, fmt.Errorf("cannot audit the claim epsilon = %g, delta = %g; expected epsilon of at least 0 and delta in [0, 1)", t.Epsilon, t.Delta)
	}
	s, err := newStage(t.Method, t.Variant)
	if err != nil {
		return nil, err
	}
	a := &Audit{target: t, stage: s, trials: trials, beta: beta, source: noise.New(seed)}
	for w := range a.losses {
		a.losses[w] = make([]float64, 0, trials)
	}
	return a, nil
}

// pilot is how many runs choose the threshold.
func (a *Audit) pilot() int { return a.trials / 2 }

// Step runs one chunk of trials and reports whether that was the last.
func (a *Audit) Step() (done bool) {
	for range chunk {
		i := len(a.losses[0])
		if i == a.trials {
			return true
		}
		if i == a.pilot() {
			a.choose()
		}
		for w := range a.losses {
			// Independent noise for every run and world.
			stream := a.source.Stream(noise.Audit, w, i)
			r, _ := a.stage.run(w, a.stage.at, noise.New(stream.Uint64()), true)
			l := a.stage.loss(r)
			a.losses[w] = append(a.losses[w], l)
			if i >= a.pilot() && l >= a.threshold {
				a.over[w]++
			}
		}
		a.look()
	}
	return len(a.losses[0]) == a.trials
}

// choose takes the threshold that would have given the best bound on the pilot
// runs, among 64 of them, in the middle between it and the next smaller loss; the
// best advantage where no bound is above 0.
func (a *Audit) choose() {
	n := a.pilot()
	own, other := slices.Clone(a.losses[0]), slices.Clone(a.losses[1])
	slices.Sort(own)
	slices.Sort(other)
	best, ahead := 0.0, math.MinInt
	for c := range 64 {
		k := c * n / 64
		limit := own[k]
		k, _ = slices.BinarySearch(own, limit)
		j, _ := slices.BinarySearch(other, limit)
		bound := account.AuditBound(n-k, n, n-j, n, a.target.Delta, a.beta/looks)
		if bound > best || bound == best && j-k > ahead {
			below := math.Inf(-1)
			if k > 0 {
				below = own[k-1]
			}
			if j > 0 {
				below = max(below, other[j-1])
			}
			best, ahead, a.threshold = bound, j-k, between(below, limit)
		}
	}
}

// between is a number in (low, high], in the middle where both are finite.
func between(low, high float64) float64 {
	switch {
	case math.IsInf(low, -1) && math.IsInf(high, 1):
		return 0
	case math.IsInf(high, 1):
		return low + 1
	case math.IsInf(low, -1):
		return high - 1
	}
	return low + float64((high-low)/2)
}

// look brings the bound up to date at its appointed times.
func (a *Audit) look() {
	tested := len(a.losses[0]) - a.pilot()
	whole := a.trials - a.pilot()
	for k := range looks {
		if tested != whole>>(looks-1-k) {
			continue
		}
		share := a.beta / looks
		a.bound = max(a.bound, account.AuditBound(a.over[0], tested, a.over[1], tested, a.target.Delta, share))
		a.ceiling = max(a.ceiling, account.AuditBound(tested, tested, 0, tested, a.target.Delta, share))
	}
}

// Result is what an audit found so far.
type Result struct {
	Target     Target
	Done       int     // runs under each data set so far
	Trials     int     // and asked for
	Tested     int     // of Done, runs that count: the others chose the threshold
	Threshold  float64 // on the privacy loss; a run at or above it is guessed to be D
	TPR, FPR   float64 // share of counted runs guessed D: under D, and under D' by mistake
	LowerBound float64 // on epsilon, at Confidence; 0 if nothing is shown
	Ceiling    float64 // the lower bound a perfect attack would have reached by now
	Confidence float64 // 1 - beta
	Verdict    Verdict
}

// Result may be asked for at any time.
func (a *Audit) Result() Result {
	r := Result{
		Target: a.target, Done: len(a.losses[0]), Trials: a.trials, Threshold: a.threshold,
		LowerBound: a.bound, Ceiling: a.ceiling, Confidence: 1 - a.beta,
	}
	if r.Tested = max(0, r.Done-a.pilot()); r.Tested > 0 {
		r.TPR = float64(a.over[0]) / float64(r.Tested)
		r.FPR = float64(a.over[1]) / float64(r.Tested)
	}
	switch {
	case r.LowerBound > a.target.Epsilon:
		r.Verdict = Refuted
	case r.Ceiling > a.target.Epsilon:
		r.Verdict = NotRefuted
	}
	return r
}

// Words is the result in a few sentences.
func (r Result) Words() string {
	t := r.Target
	if r.Tested == 0 {
		return fmt.Sprintf("%s: %d of %d runs so far; the first half only chooses the threshold.", t.Name(), r.Done, r.Trials)
	}
	guess := fmt.Sprintf("%s: %d runs of each data set. The attacker says D in %.1f%% of the runs with D and in %.1f%% of those with D′. ",
		t.Name(), r.Done, 100*r.TPR, 100*r.FPR)
	claim := fmt.Sprintf("ε = %.3g", t.Epsilon)
	if t.Delta > 0 {
		claim = fmt.Sprintf("ε = %.3g with δ = %.3g", t.Epsilon, t.Delta)
	}
	switch r.Verdict {
	case Refuted:
		return guess + fmt.Sprintf("With confidence %v the step leaks at least ε = %.3g: the claim of %s is refuted.", r.Confidence, r.LowerBound, claim)
	case NotRefuted:
		return guess + fmt.Sprintf("With confidence %v the step leaks at least ε = %.3g, which does not refute %s; a perfect attack would have shown %.3g.", r.Confidence, r.LowerBound, claim, r.Ceiling)
	}
	return guess + fmt.Sprintf("Too few runs to tell: even a perfect attack could have shown only ε = %.3g, and the claim is %s.", r.Ceiling, claim)
}
