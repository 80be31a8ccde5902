package tui

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/dialog"
	"admmlab/tui/kept"
	"admmlab/tui/scene"
)

// three are three runs in the archive, the last of them on the screen: DVP to 40,
// PVP to 20, DVP with another α to 7.
func three(t testing.TB, w, h int) *stage {
	s := keeping(t, config.Default(), w, h).begun().batch(40)
	s.pass(kept.Every)
	s.method("pvp")
	s.begun().batch(20)
	s.pass(kept.Every)
	c := config.Default()
	c.Set.Alpha, c.Seed = []float64{0.1}, 1234
	s.m.desk.Renew(c)
	return s.begun().batch(7).later()
}

// opened shows the table.
func opened(s *stage) *stage { return s.press("h").settle() }

// chosen is the line with the mark.
func (s *stage) chosen() string {
	s.t.Helper()
	for _, line := range strings.Split(ansi.Strip(s.frame()), "\n") {
		if _, rest, ok := strings.Cut(line, "│ ▸ "); ok {
			return rest
		}
	}
	s.t.Fatal("no line is chosen")
	return ""
}

// What is pressed while the table is being read is for the table, as it is for who waits.
func TestKeysBehindTheTable(t *testing.T) {
	s := three(t, 120, 36)
	for _, key := range []string{"esc", "q"} {
		s.press("h", key).settle().frame()
		s.hides("runs tried")
	}
	s.press("h", "?").settle().frame()
	s.shows("Every run that made an iteration")
	s.press("esc", "s").shows("when▴")
}

func TestTheTableOfRuns(t *testing.T) {
	s := opened(three(t, 120, 36))
	s.shows("3 runs tried", "method", "settings", "loss", "error %", "ε", "seed", "when▾", "α 0.1", "1234", "the run on the screen")
	if line := s.chosen(); !strings.Contains(line, "1234") {
		t.Errorf("%q is chosen, want the newest", line)
	}
	s.press(">", ">", "s").shows("settings▴") // past the method; there is no name
	s.press("esc").hides("runs tried")
	opened(s).shows("settings▴") // as it was left
}

func TestARunIsStartedAgainFromTheTable(t *testing.T) {
	s := opened(three(t, 120, 36))
	s.m.scene.Pending["nodes"] = scene.Pending{Value: "9", Reset: true}
	want := s.records()[1].Config
	s.press("down", "enter")
	if c := s.f.last(); c.Order != runner.Start || !c.Run || c.Config.Text() != want.Text() || c.Config.Method != "pvp" {
		t.Errorf("%+v", c)
	}
	s.shows("PVP")
}

// What was said of a run stands when the table is listed anew, whatever is done in it, and also
// where its files are changed behind a page of its own, once a run has been written.
func TestADoubtAboutARunOutlivesWhatIsDoneInTheTable(t *testing.T) {
	for _, keys := range [][]string{{}, {"n", "a", "enter"}, {"n", "esc"}, {"x"}, {"x", "u"}, {"x", "n", "a", "enter"}, {"x", "?", "esc"}, {"x", "n", "esc"}} {
		for _, writing := range []bool{false, true} {
			s := keeping(t, config.Default(), 120, 36)
			s.origin = "of then"
			s.begun().batch(5)
			s.press("r").begun().batch(5).later()
			s.batch(2)
			opened(s).shows(archive.OtherData)
			if writing {
				s.pass(kept.Every)
				s.batch(1).m.records.Tick()
			}
			for i, key := range keys {
				if s.press(key); i == len(keys)-2 && writing {
					s.settle() // behind the page or the line
				}
			}
			s.settle().shows(archive.OtherData)
			s.press("enter")
			s.origin = "of now"
			s.begun().shows("but not as it was: " + archive.OtherData)
		}
	}
}

// What the table says of a run's data was so when it was listed: what counts is what the run then
// read, be it begun again or put beside one that begins.
func TestADoubtAboutARunIsOfTheDataThatItThenRead(t *testing.T) {
	for read, want := range map[string]string{"of then": "", "of later": archive.OtherData, "": "its data are in no file that can be read again"} {
		for what, again := range map[string]func(s *stage){
			"again": func(s *stage) { s.press("enter") },
			"beside a start": func(s *stage) {
				s.press("c")
				s.m.desk.Reset(false)
			},
		} {
			s := keeping(t, config.Default(), 120, 36)
			s.origin = "of then"
			s.begun().batch(5).later()
			opened(s)
			again(s)
			s.origin = read
			s.begun().batch(1)
			news := s.m.scene.Run.News
			for _, c := range s.m.scene.Companions {
				news = append(news, c.Run.News...)
			}
			if told := slices.ContainsFunc(news, func(n sim.Notice) bool {
				return strings.Contains(n.Text, "not as it was") && strings.HasSuffix(n.Text, want)
			}); told != (want != "") {
				t.Errorf("%s: of data %q it is told: %v", what, read, news)
			}
			if want == "" {
				s.hides("as it was")
			}
		}
	}
}

