package audit

import (
	"fmt"
	"math"
	"slices"

	"admmlab/sim/noise"
	"admmlab/sim/privacy/account"
)

const (
	chunk = 16   // runs of each data set in one Step, at most
	long  = 1600 // of how many iterations together, and of one run, at most
	looks = 4    // times the verdict is brought up to date
)

// Verdict is what an audit concludes so far.
type Verdict int

const (
	// TooLittle: not even a perfect attack could disprove the claim in so few runs.
	TooLittle Verdict = iota
	// NotRefuted: the attack was strong enough to notice, and did not.
	NotRefuted
	// Refuted: the lower bound, or the exact loss where no delta excuses it, exceeds the
	// claim.
	Refuted
)

func (v Verdict) String() string {
	return [...]string{"ran too little", "does not refute", "refutes"}[v]
}

// experiment is what an audit repeats.
type experiment interface {
	// begin begins a run under D (world 0) or D' (world 1) with noise of its own.
	begin(world int, source noise.Source)
	// goOn makes up to so many iterations more of it. Once it is over it returns
	// log p(what was sent | D) - log p(what was sent | D').
	goOn(most int) (loss float64, over bool)
}

// Audit is one audit under way. It belongs to one caller at a time.
//
// The first half of the runs chooses the threshold on the exact privacy loss, the
// best test there is (Neyman and Pearson); the second half counts how often each
// data set exceeds it. The count is looked at 4 times, after 1/8, 1/4, 1/2 and all
// of that half, each with a quarter of beta, so that the bound is valid whenever
// the audit is stopped. Several claims about the same runs share them, and beta.
//
// Jagielski, Ullman and Oprea, NeurIPS 2020; Nasr et al., IEEE S&P 2021.
type Audit struct {
	experiment
	claims []*claimed
	points points
	trials int
	source noise.Source
	losses [2][]float64 // of each run so far, under D and under D'
	trial  trial
	most   float64 // the largest of them, either way

	confidence float64 // as it was asked for
	beta       float64 // 1 - confidence

	stretch int // how many iterations a Step makes at most, of runs of each data set
}

// claimed is one claim under attack.
type claimed struct {
	target    Target
	threshold float64
	over      [2]int // counted runs at or above the threshold, under D and under D'
	bound     float64
	ceiling   float64
	beyond    [2]int // of all runs, those whose loss, as seen from their own data set, is ln 2 above the claim
	needs     float64
}

// New prepares an audit of one step: trials runs under each of the two data sets (at
// least 32), whose conclusion is wrong with probability at most 1 - confidence, in (0, 1).
func New(t Target, trials int, seed uint64, confidence float64) (*Audit, error) {
	s, err := newStage(t)
	if err != nil {
		return nil, err
	}
	return newAudit(s, []Target{t}, trials, seed, confidence)
}

func newAudit(e experiment, targets []Target, trials int, seed uint64, confidence float64) (*Audit, error) {
	beta := 1 - confidence
	switch {
	case trials < 4*2*looks:
		return nil, fmt.Errorf("an audit of %d runs cannot conclude anything; ask for at least %d, and for thousands to refute a claim", trials, 4*2*looks)
	case !(beta > 0 && beta < 1):
		return nil, fmt.Errorf("an audit cannot conclude with confidence %g; expected a number between 0 and 1, no nearer to either than 1e-16, such as 0.999999", confidence)
	}
	a := &Audit{experiment: e, trials: trials, confidence: confidence, beta: beta, source: noise.New(seed), stretch: long}
	for _, t := range targets {
		if !(t.Epsilon >= 0 && t.Delta >= 0 && t.Delta < 1) {
			return nil, fmt.Errorf("cannot audit the claim epsilon = %g, delta = %g; expected epsilon of at least 0 and delta in [0, 1)", t.Epsilon, t.Delta)
		}
		a.claims = append(a.claims, &claimed{target: t})
	}
	for w := range a.losses {
		a.losses[w] = make([]float64, 0, trials)
	}
	return a, nil
}

