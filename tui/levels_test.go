package tui

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/sim/numeral"
	"admmlab/tui/scene"
)

// against are levels as they are for the made-up rows of a stage.
func against() *level.Levels {
	private := func(epsilon, loss, wrong float64) baseline.Private {
		return baseline.Private{Epsilon: epsilon, Draws: 20, Mean: baseline.Score{TrainLoss: loss, TrainLossC: 1750 * loss, TestError: wrong}}
	}
	return &level.Levels{
		Majority: baseline.Score{TrainLoss: 0.561, TrainLossC: 981.75, TestError: 0.238},
		Pooled:   &baseline.Score{TrainLoss: 0.321, TrainLossC: 561.75, TestError: 0.148},
		Curator:  []baseline.Private{private(0.1, 0.6, 0.25), private(1, 0.4, 0.2), private(10, 0.33, 0.15)},
	}
}

// tellLevels takes the place of what is computed for seconds.
func tellLevels(_ context.Context, _ config.Config, tell func(*level.Levels)) error {
	tell(against())
	return nil
}

// measured is a stage that knows the levels.
func measured(t *testing.T, c config.Config, width, height int) *stage {
	s := newStage(t, c, width, height)
	s.m.levels.compute, s.m.levels.patience = tellLevels, 0
	s.begun().batch(60)
	s.frame()
	return s.finish(s.m.levels.job)
}

// The levels stand in the charts of loss and error, the curator at the total of the
// iteration that is read, and one key takes them away.
func TestLevelsStandInTheCharts(t *testing.T) {
	s := measured(t, config.Default(), 160, 45)
	s.shows("pooled 0.321", "majority 0.561", "curator ~0.3", "pooled 14.8", "majority 23.8", "┈  ┈")
	s.press(",").shows("curator ~0.3")
	s.press("home").shows("curator ~0.6", "curator ~25")
	s.press("v").hides("pooled", "curator", "majority", "┈  ┈")
	s.press("v").shows("pooled 0.321")
	s.press("end", "L").shows("pooled")
}

// Levels are of the settings in force, also where nobody sees them: a report would state those
// of another run.
func TestHiddenLevelsAreForgottenWithTheirSettings(t *testing.T) {
	s := measured(t, config.Default(), 160, 45)
	s.press("v")
	c := config.Default()
	c.Data = "census:600"
	s.m.desk.Renew(c)
	s.begun().batch(3).frame()
	if s.frame(); s.m.scene.Levels != nil {
		t.Error("the levels of the run before are those of this one")
	}
}

// Wherever a curator that was read off between two totals stands in digits, its "~" does.
func TestALevelThatIsReadOffIsMarkedEverywhere(t *testing.T) {
	s := measured(t, config.Default(), 200, 60)
	for _, where := range []string{"", "E"} {
		if where != "" {
			s.press(where)
		}
		for _, line := range strings.Split(s.frame(), "\n") {
			if at := strings.Index(line, "curator "); at >= 0 && regexp.MustCompile(`^curator +[0-9]`).MatchString(line[at:]) {
				t.Errorf("%q: bare in %s", where, line)
			}
		}
	}
	table := regexp.MustCompile(`DVP .* ~[0-9.]+`)
	if !table.MatchString(s.frame()) {
		t.Errorf("the table of E:\n%s", s.frame())
	}
}

// C̄ of TIFS 2017, V-C: one key puts the factor C into losses, levels with them, at every
// size, and takes it out again.
func TestAKeyShowsLossesWithTheirFactorC(t *testing.T) {
	s := measured(t, config.Default(), 200, 50)
	loss := s.m.scene.Run.At(scene.TrainLoss, 60)
	plain := s.frame()
	s.press("C").shows("Loss (train) × C", "pooled 562", "majority 982", numeral.Short(1750*loss), "C·loss")
	s.hides("pooled 0.321")
	s.press("E", "enter").shows("Loss × C against ε")
	s.press("E", "home").shows(fmt.Sprintf("t = 1: C·loss %.6g", s.m.scene.Run.At(scene.TrainLossC, 1)))
	if s.press("end", "C").frame() != plain {
		t.Error("C twice is another picture")
	}
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 36}} {
		measured(t, config.Default(), size[0], size[1]).press("C").shows(numeral.Short(1750 * loss))
	}
	sharing := config.Default().WithMethod("sharing")
	parties := newStage(t, sharing, 120, 36).begun().batch(5).press("C")
	parties.shows("parties have no C", "Loss (train)")
	parties.hides("× C")
	side := withCompanions(newStage(t, config.Default(), 160, 45).begun().batch(5)).batch(3).press("C")
	side.shows("Loss (train) × C", "parties have no C: Sharing, column has no such loss and no curve of it")
	if f := side.m.exports.Figure(scene.LossChart); f.Unit != "mean logistic loss, times C" {
		t.Errorf("on paper the unit is %q", f.Unit)
	}
}

// At every size the charts stay charts: no name of a level hides a curve, and none is
// drawn where there is no room.
func TestLevelsLeaveTheCurvesAlone(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {60, 18}, {80, 24}, {100, 30}, {120, 36}, {160, 45}, {250, 80}} {
		for _, ascii := range []bool{false, true} {
			s := measured(t, config.Default(), size[0], size[1])
			s.m.scene.ASCII, s.m.scene.Dirty = ascii, true
			with := s.frame()
			if lines := strings.Split(with, "\n"); len(lines) > size[1] {
				t.Errorf("%v: %d lines", size, len(lines))
			}
			if ascii && strings.ContainsAny(with, "┈─│") {
				t.Errorf("%v: not ASCII:\n%s", size, with)
			}
			if size[0] >= 80 && !strings.Contains(with, "pooled") {
				t.Errorf("%v: no level:\n%s", size, with)
			}
		}
	}
}