// That a run is not what it was is not lost beside what its data say of themselves.
func TestADoubtAboutARunIsToldOnceItHasBegun(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(4)
	s.m.grant(scene.Start{Config: config.Default(), Origin: "of then"})
	s.origin = "of now"
	s.begun().batch(0, sim.Notice{Kind: sim.Data, Text: "12 rows were left out"})
	s.batch(2).shows("but not as it was")
	s.press("r").begun().batch(1).hides("but not as it was")
	s.m.grant(scene.Accompany{Config: config.Default().WithMethod("pvp"), Origin: "of then"})
	s.batch(1).shows("PVP beside, but not as it was: its data are not those of then")

	s = newStage(t, config.Default(), 120, 36).begun().batch(4)
	s.outdated = "csv:a.csv has changed since it was read"
	s.press("r").begun().batch(1, sim.Notice{Kind: sim.Data, Text: "12 rows were left out"}).shows(s.outdated)
}

// A doubt about a run is told once it has begun, also where it was turned or reset before that; not
// of the run that follows it.
func TestADoubtIsToldOfTheRunThatBegins(t *testing.T) {
	for what, meanwhile := range map[string]func(*stage){
		"nothing": func(*stage) {}, "reset": func(s *stage) { s.m.desk.Reset(false) },
		"turned": func(s *stage) { s.m.grant(scene.Turn{Key: "alpha", Value: "0.3"}) },
	} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(10)
		told := func() bool {
			return slices.ContainsFunc(s.m.scene.Run.News, func(n sim.Notice) bool { return strings.HasSuffix(n.Text, archive.OtherData) })
		}
		s.origin = "of now"
		s.m.grant(scene.Start{Config: config.Default(), Origin: "of then"})
		s.late()
		meanwhile(s)
		if s.begun(); !told() {
			t.Errorf("%s meanwhile: the doubt is not told", what)
		}
		s.batch(1).press("r")
		if s.begun(); told() {
			t.Errorf("%s meanwhile: the doubt is told of the run that follows", what)
		}
	}
}

func TestARunIsPinnedUntilItIsLetGo(t *testing.T) {
	s := opened(three(t, 120, 36))
	s.press("down", "down")
	s.press("g").settle().shows("pinned: DVP")
	first := s.m.scene.Ghost
	for q, want := range map[scene.Quantity]float64{scene.TrainLoss: s.row(40).TrainLoss, scene.TestError: 100 * s.row(40).TestError, scene.Epsilon: 0.03 * 40, scene.Tight: 0.03 * 40} {
		if got := first.At(q, 40); math.Abs(got/want-1) > 1e-5 { // six digits are kept
			t.Errorf("quantity %d: %g, want %g", q, got, want)
		}
	}
	s.press("r").begun().batch(9) // another run does not take its place
	if s.m.scene.Ghost != first || s.m.scene.Past() == nil {
		t.Error("the run before became the ghost")
	}
	s.press("g").press("r").begun().batch(2)
	if s.m.scene.Past() != nil {
		t.Error("a ghost that was hidden came back")
	}
	opened(s).press("home")
	for range 5 { // look for its line
		if !strings.Contains(s.frame(), "pinned ·") {
			s.press("down")
		}
	}
	s.shows("pinned ·")
	s.press("g").shows("no longer pinned")
	s.press("r").begun().batch(2)
	if s.m.scene.Past() == nil || s.m.scene.Ghost == first {
		t.Error("the run before is no ghost any more")
	}
}

