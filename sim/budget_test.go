package sim

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// The reported total is the smallest valid one and never above the plain sum;
// for DVP as proved the plain sum is a little below the printed one, because
// ln(1+x) < 2 ln(1+x).
func TestTightTotalsAreNeverAboveTheSum(t *testing.T) {
	serial(t)
	for _, spec := range admm.Catalogue() {
		if !spec.Private() || spec.Vertical {
			continue
		}
		rows, _ := script(t, small(t, `method = "`+spec.ID+`"`, "iterations = 30", `topology = "star"`, "alpha = 0.3"))
		last := 0.0
		for _, r := range rows {
			if !(r.Tight > 0 && r.Tight <= r.EpsilonTotal*(1+1e-9)) {
				t.Errorf("%s t=%d: tight %g (%s), printed %g", spec.ID, r.Iteration, r.Tight, r.Accountant, r.EpsilonTotal)
			}
			if r.Tight < last {
				t.Errorf("%s t=%d: the total falls from %g to %g", spec.ID, r.Iteration, last, r.Tight)
			}
			last = r.Tight
		}
	}
}

// d = 105, many small steps: the distribution of the losses wins by far; removing one
// record costs less than replacing it.
func TestTheDistributionWinsAndAdjacencyIsStated(t *testing.T) {
	replace, _ := script(t, small(t, "iterations = 50", "alpha = 1"))
	remove, _ := script(t, small(t, "iterations = 50", "alpha = 1", `adjacency = "remove"`))
	a, b := replace[49], remove[49]
	if a.Accountant != account.PLD || a.Tight > a.EpsilonTotal/5 || a.TightDelta != 1e-5 {
		t.Errorf("replace: %g by %s at %g of printed %g", a.Tight, a.Accountant, a.TightDelta, a.EpsilonTotal)
	}
	if !(b.Tight < a.Tight) || b.EpsilonTotal != a.EpsilonTotal {
		t.Errorf("remove: %g, replace: %g", b.Tight, a.Tight)
	}
	if bits(a)[:70] != bits(b)[:70] {
		t.Error("the adjacency is a way to count, not another noise")
	}
}

// Nodes share an account as long as their costs agree: the total over classes is
// the total of every node by itself.
func TestClassesOfNodesGiveTheTotalOfEachNode(t *testing.T) {
	s := start(t, small(t, "iterations = 12", `topology = "star"`, `method = "madmm"`,
		`events = ["at 4: join 2-3", "at 6: alpha = 1,1,2,1,1", "at 9: cut 2-3"]`), models.Serial)
	var alone [5]*account.Account
	for i := range alone {
		alone[i] = account.New(1e-5)
	}
	for !s.Finished() {
		row, _ := s.Step()
		worst := 0.0
		for i := range alone {
			weight, eta := s.set.C[0]/106, s.set.Eta.At(i)*math.Pow(s.set.Growth[0], float64(row.Iteration))
			cost := privacy.ChargePenalty(105, s.set.Alpha.At(i), privacy.Node{
				C1: 0.25, Weight: weight, Regulariser: s.set.Rho[0] / 5, Penalty: eta * float64(s.graph.Degree(i)),
			}).Cost[privacy.Replace]
			alone[i].Add(step(cost))
			worst = math.Max(worst, alone[i].Best().Epsilon)
		}
		if math.Abs(worst-row.Tight) > 1e-6*worst {
			t.Fatalf("t=%d: node by node %g, in classes %g", row.Iteration, worst, row.Tight)
		}
	}
	if n := len(s.totals.classes); n < 3 || n > 5 {
		t.Errorf("%d classes for a star with one joined edge and one other alpha", n)
	}
}

func TestTheBudgetIsAWall(t *testing.T) {
	c := small(t, "iterations = 100", "alpha = 0.5", "budget = 4", `accountant = "basic"`, `variant = "tight"`)
	s := start(t, c, models.Serial)
	if left, guess, ok := s.Left(); !ok || left != 8 || guess != "" {
		t.Fatalf("4 / 0.5 = 8 iterations, found %d, %v", left, ok)
	}
	rows, notices := finish(s)
	if len(rows) != 8 || notices[len(notices)-1].Kind != Wall || s.Finished() {
		t.Errorf("%d rows, %v", len(rows), notices)
	}
	if _, err := s.Apply(config.Event{Key: "budget", Value: "5.2"}); err != nil || !s.Ready() {
		t.Fatalf("a larger budget must let it go on: %v", err)
	}
	more, _ := finish(s)
	if len(more) != 2 {
		t.Errorf("2 more of 0.5 fit into 5.2, ran %d", len(more))
	}
	if _, err := s.Apply(config.Event{Key: "stop", Value: "false"}); err != nil || !s.Ready() {
		t.Errorf("with stop off the wall is only drawn: %v", err)
	}
	best := start(t, small(t, "iterations = 100", "alpha = 0.5", "budget = 4"), models.Serial)
	if left, _, _ := best.Left(); left <= 20 {
		t.Errorf("the best accountant allows more than basic, found %d", left)
	}
}

