package tui

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/sweep"
	"admmlab/tui/lens/many"
)

// noSweep takes the place of a sweep that would write into the user's folders.
func noSweep(context.Context, string, string, func(sweep.Progress)) (sweep.Results, error) {
	return sweep.Results{}, context.Canceled
}

// tiny is a session whose sweep takes milliseconds.
func tiny() config.Config {
	c := config.Default()
	c.Data, c.Set.C, c.Iterations = "census:300", []float64{30}, 3
	return c
}

// sweptStage has a sweep behind it, made by the real engine; the form is that of
// axes, the draws three.
func sweptStage(t testing.TB, w, h int, axes ...many.SweepAxis) *stage {
	t.Helper()
	s := newStage(t, tiny(), w, h).begun().batch(3)
	lensOf[*many.Sweep](s).Form.Repeats = 3
	copy(lensOf[*many.Sweep](s).Form.Axes[:], axes)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	lensOf[*many.Sweep](s).Run = lensOf[*many.Sweep](s).Make
	s.m.grant(lensOf[*many.Sweep](s).Start(&s.m.scene))
	return s.finish(lensOf[*many.Sweep](s).Job)
}

var (
	overAlpha = many.SweepAxis{Key: "alpha", Values: "0.1..2 log 5"}
	overRho   = many.SweepAxis{Key: "rho", Values: "0.001, 0.01"}
	ofVariant = many.SweepAxis{Key: "variant", Values: "printed proved"}
	ofLoss    = many.SweepAxis{Key: "loss", Values: "logistic huber"}
)

// A sweep over methods is gone on with by the form that asked for it.
func TestTheFormOfASweepOverMethodsStays(t *testing.T) {
	over := many.SweepAxis{Key: "method", Values: "dvp pvp"}
	s := sweptStage(t, 120, 36, over)
	s.press("enter").shows("dvp pvp", "6 runs")
	if axes := lensOf[*many.Sweep](s).Form.Axes; axes[0] != over {
		t.Errorf("the form has %v, want %v", axes, over)
	}
	some := sweptStage(t, 120, 36, many.SweepAxis{Key: "method", Values: "dvp admm"})
	some.press("enter").shows("dvp admm", "4 runs") // admm draws nothing
}

// Of many points the form says the most that their runs can be, and of runs of several lengths
// how many.
func TestTheFormCountsRuns(t *testing.T) {
	for want, over := range map[string]many.SweepAxis{
		"9 runs of 3 iterations": {Key: "rho", Values: "0.01..1 log 9"}, "at most 900 runs of 3 iterations": {Key: "rho", Values: "0.01..1 log 300"}, "2 runs ": {Key: "iterations", Values: "2, 3"}, "1 run of": {Key: "rho", Values: "3"},
	} {
		s := newStage(t, tiny().WithMethod("admm"), 120, 36).begun().batch(3)
		lensOf[*many.Sweep](s).Form = many.SweepForm{Axes: [2]many.SweepAxis{over}, Repeats: 3}
		s.press("S").shows("▸ run it               " + want)
	}
	s := newStage(t, tiny(), 120, 36).begun().batch(3)
	lensOf[*many.Sweep](s).Form = many.SweepForm{Axes: [2]many.SweepAxis{{Key: "rho", Values: "0.01..1 log 30"}}, Repeats: 1000}
	s.press("S").shows("not yet: the plan asks for 30,000 runs, expected at most 20,000")
}

