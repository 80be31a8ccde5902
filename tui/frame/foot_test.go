package frame

import "testing"

func TestClauses(t *testing.T) {
	for width, want := range map[int]string{80: "a run, with noise; ? explains", 28: "a run, with noise", 12: "a run", 3: "a run, with noise; ? explains"} {
		if got := clauses("a run, with noise; ? explains", width); got != want {
			t.Errorf("in %d cells %q, want %q", width, got, want)
		}
	}
}
