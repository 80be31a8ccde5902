package tui

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/sim/tune"
	"admmlab/tui/lens/many"
)

// noTune takes the place of what would write into the user's folders.
func noTune(context.Context, tune.Plan, string, func(tune.Progress)) (tune.Results, error) {
	return tune.Results{}, context.Canceled
}

// tuned has a plan of one key behind it, made by the real engine.
func tunedStage(t testing.TB, w, h int, form many.TuneForm) *stage {
	t.Helper()
	return tunedStageOf(t, tiny(), w, h, form)
}

func tunedStageOf(t testing.TB, c config.Config, w, h int, form many.TuneForm) *stage {
	t.Helper()
	c.Accountant, c.Budget = "basic", 2
	s := newStage(t, c, w, h).begun().batch(3)
	l := lensOf[*many.Tune](s)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	l.Run, l.Form = l.Make, form
	s.m.grant(l.Start(&s.m.scene))
	return s.finish(l.Job)
}

var overEta = many.TuneForm{Over: "eta", Repeats: 2}

// From the first key to a table, and from there into the run.
func TestTuningFromItsDialogIntoTheRun(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	s := newStage(t, tiny(), 120, 36).begun().batch(3)
	l := lensOf[*many.Tune](s)
	l.Run = l.Make
	s.press("o").shows("Tune", "run it", "at most 143 runs of 3 iterations", "total ε", "4", "rho eta", "test rows")
	s.press("down", "enter").shows("Total ε")
	s.press("ctrl+u", "0").press("enter").shows("Total ε", "expected a total ε above 0, at most 1e6")
	s.press("ctrl+u", "2", "enter", "down", "enter").shows("What is varied")
	s.press("ctrl+u", "e", "t", "enter").shows("did you mean eta")
	s.press("a", "enter").shows("at most 67 runs of 3 iterations")
	s.press("down", "down", "enter").shows("held-out rows")
	s.press("enter").shows("test rows")
	s.press("end", "enter", "ctrl+u", "t", "e", "n", "enter").shows(`"ten" draws, expected a whole number from 1 to 100`)
	s.press("ctrl+u", "2", "enter").shows("at most 27 runs")
	s.press("up", "up", "enter").shows("R-ADMM MR-ADMM")
	for _, c := range "R-ADMMM" {
		s.press(string(c))
	}
	s.press("enter").shows("no method is called")
	s.press("backspace", "enter").shows("at most 27 runs", "R-ADMM")
	s.press("enter", "ctrl+u", "enter")
	s.press("home", "enter")
	s.finish(l.Job).shows("Tune: ε ≤ 2 at δ ≤ 1e-5, one record replaced", "test %", "tuning is done, in "+filepath.Join(home, "admmlab", "tunes", "dvp-eta-"), "Best: DVP eta")
	best := l.Picture.Results.Lines[1]
	sent := len(s.f.taken)
	s.press("down", "enter").shows("taken over: η " + config.ShortValue(best.Config, "eta", best.Values[0]))
	got := map[string]string{}
	for _, c := range s.f.taken[sent:] {
		if c.Order == runner.Apply {
			got[c.Event.Key] = c.Event.Value
		}
	}
	if len(got) != 3 || got["eta"] != best.Values[0] || got["alpha"] != best.Noise || got["budget"] != "2" {
		t.Errorf("it asks for %v", got)
	}
	s.batch(0).press("o").shows("Loss (train)")
	s.press("o").shows("Tune: ε ≤")
	s.press("O").shows("at most 27 runs")
}

// Every key of the table does the same from the settings as from elsewhere, and so does the palette.
func TestTheSettingsOfATuneTakeNoKeyOfAnotherLens(t *testing.T) {
	s := tunedStage(t, 120, 36, overEta)
	s.shows("▸Tune")
	s.press(":", "r", "e", "c", "o", "r", "d", "s", "space", "n", "e", "e", "d", "e", "d", "enter").shows("Records needed")
	s.press("o").shows("▸Tune")
	s.press("N").shows("Records needed")
}

// The form names the keys of the methods that are chosen there, whatever runs.
func TestTheKeysThatCanBeVariedAreOfTheMethodsChosen(t *testing.T) {
	for methods, want := range map[string]string{"": "keys of DVP: rho eta C", "sharing": "keys of Sharing: lambda rho", "dvp sharing": "keys of DVP, Sharing: rho eta C lambda"} {
		s := newStage(t, tiny(), 160, 50).begun().batch(3)
		lensOf[*many.Tune](s).Form.Methods = methods
		s.press("o", "down", "down").shows(want)
	}
}

