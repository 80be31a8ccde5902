package sim

import (
	"math"
	"strings"
	"testing"

	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// While nothing is promised some light that privacy rests on is out, with every method;
// while something is, none is.
func TestALightIsOutWhileNothingIsPromised(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		if !spec.Private() {
			continue
		}
		c := small(t, `method = "`+spec.ID+`"`, "iterations = 9", `events = ["at 3: private = false", "at 6: private = true"]`)
		rows, _ := script(t, c)
		for _, r := range rows {
			first := r.Lights[0]
			switch out := first.State == Broken && first.Privacy; {
			case out != math.IsNaN(r.Tight):
				t.Errorf("%s t=%d: total %g and %+v", spec.ID, r.Iteration, r.Tight, first)
			case r.Iteration >= 3 && r.Iteration < 6 && (first.Name != NoiseLight || first.Mend != admm.Mend{Key: "private", Value: "true"}):
				t.Errorf("%s t=%d: noise off and %+v", spec.ID, r.Iteration, first)
			case r.Iteration >= 6 && first.Name != spec.Adaptive.Light && (first.Name != PastLight || !strings.HasPrefix(first.Detail, "from t = 3 on nothing is promised: the noise is off.")):
				t.Errorf("%s t=%d: noise on again and %+v", spec.ID, r.Iteration, first)
			}
		}
	}
}

// C above the records is a light of its own; once it is mended, another says that it was.
func TestABrokenConditionLeavesALightBehind(t *testing.T) {
	rows, _ := script(t, small(t, "iterations = 6", `events = ["at 2: C = 500", "at 4: C = 60"]`))
	if names := light(rows[2], PastLight); names.State != -1 || light(rows[2], "B ≥ C").State != Broken {
		t.Errorf("while C is above B: %+v", rows[2].Lights)
	}
	if light(rows[3], PastLight).State != Broken || light(rows[3], "B ≥ C").State != Good {
		t.Errorf("afterwards: %+v", rows[3].Lights)
	}
}

// A σ that is set promises nothing but within a budget that is kept.
func TestASetSigmaIsALight(t *testing.T) {
	for _, with := range []struct {
		lines []string
		state LightState
	}{
		{[]string{"sigma = 1"}, Broken},
		{[]string{"sigma = 1", "budget = 400", "stop = false"}, Broken},
		{[]string{"sigma = 1", "budget = 1e6"}, -1},
		{[]string{"sigma = 0"}, -1},
	} {
		rows, _ := script(t, small(t, append(with.lines, `method = "sharing"`, "iterations = 2")...))
		if l := light(rows[1], "σ follows |w|"); l.State != with.state || (l.State == Broken && l.Mend != admm.Mend{Key: "sigma", Value: "0", Anew: true}) {
			t.Errorf("%q: %+v", with.lines, l)
		}
	}
}

// What the printed bounds ask for names what would do, and it does in a run from the start.
func TestWhatThePrintedBoundsAskForIsMended(t *testing.T) {
	for _, of := range []struct {
		light string
		mend  admm.Mend
		lines []string
	}{
		{"ε ≤ 1", admm.Mend{Key: "epsilon", Value: "1"}, []string{`method = "sharing"`, `variant = "printed"`, "epsilon = 5", "sigma = 0"}},
		{"ε ≤ 1", admm.Mend{Key: "epsilon", Value: "0.1"}, []string{`method = "sharing"`, `variant = "printed"`, "epsilon = 1.5", "sigma = 0", `schedule = "linear:10@2"`}},
		{"ε ≤ 1", admm.Mend{Key: "epsilon", Value: "0.826"}, []string{`method = "sharing"`, `variant = "printed"`, "epsilon = 1.5", "sigma = 0", `schedule = "geometric:1.21"`}},
		{"ε ≤ 1", admm.Mend{Key: "epsilon", Value: "1"}, []string{`method = "sharing"`, `variant = "printed"`, "epsilon = 1.5", "sigma = 0", `schedule = "geometric:0.5"`}},
		{"2c₁ < (B/C)(ρ/N+2ηV)", admm.Mend{Key: "variant", Value: "tight"}, []string{`method = "radmm"`, `variant = "printed"`, "eta = 0.01"}},
		{"2c₁ < (B/C)(ρ/N+2ηV)", admm.Mend{Key: "variant", Value: "tight"}, []string{`method = "madmm"`, `variant = "printed"`, "eta = 0.01"}},
	} {
		c := small(t, append(of.lines, "iterations = 2")...)
		rows, _ := script(t, c)
		if l := light(rows[0], of.light); l.State != Broken || l.Mend != of.mend || !l.Restores() {
			t.Fatalf("%q: %+v", of.lines, l)
		}
		knob, _ := config.KnobOf(c, of.mend.Key)
		mended, _, err := knob.Throughout(c, of.mend.Value)
		if err != nil {
			t.Fatal(err)
		}
		rows, _ = script(t, mended)
		for _, r := range rows {
			if l := light(r, of.light); l.State == Broken && l.Privacy || math.IsNaN(r.Tight) {
				t.Errorf("%q, mended: %+v", of.lines, l)
			}
		}
	}
}

// While the noise is off, what else a run needs that makes it is shown, too: with all that the lights
// name, a run from the start has its promise.
func TestWhileTheNoiseIsOffWhatElseIsOutIsShown(t *testing.T) {
	for _, lines := range [][]string{
		{`method = "sharing"`, "sigma = 1"},
		{`method = "sharing"`, `variant = "printed"`, "epsilon = 5", "sigma = 0"},
		{`method = "sharing"`, `variant = "printed"`, "epsilon = 5", "sigma = 0", `schedule = "linear:0.1@2"`}, // out at the start
		{`method = "sharing"`, `variant = "printed"`, "epsilon = 0.5", "sigma = 0", `schedule = "linear:3@4"`}, // later on
		{`method = "radmm"`, `variant = "printed"`, "eta = 0.01"},
		{`method = "sharing"`, "sigma = 0", "epsilon = 5"},
	} {
		c := small(t, append(lines, "private = false", "iterations = 4")...)
		rows, _ := script(t, c)
		for _, l := range rows[1].Lights {
			if !l.Restores() {
				continue
			}
			var err error
			knob, _ := config.KnobOf(c, l.Mend.Key)
			if c, _, err = knob.Throughout(c, l.Mend.Value); err != nil {
				t.Fatal(err)
			}
		}
		rows, _ = script(t, c)
		for _, r := range rows {
			if math.IsNaN(r.Tight) {
				t.Errorf("%q, with all that was shown: nothing is promised at t = %d: %+v", lines, r.Iteration, r.Lights)
			}
		}
	}
}
