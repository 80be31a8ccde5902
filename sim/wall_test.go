package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
	"admmlab/sim/privacy/account"
)

// most is the largest total of any node by an accountant, under the adjacency in force.
func (s *Session) most(name string) float64 {
	most := 0.0
	for _, c := range s.totals.classes {
		most = max(most, totalBy(c[s.spec.AdjacencyOf(s.set)], name).Epsilon)
	}
	return most
}

// kept runs a session and holds every row against the budget in force.
func kept(t *testing.T, s *Session) ([]Row, []Notice) {
	t.Helper()
	var rows []Row
	notices := s.News()
	for s.Ready() {
		row, told := s.Step()
		rows, notices = append(rows, row), append(notices, told...)
		if total := s.most(s.now.Accountant); total > s.now.Budget {
			t.Errorf("t=%d: some node's total is %g by %s, past the budget of %g", row.Iteration, total, s.now.Accountant, s.now.Budget)
		}
	}
	return rows, notices
}

// walls are the words told at the wall, which must be told once.
func walls(t *testing.T, notices []Notice, at int) string {
	t.Helper()
	list := slices.DeleteFunc(slices.Clone(notices), func(n Notice) bool { return n.Kind != Wall })
	if len(list) != 1 || list[0].Iteration != at {
		t.Fatalf("told of the wall: %v, expected once at t = %d", list, at)
	}
	return list[0].Text
}

// census is a session of the whole census, with the defaults.
func census(t *testing.T, lines ...string) *Session {
	t.Helper()
	c, err := config.ParseText([]byte("realised = false\n"+strings.Join(lines, "\n")), "test.toml")
	if err != nil {
		t.Fatal(err)
	}
	return start(t, c, models.Serial)
}

// What a wall tells of is the total that would come, and not the one that is: it names the
// neighbours and the δ that are due.
func TestAWallNamesWhatItsTotalGoesWith(t *testing.T) {
	s := census(t, "iterations = 5", "budget = 0.2", `adjacency = "remove"`, "delta = 1e-3", `events = ["at 3: adjacency = replace", "at 3: delta = 0.00001234"]`)
	rows, notices := kept(t, s)
	words := walls(t, notices, 2)
	if len(rows) != 2 || !strings.HasSuffix(words, " (PLD, δ = 1.24e-5, one record replaced); raise it, or turn stop off") {
		t.Errorf("%d rows: %s", len(rows), words)
	}
}

// Nobody is told to raise the largest budget there is.
func TestAWallRaisesNoLargestBudget(t *testing.T) {
	for budget, want := range map[string]string{"1e6": "one record replaced); turn stop off", "9e5": "one record replaced); raise it, or turn stop off"} {
		_, notices := kept(t, start(t, small(t, "iterations = 3", "alpha = 1e6", "budget = "+budget), models.Serial))
		if words := notices[len(notices)-1].Text; !strings.HasSuffix(words, want) {
			t.Errorf("budget %s: %s", budget, words)
		}
	}
}

// A run whose first iteration does not fit makes none, and says so before it.
func TestTheFirstIterationIsAskedFor(t *testing.T) {
	s := census(t, "iterations = 5", "budget = 0.1")
	rows, notices := kept(t, s)
	words := walls(t, notices, 0)
	if len(rows) != 0 || !strings.Contains(words, "not even the first iteration: it would take node 1 to 0.156879 (PLD, δ = 1e-5, one record replaced)") {
		t.Errorf("%d rows: %s", len(rows), words)
	}
	if left, _, ok := s.Left(); !ok || left != 0 {
		t.Errorf("%d iterations are left", left)
	}
	if s.News() != nil {
		t.Error("the wall is told twice")
	}
	if s.Change(config.Event{Key: "budget", Value: "0.2"}); !s.Ready() {
		t.Error("a larger budget must let it begin")
	}
	rows, notices = kept(t, s)
	if words := walls(t, notices, 1); len(rows) != 1 || rows[0].Tight > 0.2 {
		t.Errorf("%d rows: %s", len(rows), words)
	}
}

