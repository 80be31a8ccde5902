package numeral

import (
	"cmp"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNumbersAreForReadingAloud(t *testing.T) {
	cases := []struct {
		v    float64
		want string
	}{
		{0.361, "0.361"}, {0.36149, "0.361"}, {18.5, "18.5"}, {0.0032, "0.0032"}, {0.001, "0.001"},
		{1750, "1750"}, {999.7, "1000"}, {9996, "9996"}, {9999.7, "10k"}, {45222, "45.2k"}, {999960, "1M"},
		{1.26e6, "1.26M"}, {2.5e9, "2.5e9"}, {3e-11, "3e-11"}, {0.00099999, "0.001"}, {0.00032, "3.2e-4"},
		{0, "0"}, {math.Copysign(0, -1), "0"}, {-0.5, "-0.5"}, {0.1 + 0.2, "0.3"}, {100, "100"}, {1, "1"},
		{math.Inf(1), "∞"}, {math.Inf(-1), "-∞"}, {math.NaN(), "-"}, {1e300, "1e300"}, {5e-324, "4.94e-324"},
	}
	for _, c := range cases {
		if got := Short(c.v); got != c.want {
			t.Errorf("Short(%g) = %q, want %q", c.v, got, c.want)
		}
	}
}

func TestFixedHasItsWidthAndNeverCutsAShort(t *testing.T) {
	cases := []struct {
		v     float64
		width int
		want  string
	}{
		{0.361, 7, "  0.361"}, {0.361, 4, "0.36"}, {-1.23e-300, 7, "-1e-300"}, {-1.23e-300, 5, "#####"}, {1, 0, ""}, {1, -3, ""},
	}
	for _, c := range cases {
		if got := Fixed(c.v, c.width); got != c.want {
			t.Errorf("Fixed(%g, %d) = %q, want %q", c.v, c.width, got, c.want)
		}
	}
}

// Any float64 reads back within half a unit of the third digit.
func TestNumbersReadBackCorrectly(t *testing.T) {
	const field = 7 // cells of the labels of charts: fits -1e-300
	random := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		v := math.Float64frombits(random.Uint64())
		if math.IsNaN(v) || math.Abs(v) < 1e-307 { // subnormal numbers have fewer digits
			continue
		}
		s := Short(v)
		plain := strings.NewReplacer("k", "e3", "M", "e6").Replace(s)
		back, err := strconv.ParseFloat(plain, 64)
		if err != nil || math.Abs(back/v-1) > 0.0051 || utf8.RuneCountInString(s) > 10 {
			t.Fatalf("Short(%g) = %q", v, s)
		}
		if utf8.RuneCountInString(Fixed(v, field)) != field || strings.Contains(Fixed(v, field), "#") {
			t.Fatalf("Fixed(%g, %d) = %q", v, field, Fixed(v, field))
		}
	}
}

// A bound shown in few digits is never smaller than the bound.
func TestBoundsAreNeverFlattered(t *testing.T) {
	for _, v := range []float64{5e-324, 1.5e-323, 3.3333e-310, 1e-300, 7.7777e-291} {
		for digits := 1; digits < 8; digits++ {
			if up, down := RoundUp(v, digits), RoundDown(v, digits); !(up >= v*(1-1e-9) && up <= 2*v) || !(down <= v*(1+1e-9)) || Short(up) == "0" {
				t.Errorf("%g in %d digits is %g or %g", v, digits, up, down)
			}
		}
	}
	for _, v := range []float64{3.141, 0.00099951, 12.3400001, 999.9, 1, 0.3, 7e-300, 2.5e300} {
		if up := RoundUp(v, 3); up < v*(1-1e-9) || up > v*1.011 {
			t.Errorf("%g rounds up to %g", v, up)
		}
		if down := RoundDown(v, 3); down > v*(1+1e-9) || down < v*0.989 {
			t.Errorf("%g rounds down to %g", v, down)
		}
	}
	for v, want := range map[float64][2]float64{-0.363479930565: {-0.3634, -0.3635}, -0.166056: {-0.166, -0.1661}, -2: {-2, -2}, math.Inf(-1): {math.Inf(-1), math.Inf(-1)}} {
		if up, down := RoundUp(v, 4), RoundDown(v, 4); Exact(up, 4) != Exact(want[0], 4) || Exact(down, 4) != Exact(want[1], 4) {
			t.Errorf("%g rounds up to %g and down to %g, want %g", v, up, down, want)
		}
	}
	if AtMost(0.123411, 4) != "0.1235" || AtMost(3.141, 3) != "3.15" || AtMost(0.3, 2) != "0.3" || AtMost(math.Inf(1), 2) != "∞" || AtMost(math.NaN(), 2) != "-" {
		t.Errorf("%s %s", AtMost(3.141, 3), AtMost(0.3, 2))
	}
}

