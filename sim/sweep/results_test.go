package sweep

import (
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"admmlab/sim/figure"
	"admmlab/sim/files"
	"admmlab/sim/report"
)

// made is a plan with every run finished at once, with a loss, an error and a
// bound made of the values of its cell and its repeat.
func made(t *testing.T, text string, loss func(c Cell, repeat int) float64) Results {
	t.Helper()
	p := parse(t, text)
	r := Results{Plan: p, runs: map[string]Run{}}
	for _, cell := range p.Cells {
		for k, run := range cell.runs {
			v := report.Number(loss(cell, k))
			r.runs[p.sessions[run]] = Run{Session: p.sessions[run], TrainLoss: v, TrainLossC: 1750 * v, TestError: v / 100, EpsilonTight: v, End: Limit}
		}
	}
	return r
}

func value(c Cell, axis int) float64 {
	v, _ := strconv.ParseFloat(c.Values[axis], 64)
	return v
}

// The axis across and the axis down are not mixed up, whichever comes first in the
// session text.
func TestTheGridHasItsValuesWhereTheyBelong(t *testing.T) {
	for _, text := range []string{"rho = [0.1, 0.2]\ngamma = [1, 2, 3]", "rho = [0.1, 0.2, 0.3]\ngamma = [1, 2]", "alpha = [0.5, 1]\nrho = [0.1, 0.2, 0.3]"} {
		r := made(t, small+"method = \"radmm\"\n[sweep]\nrepeats = 3\n"+text, func(c Cell, k int) float64 { return 100*value(c, 0) + value(c, 1) + float64(k) })
		across, places := r.Plan.Across(), r.Plan.Places()
		down, _ := r.Plan.Down()
		for i, row := range r.Grid(TrainLoss) {
			for j, v := range row {
				x, _ := strconv.ParseFloat(down.Values[i], 64)
				want := 100*x + places[j] + 1
				if across.Key == r.Plan.Axes[0].Key {
					want = 100*places[j] + x + 1
				}
				if math.Abs(v-want) > 1e-9 {
					t.Errorf("%s: %s = %s and %s = %g has %g, expected %g", text, down.Key, down.Values[i], across.Key, places[j], v, want)
				}
			}
		}
	}
}

func TestTheHeatMapFitsAnyWidth(t *testing.T) {
	r := made(t, small+"[sweep]\nalpha = \"0.01..1 log 9\"\nrho = [0.1, 0.2]\nrepeats = 1", func(c Cell, _ int) float64 { return value(c, 0) })
	full := r.HeatMap(TrainLoss, 0, Shades)
	if len(full) != 3 || !strings.Contains(full[1], "··   0.01  ·· 0.0178") || !strings.HasSuffix(full[2], "██      1") {
		t.Errorf("\n%s", strings.Join(full, "\n"))
	}
	for width := 1; width < 130; width++ {
		for _, line := range r.HeatMap(TrainLoss, width, ASCIIShades) {
			if n := utf8.RuneCountInString(line); n > width {
				t.Errorf("%d characters in a width of %d: %s", n, width, line)
			}
		}
	}
	if narrow := r.HeatMap(TrainLoss, 40, ASCIIShades); len(narrow) != 4 || narrow[0] != "    . 0.01 to # 1" || !strings.HasSuffix(narrow[3], "###") {
		t.Errorf("\n%s", strings.Join(narrow, "\n"))
	}
}

// Texts at the sides of a heat map are all named at every width at which it is drawn: by their numbers where
// they do not fit, with what these are below.
func TestEveryTextAtAHeatMapIsNamed(t *testing.T) {
	plan := small + "[sweep]\ntopology = [\"edges:1-2,2-3,3-4,4-5\", \"edges:1-2,2-3,2-4,2-5\", \"ring\", \"star\", \"complete\"]\nvariant = [\"tight\", \"printed\"]\nrepeats = 1"
	r := made(t, plan, func(c Cell, _ int) float64 { return value(c, 0) })
	shown, values := 0, 0
	for width := 1; width < 160; width++ {
		lines := r.HeatMap(TrainLoss, width, ASCIIShades)
		all := strings.Join(lines, "\n")
		for _, line := range lines {
			if n := utf8.RuneCountInString(line); n > width {
				t.Errorf("%d characters in a width of %d: %s", n, width, line)
			}
		}
		if width < 30 || lines == nil {
			continue
		}
		shown++
		for _, name := range []string{"edges:1-2,2-3,3-4,4-5", "edges:1-2,2-3,2-4,2-5", "ring", "star", "complete", "tight", "printed"} {
			if !strings.Contains(all, name) {
				t.Fatalf("in a width of %d nothing is called %s:\n%s", width, name, all)
			}
		}
		if strings.Contains(lines[len(lines)-1], " = ") == strings.Contains(lines[0], "ring") {
			t.Errorf("in a width of %d:\n%s", width, all)
		}
		if strings.Contains(lines[1], ".. 0") {
			values++
		}
	}
	if shown != 130 || values < 90 {
		t.Errorf("in %d widths there is a map, in %d with its numbers", shown, values)
	}
}