// A setting of another method is a new run, and one of held-out rows asks for a reset.
func TestWhatIsTakenOverFromElsewhere(t *testing.T) {
	s := tunedStage(t, 160, 50, many.TuneForm{Over: "eta", Methods: "dvp mradmm", Repeats: 1})
	l := lensOf[*many.Tune](s)
	s.shows("method", "MR-ADMM")
	l.Form.Methods = "dvp" // what is asked for next is not what was tuned
	s.press("up").shows("method", "MR-ADMM")
	at := slices.IndexFunc(l.Picture.Results.Lines, func(l tune.Line) bool { return l.Config.Method == "mradmm" })
	for range at {
		s.press("down")
	}
	s.press("enter").shows("a new run of MR-ADMM")
	if c := s.f.last(); c.Order != runner.Start || c.Config.Method != "mradmm" || c.Config.Set.Eta.String() != l.Picture.Results.Lines[at].Values[0] {
		t.Errorf("it asks for %v", c)
	}
	s = tunedStage(t, 120, 36, many.TuneForm{Over: "eta", Repeats: 1, Aside: true})
	s.shows("held-out %", "test %")
	s.press("enter").shows("held out counts after a reset")
	if s.m.scene.Pending["held_out"].Value != "0.2" || !s.m.scene.HasRow("held_out") {
		t.Error("held_out does not wait for a reset")
	}
}

// What is tuned has no changes on the way: where the run at the keys begins with some, it is
// another session.
func TestASettingIsTakenOverWithoutChangesOnTheWay(t *testing.T) {
	s := tunedStage(t, 120, 36, many.TuneForm{Over: "eta", Repeats: 1})
	s.m.scene.Base.Events = []config.Event{{At: 5, Key: "alpha", Value: "5"}}
	s.press("enter").shows("as it was tuned: without the changes on the way")
	if c := s.f.last(); c.Order != runner.Start || len(c.Config.Events) > 0 || c.Config.Set.Alpha.String() == "5" {
		t.Errorf("it asks for %v", c)
	}
}

// Where a value is refused, nothing is said to be taken over.
func TestASettingIsNotTakenOverWhileItsNoiseIsChosen(t *testing.T) {
	s := tunedStage(t, 120, 36, many.TuneForm{Over: "eta", Repeats: 1})
	s.m.desk.Race("2")
	s.late()
	s.press("down", "enter").pass(patience)
	s.frame()
	s.shows("is being chosen for a total ε of 2")
	s.hides("taken over")
}

// Sharing's noise is turned by its epsilon, which sets sigma to 0: still a change.
func TestASettingOfSharingIsTakenOver(t *testing.T) {
	s := tunedStageOf(t, tiny().WithMethod("sharing"), 120, 36, many.TuneForm{Over: "lambda", Repeats: 1})
	s.press("enter").shows("taken over: ", "ε ")
}

// While sigma is set the noise is not that of epsilon, although its value still stands.
func TestASettingOfSharingIsTakenOverInThePlaceOfSigma(t *testing.T) {
	s := tunedStageOf(t, tiny().WithMethod("sharing"), 120, 36, many.TuneForm{Over: "lambda", Repeats: 1})
	best := lensOf[*many.Tune](s).Picture.Results.Lines[0]
	takeOver := func() (asked []config.Event) {
		sent := len(s.f.taken)
		s.press("enter")
		for _, c := range s.f.taken[sent:] {
			if c.Order == runner.Apply {
				asked = append(asked, c.Event)
				s.batch(0, s.changed(c.Event.Words(), 4, true))
			}
		}
		s.batch(1)
		return asked
	}
	takeOver()
	if asked := takeOver(); asked != nil || s.m.scene.Message.Text != "the run has these values" {
		t.Fatalf("taken over once more it asks for %v and says %q", asked, s.m.scene.Message.Text)
	}
	s.batch(1, s.changed("sigma = 2", 5, true))
	if asked := takeOver(); len(asked) != 1 || asked[0].Key != "epsilon" || asked[0].Value != best.Noise {
		t.Errorf("with sigma set it asks for %v and says %q, want epsilon = %s", asked, s.m.scene.Message.Text, best.Noise)
	}
	if sigma := s.m.scene.InForce().Set.Sigma; sigma != 0 {
		t.Errorf("sigma is still %g", sigma)
	}
}

// The table has a place at every size, and its columns fit.
func TestTheTableOfSettingsAtEverySize(t *testing.T) {
	s := tunedStage(t, 200, 50, overEta)
	s.press("z").shows(" ε ", "draws", "from", "Best: DVP")
	for _, size := range [][2]int{{160, 50}, {120, 36}, {100, 30}, {80, 24}, {60, 18}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.shows("η", "test %")
	}
	s.m.scene.Say("") // the news may lie over the last settings
	s.press("down", "down", "down", "down", "down", "down").shows("▸ ", " 7 ")
}