func TestLargeNumbersAreGrouped(t *testing.T) {
	for in, want := range map[string]string{"45222 people of 9999": "45,222 people of 9999", "1234567": "1,234,567", "a1000000": "a1000000"} {
		if got := GroupAll(in); got != want {
			t.Errorf("%s is grouped as %s, want %s", in, got, want)
		}
	}
}

func TestBytesHaveUnits(t *testing.T) {
	for v, want := range map[float64]string{0: "0 B", 840: "840 B", 999: "999 B", 999.6: "1 kB", 1000: "1 kB", 33600: "33.6 kB", 999499: "999 kB", 999500: "1 MB", 1.152e7: "11.5 MB", 2e15: "2 PB", 3e20: "300k PB"} {
		if got := Bytes(v); got != want {
			t.Errorf("Bytes(%g) = %q, want %q", v, got, want)
		}
	}
}

// A limit does not look larger than it is.
func TestABudgetIsNotFlattered(t *testing.T) {
	for v, want := range map[float64]string{1.9996: "budget 1.99", 2: "budget 2", 0.3: "budget 0.3"} {
		if got := Budget(v); got != want {
			t.Errorf("%g: %q, want %q", v, got, want)
		}
	}
}

// Two numbers, the one rounded down and the other up, are told in as few digits as keep their
// order, however they round.
func TestTwoNumbersAreToldInTheirOrder(t *testing.T) {
	for _, c := range []struct {
		down, up float64
		least    int
		want     string
	}{
		{1.5568, 1.9823, 3, "1.55 < 1.99"},
		{2.004, 2.001, 3, "2.004 > 2.001"},
		{2.0015, 2.001, 3, "2.0015 > 2.001"},
		{2.0004, 2.0003, 4, "2.0004 > 2.0003"},
		{1.9999999999999, 2, 3, "1.9999 < 2"},
		{0.05, 0.05004, 3, "0.05 < 0.0501"},
		{0.3, 0.30000000000000004, 6, "0.29999999999999999 < 0.30000000000000004"},
		{0.123456, 0.123456, 3, "0.123 = 0.124"}, // a bound stays on its side
		{0.30000000000000004, 0.3, 3, "0.30000000000000004 > 0.29999999999999999"},
		{math.Inf(1), 2.001, 3, "∞ > 2.01"},
		{0, 2.001, 3, "0 < 2.01"},
		{-0.0301, -0.03, 3, "-0.0301 < -0.03"},
	} {
		digits := InOrder(c.down, c.up, c.least)
		sign := map[int]string{-1: "<", 0: "=", 1: ">"}[cmp.Compare(c.down, c.up)]
		if got := AtLeast(c.down, digits) + " " + sign + " " + AtMost(c.up, digits); got != c.want {
			t.Errorf("%v and %v: %s, want %s", c.down, c.up, got, c.want)
		}
	}
}

func TestAmountsAreOfOneOrSeveral(t *testing.T) {
	for v, want := range map[float64]string{0: "0 passes", 0.9999: "1 pass", 1: "1 pass", 1.01: "1.01 passes", 18.24: "18.2 passes"} {
		if got := Amount(v, "pass", "passes"); got != want {
			t.Errorf("%g: %q, want %q", v, got, want)
		}
	}
}

// What is rounded is the number that is written in so many digits, not one a few bits beside it: what is offered
// is what was said.
func TestARoundedNumberIsAsItIsWritten(t *testing.T) {
	draw := rand.New(rand.NewPCG(17, 4))
	for range 20_000 {
		v := math.Exp(600 * (draw.Float64() - 0.5))
		for _, r := range []float64{RoundUp(v, 3), RoundDown(v, 3)} {
			if text := strconv.FormatFloat(r, 'e', -1, 64); len(text) > len("1.23e-100") || math.Abs(r/v-1) > 0.01 {
				t.Fatalf("%g is rounded to %s", v, text)
			}
		}
	}
}
