package config

import (
	"math"
	"strings"
	"testing"

	"admmlab/sim/admm"
)

// What a knob says may be typed is what it tells who typed something else.
func TestARefusalTellsTheRangeThatTheHintTells(t *testing.T) {
	told := 0
	for _, spec := range admm.Catalogue() {
		c := Default().WithMethod(spec.ID)
		for _, k := range KnobsOf(c) {
			if k.Range == "" || !k.Reads(c) {
				continue
			}
			told++
			if _, err := k.Assign(c, "-1e400"); err == nil || !strings.Contains(err.Error(), k.Range) {
				t.Errorf("%s, %s: %q is refused with %v", spec.ID, k.Key, k.Range, err)
			}
		}
	}
	if told < 50 {
		t.Errorf("%d knobs tell a range", told)
	}
}

// A number that is not 0 and too small for one was read as 0: a budget of it was none.
func TestANumberTooSmallIsNotZero(t *testing.T) {
	for _, c := range []struct{ key, value string }{{"budget", "1e-400"}, {"repair", "0.1e-500"}, {"held_out", "1E-400"}, {"budget", "0x1p-1100"}, {"budget", "0xep-1100"}, {"budget", "+0XF.0P-2000"}, {"gamma", "[1, 2e-999]"}} {
		if _, err := Build([]Assignment{{Key: "method", Value: "radmm"}, {Key: c.key, Value: c.value}}); err == nil || !strings.Contains(err.Error(), "too small to be told from 0") {
			t.Errorf("%v: %v", c, err)
		}
	}
	for _, text := range []string{"C = 5\nbudget = 1e-400", "C = [5, 1e-400]", "budget = 1_0e-400", "events = [\"at 2: budget = 1e-400\"]"} {
		if _, err := ParseText([]byte(text), "x.toml"); err == nil || !strings.Contains(err.Error(), "too small to be told from 0") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"seed = 1\nalpha = 1e-400":           "line 2 of x.toml: alpha = 1e-400 is too small to be told from 0, expected a number above 0, or one value per node, separated by commas",
		"method = \"sharing\"\nrho = 1e-400": "line 2 of x.toml: rho = 1e-400 is too small to be told from 0, expected 1e-9 to 1e6",
		"seed = 1\n\ngamma = [\n1, -1e-400]": "line 3 of x.toml: gamma = -1e-400 is too small to be told from 0, expected 0 to 1e6",
		"private = 1e-400":                   "line 1 of x.toml: private = 1e-400 is too small to be told from 0, expected true or false",
		"title = 1e-400":                     "line 1 of x.toml: title = 1e-400 is too small to be told from 0, expected a text in quotes",
		"nonsense = 1e-400":                  "line 1 of x.toml: nonsense = 1e-400 is too small to be told from 0, expected a number further from it",
	} {
		if _, err := ParseText([]byte(text), "x.toml"); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
	}
	if c, err := ParseText([]byte("budget = 0.0e5\nrepair = 1e-300"), "x.toml"); err != nil || c.Budget != 0 {
		t.Errorf("%v", err)
	}
}

// Values that do not go with each other are refused where the one stands that has to follow.
func TestValuesAtOddsAreNamedWhereTheyStand(t *testing.T) {
	for text, want := range map[string]string{
		"nodes = 5\nseed = 1\nsplit = \"sizes:1,2\"": "line 3 of x.toml: split = sizes:1,2 names 2 sizes, expected one for each of the 5 nodes",
		"nodes = 5\ntopology = \"edges:1-9\"":        "line 2 of x.toml: topology \"edges:1-9\": the edge 1-9 needs node 9, but the nodes are 1 to 5",
		"nodes = 1\nC = [1, 2]":                      "line 2 of x.toml: C has 2 values, expected one, as there is one node",
		"nodes = 1\nevents = [\"at 2: cut 1-2\"]":    `line 2 of x.toml: event "at 2: cut 1-2": edge 1-2: there is one node, and no edge`,
		"nodes = 5\nC = [1, 2]":                      "line 2 of x.toml: C has 2 values, expected one for all nodes or one for each of the 5",
	} {
		if _, err := ParseText([]byte(text), "x.toml"); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
	}
}

