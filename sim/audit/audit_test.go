package audit

import (
	"math"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// Every verdict below is at this confidence: an audit of a true claim refutes
// it with probability at most 1e-6, all of them together at most 2e-5. With 2000
// counted runs a perfect attack shows 4.8, so that no claim here is out of reach.
const (
	trials     = 4000
	confidence = 1 - 1e-6
	seed       = 7
)

func finish(t *testing.T, target Target, trials int) (*Audit, Result) {
	t.Helper()
	a, err := New(target, trials, seed, confidence)
	if err != nil {
		t.Fatal(err)
	}
	for !a.Step() {
	}
	return a, a.Result()
}

// The defaults and everything proved must stand; the printed DVP, the printed vertical
// noise and the printed closing step of PVP, whose own term is hidden, must fall. What
// the printed DVP says of a record taken out is right.
func TestAuditsRefuteWhatIsFalseAndNothingElse(t *testing.T) {
	mustFall := map[string]bool{
		"dvp-printed": true, "sharing-printed": true, "pvp-printed-closing": true, "pvp-printed-remove-closing": true,
	}
	targets := Targets(models.Logistic{})
	for _, target := range targets {
		t.Run(target.ID(), func(t *testing.T) {
			runs, least := trials, target.Epsilon/2
			if target.Adjacency == privacy.Remove || target.Closing {
				// A record taken out moves half as much, and what the papers say covers
				// one replaced.
				runs, least = trials/2, target.Epsilon/8
			}
			if target.Adjacency == privacy.Remove && target.Closing {
				least = 0 // the exact loss is what shows it
			}
			a, r := finish(t, target, runs)
			if want := map[bool]Verdict{true: Refuted, false: NotRefuted}[mustFall[target.ID()]]; r.Verdict != want {
				t.Errorf("%v, want %v: %s", r.Verdict, want, r.Words())
			}
			// An attack that sees nothing proves nothing: the lower bound must
			// be half of what is claimed, or a tenth under a delta: what a delta
			// of 1e-5 buys does not show in thousands of runs.
			if target.Delta > 0 {
				least = target.Epsilon / 10
				if target.Adjacency == privacy.Remove {
					least = target.Epsilon / 12
				}
			}
			if r.LowerBound < least {
				t.Errorf("lower bound %.3g of %.3g: the attack has no power", r.LowerBound, target.Epsilon)
			}
			if target.Delta == 0 && r.Verdict == NotRefuted {
				if l := profile(a.losses[0]).max(); l > target.Epsilon {
					t.Errorf("exact loss %g above the claim %g", l, target.Epsilon)
				}
			}
			if target.ID() == "sharing-printed" && r.LowerBound != r.Ceiling {
				t.Errorf("lower bound %g, want the ceiling %g", r.LowerBound, r.Ceiling)
			}
			for _, text := range []string{target.Name(), target.Claim(), target.Describe(), r.Words()} {
				if text == "" || strings.Contains(text, "%!") {
					t.Errorf("text %q", text)
				}
			}
			onTheCurve(t, r)
		})
	}
	want := 0 // of each variant a record replaced and one removed, with a closing step of each
	for _, spec := range admm.Catalogue() {
		if spec.Audit.None == "" {
			want += 2 * len(spec.Variants)
		}
		if spec.Audit.Closing != nil {
			want += 2 * len(spec.Variants)
		}
	}
	if refused := len(Refusals(models.Logistic{})); len(targets)+refused != want || refused != 1 {
		t.Errorf("%d targets and %d refusals, want %d in all and one refused: what the printed noise says of a person", len(targets), refused, want)
	}
}

// Under Huber's loss what falls is the same, and the claims are of its c1 = 1: the exact
// losses of what is proved stay below them, and come near.
func TestAuditsUnderHubersLoss(t *testing.T) {
	loss := models.Huber{H: 0.5}
	logistic := Targets(models.Logistic{})
	for i, target := range Targets(loss) {
		t.Run(target.ID(), func(t *testing.T) {
			if target.Closing || target.Adjacency == privacy.Remove {
				return // the same steps
			}
			onModel := target.Variant == "output" || target.Variant == "gaussian"
			if recycled := strings.Contains(target.Method, "admm"); recycled && !onModel && !(target.Epsilon > logistic[i].Epsilon) {
				t.Errorf("claims %g, under the logistic loss %g: c1 is larger, and so is the determinant", target.Epsilon, logistic[i].Epsilon)
			}
			if onModel && target.Epsilon != logistic[i].Epsilon {
				t.Errorf("claims %g, under the logistic loss %g: there is no determinant", target.Epsilon, logistic[i].Epsilon)
			}
			_, r := finish(t, target, trials/4)
			fallen := target.ID() == "dvp-printed" || target.ID() == "sharing-printed"
			if (r.Verdict == Refuted) != fallen {
				t.Errorf("%v: %s", r.Verdict, r.Words())
			}
			if l := r.Largest; target.Delta == 0 && !fallen && (l > target.Epsilon || l < target.Epsilon/3) {
				t.Errorf("exact losses up to %g under a claim of %g", l, target.Epsilon)
			}
		})
	}
}

// onTheCurve holds the measured points to what a trade-off curve is: fewer misses with
// more alarms, and none where a claim that was not refuted allows nobody, beyond its
// limits.
func onTheCurve(t *testing.T, r Result) {
	t.Helper()
	for i, p := range r.Points {
		if !p.Known() || p.Alarm.Low > p.Alarm.Measured || p.Miss.High < p.Miss.Measured {
			t.Errorf("point %d: %+v", i, p)
		}
		if i > 0 && (p.Alarm.Measured < r.Points[i-1].Alarm.Measured || p.Miss.Measured > r.Points[i-1].Miss.Measured) {
			t.Errorf("point %d does not come after %+v: %+v", i, r.Points[i-1], p)
		}
		if r.Verdict == NotRefuted && p.Miss.High < r.Target.Misses(p.Alarm.High) {
			t.Errorf("point %d below what %s allows: %+v", i, r.Target.Claim(), p)
		}
	}
}

// The loss is computed from what was sent; the noise it finds there must be the
// noise that was drawn, for every claim about a step with noise in the objective. Where
// h is small, calibration adds a regulariser (Phi > 0) to the step.
func TestBroadcastTellsTheNoise(t *testing.T) {
	// M-ADMM has its noise inside the penalty, here of 10 x 1.02^2 in the second iteration.
	scale := map[string]float64{"dvp": 1, "pvp": 1, "radmm": 1, "mradmm": 1, "madmm": -2 * 10 * 1.02 * 1.02}
	for _, loss := range []models.Loss{models.Logistic{}, models.Huber{H: 0.5}, models.Huber{H: 0.2}, models.Huber{H: 0.01}} {
		looked := 0
		for _, target := range Targets(loss) {
			s, err := newStage(target)
			if err != nil {
				t.Fatal(err)
			}
			if s.release.L == nil {
				continue
			}
			looked++
			for w := range s.problem {
				r, rate := s.run(w, s.at, noise.New(3))
				drawn, purpose := make([]float64, 2), noise.Dual
				if target.Closing {
					purpose = noise.Closing
				}
				noise.New(3).GammaNorm(drawn, purpose, 0, s.at, rate)
				release := s.release
				if w == 1 {
					release.Records, release.Linear = release.Other, release.OtherLinear
				}
				for j, n := range release.Noise(r.Broadcast[0]) {
					if want := drawn[j] * scale[target.Method]; math.Abs(n-want) > 1e-8 {
						t.Errorf("%s under %v, world %d: noise %g, drawn %g", target.ID(), loss, w, n, want)
					}
				}
			}
		}
		if looked < 20 {
			t.Errorf("%v: only %d claims have their noise in the objective", loss, looked)
		}
	}
}

// Both worlds must have sent the same before the audited step, or the audit would
// attack something else; and the canary must face a model far out.
func TestWorldsShareTheTranscript(t *testing.T) {
	for _, target := range Targets(models.Logistic{}) {
		s, err := newStage(target)
		if err != nil {
			t.Fatal(err)
		}
		for at := 1; at < s.at; at++ {
			var sent [2][]float64
			for w := range sent {
				r, _ := s.run(w, at, noise.New(1))
				for _, v := range r.Broadcast {
					sent[w] = append(sent[w], v...)
				}
			}
			for j := range sent[0] {
				if d := math.Abs(sent[0][j] - sent[1][j]); d > 1e-9 {
					t.Errorf("%s %s: iteration %d differs by %g", target.Method, target.Variant, at, d)
				}
			}
		}
		if target.Method == "sharing" {
			continue
		}
		if f := s.quiet(0, s.at).Models[0]; linear.Norm(f) < 50 {
			t.Errorf("%s %s: |f| = %g", target.Method, target.Variant, linear.Norm(f))
		}
	}
}

func TestAuditCanBeStoppedAnyTime(t *testing.T) {
	target := Target{Method: "dvp", Variant: "printed", Loss: models.Logistic{}, Epsilon: 2}
	a, err := New(target, trials, seed, confidence)
	if err != nil {
		t.Fatal(err)
	}
	last := 0.0
	for !a.Step() {
		r := a.Result()
		if r.Tested == 0 && (r.Verdict != TooLittle || r.LowerBound != 0) {
			t.Fatalf("before anything counted: %+v", r)
		}
		if r.LowerBound < last {
			t.Fatalf("the bound fell from %g to %g", last, r.LowerBound)
		}
		last = r.LowerBound
	}
	done := a.Result()
	if !a.Step() || a.Result() != done || done.Done != trials {
		t.Error("a finished audit changed")
	}
	if _, again := finish(t, target, trials); again != done {
		t.Errorf("same seed, other result: %+v and %+v", again, done)
	}
	// A claim above the ceiling: not refuted and not tested either.
	if _, r := finish(t, Target{Method: "dvp", Variant: "printed", Loss: models.Logistic{}, Epsilon: 20, Delta: 1e-5}, trials); r.Verdict != TooLittle {
		t.Errorf("claim 20 after %d runs: %v", r.Done, r.Verdict)
	}
}

func TestAuditRefusesWhatCannotWork(t *testing.T) {
	good := Target{Method: "dvp", Variant: "proved", Loss: models.Logistic{}, Epsilon: 1}
	for _, c := range []struct {
		target     Target
		trials     int
		confidence float64
	}{
		{good, 31, confidence}, {good, trials, 0}, {good, trials, 1}, {good, trials, math.NaN()},
		{Target{Method: "admm"}, trials, confidence},
		{Target{Method: "nothing"}, trials, confidence},
		{Target{Method: "dvp", Variant: "nothing"}, trials, confidence},
		{Target{Method: "dvp", Variant: "proved", Loss: models.Logistic{}, Epsilon: math.NaN()}, trials, confidence},
	} {
		if _, err := New(c.target, c.trials, 1, c.confidence); err == nil {
			t.Errorf("%+v passed", c)
		}
	}
}

// What is concluded names the confidence that was asked for, whatever 1 less it is.
func TestAnAuditNamesTheConfidenceThatWasAskedFor(t *testing.T) {
	for _, asked := range []float64{0.3, 1e-10, 0.999999} {
		a, err := New(Target{Method: "dvp", Variant: "proved", Loss: models.Logistic{}}, 32, seed, asked)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Result().Confidence; got != asked {
			t.Errorf("asked for %v, concluded with %v", asked, got)
		}
	}
}

// White box: under isotropic noise the loss of a message is that of a Gaussian
// shift, so the profile must lie on the exact curve. Each term of the mean is in
// [0, 1]; by Hoeffding n draws miss by sqrt(ln(2/1e-6)/(2n)) with probability 1e-6.
func TestProfileOfIsotropicNoiseIsTheGaussianCurve(t *testing.T) {
	s, err := newStage(Target{Method: "sharing", Variant: "isotropic", Loss: models.Logistic{}})
	if err != nil {
		t.Fatal(err)
	}
	var sent [2][]float64
	for w := range sent {
		sent[w] = append(sent[w], s.quiet(w, s.at).Broadcast[0]...)
	}
	for i := range sent[0] {
		sent[0][i] -= sent[1][i]
	}
	shift := linear.Norm(sent[0])
	if shift < 0.99*2 || shift > 2 { // |w| = 2
		t.Errorf("the worst case moves the message by %g of 2", shift)
	}
	var target Target
	for _, x := range Targets(models.Logistic{}) {
		if x.Method == "sharing" && x.Variant == "isotropic" {
			target = x
		}
	}
	a, _ := finish(t, target, trials)
	p := profile(a.losses[0])
	tolerance := math.Sqrt(math.Log(2e6) / (2 * float64(len(p))))
	for _, epsilon := range []float64{0, 0.5, 1, 2} {
		if want, got := privacy.GaussianDelta(shift/s.rate, epsilon), p.delta(epsilon); math.Abs(got-want) > tolerance {
			t.Errorf("delta(%g) = %g, want %g to %g", epsilon, got, want, tolerance)
		}
	}
}

// What an audit from one run would certify without delta: of r guesses v are right, each
// with probability at most q = e^eps/(1+e^eps) (Steinke, Nasr and Jagielski 2023,
// Theorem 5.2), so that q is at least the exact lower limit of v/r. A record's loss of
// standard deviation s is guessed right with probability 1/2 + E|l|/4 = 1/2 + s/sqrt(8 pi).
func TestOneRunCertifiesNextToNothing(t *testing.T) {
	for _, c := range []struct {
		guesses int
		want    float64
	}{{1000, 0}, {40_000, 0.018}} {
		right := int(math.Round(float64(c.guesses) * (0.5 + 0.043/math.Sqrt(8*math.Pi))))
		q, _ := account.RateLimits(right, c.guesses, 2*0.05)
		if got := max(0, math.Log(q/(1-q))); math.Abs(got-c.want) > 5e-4 {
			t.Errorf("%d guesses, %d of them right: epsilon >= %.4f, the page says %g", c.guesses, right, got, c.want)
		}
	}
}

// A step of a long run is one trial, or a part of it: an interrupt waits for no more.
func TestAStepIsShort(t *testing.T) {
	for iterations, want := range map[int]int{0: 16, 1: 16, 10: 16, 100: 16, 200: 8, 1600: 1, 1_000_000: 1} {
		if got := atOnce(long, iterations); got != want {
			t.Errorf("%d trials of %d iterations at once, want %d", got, iterations, want)
		}
	}
}

// Nor does it wait for many iterations of many nodes.
func TestAStepOfManyNodesIsShort(t *testing.T) {
	for _, c := range []struct {
		graph       string
		nodes, want int
	}{{"ring", 5, long}, {"complete", 9, long}, {"ring", 1000, 7}, {"complete", 1000, 1}} {
		g, err := network.Parse(c.graph, c.nodes, 1)
		if err != nil {
			t.Fatal(err)
		}
		r := Run{Moments: make([]Moment, 3)}
		r.Worlds[0].Locals = make([]*models.Local, c.nodes)
		for k := range r.Moments {
			r.Moments[k].Graph = g
		}
		if got := r.stretch(); got > c.want || got < (c.want+1)/2 {
			t.Errorf("%d nodes, %s: %d iterations in a step, want %d", c.nodes, c.graph, got, c.want)
		}
	}
}

// longRun is an experiment of so many iterations, whose loss is made of its noise.
type longRun struct {
	of, made, most int
	loss           float64
}

func (e *longRun) begin(world int, source noise.Source) {
	stream := source.Stream(noise.Audit, world, 0)
	e.made, e.loss = 0, float64(1-2*world)*float64(stream.Uint64()%1000)/1000
}

func (e *longRun) goOn(most int) (float64, bool) {
	n := min(most, e.of-e.made)
	e.made, e.most = e.made+n, e.most+n
	return e.loss, e.made == e.of
}

// Whoever steps is heard after so many iterations, however many a run has: a run goes on
// where the step before left it, and what is found is the same.
func TestALongRunIsMadeInSteps(t *testing.T) {
	const trials = 64
	target := []Target{{Epsilon: 1, Iterations: 1_000_000}}
	found := map[int]Result{}
	for _, of := range []int{1, 7*long + 1} {
		e := &longRun{of: of}
		a, err := newAudit(e, target, trials, 7, confidence)
		if err != nil {
			t.Fatal(err)
		}
		steps := 1
		for ; !a.Step(); steps++ {
			if e.most > 2*long {
				t.Fatalf("%d iterations in one step", e.most)
			}
			if len(a.losses[0]) != len(a.losses[1]) {
				t.Fatalf("%d runs under D and %d under D'", len(a.losses[0]), len(a.losses[1]))
			}
			e.most = 0
		}
		if found[of] = a.Result(); steps < trials || of > long && steps < 8*trials {
			t.Errorf("%d steps for %d runs of %d iterations", steps, trials, of)
		}
	}
	if found[1] != found[7*long+1] || found[1].Done != trials {
		t.Errorf("in one piece %+v, in many %+v", found[1], found[7*long+1])
	}
}

// What a verdict compares is told in as many digits as show it, and each number on its side.
func TestAVerdictStandsBesideNumbersThatShowIt(t *testing.T) {
	for _, c := range []struct {
		verdict                                        Verdict
		epsilon, delta, bound, largest, needs, ceiling float64
		want                                           []string
	}{
		{Refuted, 2.001, 0, 2.5, 0, 0, 4, []string{"at least ε = 2.5: the claim of ε = 2.01 is refuted"}},
		{Refuted, 2.001, 0, 2.004, 0, 0, 4, []string{"at least ε = 2.004: the claim of ε = 2.001 is refuted"}},
		{Refuted, 2.001, 0, 1.5, 2.0015, 0, 4, []string{"at least ε = 1.5.", "e^2.0015 times likelier", "the claim of ε = 2.001 is refuted"}},
		{Refuted, 2, 0.01001, 1.5, 0, 0.01004, 4, []string{"ε = 2 holds with a δ of 0.01004 at the least", "the claim of ε = 2 with δ = 0.01001 is refuted"}},
		{NotRefuted, 2.001, 0, 1.5, 0, 0, 2.004, []string{"at least ε = 1.5, which does not refute ε = 2.001; a perfect attack would have shown 2.004"}},
		{TooLittle, 2.004, 0, 1.5, 0, 0, 2.001, []string{"only ε = 2, and the claim is ε = 2.01"}},
	} {
		r := Result{Target: Target{Method: "dvp", Variant: "tight", Epsilon: c.epsilon, Delta: c.delta}, Tested: 1, Verdict: c.verdict,
			LowerBound: c.bound, Largest: c.largest, Needs: c.needs, Ceiling: c.ceiling}
		for _, want := range c.want {
			if got := r.Words(); !strings.Contains(got, want) {
				t.Errorf("no %q in %s", want, got)
			}
		}
	}
}