// A bound is never shown smaller than it is.
func TestNumbersInThreeDigits(t *testing.T) {
	for v, want := range map[float64]string{0.3614: "0.361 0.362", 18.5: "18.5 18.5", 45821: "4.58e4 4.59e4", 9.991: "9.99 10", 1e-7: "1e-7 1e-7", 0: "0 0", 0.30000000000000004: "0.3 0.3", 1020.0000000000001: "1.02e3 1.02e3"} {
		if got := TrainLoss.Text(v) + " " + EpsilonTight.Text(v); got != want {
			t.Errorf("%g: %s, expected %s", v, got, want)
		}
	}
	if got := TrainLoss.Text(math.NaN()) + EpsilonTight.Text(math.Inf(1)); got != "-∞" {
		t.Error(got)
	}
}

// Runs on the printed curve give back the printed optimum (see sim/tradeoff).
func TestTheOptimumOfASweepOverAlpha(t *testing.T) {
	loss := func(c Cell, _ int) float64 { return 0.2*math.Exp(-25*value(c, 0)) + 0.3 }
	text := small + "[sweep]\nalpha = \"0.01..1 log 9\"\nrepeats = 2\n[optimum]\n"
	for _, c := range []struct{ wish, want string }{
		{"", "no minimiser: without a cap c3"},
		{"c3 = 0.45", "minimum at α = 0.1422"},
		{"c3 = 0.302", "active constraint L_acc ≤ c3"},
		{"c3 = 0.45\nalpha_max = 0.1", "minimum at α = 0.1, J = 0.2787: active constraint α ≤ α_U"},
		// C-bar of V-C is 1750 times the loss: with weights and cap likewise J is, and its minimum stays.
		{"c3 = 787.5\nomega = [35, 6, 9, 1]\nloss = \"train_loss_c\"", "minimum at α = 0.1422"},
		{"c3 = 787.5\nomega = [35, 6, 9, 1]\nloss = \"train_loss_c\"", "L_acc(α) = 350 e^(-25 α) + 525 of train_loss_c"},
		{"c3 = 0.45\nomega = [0.04, 6, 9, 1]", "minimum at α = 0.10098, J = 0.24097: no"},
	} {
		r := made(t, text+c.wish, loss)
		words := strings.Join(r.OptimumWords(r.Plan.Curves()[0]), "\n")
		if !strings.Contains(words, c.want) || !strings.Contains(words, "stationary minimum of J = L_acc - U_priv at α = 0.1") {
			t.Errorf("%s:\n%s\nexpected %s", c.wish, words, c.want)
		}
	}
	off := made(t, text, loss)
	n := 0
	for session, run := range off.runs { // of half of which nothing is promised
		if run.Iteration, run.EpsilonTight = 1, 3; n%2 == 0 {
			run.EpsilonTight = report.Number(math.NaN())
		}
		off.runs[session] = run
		n++
	}
	if words := strings.Join(off.OptimumWords(off.Plan.Curves()[0]), "\n"); !strings.Contains(words, "of 9 of the 18 runs the noise proves no total") {
		t.Errorf("nothing is said of runs without a promise:\n%s", words)
	}
	short := made(t, text, loss)
	for session, run := range short.runs { // as one whose budget allows no iteration
		run.TrainLoss, run.End = report.Number(math.NaN()), Budget
		short.runs[session] = run
		break
	}
	if _, err := short.Optimum(short.Plan.Curves()[0]); err != nil {
		t.Error(err)
	}
	old := made(t, text+"loss = \"train_loss_c\"", loss)
	for session, run := range old.runs { // as in a folder of before C-bar was noted
		run.TrainLossC = report.Number(math.NaN())
		old.runs[session] = run
	}
	if _, err := old.Optimum(old.Plan.Curves()[0]); err == nil || !strings.Contains(err.Error(), "has no train_loss_c") {
		t.Error(err)
	}
	other := made(t, small+"[sweep]\nrho = [0.1, 0.2, 0.3]", func(Cell, int) float64 { return 1 })
	if _, err := other.Optimum(other.Plan.Curves()[0]); err == nil {
		t.Error("an optimal alpha of a sweep over rho")
	}
	each := made(t, small+"[sweep]\nalpha = [\"0.05,0.05,0.05,0.05,0.06\", \"0.2\", \"0.8\", \"3\"]", func(Cell, int) float64 { return 1 })
	if _, err := each.Optimum(each.Plan.Curves()[0]); err == nil || !strings.Contains(err.Error(), "values of alpha that are a list") {
		t.Errorf("an optimal alpha among alphas of each node: %v", err)
	}
}

// An optimal alpha is sought as far as there are losses: beyond, where every run was too dear to
// make an iteration, left the finite range or is not made yet, nothing is known.
func TestTheOptimalAlphaIsSoughtAsFarAsThereAreLosses(t *testing.T) {
	for _, end := range []string{Budget, Diverged, ""} {
		r := made(t, small+"[sweep]\nalpha = [0.01, 5, 0.03, 0.1]\nrepeats = 3\n[optimum]\nc3 = 0.45", func(c Cell, _ int) float64 { return 0.2*math.Exp(-25*value(c, 0)) + 0.3 })
		for _, run := range r.Plan.Cells[1].runs {
			session := r.Plan.sessions[run]
			if r.runs[session] = (Run{Session: session, TrainLoss: report.Number(math.NaN()), End: end}); end == "" {
				delete(r.runs, session)
			}
		}
		c := r.Plan.Curves()[0]
		words := strings.Join(r.OptimumWords(c), "\n")
		for _, want := range []string{"least squares over 9 of 12 runs", "minimum at α = 0.1, J = 0.2787: active constraint α ≤ α_U"} {
			if !strings.Contains(words, want) {
				t.Errorf("end %q: no %q in\n%s", end, want, words)
			}
		}
		chart, _ := r.optimal(c)
		for _, s := range chart.Series[1:3] {
			if first, last := s.X[0], s.X[len(s.X)-1]; first != 0.01 || math.Abs(last-0.1) > 1e-12 {
				t.Errorf("end %q: %s is drawn from %g to %g", end, s.Label, first, last)
			}
		}
	}
}