// A whole number of a session text may have an exponent, up to its bound; a refusal tells it
// in the form that is expected.
func TestWholeNumbersMayHaveExponents(t *testing.T) {
	c, err := ParseText([]byte("iterations = 1e6\nsgd_batch = 1e8\nwatch = 2.5e1\nseed = 9e15\nalpha = 1e21"), "x")
	if err != nil || c.Iterations != 1e6 || c.Descent.Batch != 1e8 || c.Watch != 25 || c.Seed != 9e15 || c.Set.Alpha[0] != 1e21 {
		t.Errorf("%+v, %v", c, err)
	}
	for text, want := range map[string]string{
		"iterations = 1e7":    `line 1 of x: iterations = "10000000", expected a whole number from 1 to 1000000`,
		"iterations = 1.5":    `line 1 of x: iterations = "1.5", expected a whole number from 1 to 1000000`,
		"nodes = [1e6, 1e-6]": `line 1 of x: nodes = "1000000,1e-06", expected a whole number from 1 to 1000`,
	} {
		if _, err := ParseText([]byte(text), "x"); err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
}

// A whole number is the one that is written, to its last digit, also where a float64 is another.
func TestWholeNumbersAreReadToTheLastDigit(t *testing.T) {
	for text, want := range map[string]uint64{
		"1e17":                       1e17,
		"1.8e19":                     18e18,
		"9_007_199_254_740_993.0":    9007199254740993,
		"1.8446744073709551615e19":   math.MaxUint64,
		"+12345678901234567000.0e-3": 12345678901234567,
	} {
		if c, err := ParseText([]byte("seed = "+text), "x"); err != nil || c.Seed != want {
			t.Errorf("%s is read as %d, %v", text, c.Seed, err)
		}
	}
	for text, told := range map[string]string{
		"18446744073709551616.0": "18446744073709551616",
		"9007199254740993.5":     "9007199254740993.5",
		"-1e17":                  "-100000000000000000",
		"1e20":                   "1e+20",
	} {
		want := `line 1 of x: seed = "` + told + `", expected a whole number from 0 to 18446744073709551615`
		if _, err := ParseText([]byte("seed = "+text), "x"); err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
	if c, err := ParseText([]byte("nodes = 2\nalpha = [0.99999999999999999999, 12345678901234567.0]"), "x"); err != nil || c.Set.Alpha[0] != 1 || c.Set.Alpha[1] != 12345678901234567 {
		t.Errorf("%v, %v", c.Set.Alpha, err)
	}
}

// What is told as expected takes in nothing that is refused.
func TestWhatIsExpectedIsNotWhatWasRefused(t *testing.T) {
	for text, want := range map[string]string{
		"alpha = 1e301":               "line 1 of x: alpha = 1e301 is out of range, expected 1e-300 to 1e300",
		"alpha = 1e-301":              "line 1 of x: alpha = 1e-301 is out of range, expected 1e-300 to 1e300",
		"alpha = nan":                 "line 1 of x: alpha = nan is out of range, expected a number above 0, or one value per node, separated by commas",
		"alpha = -1":                  "line 1 of x: alpha = -1 is out of range, expected a number above 0, or one value per node, separated by commas",
		"schedule = \"linear:0.1@1\"": "line 1 of x: schedule = \"linear:0.1@1\": expected constant, geometric:0.98 (a factor an iteration, 0.5 to 2) or linear:0.1@50 (a factor, 1e-6 to 1e6, reached at an iteration from 2 to 1000000)",
	} {
		if _, err := ParseText([]byte(text), "x"); err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
	if x, err := ParseTotal("1e6"); x != 1e6 || err != nil {
		t.Errorf("%v, %v", x, err)
	}
	for text, want := range map[string]string{
		"0": `budget = "0", expected a total ε above 0, at most 1e6`, "NaN": `budget = "NaN", expected a total ε above 0, at most 1e6`,
		"2e6":    `budget = "2e6", expected a total ε above 0, at most 1e6`,
		"1e-400": `budget = "1e-400" is too small to be told from 0, expected a total ε above 0, at most 1e6`,
	} {
		if _, err := ParseTotal(text); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
