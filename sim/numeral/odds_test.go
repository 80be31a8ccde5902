package numeral_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"admmlab/sim/numeral"
	"admmlab/sim/privacy/account"
)

func TestEpsilonInWords(t *testing.T) {
	for _, c := range []struct {
		epsilon, delta float64
		want, short    string
	}{
		{0, 0, "any outcome at most 1 times as likely", "at most 1× as likely"},
		{7.55e-11, 0, "any outcome at most 1.1 times as likely", "at most 1.1× as likely"}, // a little is not nothing
		{1e-300, 0, "any outcome at most 1.1 times as likely", "at most 1.1× as likely"},
		{1.18, 1e-5, "any outcome at most 3.3 times as likely, but for a chance of 1e-5", "at most 3.3× as likely, but for 1e-5"},
		{5, 0, "any outcome at most 149 times as likely", "at most 149× as likely"},
		{6.9075, 0, "any outcome at most 1,000 times as likely", "at most 1,000× as likely"},
		{7, 1.21e-6, "any outcome at most 1,100 times as likely, but for a chance of 1.3e-6, hardly a promise", "hardly a promise"},
		{13.81, 0, "any outcome at most 994,600 times as likely, hardly a promise", "hardly a promise"},
		{13.816, 0, "an outcome may be over a million times as likely, this promises nothing", "promises nothing"}, // ln 1e6 = 13.8155
		{18.5, 1e-5, "an outcome may be over a million times as likely, this promises nothing", "promises nothing"},
		{math.Inf(1), 0, "no bound at all, this promises nothing", "promises nothing"},
		{math.NaN(), 0, "no guarantee", "promises nothing"},
	} {
		if got := numeral.Odds(c.epsilon, c.delta); got != c.want {
			t.Errorf("(%g, %g): %q, want %q", c.epsilon, c.delta, got, c.want)
		}
		if got := numeral.ShortOdds(c.epsilon, c.delta); got != c.short {
			t.Errorf("(%g, %g), short: %q, want %q", c.epsilon, c.delta, got, c.short)
		}
	}
}

// Without its δ the sentence is false. One release of gamma-norm noise in 105 dimensions
// with a shift of 1/2 has a total of 0.171 at δ = 1e-5, which is "at most 1.19 times"; but
// a noise along the shift is e^(1/2) = 1.65 times as likely, and such draws have a
// probability. What is true is P[S] <= e^ε P'[S] + δ for every event S: here that the loss
// exceeds a threshold, for all of them.
func TestOneBroadcastCanChangeOddsByMoreThanTheSentenceWithoutDelta(t *testing.T) {
	const dim, shift, delta = 105, 0.5, 1e-5
	a := account.New(delta)
	a.Add(account.Step{Pure: shift, Dim: dim, Shift: shift})
	total := a.Best()
	if words := numeral.Odds(total.Epsilon, total.Delta); math.Abs(total.Epsilon-0.171) > 0.02 || words != "any outcome at most 1.2 times as likely, but for a chance of 1e-5" {
		t.Errorf("(%g, %g) reads %q", total.Epsilon, total.Delta, words)
	}
	// The loss of noise n under a shift v is |n+v| - |n|: along v it is the whole shift.
	if along := math.Exp(shift); !(along > 1.60 && along > math.Exp(total.Epsilon)) {
		t.Errorf("the largest ratio is %g, and the sentence says %g", along, math.Exp(total.Epsilon))
	}
	draw := rand.New(rand.NewPCG(1, 2))
	const draws = 200_000
	over, excess := 0, 0.0
	for range draws {
		norm, along := 0.0, 0.0 // |n| is Gamma(105, 1), the direction uniform
		for range dim {
			norm += draw.ExpFloat64()
		}
		square := 0.0
		for k := range dim {
			g := draw.NormFloat64()
			square += g * g
			if k == 0 {
				along = g
			}
		}
		c := along / math.Sqrt(square)
		if l := math.Sqrt(norm*norm+2*norm*shift*c+shift*shift) - norm; l > total.Epsilon {
			over++
			excess += 1 - math.Exp(total.Epsilon-l)
		}
	}
	if over == 0 {
		t.Error("no draw exceeds e^ε: this tests nothing")
	}
	if excess/draws > 2*delta { // its mean is at most delta; a few draws make it
		t.Errorf("the part above e^ε is %g, promised %g", excess/draws, delta)
	}
}