// What the form proposes is the run's own value, or around it: as it is read, too. No cuts are
// no value of a sweep.
func TestTheFormProposesWhatItReads(t *testing.T) {
	c := tiny()
	c, err := config.SplitKnob.Assign(c, "sizes:5,3,1,1,1 skewed:0.5")
	if err != nil {
		t.Fatal(err)
	}
	c.Set.Rho = []float64{0.1, 0.2, 0.3, 0.4, 0.5}
	mr := tiny().WithMethod("mradmm")
	mr.Set.Growth = []float64{1.01}
	off, alone, wide, exact := tiny(), tiny(), tiny().WithMethod("sharing"), tiny().WithMethod("admm")
	off.Set.Private, alone.Nodes, wide.Set.Sigma = false, 1, 3
	if off.Events, err = config.ParseEvents("at 2: private = true\nat 2: alpha = 1"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		session config.Config
		key     string
		shown   []string
	}{
		{off, "alpha", []string{"0.05..5 log 9", "not yet: alpha changes nothing while private = false, then at 2: alp"}},
		{alone, "eta", []string{"0.1..10 log 9", "not yet: eta changes nothing while nodes = 1"}},
		{wide, "epsilon", []string{"log 9", "45 runs of 3"}}, // which sets σ back
		{c, "split", []string{`"sizes:5,3,1,1,1 skewed:0.5"`, "5 runs of 3"}},
		{c, "rho", []string{"0.01..1 log 9", "45 runs of 3"}},
		{mr, "growth", []string{"1.01..1.52 log 9", "45 runs of 3"}},
		{tiny(), "nodes", []string{"1..50 log 9", "45 runs of 3"}},
		{exact, "rho", []string{"log 9", "9 runs of 3"}}, // nothing is drawn
		{tiny().WithMethod("sharing"), "parties", []string{"not yet: parties takes no value"}},
	} {
		s := newStage(t, want.session, 120, 36).begun().batch(3)
		s.m.scene.Selected = want.key
		s.press("S").shows(want.shown...)
	}
}

// Return on the parameter that is chosen leaves the values that were typed.
func TestTheFormKeepsTheValuesOfAParameterThatStays(t *testing.T) {
	s := newStage(t, tiny(), 120, 36).begun().batch(3)
	lensOf[*many.Sweep](s).Form = many.SweepForm{Axes: [2]many.SweepAxis{overAlpha, overRho}, Repeats: 1}
	s.press("S", "down", "enter").shows("What is varied")
	s.press("enter")
	s.press("down", "down", "enter").shows("What is varied")
	s.press("enter")
	if axes := lensOf[*many.Sweep](s).Form.Axes; axes != [2]many.SweepAxis{overAlpha, overRho} {
		t.Errorf("the form has %v", axes)
	}
}

// From the first key to files in the user's folder.
func TestASweepFromItsDialogToItsFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	s := newStage(t, tiny(), 120, 36).begun().batch(3)
	gate := make(chan bool)
	lensOf[*many.Sweep](s).Run = func(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error) {
		<-gate
		return lensOf[*many.Sweep](s).Make(ctx, text, dir, tell)
	}
	s.press("S").shows("Sweep", "run it", "parameter", "α", "0.05..5 log 9", "45 runs of 3 iterations")
	s.press("down", "down", "enter").shows("Values of alpha")
	s.press("ctrl+u")
	s.send(tea.PasteMsg{Content: "-1, 2"})
	s.shows("out of range")
	s.press("enter").shows("Values of alpha") // not accepted
	s.press("ctrl+u")
	s.send(tea.PasteMsg{Content: "0.5, 1"})
	s.press("enter").shows("10 runs of 3")
	s.press("end", "enter", "ctrl+u", "2", "enter").shows("4 runs of 3")
	s.press("enter")
	if s.shows("Sweep", "beginning"); !lensOf[*many.Sweep](s).Job.UnderWay() {
		t.Fatal("no sweep is under way")
	}
	s.batch(0)
	close(gate)
	s.finish(lensOf[*many.Sweep](s).Job)
	s.shows("Sweep: error % over α", "the sweep is done, in "+filepath.Join(home, "admmlab", "sweeps", "dvp-alpha-"))
	for _, name := range []string{sweep.PlanFile, sweep.RunsFile, sweep.PageFile} {
		if found, _ := filepath.Glob(filepath.Join(home, "admmlab", "sweeps", "dvp-alpha-*", name)); len(found) != 1 {
			t.Errorf("%s is not there", name)
		}
	}
	s.press("S").shows("Loss (train)")
	s.press("S").shows("Sweep: error % over α")
}

