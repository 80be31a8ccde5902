package sim

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// shared is sharing whose messages cost a little each: sigma is set, as is the default.
func shared(t *testing.T, lines ...string) *Session {
	t.Helper()
	return start(t, small(t, append([]string{`method = "sharing"`, "lambda = 1e4", "iterations = 12"}, lines...)...), models.Serial)
}

// With sigma set what is spent is random: two repeats of one run differ in it. Without a
// budget that is kept nothing is promised, and it is said once.
func TestAdaptiveNoiseWithoutABudgetPromisesNothing(t *testing.T) {
	for _, lines := range [][]string{nil, {"budget = 400", "stop = false"}} {
		var spent []float64
		for _, repeat := range []string{"1", "2"} {
			s := shared(t, append(lines, "repeat = "+repeat)...)
			rows, notices := finish(s)
			told := 0
			for _, n := range notices {
				if n.Kind == NoGuarantee && strings.HasPrefix(n.Text, "no guarantee from t = 1: σ does not follow |w|") {
					told++
				}
			}
			for _, r := range rows {
				if !math.IsNaN(r.Tight) || r.Accountant != "" || !math.IsNaN(r.Proved) || math.IsNaN(r.EpsilonTotal) || !(r.Spent >= 0) {
					t.Fatalf("t=%d: %g by %q, spent %g", r.Iteration, r.Tight, r.Accountant, r.Spent)
				}
			}
			l := s.Ledger()
			if told != 1 || !l.Adaptive || l.Declared[privacy.Replace].Valid || l.Best[privacy.Replace].Epsilon != rows[11].Spent {
				t.Errorf("told %d times, the ledger %+v", told, l)
			}
			spent = append(spent, rows[11].Spent)
		}
		if !(spent[0] > 0) || spent[0] == spent[1] {
			t.Errorf("two repeats spend %v", spent)
		}
	}
}

// Where the next iteration would be the first that no bound covers, none is left: it ends the guarantee.
func TestNothingIsLeftWhereTheNextCostIsCoveredByNoBound(t *testing.T) {
	for _, c := range []struct {
		lines  []string
		before int
	}{
		{[]string{"budget = 400", "stop = false"}, 0},
		{[]string{"budget = 400", "stop = false", "epsilon = 0.5", "sigma = 0", `events = ["at 3: sigma = 1"]`}, 2},
	} {
		s := shared(t, c.lines...)
		for range c.before {
			s.Step()
		}
		if left, _, ok := s.Left(); left != 0 || !ok || !strings.Contains(s.Unaffordable(), "no budget is kept") {
			t.Errorf("%v: %d left at t = %d, %q", c.lines, left, c.before, s.Unaffordable())
		}
		if row, _ := s.Step(); !math.IsNaN(row.Tight) {
			t.Errorf("%v: ε = %g after it", c.lines, row.Tight)
		}
	}
	s := shared(t, "budget = 9e4")
	finish(s)
	if left, _, ok := s.Left(); left == 0 || !ok || s.Unaffordable() != "" {
		t.Errorf("at the limit, under a budget that is kept: %d left, %q", left, s.Unaffordable())
	}
}

// A budget that is kept is the bound, from the first iteration on, whatever is drawn and
// whoever adds up.
func TestABudgetThatIsKeptBoundsAdaptiveNoise(t *testing.T) {
	for _, by := range []string{account.Best, account.Gaussian, account.ZCDP, account.Basic, account.GammaNorm} {
		for _, repeat := range []string{"1", "2"} {
			s := shared(t, "budget = 3", `accountant = "`+by+`"`, "repeat = "+repeat)
			rows, _ := kept(t, s)
			for _, r := range rows {
				if r.Tight != 3 || r.TightDelta != 1e-5 || r.Accountant != Filter || r.Spent > 3 {
					t.Fatalf("%s t=%d: %g at %g by %q, spent %g", by, r.Iteration, r.Tight, r.TightDelta, r.Accountant, r.Spent)
				}
			}
			if d := s.Ledger().Declared[privacy.Replace]; len(rows) < 2 || len(rows) == 12 || !d.Valid || d.Epsilon != 3 {
				t.Errorf("%s: %d rows, %+v", by, len(rows), d)
			}
		}
	}
}

