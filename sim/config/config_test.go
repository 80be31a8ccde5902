package config

import (
	"fmt"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/admm"
)

// Every refusal names where, the key, and what is allowed.
func TestBadTextIsRefusedWithLineKeyRangeAndHint(t *testing.T) {
	for text, want := range map[string][]string{
		"alpha = 0.5\nalfa = 2":                          {"line 2 of x.toml", `"alfa"`, "did you mean alpha"},
		"alpha = -1":                                     {"line 1 of x.toml", "alpha = -1", "a number above 0"},
		"\n\nrho = \"much\"":                             {"line 3 of x.toml", "rho", "not a number"},
		"method = \"dpv\"":                               {"dpv", "did you mean dvp", "sharing"},
		"topology = \"rng\"":                             {"rng", "did you mean ring"},
		"variant = \"tite\"":                             {"variant", "did you mean tight", "proved tight balanced printed"},
		"nodes = 0":                                      {"nodes", "1 to 1000"},
		"nodes = 2.5":                                    {"nodes", "whole number"},
		"alpha = [1, 2]":                                 {"alpha has 2 values", "each of the 5"},
		"gamma = [1, 2]\nmethod=\"radmm\"":               {"gamma is one number"},
		"private = 3":                                    {"private", "true or false"},
		"data = \"censsus\"":                             {"data", "did you mean census"},
		"data = \"adult:\"":                              {"adult:PATH"},
		"data = \"census:1\"":                            {"census:N"},
		"events = [\"at 4: nodes = 3\"]":                 {"nodes", "after a reset only"},
		"events = [\"at 4: gamma = 1\"]":                 {"does not read gamma"},
		"events = [\"at 0: alpha = 1\"]":                 {"iteration 0"},
		"events = [\"soon: alpha = 1\"]":                 {"not understood"},
		"events = [\"at 4: cut 1-9\"]":                   {"1 to 5"},
		"events = [\"at 4: alpha = x\"]":                 {"alpha"},
		"method=\"sharing\"\nparties = \"66,40\"":        {"parties", "increasing"},
		"method=\"sharing\"\nevents=[\"at 2: cut 1-2\"]": {"no edge to cut"},
		"alpha = ":                                       {"line 1 of x.toml"},
		"alpha = {a=1}":                                  {"line 1 of x.toml", "expected a number"},
		"alpha = 1e400":                                  {`line 1 of x.toml: "1e400": value out of range, expected a number below 1.8e308`},
		"alpha = []":                                     {"line 1 of x.toml: alpha has no value, expected a number above 0"},
		"alpha = [1, 2, \"x\"]":                          {"line 1 of x.toml: alpha is a list with texts in it, expected a number above 0"},
		"private = []":                                   {"private has no value, expected true or false"},
		"C = 1\n[sweep]\nalpha=[1,2]":                    {"line 2 of x.toml: sweep: a session has no tables", "is for admmlab sweep"},
		"iterations = 0":                                 {"iterations", "1 to 1000000"},
		long("title = '%s'", 1001):                       {"line 1 of x.toml: title has 1,001 characters, expected at most 1,000"},
		long("caption = '%s'", 20_001):                   {"caption has 20,001 characters, expected at most 20,000"},
		long("data = 'csv:%s'", 19_997):                  {"data has 20,001 characters"},
		long("events = ['at 2: alpha = %s']", 100_001):   {"alpha has 100,001 characters"},
		"seed = -3":                                      {"seed"},
	} {
		_, err := ParseText([]byte(text), "x.toml")
		if err == nil {
			t.Errorf("%q is accepted", text)
			continue
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q: error %q does not say %q", text, err, w)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error has several lines: %q", text, err)
		}
	}
}

// long is a text with so many ones in it.
func long(text string, n int) string { return fmt.Sprintf(text, strings.Repeat("1", n)) }

// A graph of 150 nodes may have all its edges, 11,175, in a list.
func TestAListOfEdgesMayBeLong(t *testing.T) {
	var edges []string
	for i := 1; i <= 150; i++ {
		for j := i + 1; j <= 150; j++ {
			edges = append(edges, fmt.Sprintf("%d-%d", i, j))
		}
	}
	list := "edges:" + strings.Join(edges, ",")
	if _, err := ParseText([]byte("nodes = 150\ntopology = '"+list+"'\nevents = ['at 3: topology = "+list+"']"), "x.toml"); err != nil || len(list) < mostText {
		t.Errorf("%d characters: %.300v", len(list), err)
	}
}