// The plan in the laboratory's folder is of its table wherever it is swept again, and so is a
// session that is exported.
func TestWhatIsWrittenNamesItsTableFromAnywhere(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	here := t.TempDir()
	t.Chdir(here)
	full := func(name string) string { return `"csv:` + filepath.Join(here, name) + `"` }
	c := tiny()
	c.Data = "csv:people.csv"
	s := newStage(t, c, 120, 36).begun().batch(3)
	plan := ""
	lens := lensOf[*many.Sweep](s)
	lens.Run = func(_ context.Context, text, _ string, _ func(sweep.Progress)) (sweep.Results, error) {
		plan = text
		return sweep.Results{}, nil
	}
	lens.Form = many.SweepForm{Axes: [2]many.SweepAxis{{Key: "alpha", Values: "0.5, 1"}, {Key: "data", Values: "census:300 csv:others.csv"}}, Repeats: 1}
	s.m.grant(lens.Start(&s.m.scene))
	s.finish(lens.Job)
	for _, test := range []struct{ text, want string }{
		{plan, "data = " + full("people.csv")},
		{plan, `data = ["census:300", ` + full("others.csv") + "]"},
		{s.rows("session"), "data = " + full("people.csv")},
	} {
		if !strings.Contains(test.text, test.want) {
			t.Errorf("there is no %s in\n%s", test.want, test.text)
		}
	}
}

// A session that changes on the way is swept with its changes, as a reset would run it; tuning
// leaves them out and says so.
func TestASweepHasTheChangesOfItsSession(t *testing.T) {
	c := tiny()
	c.Events, c.Budget = []config.Event{{At: 2, Key: "adjacency", Value: "remove"}, {At: 3, Key: "iterations", Value: "4"}}, 2
	s := newStage(t, c, 120, 36).begun().batch(3)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	plans := make(chan string, 1)
	lensOf[*many.Sweep](s).Run = func(_ context.Context, text, _ string, _ func(sweep.Progress)) (sweep.Results, error) {
		plans <- text
		return sweep.Results{}, context.Canceled
	}
	s.press("S").shows("45 runs of 4 iterations, with what changes on the way")
	s.press("home", "enter").finish(lensOf[*many.Sweep](s).Job)
	if p, err := sweep.Parse([]byte(<-plans), "x", nil); err != nil || !slices.Equal(p.Configs()[0].Events, c.Events) {
		t.Errorf("%+v, %v", p, err)
	}
	const told = "the changes on the way (events) are left out"
	s.press("o").shows(told)
	s.press("home", "enter")
	if !strings.HasPrefix(s.m.scene.Message.Text, told) {
		t.Errorf("told %q", s.m.scene.Message.Text)
	}
	s.finish(lensOf[*many.Tune](s).Job)
}

func TestASecondParameterMakesAGrid(t *testing.T) {
	s := newStage(t, tiny(), 120, 36).begun().batch(3).press("S", "down", "down", "down", "enter")
	s.shows("What is varied", "none")
	s.press("down", "enter").shows("0.05..5 log 9", "405 runs", "0.000316..0.0316 log 9")
	s.press("enter").shows("What is varied") // it came back to where it was
	s.press("home", "enter").shows("45 runs")
}

func TestTheViewsOfASweep(t *testing.T) {
	for _, c := range []struct {
		axes []many.SweepAxis
		want []string // of each view: words it shows
	}{
		{[]many.SweepAxis{overAlpha}, []string{"Sweep: error % over α", "Sweep: loss over α", "error % against bound", "stationary minimum"}},
		{[]many.SweepAxis{overAlpha, overRho}, []string{"error % over α, ρ = 0.001", "loss over α, ρ = 0.001", "% against bound, ρ = 0.001", "error %, heat map over α and ρ", "loss, heat map over α and ρ", "optimal α, ρ = 0.001"}},
		{[]many.SweepAxis{overRho}, []string{"error % over ρ", "loss over ρ", "error % against bound"}},
		{[]many.SweepAxis{ofVariant}, []string{"proved", "from the least to the largest", "error % against bound"}},
		{[]many.SweepAxis{ofLoss}, []string{"error % over loss", "error % against bound"}},
		{[]many.SweepAxis{overAlpha, ofLoss}, []string{"error % over α, loss = logistic", "% against bound", "error %, heat map over α and loss", "optimal α, loss = logistic"}},
	} {
		s := sweptStage(t, 120, 36, c.axes...).press("z")
		for _, want := range c.want {
			s.shows(want)
			s.press("right")
		}
		s.shows(c.want[0]) // round again
		s.press("left").shows(c.want[len(c.want)-1])
	}
	s := sweptStage(t, 120, 36, overAlpha, overRho).press("down")
	s.shows("error % over α, ρ = 0.01")
	s.press("right", "right", "right").shows("██", "··", "0.001", "0.01")
}