// What is declared is the largest bound that was kept; from the first iteration without
// one, or under other neighbours, nothing is.
func TestTheBoundOfAFilterFollowsWhatWasKept(t *testing.T) {
	for _, test := range []struct {
		events  string
		at      int
		epsilon float64
	}{
		{`"at 3: budget = 1e5"`, 3, 1e5},
		{`"at 4: delta = 1e-9", "at 4: budget = 2e5"`, 5, 2e5},
		{`"at 4: stop = false"`, 4, math.NaN()},
		{`"at 4: budget = 0"`, 6, math.NaN()},
		{`"at 4: stop = false", "at 4: adjacency = person"`, 4, math.NaN()},
		{`"at 4: epsilon = 1", "at 6: stop = false"`, 5, 9e4},
		{`"at 4: epsilon = 1", "at 6: stop = false"`, 6, math.NaN()},
	} {
		rows, _ := finish(shared(t, "budget = 9e4", "events = ["+test.events+"]"))
		if len(rows) != 12 {
			t.Fatalf("%s: %d rows", test.events, len(rows))
		}
		if got := rows[test.at-1].Tight; !sameNumber(got, test.epsilon) {
			t.Errorf("%s: %g declared at t = %d, expected %g", test.events, got, test.at, test.epsilon)
		}
	}
	late := shared(t, "epsilon = 0.5", "sigma = 0", `events = ["at 5: budget = 9e4", "at 5: sigma = 1"]`)
	rows, _ := finish(late)
	if r := rows[3]; r.Accountant != account.Gaussian || r.Tight != r.Spent {
		t.Errorf("epsilon set: %g by %s, spent %g", r.Tight, r.Accountant, r.Spent)
	}
	if r := rows[11]; r.Accountant != Filter || r.Tight != 9e4 {
		t.Errorf("sigma set under a budget: %g by %s", r.Tight, r.Accountant)
	}
}

