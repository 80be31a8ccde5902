package many

import (
	"context"
	"errors"
	"strings"
	"testing"

	"admmlab/tui/scene"
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

// How the work ended is told whether or not there is something to say beside it.
func TestANoteHidesNoEnd(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{{nil, "done"}, {context.Canceled, "stopped"}, {errors.New("45 of 45 runs could not be made"), "could not be made"}} {
		for _, note := range []string{"", "a line was torn\nPVP leaves out a change"} {
			got := ended(note, c.err, "stopped", "done").(scene.Say)
			if !strings.Contains(got.Text, c.want) || strings.Contains(got.Text, "\n") || note != "" && (!got.Warn || !strings.Contains(got.Text, "torn; PVP leaves")) {
				t.Errorf("%q, %v: %+v", note, c.err, got)
			}
		}
	}
}
