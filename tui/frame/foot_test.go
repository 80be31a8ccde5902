package frame

import "testing"

func TestClauses(t *testing.T) {
	for width, want := range map[int]string{80: "a run, with noise; ? explains", 28: "a run, with noise", 12: "a run", 3: "a run, with noise; ? explains"} {
		if got := fit("a run, with noise; ? explains", width); got != want {
			t.Errorf("in %d cells %q, want %q", width, got, want)
		}
	}
}

// A message that does not fit loses its middle and keeps its reason.
func TestALongMessageKeepsItsEnd(t *testing.T) {
	lines := []string{"writing /home/somebody/with", "a/very/long/path/to/the/runs", "and/on/and/on.run: no space", "left on device"}
	if got, want := ending(lines[1:], 30), "… no space left on device"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := ending(lines[3:], 30); got != "left on device" {
		t.Errorf("%q", got)
	}
}
