package config

import (
	"slices"
	"strings"
	"testing"

	"admmlab/sim/admm"
)

// A method's own parameter is a declaration in its file: no field of Settings and no
// list of keys knows it.
func TestAParameterIsOneDeclaration(t *testing.T) {
	plain, _ := admm.Find("admm")
	toy := plain
	toy.ID, toy.Name = "toy", "Toy"
	toy.Parameters = append(slices.Clone(plain.Parameters), admm.Parameter{
		Declaration: admm.Declaration{Key: "zeal", Symbol: "z", Words: "how eager the nodes are", Turning: "Nothing happens."},
		Default:     3, Min: 1, Max: 9, Step: 1, EachNode: true,
	})
	t.Cleanup(admm.Use(append(slices.Clone(admm.Catalogue()), toy)...))

	if keys := Keys(); keys[slices.Index(keys, "zeal")-1] != "C" {
		t.Errorf("keys %v, want zeal after C, as the method lists it", keys)
	}
	c, err := Build([]Assignment{{Key: "method", Value: "toy"}, {Key: "zeal", Value: "5"}})
	if err != nil || c.Set.Own["zeal"].At(2) != 5 {
		t.Fatalf("zeal %v, %v", c.Set.Own, err)
	}
	k, _ := KnobOf(c, "zeal")
	if !k.Reads(c) || k.Part != Numbers || k.Nudge(c, 9) != "9" {
		t.Errorf("reads %t, part %d, nudged to %s", k.Reads(c), k.Part, k.Nudge(c, 9))
	}
	each, err := k.Assign(c, "1,2,3,4,5")
	if back, again := ParseText([]byte(each.Text()), "x"); err != nil || again != nil || back.Text() != each.Text() {
		t.Errorf("%v, %v\n%s", err, again, each.Text())
	}
	if c.Set.Own["zeal"].At(2) != 5 {
		t.Error("a config of before has changed with the one made of it")
	}
	if change := NewChange(Event{Key: "zeal", Value: "1,2,3,4,5"}, c, each); change.Before != "5" || len(change.Moved) > 0 {
		t.Errorf("change %+v", change)
	}
	if _, err := k.Assign(c, "10"); err == nil || !strings.Contains(err.Error(), "1 to 9") {
		t.Errorf("10: %v", err)
	}
	if dvp, err := Build([]Assignment{{Key: "zeal", Value: "4"}}); err != nil || strings.Contains(dvp.Text(), "zeal") {
		t.Errorf("a method that does not read it: %v\n%s", err, dvp.Text())
	}
}

// Tens of thousands of changes may be due at one iteration, and nothing interrupts
// them.
func TestAChangeMakesNoKnobs(t *testing.T) {
	before := Default()
	after := before.Clone()
	after.Set.Alpha[0] = 7
	e := Event{Key: "alpha", Value: "7"}
	if n := testing.AllocsPerRun(10, func() { NewChange(e, before, after) }); n > 60 {
		t.Errorf("%v allocations", n)
	}
}

// A value that another one counts for is not shown as if it were in force.
func TestEpsilonOfSharingSaysThatSigmaSetsIt(t *testing.T) {
	c := Default().WithMethod("sharing")
	if got := ShortValue(c, admm.EpsilonKey, "1"); got != "set by σ" {
		t.Errorf("while σ = %g, ε = 1 reads %q", c.Set.Sigma, got)
	}
	if got := ShortValue(c, admm.EpsilonKey, "0.5"); got != "0.5" {
		t.Errorf("a wished ε of 0.5 reads %q", got)
	}
	k, _ := KnobOf(c, admm.EpsilonKey)
	c, err := k.Assign(c, "1")
	if got := ShortValue(c, admm.EpsilonKey, "1"); err != nil || c.Set.Sigma != 0 || got != "1" {
		t.Errorf("with σ = %g, ε = 1 reads %q, %v", c.Set.Sigma, got, err)
	}
}

// What limits a promise is not told as better than it is: δ is rounded up and a budget down, in the
// list of parameters, in what changed and beside what differs.
func TestLimitsAreRoundedToTheirSides(t *testing.T) {
	c := Default()
	for _, of := range []struct{ key, value, want string }{
		{admm.DeltaKey, "1.0049e-5", "1.01e-5"},
		{admm.DeltaKey, "0", "0"},
		{BudgetKnob.Key, "1.9996", "1.99"},
		{BudgetKnob.Key, "2", "2"},
		{BudgetKnob.Key, "12345", "12,345"},
		{"alpha", "1.9996", "2"},
	} {
		if got := ShortValue(c, of.key, of.value); got != of.want {
			t.Errorf("%s = %s is told as %s, want %s", of.key, of.value, got, of.want)
		}
	}
}