func TestTextAndConfigAreOne(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		c := defaultFor(spec.ID)
		c.Seed, c.Title, c.Caption = 12345678901234567890, "A \"title\"", "what to look for"
		back, err := ParseText([]byte(c.Text()), "text")
		if err != nil {
			t.Fatalf("%s: %v\n%s", spec.ID, err, c.Text())
		}
		if back.Text() != c.Text() {
			t.Errorf("%s: text changes on the way:\n%s\n%s", spec.ID, c.Text(), back.Text())
		}
	}
	lists := "method = \"mradmm\"\neta = [1.0, 1.03, 1.02, 0.8, 1.01]\nevents = [\"at 3: eta = 1,1,1,1,2\", \"at 60: cut 1-2\"]\n"
	c, err := ParseText([]byte(lists), "x")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Set.Eta.String(); got != "1,1.03,1.02,0.8,1.01" || len(c.Events) != 2 {
		t.Errorf("eta %s, events %v", got, c.Events)
	}
	if back, err := ParseText([]byte(c.Text()), "x"); err != nil || back.Text() != c.Text() {
		t.Errorf("lists do not survive: %v\n%s", err, c.Text())
	}
}

func TestLaterAssignmentsWinAndMethodComesFirst(t *testing.T) {
	c, err := Build([]Assignment{{Key: "alpha", Value: "3"}, {Key: "method", Value: "pvp"}, {Key: "alpha", Value: "2"}})
	if err != nil || c.Method != "pvp" || c.Set.Alpha[0] != 2 || c.Set.Rho[0] != 0.1 {
		t.Errorf("%+v, %v", c, err)
	}
}

// `admmlab run PRESET --set method=X`: the preset's words for its own method do
// not stand in the way, a wrong word for the method asked for still does.
func TestAnotherMethodDropsThePresetsWordsForItsOwn(t *testing.T) {
	preset, err := Assignments([]byte("method = \"dvp\"\nvariant = \"balanced\"\nadjacency = \"remove\"\nevents = [\"at 3: cut 1-2\"]\n"), "preset")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Build(append(preset, Assignment{Key: "method", Value: "sharing", Where: "--set"}))
	if err != nil || c.Set.Variant != "isotropic" || c.Set.Adjacency != "column" || len(c.Events) != 0 {
		t.Errorf("%v: %+v", err, c)
	}
	if _, err = Build(append(preset, Assignment{Key: "method", Value: "sharing", Where: "--set"}, Assignment{Key: "variant", Value: "balanced", Where: "--set"})); err == nil {
		t.Error("a wrong variant after the method is accepted")
	}
	// Also what a method does not read: that is told as well.
	_, left, err := BuildTelling(append(preset, Assignment{Key: "method", Value: "admm", Where: "--set"}))
	if want := "ADMM does not take, and leaves out: variant = balanced, adjacency = remove"; err != nil || left != want {
		t.Errorf("%v: %q, want %q", err, left, want)
	}
	if _, left, err = BuildTelling(append([]Assignment{{Key: "method", Value: "admm"}}, preset[1:]...)); err != nil || left != "" {
		t.Errorf("%v: a session of ADMM itself leaves out %q", err, left)
	}
}

// What no method takes is a slip, whatever method is asked for behind it, and also where nothing reads
// it: it is refused, and not told as what the method leaves out.
func TestWhatNoMethodTakesIsLeftOutByNone(t *testing.T) {
	for _, c := range []struct {
		line, refused string // "" where a method takes it
	}{
		{"variant = \"prnted\"", "did you mean printed?"}, {"variant = \"own\"", ""},
		{"adjacency = \"remvoe\"", "did you mean remove?"}, {"adjacency = \"column\"", ""},
		{"adjacency = \"\"", "not a choice"}, {"order = \"jacobian\"", "expected one of jacobi gauss-seidel"}, {"dual_step = \"both\"", "expected one of common own"},
		{"events = [\"nonsense\"]", "is not understood"}, {"events = [\"at 3: alhpa = 1\"]", "did you mean alpha?"},
		{"events = [\"at 3: gamma = lots\"]", "gamma = \"lots\""}, {"events = [\"at 3: cut 1-9\"]", "edge 1-9"}, {"events = [\"at 3: sigma = 2\"]", ""},
		{"variant = \"own\"\nevents = [\"at 3: variant = printed\"]", ""}, {"events = [\"at 3: variant = nosuch\"]", "not a choice"},
	} {
		for _, method := range []string{"dvp", "admm"} {
			session, err := Assignments([]byte(c.line+"\n"), "file")
			if err != nil {
				t.Fatal(err)
			}
			_, left, err := BuildTelling(append(session, Assignment{Key: "method", Value: method, Where: "--methods"}))
			switch {
			case c.refused == "" && err != nil:
				t.Errorf("%s under %s: %v", c.line, method, err)
			case c.refused != "" && (err == nil || method == "dvp" && !strings.Contains(err.Error(), c.refused)):
				t.Errorf("%s under %s: %v, and left out is %q; expected %q", c.line, method, err, left, c.refused)
			}
		}
	}
}