func TestTuningIsStoppedByEscAndGoesOn(t *testing.T) {
	s := newStage(t, tiny(), 120, 36).begun().batch(3)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	l := lensOf[*many.Tune](s)
	begun := make(chan bool)
	l.Run = func(ctx context.Context, p tune.Plan, dir string, tell func(tune.Progress)) (tune.Results, error) {
		tell(tune.Progress{Stage: "DVP, round 1 of 3: 25 settings", Done: 4, Runs: 143, Left: -1})
		begun <- true
		<-ctx.Done()
		return l.Make(ctx, p, dir, tell)
	}
	s.press("o", "enter")
	<-begun
	s.frame()
	s.shows("4/143", "tune 4/143", "DVP, round 1 of 3: 25 settings")
	s.press("O").shows("tuning is under way")
	s.press("q").shows("Under way: tuning", "finished runs are kept")
	s.press("enter")
	if s.press("esc"); !strings.Contains(s.m.scene.Message.Text, "tuning stops") {
		t.Errorf("esc says %q", s.m.scene.Message.Text)
	}
	s.finish(l.Job).shows("tuning is stopped: finished runs are kept")
	before := l.Folder
	s.press("O", "enter")
	<-begun
	if l.Folder != before {
		t.Error("the same has another folder")
	}
	l.Job.Stop()
	s.finish(l.Job)
}

func TestTuningThatFailsIsOneLine(t *testing.T) {
	for name, run := range map[string]func(context.Context, tune.Plan, string, func(tune.Progress)) (tune.Results, error){
		"no space left": func(context.Context, tune.Plan, string, func(tune.Progress)) (tune.Results, error) {
			return tune.Results{}, errors.New("no space left on device")
		},
		"failed inside the program": func(context.Context, tune.Plan, string, func(tune.Progress)) (tune.Results, error) { panic("x") },
	} {
		s := newStage(t, tiny(), 120, 36).begun().batch(3)
		t.Setenv("XDG_DATA_HOME", t.TempDir())
		l := lensOf[*many.Tune](s)
		l.Run = run
		s.press("o")
		s.press("enter").finish(l.Job).shows(name, "Nothing is tuned yet")
	}
	s := newStage(t, tiny().WithMethod("admm"), 120, 36).begun().batch(3)
	s.press("o").shows("not yet: ADMM adds no noise")
	s.press("enter").shows("ADMM adds no noise")
}

// Where nothing comes of another tune, the one before stays.
func TestATuneOfWhichNothingComesTakesNothingAway(t *testing.T) {
	s := tunedStage(t, 120, 36, overEta)
	l := lensOf[*many.Tune](s)
	folder, before := l.Folder, len(l.Picture.Results.Lines)
	l.Form.Over = "rho"
	l.Run = func(context.Context, tune.Plan, string, func(tune.Progress)) (tune.Results, error) {
		return tune.Results{}, errors.New("another sweep or tune is writing there")
	}
	s.m.grant(l.Start(&s.m.scene))
	s.finish(l.Job).shows("Best: DVP eta", "another sweep or tune is writing there")
	if l.Folder != folder || len(l.Picture.Results.Lines) != before {
		t.Errorf("the folder is %s, since %s", l.Folder, folder)
	}
}

// A value for each node is longer than its column: what stands beside it stays apart, and where there is
// room it stands whole.
func TestValuesOfNodesRunIntoNoOtherNumberOfATune(t *testing.T) {
	c := tiny()
	c.Set.Rho = nil
	for i := range c.Nodes {
		c.Set.Rho = append(c.Set.Rho, 0.1*float64(i+1))
	}
	for _, w := range []int{80, 120, 200} {
		s := tunedStageOf(t, c, w, 36, many.TuneForm{Over: "rho", Repeats: 1})
		for _, line := range lensOf[*many.Tune](s).Picture.Results.Lines[:4] {
			value, noise := config.ShortValue(line.Config, "rho", line.Values[0]), numeral.ShortAll(line.Noise)
			first, _, _ := strings.Cut(value, ",")
			row := ""
			for text := range strings.SplitSeq(s.frame(), "│") {
				if fields := strings.Fields(strings.Trim(text, "▸")); len(fields) > 2 && strings.TrimPrefix(fields[0], "≈") == strconv.Itoa(line.Rank) && strings.HasPrefix(fields[1], first+",") && strings.HasPrefix(fields[2], noise[:1]) {
					row = text
				}
			}
			if row == "" || w == 200 && !strings.Contains(row, value) {
				t.Fatalf("%d columns: rank %d with ρ = %s and α = %s is not a row of its own columns:\n%s", w, line.Rank, value, noise, s.frame())
			}
		}
	}
}