// However many curves there are, a signal is heard: no optimal alpha is sought any more, in
// mid-sweep, behind the last run or while the files are written, which are those of what is there.
func TestASignalIsHeardWhileTheFilesAreWritten(t *testing.T) {
	r := made(t, small+"[sweep]\nalpha = [0.1, 0.2, 0.4]\nrho = \"0.1..1 20\"\nrepeats = 1", func(c Cell, _ int) float64 { return 1 / (value(c, 0) + 1) })
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	part := r.Snapshot()
	delete(part.runs, r.Plan.sessions[0])
	hurried := func(what string, of Results, ctx context.Context) {
		t.Helper()
		dir := t.TempDir()
		if err := of.Write(ctx, opened(t, dir)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", what, err)
		}
		if drawn, _ := filepath.Glob(filepath.Join(dir, "optimum-*.svg")); len(drawn) > 0 {
			t.Errorf("%s: %d optimal alphas are drawn after the signal", what, len(drawn))
		}
		page, err := os.ReadFile(filepath.Join(dir, PageFile))
		if err != nil || strings.Count(string(page), "not sought, as the sweep was interrupted; the same command goes on") != 20 {
			t.Errorf("%s: %v: %s", what, err, page)
		}
		table, err := os.ReadFile(filepath.Join(dir, ResultsFile))
		if lines := strings.Count(string(table), "\n"); err != nil || lines != 1+of.Finished() {
			t.Errorf("%s: %v, %d lines of results", what, err, lines)
		}
	}
	hurried("in mid-sweep", part, ctx)
	hurried("behind the last run", r, ctx)
	if err := r.Write(t.Context(), opened(t, dir)); err != nil {
		t.Fatal(err)
	}
	if drawn, _ := filepath.Glob(filepath.Join(dir, "optimum-*.svg")); len(drawn) != 20 {
		t.Errorf("%d optimal alphas are drawn, expected 20", len(drawn))
	}
	all := 0
	if err := r.Write(&ending{Context: t.Context(), after: math.MaxInt, asked: &all}, opened(t, t.TempDir())); err != nil {
		t.Fatal(err)
	}
	for what, after := range map[string]int{"while promises are worked out": 25, "while curves are fitted": 85, "while files are filled": all - 10} {
		asked := 0
		hurried(what, r, &ending{Context: t.Context(), after: after, asked: &asked})
	}
}

// Pictures of many cells take seconds, which a signal does not wait for.
func TestManyCellsAreNotDrawnAfterASignal(t *testing.T) {
	r := made(t, small+"[sweep]\nrho = \"0.1..1 334\"\neta = [1, 2, 3]\nrepeats = 1", func(Cell, int) float64 { return 1 })
	ctx, stop := context.WithCancel(t.Context())
	stop()
	part, dir := r.Snapshot(), t.TempDir()
	f := opened(t, dir)
	delete(part.runs, r.Plan.sessions[0])
	if err := part.Write(ctx, f); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, PageFile))
	if drawn := files.Matching(dir, "*.svg"); err != nil || len(drawn) > 0 || strings.Contains(string(page), "svg") {
		t.Errorf("%v: %q are drawn after the signal, or on the page", err, drawn)
	}
	if want := "1002 cells are not drawn, as the sweep was interrupted; the same command goes on"; part.Note != want {
		t.Errorf("%q, want %q", part.Note, want)
	}
	if err := r.Write(t.Context(), f); err != nil || len(files.Matching(dir, "*.svg")) == 0 {
		t.Errorf("%v: nothing is drawn of the whole sweep", err)
	}
}

// What is written of an interrupted sweep asks every session once what its events leave it with:
// there may be hundreds of thousands of them.
func TestManyEventsAreGoneThroughOnceForTheFiles(t *testing.T) {
	text := small + "events = [" + strings.Repeat("\"at 1: rho = 2\", ", 5000) + "]\n[sweep]\nalpha = [0.1, 0.2]\nrepeats = 2"
	r := made(t, text, func(Cell, int) float64 { return 1 })
	delete(r.runs, r.Plan.sessions[0])
	ctx, stop := context.WithCancel(t.Context())
	stop()
	once := allocated(func() { r.Promised() })
	if files := allocated(func() {
		if err := r.Write(ctx, opened(t, t.TempDir())); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}); files > 2*once {
		t.Errorf("the files take %d bytes, and going through the events %d", files, once)
	}
}

// allocated is how many bytes work takes, however fast the machine is.
func allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// ending is a context that has ended once it was asked so often.
type ending struct {
	context.Context
	after int
	asked *int
}

func (e *ending) Err() error {
	if *e.asked++; *e.asked > e.after {
		return context.Canceled
	}
	return nil
}