// The arrows walk a ladder of readable values and never leave the range.
func TestNudgeWalksReadableValuesWithinTheRange(t *testing.T) {
	c := Default()
	alpha, _ := KnobOf(c, "alpha")
	var seen []string
	for range 6 {
		v := alpha.Nudge(c, 1)
		seen = append(seen, v)
		var err error
		if c, err = alpha.Assign(c, v); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(seen, " "); got != "0.56 1 1.8 3.2 5.6 10" {
		t.Errorf("alpha from 0.5 up: %s", got)
	}
	for range 6 {
		c, _ = alpha.Assign(c, alpha.Nudge(c, -1))
	}
	if c.Set.Alpha[0] != 0.32 {
		t.Errorf("six presses down from 10 give %g, want 0.32", c.Set.Alpha[0])
	}
	for _, id := range []string{"dvp", "mradmm", "sharing"} {
		c := defaultFor(id)
		for _, key := range Keys() {
			k, _ := KnobOf(c, key)
			if k.Nudge == nil || !k.Reads(c) {
				continue
			}
			for _, n := range []int{-1, 1, -10, 10, -10000, 10000} {
				if _, err := k.Assign(c, k.Nudge(c, n)); err != nil {
					t.Errorf("%s: %d presses on %s: %v", id, n, key, err)
				}
			}
		}
	}
}

// Of every method's parameters, too.
func TestEveryKnobIsWhole(t *testing.T) {
	read := map[string]bool{} // by a method
	for _, spec := range admm.Catalogue() {
		once, c := map[string]bool{}, defaultFor(spec.ID)
		c.HeldOut, c.Loss = 0.1, huber // without, their knobs are none
		for _, k := range KnobsOf(c) {
			for hole, is := range map[string]bool{
				"no Key": k.Key == "", "no Symbol": k.Symbol == "", "no Words": k.Words == "", "no Reads": k.Reads == nil, "no Value": k.Value == nil, "no Set": k.Set == nil,
				"no Turning": k.Turning == "" && !k.Prose && k.Part != Elsewhere,
				"no place in the panel (Part) though words on turning it":     k.Part == Elsewhere && k.Turning != "" && k.Key != MethodKnob.Key,
				"Counts of the next iteration and a place after the reset":    k.Part == Setup && k.Counts != admm.AtReset,
				"Counts at the reset and a place among what counts at once":   (k.Part == Readings || k.Part == Running) && k.Counts == admm.AtReset,
				"an entry of its key before it in Knobs or in the parameters": once[k.Key],
			} {
				if is {
					t.Errorf("knob %q under %s has %s", k.Key, spec.ID, hole)
				}
			}
			once[k.Key] = true
			for _, v := range append(spec.Variants, admm.Variant{}) {
				c.Set.Variant = v.ID
				read[k.Key] = read[k.Key] || k.Reads != nil && k.Reads(c)
			}
		}
	}
	for _, key := range Keys() {
		if !read[key] {
			t.Errorf("knob %q is read by no method: its Reads is false under each and all its variants", key)
		}
	}
}

func TestCommandRebuildsTheConfig(t *testing.T) {
	c, err := ParseText([]byte("method = \"mradmm\"\neta = [1,2,1,1,1]\nevents = [\"at 3: cut 1-2\", \"at 4: alpha = 2\"]"), "x.toml")
	if err != nil {
		t.Fatal(err)
	}
	command := c.Command()
	if !strings.HasPrefix(command, "admmlab run --set method=mradmm") || !strings.Contains(command, "--set eta=1,2,1,1,1") {
		t.Errorf("command %s", command)
	}
}

// A flag sets another back only where the run has it so: sharing's epsilon sets sigma to 0,
// and sigma's default is not 0.
func TestTheCommandSaysWhatAnotherFlagWouldSetBack(t *testing.T) {
	for _, sigma := range []string{"0", "1", "2"} {
		for _, epsilon := range []string{"0.56", "1"} {
			c, err := ParseText([]byte("method = \"sharing\"\nepsilon = "+epsilon+"\nsigma = "+sigma), "x.toml")
			if err != nil {
				t.Fatal(err)
			}
			again, err := Build(c.flags())
			if err != nil || again.Text() != c.Text() {
				t.Errorf("epsilon %s, sigma %s: %s runs (%v)\n%s", epsilon, sigma, c.Command(), err, again.Text())
			}
		}
	}
}

// loss and h in the text form, in flags and within their bounds.
func TestTheLossIsAChoiceOfEveryMethod(t *testing.T) {
	for _, id := range methodIDs() {
		c, err := ParseText([]byte("method = \""+id+"\"\nloss = \"huber\"\nh = 0.25"), "x.toml")
		if err != nil {
			t.Fatal(err)
		}
		if c.LossFunction() != (models.Huber{H: 0.25}) || !strings.Contains(c.Command(), "--set loss=huber --set h=0.25") {
			t.Errorf("%s: %v, %s", id, c.LossFunction(), c.Command())
		}
		if d := defaultFor(id); d.LossFunction() != (models.Logistic{}) || HKnob.Reads(d) {
			t.Errorf("%s starts with %v", id, d.LossFunction())
		}
	}
	for text, want := range map[string]string{"loss = \"hinge\"": "expected one of logistic huber", "h = 0": "expected a number from 0.01 to 100", "h = \"x\"": "h"} {
		if _, err := ParseText([]byte(text), "x.toml"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if c := Default().WithMethod("sharing"); c.Loss != "logistic" || c.H != 0.5 {
		t.Errorf("%s, h = %g", c.Loss, c.H)
	}
}

// Losses are measured for a run that stops by them, from the start or later, and for no other
// that shows none.
func TestLossesAreMeasuredWhereARunStopsByThem(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                   false,
		"stop_when = \"test_error < 0.2\"":   false,
		"stop_when = \"realised_max > 0.2\"": true,
		"events = [\"at 3: stop_when = realised_max > 1\"]":  true,
		"events = [\"at 99: stop_when = realised_max > 1\"]": false,
	} {
		c, err := ParseText([]byte("iterations = 9\n"+text), "x.toml")
		if err != nil {
			t.Fatal(err)
		}
		if got := c.WithoutLosses().Realised; got != want || !c.Realised {
			t.Errorf("%s: measured: %t", text, got)
		}
	}
}

// What was in force in an iteration is what the events before it have made of the start, in
// the order of their iterations.
func TestAfterIsWhatWasInForce(t *testing.T) {
	c, err := ParseText([]byte("adjacency = \"remove\"\ndelta = 1e-6\nevents = [\"at 9: delta = 1e-7\", \"at 4: adjacency = replace\", \"at 4: cut 1-2\", \"at 12: adjacency = remove\"]"), "x.toml")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int]string{0: "remove 1e-06", 3: "remove 1e-06", 4: "replace 1e-06", 9: "replace 1e-07", 12: "remove 1e-07"} {
		if now := c.After(at); fmt.Sprint(now.Set.Adjacency, " ", now.Set.Delta) != want || len(now.Events) != 4 {
			t.Errorf("in iteration %d %s at %g was in force, expected %s", at, now.Set.Adjacency, now.Set.Delta, want)
		}
	}
	if c.Set.Adjacency != "remove" {
		t.Error("it changed what it was asked of")
	}
}

// The limit of a run is where its events leave it that come in time.
func TestLimitIsWhereTheEventsLeaveIt(t *testing.T) {
	for events, want := range map[string]int{
		``: 10, `"at 3: iterations = 15"`: 15, `"at 3: iterations = 15", "at 12: iterations = 20"`: 20, `"at 12: iterations = 20", "at 3: iterations = 15"`: 20,
		`"at 11: iterations = 13"`: 13, `"at 12: iterations = 13"`: 10, `"at 8: iterations = 3"`: 7, `"at 8: iterations = 3", "at 9: iterations = 30"`: 7,
		`"at 8: iterations = 3", "at 8: iterations = 9"`: 9, `"at 4: alpha = 0.3"`: 10,
	} {
		c, err := ParseText([]byte("iterations = 10\nevents = ["+events+"]"), "x.toml")
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Limit(); got != want {
			t.Errorf("%s: the limit is %d, expected %d", events, got, want)
		}
		if got := Default().AsCompanionOf(c).Limit(); got != want {
			t.Errorf("%s: the limit beside it is %d, expected %d", events, got, want)
		}
	}
}

// ε takes the noise from σ, whatever set σ before it: a preset, a file or an earlier flag.
// A later σ takes it back, and the text of either reads back the same.
func TestTheLaterOfTwoThatSetTheNoiseCounts(t *testing.T) {
	build := func(pairs ...string) Config {
		list := []Assignment{{Key: "method", Value: "sharing"}}
		for _, p := range pairs {
			key, value, _ := strings.Cut(p, "=")
			list = append(list, Assignment{Key: key, Value: value})
		}
		c, err := Build(list)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseText([]byte(c.Text()), "again")
		if err != nil || again.Text() != c.Text() || again.Set.Sigma != c.Set.Sigma || again.Set.Epsilon != c.Set.Epsilon {
			t.Errorf("%v reads back as %v", c.Set, again.Set)
		}
		return c
	}
	if c := build("sigma=3", "epsilon=1"); c.Set.Sigma != 0 || c.Set.Epsilon != 1 || c.GivesWay("epsilon")+c.GivesWay("schedule") != "" {
		t.Errorf("σ = %g, ε = %g", c.Set.Sigma, c.Set.Epsilon)
	}
	if c := build("epsilon=1", "sigma=3"); c.Set.Sigma != 3 || c.GivesWay("epsilon") != "σ" || c.GivesWay("schedule") != "σ" || c.GivesWay("delta") != "" {
		t.Errorf("σ = %g, ε = %g", c.Set.Sigma, c.Set.Epsilon)
	}
	if last := Last([]Assignment{{Key: "sigma", Value: "3"}, {Key: "epsilon", Value: "2"}, {Key: "epsilon", Value: "1"}}); len(last) != 1 || last["epsilon"] != "1" {
		t.Error(last)
	}
}

// A list is the same list with brackets, as a session text has it, and without, as a flag
// has it: in an event and in a value alike.
func TestAListIsReadWithBracketsAndWithout(t *testing.T) {
	for key, forms := range map[string][]string{
		"rho":     {"1,2,3,4,5", "[1, 2, 3, 4, 5]", " [1,2,3,4,5,] ", "[ 1, 2 ,3, 4, 5 ]"},
		"alpha":   {"0.25", "[0.25]", " [ 0.25, ] "},
		"parties": {"40,80", "[40, 80]", "[40,80,]"},
	} {
		base := Default()
		if key == "parties" {
			base = base.WithMethod("sharing")
		}
		k, _ := KnobOf(base, key)
		for _, form := range forms {
			c, err := k.Assign(base, form)
			if err != nil || k.Value(c) != forms[0] {
				t.Errorf("%s = %q: %q, %v, expected %q", key, form, k.Value(c), err, forms[0])
			}
			e, err := ParseEvent("at 8: " + key + " = " + form)
			if again, wrong := ParseEvent(e.String()); err != nil || wrong != nil || again != e {
				t.Errorf("at 8: %s = %s is %v, reads back as %v: %v, %v", key, form, e, again, err, wrong)
			}
			base.Events = []Event{e}
			if turned := base.After(8); k.Value(turned) != forms[0] {
				t.Errorf("%v turns %s to %q, expected %q", e, key, k.Value(turned), forms[0])
			}
			base.Events = nil
		}
		for _, wrong := range []string{"[", "]", "[]", "[[1]]", "1,2]", "[1,2", "[1,,2]", "[,]"} {
			if c, err := k.Assign(base, wrong); err == nil {
				t.Errorf("%s = %q is taken for %q", key, wrong, k.Value(c))
			}
		}
	}
}