// The reverse question promises no total that cannot be had: what is promised of noise that
// depends on what was drawn is a budget that was kept from its first release on, the largest
// there was, and no ε of the iterations to come makes it smaller.
func TestTheReverseQuestionKnowsWhatCannotBeTakenBack(t *testing.T) {
	for _, test := range []struct {
		lines  string
		within float64
		why    string // a run from the start may, for this reason; "" = the answer holds
	}{
		{"", 9e4, "from t = 1 on no budget was kept for one column"},
		{"budget = 9e4\nstop = false", 0, "from t = 1 on no budget was kept for one column"},
		{"budget = 9e4\nevents = [\"at 4: stop = false\"]", 0, "with stop off no budget is kept"},
		{"budget = 9e4\nevents = [\"at 4: adjacency = person\"]", 0, "no budget was kept for one row"},
		{"budget = 9e4", 8e4, "the bound that was kept before, ε = 90k, cannot be taken back"},
		{"budget = 9e4", 0, ""},
		{"budget = 9e4", 1e5, ""},
	} {
		s := shared(t, strings.Split(test.lines, "\n")...)
		for range 3 {
			s.Step()
		}
		value, _, err := s.Affordable(test.within, 0)
		if test.why != "" {
			if !errors.As(err, &Anew{}) || !strings.Contains(err.Error(), test.why) {
				t.Errorf("%q, within %g: %g, %v, expected a run from the start as %s", test.lines, test.within, value, err, test.why)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%q, within %g: %v", test.lines, test.within, err)
		}
		within := cmp.Or(test.within, 9e4)
		for _, e := range []config.Event{{Key: "epsilon", Value: fmt.Sprint(value)}, {Key: "budget", Value: fmt.Sprint(within)}} {
			if _, err := s.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		rows, _ := finish(s)
		if last := rows[len(rows)-1]; last.Iteration != 12 || last.Tight != within || last.Accountant != Filter {
			t.Errorf("%q, within %g: with ε = %g it ends at t = %d with %g by %q", test.lines, test.within, value, last.Iteration, last.Tight, last.Accountant)
		}
	}
}

// Under a budget no iteration is made that no bound covers: under other neighbours than those
// it was kept for, or after one without. Where one is made all the same that is told, once.
func TestABudgetAllowsNothingThatNoBoundCovers(t *testing.T) {
	for _, test := range []struct {
		events string
		rows   int
		told   int // of the guarantee that ends
		why    string
	}{
		{`"at 4: adjacency = person"`, 3, 0, "from t = 1 on, as what is spent depends on what was drawn, and no budget was kept for one row at one party"},
		{`"at 4: adjacency = person", "at 5: adjacency = column"`, 3, 0, "no budget was kept for one row"},
		{`"at 4: budget = 0", "at 5: budget = 9e4"`, 4, 1, "no budget was kept for one column"},
		{`"at 4: stop = false", "at 6: stop = true"`, 5, 1, "no budget was kept for one column"},
		{`"at 4: stop = false", "at 4: adjacency = person", "at 5: adjacency = column"`, 12, 1, ""},
		{`"at 4: epsilon = 1", "at 5: stop = false", "at 5: adjacency = person"`, 12, 1, ""},
	} {
		s := shared(t, "budget = 9e4", "events = ["+test.events+"]")
		rows, notices := finish(s)
		told, last := 0, ""
		for _, n := range notices {
			switch n.Kind {
			case NoGuarantee:
				told++
			case Wall:
				last = n.Text
			}
		}
		if len(rows) != test.rows || told != test.told || !strings.Contains(last, test.why) || (last == "") != (test.rows == 12) {
			t.Errorf("%s: %d rows, expected %d; the end of the guarantee told %d times; wall %q", test.events, len(rows), test.rows, told, last)
		}
	}
}

// A bound that was kept is what was promised: a smaller budget, or the same at a smaller
// delta, ends the run however little is spent, and a larger one lets it go on.
func TestABoundThatWasKeptCannotBeTakenBack(t *testing.T) {
	for _, test := range []struct {
		events string
		rows   int
	}{
		{`"at 3: budget = 1e5", "at 5: budget = 9e4"`, 4},
		{`"at 4: delta = 1e-9"`, 3},
		{`"at 2: epsilon = 0.002", "at 5: delta = 1e-20"`, 4},
		{`"at 2: epsilon = 0.002", "at 5: budget = 8e4"`, 4},
	} {
		s := shared(t, "budget = 9e4", "events = ["+test.events+"]")
		rows, notices := finish(s)
		if last := rows[len(rows)-1]; len(rows) != test.rows || last.Tight > 1e5 {
			t.Errorf("%s: %d rows, %g declared in the end", test.events, len(rows), last.Tight)
			continue
		}
		if last := notices[len(notices)-1]; last.Kind != Wall || !strings.Contains(last.Text, "cannot be taken back") {
			t.Errorf("%s: %+v", test.events, last)
		}
		if s.Change(config.Event{Key: "budget", Value: "1e6"}); !s.Ready() {
			t.Errorf("%s: a larger budget does not let it go on", test.events)
		}
	}
}

// Under gauss-seidel each message is asked for by itself, and the bound is the same.
func TestAFilterHoldsMessageByMessage(t *testing.T) {
	s := shared(t, `order = "gauss-seidel"`, "budget = 3")
	rows, _ := kept(t, s)
	if last := rows[len(rows)-1]; last.Tight != 3 || last.Accountant != Filter || last.Spent > 3 {
		t.Errorf("%d rows, %g by %s, spent %g", len(rows), last.Tight, last.Accountant, last.Spent)
	}
	if _, err := s.Apply(config.Event{Key: "budget", Value: "3.2"}); err != nil {
		t.Fatal(err)
	}
	kept(t, s)
}

// What a model was sent under are the neighbours of its own iteration, whatever those of
// the next are that the budget refuses.
func TestAModelIsUnderTheBoundOfItsOwnNeighbours(t *testing.T) {
	c := configOf(t, "data=census:200", "train=100", "method=sharing", "parties=10", "schedule=linear:0.0974@44", "adjacency=column", "budget=25.54", "iterations=3")
	c.Events = []config.Event{{At: 2, Key: "delta", Value: "0.0008"}, {At: 2, Key: "adjacency", Value: "person"}}
	s := start(t, c, models.Serial)
	rows, _ := kept(t, s)
	if len(rows) == 0 || len(rows) == 3 || math.IsNaN(rows[len(rows)-1].Tight) {
		t.Fatalf("%d rows: the case is another", len(rows))
	}
	if m := s.Model(); m.Lapsed != "" {
		t.Errorf("a row at ε = %g, and its model: %s", rows[len(rows)-1].Tight, m.Lapsed)
	}
}

// In turn the price of a later party is that by what has been sent so far, and the wall says so:
// once the party before it has sent, its message may cost less. All at once know what they pay.
func TestTheWallSaysThatALaterPartysPriceIsOfBefore(t *testing.T) {
	for order, words := range map[string]string{
		"gauss-seidel": "the next would take party 2, by what has been sent so far, to 14.1476 (",
		"jacobi":       "the next would take party",
	} {
		c := small(t, `method = "sharing"`, `parties = "50"`, "sigma = 4", "lambda = 1", "rho = 0.01", "seed = 15", fmt.Sprintf("order = %q", order), "budget = 13")
		c.Data = "census:100"
		s := start(t, c, models.Serial)
		for s.Ready() {
			s.Step()
		}
		wall := s.Wall()
		if !strings.Contains(wall, words) || order == "jacobi" == strings.Contains(wall, "so far") {
			t.Errorf("%s: after iteration %d the wall says %q, expected %q", order, s.Iteration(), wall, words)
		}
	}
}