// Over names the numbers stand below each other, however long a name is.
func TestANameOfASweepMovesNoNumber(t *testing.T) {
	graphs := many.SweepAxis{Key: "topology", Values: "ring edges:1-2,1-3,1-4,1-5,2-3,2-4,2-5,3-4,3-5,4-5 star"}
	for _, size := range [][2]int{{200, 50}, {120, 36}, {80, 24}, {40, 12}} {
		columns, names := map[int]bool{}, 0
		for line := range strings.SplitSeq(ansi.Strip(sweptStage(t, size[0], size[1], graphs).press("z").frame()), "\n") {
			if before, _, row := strings.Cut(line, ", from "); row {
				columns[ansi.StringWidth(before[:strings.LastIndex(before, "  ")])] = true
				names++
			}
		}
		if names != 3 || len(columns) != 1 {
			t.Errorf("%v: %d names, whose numbers begin in columns %v", size, names, columns)
		}
	}
}

// The ε across stand with their δ and neighbours, those that they were proved for, and the
// sentence goes on in another line where one is too short.
func TestTheBoundsOfASweepStandWithTheirNeighbours(t *testing.T) {
	for _, w := range []int{60, 80, 120, 200} {
		c := tiny()
		c.Events = []config.Event{{At: 2, Key: "adjacency", Value: "remove"}}
		s := newStage(t, c, w, 36).begun().batch(3)
		lensOf[*many.Sweep](s).Form.Repeats = 1
		lensOf[*many.Sweep](s).Form.Axes[0] = overAlpha
		t.Setenv("XDG_DATA_HOME", t.TempDir())
		lensOf[*many.Sweep](s).Run = lensOf[*many.Sweep](s).Make
		s.m.grant(lensOf[*many.Sweep](s).Start(&s.m.scene))
		s.finish(lensOf[*many.Sweep](s).Job).press("z", "right", "right")
		s.m.scene.Message.Text = "" // a long path takes lines
		s.shows("against bound")
		if text := strings.Join(strings.Fields(s.frame()), ""); !strings.Contains(text, "onerecordremoved") || strings.Contains(text, "onerecordreplacedor") {
			t.Errorf("%d columns:\n%s", w, s.frame())
		}
	}
}

// What befell the runs stays in sight below every view, and the message tells it.
func TestALensTellsWhatBefellTheRunsOfItsSweep(t *testing.T) {
	const words = "12 of 12 runs finished; 3 left the finite range, in no mean"
	ofMethod, over := many.SweepAxis{Key: "method", Values: "dvp pvp"}, many.SweepAxis{Key: "alpha", Values: "1e-300, 1"}
	s := sweptStage(t, 160, 50, ofMethod, over)
	if m := s.m.scene.Message; !m.Warn || !strings.Contains(m.Text, words) {
		t.Errorf("it says %+v", m)
	}
	s.m.scene.Message.Text = ""
	for range 6 {
		s.shows(words)
		s.press("right")
	}
	s = sweptStage(t, 160, 50, ofMethod)
	s.shows("medians, and from the least to the largest of the draws that count")
	s.hides("runs finished")
}

// What is drawn is what came out: the chart ends at the median of the last cell.
func TestTheCurveEndsAtItsMedian(t *testing.T) {
	s := sweptStage(t, 120, 36, overRho)
	r := lensOf[*many.Sweep](s).Picture.Results
	cells := r.Plan.Curves()[0].Cells
	s.shows(sweep.TestError.Text(100 * r.Stats(cells[len(cells)-1], sweep.TestError).Median))
}

// underWay makes sweeps that tell what they are given and go on until they are stopped.
func (s *stage) underWay() (at chan sweep.Progress) {
	at = make(chan sweep.Progress)
	lensOf[*many.Sweep](s).Run = func(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error) {
		for {
			select {
			case p := <-at:
				tell(p)
			case <-ctx.Done():
				return lensOf[*many.Sweep](s).Make(ctx, text, dir, tell)
			}
		}
	}
	return at
}