// Every picture a plan allows is drawn, whatever is in it.
func TestThePictures(t *testing.T) {
	for text, want := range map[string]string{
		"alpha = [0.1, 0.2, 0.4]":                                   "curve-loss curve-error tradeoff optimum-1",
		"rho = [0.1, 0.2]\neta = [1, 2]":                            "curve-loss curve-error tradeoff heat-loss heat-error",
		"method = [\"dvp\", \"pvp\"]":                               "curve-loss curve-error tradeoff",
		"alpha = [0.1, 0.2, 0.4]\nvariant = [\"tight\"]":            "curve-loss curve-error tradeoff heat-loss heat-error optimum-1",
		"loss = [\"logistic\", \"huber\"]":                          "curve-error tradeoff",
		"loss = [\"logistic\", \"huber\"]\nalpha = [0.1, 0.2, 0.4]": "curve-error tradeoff heat-error optimum-1 optimum-2",
	} {
		r := made(t, small+"[sweep]\nrepeats = 2\n"+text, func(c Cell, k int) float64 { return 1/(value(c, len(c.Values)-1)+1) + float64(k) })
		var names []string
		for _, p := range r.pictures() {
			names = append(names, strings.TrimSuffix(p.file, ".svg"))
			if !slices.Contains(r.Plan.drawings(), p.file) {
				t.Errorf("%q: that it draws %s is not known before", text, p.file)
			}
			var b strings.Builder
			if err := p.draw.Write(&b, "svg"); err != nil || !strings.Contains(b.String(), "</svg>") {
				t.Errorf("%s: %v", p.file, err)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), 0, 1e300} {
		r := made(t, small+"[sweep]\nalpha = [0.1, 0.2, 0.4]\nrho = [1, 2]\nrepeats = 2", func(Cell, int) float64 { return v })
		for _, p := range r.pictures() {
			if err := p.draw.Write(&strings.Builder{}, "svg"); err != nil {
				t.Errorf("%s of nothing but %g: %v", p.file, v, err)
			}
		}
	}
}

// Losses of two kinds do not compare, errors do: no loss stands beside one of another kind, and
// it is told. The h of runs that do not read it makes no other loss of theirs.
func TestLossesOfTwoKindsAreNotHeldAgainstEachOther(t *testing.T) {
	const words = "the runs are of different losses, which do not compare: losses are not drawn, errors are"
	for text, other := range map[string]bool{
		"[sweep]\nloss = [\"logistic\", \"huber\"]":                                           true,
		"loss = \"huber\"\n[sweep]\nh = [0.05, 50]":                                           true,
		"loss = \"huber\"\n[sweep]\nh = [0.05, 50]\nalpha = [1, 2]":                           true,
		"loss = \"huber\"\n[sweep]\nalpha = [1, 2]":                                           false,
		"[sweep]\nloss = [\"huber\"]\nh = [0.5]":                                              false,
		"[sweep]\nmethod = [\"dvp\", \"sharing\"]":                                            true, // with λ/(2N)|x|²
		"[sweep]\nmethod = [\"dvp\", \"madmm\"]":                                              false,
		"method = \"sharing\"\nevents = [\"at 5: lambda = 9\"]\n[sweep]\niterations = [3, 8]": true,
		"method = \"sharing\"\nevents = [\"at 5: lambda = 9\"]\n[sweep]\niterations = [7, 8]": false,
		"method = \"sharing\"\nevents = [\"at 3: lambda = 9\"]\n[sweep]\nlambda = [1, 2]":     false, // all end with 9
		"method = \"sharing\"\n[sweep]\nlambda = [1, 100]":                                    true,  // with another weight of |x|²
	} {
		r := made(t, small+text, func(Cell, int) float64 { return 1 })
		for i, s := range r.Plan.sessions {
			run := r.runs[s]
			run.Iteration = r.Plan.runs[i].Limit()
			r.runs[s] = run
		}
		var page strings.Builder
		if err := r.writePage(&page, ".", nil); err != nil || strings.Contains(page.String(), words) != other || strings.Contains(page.String(), "## "+TrainLoss.Words) == other || !strings.Contains(page.String(), "## "+TestError.Words) {
			t.Errorf("%q, %v:\n%s", text, err, page.String())
		}
		drawn := slices.ContainsFunc(r.pictures(), func(p picture) bool { return p.file == lossFile })
		if r.OneLoss() == other || slices.Contains(r.Told(), words) != other || drawn == other {
			t.Errorf("%q: one loss %t, %q, drawn %t", text, r.OneLoss(), r.Told(), drawn)
		}
	}
}

// A finished run ends with the λ of its last iteration, and one that is missing with that of its limit,
// unless a budget that it keeps, or a condition, may end it before.
func TestLossesOfRunsThatEndEarlyCompareWhereTheirLastIterationsDo(t *testing.T) {
	const missing = -1
	for _, c := range []struct {
		lines string
		ends  []int // the iterations of two runs
		one   bool
	}{
		{`stop_when = "passes >= 6"`, []int{3, 5}, true},
		{`stop_when = "passes >= 6"`, []int{1, 1}, true},
		{`stop_when = "passes >= 6"`, []int{1, 5}, false},
		{`stop_when = "passes >= 6"`, []int{3, missing}, false},
		{"budget = 5\nstop = true", []int{3, missing}, false},
		{"budget = 5\nstop = true", []int{3, 5}, true},
		{"budget = 5\nstop = false", []int{missing, missing}, true},
		{"stop = false\nevents = [\"at 3: budget = 5\"]", []int{missing, missing}, true},
		{"budget = 5\nstop = false\nevents = [\"at 3: stop = true\"]", []int{missing, missing}, false},
		{"budget = 5\nstop = true\nevents = [\"at 1: stop = false\"]", []int{missing, missing}, true},
	} {
		lines := c.lines + "\nevents = [\"at 2: lambda = 9\"]"
		if before, more, some := strings.Cut(c.lines, "events = ["); some {
			lines = before + `events = ["at 2: lambda = 9", ` + more
		}
		r := made(t, small+"method = \"sharing\"\n"+lines+"\n[sweep]\nrho = [1, 2]\nrepeats = 1", func(Cell, int) float64 { return 1 })
		for i, s := range r.Plan.sessions {
			run := r.runs[s]
			if run.Iteration = c.ends[i]; run.Iteration == missing {
				delete(r.runs, s)
				continue
			}
			r.runs[s] = run
		}
		if r.OneLoss() != c.one {
			t.Errorf("%s, ends %d: one loss %t", lines, c.ends, r.OneLoss())
		}
		lost := maps.Clone(r.runs)
		for name, none := range map[string]func(*Run){ // the loss of a run that left the finite range is in no median
			"beyond the finite range": func(r *Run) { r.End = Diverged },
			"before any iteration":    func(r *Run) { r.Iteration, r.TrainLoss = 0, report.Number(math.NaN()) },
		} {
			for s, run := range lost {
				none(&run)
				lost[s] = run
				break
			}
			if r.runs = lost; len(lost) == 2 && !r.OneLoss() {
				t.Errorf("%s, ends %d, one %s: losses of several kinds", lines, c.ends, name)
			}
		}
	}
}

// Of more curves than differ in print a picture has some, from the first to the last, each with
// its name on the page, and says so.
func TestAPictureHasAsManyCurvesAsCanBeToldApart(t *testing.T) {
	r := made(t, small+"[sweep]\nalpha = [0.1, 0.2]\nrho = \"1..40 linear 40\"", func(c Cell, _ int) float64 { return value(c, 0) + value(c, 1) })
	bounds, _ := r.tradeoff()
	for _, c := range []figure.Chart{r.curves(TrainLoss), bounds} {
		n := len(c.Series)
		if n != 24 || c.Series[0].Label != "rho = 1" || c.Series[n-1].Label != "rho = 40" || !strings.HasSuffix(c.Title, ", 24 of 40 curves") {
			t.Fatalf("%s: %d curves", c.Title, n)
		}
		var b strings.Builder
		if err := c.Write(&b, "svg"); err != nil || strings.Contains(b.String(), `y="1`) || strings.Count(b.String(), ">rho = ") != n {
			t.Errorf("%s: a name stands below the page, or none: %v", c.Title, err)
		}
	}
	if few := made(t, small+"[sweep]\nrho = [0.1, 0.2]\neta = [1, 2]", func(Cell, int) float64 { return 1 }).curves(TrainLoss); len(few.Series) != 2 || strings.Contains(few.Title, "curves") {
		t.Errorf("%s: %d curves", few.Title, len(few.Series))
	}
}

// Names stand at the axis where they have room; longer or more of them have their numbers there,
// and the page tells what they are.
func TestNamesOfAnAxisHaveRoomInAPicture(t *testing.T) {
	long := Axis{Key: "rho", Values: []string{"0.1, 0.2, 0.3, 0.4, 0.5, 0.6", "0.3, 0.4"}}
	for _, c := range []struct {
		axis         Axis
		names        []string
		title, named string
		listed       string
	}{
		{Axis{Key: "method", Values: []string{"dvp", "pvp"}}, []string{"dvp", "pvp"}, "method", "method = pvp", "dvp; pvp"},
		{Axis{Key: "rho", Values: []string{"0.1", "0.2"}}, []string{"0.1", "0.2"}, "rho", "rho = 0.2", "0.1; 0.2"},
		{long, []string{"1", "2"}, "rho, numbered as in sweep.md", "rho 2 of 2", "(1) 0.1, 0.2, 0.3, 0.4, 0.5, 0.6; (2) 0.3, 0.4"},
		{Axis{Key: "graph", Values: strings.Split("abcdefghi", "")}, strings.Split("123456789", ""), "graph, numbered as in sweep.md", "graph 2 of 9", "(1) a; (2) b; (3) c; (4) d; (5) e; (6) f; (7) g; (8) h; (9) i"},
	} {
		a := c.axis
		if names := a.names(); !slices.Equal(names, c.names) || a.title() != c.title || a.named(1) != c.named || strings.Join(a.listed(), "; ") != c.listed {
			t.Errorf("%v: %q, %q, %q, %q", a.Values, names, a.title(), a.named(1), a.listed())
		}
	}
}

// The lines of all pictures go along the axis, in whatever order the values are listed and whatever
// bound goes with them, as on the screen; tables keep the order of the list.
func TestCurvesGoAlongTheAxis(t *testing.T) {
	r := made(t, small+"[sweep]\nalpha = [1, 0.1, 2, 0.5]\nrepeats = 1", func(c Cell, _ int) float64 { return 1 / value(c, 0) })
	bounds, _ := r.tradeoff()
	optimum, _ := r.optimal(r.Plan.Curves()[0])
	for _, c := range []struct {
		s         figure.Series
		x, values []float64
	}{
		{r.curves(TrainLoss).Series[1], []float64{0.1, 0.5, 1, 2}, []float64{10, 2, 1, 0.5}},
		{bounds.Series[0], []float64{0.5, 1, 2, 10}, []float64{0.5, 1, 2, 10}},
		{optimum.Series[0], []float64{0.1, 0.5, 1, 2}, []float64{10, 2, 1, 0.5}},
	} {
		if !slices.Equal(c.s.X, c.x) || !slices.Equal(c.s.Values, c.values) || !slices.Equal(c.s.Low, c.values) || !slices.Equal(c.s.High, c.values) {
			t.Errorf("%q goes over %v with %v, from %v to %v", c.s.Label, c.s.X, c.s.Values, c.s.Low, c.s.High)
		}
	}
	if band := r.curves(TrainLoss).Series[0]; !slices.IsSorted(band.X) || band.Low[0] != 10 || band.High[3] != 0.5 {
		t.Errorf("the band goes over %v, from %v to %v", band.X, band.Low, band.High)
	}
	if grid := r.Grid(TrainLoss); !slices.Equal(grid[0], []float64{1, 10, 0.5, 2}) {
		t.Errorf("the table has %v", grid)
	}
}

// An axis is logarithmic where values differ a hundredfold and all of them have a logarithm.
func TestAWideAxisHasAPlaceForEveryMedian(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		medians []float64
		want    bool
	}{
		{[]float64{0.4, 50}, true}, {[]float64{1, 99}, false}, {[]float64{nan, 1, inf, 100}, true},
		{[]float64{0, 0, 0.4, 50}, false}, {[]float64{-1, 1, 100}, false}, {[]float64{nan}, false}, {nil, false},
	} {
		if got := Wide(c.medians); got != c.want {
			t.Errorf("%v: %t", c.medians, got)
		}
	}
}