// PVP's closing step costs once what it costs: with a hidden own f that is many times what
// an iteration before it costs, and counted twice it left most of a budget unspent.
func TestAMatchedRunOfPVPSpendsItsBudget(t *testing.T) {
	serial(t)
	for _, variant := range []string{"released", "own", "printed"} {
		for _, limit := range []string{"2", "3", "6", "60"} {
			c, _, err := Matched(small(t, `method = "pvp"`, `variant = "`+variant+`"`, "realised = false"), small(t, "budget = 3", "realised = false", "iterations = "+limit), load(t, "census:600"), models.Serial)
			if err != nil {
				t.Fatal(err)
			}
			rows, _ := kept(t, start(t, c, models.Serial))
			if last := rows[len(rows)-1]; strconv.Itoa(len(rows)) != limit || last.Tight < 2.95 || last.Tight > 3 {
				t.Errorf("%s: %d of %s rows, spent %g of 3", variant, len(rows), limit, last.Tight)
			}
		}
	}
}

// What a hidden model, or a penalty that grows, will cost is foreseen to the last bit: a run
// matched to a budget would miss its last step for a rounding, and with PVP's dear closing step
// spend a twentieth.
func TestAMatchedRunReachesItsLimit(t *testing.T) {
	serial(t)
	for _, c := range [][]string{
		{"census:200", "13.8", "10", `method = "pvp"`, `variant = "own"`, "C = 17.55", "eta = 1.583", "rho = 0.658"},
		{"census:120", "1.208", "20", `method = "pvp"`, `variant = "printed"`, "C = 10.95", "eta = 0.7925", "rho = 0.09588", `adjacency = "remove"`},
		{"census:200", "0.2951", "20", `method = "pvp"`, `variant = "printed"`, "C = 5.37", "eta = 1.625", "rho = 0.5508", `schedule = "geometric:0.9"`},
		{"census:300", "2.98", "11", `method = "madmm"`, "growth = 1.02", "C = 10", "delta = 1e-11"},
		{"census:300", "11.1", "8", `method = "madmm"`, "growth = 1.02", "C = 10", "delta = 1e-9", "nodes = 2", `schedule = "geometric:1.1"`},
		{"census:300", "0.23", "20", `method = "mradmm"`, "growth = 1.02", "C = 5", "delta = 1e-9", "nodes = 2", `adjacency = "remove"`},
	} {
		limit, _ := strconv.Atoi(c[2])
		budget, _ := strconv.ParseFloat(c[1], 64)
		main, err := config.ParseText(fmt.Appendf(nil, "data = %q\nbudget = %s\niterations = %s\nrealised = false\n%s", c[0], c[1], c[2], strings.Join(c[3:], "\n")), "test.toml")
		if err != nil {
			t.Fatal(err)
		}
		fit, _, err := Matched(main, main, load(t, c[0]), models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := script(t, fit)
		if last := rows[len(rows)-1]; len(rows) != limit || last.Tight < 0.999*budget || last.Tight > budget {
			t.Errorf("%v: %d of %d rows, spent %g of %g", c, len(rows), limit, last.Tight, budget)
		}
	}
}

// The reverse question: with the answered alpha the run reaches its limit within
// the budget, with one a little larger it does not.
func TestAffordableAlphaReachesTheLimitAndNoMore(t *testing.T) {
	serial(t)
	for _, test := range [][2]string{{"dvp", "1"}, {"pvp", "1"}, {"radmm", "1"}, {"madmm", "1"}, {"madmm", "1.02"}, {"mradmm", "1.04"}} {
		id := test[0]
		base := []string{`method = "` + id + `"`, "iterations = 20", "budget = 2", "realised = false", "growth = " + test[1]}
		s := start(t, small(t, base...), models.Serial)
		alpha, _, err := s.Affordable(0, 0)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		run := func(a float64) int {
			rows, _ := script(t, small(t, append(base, "alpha = "+admm.PerNode{a}.String())...))
			return len(rows)
		}
		if n := run(alpha * (1 - 1e-6)); n != 20 {
			t.Errorf("%s: alpha %g stops after %d of 20", id, alpha, n)
		}
		// PVP's sensitivity starts below its limit and leaves a little room.
		if n := run(alpha * 1.1); n >= 20 {
			t.Errorf("%s: a tenth more still reaches %d", id, n)
		}
	}
	for _, budget := range []string{"budget = 2", "budget = 0"} {
		s := start(t, small(t, "private = false", budget, "iterations = 5"), models.Serial)
		if _, _, err := s.Affordable(0, 0); err == nil || !strings.Contains(err.Error(), "no noise") {
			t.Errorf("without noise, %s: %v", budget, err)
		}
	}
	s := start(t, small(t, "iterations = 5"), models.Serial)
	if _, _, err := s.Affordable(0, 0); err == nil || !strings.HasPrefix(err.Error(), "no budget is set: ") {
		t.Errorf("without a budget: %v", err)
	}
	s = start(t, small(t, "budget = 2", "iterations = 1"), models.Serial)
	s.Step()
	if _, _, err := s.Affordable(0, 0); !errors.As(err, &Anew{}) || err.Error() != "no iterations are left" {
		t.Errorf("at the limit: %v", err)
	}
	s = start(t, small(t, "iterations = 9"), models.Serial)
	s.Step()
	if _, _, err := s.Affordable(0.01, 0); !errors.As(err, &Anew{}) || !strings.HasPrefix(err.Error(), "no alpha makes 8 more iterations within a total ε of 0.01: ") {
		t.Errorf("less than is spent: %v", err)
	}
	s = start(t, small(t, "iterations = 9", "budget = 3", `accountant = "Gaussian"`), models.Serial)
	if _, _, err := s.Affordable(0, 0); err == nil || !strings.Contains(err.Error(), "9 of 9 steps did not draw Gaussian noise") {
		t.Errorf("by an accountant of other noise: %v", err)
	}
	budgeted, _, err := start(t, small(t, "iterations = 9", "budget = 3"), models.Serial).Affordable(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if free, _, err := start(t, small(t, "iterations = 9"), models.Serial).Affordable(3, 0); err != nil || free != budgeted {
		t.Errorf("within 3 without a budget: %g, %v; with a budget of 3: %g", free, err, budgeted)
	}
}

// What the least epsilon of sharing spends is a budget that this epsilon keeps, though the search finds one a part in
// 10^9 below it, which is in no range.
func TestTheMostNoiseIsAffordableForWhatItSpends(t *testing.T) {
	serial(t)
	for _, delta := range []string{"0.01", "0.1", "0.4"} {
		c := small(t, `method = "sharing"`, `variant = "isotropic"`, "iterations = 2", "epsilon = 1e-6", "delta = "+delta)
		rows, _ := script(t, c)
		for _, digits := range []int{0, 6} {
			if value, _, err := start(t, c, models.Serial).Affordable(rows[len(rows)-1].Tight, digits); err != nil || value != 1e-6 {
				t.Errorf("δ = %s, %d digits: %g, want 1e-6; %v", delta, digits, value, err)
			}
		}
	}
}

func TestTheLedgerListsEveryAccountantWithItsReason(t *testing.T) {
	s := start(t, small(t, "iterations = 10"), models.Serial)
	for range 10 {
		s.Step()
	}
	l := s.Ledger()
	for a, totals := range l.Totals {
		if len(totals) != len(account.Names()) {
			t.Fatalf("adjacency %d: %d accountants", a, len(totals))
		}
		for _, total := range totals {
			if total.Why == "" {
				t.Errorf("%s gives no reason", total.Name)
			}
		}
	}
	sharing := start(t, small(t, `method = "sharing"`, "sigma = 20", "iterations = 6"), models.Serial)
	rows, _ := finish(sharing)
	mu := 0.0
	for _, total := range sharing.Ledger().Totals[privacy.Replace] {
		if total.Name == account.Gaussian && total.Valid {
			mu = total.Epsilon
		}
	}
	if mu == 0 || rows[5].Spent != mu {
		t.Errorf("sharing composes exactly as Gaussian: %g spent, Gaussian says %g", rows[5].Spent, mu)
	}
	printed, _ := script(t, small(t, `method = "sharing"`, `variant = "printed"`, "iterations = 3", "epsilon = 1"))
	if !math.IsInf(printed[2].Tight, 1) {
		t.Errorf("the printed sharing noise proves nothing, found %g", printed[2].Tight)
	}
}

// In a star the leaves pay more by the gamma-norm accountant and the hub more by basic:
// every line of the ledger is the total of the node that is worst off by that accountant,
// and the best one that of the row.
func TestEveryLineOfTheLedgerIsTheWorstNodeByThatAccountant(t *testing.T) {
	s := start(t, small(t, "iterations = 40", `topology = "star"`, "alpha = 1"), models.Serial)
	rows, _ := finish(s)
	row := rows[len(rows)-1]
	l := s.Ledger()
	node := make([][]account.Total, 5)
	for i := range node {
		a := account.New(1e-5)
		for range 40 {
			a.Add(step(privacy.CalibrateDVP("proved", 1, privacy.Node{
				C1: 0.25, Weight: s.set.C[0] / float64(len(s.deal.Rows[i])), Regulariser: s.set.Rho[0], Penalty: s.set.Eta[0] * float64(s.graph.Degree(i)),
			}).Cost(105, 0)[privacy.Replace]))
		}
		node[i] = a.Totals()
	}
	apart := false
	for k, total := range l.Totals[privacy.Replace] {
		most := node[0][k]
		for _, totals := range node {
			if totals[k].Epsilon > most.Epsilon {
				most = totals[k]
			}
		}
		if !(math.Abs(total.Epsilon-most.Epsilon) <= 1e-9*most.Epsilon) && total.Epsilon != most.Epsilon {
			t.Errorf("%s says %g, the node worst off by it has %g", total.Name, total.Epsilon, most.Epsilon)
		}
		apart = apart || total.Name == account.Basic && total.Epsilon > 1.02*node[1][k].Epsilon
	}
	if best := l.Best[privacy.Replace]; best.Epsilon != row.Tight || best.Name != row.Accountant {
		t.Errorf("the best is %g by %s, the row says %g by %s", best.Epsilon, best.Name, row.Tight, row.Accountant)
	}
	if !apart {
		t.Error("the hub pays no more by basic than a leaf: this tests nothing")
	}
}

// The price is that of the settings in force, with what repairs inexact minimisers: with
// it a budget ends the run earlier, and never above.
func TestTheWallCountsTheRepair(t *testing.T) {
	set := []string{"iterations = 100", "alpha = 0.5", "budget = 4", `accountant = "basic"`, `variant = "tight"`}
	rows, _ := finish(start(t, small(t, append(set, "repair = 0.3")...), models.Serial))
	if last := rows[len(rows)-1]; len(rows) != 5 || last.EpsilonTotal > 4 { // 5 of 0.8
		t.Errorf("%d rows, spent %g of 4", len(rows), last.EpsilonTotal)
	}
}

// The reverse question answers with what the parameter can be, or not at all, and foretells
// that the run may go on where the limit moves when it is reached.
func TestTheReverseQuestionKeepsToTheRange(t *testing.T) {
	s := start(t, small(t, `method = "sharing"`, "epsilon = 1", "iterations = 6", "stop = false", "realised = false"), models.Serial)
	if value, _, err := s.Affordable(3.3e-5, 4); err == nil || !strings.Contains(err.Error(), "no epsilon makes 6 iterations within a total ε of 3.3e-5") {
		t.Errorf("epsilon = %g, %v", value, err)
	}
	for events, want := range map[string]string{
		`["at 7: iterations = 9"]`: "is a guess: the changes that are scheduled from t = 7 on are not in it",
		`["at 7: rho = 0.2"]`:      "",
		`["at 8: iterations = 9"]`: "",
		`["at 6: rho = 0.2"]`:      "is a guess: the changes that are scheduled from t = 6 on are not in it",
	} {
		s := start(t, small(t, "iterations = 6", "budget = 3", "realised = false", "events = "+events), models.Serial)
		if _, guess, err := s.Affordable(0, 4); err != nil || guess != want {
			t.Errorf("%s: %v, a guess: %q", events, err, guess)
		}
	}
}

// Where a number of the digits that are asked for costs the budget to the bit, that is the answer,
// and not the one below it.
func TestTheReverseQuestionFindsTheNumberThatFitsExactly(t *testing.T) {
	serial(t)
	for _, c := range []struct {
		budget     float64
		iterations int
		alpha      float64
	}{
		{1, 10, 0.1}, {2, 4, 0.5}, {5, 10, 0.5}, {4, 8, 0.5},
		{0.3, 3, 0.09999}, // three of 0.1 are more than 0.3, by a bit
		{1, 7, 0.1428},
	} {
		set := []string{`variant = "tight"`, `accountant = "basic"`, fmt.Sprint("budget = ", c.budget), fmt.Sprint("iterations = ", c.iterations)}
		alpha, guess, err := census(t, set...).Affordable(0, 4)
		if err != nil || guess != "" || alpha != c.alpha {
			t.Errorf("%g in %d iterations: alpha = %g, want %g (%v, %q)", c.budget, c.iterations, alpha, c.alpha, err, guess)
		}
		if made, _ := finish(census(t, append(set, fmt.Sprint("alpha = ", alpha))...)); len(made) != c.iterations {
			t.Errorf("%g with alpha = %g: %d of %d iterations", c.budget, alpha, len(made), c.iterations)
		}
	}
}

// A total that is above the budget by a bit is told in as many digits as show it.
func TestATotalAboveTheBudgetIsToldSo(t *testing.T) {
	for total, want := range map[float64]string{0.4: "0.4", math.Inf(1): "∞", 0.30000000000000004: "0.30000000000000004", 0.3000004: "0.300001"} {
		if got := above(total, 0.3); got != want {
			t.Errorf("%v: %s, want %s", total, got, want)
		}
	}
	for n := 2; n <= 2000; n++ { // so many steps of 0.05
		budget, _ := strconv.ParseFloat(strconv.FormatFloat(0.05*float64(n), 'g', 12, 64), 64)
		for total := math.Nextafter(budget, 1e9); total < budget*(1+1e-14); total = math.Nextafter(total, 1e9) {
			if told, err := strconv.ParseFloat(above(total, budget), 64); err != nil || !(told > budget) || told > budget*(1+1e-5) {
				t.Fatalf("%v is told as %s, beside a budget of %s", total, above(total, budget), numeral.Given(budget))
			}
		}
	}
}

// Where more iterations differ in cost than are booked one by one, what accountants round is not
// in the answer, and it is a guess; where they cost the same, or are few, it is none.
func TestManyIterationsThatDifferInCostAreAGuess(t *testing.T) {
	for lines, guessed := range map[string]bool{
		`method = "dvp"`:                                false,
		`method = "pvp"; variant = "own"`:               true,
		`method = "madmm"; growth = 1.01`:               true,
		`method = "dvp"; schedule = "geometric:0.9999"`: true,
	} {
		for iterations, many := range map[int]bool{128: false, 140: true} {
			set := append(strings.Split(lines, "; "), "budget = 3", "realised = false", fmt.Sprint("iterations = ", iterations))
			_, guess, err := start(t, small(t, set...), models.Serial).Affordable(0, 4)
			if err != nil || (guess != "") != (guessed && many) {
				t.Errorf("%s, %d iterations: %v, a guess: %q", lines, iterations, err, guess)
			}
		}
	}
}

// What a penalty that grows makes of the charges to come has a limit, which is no more than the
// next one: so many iterations are said to be left as are then made. The charge of noise on the
// model does not depend on the penalty, and that of a node without neighbours has none.
func TestAGrowingPenaltyLeavesAsManyIterationsAsAreMade(t *testing.T) {
	for _, lines := range [][]string{
		{`variant = "output"`, "budget = 3"},
		{`variant = "gaussian"`, "budget = 3"},
		{`variant = "tight"`, "budget = 0.3", `events = ["at 1: C = 0.5", "at 1: cut 1-2", "at 1: cut 1-5"]`},
	} {
		s := start(t, small(t, append(lines, `method = "mradmm"`, "iterations = 1000")...), models.Serial)
		left, guess, ok := s.Left()
		rows, _ := finish(s)
		if made := len(rows); !ok || guess != "" || left != made || made < 20 {
			t.Errorf("%v: %d are left, and %d are made; %q", lines, left, made, guess)
		}
	}
}

// With epsilon set, sigma follows |w| and the cost of a message does not depend on it, not
// in its last bit: a budget of one message is enough for one of every party, in turn too,
// and all of them share one account.
func TestWithEpsilonSetEveryMessageCostsTheSame(t *testing.T) {
	for seed := 1; seed <= 10; seed++ {
		c := small(t, `method = "sharing"`, "iterations = 5", fmt.Sprint("seed = ", seed), "epsilon = 3", "budget = 3", `order = "gauss-seidel"`, `parties = "20,40,60,80"`)
		c.Data = "census:300"
		s := start(t, c, models.Serial)
		mu := privacy.GaussianMu(3, s.set.Delta)
		for s.Ready() {
			_, notices := s.Step()
			for _, n := range notices {
				if n.Kind == Withheld {
					t.Errorf("seed %d: %s", seed, n.Dated())
				}
			}
			for _, c := range s.last.Charges {
				if got := c.Cost[privacy.Replace].Mu; got != mu && got != 0 {
					t.Errorf("seed %d, t %d: party %d pays mu = %v, want %v", seed, s.t, c.Node+1, got, mu)
				}
			}
			if n := len(s.totals.classes); n != 1 {
				t.Errorf("seed %d, t %d: %d accounts", seed, s.t, n)
			}
		}
	}
}