func TestProgressIsInTheLensAndInTheStatusLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sweptStage(t, 120, 36, overAlpha)
		done := lensOf[*many.Sweep](s).Picture.Results
		at := s.underWay()
		s.m.grant(lensOf[*many.Sweep](s).Start(&s.m.scene))
		at <- sweep.Progress{Made: sweep.Made{Runs: 15, Done: 4, Left: 75 * time.Second}, Results: done}
		synctest.Wait()
		s.shows("4/15, 1m15s left", "sweep 4/15")
		if part, ok := s.m.jobs.Part(); !ok || part != 4.0/15 {
			t.Errorf("a part of %g", part)
		}
		s.press("S").shows("Loss (train)", "sweep 4/15, 1m15s left")
		at <- sweep.Progress{Made: sweep.Made{Runs: 15, Done: 5}, Results: done} // too soon to be worth a picture
		synctest.Wait()
		s.shows("sweep 4/15")
		time.Sleep(time.Second)
		at <- sweep.Progress{Made: sweep.Made{Runs: 15, Left: -1, Loading: &sim.Loading{Part: 0.31}}, Results: done}
		synctest.Wait()
		s.shows("sweep reading 31 %")
		if err := s.m.jobs.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestASweepIsStoppedByEscAndGoesOn(t *testing.T) {
	s := newStage(t, tiny(), 120, 36).begun().batch(3)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	s.underWay()
	s.press("S", "enter", "enter").shows("a sweep is under way")
	if s.press("esc"); !strings.Contains(s.m.scene.Message.Text, "the sweep stops") {
		t.Errorf("esc says %q", s.m.scene.Message.Text)
	}
	s.finish(lensOf[*many.Sweep](s).Job).shows("the sweep is stopped: finished runs are kept") // before they were counted
	if lensOf[*many.Sweep](s).Job.UnderWay() {
		t.Error("the sweep is still under way")
	}
	s.press("esc").shows("Loss (train)") // now it only closes the lens
	before := lensOf[*many.Sweep](s).Folder
	s.press("S", "enter", "enter")
	if !lensOf[*many.Sweep](s).Job.UnderWay() || lensOf[*many.Sweep](s).Folder != before {
		t.Error("the same sweep has another folder")
	}
	lensOf[*many.Sweep](s).Job.Stop()
	s.finish(lensOf[*many.Sweep](s).Job)
}

func TestASweepThatFailsIsOneLine(t *testing.T) {
	for name, run := range map[string]func(context.Context, string, string, func(sweep.Progress)) (sweep.Results, error){
		"making the results folder": func(ctx context.Context, text, _ string, tell func(sweep.Progress)) (sweep.Results, error) {
			return many.NewSweep(hosted(t)).Make(ctx, text, "/dev/null/x", tell)
		},
		"no space left": func(context.Context, string, string, func(sweep.Progress)) (sweep.Results, error) {
			return sweep.Results{}, errors.New("no space left on device")
		},
		"failed inside the program": func(context.Context, string, string, func(sweep.Progress)) (sweep.Results, error) { panic("x") },
	} {
		s := newStage(t, tiny(), 120, 36).begun().batch(3)
		t.Setenv("XDG_DATA_HOME", t.TempDir())
		lensOf[*many.Sweep](s).Run = run
		s.press("S")
		s.press("enter").finish(lensOf[*many.Sweep](s).Job).shows(name, "No sweep yet")
	}
}

// A sweep that cannot be made says so where it is asked for, and leaves the finished one in sight.
func TestASweepThatCannotBeMadeLeavesTheFinishedOne(t *testing.T) {
	s := sweptStage(t, 120, 36, ofVariant)
	l := lensOf[*many.Sweep](s)
	finished, folder := l.Picture, l.Folder
	s.method("pvp")
	s.begun().batch(3)
	s.press("enter").shows("not yet:", "is not a choice of pvp")
	s.press("enter").finish(l.Job).shows("is not a choice of pvp")
	s.hides("line ", "No sweep yet")
	if l.Picture != finished || l.Folder != folder {
		t.Errorf("the finished sweep has gone: %v in %s", l.Picture, l.Folder)
	}
}