// So are those of all pictures of a sweep, as on the screen.
func TestTheAxesOfASweepsPicturesAreOfAllTheirValues(t *testing.T) {
	for _, c := range []struct {
		of   func(Cell, int) float64
		want bool
	}{
		{func(c Cell, _ int) float64 { return 0.001 * math.Pow(10*value(c, 0), 3) }, true},
		{func(c Cell, _ int) float64 { return value(c, 0) }, false},
	} {
		r := made(t, small+"[sweep]\nalpha = [0.1, 0.2, 0.9]\nrepeats = 1", c.of)
		bounds, some := r.tradeoff()
		if loss := r.curves(TrainLoss); !some || loss.Log != c.want || bounds.Log != c.want {
			t.Errorf("the loss is logarithmic: %t, the error against the bound: %t, want %t", loss.Log, bounds.Log, c.want)
		}
	}
}

func TestFinePlacesKeepTheirEnds(t *testing.T) {
	for _, log := range []bool{true, false} {
		x := figure.Fine([]float64{0.1, 0.02, 3}, log)
		if x[0] != 0.02 || math.Abs(x[len(x)-1]-3) > 1e-12 || !slices.IsSorted(x) {
			t.Errorf("log %t: %g to %g", log, x[0], x[len(x)-1])
		}
	}
}

