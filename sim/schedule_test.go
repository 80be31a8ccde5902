package sim

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// scheduled are the methods with a noise knob that a schedule can move.
func scheduled(t *testing.T, visit func(spec admm.Spec, lines []string)) {
	t.Helper()
	for _, spec := range admm.Catalogue() {
		lines := []string{`method = "` + spec.ID + `"`}
		switch {
		case !spec.Private():
			continue
		case spec.Vertical:
			lines = append(lines, "sigma = 0", "epsilon = 50")
		}
		visit(spec, lines)
	}
}

// alpha_p(t) = alpha g(t) is the same run, to the last bit, as one in which an event sets
// every alpha_p(t); and an event on alpha changes alpha, not g.
func TestAScheduleIsAnEventInEveryIteration(t *testing.T) {
	scheduled(t, func(spec admm.Spec, lines []string) {
		for _, rule := range []string{"geometric:0.9", "linear:3@4"} {
			byRule := small(t, append(lines, "iterations = 6", `schedule = "`+rule+`"`)...)
			value := spec.Defaults().Alpha[0]
			if spec.Vertical {
				value = 50
			}
			byRule.Events = parsed(t, fmt.Sprintf("at 4: %s = %s", spec.NoiseKnob, strconv.FormatFloat(2*value, 'g', -1, 64)))
			byHand := small(t, append(lines, "iterations = 6")...)
			var events []string
			for at := 1; at <= 6; at++ {
				base := value
				if at >= 4 {
					base = 2 * value
				}
				events = append(events, fmt.Sprintf("at %d: %s = %s", at, spec.NoiseKnob, strconv.FormatFloat(base*byRule.Schedule.At(at), 'g', -1, 64)))
			}
			byHand.Events = parsed(t, events...)
			a, _ := script(t, byRule)
			b, _ := script(t, byHand)
			for k := range b {
				if numbers(a[k]) != numbers(b[k]) {
					t.Fatalf("%s, %s: iteration %d\n%s\nby events\n%s", spec.ID, rule, k+1, numbers(a[k]), numbers(b[k]))
				}
			}
		}
	})
}

