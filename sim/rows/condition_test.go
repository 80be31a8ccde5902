package rows

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestAConditionReadsBack(t *testing.T) {
	for text, want := range map[string]string{
		"test_error < 0.16": "test_error < 0.16", "  train_loss>=.3 ": "train_loss >= 0.3", "epsilon_tight > 2e0": "epsilon_tight > 2",
		"disagreement<=1e-300": "disagreement <= 1e-300", "test_error < 16 %": "test_error < 0.16", "error<15.8%": "test_error < 0.158",
		"printed ε > 20": "epsilon_total > 20", "gradient_norm > -1": "gradient_norm > -1", "": "", " none ": "",
	} {
		c, err := ParseCondition(text)
		if err != nil || c.String() != want || c.None() != (want == "") {
			t.Errorf("%q is %q: %v", text, c, err)
		}
		for _, again := range []string{c.String(), c.InDigits(3)} {
			if back, err := ParseCondition(again); err != nil || want != "train_loss >= 0.3" && back != c {
				t.Errorf("%q reads back as %q: %v", again, back, err)
			}
		}
	}
}

// A percentage is the share of the same digits: errors are thousandths of a test set.
func TestAPercentageIsTheShareOfItsDigits(t *testing.T) {
	forms := map[string]string{"010 %": "0.1", "0x1p-1 %": "0.005", "2.86e1 %": "0.286", "0e-99999 %": "0", "0e99999999999999999999 %": "0", ".5%": "0.005"}
	for k := range 1000 {
		forms[fmt.Sprintf("%d.%d %%", k/10, k%10)] = strconv.FormatFloat(float64(k)/1000, 'g', -1, 64)
	}
	for text, share := range forms {
		c, err := ParseCondition("test_error < " + text)
		if err != nil || c.String() != "test_error < "+share {
			t.Errorf("%s is %q, want %s: %v", text, c, share, err)
		}
	}
}

func TestWhatIsNoConditionIsRefusedInWords(t *testing.T) {
	for text, want := range map[string]string{
		"test_error": "expected a column", "test_error = 0.1": "expected a column", "0.16": "expected a column",
		"tst_error < 0.1": "did you mean test_error?", "0.1 > test_error": "expected one of train_loss test_loss", " < 1": `called ""`,
		"iteration > 3": "no column of numbers", "method < 3": "no column of numbers", "accountant > 1": "no column of numbers",
		"test_error < ": "not a finite number", "test_error < x": "not a finite number", "test_error < nan": "not a finite number", "test_error > inf": "not a finite number",
		"test_error < 0.1 < 0.2": "more than one condition", "test_error < 0.1 and train_loss < 1": "more than one condition", "test_error <> 1": "more than one condition",
		"train_loss < 30 %": "not counted in %", "test_error < 0.1, 0.2": "not a finite number",
		"realised_max >= 1e-400": "too small to be told from 0", "disagreement < -0x1p-2000": "too small to be told from 0", "test_error <= 4e-324 %": "too small to be told from 0",
	} {
		c, err := ParseCondition(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || !c.None() {
			t.Errorf("%q: %q, %v, want %q", text, c, err, want)
		}
	}
}

// What is told of a row that meets a condition is true of the digits told, too.
func TestAConditionHolds(t *testing.T) {
	for _, k := range []struct {
		op   string
		v    float64
		want string // "" where it does not hold
	}{
		{"<", 0.1578, "test_error 0.158 < 0.16"}, {"<", 0.16, ""}, {"<", 0.159999, "test_error 0.159999 < 0.16"}, {"<", 0.2, ""}, {"<", math.Nextafter(0.16, 0), "test_error 0.15999999999999998 < 0.16"},
		{"<=", 0.16, "test_error 0.16 <= 0.16"}, {"<=", math.Nextafter(0.16, 1), ""}, {">", 0.16, ""}, {">", 0.1604, "test_error 0.1604 > 0.16"}, {">=", 0.16, "test_error 0.16 >= 0.16"}, {">=", 0.1, ""},
		{"<", math.NaN(), ""}, {">=", math.NaN(), ""}, {">", math.Inf(1), "test_error +Inf > 0.16"}, {"<", math.Inf(1), ""},
	} {
		c, r := Condition{TestError, k.op, 0.16}, Row{TestError: k.v}
		if c.Holds(&r) != (k.want != "") || k.want != "" && c.Met(&r) != k.want {
			t.Errorf("%v %s: %v, %q", k.v, c, c.Holds(&r), c.Met(&r))
		}
	}
	if words := (Condition{Tight, ">", 0.3}).Met(&Row{Tight: 0.3431}); words != "epsilon_tight 0.344 > 0.3" { // a bound is not flattered
		t.Error(words)
	}
	if (Condition{}).Holds(&Row{}) {
		t.Error("no condition holds")
	}
}

func TestShortNamesTellColumnsApart(t *testing.T) {
	once := map[string]bool{}
	for _, c := range Columns {
		if c.Value != nil && (c.Short == "" || once[c.Short] || strings.ContainsAny(c.Short, "<>=%")) {
			t.Errorf("%s is %q in short", c.Name, c.Short)
		}
		once[c.Short] = true
	}
}