// The neighbours that are turned on the way are those of no total: each stands with those of
// the iteration it is of, in the results, on the page and under the picture.
func TestTotalsStandWithTheNeighboursOfTheirOwnIteration(t *testing.T) {
	p := parse(t, small+"adjacency = \"replace\"\nevents = [\"at 3: adjacency = remove\"]\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n")
	dir := t.TempDir()
	r := run(t, p, dir)
	const removed = "at δ ≤ 1e-5, one record removed"
	if words := r.Promised().Words(); words != removed {
		t.Errorf("all of it is proved %q, want %q", words, removed)
	}
	chart, _ := r.tradeoff()
	for where, text := range map[string]string{"the page": read(t, dir, PageFile), "the picture": chart.Across, "the results": read(t, dir, ResultsFile), "the summary": read(t, dir, SummaryFile)} {
		if strings.Contains(text, "replaced") || !strings.Contains(text, "one record removed") {
			t.Errorf("%s names other neighbours:\n%s", where, text)
		}
	}
	header, first, _ := strings.Cut(read(t, dir, SummaryFile), "\n")
	if first, _, _ = strings.Cut(first, "\n"); !strings.HasSuffix(header, ",delta,neighbours") || !strings.HasSuffix(first, ",1e-05,one record removed") {
		t.Errorf("a cell's totals stand without what they are proved for:\n%s\n%s", header, first)
	}
}

// A cell without a total names no δ and no neighbours, and a swept δ has its own column.
func TestACellWithoutATotalIsProvedForNothing(t *testing.T) {
	dir := t.TempDir()
	run(t, parse(t, small+"events = [\"at 3: private = false\"]\n[sweep]\ndelta = [1e-5, 1e-6]\nrepeats = 1\n"), dir)
	lines := strings.Split(read(t, dir, SummaryFile), "\n")
	if !strings.HasSuffix(lines[0], ",delta_of_run,neighbours") || !strings.HasSuffix(lines[1], ",,") {
		t.Errorf("the summary:\n%s", strings.Join(lines, "\n"))
	}
}