// pilot is how many runs choose the threshold.
func (a *Audit) pilot() int { return a.trials / 2 }

// atOnce is how many trials a Step of a stretch makes of runs of so many iterations: whoever
// steps hears of nothing else meanwhile.
func atOnce(stretch, iterations int) int {
	return max(1, min(chunk, stretch/max(1, iterations)))
}

// Step runs a few trials, or a part of a long one, and reports whether that was the last.
func (a *Audit) Step() (done bool) {
	for range atOnce(a.stretch, a.claims[0].target.Iterations) {
		i := len(a.losses[0])
		if i == a.trials {
			return true
		}
		if !a.trial.goOn(a.experiment, a.source, i, a.stretch) {
			return false
		}
		if i == a.pilot() {
			a.choose()
		}
		for w, l := range a.trial.losses {
			if math.IsNaN(l) {
				l = 0 // a run that left the finite range tells nothing
			}
			a.most = max(a.most, math.Abs(l))
			l = math.Round(l/grain) * grain
			a.losses[w] = append(a.losses[w], l)
			for _, c := range a.claims {
				c.exceed(w, l)
			}
			if i >= a.pilot() {
				a.count(w, l)
			}
		}
		a.look()
	}
	return len(a.losses[0]) == a.trials
}

// trial is a run under D and one under D', the second after the first.
type trial struct {
	world  int  // under way
	begun  bool // it is
	losses [2]float64
}

// goOn goes on with trial i by no more than a Step makes, and reports whether it is over.
func (t *trial) goOn(e experiment, source noise.Source, i, stretch int) bool {
	for ; t.world < len(t.losses); t.world++ {
		if !t.begun {
			// Independent noise for every run and world.
			stream := source.Stream(noise.Audit, t.world, i)
			e.begin(t.world, noise.New(stream.Uint64()))
		}
		loss, over := e.goOn(stretch)
		if t.begun = !over; t.begun {
			return false
		}
		t.losses[t.world] = loss
	}
	t.world = 0
	return true
}

// grain is how finely losses are told apart. What was sent has the same loss whichever
// data set it was made with, but for rounding and inexact minimisers; with one column many
// runs have one and the same loss, and a threshold between its two roundings would tell the
// data sets apart by what nobody can see.
const grain = 1e-5

// choose takes the thresholds from the pilot runs.
func (a *Audit) choose() {
	var sorted [2][]float64
	for w, l := range a.losses {
		sorted[w] = slices.Clone(l)
		slices.Sort(sorted[w])
	}
	for _, c := range a.claims {
		c.choose(sorted, a.share())
	}
	a.points.choose(sorted)
}

// share is the part of beta that one claim has at one look.
func (a *Audit) share() float64 { return a.beta / float64(looks*len(a.claims)) }

// count counts a run that the thresholds do not depend on.
func (a *Audit) count(world int, loss float64) {
	for _, c := range a.claims {
		if loss >= c.threshold {
			c.over[world]++
		}
	}
	a.points.count(world, loss)
}

