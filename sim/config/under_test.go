package config

import (
	"fmt"
	"slices"
	"testing"

	"admmlab/sim/admm"
)

// keysOf are the keys of moves.
func keysOf(moves []Move) []string {
	var keys []string
	for _, m := range moves {
		keys = append(keys, m.Key)
	}
	return keys
}

func TestAnotherMethodKeepsWhatWasChosen(t *testing.T) {
	for _, k := range []struct {
		text, method         string
		kept, moved, dropped []string
		events, left         int
	}{
		{"", "pvp", nil, []string{"variant", "rho"}, nil, 0, 0},
		{"alpha = 0.3\nC = 900\nbudget = 3\n", "pvp", []string{"alpha", "C"}, []string{"variant", "rho"}, nil, 0, 0},
		{"method = \"mradmm\"\ngamma = 5\ngrowth = 1.02\nalpha = 0.3\n", "dvp", []string{"alpha"}, []string{"variant", "rho"}, []string{"growth", "gamma"}, 0, 0},
		{"alpha = 0.3\nrho = 0.1\nadjacency = \"remove\"\nprivate = false\n", "sharing", []string{"private", "rho"}, nil, []string{"alpha", "adjacency"}, 0, 0},
		{"alpha = 0.3\n", "dvp", nil, []string{"alpha"}, nil, 0, 0},
		{"method = \"mradmm\"\nevents = [\"at 3: gamma = 5\", \"at 4: alpha = 0.2\", \"at 5: cut 1-2\"]\n", "dvp", nil, []string{"variant", "alpha", "rho"}, nil, 1, 2},
		{"events = [\"at 4: alpha = 0.2\", \"at 5: cut 1-2\"]\n", "sharing", nil, nil, nil, 2, 0},
		{"method = \"mradmm\"\neta = [1, 2, 3, 4, 5]\n", "dvp", nil, nil, []string{"eta"}, 0, 0}, // one number for all nodes
	} {
		c, err := ParseText([]byte(k.text), "test.toml")
		if err != nil {
			t.Fatal(err)
		}
		next, taken := c.Under(k.method)
		if next.Method != k.method || !slices.Equal(keysOf(taken.Kept), k.kept) || !slices.Equal(keysOf(taken.Dropped), k.dropped) || taken.Events != k.events || len(next.Events) != k.left {
			t.Errorf("%q under %s: %+v, %d events left", k.text, k.method, taken, len(next.Events))
		}
		if k.moved != nil && !slices.Equal(keysOf(taken.Moved), k.moved) {
			t.Errorf("%q under %s moves %v, want %v", k.text, k.method, taken.Moved, k.moved)
		}
	}
}

// From every method to every other, all that is told is true, and what comes of it is a
// session.
func TestWhatIsToldOfAnotherMethodIsTrue(t *testing.T) {
	for _, from := range admm.Catalogue() {
		for _, to := range admm.Catalogue() {
			c := defaultFor(from.ID)
			for _, p := range from.Parameters {
				k, _ := KnobOf(c, p.Key)
				if next, err := k.Assign(c, k.Nudge(c, 1)); err == nil {
					c = next
				}
			}
			next, taken := c.Under(to.ID)
			again, err := ParseText([]byte(next.Text()), "test.toml")
			if err != nil || again.Text() != next.Text() {
				t.Fatalf("%s under %s is no session: %v\n%s", from.ID, to.ID, err, next.Text())
			}
			start := defaultFor(to.ID)
			for _, m := range append(slices.Clone(taken.Kept), taken.Moved...) {
				k, _ := KnobOf(next, m.Key)
				old, _ := KnobOf(c, m.Key)
				if old.Value(c) != m.Before || k.Value(next) != m.After || m.Before != m.After && k.Value(start) != m.After {
					t.Errorf("%s under %s: %+v is told, it has %s", from.ID, to.ID, m, k.Value(next))
				}
			}
			for _, m := range taken.Dropped {
				if k, _ := KnobOf(next, m.Key); k.Value(next) != k.Value(start) {
					t.Errorf("%s under %s: %s is dropped and has %s", from.ID, to.ID, m.Key, k.Value(next))
				}
			}
		}
	}
}

