package sim

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/privacy"
)

// An audit of a true claim refutes it with probability at most 1e-6; where delta is 0 an
// exact loss above the claim refutes it, which a true claim excludes.
const auditConfidence = 1 - 1e-6

// audited is what an audit of whole runs says of a config of so many lines.
func audited(t *testing.T, trials int, lines ...string) ([]audit.Result, string) {
	t.Helper()
	c := configOf(t, lines...)
	dealt, err := deal.New(c, load(t, c.Data), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, on, err := NewAudit(c, config.MaxIterations, dealt, models.Serial, trials, 7, auditConfidence)
	if err != nil {
		t.Fatalf("%v: %v", lines, err)
	}
	for !a.Step() {
	}
	return a.Results(), on
}

func configOf(t *testing.T, lines ...string) config.Config {
	t.Helper()
	list := []config.Assignment{{Key: "data", Value: "census:2000"}, {Key: "C", Value: "400"}, {Key: "nodes", Value: "2"}, {Key: "topology", Value: "path"}, {Key: "iterations", Value: "2"}}
	for _, line := range lines {
		key, value, _ := strings.Cut(line, "=")
		if key == "method" && value == "sharing" {
			list = []config.Assignment{list[0], list[4]}
		}
		list = append(list, config.Assignment{Key: key, Value: strings.NewReplacer("·", " ", "¶", "\n").Replace(value)})
	}
	c, err := config.Build(list)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Totals of whole runs: what the noise proves is never refuted, nor what the papers add up
// honestly; the printed DVP, the printed closing step of PVP after a hidden own term, and
// the printed noise of sharing are. Every method and variant is here, and both kinds of
// neighbours.
func TestAuditsOfWholeRunsRefuteWhatIsFalseAndNothingElse(t *testing.T) {
	mustFall := map[string]bool{ // of what the papers add up
		"dvp printed replace": true, "pvp printed replace": true, "pvp own replace": true, "sharing printed column": true,
	}
	for _, spec := range admm.Catalogue() {
		for _, v := range spec.Variants {
			for a := range privacy.Adjacencies {
				name := strings.Join([]string{spec.ID, v.ID, spec.Adjacency[a].ID}, " ")
				if name == "sharing printed person" {
					continue // nothing is promised, see below
				}
				t.Run(name, func(t *testing.T) {
					noise := "alpha=2"
					if spec.Vertical {
						noise = "epsilon=1"
					}
					results, on := audited(t, 800, "method="+spec.ID, "variant="+v.ID, "adjacency="+spec.Adjacency[a].ID, noise)
					if !strings.HasPrefix(on, "Small data") {
						t.Errorf("on %q", on)
					}
					for _, r := range results {
						if want := mustFall[name] && r.Target.By == audit.Paper; want != (r.Verdict == audit.Refuted) {
							t.Errorf("%v: %s", r.Verdict, r.Words())
						}
						if r.Target.Iterations != 2 || r.Target.Adjacency != a || r.Done != 800 {
							t.Errorf("%+v", r)
						}
						for _, text := range []string{r.Words(), r.Target.Claim(), r.Target.Name()} {
							if strings.Contains(text, "%!") {
								t.Error(text)
							}
						}
					}
				})
			}
		}
	}
}

// The loss of a whole run is the log of a density ratio: its e^-l has the mean 1 under D,
// with state that a method hides, a closing step and changes on the way. With so much
// noise |l| stays below 0.7 and e^-l within a width of 1.52, so that 1200 runs miss 1 by
// more than 0.12 with a probability below 1e-6 (Hoeffding: 2 exp(-2 n 0.12^2/1.52^2)).
func TestTheLossOfAWholeRunIsADensityRatio(t *testing.T) {
	for _, lines := range [][]string{
		{"method=dvp", "alpha=0.1", "iterations=4"},
		{"method=pvp", "variant=own", "alpha=0.1", "iterations=3"},
		{"method=pvp", "alpha=0.1", "iterations=3", "adjacency=remove"},
		{"method=radmm", "alpha=0.2", "iterations=3"},
		{"method=sharing", "epsilon=0.05", "iterations=4", "adjacency=person"},
	} {
		c := configOf(t, lines...)
		dealt, err := deal.New(c, load(t, c.Data), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := NewAudit(c, config.MaxIterations, dealt, models.Serial, 1200, 7, auditConfidence)
		if err != nil {
			t.Fatal(err)
		}
		for !a.Step() {
		}
		mean := [2]float64{}
		for w, sign := range []float64{-1, 1} {
			losses := a.Losses(w)
			for _, l := range losses {
				if math.Abs(l) > 0.7 {
					t.Fatalf("%v: a loss of %g is beyond what the test takes", lines, l)
				}
				mean[w] += math.Exp(sign*l) / float64(len(losses))
			}
			if math.Abs(mean[w]-1) > 0.12 {
				t.Errorf("%v, data set %d: mean of e^-l %g", lines, w, mean[w])
			}
		}
	}
}

// With one column half of the runs have the largest loss there is, the same for all: its
// rounding under one data set and the other tells an attacker nothing.
func TestAnAuditTakesRoundingForNoDifference(t *testing.T) {
	set, err := data.LIBSVM(data.File{Name: "one.svm", Reader: strings.NewReader(strings.Repeat("+1 1:1\n-1 1:-1\n+1 1:-1\n", 4))})
	if err != nil {
		t.Fatal(err)
	}
	set.Name = "libsvm:one.svm"
	for _, lines := range [][]string{
		{"method=radmm", "variant=output"}, {"method=radmm", "variant=output", "adjacency=remove"}, {"method=mradmm", "variant=output"}, {"method=pvp"},
	} {
		c := configOf(t, append([]string{"data=libsvm:one.svm", "train=8", "nodes=1", "C=8", "alpha=0.3", "iterations=2"}, lines...)...)
		dealt, err := deal.New(c, set, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := NewAudit(c, config.MaxIterations, dealt, models.Serial, 800, 7, auditConfidence)
		if err != nil {
			t.Fatal(err)
		}
		for !a.Step() {
		}
		for _, r := range a.Results() {
			if strings.Contains(r.Target.Claim()+r.Words(), "small data") {
				t.Errorf("%v: its own data are called small: %s. %s", lines, r.Target.Claim(), r.Words())
			}
			if r.Verdict == audit.Refuted {
				t.Errorf("%v: %g refuted by %g with %g of %g right", lines, r.Target.Epsilon, r.LowerBound, r.TPR, r.FPR)
			}
		}
	}
}

// What an audit attacks is what a session says: here on the data in force, with a change
// on the way, an end at the wall, and every node's noise its own.
func TestAnAuditAttacksWhatTheSessionSays(t *testing.T) {
	c := configOf(t, "data=census:40", "C=10", "alpha=0.3", "iterations=6", "budget=0.8", "accountant=basic")
	c.Events = []config.Event{{At: 2, Key: "alpha", Value: "0.2"}}
	set := load(t, c.Data)
	s, err := NewSession(c, set, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	var last Row
	for s.Ready() {
		last, _ = s.Step()
	}
	dealt, err := deal.New(c, set, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, on, err := NewAudit(c, config.MaxIterations, dealt, models.Serial, 32, 7, auditConfidence)
	if err != nil {
		t.Fatal(err)
	}
	r := a.Results()
	if !strings.HasPrefix(on, "The data in force") || len(r) != 2 || r[0].Target.Iterations != last.Iteration || last.Iteration == 6 ||
		r[0].Target.Epsilon != last.Tight || r[0].Target.Delta != last.TightDelta || r[1].Target.Epsilon != last.EpsilonTotal {
		t.Errorf("%s: %+v, the session ends with %+v", on, r, last)
	}
}

// On small data the same budget, or the same condition on a total, would end the run
// elsewhere: it has as many iterations as the run that was named.
func TestAnAuditOnSmallDataEndsWhereTheRunEnds(t *testing.T) {
	for _, line := range []string{"budget = 0.4", `stop_when = "epsilon_tight > 0.4"`, `events = ["at 3: budget = 0.4"]`} {
		c, err := config.ParseText([]byte("data = \"census:400\"\nC = 10\niterations = 20\n"+line), "test")
		if err != nil {
			t.Fatal(err)
		}
		set := load(t, c.Data)
		s, err := NewSession(c, set, models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		finish(s)
		dealt, err := deal.New(c, set, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, on, err := NewAudit(c, config.MaxIterations, dealt, models.Serial, 32, 7, auditConfidence)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Results()[0].Target.Iterations; got != s.Iteration() || got < 2 || got == 20 || !strings.HasPrefix(on, "Small data") || !strings.Contains(on, fmt.Sprintf("on its own data, %d.", got)) {
			t.Errorf("%s: %d iterations are attacked, the run makes %d; %s", line, got, s.Iteration(), on)
		}
	}
}

// What the session sets aside is not set aside of small data again: every node has its two
// records there, with the C/B that it has on its own.
func TestSmallDataSetNothingAside(t *testing.T) {
	for _, lines := range [][]string{{"C=300"}, {"method=sharing", "epsilon=1", "sigma=0"}} {
		plain, _ := audited(t, 64, lines...)
		aside, on := audited(t, 64, append(lines, "held_out=0.2")...)
		if !strings.HasPrefix(on, "Small data") || len(aside) != len(plain) {
			t.Fatalf("%v: %s", lines, on)
		}
		for i := range aside {
			if a, b := aside[i].Target, plain[i].Target; lines[0] == "method=sharing" && a.Epsilon != b.Epsilon || !(a.Epsilon < 2*b.Epsilon) {
				t.Errorf("%v: %g is claimed, without held_out %g", lines, a.Epsilon, b.Epsilon)
			}
		}
	}
}

// Who holds what of the session's data is said of an audit on those data, and of none on small data.
func TestAnAuditOnSmallDataSaysNothingOfTheSplit(t *testing.T) {
	for limit, small := range map[string]bool{"iterations=2": false, "iterations=30": true} {
		_, on := audited(t, 64, "data=census:60", "C=1", "split=skewed:0.5", limit)
		if strings.HasPrefix(on, "Small data") != small || strings.Contains(on, "hold ") == small {
			t.Errorf("%s: %s", limit, on)
		}
	}
}

func TestAnAuditOfARunRefusesInWords(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"method=admm", "no noise"},
		{"adjacency=remove events=at·2:·adjacency·=·replace", "neighbours change on the way"},
		{"iterations=3 adjacency=remove events=at·2:·iterations·=·8¶at·6:·adjacency·=·replace", "neighbours change on the way"},
		{"iterations=3 events=at·3:·stop_when·=·test_error·<·0.1", "where the test rows say"},
		{"stop_when=passes·>·3", "where the training rows say"},
		{"private=false", "noise is off"},
		{"events=at·1:·private·=·false", "noise is off"},
		{"method=sharing sigma=3", "depends on the draw"},
		{"C=100000", "from iteration 1 on"},
		{"C=100000 iterations=2000", "C = 100000 exceeds the 884 records of node 2"}, // of its own data, not of the small ones
		{"method=sharing variant=printed epsilon=1 adjacency=person", "nothing finite"},
		{"repair=1e-12", "from iteration 1 on"},
		{"events=at·2:·repair·=·0.1", "from iteration 2 on the noise of repair"},
		{"method=pvp variant=released iterations=3 repair=0.1", "from iteration 3 on the noise of repair"}, // its closing step
	} {
		conf := configOf(t, strings.Fields(c.lines)...)
		dealt, err := deal.New(conf, load(t, conf.Data), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := NewAudit(conf, config.MaxIterations, dealt, models.Serial, 64, 7, auditConfidence); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.lines, err, c.want)
		}
	}
}

// What an audit attacks is what the run was in its iterations: the neighbours that its
// events set before the first one, and no reading where they change it on the way.
func TestAnAuditOfARunIsOfWhatItsEventsMakeOfIt(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"adjacency=replace events=at·1:·adjacency·=·remove", "DVP, as proved (removed), a run of 4 on small data"},
		{"adjacency=replace events=at·3:·variant·=·printed", "DVP, a run of 4 on small data"},
		{"iterations=2 adjacency=replace events=at·2:·iterations·=·3¶at·9:·adjacency·=·remove", "DVP, as proved, a run of 3 on small data"},
		{"adjacency=replace events=at·5:·stop_when·=·test_error·<·0.1", "DVP, as proved, a run of 4 on small data"},
		{"method=sharing epsilon=1 iterations=4 stop_when=passes·>·5", "Sharing, on the message, a run of 3 on small data"}, // two an iteration, whatever the data
	} {
		conf := configOf(t, append([]string{"iterations=4"}, strings.Fields(c.lines)...)...)
		dealt, err := deal.New(conf, load(t, conf.Data), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := NewAudit(conf, config.MaxIterations, dealt, models.Serial, 64, 7, auditConfidence)
		if err != nil {
			t.Errorf("%s: %v", c.lines, err)
			continue
		}
		if got := a.Results()[0].Target.Name(); got != c.want {
			t.Errorf("%s: it is called %q, want %q", c.lines, got, c.want)
		}
	}
}

// Changes that are refused are told, as a run tells them: what is attacked is without them.
func TestAnAuditTellsWhichChangesAreRefused(t *testing.T) {
	for _, set := range []string{"data=census:20", "data=census:2000"} {
		_, on := audited(t, 32, set, "C=2", "nodes=4", "topology=ring", "iterations=3", "events=at·2:·cut·1-3¶at·3:·cut·1-2")
		if !strings.Contains(on, " And t 2: cannot cut 1-3: there is no such edge") || strings.Contains(on, "1-2") {
			t.Errorf("%s: %s", set, on)
		}
	}
}

// The first iterations of a longer run are those of that run: a closing step is due at its own
// limit, not where the audit leaves off, and changes after that are none of its business.
func TestAnAuditOfTheFirstIterationsEndsWithoutAClosingStep(t *testing.T) {
	c := configOf(t, "data=census:40", "C=10", "method=pvp", "variant=own", "iterations=8", "events=at·6:·adjacency·=·remove")
	set := load(t, c.Data)
	dealt, err := deal.New(c, set, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, _, err := NewAudit(c, 3, dealt, models.Serial, 32, 7, auditConfidence)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSession(c, set, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	var third Row
	for s.Iteration() < 3 {
		third, _ = s.Step()
	}
	if r := a.Results()[0].Target; r.Iterations != 3 || r.Epsilon != third.Tight {
		t.Errorf("ε = %g of %d iterations is attacked, the third row has %g", r.Epsilon, r.Iterations, third.Tight)
	}
}

// The closing step of PVP sends what was hidden: where a later limit lets the run go on, the next
// step begins from a model that both worlds know. An audit that took it for hidden still showed
// more than there is, and refuted what is proved.
func TestWhatAClosingStepHasSentIsHiddenNoMore(t *testing.T) {
	for _, variant := range []string{"printed", "own"} {
		results, _ := audited(t, 4000, "data=census", "C=1750", "nodes=5", "topology=ring", "method=pvp", "variant="+variant, "rho=1", "alpha=0.01", "iterations=12",
			"events=at 13: iterations = 14\nat 13: alpha = 12\nat 14: alpha = 0.001")
		if r := results[0]; r.LowerBound > 1 || r.LowerBound > r.Target.Epsilon {
			t.Errorf("%s: at least ε = %g of a total of %g", variant, r.LowerBound, r.Target.Epsilon)
		}
	}
}

// A run of a million iterations under the same settings has them once: to remember them for
// each took more than a gigabyte.
func TestAnAuditRemembersSettingsOnceAChange(t *testing.T) {
	c := configOf(t, "iterations=40", "events=at 21: rho = 0.5")
	dealt, err := deal.New(c, load(t, c.Data), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := SetUp(c, dealt, models.Serial, Aid{})
	if err != nil {
		t.Fatal(err)
	}
	moments, _, _, err := s.promised(privacy.Replace, config.MaxIterations)
	if err != nil {
		t.Fatal(err)
	}
	sets := map[*admm.Settings]int{}
	for _, m := range moments {
		sets[m.Set]++
	}
	if len(moments) != 40 || len(sets) != 2 || sets[moments[0].Set] != 20 {
		t.Errorf("%d iterations with %v", len(moments), sets)
	}
}

// An audit says what its neighbour has otherwise: a verdict on columns is not one on people.
func TestAnAuditSaysWhatItsNeighbourDiffersIn(t *testing.T) {
	for want, lines := range map[string][]string{
		"first record of":                            {"data=census:20", "C=2"},
		"first column, by at most 1 in norm, of":     {"method=sharing", "data=census:20", "epsilon=1", "sigma=0"},
		"first person's row of the holder worst off": {"method=sharing", "data=census:20", "epsilon=1", "sigma=0", "adjacency=person"},
	} {
		if _, on := audited(t, 32, lines...); !strings.Contains(on, want) {
			t.Errorf("%v: %s", lines, on)
		}
	}
}

// On small data the other nodes of a graph are the attacker's; the other parties of sharing
// send what they would, and nothing else is said of them.
func TestAnAuditSaysWhoseTheOtherHoldersAre(t *testing.T) {
	for _, of := range []struct {
		lines []string
		his   bool
	}{{[]string{"method=dvp"}, true}, {[]string{"method=sharing", "epsilon=1", "sigma=0"}, false}} {
		c := configOf(t, of.lines...)
		dealt, err := deal.New(c, load(t, c.Data), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, on, err := NewAudit(c, config.MaxIterations, dealt, models.Serial, 32, 7, auditConfidence)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(on, "Small data") || strings.Contains(on, "attacker's") != of.his {
			t.Errorf("%v: %s", of.lines, on)
		}
	}
}

// Where a run makes no iteration the audit says why as the run does: no budget would do where
// nothing is promised, or where the accountant proves no total.
func TestAnAuditOfNoIterationSaysWhyThereIsNone(t *testing.T) {
	for _, c := range []struct {
		lines []string
		why   string
	}{
		{[]string{"C=2000", "budget=5"}, "C = 2000 exceeds the"},
		{[]string{"accountant=Gaussian", "budget=1e6"}, "take another accountant"},
		{[]string{"alpha=5", "budget=1"}, "would take node 2 to"},
	} {
		s := start(t, configOf(t, c.lines...), models.Serial)
		_, _, _, err := s.promised(privacy.Replace, config.MaxIterations)
		if err == nil || !strings.HasPrefix(err.Error(), "the run cannot be audited: the budget of ε = ") || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q: %v", c.lines, err)
		}
	}
}