// Where the noise proves no bound at all, the page, the summary and the axis of ε name no δ and no
// neighbours, and such runs have no guarantee at their end.
func TestRunsWithoutABoundAreProvedForNothing(t *testing.T) {
	dir := t.TempDir()
	r := run(t, parse(t, "data = \"census:200\"\nmethod = \"sharing\"\nvariant = \"printed\"\nsigma = 0\niterations = 2\nrealised = false\n[sweep]\nepsilon = [0.25, 0.5]\nrepeats = 2\n"), dir)
	if s := r.Stats(r.Plan.Cells[0], EpsilonTight); !math.IsInf(s.Min, 1) || r.Promised().Words() != "" {
		t.Errorf("ε is %v, proved %q", s, r.Promised().Words())
	}
	page := read(t, dir, PageFile)
	for _, want := range []string{"- nothing is proved: ", "- 4 of 4 runs have no guarantee at the end\n"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
	if summary := read(t, dir, SummaryFile); strings.Count(summary+"\n", ",,\n") != 2 {
		t.Errorf("the summary:\n%s", summary)
	}
}

// A draw without a total is not the smallest of its cell: what a page, a table or a picture
// shows of the draws together, half of them or all of them, is not less than it is.
func TestADrawWithoutATotalProvesNothing(t *testing.T) {
	dir := t.TempDir()
	r := run(t, parse(t, small+"events = [\"at 2: private = false\"]\n[sweep]\nalpha = [0.5, 1]\nrepeats = 3\n"), dir)
	if s := r.Stats(r.Plan.Cells[0], EpsilonTight); !math.IsNaN(s.Median) || strings.Contains(strings.Join(r.Told(), "\n"), "∞") {
		t.Errorf("no draw has a total: %v, %q", s, r.Told())
	}
	for session, one := range r.runs { // two of three draws end before the noise is off
		if one.Iteration = 1; !strings.Contains(session, "repeat = 2") {
			one.EpsilonTight, one.EpsilonTotal = 0.7, 3
		}
		r.runs[session] = one
	}
	for _, m := range []Metric{EpsilonTight, Metrics[2]} {
		s := r.Stats(r.Plan.Cells[0], m)
		if s.Min != m.Of(Run{EpsilonTight: 0.7, EpsilonTotal: 3}) || s.Median != s.Min || !math.IsInf(s.Q3, 1) || !math.IsInf(s.Max, 1) || !math.IsInf(s.Mean, 1) {
			t.Errorf("%s: %v", m.Column, s)
		}
	}
	if told := strings.Join(r.Told(), "\n"); !strings.Contains(told, "2 of 6 runs have no guarantee at the end") {
		t.Errorf("told %q", told)
	}
}

// Runs that are not there, and those that are in no number, are counted, on the page, too; where
// all is well nothing is said.
func TestRunsThatAreInNoNumberAreCounted(t *testing.T) {
	r := made(t, small+"[sweep]\nalpha = [0.5, 1, 2]\nrepeats = 2\n", func(Cell, int) float64 { return 1 })
	if told := r.Told(); len(told) > 0 {
		t.Errorf("told %q", told)
	}
	at := func(i int) string { return r.Plan.sessions[i] }
	r.runs[at(0)] = Run{Session: at(0), End: Diverged}
	for _, c := range []struct {
		befalls func()
		want    string
	}{
		{func() {}, "6 of 6 runs finished; 1 left the finite range, in no mean"},
		{func() { r.runs[at(1)] = Run{Session: at(1), End: Diverged} }, "6 of 6 runs finished; 2 left the finite range, in no mean"},
		{func() { delete(r.runs, at(2)); delete(r.runs, at(3)) }, "4 of 6 runs finished; 2 left the finite range, in no mean"},
		{func() { r.fail(at(2), errors.New("no")) }, "4 of 6 runs finished; 2 left the finite range, in no mean; 1 could not be made"},
	} {
		c.befalls()
		var page strings.Builder
		if err := r.writePage(&page, ".", nil); err != nil || !slices.Contains(r.Told(), c.want) || !strings.Contains(page.String(), "- "+c.want+"\n") {
			t.Errorf("%v, told %q, expected %q, and on the page\n%s", err, r.Told(), c.want, page.String())
		}
	}
}

// What a run refuses is told, and a guarantee that no run has at its end, but where there is
// no noise.
func TestWhatBefallsAllRunsIsTold(t *testing.T) {
	r := run(t, parse(t, small+"events = [\"at 2: cut 1-3\"]\nnodes = 4\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n"), t.TempDir())
	if told := strings.Join(r.Told(), "\n"); !strings.Contains(told, "t 2: cannot cut 1-3: there is no such edge") || strings.Contains(told, "guarantee") {
		t.Errorf("told %q", told)
	}
	for noise, want := range map[string]bool{"true": true, "false": false} {
		r := run(t, parse(t, strings.Replace(small, "C = 30", "C = 300", 1)+"private = "+noise+"\n[sweep]\nrho = [0.5, 1]\nrepeats = 1\n"), t.TempDir())
		if told := strings.Join(r.Told(), "\n"); strings.Contains(told, "2 of 2 runs have no guarantee at the end") != want {
			t.Errorf("private = %s: told %q", noise, told)
		}
	}
}

// A run whose noise goes off on the way has lost its guarantee, one that ends before has not.
func TestAGuaranteeThatIsLostOnTheWayIsTold(t *testing.T) {
	r := run(t, parse(t, small+"events = [\"at 3: private = false\"]\n[sweep]\niterations = [2, 6]\nrepeats = 2\n"), t.TempDir())
	if told := strings.Join(r.Told(), "\n"); !strings.Contains(told, "2 of 4 runs have no guarantee at the end") {
		t.Errorf("told %q", told)
	}
}

// Minimisers that are not exact are told once of all runs, also by the folder that is read
// again, where no noise makes a guarantee lapse by it.
func TestThatModelsAreNotExactIsTold(t *testing.T) {
	dir := t.TempDir()
	plan := parse(t, "data = \"census:600\"\nmethod = \"admm\"\nC = 60\neta = 1e6\nstart = 1000\niterations = 2\n[sweep]\nrho = [0.01, 0.1]\nrepeats = 1\n")
	for _, r := range []Results{run(t, plan, dir), run(t, plan, dir)} {
		told := strings.Join(r.Told(), "\n")
		if !strings.Contains(told, "2 of 2 runs, one of them: a local minimiser stopped at gradient norm ") || strings.Count(told, "are not exact") != 1 {
			t.Errorf("told %q", told)
		}
	}
}

// A run that several cells share, as its method does not read what is swept, is one run.
func TestARunWithoutATotalCountsOnce(t *testing.T) {
	r := run(t, parse(t, small+"[sweep]\nmethod = [\"dvp\", \"mradmm\"]\ngamma = [0.25, 0.5, 1]\nrepeats = 2\n"), t.TempDir())
	for session, one := range r.runs {
		if strings.Contains(session, "repeat = 1") && !strings.Contains(session, "mradmm") {
			one.EpsilonTight = report.Number(math.NaN())
			r.runs[session] = one
		}
	}
	if told := strings.Join(r.Told(), "\n"); !strings.Contains(told, "1 of 8 runs have no guarantee at the end") {
		t.Errorf("told %q", told)
	}
}

// Runs that end by their own condition or budget say so on the page.
func TestRunsThatEndEarlyAreTold(t *testing.T) {
	const alpha = "alpha = [0.5, 10]"
	for _, c := range []struct{ text, over, want string }{
		{"stop_when = \"test_error <= 1\"\n", alpha, "2 of 2 runs ended by their condition, one of them at t 1: stopped: test_error"},
		{"budget = 0.6\n", alpha, "1 of 2 runs ended by their budget, one of them at t"},
		{"budget = 1e-9\n", alpha, "2 of 2 runs ended by their budget, one of them at t 0: "},
		{"stop_when = \"test_error <= 1\"\n", "private = [false, true]", " <= 1; in others choosing when to stop by the test rows is in no ε"}, // the first has no ε
		{"", "stop_when = [\"test_error <= 1\", \"train_loss > 0\"]", " <= 1; choosing when to stop by the test rows is in no ε; in others choosing when to stop by the training rows is in no ε"},
		{"", "stop_when = [\"minimisations > 3\", \"test_error <= 1\"]", "stopped: minimisations 4 > 3; in others choosing when to stop by the test rows is in no ε"},
	} {
		dir := t.TempDir()
		r := run(t, parse(t, small+c.text+"[sweep]\n"+c.over+"\nrepeats = 1\n"), dir)
		if told := strings.Join(r.Told(), "\n"); !strings.Contains(told, c.want) || strings.Contains(told, "no guarantee") { // before the first iteration none is lost
			t.Errorf("%s: told %q", c.text, told)
		}
		if page := read(t, dir, PageFile); !strings.Contains(page, c.want[max(0, strings.Index(c.want, "choosing")):][:35]) {
			t.Errorf("%s: the page\n%s", c.text, page)
		}
	}
}

// The largest plan there is: what is written of it grows with its cells, not with their square,
// as whoever ends a sweep waits for it.
func TestTheLargestHeatMap(t *testing.T) {
	p := Plan{Axes: []Axis{{Key: "rho"}, {Key: "eta"}}, Repeats: 1}
	for i, most := range []int{1000, 20} {
		for v := range most {
			p.Axes[i].Values = append(p.Axes[i].Values, strconv.Itoa(1+v))
		}
	}
	r := Results{Plan: p, runs: map[string]Run{}}
	for i := range 20_000 {
		session := strconv.Itoa(i)
		r.Plan.sessions = append(r.Plan.sessions, session)
		r.Plan.Cells = append(r.Plan.Cells, Cell{runs: []int{i}})
		r.runs[session] = Run{Session: session, TrainLoss: report.Number(i)}
	}
	began := time.Now()
	lines := r.HeatMap(TrainLoss, 0, Shades)
	if took := time.Since(began); len(lines) != 1+20 || took > 3*time.Second { // it took 4 s, and takes 0.1
		t.Errorf("%d lines after %v", len(lines), took)
	}
}

// A cell whose total is 0 stands in the picture of error against bound, whose axis is a linear one then: it is
// the cheapest of all.
func TestACellOfNoCostStandsInThePicture(t *testing.T) {
	for _, c := range []struct {
		least float64
		log   bool
	}{{0, false}, {0.5, true}} {
		r := made(t, small+"[sweep]\nalpha = [0.1, 1, 10]\nrepeats = 1", func(cell Cell, _ int) float64 {
			if v := value(cell, 0); v > 0.5 {
				return v
			}
			return c.least
		})
		chart, some := r.tradeoff()
		if !some || chart.LogX != c.log || len(chart.Series) != 1 || !slices.Equal(chart.Series[0].X, []float64{c.least, 1, 10}) {
			t.Errorf("least bound %g: log %v, %+v", c.least, chart.LogX, chart.Series)
		}
	}
}