// Levels are asked for once for the same settings, again for others, and not while a run
// is being set up or nobody looks.
func TestLevelsAreOfTheSettingsInForce(t *testing.T) {
	c := config.Default()
	s := newStage(t, c, 120, 36)
	var asked []config.Config
	s.m.levels.compute, s.m.levels.patience = func(_ context.Context, c config.Config, tell func(*level.Levels)) error {
		asked = append(asked, c)
		tell(against())
		return nil
	}, 0
	s.frame()
	s.begun()
	s.frame()
	if s.m.levels.job != nil {
		t.Fatal("asked before the first row")
	}
	s.batch(3).frame()
	s.finish(s.m.levels.job).batch(3, s.changed("alpha = 0.1", 4, true)).frame()
	if len(asked) != 1 || s.m.scene.Levels == nil {
		t.Fatalf("asked %d times", len(asked))
	}
	s.batch(3, s.changed("rho = 0.5", 7, true)).frame()
	s.finish(s.m.levels.job)
	if len(asked) != 2 || asked[1].Set.Rho[0] != 0.5 {
		t.Fatalf("asked %d times after another ρ", len(asked))
	}
	if s.press("home").m.scene.Against() != nil {
		t.Error("levels of another ρ stand beside the first iteration")
	}
	if s.press("end").m.scene.Against() == nil {
		t.Error("there are none beside the newest")
	}
	s.press("v").batch(3, s.changed("rho = 0.6", 10, true)).frame()
	if len(asked) != 2 || s.m.scene.Against() != nil {
		t.Errorf("asked %d times while nobody looks", len(asked))
	}
	s.press("v")
	s.frame()
	s.finish(s.m.levels.job)
	if len(asked) != 3 {
		t.Errorf("asked %d times when they are wanted again", len(asked))
	}
	// What is turned while the run stands still counts from the next iteration on, and the
	// chart on paper is of the method that made all iterations.
	s.batch(0, s.changed("rho = 0.7", 13, true), s.changed("private = false", 13, true)).frame()
	if len(asked) != 3 || s.m.scene.Levels == nil {
		t.Errorf("asked %d times before the iteration was made", len(asked))
	}
	if title := s.m.exports.Figure(scene.ErrorChart).Title; strings.Contains(title, "without noise") {
		t.Errorf("on paper it is %q", title)
	}
	s.batch(1).frame()
	if s.finish(s.m.levels.job); len(asked) != 4 || asked[3].Set.Rho[0] != 0.7 {
		t.Errorf("asked %d times after it", len(asked))
	}
}

// Those of the run before are not told of other data, also before the first iteration.
func TestLevelsGoWithTheirData(t *testing.T) {
	for data, known := range map[string]bool{"census": true, "census:300": false} {
		s := measured(t, config.Default(), 160, 45)
		c := s.m.scene.State.Replay
		c.Data = data
		s.m.grant(scene.Start{Config: c})
		s.begun().frame()
		if got := s.m.scene.Levels != nil; got != known {
			t.Errorf("%s after the census: levels are known, %t, want %t", data, got, known)
		}
	}
}

// The curator of a picture is that of the run's own total, as in the page written with it, wherever
// the cursor stands.
func TestThePictureOfARunHasTheLevelsOfItsEnd(t *testing.T) {
	s := measured(t, config.Default(), 200, 60)
	want := []string{fmt.Sprintf("%+v", s.m.exports.Figure(scene.ErrorChart)), fmt.Sprintf("%+v", s.m.exports.Plane())}
	for _, key := range []string{"home", ","} {
		s.press(key)
		if got := []string{fmt.Sprintf("%+v", s.m.exports.Figure(scene.ErrorChart)), fmt.Sprintf("%+v", s.m.exports.Plane())}; !slices.Equal(got, want) {
			t.Errorf("at t = %d:\n%s\nwant\n%s", s.m.scene.At(), got, want)
		}
	}
}

// What fails says so once, and charts go on without.
func TestLevelsThatFailSaySo(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36)
	s.m.levels.compute, s.m.levels.patience = func(context.Context, config.Config, func(*level.Levels)) error {
		return errors.New("what it is measured against is out")
	}, 0
	s.begun().batch(5).frame()
	s.finish(s.m.levels.job).shows("is out", "Loss (train)")
}

// The levels of a host are those of the run.
func TestLevelsOfARealRun(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:600", 8, []float64{60}
	s := real(t, c)
	s.m.levels.patience = 0
	s.m.levels.compute = func(ctx context.Context, c config.Config, tell func(*level.Levels)) error {
		l, err := s.m.options.Host.LevelsAt(ctx, c, 2, nil) // one total of many
		tell(l)
		return err
	}
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.frame()
	s.finish(s.m.levels.job)
	got := s.m.scene.Levels
	if got == nil || len(got.Curator) != 1 {
		t.Fatalf("%+v", got)
	}
	names := []string{}
	for _, l := range s.m.scene.Against() {
		names = append(names, l.Short)
	}
	if !slices.Equal(names, []string{"majority", "curator", "pooled"}) {
		t.Errorf("%v", names)
	}
	f := s.m.exports.Figure(scene.ErrorChart)
	if len(f.Rules) != 3 || f.Rules[0].Limit || !strings.HasPrefix(f.Rules[2].Label, "pooled ") || fmt.Sprint(f.Rules[2].Value) != fmt.Sprint(100*got.Pooled.TestError) {
		t.Errorf("on paper: %+v", f.Rules)
	}
}