// parsed are events as they are written.
func parsed(t *testing.T, lines ...string) []config.Event {
	t.Helper()
	events, err := config.ParseEvents(strings.Join(lines, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// numbers are those of a row to the last bit.
func numbers(r Row) string {
	return fmt.Sprintf("%x %x %x %x %x %x %x %x %x", r.TrainLoss, r.TestError, r.Disagreement, r.EpsilonStep, r.EpsilonTotal, r.Tight, r.Proved, r.RealisedMax, r.GradientNorm)
}

// TIFS17 Definition 4 has alpha_p(t) of every iteration: PVP as released costs just that.
func TestTheDynamicAlphaIsWhatAnIterationCosts(t *testing.T) {
	rows, _ := script(t, small(t, `method = "pvp"`, "alpha = 0.3", `schedule = "geometric:0.8"`, "iterations = 5"))
	total := 0.0
	for k, r := range rows {
		want := 0.3 * math.Pow(0.8, float64(k))
		if total += want; math.Abs(r.EpsilonStep-want) > 1e-12 || math.Abs(r.EpsilonTotal-total) > 1e-12 {
			t.Errorf("iteration %d is printed as %g, in all %g, want %g and %g", k+1, r.EpsilonStep, r.EpsilonTotal, want, total)
		}
	}
}

// rulesOf are the schedules that are tried on each method; all on all take a minute.
var rulesOf = map[string][]string{"dvp": {"geometric:1.06"}, "pvp": {"linear:0.2@20"}, "radmm": {"geometric:0.95"}, "mradmm": {"linear:5@15"}, "madmm": {"geometric:1.06"}}

// Iterations left and the reverse question know what comes by the rule: what is left can
// be made, and not much more; the alpha found reaches the limit, and one a sixth above it
// does not.
func TestTheFutureOfAScheduleIsKnown(t *testing.T) {
	serial(t)
	scheduled(t, func(spec admm.Spec, lines []string) {
		if spec.Vertical { // its costs are a guess
			return
		}
		for _, rule := range rulesOf[spec.ID] {
			c := small(t, append(lines, "iterations = 30", "realised = false", "budget = 1", `schedule = "`+rule+`"`)...)
			s := start(t, c, models.Serial)
			value, guess, err := s.Affordable(0, 0)
			if err != nil || guess != "" {
				t.Fatalf("%s, %s: %v %s", spec.ID, rule, err, guess)
			}
			for _, above := range []float64{1, 1.17} {
				c.Set.Alpha = []float64{value * above}
				s := start(t, c, models.Serial)
				left, guess, ok := s.Left()
				made := 0
				for s.Ready() {
					s.Step()
					made++
				}
				if !ok || guess != "" || made < min(left, 30) || left < made*8/10 && left < made-2 {
					t.Errorf("%s, %s: %d left (%v, %s), %d made", spec.ID, rule, left, ok, guess, made)
				}
				if reached := made == 30; reached != (above == 1) {
					t.Errorf("%s, %s: with %g times the alpha %g that lasts %d of 30 iterations are made", spec.ID, rule, above, value, made)
				}
			}
		}
	})
}

// Matching says where its answer is a guess, as the reverse question does.
func TestMatchingSaysWhereItGuesses(t *testing.T) {
	for iterations, guessed := range map[string]bool{"128": false, "129": true} {
		c := small(t, "iterations = "+iterations, "budget = 4", "realised = false", `schedule = "geometric:0.9999"`)
		_, guess, err := Matched(c, c, load(t, c.Data), models.Serial)
		if err != nil || (guess != "") != guessed {
			t.Errorf("%s iterations: a guess: %q, %v", iterations, guess, err)
		}
	}
}

// What DVP costs leaps at the alpha from which it adds no Φ, so that no noise spends some totals:
// that is said, and only where less noise is too much.
func TestMatchingSaysWhereItSpendsLess(t *testing.T) {
	for text, short := range map[string]bool{
		"data = 'census:600'; C = 60; iterations = 30; budget = 0.4":                true,
		"data = 'census:600'; C = 60; iterations = 30; budget = 0.2":                false,
		"data = 'census:600'; C = 60; iterations = 30; budget = 3":                  false,
		"data = 'census:600'; C = 60; iterations = 1001; budget = 3":                true,
		"data = 'census:600'; C = 60; iterations = 1001; budget = 1.5":              false,
		"method = 'madmm'; iterations = 30; budget = 0.2":                           false,
		"method = 'pvp'; data = 'census:60'; C = 6; iterations = 300; budget = 0.2": true, // a leap of PLD's
		"method = 'pvp'; variant = 'released'; data = 'census:200'; nodes = 5; topology = 'complete'; C = [2.31, 2.05, 2.22, 19, 0.146]; rho = 0.000316; eta = 0.922; schedule = 'linear:0.1@5'; iterations = 5; delta = 0.05; budget = 0.0001": false, // δ pays for what is a little more noisy
		"data = 'census:600'; C = 10; nodes = 5; rho = 0.001; iterations = 20; delta = 0.5; budget = 1e-9":                                                                                                                                      false, // a tiny total takes alpha to its last digits
		"method = 'dvp'; data = 'census:60'; iterations = 2; nodes = 2; topology = 'complete'; C = 1.75; eta = 3.09; delta = 0.5; schedule = 'linear:3@4'; loss = 'huber'; h = 0.915; seed = 75; budget = 7.86e-5":                              false,
		"data = 'census:400'; iterations = 9; nodes = 2; C = 2.875; rho = 0.003965; split = 'sizes:3,8'; schedule = 'geometric:0.9'; loss = 'huber'; h = 0.01; budget = 1":                                                                      false, // a leap on the way
		"data = 'census:600'; C = 100; iterations = 21; budget = 0.9; repair = 0.5":                                                                                                                                                             false, // dearer by itself than at its dearest
	} {
		lines := strings.ReplaceAll(text+"; realised = false; adjacency = 'remove'", "; ", "\n")
		c, err := config.ParseText([]byte(lines), "test.toml")
		if err != nil {
			t.Fatal(err)
		}
		fit, doubt, err := Matched(c, c, load(t, c.Data), models.Serial)
		if err != nil || strings.HasPrefix(doubt, "spends less than the total: with a little less noise") != short || (doubt != "") != short {
			t.Errorf("%s: doubted %q, %v", text, doubt, err)
		}
		rows, _ := script(t, fit)
		if spent := rows[len(rows)-1].Tight / c.Budget; len(rows) != c.Iterations || spent > 1 || (spent < nearly) != short {
			t.Errorf("%s: %d iterations spend %g of it", text, len(rows), spent)
		}
		fit.Set.Alpha[0] *= 2 - nearly
		if rows, _ := script(t, fit); short && len(rows) == c.Iterations {
			t.Errorf("%s: with less noise it lasts too", text)
		}
	}
	// The first message of sharing costs nothing.
	c := small(t, `method = "sharing"`, "iterations = 1", "budget = 1", "realised = false")
	if _, doubt, err := Matched(c, c, load(t, c.Data), models.Serial); err != nil || doubt != "spends less than the total: none is smaller" {
		t.Errorf("sharing: doubted %q, %v", doubt, err)
	}
}

// A leap on the way to the total, whether it stands at once below what fits or far from it, does not end the search.
func TestTheSearchPassesALeap(t *testing.T) {
	for _, at := range []float64{1.00001, 1.05, 1.3} {
		for _, to := range []float64{0.6, 0.9, 0.99} {
			asked := 0
			total := func(v float64) float64 {
				asked++
				if v < at {
					return 0.5 * math.Sqrt(v)
				}
				return to * (v / at) * (v / at)
			}
			if value := fuller(1, 100, 1, total); total(value) < nearly || total(value) > 1 || asked > 2*mostAsked {
				t.Errorf("a leap to %g at %g: %g spends %g", to, at, value, total(value))
			}
		}
	}
}

// Where no value spends what lies between, the search comes near the leap, however high that is: every second
// step at least halves what it may be in.
func TestTheSearchComesNearALeap(t *testing.T) {
	for _, at := range []float64{1.05, 1.7, 2.2, 3, 9} {
		for _, to := range []float64{1.1, 4, 1000} {
			for _, power := range []float64{0.5, 1, 2} {
				total := func(v float64) float64 {
					if v < at {
						return 0.5 * math.Pow(v/at, power)
					}
					return to * math.Pow(v/at, power)
				}
				if value := fuller(1, 100, 1, total); !(value < at && at < 1.02*value) {
					t.Errorf("a leap from 0.5 to %g at %g, power %g: found %g", to, at, power, value)
				}
			}
		}
	}
}

// Where it is not looked at what each node pays for each iteration, noise may spend less, and is not
// refused for certain.
func TestMatchingSaysWhatItDoesNotLookAt(t *testing.T) {
	for _, c := range []struct{ lines, doubt, err string }{
		{"topology = 'star'; iterations = 1001; budget = 5", "may spend less than the total: nodes differ in cost, and what each pays is not looked at over more than 1,000 iterations", ""},
		{"topology = 'star'; iterations = 1000; budget = 5", "", ""},
		{"topology = 'star'; iterations = 200; budget = 1.32413; method = 'madmm'; growth = 1.02", "",
			"no alpha makes 200 iterations within a total ε of 1.32413: what the most noise costs is too much, if each pays what is the dearest to any: every iteration costs something else, and what each pays is not looked at over more than 128 iterations"},
		{"method = 'madmm'; iterations = 10; repair = 0.03; delta = 0.1; accountant = 'advanced'; budget = 0.01", "",
			"no alpha makes 10 iterations within a total ε of 0.01 by advanced: what the most noise costs is too much; another accountant may prove less"},
		{"method = 'sharing'; iterations = 6; delta = 0.1; budget = 0.05", "",
			"no epsilon makes 6 iterations within a total ε of 0.05: what the most noise costs is too much; a smaller delta makes more of them"},
	} {
		asked := small(t, append(strings.Split(c.lines, "; "), "realised = false")...)
		_, doubt, err := Matched(asked, asked, load(t, asked.Data), models.Serial)
		if told := fmt.Sprint(err); doubt != c.doubt || told != cmp.Or(c.err, "<nil>") {
			t.Errorf("%s: doubted %q, %s", c.lines, doubt, told)
		}
	}
}

// Where only an iteration is left that sends nothing, no noise is too much, or too little.
func TestMatchingSaysThatNothingIsPaidFor(t *testing.T) {
	s := start(t, small(t, `method = "radmm"`, "iterations = 4", "budget = 1", "alpha = 0.01"), models.Serial)
	for range 3 {
		s.Step()
	}
	if alpha, doubt, err := s.Affordable(0, 4); err != nil || alpha > 1.1e12 || doubt != "spends less than the total: what is left costs nothing, whatever the noise" {
		t.Errorf("alpha %g, doubted %q, %v", alpha, doubt, err)
	}
}

// Accountants can round more in what many iterations cost one by one than in so many of the dearest:
// what is said to be left is made all the same.
func TestWhatVariesALittleIsBookedAsItComes(t *testing.T) {
	for _, c := range []struct {
		lines string
		at    int
		turn  string
	}{
		{"method = 'pvp'; variant = 'own'; iterations = 500", 10, "0.0365"},
		{"method = 'madmm'; growth = 1.000001; repair = 1; iterations = 1000; budget = 2.5453378721060096", 0, ""},
	} {
		s := start(t, small(t, append(strings.Split(c.lines, "; "), "realised = false")...), models.Serial)
		for range c.at {
			s.Step()
		}
		if c.turn != "" {
			s.Change(config.Event{Key: "budget", Value: c.turn})
		}
		left, guess, ok := s.Left()
		rows, _ := finish(s)
		if !ok || guess != "" || left < 10 || len(rows) < left {
			t.Errorf("%s: %d are left (%t, %q), and %d are made", c.lines, left, ok, guess, len(rows))
		}
	}
}

// Nodes that will differ from the iteration behind the next on differ already in what is left.
func TestWhatIsLeftIsExactForAWholeTurn(t *testing.T) {
	s := start(t, small(t, `method = "radmm"`, `topology = "complete"`, "eta = 0.1", "alpha = 1", "budget = 2", "realised = false", "iterations = 50",
		`events = ["at 2: cut 1-2", "at 2: cut 1-3", "at 2: cut 1-4", "at 2: alpha = 0.1,1,1,1,1"]`), models.Serial)
	s.Step()
	left, _, _ := s.Left()
	exactly := s.LeftExactly()
	if rows, _ := finish(s); exactly || len(rows) < left {
		t.Errorf("%d are left, exactly %t, and %d are made", left, exactly, len(rows))
	}
}

// Nothing is left of what would not be promised, whether or not the budget stops the run.
func TestNothingIsLeftOfWhatIsNotPromised(t *testing.T) {
	for _, stop := range []string{"true", "false"} {
		s := start(t, small(t, `method = "radmm"`, `variant = "printed"`, "eta = 1e-3", "rho = 1e-3", "budget = 30", "stop = "+stop), models.Serial)
		left, guess, ok := s.Left()
		if why := s.Unaffordable(); left != 0 || guess != "" || !ok || !strings.HasPrefix(why, "nothing would be promised, as") || strings.Contains(why, "turn stop off") != (stop == "true") {
			t.Errorf("stop %s: %d left, %q, %t, %q", stop, left, guess, ok, why)
		}
	}
}

// Runs matched to one total spend it whatever their schedules are, and an audit is of the
// alpha that counted.
func TestMatchingAndAuditsTakeTheSchedule(t *testing.T) {
	main := small(t, "iterations = 30", "budget = 5", "realised = false")
	for _, lines := range [][]string{
		{`schedule = "geometric:1.1"`},
		{`schedule = "geometric:0.9"`, `method = "pvp"`},
		{`schedule = "linear:0.1@20"`, `method = "mradmm"`},
		{"growth = 1.05", `method = "madmm"`},
		{`topology = "star"`},
	} {
		c := small(t, append([]string{"iterations = 30", "realised = false"}, lines...)...)
		fit, guess, err := Matched(c, main, load(t, c.Data), models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := script(t, fit)
		if last := rows[len(rows)-1]; len(rows) != 30 || last.Tight < nearly*5 || last.Tight > 5 || guess != "" {
			t.Errorf("%q matched to 5: %d iterations spend %g, a guess: %q", lines, len(rows), last.Tight, guess)
		}
	}
	small := small(t, `method = "pvp"`, "nodes = 2", `topology = "complete"`, "iterations = 3", `schedule = "geometric:0.5"`, "alpha = 2")
	s := start(t, small, models.Serial)
	moments, claims, _, err := s.promised(0, config.MaxIterations)
	if err != nil {
		t.Fatal(err)
	}
	for k, m := range moments {
		if want := 2 * math.Pow(0.5, float64(k)); m.Set.Alpha[0] != want {
			t.Errorf("iteration %d is attacked at alpha = %g, want %g", k+1, m.Set.Alpha[0], want)
		}
	}
	if last := claims[len(claims)-1]; math.Abs(last.Epsilon-3.5) > 1e-12 {
		t.Errorf("the paper claims %+v, want 2 + 1 + 0.5", last)
	}
}

// A run that goes on from a checkpoint knows which iteration it is.
func TestAScheduleGoesOnFromACheckpoint(t *testing.T) {
	c := small(t, `schedule = "geometric:0.9"`, `method = "mradmm"`, "iterations = 9")
	whole, _ := script(t, c)
	s := start(t, c, models.Serial)
	for range 4 {
		s.Step()
	}
	saved := s.Save()
	again := start(t, c, models.Serial)
	again.Resume(saved, nil)
	rows, _ := finish(again)
	if len(rows) != 5 || numbers(rows[4]) != numbers(whole[8]) {
		t.Errorf("goes on with\n%v, want\n%v", numbers(rows[len(rows)-1]), numbers(whole[8]))
	}
	if text := again.Replay().Text(); !strings.Contains(text, `schedule = "geometric:0.9"`) || slices.Contains(strings.Fields(text), "geometric:1") {
		t.Error(text)
	}
}

// Where what is the dearest to any node in a stretch would be too much, what each pays is asked.
func TestNoNoiseIsRefusedThatFits(t *testing.T) {
	c := small(t, `method = "madmm"`, "growth = 1.05", "iterations = 100", "realised = false", "alpha = 1e-9", "budget = 100")
	least := start(t, c, models.Serial)
	n := least.prepare()
	c.Budget = least.comesTo(&n.terms, 100) * 1.01 // what the noise does not pay for, and a little
	if s := start(t, c, models.Serial); s.prepare().fits(s.accounts(s.prepare()), s.rest(&s.prepare().terms, 100), c.Budget) {
		t.Fatal("the dearest of each stretch fits, too")
	}
	fit, guess, err := Matched(c, c, load(t, c.Data), models.Serial)
	if err != nil || guess != "" {
		t.Fatal(guess, err)
	}
	s := start(t, fit, models.Serial)
	if spent := s.comesTo(&s.prepare().terms, 100); spent < 0.99*c.Budget || spent > c.Budget {
		t.Errorf("it spends %g of %g", spent, c.Budget)
	}
	c.Budget *= 0.98
	if _, _, err := Matched(c, c, load(t, c.Data), models.Serial); err == nil {
		t.Error("noise is found for less than what no noise pays for")
	}
}

// At the limit of a run under a schedule it is known whether one more iteration fits, and what is
// left is told as the least there is where iterations cost one thing and another.
func TestWhatIsLeftAtTheLimit(t *testing.T) {
	for _, c := range []struct {
		lines   []string
		left    int
		exactly bool
	}{
		{[]string{`schedule = "geometric:0.9"`, "budget = 500"}, 1, false},
		{[]string{`schedule = "geometric:2"`, "budget = 4", `accountant = "basic"`, `variant = "tight"`}, 0, false},
		{[]string{"nodes = 2", `topology = "complete"`, "budget = 1.6", `accountant = "basic"`, `variant = "tight"`}, 0, true},
	} {
		s := start(t, small(t, append([]string{"iterations = 3", "realised = false"}, c.lines...)...), models.Serial)
		rows, _ := finish(s)
		if left, guess, ok := s.Left(); len(rows) != 3 || left != c.left || guess != "" || !ok || s.LeftExactly() != c.exactly {
			t.Errorf("%q: %d iterations, left %d, %q, %t, exactly %t", c.lines, len(rows), left, guess, ok, s.LeftExactly())
		}
	}
}

// Where a node makes several releases an iteration, none booked behind one of its kind, accountants
// round more than where so many of each are booked at once: what is said to be left fits all the same,
// or is called a guess, and so is the noise that lasts to the limit.
func TestSeveralReleasesAnIterationAreBookedAsTheyCome(t *testing.T) {
	lines := []string{`method = "madmm"`, "growth = 1", "repair = 0.3", "alpha = 0.5", "delta = 1e-8", "budget = 4", "realised = false"}
	for iterations, guessed := range map[int]bool{mostApart: false, 200: true} {
		c := small(t, append(slices.Clone(lines), fmt.Sprintf("iterations = %d", iterations))...)
		_, guess, err := Matched(c, c, load(t, c.Data), models.Serial)
		if err != nil || (guess != "") != guessed {
			t.Errorf("%d iterations: a guess: %q, %v", iterations, guess, err)
		}
	}
	s := start(t, small(t, append(lines, "iterations = 1000")...), models.Serial)
	limit := 0
	for s.Ready() {
		if left, guess, ok := s.Left(); ok && guess == "" {
			limit = max(limit, s.Iteration()+left)
		}
		s.Step()
	}
	if made := s.Iteration(); limit == 0 || made < limit {
		t.Errorf("%d iterations were made, and up to %d were promised", made, limit)
	}
}

// Of a method that releases every other iteration it does not matter which is next.
func TestGrowingCostsAreSeenInEveryPlaceOfATurn(t *testing.T) {
	for _, lines := range [][]string{{"growth = 1.01"}, {"growth = 1", "repair = 0.3"}} {
		s := start(t, small(t, append(lines, `method = "mradmm"`, "budget = 500", "realised = false", "iterations = 8")...), models.Serial)
		for s.Ready() {
			if s.LeftExactly() {
				t.Errorf("%q: at %d what is left is said to be exact", lines, s.Iteration())
			}
			s.Step()
		}
	}
}

// What is said to be left and no guess is made in drawn runs: all of it, and no more where that is said
// to be exact.
func TestWhatIsLeftIsMade(t *testing.T) {
	for seed := range uint64(16) {
		draw := rand.New(rand.NewPCG(7, seed))
		of := func(list ...string) string { return list[draw.IntN(len(list))] }
		method := of("dvp", "pvp", "radmm", "mradmm", "madmm")
		lines := []string{
			"method = " + strconv.Quote(method), "nodes = " + of("1", "3", "4"), "alpha = " + of("0.05", "0.3", "1"),
			"repair = " + of("0", "0", "0.3"), "delta = " + of("1e-3", "1e-5", "1e-8"), "budget = " + of("0.5", "1", "3"), "accountant = " + of(`"best"`, `"basic"`, `"gamma-norm"`),
			"realised = false", "iterations = " + of("40", "150"), "schedule = " + of(`"constant"`, `"geometric:0.95"`, `"geometric:1.02"`), fmt.Sprintf("seed = %d", seed),
		}
		if method == "madmm" || method == "mradmm" {
			lines = append(lines, "growth = "+of("1", "1.01", "1.05"))
		}
		s := start(t, small(t, lines...), models.Serial)
		least, most := 0, math.MaxInt
		for s.Ready() {
			if left, guess, ok := s.Left(); ok && guess == "" && s.Iteration()%7 == 0 {
				if least = max(least, s.Iteration()+left); s.LeftExactly() {
					most = min(most, s.Iteration()+left)
				}
			}
			s.Step()
		}
		lapsed, _ := s.ledger.Lapsed()
		if made := s.Iteration(); s.Wall() != "" && lapsed == 0 && (made < least || made > most) {
			t.Errorf("%q: %d iterations, expected %d to %d", lines, made, least, most)
		}
	}
}