// A pinned run is one of those that are kept: it is called as it is there, and is let go of where it
// is deleted.
func TestAPinnedRunIsOneThatIsKept(t *testing.T) {
	pinned := func() *stage { return opened(three(t, 120, 36)).press("down", "g").settle() }
	s := pinned()
	opened(s).press("x").shows("deleted, and no longer pinned")
	s.settle().press("esc", "r").begun().batch(2)
	if s.m.scene.Pinned != "" || s.m.scene.Ghost == nil || s.m.scene.Ghost.Last() != 7 {
		t.Errorf("%q is pinned, and the ghost is %+v, expected the run before", s.m.scene.Pinned, s.m.scene.Ghost)
	}
	s = pinned()
	opened(s).press("n", "Z", "Z", "enter").settle()
	if label := s.m.scene.Ghost.Label; label != "ZZ" {
		t.Errorf("named ZZ it stands in the charts as %q", label)
	}
	if _, err := archive.Open(s.runs.Folder()).Delete(s.m.scene.Pinned); err != nil {
		t.Fatal(err)
	}
	if opened(s.press("esc")).shows("ZZ is no longer pinned: it is not kept any more"); s.m.scene.Pinned != "" || s.m.scene.Ghost != nil {
		t.Errorf("deleted by another laboratory, %q is pinned", s.m.scene.Pinned)
	}
}

// A pinned run on other data that has no total stands in no chart.
func TestAPinnedRunWithoutATotalHasNoPrivacyCurve(t *testing.T) {
	s := opened(three(t, 120, 36))
	r := s.records()[2]
	r.Config.Data = "census:300"
	without := func(i int) sim.Row {
		row := s.row(i)
		row.Tight = math.NaN()
		return row
	}
	if err := archive.Open(s.runs.Folder()).Save(r, archive.Thin(40, 1, without)); err != nil {
		t.Fatal(err)
	}
	s.press("down", "down", "g").settle().shows("as a row of numbers alone: its data are others, and it has no total")
}

// A run that goes on in another laboratory while the table stands is pinned with the promise that
// its curves have by then.
func TestAPinnedRunHasThePromiseOfItsCurves(t *testing.T) {
	s := opened(three(t, 120, 36))
	r := s.records()[2]
	r.Config.Events = []config.Event{{At: 41, Key: config.AdjacencyKnob.Key, Value: "remove"}}
	r.Last = s.row(60)
	if err := archive.Open(s.runs.Folder()).Save(r, archive.Thin(60, 1, s.row)); err != nil {
		t.Fatal(err)
	}
	s.press("down", "down", "g").settle().shows("of loss and error alone: its totals go with other neighbours")
	if n := s.m.scene.Ghost.Last(); n != 60 {
		t.Errorf("%d iterations, want 60", n)
	}
}

// A run of another loss is pinned where the charts hold it against the run at the keys.
func TestARunOfAnotherLossIsPinnedInTheOtherCharts(t *testing.T) {
	for adjacency, want := range map[string]string{"replace": "of error and privacy alone: its training loss is of another kind;", "remove": "of error alone: its training loss is of another kind, and its totals go"} {
		s := three(t, 120, 36)
		c := config.Default()
		c.Loss = "huber"
		k, _ := config.KnobOf(c, config.AdjacencyKnob.Key)
		c, err := k.Assign(c, adjacency)
		if err != nil {
			t.Fatal(err)
		}
		s.m.desk.Renew(c)
		s = opened(s.begun().batch(7).later())
		if s.press("end", "g").settle(); !strings.Contains(s.m.scene.Message.Text, want) {
			t.Errorf("%s: told %q", adjacency, s.m.scene.Message.Text)
		}
	}
}

func TestARunIsNamedDeletedAndBroughtBack(t *testing.T) {
	s := opened(three(t, 120, 36))
	s.press("down", "n").shows("Name of the run")
	s.send(tea.PasteMsg{Content: "baseline"})
	s.press("enter").settle().shows("3 runs tried", "baseline")
	if line := s.chosen(); !strings.Contains(line, "baseline") {
		t.Errorf("%q is chosen", line)
	}
	s.press("x").settle().shows("2 runs tried", "deleted: u")
	s.hides("baseline")
	if line := s.chosen(); !strings.HasPrefix(line, "DVP") || strings.Contains(line, "1234") {
		t.Errorf("%q is chosen, want the one after it", line)
	}
	s.press("u").settle().shows("3 runs tried", "baseline")
	s.press("u").shows("nothing to undo", "3 runs tried")
	for range 3 {
		s.press("x").settle()
	}
	s.shows("0 runs tried") // the last can still be brought back
	s.batch(3).later()
	if got := s.records(); len(got) != 0 {
		t.Errorf("a run that was deleted while it went on is back: %+v", got)
	}
	for range 3 {
		s.press("u").settle()
	}
	s.shows("3 runs tried")
	s.press("u").shows("nothing to undo", "3 runs tried")
}

