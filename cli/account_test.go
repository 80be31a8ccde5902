package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/cli/output"
	"admmlab/sim/config"
	"admmlab/sim/privacy/account"
	"admmlab/tui/help"
)

// totals runs `admmlab account` and returns its epsilons by accountant.
func totals(t *testing.T, args ...string) map[string]float64 {
	t.Helper()
	out, errOut, code := lab(append([]string{"account", "--format", "csv"}, args...)...)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if code != 0 || err != nil {
		t.Fatalf("%v: code %d, %v: %s", args, code, err, errOut)
	}
	list := map[string]float64{}
	for _, row := range rows[1:] {
		if list[row[0]], err = strconv.ParseFloat(row[1], 64); err != nil {
			t.Fatalf("%v: %v", row, err)
		}
	}
	return list
}

func TestAccountKnowsTheTestVectors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		step, accountant string
		epsilon, within  float64
	}{
		// The optimal total of k equal pure steps at delta = 1e-5, by the exact
		// curve of randomised response.
		{"1 x pure=1", "optimal", 1, 1e-4},
		{"20 x pure=1", "optimal", 19.994726, 1e-6},
		{"100 x pure=0.1", "optimal", 4.306791, 1e-6},
		{"50 x pure=0.5", "optimal", 18.933283, 1e-6},
		{"100 x pure=1", "optimal", 79.841322, 1e-6},
		// Concentrated privacy with eps tanh(eps/2), converted after Canonne,
		// Kamath and Steinke.
		{"100 x pure=0.1", "zCDP", 4.72613, 1e-5},
		// Moments for objective perturbation, d = 105.
		{"50 x dim=105 shift=1 convex", "gamma-norm", 4.00, 0.01},
		{"50 x dim=105 shift=1", "gamma-norm", 3.11, 0.01},
		{"50 x dim=105 shift=1", "basic", 50, 1e-9},
	} {
		if got := totals(t, c.step, "--delta", "1e-5")[c.accountant]; math.Abs(got-c.epsilon) > c.within {
			t.Errorf("%s: %s says %.9g, want %g", c.step, c.accountant, got, c.epsilon)
		}
	}
	// Dwork and Roth, Theorem 3.20, says 55.825297; the advanced total is the
	// better of it and Kairouz, Oh and Viswanath.
	if got := totals(t, "20 x pure=1")["advanced"]; got > 55.825297 || got < 20 {
		t.Errorf("advanced: %g", got)
	}
	// mu composes by its squares, in one step or in several.
	once, often := totals(t, "mu=1.5")["Gaussian"], totals(t, "4 x mu=0.5", "mu=1", "mu=0.5")["Gaussian"]
	if math.Abs(once-often) > 1e-9 {
		t.Errorf("mu = 1.5 costs %g, four of 0.5, one of 1 and one of 0.5 cost %g", once, often)
	}
}

// "This privacy analysis can be extended to more general forms of O(f_i, D_i), such as
// multi-class settings" (RADMM, VII-C): the price that help says of five classes is what
// the accountants say of five runs on the same records.
func TestHelpPricesSeveralClasses(t *testing.T) {
	t.Parallel()
	out, errs, code := lab("run", "--set", "method=radmm", "--iterations", "50")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	row := strings.Split(lines[len(lines)-1], ",")
	if code != 0 || row[0] != "50" {
		t.Fatalf("exit %d: %s%s", code, errs, out)
	}
	number := func(key string) float64 {
		v, err := strconv.ParseFloat(row[slices.Index(strings.Split(lines[0], ","), key)], 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	printed, one := number("epsilon_total"), number("epsilon_tight")
	const step = "dim=105 shift=0.4375 det=0.013432 convex"
	if again := totals(t, "25 x "+step)["best"]; math.Abs(again-one) > 1e-4 {
		t.Errorf("the run says %g, its steps cost %g", one, again)
	}
	price := fmt.Sprintf("cost ε = %s at δ = 1e-5 (printed %s), those of five classes %s (printed %s): admmlab account %q", output.UpTo(one, 3), output.UpTo(printed, 3), output.UpTo(totals(t, "125 x "+step)["best"], 3), output.UpTo(5*printed, 3), "125 x "+step)
	for _, id := range []string{"radmm", "mradmm"} {
		if text := help.Panel("privacy", config.Default().WithMethod(id)); !strings.Contains(text, price) {
			t.Errorf("the privacy lesson of %s should say that %s:\n%s", id, price, text)
		}
	}
}

// The last line repeats the smallest valid total, in every format.
func TestAccountEndsWithTheSmallestProvedTotal(t *testing.T) {
	t.Parallel()
	list := totals(t, "20 x pure=1 delta=1e-7", "10 x mu=0.5")
	best := list["best"]
	delete(list, "best")
	least := math.Inf(1)
	for _, e := range list {
		least = math.Min(least, e)
	}
	if best != least || len(list) != len(account.Accountants) {
		t.Errorf("best %g of %v", best, list)
	}
	table, _, _ := lab("account", "100 x pure=0.1")
	lines := strings.Split(strings.TrimSpace(table), "\n")
	last := lines[len(lines)-1]
	if cells := strings.Fields(last); len(lines) != len(account.Accountants)+2 || cells[0] != "best" || cells[1] != "4.3068" || !strings.Contains(last, "optimal is the smallest") {
		t.Errorf("table:\n%s", table)
	}
	out, _, _ := lab("account", "100 x pure=0.1", "--format", "jsonl", "--budget", "5")
	lines = strings.Split(strings.TrimSpace(out), "\n")
	last = lines[len(lines)-1]
	var row struct {
		Accountant string
		Epsilon    float64
		Valid      bool
		More       int
	}
	if err := json.Unmarshal([]byte(last), &row); err != nil || row.Accountant != "best" || !row.Valid || row.More < 1 {
		t.Errorf("%v: %s", err, last)
	}
	gaussian := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, `"accountant":"Gaussian"`) })
	if gaussian < 0 || !strings.Contains(lines[gaussian], `"epsilon":"+Inf"`) || !strings.Contains(lines[gaussian], `"valid":false`) {
		t.Errorf("no Gaussian step, yet line %d of %s", gaussian, out)
	}
	// What --budget answers is what the account says when the steps are made.
	n := strconv.Itoa(100 + row.More)
	if e := totals(t, n+" x pure=0.1")["best"]; e > 5 {
		t.Errorf("%s steps cost %g, more than the budget of 5", n, e)
	}
	n = strconv.Itoa(101 + row.More)
	if e := totals(t, n+" x pure=0.1")["best"]; e <= 5 {
		t.Errorf("%s steps cost %g and fit into 5 after all", n, e)
	}
}

