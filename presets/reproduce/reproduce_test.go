package reproduce

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/presets"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// shrunken makes any figure a matter of a moment.
func shrunken(iterations string) Options {
	return Options{Repeats: 2, Workers: 2, More: []config.Assignment{
		{Key: "data", Value: "census:300", Where: "test"}, {Key: "iterations", Value: iterations, Where: "test"},
		{Key: "C", Value: "10", Where: "test"},
	}}
}

// parties cut the census where a figure cuts wide data.
var parties = config.Assignment{Key: "parties", Value: "40,70", Where: "test"}

func compute(t *testing.T, name string, o Options) Result {
	t.Helper()
	f, err := presets.FindFigure(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), f, o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

// What cannot be drawn as it is asked for is refused or told.
func TestDrawsAndPanelsAreWhatTheyAreCalled(t *testing.T) {
	f, err := presets.FindFigure("aisec-fig3")
	if err != nil {
		t.Fatal(err)
	}
	o := shrunken("1")
	o.More = append(o.More, config.Assignment{Key: "repeat", Value: "999999", Where: "test"})
	if _, err := Run(t.Context(), f, o); err == nil || !strings.Contains(err.Error(), "repeat = 999999 with 2 draws goes past the largest repeat, 999999") {
		t.Error(err)
	}
	r := compute(t, f.Name, shrunken("1"))
	if told := strings.Join(r.Told, "; "); !strings.Contains(told, "t = 100: of a run that ends at t = 1, which is what is drawn") {
		t.Error(told)
	}
}

// A session has many draws where something is drawn at some time: the noise of the method, from
// the start or from a change on the way, or labels, which need no privacy.
func TestASessionHasTheDrawsThatCount(t *testing.T) {
	for _, test := range []struct {
		settings string
		want     int
	}{
		{"private = true", 4},
		{"private = false", 1},
		{"method = admm", 1},
		{"private = false\nevents = at 2: private = true", 4},
		{"private = false\nevents = at 200: private = true", 1}, // behind the limit
		{"method = sharing\nprivate = false", 1},
		{"method = sharing\nprivate = false\nlabels = 1", 4},
	} {
		var set []config.Assignment
		for _, line := range strings.Split(test.settings, "\n") {
			key, value, _ := strings.Cut(line, " = ")
			set = append(set, config.Assignment{Key: key, Value: value, Where: "test"})
		}
		c, err := config.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(draws(c, 4)); got != test.want {
			t.Errorf("%s: %d draws, want %d", test.settings, got, test.want)
		}
	}
}

// Every definition is drawn, with something in every panel.
func TestEveryFigureIsDrawn(t *testing.T) {
	for _, f := range presets.Figures() {
		if f.Missing != "" {
			if _, err := Run(context.Background(), f, Options{}); err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v", f.Name, err)
			}
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			o := shrunken("3")
			if f.Name == "sharing-fig2" || f.Name == "sharing-fig3" { // its parties need columns
				o.More[0].Value = "wide:60x300"
				o.More = append(o.More, config.Assignment{Key: "parties", Value: "100,200", Where: "test"})
			}
			r := compute(t, f.Name, o)
			for _, p := range r.Panels {
				for _, c := range p.Curves {
					finite := slices.ContainsFunc(c.Y, func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) })
					if !finite || len(c.X) != len(c.Y) {
						t.Errorf("%s, %s: nothing is seen of %v over %v", p.Title, c.Label, c.Y, c.X)
					}
				}
			}
			for _, format := range []string{"svg", "csv"} {
				var b bytes.Buffer
				if err := r.Write(&b, format); err != nil {
					t.Fatal(err)
				}
				for _, p := range r.Panels {
					for _, c := range p.Curves {
						if !strings.Contains(b.String(), c.Label) || !strings.Contains(b.String(), p.Title) {
							t.Errorf("the %s says nothing of %s, %s", format, p.Title, c.Label)
						}
					}
				}
			}
		})
	}
}

