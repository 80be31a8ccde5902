package numeral

import "testing"

func TestExactNumbersHaveShortExponents(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{{1e-5, 6, "1e-5"}, {0.421853, 5, "0.42185"}, {45222, 6, "45222"}, {1.25e21, 6, "1.25e21"}, {-2e-12, 3, "-2e-12"}, {0, 3, "0"}} {
		if got := Exact(c.v, c.digits); got != c.want {
			t.Errorf("Exact(%g, %d) = %q, want %q", c.v, c.digits, got, c.want)
		}
	}
	for v, want := range map[float64]string{1e-9: "1e-9", 0.1: "0.1", 2.001: "2.001", 1e6: "1e6", 45222: "45222", 0.1234567891234: "0.1234567891234"} {
		if got := Given(v); got != want {
			t.Errorf("Given(%g) = %q, want %q", v, got, want)
		}
	}
	for list, want := range map[string]string{"20000": "20,000", "0.0031622,20000,45222.5": "0.00316,20k,45.2k"} {
		if got := ShortAll(list); got != want {
			t.Errorf("%s reads %q, want %q", list, got, want)
		}
	}
}