func TestQuittingAsksWhileASweepIsUnderWay(t *testing.T) {
	under := func() *stage {
		s := newStage(t, tiny(), 120, 36).begun().batch(3)
		s.underWay()
		t.Setenv("XDG_DATA_HOME", t.TempDir())
		s.m.grant(lensOf[*many.Sweep](s).Start(&s.m.scene))
		s.press("q").shows("Under way: the sweep", "finished runs are kept")
		return s
	}
	if quits(under().send(keyPress("enter"))) {
		t.Error("go on with it quits")
	}
	if s := under().press("esc"); quits(s.send(keyPress("q"))) {
		t.Error("q after esc quits without asking again")
	}
	if !quits(under().press("down").send(keyPress("enter"))) {
		t.Error("quit does not quit")
	}
	for _, key := range []string{"y", "q"} { // as people answer
		if !quits(under().press(key).send(keyPress("enter"))) {
			t.Errorf("%s does not choose to quit", key)
		}
	}
	if quits(under().press("n").send(keyPress("enter"))) {
		t.Error("n chooses to quit")
	}
	if !quits(under().send(keyPress("ctrl+c"))) {
		t.Error("ctrl+c while it asks does not quit")
	}
	for _, c := range []struct {
		before, after []string // the end of the sweep
		want          bool
	}{{nil, []string{"y"}, true}, {[]string{"y"}, nil, true}, {nil, []string{"q"}, true}, {[]string{"down"}, nil, true}, {nil, nil, false}, {[]string{"n"}, nil, false}, {nil, []string{"n"}, false}} {
		s := under().press(c.before...)
		l := lensOf[*many.Sweep](s)
		l.Job.Stop()
		s.finish(l.Job).shows("Ended: the sweep")
		if quits(s.press(c.after...).send(keyPress("enter"))) != c.want {
			t.Errorf("%q, then it ends, then %q: expected to quit: %v", c.before, c.after, c.want)
		}
	}
}

// A cap on the loss weighs the same runs in another way: none is made again.
func TestACapOnTheLossMakesAMinimum(t *testing.T) {
	s := sweptStage(t, 120, 36, overAlpha)
	s.press("left").shows("no minimiser")
	kept := -1
	lensOf[*many.Sweep](s).Run = func(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error) {
		return lensOf[*many.Sweep](s).Make(ctx, text, dir, func(at sweep.Progress) { kept = at.Kept; tell(at) })
	}
	s.press("enter", "down", "down", "down", "down", "enter").shows("Cap c₃")
	s.press("x").shows("expected positive numbers")
	s.press("ctrl+u", "2", "enter").shows("cap c₃ on the loss…      2")
	s.press("up", "up", "up", "up", "enter").finish(lensOf[*many.Sweep](s).Job)
	s.press("left").shows("minimum at α")
	s.hides("no minimiser")
	if kept != 15 {
		t.Errorf("%d runs of 15 were kept", kept)
	}
}

// "U_priv = ω_p1 ln(ω_p2/(ω_p3 α + ω_p4 α²))", "0 < α ≤ α_U", C-bar with its factor: what
// (28) of TIFS 2017 takes stands in the form, and what is wrong there is told at once.
func TestTheFormHasTheWeightsOfTheTradeoff(t *testing.T) {
	s := sweptStage(t, 120, 36, overAlpha)
	s.press("left").shows("U_priv(α) = 0.02 ln(6 / (9 α + 1 α²))")
	s.press("enter", "down", "down", "down", "down", "down").shows("weights ω₁ to ω₄…        0.02, 6, 9, 1", "largest allowed α, α_U…  largest swept", "loss in (28)             train_loss")
	s.press("enter").shows("▸ 0.02, 6, 9, 1")
	s.press("ctrl+u", "1", ",", "2").shows("omega has 2 numbers, expected 4")
	s.press("ctrl+u", "1", ",", "7", ",", "8", ",", "2", "enter").shows("weights ω₁ to ω₄…        1,7,8,2")
	s.press("down", "enter", "-").shows("expected positive numbers")
	s.press("ctrl+u", "0", ".", "4", "enter").shows("α_U…  0.4")
	s.press("down", "enter").shows("loss in (28)             train_loss_c")
	s.press("up", "up", "up", "enter", "1", "0", "0", "0", "enter", "up", "up", "up", "up", "enter").finish(lensOf[*many.Sweep](s).Job)
	s.press("left").shows("of train_loss_c", "U_priv(α) = 1 ln(7 / (8 α + 2 α²))")
	if u := lensOf[*many.Sweep](s).Picture.Results.Plan.Optimum; u.MostAlpha != 0.4 || u.MostLoss != 1000 {
		t.Errorf("%+v", u)
	}
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		sweptStage(t, size[0], size[1], overAlpha).press("enter", "down", "down", "down", "down", "down").shows("ω")
	}
}