// choose takes the threshold that would have given the best bound on the pilot
// runs, among 64 of them, in the middle between it and the next smaller loss; the
// best advantage where no bound is above 0.
func (a *claimed) choose(sorted [2][]float64, share float64) {
	own, other := sorted[0], sorted[1]
	n := len(own)
	best, ahead := 0.0, math.MinInt
	for c := range 64 {
		k := c * n / 64
		limit := own[k]
		k, _ = slices.BinarySearch(own, limit)
		j, _ := slices.BinarySearch(other, limit)
		bound := account.AuditBound(n-k, n, n-j, n, a.target.Delta, share)
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

// exceed counts a run of which the claim's epsilon leaves more than half to its delta:
//
//	delta(epsilon) = E_D (1 - e^(epsilon-l))_+ >= P_D(l >= epsilon + ln 2) / 2
//
// and the same of D' with -l.
func (a *claimed) exceed(world int, loss float64) {
	if world == 1 {
		loss = -loss
	}
	if loss >= a.target.Epsilon+math.Ln2 {
		a.beyond[world]++
	}
}

// look brings the bounds up to date after tested counted runs of done; all are right but
// for a chance of share. What a claim needs for delta is asked only where it has one.
func (a *claimed) look(tested, done int, share float64) {
	if a.target.Delta > 0 {
		share /= 2
		for _, n := range a.beyond {
			low, _ := account.RateLimits(n, done, share) // of two limits, each with half
			a.needs = max(a.needs, low/2)
		}
	}
	a.bound = max(a.bound, account.AuditBound(a.over[0], tested, a.over[1], tested, a.target.Delta, share))
	a.ceiling = max(a.ceiling, account.AuditBound(tested, tested, 0, tested, a.target.Delta, share))
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

// look brings the bounds up to date at their appointed times.
func (a *Audit) look() {
	tested := len(a.losses[0]) - a.pilot()
	whole := a.trials - a.pilot()
	for k := range looks {
		if tested != whole>>(looks-1-k) {
			continue
		}
		for _, c := range a.claims {
			c.look(tested, len(a.losses[0]), a.share())
		}
		a.points.look(tested, a.beta/looks)
	}
}

// Result is what an audit found so far of one claim.
type Result struct {
	Target     Target
	Done       int     // runs under each data set so far
	Trials     int     // and asked for
	Tested     int     // of Done, runs that count: the others chose the threshold
	Threshold  float64 // on the privacy loss; a run at or above it is guessed to be D
	TPR, FPR   float64 // share of counted runs guessed D: under D, and under D' by mistake
	LowerBound float64 // on epsilon, at Confidence; 0 if nothing is shown
	Ceiling    float64 // the lower bound a perfect attack would have reached by now
	Confidence float64 // as it was asked for, of all claims of the audit together
	// Largest is the largest exact loss of any run, either way. A pure claim (delta = 0)
	// below it is refuted with certainty: the density ratio there is e^Largest.
	Largest float64
	// Needs is a lower bound, at Confidence, on the delta without which Target.Epsilon does
	// not hold, from the exact losses; 0 for a pure claim or where nothing is shown.
	Needs   float64
	Verdict Verdict
	// Points are measured places on the trade-off curve of the same runs, from the
	// fewest false alarms to the most.
	Points [Places]Point
}

// Result is that of the first claim; it may be asked for at any time.
func (a *Audit) Result() Result { return a.result(a.claims[0]) }

// Losses are the exact losses, to within a grain, of the runs so far under D (world 0) or D'
// (1): the log of how much likelier what was sent is under D. They are the audit's own, to be read only.
func (a *Audit) Losses(world int) []float64 { return a.losses[world] }

// Results are those of all claims, in their order.
func (a *Audit) Results() []Result {
	var list []Result
	for _, c := range a.claims {
		list = append(list, a.result(c))
	}
	return list
}

func (a *Audit) result(c *claimed) Result {
	r := Result{
		Target: c.target, Done: len(a.losses[0]), Trials: a.trials, Threshold: c.threshold,
		LowerBound: c.bound, Ceiling: c.ceiling, Confidence: a.confidence, Largest: a.most, Needs: c.needs, Points: a.points.list(),
	}
	if r.Tested = max(0, r.Done-a.pilot()); r.Tested > 0 {
		r.TPR = float64(c.over[0]) / float64(r.Tested)
		r.FPR = float64(c.over[1]) / float64(r.Tested)
	}
	switch {
	case r.LowerBound > c.target.Epsilon || r.Needs > c.target.Delta || r.Tested > 0 && r.certain():
		r.Verdict = Refuted
	case r.Ceiling > c.target.Epsilon:
		r.Verdict = NotRefuted
	}
	return r
}

// certain reports whether one run alone refutes a pure claim, rounding and inexact
// minimisers apart.
func (r Result) certain() bool {
	return r.Target.Delta == 0 && r.Largest > r.Target.Epsilon+float64(1e-6*(1+r.Target.Epsilon))
}