// Keys that come before the disk has answered do what they do when it has.
func TestKeysAtOnceInTheTableDoWhatTheyDoSlowly(t *testing.T) {
	for _, keys := range [][]string{
		{"x", "u"}, {"x", "u", "x", "u"}, {"x", "x", "x", "u", "u", "u"}, {"x", "x", "u"}, {"x", "u", "u", "x"}, {"x", "x", "x", "u", "x", "u"},
		{"n", "a", "enter", "n", "enter"}, {"n", "a", "enter", "n", "b", "enter", "x", "u"},
		{"g", "h", "g"}, {"g", "h", "g", "h", "g"}, {"g", "g"},
	} {
		outcome := func(between func(*stage)) string {
			s := opened(three(t, 120, 36))
			for _, key := range keys {
				if s.press(key); between != nil {
					between(s)
				}
			}
			for range 5 { // each frame lets go what was held
				s.settle().frame()
			}
			text := fmt.Sprintf("pinned %v, hidden %v", s.m.scene.Pinned != "", s.m.scene.HideGhost)
			for _, r := range s.records() {
				text += fmt.Sprintf("\n%s %d %q", r.Config.Method, r.Config.Seed, r.Name)
			}
			return text
		}
		slowly := outcome(func(s *stage) { s.settle().frame() })
		if burst := outcome(nil); burst != slowly {
			t.Errorf("%q slowly:\n%s\nat once:\n%s", keys, slowly, burst)
		}
	}
}

// While files are changed the table stays: keys go to it, and what is shown in the
// end is what there is.
func TestKeysPressedWhileFilesChangeStayInTheTable(t *testing.T) {
	s := opened(three(t, 120, 36))
	drawn := func() string { // before a tick, when nothing is delivered
		s.m.draw()
		return s.m.View().Content
	}
	s.press("x")
	first := s.m.records.Work()
	if !strings.Contains(drawn(), "2 runs tried") {
		t.Error("the table still has the run that is deleted")
	}
	if s.press("x"); s.m.records.Work() != first {
		t.Error("two jobs at a time")
	}
	if !strings.Contains(drawn(), "1 run tried") {
		t.Error("the table still has the second run that is deleted")
	}
	s.settle().shows("1 run tried")
	if s.m.lens.open != nil || len(s.records()) != 1 {
		t.Errorf("lens %q, %d runs kept", s.m.scene.Lens, len(s.records()))
	}
	s.press("x", "esc").settle()
	s.hides("runs tried") // it was left
}

// What was changed is in the table also where its files are listed while something else is over it.
func TestANameGivenIsInTheTableWhateverComesMeanwhile(t *testing.T) {
	for _, over := range [][]string{{"?"}, {"down", "n"}} {
		s := opened(three(t, 140, 36))
		s.press("n")
		s.send(tea.PasteMsg{Content: "baseline"})
		s.press("enter").press(over...).settle().press("esc").frame()
		s.shows("3 runs tried", "baseline")
	}
}