// Leaving the laboratory ends the sweep and waits for its files.
func TestLeavingEndsTheSweep(t *testing.T) {
	s := newStage(t, tiny(), 120, 36).begun().batch(3)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	begun, ended := make(chan bool), make(chan bool, 1)
	lensOf[*many.Sweep](s).Run = func(ctx context.Context, _, _ string, _ func(sweep.Progress)) (sweep.Results, error) {
		begun <- true
		<-ctx.Done()
		ended <- true
		return sweep.Results{}, ctx.Err()
	}
	s.press("S", "enter")
	<-begun
	if err := s.m.leave(); err != nil {
		t.Error(err)
	}
	select {
	case <-ended:
	default:
		t.Error("the sweep goes on")
	}
}

func TestHelpOfASweepTellsItsLesson(t *testing.T) {
	s := sweptStage(t, 120, 36, overAlpha).press("?", "?")
	if !strings.Contains(s.m.front.dialog.View(100, 200), "no minimiser") {
		t.Error("the help of the sweep does not speak of problem (28)")
	}
}

// Where no run of another sweep is finished, the one before stays.
func TestASweepWithoutARunTakesNothingAway(t *testing.T) {
	s := sweptStage(t, 120, 36, overAlpha)
	l := lensOf[*many.Sweep](s)
	folder, before := l.Folder, l.Picture.Results.Finished()
	l.Run = func(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error) {
		ctx, stop := context.WithCancel(ctx)
		stop()
		return l.Make(ctx, text, dir, tell)
	}
	l.Form.Axes[0] = overRho
	s.m.grant(l.Start(&s.m.scene))
	s.finish(l.Job)
	if got := l.Picture.Results.Finished(); l.Folder != folder || got != before || got == 0 {
		t.Errorf("%d finished runs of %s in sight, expected the %d of %s", got, l.Folder, before, folder)
	}
}

// A table over names that has no room for all says so, and is moved through.
func TestTheTableOverNamesIsMovedThrough(t *testing.T) {
	graphs := many.SweepAxis{Key: "topology", Values: "ring path star complete grid small-world random edges:1-2,2-3 edges:1-2,2-4,1-3 edges:1-2,2-3,3-4 edges:1-5 edges:2-5,1-2"}
	for _, size := range [][2]int{{120, 30}, {80, 18}, {40, 12}} {
		s := sweptStage(t, size[0], size[1], graphs)
		if frame := s.frame(); !strings.Contains(frame, "ring") || strings.Contains(frame, "edges:2-5") || !strings.Contains(frame, "↓") {
			t.Fatalf("%v: not all is there, and nothing says so\n%s", size, frame)
		}
		for range 12 {
			s.press("down")
		}
		s.shows("edges:2-5", "↑")
	}
	if frame := sweptStage(t, 120, 50, graphs).press("z").frame(); !strings.Contains(frame, "edges:2-5") || !strings.Contains(frame, "from the least to the largest") {
		t.Errorf("not all is there\n%s", frame)
	}
}

// A total of 0 is among the bounds of a sweep, on the screen, too.
func TestABoundOfZeroIsAmongThoseOfASweep(t *testing.T) {
	c := tiny()
	c.Set.Delta = 0.2
	s := newStage(t, c, 120, 36).begun().batch(3)
	l := lensOf[*many.Sweep](s)
	l.Form.Repeats = 1
	l.Form.Axes[0] = many.SweepAxis{Key: "alpha", Values: "0.001, 0.01, 5"}
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	l.Run = l.Make
	s.m.grant(l.Start(&s.m.scene))
	s.finish(l.Job)
	if l.Picture == nil {
		t.Fatal(s.frame())
	}
	bounds := l.Picture.Results.Grid(sweep.EpsilonTight)
	if bounds[0][0] != 0 || !(bounds[0][2] > 0) {
		t.Fatalf("the totals are %v", bounds)
	}
	s.press("z", "right", "right").shows("against bound", "across: ε", "└┬", " 0 ")
}