// What a knob was in each iteration, by its own events alone: those to come do not count,
// nor those that change nothing or are refused, and of two at once the later counts.
func TestStretchesTellWhatAKnobWas(t *testing.T) {
	c := Default()
	c.Budget = 40
	for _, line := range []string{"at 30: budget = 20", "at 10: budget = 9", "at 10: budget = 10", "at 15: alpha = 2", "at 20: budget = 10", "at 25: budget = -1", "at 60: budget = 0"} {
		e, err := ParseEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		c.Events = append(c.Events, e)
	}
	for t0, want := range map[int]string{1: "[{1 40}]", 29: "[{1 40} {10 10}]", 59: "[{1 40} {10 10} {30 20}]", 60: "[{1 40} {10 10} {30 20} {60 0}]"} {
		if got := fmt.Sprint(c.Stretches(BudgetKnob, t0)); got != want {
			t.Errorf("up to %d: %s, expected %s", t0, got, want)
		}
	}
}

// A run has noise where any of its iterations does, though it ends without it or begins so.
func TestARunHasNoiseWhereAnyIterationDoes(t *testing.T) {
	for _, test := range []struct {
		method, private string
		events          []string
		upTo            int
		want            bool
	}{
		{"dvp", "true", nil, 4, true},
		{"dvp", "false", nil, 4, false},
		{"admm", "true", nil, 4, false}, // it adds none
		{"dvp", "true", []string{"at 3: private = false"}, 4, true},
		{"dvp", "true", []string{"at 1: private = false"}, 4, false},
		{"dvp", "false", []string{"at 3: private = true"}, 4, true},
		{"dvp", "false", []string{"at 3: private = true"}, 2, false},
	} {
		c := Default()
		c.Method = test.method
		if err := PrivateKnob.Set(&c, test.private); err != nil {
			t.Fatal(err)
		}
		for _, line := range test.events {
			e, err := ParseEvent(line)
			if err != nil {
				t.Fatal(err)
			}
			c.Events = append(c.Events, e)
		}
		if got := c.HasNoise(test.upTo); got != test.want {
			t.Errorf("%s, private = %s, %q, up to %d: %t", test.method, test.private, test.events, test.upTo, got)
		}
	}
}

// A knob that has a value throughout has it in every iteration: no change of it is left, none
// that sets it back or counts in its place, and every other is.
func TestAKnobThroughoutHasItsValueInEveryIteration(t *testing.T) {
	for _, c := range []struct{ method, events, key, value, left string }{
		{"dvp", "at 1: alpha = 0.2\nat 3: rho = 2\nat 9: alpha = 0.1", "alpha", "3", "at 3: rho = 2"},
		{"dvp", "at 2: topology = star\nat 3: rho = 2\nat 4: cut 1-2", "topology", "complete", "at 3: rho = 2"},
		{"dvp", "at 2: alpha = 3\nat 4: cut 1-2", "rho", "2", "at 2: alpha = 3\nat 4: cut 1-2"},
		{"sharing", "at 2: epsilon = 2\nat 3: rho = 2\nat 4: sigma = 5", "sigma", "3", "at 3: rho = 2"},
		{"sharing", "at 2: epsilon = 2\nat 3: rho = 2\nat 4: sigma = 5", "epsilon", "3", "at 3: rho = 2"},
	} {
		from := Default().WithMethod(c.method)
		var err error
		if from.Events, err = ParseEvents(c.events); err != nil {
			t.Fatal(err)
		}
		k, _ := KnobOf(from, c.key)
		next, dropped, err := k.Throughout(from, c.value)
		if left := EventsKnob.Value(next); err != nil || left != c.left || len(dropped) != len(from.Events)-len(next.Events) || slices.ContainsFunc(dropped, func(e Event) bool { return slices.Contains(next.Events, e) }) || k.Value(next.After(9)) != c.value {
			t.Errorf("%s %s: %q is left and %v are dropped, want %q; %v", c.method, c.key, left, dropped, c.left, err)
		}
	}
}