// The numbers are those of the sessions themselves, run one by one.
func TestMeansAndRangesAreThoseOfTheRuns(t *testing.T) {
	r := compute(t, "recycled-fig3", shrunken("4"))
	curve := r.Panels[0].Curves[1]
	f, _ := presets.FindFigure("recycled-fig3")
	points, err := f.Panels[0].Curves[1].Sessions(shrunken("4").More)
	if err != nil {
		t.Fatal(err)
	}
	var runs [2][]sim.Row
	for k := range runs {
		c := points[0].Config
		c.Repeat = k
		if err := runner.Run(context.Background(), c, nil, func(row sim.Row, _ []sim.Notice) error {
			runs[k] = append(runs[k], row)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range curve.Y {
		a, b := runs[0][i].TrainLoss, runs[1][i].TrainLoss
		if a == b {
			t.Errorf("iteration %d: both draws give %g", i+1, a)
		}
		if math.Abs(curve.Y[i]-(a+b)/2) > 1e-15 || curve.Low[i] != min(a, b) || curve.High[i] != max(a, b) || curve.Runs != 2 {
			t.Errorf("iteration %d: %g in %g to %g of %d, want the mean of %g and %g", i+1, curve.Y[i], curve.Low[i], curve.High[i], curve.Runs, a, b)
		}
	}
	if plain := r.Panels[0].Curves[0]; plain.Runs != 1 || plain.Low != nil {
		t.Errorf("ADMM without noise has %d runs and the range %v", plain.Runs, plain.Low)
	}
}

// A point over a total: its place is the run's total, its height the run's error.
func TestPointsOverATotal(t *testing.T) {
	r := compute(t, "recycled-fig5", shrunken("4"))
	last, privacy := r.Panels[6], r.Panels[3]
	for _, c := range privacy.Curves {
		k := slices.IndexFunc(last.Curves, func(l Curve) bool { return l.Label == c.Label })
		if got, want := last.Curves[k].X[0], c.Y[len(c.Y)-1]; got != want {
			t.Errorf("%s stands at ε = %g, its run ends at %g", c.Label, got, want)
		}
	}
	level := last.Curves[len(last.Curves)-1]
	if len(level.X) != 2 || level.Y[0] != level.Y[1] {
		t.Errorf("ADMM without noise is no level: %v over %v", level.Y, level.X)
	}
}

// A run that has no total has no place, and takes none from the level beside it.
func TestALevelLiesBesidePointsWithoutATotal(t *testing.T) {
	o := shrunken("4")
	o.More = append(o.More, config.Assignment{Key: "topology", Value: "edges:1-2,2-3,3-4", Where: "test"}) // the guarantees of some lapse
	curves := compute(t, "recycled-fig5", o).Panels[6].Curves
	first, last, none := math.Inf(1), math.Inf(-1), false
	for _, c := range curves[:len(curves)-1] {
		for _, x := range c.X {
			if none = none || math.IsNaN(x); !math.IsNaN(x) {
				first, last = math.Min(first, x), math.Max(last, x)
			}
		}
	}
	if level := curves[len(curves)-1]; !none || !slices.Equal(level.X, []float64{first, last}) {
		t.Errorf("ADMM without noise lies over %v, expected %g to %g beside points without a place: %t", level.X, first, last, none)
	}
}

// A printed total stands with its δ where it has one, in a drawing and in its numbers.
func TestAPrintedTotalStandsWithItsDelta(t *testing.T) {
	for _, gaussian := range []bool{false, true} {
		o := shrunken("2")
		if gaussian {
			o.More = append(o.More, config.Assignment{Key: "method", Value: "mradmm", Where: "test"}, config.Assignment{Key: "variant", Value: "gaussian", Where: "test"})
		}
		r := compute(t, "recycled-fig4", o)
		for _, format := range []string{"svg", "csv"} {
			var b bytes.Buffer
			if err := r.Write(&b, format); err != nil {
				t.Fatal(err)
			}
			if with := strings.Contains(b.String(), "total ε, printed at δ ≤ 1e-5"); with != gaussian {
				t.Errorf("%s, gaussian %v: a δ stands there: %v", format, gaussian, with)
			}
		}
	}
}

// A trail is the way of a run: its column over its other, iteration by iteration, means
// where there are draws.
func TestATrailIsTheWayOfARun(t *testing.T) {
	r := compute(t, "recycled-cost", shrunken("5"))
	for _, c := range r.Panels[2].Curves {
		passes := r.Panels[0].Curves[slices.IndexFunc(r.Panels[0].Curves, func(l Curve) bool { return l.Label == c.Label })]
		if len(c.X) != 5 || !slices.Equal(c.X, passes.Y) || !slices.IsSorted(c.X) {
			t.Errorf("%s goes along %v, and its passes are %v", c.Label, c.X, passes.Y)
		}
		if c.Label == "ADMM with DVP" && (c.Runs != 2 || c.Low == nil) {
			t.Errorf("%s is of %d runs", c.Label, c.Runs)
		}
		if recycled := strings.HasPrefix(c.Label, "R-ADMM") || c.Label == "MR-ADMM"; recycled != (c.X[1] == c.X[0]) {
			t.Errorf("%s: %g passes after one iteration and %g after two", c.Label, c.X[0], c.X[1])
		}
	}
}

// "Learning Privately over Distributed Features", Fig. 3: "the logistic regression
// model trained over all the features (in a centralized way) and that trained over
// only the local features in the first party".
func TestBaselinesAppear(t *testing.T) {
	o := shrunken("3")
	o.More[0].Value = "census:600" // fewer rows mislead the gradient steps
	o.More = append(o.More, parties)
	r := compute(t, "sharing-fig3", o)
	for _, p := range r.Panels {
		var pooled, alone float64
		for _, c := range p.Curves {
			switch {
			case c.Label == "all columns, pooled" && c.Kind == "baseline":
				pooled = c.Y[0]
			case c.Label == "party 1 alone" && c.Kind == "baseline":
				alone = c.Y[0]
			}
		}
		if !(0 < pooled && pooled < alone && alone < math.Ln2) {
			t.Errorf("%s: test loss %g with all columns, %g with those of party 1", p.Title, pooled, alone)
		}
	}
	gradient := compute(t, "sharing-fig1", o).Panels[0].Curves[1]
	if gradient.Kind != "baseline" || len(gradient.X) != 3 || !(gradient.Y[2] < math.Ln2) {
		t.Errorf("SGD is a %s with %v over %v", gradient.Kind, gradient.Y, gradient.X)
	}
}

// (28) and the fits of V-C, at places anybody can check by hand.
// A file that is replaced meanwhile is not mixed into a figure: its baselines are of the rows
// that its runs were made of.
func TestAFigureIsOfOneTable(t *testing.T) {
	table := filepath.Join(t.TempDir(), "x.csv")
	write := func(beginning string) {
		if err := os.WriteFile(table, []byte(beginning+strings.Repeat("1,2,yes\n2,1,no\n3,1,no\n1,3,yes\n", 20)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	draw := func(ran func(done, all int)) Result {
		write("a,b,label\n")
		o := shrunken("2")
		o.More = append(o.More, config.Assignment{Key: "data", Value: "csv:" + table}, config.Assignment{Key: "C", Value: "1"}, config.Assignment{Key: "nodes", Value: "2"})
		o.Workers, o.Ran = 1, ran
		return compute(t, "recycled-fig2", o)
	}
	alone := draw(nil)
	replaced := draw(func(int, int) { write("a,b,label\n" + strings.Repeat("9,1,yes\n", 30)) })
	for i, p := range alone.Panels {
		for k, c := range p.Curves {
			if other := replaced.Panels[i].Curves[k]; !slices.Equal(c.Y, other.Y) {
				t.Errorf("%s, %s: %v, and with another table meanwhile %v", p.Title, c.Label, c.Y, other.Y)
			}
		}
	}
}

func TestFormulas(t *testing.T) {
	o := shrunken("3")
	r := compute(t, "tifs-fig4", o)
	dvp, pvp := r.Panels[0], r.Panels[3]
	end := len(dvp.Curves[1].X) - 1
	for _, c := range []Curve{dvp.Curves[1], dvp.Curves[2]} {
		if c.X[0] != 0.01 || math.Abs(c.X[end]-1) > 1e-12 {
			t.Errorf("%s goes from %g to %g", c.Label, c.X[0], c.X[end])
		}
	}
	if got, want := dvp.Curves[2].Y[0], 0.02*math.Log(6/(9*0.01+0.0001)); math.Abs(got-want) > 1e-12 {
		t.Errorf("U_priv(0.01) = %g, want %g", got, want)
	}
	if got, want := dvp.Curves[1].Y[0]-dvp.Curves[1].Y[end], 0.2*(math.Exp(-0.25)-math.Exp(-25)); math.Abs(got-want) > 1e-12 {
		t.Errorf("L_acc falls by %g, want %g", got, want)
	}
	// c6 of DVP is the least loss of all; of PVP with 3 iterations that of its last.
	if c6, seen := dvp.Curves[1].Y[end], slices.Min(dvp.Curves[0].Y); c6 > seen+1e-9 {
		t.Errorf("c6 = %g, a loss of %g was seen", c6, seen)
	}
	if got, want := pvp.Curves[1].Y[end]-20*math.Exp(-20), pvp.Curves[0].Y[len(pvp.Curves[0].Y)-1]; math.Abs(got-want) > 1e-12 {
		t.Errorf("c6 of PVP is %g, want %g", got, want)
	}
}

// The late mean is of the rows that each draw has: where a condition ends it early, of its last.
func TestALateMeanIsOfTheRowsThereAre(t *testing.T) {
	stopped := shrunken("6")
	stopped.More = append(stopped.More, config.Assignment{Key: "stop_when", Value: "minimisations >= 2", Where: "test"})
	got, want := compute(t, "tifs-fig4", stopped), compute(t, "tifs-fig4", shrunken("2"))
	late, last := got.Panels[3].Curves[1], got.Panels[3].Curves[0]
	end := len(late.Y) - 1
	if c6, seen := late.Y[end]-20*math.Exp(-20), last.Y[len(last.Y)-1]; !(math.Abs(c6-seen) <= 1e-9*seen) {
		t.Errorf("c6 = %g after a stop at t = 2, where the loss is %g", c6, seen)
	}
	if told := strings.Join(want.Told, "; "); !strings.Contains(told, "L_acc, as printed: its late mean is of a run that ends at t = 2, and of t = 2 to 2 there") {
		t.Error(told)
	}
}

// Where no draw has a row there is no least loss and no late mean: the formulas have no value,
// and nothing is said of a stretch that is not there.
func TestAFormulaOfNoRowsHasNoValue(t *testing.T) {
	o := shrunken("2")
	o.More = append(o.More, config.Assignment{Key: "budget", Value: "1e-9", Where: "test"})
	r := compute(t, "tifs-fig4", o)
	for _, p := range []int{0, 3} {
		law := r.Panels[p].Curves[1]
		if law.Label != "L_acc, as printed" || slices.ContainsFunc(law.Y, func(y float64) bool { return !math.IsNaN(y) }) {
			t.Errorf("%s, %s: %g", r.Panels[p].Title, law.Label, law.Y[0])
		}
	}
	if told := strings.Join(r.Told, "; "); strings.Contains(told, "late mean") {
		t.Error(told)
	}
}

func TestTheNumbersComeBackFromCSV(t *testing.T) {
	o := shrunken("3")
	o.More = append(o.More, parties)
	r := compute(t, "sharing-fig3", o)
	var b bytes.Buffer
	if err := r.Write(&b, "csv"); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || strings.Join(lines[0], ",") != "panel,curve,kind,runs,x_is,x,y_is,y,low,high" {
		t.Fatalf("%v, %v", lines[0], err)
	}
	lines = lines[1:]
	for _, p := range r.Panels {
		for _, c := range p.Curves {
			for k := range c.X {
				y, _ := strconv.ParseFloat(lines[0][7], 64)
				if lines[0][0] != p.Title+", drawn with data=census:300, iterations=3, parties=40,70" || lines[0][1] != c.Label || lines[0][2] != c.Kind || y != c.Y[k] {
					t.Fatalf("%v, want %s of %s at %g", lines[0], c.Label, p.Title, c.Y[k])
				}
				lines = lines[1:]
			}
		}
	}
	if len(lines) != 0 {
		t.Errorf("%d lines too many", len(lines))
	}
}

// A mean over draws ends where the first of them does, and that is told.
func TestAMeanEndsWithItsFirstDraw(t *testing.T) {
	stopped := shrunken("6")
	stopped.More = append(stopped.More, config.Assignment{Key: "stop_when", Value: "train_loss < 0.68", Where: "test"})
	got := compute(t, "recycled-fig5", stopped)
	told := strings.Join(got.Told, "; ")
	short := false
	for _, p := range got.Panels {
		for _, c := range p.Curves {
			last := 0
			for i, y := range c.Y {
				if !math.IsNaN(y) {
					last = i + 1
				}
			}
			words := fmt.Sprintf("%s, %s: drawn up to t = %d, where the first of its %d draws of the noise ends", p.Title, c.Label, last, c.Runs)
			if c.Runs > 1 && last > 0 && last < 6 && p.X == "" && !strings.Contains(told, words) && strings.Contains(told, p.Title+", "+c.Label) {
				t.Errorf("not told: %s; told: %s", words, told)
			}
			short = short || strings.Contains(told, words)
		}
	}
	if !short {
		t.Errorf("told: %s", told)
	}
}

// Where a run's own rows end it, its last row is drawn; one that left the finite range has
// none.
func TestAPointIsOfTheLastRowThereIs(t *testing.T) {
	stopped, short := shrunken("6"), shrunken("2")
	stopped.More = append(stopped.More, config.Assignment{Key: "stop_when", Value: "minimisations >= 2", Where: "test"})
	for name, panels := range map[string]int{"aisec-fig3": 4, "tifs-table2": 1} { // PVP's last iteration is another step
		got, want := compute(t, name, stopped), compute(t, name, short)
		for i, p := range got.Panels[:panels] {
			for k, c := range p.Curves {
				if c.Kind == "run" && (!slices.Equal(c.Y, want.Panels[i].Curves[k].Y) || math.IsNaN(c.Y[0])) {
					t.Errorf("%s, %s: %v after a stop at t = 2, %v with two iterations", name, c.Label, c.Y, want.Panels[i].Curves[k].Y)
				}
			}
		}
		if told := strings.Join(got.Told, "; "); name == "aisec-fig3" && !strings.Contains(told, "t = 100: of a run that ends at t = 2, which is what is drawn") {
			t.Error(told)
		}
	}
	halting := shrunken("6")
	halting.More = append(halting.More, config.Assignment{Key: "alpha", Value: "1e-300", Where: "test"})
	for _, c := range compute(t, "tifs-table2", halting).Panels[1].Curves {
		if !math.IsNaN(c.Y[0]) {
			t.Errorf("%s: %v of runs that halt", c.Label, c.Y)
		}
	}
}

// What runs refuse is told, of each once.
func TestRunsThatRefuseAChangeAreCountedOnce(t *testing.T) {
	o := shrunken("4")
	o.More = append(o.More, config.Assignment{Key: "events", Value: "at 2: cut 1-3\nat 3: cut 1-3", Where: "test"}, config.Assignment{Key: "topology", Value: "ring", Where: "test"})
	if told := strings.Join(compute(t, "tifs-fig3", o).Told, "; "); !strings.Contains(told, "17 of 17 runs, one of them: cannot cut 1-3") {
		t.Error(told)
	}
}

// That minimisers are not exact is told, also of runs without noise.
func TestThatModelsAreNotExactIsTold(t *testing.T) {
	o := shrunken("2")
	o.More = append(o.More, config.Assignment{Key: "method", Value: "admm", Where: "test"}, config.Assignment{Key: "eta", Value: "1e6", Where: "test"}, config.Assignment{Key: "start", Value: "1000", Where: "test"})
	if told := strings.Join(compute(t, "recycled-fig2", o).Told, "; "); !strings.Contains(told, "one of them: a local minimiser stopped at gradient norm ") {
		t.Error(told)
	}
}

// A run that leaves the finite range ends its curve, and the rest is drawn.
func TestARunThatHaltsEndsItsCurve(t *testing.T) {
	o := shrunken("4")
	o.More = append(o.More, config.Assignment{Key: "alpha", Value: "1e-300", Where: "test"})
	f, _ := presets.FindFigure("tifs-fig3")
	f.Panels = f.Panels[:1]
	r, err := Run(context.Background(), f, o)
	if err != nil {
		t.Fatal(err)
	}
	pvp, plain := r.Panels[0].Curves[0], r.Panels[0].Curves[2]
	if !math.IsNaN(pvp.Y[3]) || math.IsNaN(plain.Y[3]) {
		t.Errorf("PVP ends at %v, ADMM at %v", pvp.Y, plain.Y)
	}
}

func TestCancellingEndsAFigure(t *testing.T) {
	f, _ := presets.FindFigure("recycled-fig4")
	ctx, cancel := context.WithCancel(context.Background())
	o := shrunken("50")
	ran := 0
	o.Ran = func(done, all int) {
		if ran = done; done == 1 {
			cancel()
		}
	}
	if _, err := Run(ctx, f, o); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if ran > 8 {
		t.Errorf("%d runs ended after the first", ran-1)
	}
}

func TestAFigureThatCannotBeRunSaysWhy(t *testing.T) {
	f, _ := presets.FindFigure("sharing-fig1")
	o := shrunken("3")
	o.More[0].Value = "csv:/nowhere.csv"
	if _, err := Run(context.Background(), f, o); err == nil || !strings.Contains(err.Error(), "/nowhere.csv") {
		t.Errorf("the error is %v", err)
	}
	o.More[0] = config.Assignment{Key: "parties", Value: "500", Where: "--set"}
	if _, err := Run(context.Background(), f, o); err == nil || !strings.Contains(err.Error(), "105 columns") {
		t.Errorf("the error is %v", err)
	}
}

// A row is remembered until the figure is drawn: more of them than memory has room for are
// refused before any run is made.
func TestAFigureOfTooManyIterationsIsRefused(t *testing.T) {
	f, _ := presets.FindFigure("tifs-fig3")
	if _, err := Run(context.Background(), f, shrunken("1000000")); err == nil || !strings.Contains(err.Error(), "expected at most 2,000,000") {
		t.Errorf("the error is %v", err)
	}
}

// That a run has no guarantee is told where it has noise in any iteration, not in the first alone.
func TestOnlyARunWithNoiseLosesItsGuarantee(t *testing.T) {
	on := config.Event{At: 3, Key: "private", Value: "true"}
	for want, events := range map[int][]config.Event{0: nil, 1: {on}} {
		c := config.Default()
		c.Set.Private, c.Iterations, c.Events = false, 4, events
		r := runs{configs: []config.Config{c}, ends: map[sim.NoticeKind]sim.Befell{}, heard: map[befallen]bool{}}
		r.hear(0, []sim.Notice{{Iteration: 1, Kind: sim.NoGuarantee, Text: "no guarantee from t = 1: the noise is off"}})
		if got := len(r.told()); got != want {
			t.Errorf("events %v: told %q", events, r.told())
		}
	}
}

// What holds for the data of some runs is not told of all.
func TestWhatIsToldOfSomeDataIsNotToldOfAll(t *testing.T) {
	r := runs{configs: make([]config.Config, 2)}
	both, one := sim.Notice{Kind: sim.Data, Text: "both"}, sim.Notice{Kind: sim.Data, Text: "one"}
	r.hear(0, []sim.Notice{both, one})
	r.hear(1, []sim.Notice{both})
	if told := r.told(); !slices.Equal(told, []string{"both", "1 of 2 runs: one"}) {
		t.Errorf("told is %q", told)
	}
}