func TestADamagedFileIsToldOnTheScreen(t *testing.T) {
	s := three(t, 250, 36)
	if err := os.WriteFile(filepath.Join(s.runs.Folder(), "torn.run"), []byte("admmlab run 1 00"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.m.records.Tidy()
	s.settle().shows("torn.run is damaged", "set aside as torn.run.damaged")
	opened(s).shows("3 runs tried")
}

func TestDamagedCurvesAreAMessage(t *testing.T) {
	s := three(t, 120, 36)
	path := filepath.Join(s.runs.Folder(), s.records()[0].ID+".run")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(text, []byte("\n3,"), []byte("\n4,"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	opened(s)
	s.press("g").settle().shows("the checksum of its curves is wrong")
	if s.m.scene.Pinned != "" {
		t.Error("it is pinned all the same")
	}
}

func TestTheTableBeforeTheFirstRunAndItsHelp(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36)
	opened(s).shows("no runs yet")
	opened(three(t, 120, 36)).press("?").shows("bit for bit", "newest 1000")
}

// A disk that is full when a deleted run is to come back loses nothing: it is tried again
// like a run that cannot be kept.
func TestADeletedRunComesBackWhenThereIsRoom(t *testing.T) {
	s := opened(three(t, 200, 36))
	s.press("down", "x").settle().shows("2 runs tried")
	folder := s.runs.Folder()
	if err := errors.Join(os.Rename(folder, folder+".away"), os.WriteFile(folder, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	s.press("u").settle()
	s.later()
	if err := errors.Join(os.Remove(folder), os.Rename(folder+".away", folder)); err != nil {
		t.Fatal(err)
	}
	if got := s.records(); len(got) != 2 {
		t.Errorf("%d runs without room", len(got))
	}
	s.later().shows("runs are kept again")
	if got := s.records(); len(got) != 3 {
		t.Errorf("%d runs with room again", len(got))
	}
	s.press("esc").press("h").settle().shows("3 runs tried")
}

// What fails in the table is told also while runs wait that could not be kept, and a name is
// tried again like those.
func TestWhatFailsInTheTableIsToldBesideRunsThatWait(t *testing.T) {
	for _, waits := range []bool{false, true} {
		s := opened(three(t, 200, 36))
		s.press("esc")
		folder := s.runs.Folder()
		away := func() {
			if err := errors.Join(os.Rename(folder, folder+".away"), os.WriteFile(folder, nil, 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		opened(s)
		away()
		if waits {
			s.batch(2).later().shows("runs are not kept")
		}
		s.press("n", "m", "y", "enter").settle().shows("giving the run its name: ", "tried again")
		s.press("esc")
		if err := errors.Join(os.Remove(folder), os.Rename(folder+".away", folder)); err != nil {
			t.Fatal(err)
		}
		s.later()
		if got := s.records(); !slices.ContainsFunc(got, func(r archive.Record) bool { return r.Name == "my" }) {
			t.Errorf("runs wait: %v: no run has the name", waits)
		}
		opened(s)
		away()
		if waits {
			s.batch(2).later().shows("runs are not kept")
		}
		s.press("x").settle().shows("reading the run")
	}
}

// What a key that begins another run says of the charts is of the run that will be there.
func TestAPinnedRunIsTheOneThatStays(t *testing.T) {
	s := opened(three(t, 120, 36)).press("esc")
	for _, which := range []string{"the run before", "the pinned run"} {
		s.press("m").shows(which + " stays as a ghost")
		s.press("esc", "h").settle().frame()
		s.press("down", "g").settle().frame()
	}
	s.press("g", "m").shows("the pinned run stays hidden (g shows it)")
	s.press("esc", "g", "F").shows("the pinned run stays dotted")
}

// The run before is in no chart while another is pinned, and nothing calls that the run before.
func TestAPinnedRunIsNotCalledTheRunBefore(t *testing.T) {
	s := opened(three(t, 120, 36)).press("down", "down", "g").settle()
	s.press("tab", "?", "?", "?").shows("Loss (train): the signs", "the pinned run (g takes it away)")
	s.hides("the run before")
	s.press("esc", "c").shows("the pinned run")
	s.hides("the run before")
}

// A run that another laboratory deleted while it was made, and brings back when it has ended, is
// there as it ended, without a key being pressed.
func TestARunThatIsBroughtBackIsAsItEnded(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36).begun().batch(5).later()
	id := s.records()[0].ID
	undo, err := archive.Open(s.runs.Folder()).Delete(id)
	if err != nil {
		t.Fatal(err)
	}
	s.batch(7).later()
	if len(s.records()) != 0 {
		t.Error("it is there before it is brought back")
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	s.later().later()
	if list := s.records(); len(list) != 1 || list[0].Last.Iteration != 12 {
		t.Errorf("%v, expected the run with its 12 iterations", list)
	}
}

// What the keys of a full table do is told below it, where it can be read.
func TestAFullTableLeavesRoomForWhatItsKeysSay(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {200, 50}} {
		s := newStage(t, config.Default(), size[0], size[1]).begun().batch(1)
		var runs []dialog.Row
		for i := range 60 {
			runs = append(runs, dialog.Row{Cells: []string{fmt.Sprint("run ", i)}, Long: "one of many"})
		}
		s.m.open(dialog.NewTable("60 runs tried", "esc closes", []dialog.Column{{Title: "run", Compare: func(a, b dialog.Row) int { return 0 }}}, runs, nil, dialog.Order{}, dialog.Look{}), nil)
		s.m.scene.Say("there is nothing to undo in here")
		s.shows("run 0", "esc closes", "there is nothing to undo in here")
	}
}
