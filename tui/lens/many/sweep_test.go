package many

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"admmlab/sim/config"
	"admmlab/sim/sweep"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
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

// A plan names the files that were read, of a swept key, too, though they have gone since, and a colon
// in a name cannot be told from one between two any more; others are named by the folder that we are in.
func TestASweepIsOfTheSameFilesWhereverItIsRead(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	s := &scene.Scene{}
	s.State.Replay.Data, s.State.Size.Key = "libsvm:odd:name", "libsvm:/there/odd:name"
	f := SweepForm{Axes: [2]SweepAxis{{"data", "libsvm:odd:name csv:x.csv census:600"}, {"alpha", "1"}}}
	if got, want := f.anywhere(s)[0].Values, "libsvm:/there/odd:name csv:"+filepath.Join(here, "x.csv")+" census:600"; got != want {
		t.Errorf("swept is %q, expected %q", got, want)
	}
}

// What records lose is in no result of a sweep. It is measured where a run of it stops by that: by
// the session's own condition, by one that is swept, or by a change within a limit that is swept.
func TestASweepMeasuresLossesWhereARunStopsByThem(t *testing.T) {
	const later = "events = [\"at 30: stop_when = realised_max > 1\"]"
	for _, test := range []struct {
		session string
		axes    []SweepAxis
		want    bool
	}{
		{"", []SweepAxis{{"alpha", "0.1, 0.2"}, {}}, false},
		{"stop_when = \"realised_max > 1\"", []SweepAxis{{"alpha", "0.1, 0.2"}, {}}, true},
		{"", []SweepAxis{{"stop_when", "test_error < 0.2, none"}, {}}, false},
		{"", []SweepAxis{{"stop_when", "none, realised_max > 0.05"}, {}}, true},
		{"", []SweepAxis{{"alpha", "0.1, 0.2"}, {"stop_when", "realised_max > 0.05"}}, true},
		{later, []SweepAxis{{"iterations", "10, 20"}, {}}, false},
		{later, []SweepAxis{{"iterations", "20..40 linear 3"}, {}}, true},
	} {
		c, err := config.ParseText([]byte("iterations = 20\n"+test.session), "test")
		if err != nil {
			t.Fatal(err)
		}
		p, err := parsed(sweepText(swept(c, test.axes...), test.axes, 1))
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range p.Configs() {
			if run.Realised != test.want {
				t.Errorf("%q over %v: losses are measured: %t, want %t", test.session, test.axes, run.Realised, test.want)
			}
		}
	}
}

// An axis in sight is as that of the exported picture: not logarithmic where a cell is 0.
func TestASpotAtZeroHasItsPlace(t *testing.T) {
	spots := []chart.Spot{{X: 1, Y: 0.4}, {X: 2, Y: 50}}
	if !wide(spots) || wide(append(spots, chart.Spot{X: 3})) {
		t.Error("expected a logarithmic axis for 0.4 and 50, and none with 0 beside them")
	}
}

// Of two keys the axis is that of the picture, too, whichever curve is chosen: all curves say
// whether it is logarithmic, and none of their cells is without a place.
func TestTheAxisOfASweepIsThatOfAllItsCurves(t *testing.T) {
	wide := []chart.Spot{{X: 1, Y: 0.4}, {X: 2, Y: 50}}
	for _, c := range []struct {
		curves [][]chart.Spot // the first one is chosen
		log    bool
	}{
		{[][]chart.Spot{wide, {{X: 1, Y: 1}, {X: 2, Y: 30}}}, true},
		{[][]chart.Spot{wide, {{X: 1, Y: 0}, {X: 2, Y: 30}}}, false},
		{[][]chart.Spot{{{X: 1, Y: 40}, {X: 2, Y: 50}}, {{X: 1, Y: 0.4}, {X: 2, Y: 0.5}}}, true},
	} {
		g := grid.New(40, 10)
		(&Sweep{}).drawSpots(&scene.Scene{}, g, grid.Rect{W: 40, H: 10}, sweep.TrainLoss, c.curves, chart.NewSpread([]float64{1, 2}, false))
		if log := strings.Contains(g.String(), " 1 ┤"); log != c.log || strings.Contains(g.String(), "not drawn") {
			t.Errorf("%v: logarithmic %t, want %t\n%s", c.curves, log, c.log, g.String())
		}
	}
}

// An axis of errors ends at 100 %, also where they all are; one of losses goes on.
func TestTheAxisOfErrorsOfASweepEndsWhereTheyDo(t *testing.T) {
	for _, m := range []sweep.Metric{sweep.TestError, sweep.TrainLoss} {
		g := grid.New(40, 10)
		(&Sweep{}).drawSpots(&scene.Scene{}, g, grid.Rect{W: 40, H: 10}, m, [][]chart.Spot{{{X: 1, Y: 100, Low: 100, High: 100}, {X: 2, Y: 100, Low: 100, High: 100}}}, chart.NewSpread([]float64{1, 2}, false))
		if beyond := strings.Contains(g.String(), "120 ┤"); beyond != (m.Column == sweep.TrainLoss.Column) || !strings.Contains(g.String(), "100 ┤") {
			t.Errorf("%s:\n%s", m.Words, g.String())
		}
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

// A name stands in a line of names so that it is read as it is, and nothing of what stands there
// is left out.
func TestALineOfNamesIsReadWhole(t *testing.T) {
	for _, value := range []string{"even", "csv:/tmp/a b.csv", `skewed:0.5:"x"`, "skewed:0.5:blood\npressure", "csv:/tmp/a\rb.csv\r"} {
		if got := names("even " + name(value) + " random"); !slices.Equal(got, []string{"even", value, "random"}) {
			t.Errorf("%q is read as %q", value, got)
		}
	}
	if got := names("even random\nskewed:0.5"); !slices.Equal(got, []string{"even", "random", "skewed:0.5"}) {
		t.Errorf("of two lines %q is read", got)
	}
}

// What would be two values is refused, in the form as in a plan.
func TestANameWithTheEndOfALineIsNoValueOfASweep(t *testing.T) {
	text := sweepText(config.Default(), []SweepAxis{{"split", name("skewed:0.5:blood\npressure")}}, 1)
	if _, err := parsed(text); err == nil || !strings.Contains(err.Error(), "has a line end in it") {
		t.Errorf("it says %v", err)
	}
}