// The first step with its repair costs 0.619 under one record replaced.
func TestTheRepairIsInThePrice(t *testing.T) {
	serial(t)
	rows, notices := kept(t, census(t, "iterations = 5", "budget = 0.5", "repair = 1", "alpha = 1"))
	if words := walls(t, notices, len(rows)); len(rows) > 0 && rows[len(rows)-1].Tight > 0.5 {
		t.Errorf("%d rows: %s", len(rows), words)
	}
	for _, repair := range []string{"0.2", "1"} {
		c, _, err := Matched(small(t, "repair = "+repair), small(t, "budget = 30", "iterations = 60"), load(t, "census:600"), models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := kept(t, start(t, c, models.Serial))
		if last := rows[len(rows)-1]; len(rows) != 60 || last.Tight < 29 {
			t.Errorf("repair %s: %d of 60 rows, spent %g of 30", repair, len(rows), last.Tight)
		}
	}
}

// A change that is due counts before the iteration is allowed, and is told with the wall.
func TestScheduledChangesComeBeforeTheWall(t *testing.T) {
	serial(t)
	s := census(t, "iterations = 20", "budget = 1", `events = ["at 5: alpha = 50", "at 9: budget = 100"]`)
	rows, notices := kept(t, s)
	words := walls(t, notices, 4)
	if len(rows) != 4 || !strings.Contains(words, "28.0647") || notices[0].Kind != Changed || notices[0].Iteration != 5 {
		t.Errorf("%d rows: %v", len(rows), notices)
	}
	if left, _, ok := s.Left(); !ok || left != 0 {
		t.Errorf("%d iterations are left", left)
	}
	// What was due has happened: a change by hand has the last word.
	if told := s.Change(config.Event{Key: "alpha", Value: "0.5"}); len(told) != 1 || !s.Ready() {
		t.Errorf("alpha 0.5 again must let it go on: %v", told)
	}
	rows, _ = kept(t, s)
	live := s.Replay().Text()
	c, err := config.ParseText([]byte(live), "replay")
	if err != nil {
		t.Fatal(err)
	}
	again, _ := kept(t, start(t, c, models.Serial))
	sameRows(t, "replayed", again[4:], rows)
	if left, guess, _ := start(t, small(t, "budget = 4", `events = ["at 5: alpha = 50"]`), models.Serial).Left(); left < 5 || !strings.Contains(guess, "scheduled from t = 5 on are not in it") {
		t.Errorf("%d left, a guess: %q", left, guess)
	}
}

// PVP's hidden own term remembers knobs that are gone: after a change of C the price
// falls over many iterations, from far above where it settles.
func TestPVPsHiddenStateIsInThePrice(t *testing.T) {
	serial(t)
	for _, variant := range []string{"printed", "own"} {
		s := census(t, "iterations = 100", `method = "pvp"`, `variant = "`+variant+`"`, "budget = 5", `events = ["at 61: C = 100"]`)
		rows, notices := kept(t, s)
		if len(rows) < 60 || len(rows) == 100 && variant == "printed" {
			t.Errorf("%s: %d rows: %v", variant, len(rows), notices)
		}
		s = census(t, "iterations = 100", `method = "pvp"`, `variant = "`+variant+`"`, "budget = 5")
		for range 60 {
			s.Step()
		}
		s.Change(config.Event{Key: "C", Value: "100"})
		alpha, guess, err := s.Affordable(0, 0)
		if err != nil || guess != "" {
			t.Fatalf("%s: %v, a guess: %q", variant, err, guess)
		}
		s.Change(config.Event{Key: "alpha", Value: strconv.FormatFloat(alpha, 'g', -1, 64)})
		if rows, notices := kept(t, s); len(rows) != 40 || rows[39].Tight < 3 {
			t.Errorf("%s: %d of 40 rows at the alpha answered (%g), spent %g: %v", variant, len(rows), alpha, rows[len(rows)-1].Tight, notices)
		}
	}
}

// In a star the hub is worse off by basic and the leaves by gamma-norm: by the accountant
// chosen each is asked.
func TestEveryNodeKeepsTheBudget(t *testing.T) {
	serial(t)
	for _, by := range append(account.Names(), account.Best) {
		if by == account.Gaussian {
			continue // says nothing of this noise
		}
		s := start(t, small(t, "iterations = 400", `topology = "star"`, `accountant = "`+by+`"`, "budget = 14", `variant = "tight"`, "eta = 0.01"), models.Serial)
		left, _, _ := s.Left()
		rows, notices := kept(t, s)
		if walls(t, notices, len(rows)); len(rows) < left || len(rows) > left+2 {
			t.Errorf("%s: %d rows, %d were left", by, len(rows), left)
		}
	}
	gaussian := start(t, small(t, `accountant = "Gaussian"`, "budget = 14"), models.Serial)
	if rows, notices := kept(t, gaussian); len(rows) > 0 || !strings.Contains(walls(t, notices, 0), "without a total (Gaussian: ") {
		t.Errorf("%d rows: %v", len(rows), notices)
	}
}

// What a message of sharing costs under a sigma set follows |w|, which is public before
// it is sent.
func TestTheNextMessageIsPricedNotTheLast(t *testing.T) {
	for _, sigma := range []string{"20", "3000", "1e5"} {
		s := start(t, small(t, `method = "sharing"`, "sigma = "+sigma, "budget = 5", "iterations = 40"), models.Serial)
		_, guess, ok := s.Left()
		if rows, notices := kept(t, s); len(rows) == 0 || !ok || !strings.Contains(guess, "|w|") {
			t.Errorf("sigma %s: %d rows, %v, a guess: %q", sigma, len(rows), notices, guess)
		}
	}
}

// Under gauss-seidel a party's message depends on those before it in the same iteration:
// one that does not fit is not sent, and the run says whose.
func TestAMessageThatWouldBreakTheBudgetIsNotSent(t *testing.T) {
	s := start(t, small(t, `method = "sharing"`, `order = "gauss-seidel"`, "sigma = 20", "budget = 0.5", "iterations = 10"), models.Serial)
	if _, guess, ok := s.Left(); !ok || !strings.Contains(guess, "is taken") {
		t.Errorf("what is left is said to be no guess: %q", guess)
	}
	s.Tap(1)
	rows, notices := kept(t, s)
	withheld := slices.IndexFunc(notices, func(n Notice) bool { return n.Kind == Withheld && n.Iteration == 1 })
	if len(rows) != 1 || withheld < 0 || !strings.HasPrefix(notices[withheld].Text, "party 2 sent the last message again") {
		t.Errorf("%d rows, %v", len(rows), notices)
	}
	if rows[0].Nodes[1].Distance != 0 {
		t.Errorf("party 2 has moved: %+v", rows[0].Nodes)
	}
	if w := s.Wire(); !w.Again || w.Fresh || w.Before != nil {
		t.Errorf("party 2 is heard to say something new: %+v", w)
	}
	if c := rows[0].Cost; c.Minimisations != 0.5 || c.Passes != 1 || c.Messages != 4 {
		t.Errorf("one of two parties minimised, and both sent: %+v", c)
	}
}

// A delta that has been changed counts at once, in what is shown as spent and left, too.
func TestANewDeltaCountsAtOnce(t *testing.T) {
	s := census(t, "iterations = 50", "budget = 1")
	for range 14 {
		s.Step()
	}
	before := s.Ledger().Best[0].Epsilon
	told := s.Change(config.Event{Key: "delta", Value: "1e-12"})
	if after := s.Ledger().Best[0]; !(before <= 1 && after.Epsilon > 1.3) || after.Delta != 1e-12 {
		t.Errorf("spent %g, then %+v", before, after)
	}
	if left, _, _ := s.Left(); left != 0 || s.Ready() || len(told) != 2 || told[1].Kind != Wall {
		t.Errorf("%d left, told %v", left, told)
	}
	s = census(t, "iterations = 50", "budget = 1", `events = ["at 11: delta = 1e-12"]`)
	if rows, notices := kept(t, s); len(rows) != 10 || walls(t, notices, 10) == "" {
		t.Errorf("%d rows", len(rows))
	}
}

// A free iteration is none the wall lets through where the total is past the budget.
func TestALowerBudgetStopsFreeIterationsToo(t *testing.T) {
	s := start(t, small(t, `method = "radmm"`, "iterations = 10", "budget = 10"), models.Serial)
	s.Step()
	told := s.Change(config.Event{Key: "budget", Value: "0.001"})
	if s.Ready() || walls(t, told, 1) == "" {
		t.Errorf("told %v", told)
	}
	if told = s.Change(config.Event{Key: "alpha", Value: "0.9"}); len(told) != 1 {
		t.Errorf("the same wall is told again: %v", told)
	}
	defer func() {
		if recover() == nil {
			t.Error("an iteration that is not ready is computed")
		}
	}()
	s.Step()
}

// A limit that the schedule moves to where the run stands ends it there, as by hand.
func TestALimitThatIsMovedBackEndsTheRun(t *testing.T) {
	rows, notices := script(t, small(t, "iterations = 9", `events = ["at 4: iterations = 2", "at 8: eta = 2"]`))
	if want := []NoticeKind{Changed, Finished}; len(rows) != 3 || !slices.Equal(kinds(notices), want) || notices[1].Text != "limit of 3 reached" {
		t.Errorf("%d rows: %v", len(rows), notices)
	}
	s := start(t, small(t, "iterations = 9"), models.Serial)
	for range 3 {
		s.Step()
	}
	s.Change(config.Event{Key: "iterations", Value: "2"})
	if got := s.Config().Iterations; got != 3 {
		t.Errorf("it stands at 3 of %d", got)
	}
	if again, _ := script(t, s.Replay()); s.Ready() || len(again) != 3 {
		t.Errorf("replayed in %d rows", len(again))
	}
}

// Another accountant is named as what helps only where one proves a total.
func TestAWallNamesAnotherAccountantOnlyWhereOneHelps(t *testing.T) {
	for _, c := range []struct {
		lines string
		helps bool
	}{
		{`method = "sharing"; variant = "printed"; epsilon = 1; accountant = "best"`, false},
		{`method = "sharing"; variant = "printed"; epsilon = 1; accountant = "zCDP"`, false},
		{`method = "dvp"; accountant = "Gaussian"`, true},
	} {
		s := start(t, small(t, append(strings.Split(c.lines, "; "), "iterations = 5", "budget = 3")...), models.Serial)
		_, notices := kept(t, s)
		_, _, err := s.Affordable(0, 4)
		for _, told := range []string{notices[len(notices)-1].Text, s.Unaffordable(), fmt.Sprint(err)} {
			if strings.Contains(told, "take another accountant") != c.helps || strings.Contains(told, "no other accountant proves one: change the variant") == c.helps {
				t.Errorf("%s: %s", c.lines, told)
			}
		}
	}
}

// What is advised helps: no budget is raised beyond the largest, a run from the start is advised only
// with what it needs, and what the noise in force misses does not rule out other noise.
func TestWhatAWallAdvisesHelps(t *testing.T) {
	for _, c := range []struct{ lines, advice, not string }{
		{`method = "dvp"; alpha = 1e9; budget = 10`, "turn stop off", "raise"},
		{`method = "dvp"; C = 500; stop = false; budget = 10; events = ["at 3: stop = true"]`, "change that and start anew", "; start anew"},
		{`method = "dvp"; private = false; stop = false; budget = 10; events = ["at 3: stop = true"]`, "change that and start anew", "; start anew"},
		{`method = "sharing"; variant = "printed"; epsilon = 1; stop = false; budget = 10; events = ["at 3: variant = isotropic", "at 3: stop = true"]`, "start anew", "change the variant"},
	} {
		lines := strings.Split(c.lines, "; ")
		if strings.Contains(c.lines, "C = 500") {
			lines = append(lines, `data = "census:600"`)
		} else {
			lines = append(lines, `data = "census:600"`, "C = 60")
		}
		asked, err := config.ParseText([]byte(strings.Join(append(lines, "iterations = 5"), "\n")), "test.toml")
		if err != nil {
			t.Fatal(err)
		}
		s := start(t, asked, models.Serial)
		told := s.News()
		_, later := finish(s)
		notices := append(told, later...)
		if told := notices[len(notices)-1].Text; !strings.Contains(told, c.advice) || strings.Contains(told, c.not) {
			t.Errorf("%s: %s", c.lines, told)
		}
	}
	s := start(t, small(t, `method = "sharing"`, `variant = "printed"`, "sigma = 1", "iterations = 5", "budget = 3"), models.Serial)
	if _, _, err := s.Affordable(0, 0); err == nil || !strings.Contains(err.Error(), "no other accountant proves one") {
		t.Errorf("printed sharing: %v", err)
	}
}

// A wall names the node that needs the largest budget: raised to that it lets all go on.
func TestAWallNamesTheDearestNode(t *testing.T) {
	lines := []string{"nodes = 3", "C = 20", `alpha = "0.5,0.6,0.7"`, "iterations = 1", `variant = "tight"`, `data = "census:600"`, "realised = false"}
	at := func(budget string) (rows []Row, told string) {
		c, err := config.ParseText([]byte(strings.Join(append(lines, "budget = "+budget), "\n")), "test.toml")
		if err != nil {
			t.Fatal(err)
		}
		s := start(t, c, models.Serial)
		news := s.News()
		rows, later := finish(s)
		for _, n := range append(news, later...) {
			told += n.Text + "\n"
		}
		return rows, told
	}
	rows, told := at("0.01")
	_, total, found := strings.Cut(told, " to ")
	total, _, _ = strings.Cut(total, " ")
	if len(rows) != 0 || !found {
		t.Fatalf("%d rows: %s", len(rows), told)
	}
	if rows, again := at(total); len(rows) != 1 {
		t.Errorf("with %s of %q: %s", total, told, again)
	}
}

// What happens, or is refused, where the run stands at its limit is told with its last row, where that
// limit stays, too.
func TestChangesAtTheLimitAreTold(t *testing.T) {
	for _, limit := range []string{"3", "9"} {
		s := start(t, small(t, "iterations = "+limit, `events = ["at 4: watch = 99999", "at 4: alpha = 2", "at 4: iterations = 3"]`), models.Serial)
		rows, notices := finish(s)
		told := 0
		for _, n := range notices {
			if n.Iteration == 4 && (n.Kind == Refused || n.Kind == Changed) {
				told++
			}
		}
		if len(rows) != 3 || told != 3 || s.News() != nil {
			t.Errorf("a limit of %s: %d rows, %d of 3 changes are told: %+v", limit, len(rows), told, notices)
		}
	}
}