// Records of one person: pure steps cost so many times as much, Gaussian noise of mu is
// noise of K mu, and what is no number of records is refused.
func TestAccountOfAGroup(t *testing.T) {
	t.Parallel()
	if got, want := totals(t, "10 x mu=0.5", "--group", "3")["3 records"], totals(t, "10 x mu=1.5")["Gaussian"]; math.Abs(got-want) > 1e-9 {
		t.Errorf("three records have %g, noise of three times mu %g", got, want)
	}
	if got := totals(t, "2 x pure=0.5", "--delta", "0", "--group", "4")["4 records"]; math.Abs(got-4) > 1e-6 {
		t.Errorf("four records of two steps of 0.5 have %g, want 4", got)
	}
	one, four := totals(t, "25 x dim=105 shift=0.4 convex")["best"], totals(t, "25 x dim=105 shift=0.4 convex", "--group", "4", "--budget", "3")["4 records"]
	if !(four > one && four < 8*one) {
		t.Errorf("one record %g, four %g", one, four)
	}
	for _, bad := range []string{"1", "0", "-2", "1.5", "many", "1001"} {
		if _, errs, code := lab("account", "pure=1", "--group", bad); code != 1 || !strings.Contains(errs, "--group "+bad) {
			t.Errorf("--group %s: exit %d, %s", bad, code, errs)
		}
	}
}

// Read on, "pure=2" would be a part of the comment, or the two steps one release.
// A cost too small to be a number was taken for 0, and nothing proved to be lost.
func TestTheSmallestCostIsNotNothing(t *testing.T) {
	for _, text := range []string{"pure=1e-400", "pure=0 delta=1e-400", "mu=0.1e-400", "dim=2 shift=1E-999"} {
		if r, err := parseStep(text, "step"); err != nil || r.step.Pure+r.step.Delta+r.step.Mu+r.step.Shift == 0 {
			t.Errorf("%s: %+v, %v", text, r.step, err)
		}
	}
	if r, err := parseStep("pure=0.0e5", "step"); err != nil || r.step.Pure != 0 {
		t.Errorf("0: %+v, %v", r.step, err)
	}
}

func TestStepsThatAreNotOneALineAreRefused(t *testing.T) {
	for _, end := range []string{"\r", "\v", "\f", "\u0085", "\u2028", "\u2029"} {
		for _, text := range []string{"pure=1 # first" + end + "pure=2\n", "pure=1" + end + "mu=2\n"} {
			if _, errOut, code := lab("account", "--file", written(t, text)); code != 1 || !strings.Contains(errOut, "a line end that is not read as one") {
				t.Errorf("%q: code %d, %s", text, code, errOut)
			}
		}
		if _, errOut, code := lab("account", "pure=1"+end+"mu=2"); code != 1 || !strings.Contains(errOut, "a step is one line") {
			t.Errorf("%q: code %d, %s", end, code, errOut)
		}
	}
	unix, _, _ := lab("account", "--file", written(t, "pure=1 # first\n\npure=2\n"))
	if other, errOut, code := lab("account", "--file", written(t, "pure=1 # first\r\n\r\npure=2\r\n")); code != 0 || other != unix {
		t.Errorf("code %d, %s%s", code, other, errOut)
	}
}

// A key without its value is no key that is spelled wrongly: blanks part the two.
func TestAKeyWithoutItsValueIsToldOfBlanks(t *testing.T) {
	for _, step := range []string{"pure = 1", "mu =0.5", "dim=3 det = 0.5"} {
		if _, errOut, code := lab("account", step); code != 1 || !strings.Contains(errOut, "no blanks around =") || strings.Contains(errOut, "did you mean") {
			t.Errorf("%q: exit code %d, %q", step, code, errOut)
		}
	}
}
