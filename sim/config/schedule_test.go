package config

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"admmlab/sim/admm"
)

func TestSchedulesAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]string{
		"constant": "", "geometric:0.98": "", "geometric:2": "", "linear:0.1@50": "", "linear:1e+06@2": "", "geometric:1": "constant", "linear:1@9": "constant",
		"": "!", "geometric": "!", "geometric:0.4": "!", "geometric:NaN": "!", "linear:0.1": "!", "linear:0@5": "!", "linear:2@1": "!", "linear:2@1e9": "!", "steps": "!",
	} {
		s, err := ParseSchedule(text)
		if want == "" {
			want = text
		}
		if want == "!" != (err != nil) || err == nil && s.String() != want {
			t.Errorf("%q is read as %q, %v", text, s, err)
		}
		if err != nil && !strings.Contains(err.Error(), "expected constant, geometric:0.98") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The factor is what the help says: 1 at first, q^(t-1) or on a line to q at T and q from
// there on.
func TestTheFactorOfASchedule(t *testing.T) {
	for text, want := range map[string]map[int]float64{
		"constant":      {1: 1, 1000: 1},
		"geometric:0.9": {1: 1, 2: 0.9, 11: math.Pow(0.9, 10)},
		"geometric:1.5": {1: 1, 3: 2.25},
		"linear:0.2@5":  {1: 1, 2: 0.8, 3: 0.6, 5: 0.2, 99: 0.2},
		"linear:3@3":    {1: 1, 2: 2, 3: 3, 4: 3},
	} {
		s, err := ParseSchedule(text)
		if err != nil {
			t.Fatal(err)
		}
		for at, factor := range want {
			if math.Abs(s.At(at)-factor) > 1e-14 {
				t.Errorf("%s at %d is %g, want %g", text, at, s.At(at), factor)
			}
		}
	}
}

// A schedule changes the noise knob and nothing else, never the settings it is given, and
// stays within what the knob may be; where sigma is set directly, it does not count.
func TestAScheduleScalesTheNoiseKnobOnly(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		set := spec.Defaults()
		before := set.Clone()
		scaled := Scaled(spec, &set, 0.5)
		if !spec.Private() || spec.Vertical {
			if scaled != &set {
				t.Errorf("%s: something is scaled", spec.ID)
			}
			continue
		}
		if scaled.Alpha[0] != before.Alpha[0]/2 || set.Alpha[0] != before.Alpha[0] || scaled.Eta[0] != before.Eta[0] {
			t.Errorf("%s: alpha %v is scaled to %v", spec.ID, set.Alpha, scaled.Alpha)
		}
		if low := Scaled(spec, &set, 1e-310).Alpha[0]; low != 1e-300 {
			t.Errorf("%s: alpha falls to %g", spec.ID, low)
		}
	}
	sharing, _ := admm.Find("sharing")
	set := sharing.Defaults()
	set.Sigma, set.Epsilon = 0, 2
	if scaled := Scaled(sharing, &set, 3); scaled.Epsilon != 6 || set.Epsilon != 2 {
		t.Errorf("epsilon 2 is scaled to %g", scaled.Epsilon)
	}
	c := Default().WithMethod("sharing")
	if said := ScheduleKnob.Say(c, "geometric:0.9", Few); said != "idle: set by σ" || ScheduleKnob.Say(c, "constant", Few) != "" {
		t.Errorf("while σ is set it is said to be %q", said)
	}
	if c.Set.Sigma = 0; ScheduleKnob.Say(c, "geometric:0.9", Few) != "" {
		t.Error("while ε sets the noise it is said to be idle")
	}
}

// The settings that count in an iteration, which an audit attacks and a bound is held against,
// have nothing of what the method does not read.
func TestTheSettingsOfAnIterationAreThoseInForce(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		c := Default().WithMethod(spec.ID)
		want, tried := *c.SetAt(1), 0
		for _, key := range admm.ParameterKeys() {
			k, _ := KnobOf(c, key)
			if _, own := spec.Parameter(key); own {
				continue
			}
			other, err := k.Assign(c, k.Nudge(c, 1))
			if err != nil {
				t.Fatal(err)
			}
			tried++
			if set := *other.SetAt(1); !reflect.DeepEqual(set, want) {
				t.Errorf("%s: with %s = %s the settings are %+v, want %+v", spec.ID, key, k.Value(other), set, want)
			}
		}
		if tried < 3 {
			t.Errorf("%s: only %d keys were tried", spec.ID, tried)
		}
	}
}

// The arrows lead over 1, where a linear rule would be constant and forget its iteration.
func TestTheArrowsKeepTheIterationOfALinearSchedule(t *testing.T) {
	c := Default()
	walk := func(n int, want ...string) {
		t.Helper()
		for _, w := range want {
			var err error
			if c, err = ScheduleKnob.Assign(c, ScheduleKnob.Nudge(c, n)); err != nil || c.Schedule.String() != w {
				t.Fatalf("%s (%v), want %s", c.Schedule, err, w)
			}
		}
	}
	c.Schedule = Schedule{Factor: 1.8, Until: 50}
	walk(-1, "linear:0.56@50", "linear:0.32@50")
	walk(1, "linear:0.56@50", "linear:1.8@50")
	walk(-2, "linear:0.56@50")
}

// What counts with neighbours only counts from the first edge on that is joined, if the run comes to
// that iteration.
func TestAKeyThatNeedsNeighboursCountsFromAJoinWithinTheLimit(t *testing.T) {
	for events, want := range map[string]string{
		"":                                     "topology = edges:",
		"at 4: cut 1-2":                        "topology = edges:",
		"at 3: join 1-2":                       "",
		"at 4: join 1-2":                       "topology = edges:",
		"at 4: join 1-2\nat 2: join 2-3":       "",
		"at 4: join 1-2\nat 3: iterations = 9": "",
		"at 4: topology = ring":                "topology = edges:",
	} {
		c := Default()
		c.Topology, c.Iterations = "edges:", 3
		var err error
		if c.Events, err = ParseEvents(events); err != nil {
			t.Fatal(err)
		}
		if read, idle := c.Use("eta"); !read || idle != want {
			t.Errorf("%q: eta is read: %t, idle by %q, want %q", events, read, idle, want)
		}
	}
}
