package many

import (
	"strings"
	"testing"
)

func TestAnotherSweepHasAnotherFolder(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", "/data")
	f := SweepForm{Axes: [2]SweepAxis{{"alpha", "0.1..2 log 5"}, {"rho", "0.001, 0.01"}}}
	a, _ := sweepFolder("dvp", f, "one")
	b, _ := sweepFolder("dvp", f, "two")
	if a == b || !strings.HasPrefix(a, "/data/admmlab/sweeps/dvp-alpha-rho-") {
		t.Errorf("%s and %s", a, b)
	}
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("HOME", "/home/ada")
	if dir, err := sweepFolder("dvp", f, "one"); err != nil || !strings.HasPrefix(dir, "/home/ada/.local/share/admmlab/sweeps/") {
		t.Error(dir, err)
	}
	t.Setenv("HOME", "")
	if _, err := sweepFolder("dvp", f, "one"); err == nil || !strings.Contains(err.Error(), "XDG_DATA_HOME") {
		t.Error(err)
	}
}
