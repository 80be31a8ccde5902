package config

import (
	"fmt"
	"testing"

	"admmlab/sim/network"
)

func TestDifferencesNameEveryKeyThatDiffersAndNoOther(t *testing.T) {
	dvp := Default()
	strict := Default()
	strict.Set.Alpha, strict.Seed, strict.Title = []float64{0.1}, 8, "named"
	strict.Events = []Event{{At: 40, Key: "alpha", Value: "0.2"}, {At: 60, Edge: network.Edge{0, 1}}}
	for _, c := range []struct {
		configs []Config
		want    string
	}{
		{nil, "[]"},
		{[]Config{dvp}, "[]"},
		{[]Config{dvp, Default()}, "[]"},
		{[]Config{dvp, strict}, "[{alpha [0.5 0.1]} {seed [7 8]} {events [ at 40: alpha = 0.2\nat 60: cut 1-2]}]"},
		{[]Config{strict, dvp, dvp}, "[{alpha [0.1 0.5 0.5]} {seed [8 7 7]} {events [at 40: alpha = 0.2\nat 60: cut 1-2  ]}]"},
		{[]Config{dvp, dvp.WithMethod("pvp")}, "[{method [dvp pvp]} {variant [proved released]} {rho [0.0031622776601683794 0.1]}]"},
	} {
		if got := fmt.Sprint(Differences(c.configs...)); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// A key that only one method has is a difference between the two, empty for the other.
func TestAKeyOfOneMethodIsADifference(t *testing.T) {
	for _, d := range Differences(Default().WithMethod("sharing"), Default()) {
		switch d.Key {
		case "sigma", "parties":
			if d.Values[1] != "" {
				t.Errorf("DVP has %s = %s", d.Key, d.Values[1])
			}
		case "alpha", "topology", "nodes":
			if d.Values[0] != "" || d.Values[1] == "" {
				t.Errorf("%s = %q", d.Key, d.Values)
			}
		}
	}
}

// Differences and text agree: no difference is the same text but for its words.
func TestWithoutADifferenceTheTextIsTheSame(t *testing.T) {
	var configs []Config
	for _, id := range methodIDs() {
		c := Default().WithMethod(id)
		d := c
		d.Seed++
		configs = append(configs, c, d)
	}
	for _, a := range configs {
		for _, b := range configs {
			if same := len(Differences(a, b)) == 0; same != (a.Text() == b.Text()) {
				t.Errorf("%s and %s: no difference %t\n%s\n%s", a.Method, b.Method, same, a.Text(), b.Text())
			}
		}
	}
}
