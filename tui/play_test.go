package tui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/hinshun/vt10x"

	"admmlab/presets"
	"admmlab/presets/demo"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// TestTheDemoShowsWhatItSays plays the script that comes with the program, in the real
// laboratory and in virtual time, and reads the screens. Nobody reads the captions, so that
// the waits are short, and the levels are left out, but for ADMMLAB_DEMO=1.
func TestTheDemoShowsWhatItSays(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes with the race detector")
	}
	synctest.Test(t, func(t *testing.T) {
		script, err := demo.Parse(demo.Text, "demo.txt")
		if err != nil {
			t.Fatal(err)
		}
		whole := os.Getenv("ADMMLAB_DEMO") != ""
		reading := time.Duration(0)
		for i := range script.Steps {
			reading += script.Steps[i].For
			if !whole {
				script.Steps[i].For = min(script.Steps[i].For, time.Second/4)
			}
		}
		if reading < 90*time.Second || reading > 200*time.Second {
			t.Errorf("%v to read", reading)
		}
		var recorded, told bytes.Buffer
		host := runner.NewHost()
		defer host.Close()
		show := &Show{Script: script, Columns: 120, Rows: 36, Captions: &told}
		m := New(t.Context(), Options{Host: host, Start: script.Start, Presets: presets.All(), Cast: &recorded, Show: show})
		if !whole {
			m.levels.compute = nil
		}
		if _, err := m.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second) // virtual: ticks under way end

		shown := screens(t, recorded.String())
		seen := map[string][]string{
			"Five nodes":      {"census", "5 nodes"},
			"No noise yet":    {"no noise"},
			"But models tell": {"Method: starts a new run", "·ADMM"},
			"The ledger":      {"Ledger", "printed", "basic", "PLD"},
			"α is turned":     {"①", "②", "α 0.5→"},
			"Another method":  {"MR-ADMM 0."},
			"cuts leave":      {"cut", "disagreement"},
			"does a printed":  {"refuted"},
			"BROKEN":          {"BROKEN", "kept"},
		}
		if whole {
			seen["the loss comes"] = []string{"pooled 0.3"}
		}
		for caption, words := range seen {
			at := slices.IndexFunc(shown, func(s said) bool { return strings.Contains(strings.ToLower(s.caption), strings.ToLower(caption)) })
			if at < 0 {
				t.Errorf("nothing is said of %q", caption)
				continue
			}
			for _, word := range words {
				if !slices.ContainsFunc(shown[at].views, func(view string) bool { return strings.Contains(view, word) }) {
					t.Errorf("%q never shows %q:\n%s", shown[at].caption, word, shown[at].views[len(shown[at].views)-1])
				}
			}
		}

		// Side by side at one total.
		beside := regexp.MustCompile(`── DVP +([\d.]+) +[\d.]+ +[\d.]+ +([\d.]+)[^╌]*╌╌ MR-ADMM +([\d.]+) +[\d.]+ +[\d.]+ +([\d.]+)`)
		at := slices.IndexFunc(shown, func(s said) bool { return strings.HasPrefix(s.caption, "Fair is") })
		var numbers []string
		for _, view := range shown[max(at, 0)].views {
			if m := beside.FindStringSubmatch(view); m != nil {
				numbers = m[1:]
			}
		}
		if len(numbers) != 4 || numbers[1] != "1.5" || numbers[3] != "1.5" || numbers[2] >= numbers[0] {
			t.Errorf("side by side: %v:\n%s", numbers, shown[max(at, 0)].views[len(shown[max(at, 0)].views)-1])
		}

		// No noise, noise, at both changes of α, at the end, MR-ADMM beside, matched, cut, joined, attacked.
		n := values(t, told.String())
		if len(n) != 10 {
			t.Fatalf("%d stops:\n%s", len(n), told.String())
		}
		for what, holds := range map[string]bool{
			"noise costs":                 n[1].loss > n[0].loss && n[1].error > n[0].error,
			"a lower α costs less ε":      n[4].epsilon < n[1].epsilon && n[4].epsilon > n[3].epsilon && n[3].epsilon > n[2].epsilon,
			"and more loss and error":     n[4].loss > n[1].loss && n[4].error > n[1].error,
			"pieces drift, and calm down": n[7].loss > 2*n[8].loss,
		} {
			if !holds {
				t.Errorf("it is not so that %s:\n%s", what, told.String())
			}
		}
	})
}

// said is a caption with the screens that were seen meanwhile.
type said struct {
	caption string
	views   []string
}

// screens plays a recording of a demonstration at 120x36.
func screens(t *testing.T, text string) []said {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	screen := vt10x.New(vt10x.WithSize(120, 36), vt10x.WithWriter(io.Discard))
	var list []said
	for _, line := range lines[1:] {
		var e [3]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		screen.Write([]byte(e[2].(string)))
		view := screen.String()
		rows := strings.Split(strings.TrimRight(view, "\n"), "\n")
		if len(rows) < 36 || !strings.HasPrefix(rows[34], "┃ ") {
			continue
		}
		if caption := strings.TrimSpace(strings.TrimPrefix(rows[34], "┃ ")); len(list) == 0 || list[len(list)-1].caption != caption {
			list = append(list, said{caption: caption})
		}
		last := &list[len(list)-1]
		last.views = append(last.views, view)
	}
	return list
}

type stop struct{ loss, error, epsilon float64 }

// values are the numbers that were told where the script waited.
func values(t *testing.T, told string) []stop {
	t.Helper()
	var list []stop
	for _, m := range regexp.MustCompile(`loss ([\d.]+), error ([\d.]+) %, (?:no noise|ε ≤ ([\d.]+))`).FindAllStringSubmatch(told, -1) {
		var s stop
		if _, err := fmt.Sscan(m[1]+" "+m[2]+" "+m[3]+" 0", &s.loss, &s.error, &s.epsilon); err != nil {
			t.Fatal(m, err)
		}
		list = append(list, s)
	}
	return list
}

// playing is a stage with a player over it.
type playing struct {
	*stage
	p *player
}

func play(t *testing.T, script string, w, h int) *playing {
	t.Helper()
	parsed, err := demo.Parse(script, "a test")
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, config.Default(), w, h)
	y := &playing{s, newPlayer(s.m, &Show{Script: parsed})}
	y.tell(tea.WindowSizeMsg{Width: w, Height: h})
	y.begun()
	y.p.Update(beatMsg(y.now))
	return y
}

func (y *playing) tell(msg tea.Msg) tea.Cmd {
	_, cmd := y.p.Update(msg)
	return cmd
}

// pass lets time go by.
func (y *playing) pass(span time.Duration) *playing {
	for end := y.now.Add(span); y.now.Before(end); {
		y.now = y.now.Add(beat)
		y.tell(tickMsg(y.now))
		y.tell(beatMsg(y.now))
	}
	return y
}

func (y *playing) view() string { return y.p.View().Content }

// Also where its words would not go into three lines.
func TestACaptionOfLongWordsIsWhole(t *testing.T) {
	var words []string
	for _, letter := range "abcde" {
		words = append(words, strings.Repeat(string(letter), 19))
	}
	y := play(t, "say "+strings.Join(words, " ")+"\nwait 600", 40, 12).pass(time.Second)
	lines := strings.Split(y.view(), "\n")
	shown := strings.NewReplacer("┃", "", " ", "").Replace(strings.Join(lines[len(lines)-y.p.rows:], ""))
	if !strings.HasPrefix(shown, strings.Join(words, "")) {
		t.Errorf("%q", shown)
	}
}

// A caption stands below all that it may speak of, whatever the size; the laboratory is as
// it would be without it, and nothing is wider or higher than the window.
func TestACaptionCoversNothing(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("a caption as long as one may be, ", 4)[:demo.MostCaption])
	for _, size := range [][2]int{{20, 5}, {40, 12}, {40, 24}, {60, 18}, {80, 24}, {100, 30}, {120, 36}, {250, 80}, {1, 1}, {5, 2}} {
		w, h := size[0], size[1]
		y := play(t, "say "+long+"\nwait 600", w, h).pass(time.Second)
		lines := strings.Split(y.view(), "\n")
		if len(lines) != h {
			t.Errorf("%d lines in %dx%d", len(lines), w, h)
		}
		for _, line := range lines {
			if ansi.StringWidth(line) > w {
				t.Errorf("%q in %dx%d", line, w, h)
			}
		}
		alone := newStage(t, config.Default(), w, y.m.scene.Height)
		alone.begun()
		above, below := lines[:h-y.p.rows], strings.Join(lines[h-y.p.rows:], " ")
		if frame := strings.Split(alone.frame(), "\n"); !slices.Equal(above, frame[:len(above)]) {
			t.Errorf("%dx%d: above the caption stands\n%s\nand not\n%s", w, h, strings.Join(above, "\n"), alone.frame())
		} else if covered := strings.Join(frame[len(above):], "\n"); strings.ContainsAny(covered, "╯┤└") {
			t.Errorf("%dx%d: it covers\n%s", w, h, covered)
		}
		if below := strings.Join(strings.Fields(strings.ReplaceAll(below, "┃", "")), " "); w >= 40 && !strings.HasPrefix(below, long) {
			t.Errorf("%dx%d: %q", w, h, below)
		}
		if mode := modeOf(w, h, false); modeOf(w, y.m.scene.Height, false) != mode && (size == [2]int{40, 12} || size == [2]int{80, 24}) {
			t.Errorf("%dx%d: the laboratory has only %d lines", w, h, y.m.scene.Height)
		}
	}
}

// Space holds script and run, and lets both go on.
func TestSpacePausesTheDemo(t *testing.T) {
	y := play(t, "say one\nwait 2\nsay two\nwait 60", 120, 36).pass(time.Second)
	y.tell(keyPress("space"))
	if y.f.last().Order != runner.Pause || !strings.Contains(y.view(), "paused · space goes on") {
		t.Errorf("%v:\n%s", y.f.last().Order, y.view())
	}
	if y.pass(time.Minute); !strings.Contains(y.view(), "┃ one") {
		t.Errorf("it goes on while it is paused:\n%s", y.view())
	}
	y.m.scene.State.Running = false // as the runner says
	y.tell(keyPress("space"))
	if y.f.last().Order != runner.Go {
		t.Errorf("%+v", y.f.last())
	}
	if y.pass(time.Second / 2); !strings.Contains(y.view(), "┃ one") {
		t.Error("what was left of the wait is lost")
	}
	if y.pass(time.Second); !strings.Contains(y.view(), "┃ two") {
		t.Error("it does not go on")
	}
	// A run that stood before stays as it is.
	if y.m.desk.Wanted() {
		y.m.desk.RunPause()
		y.pass(beat)
	}
	before := len(y.f.taken)
	y.tell(keyPress("space"))
	y.tell(keyPress("space"))
	if len(y.f.taken) != before {
		t.Errorf("the runner is asked: %+v", y.f.taken[before:])
	}
	// One that is about to begin stands, or goes on, once it has.
	y = play(t, "press r\nsay one\nwait 60", 120, 36).pass(time.Second)
	for _, want := range []runner.Order{runner.Pause, runner.Go} {
		if y.tell(keyPress("space")); y.f.last().Order != want || y.m.scene.Starting == 0 {
			t.Errorf("before the run has begun: %+v, want %v", y.f.last(), want)
		}
	}
}

// Any other key, a click or a paste ends it, once, and does nothing else; q and ctrl+c
// leave.
func TestAnyKeyTakesOver(t *testing.T) {
	for name, msg := range map[string]tea.Msg{"R": keyPress("R"), "enter": keyPress("enter"), "a click": tea.MouseClickMsg{X: 3, Y: 3}, "a paste": tea.PasteMsg{Content: "r"}} {
		y := play(t, "say one\npress m\nwait 3\npress esc\npress R", 120, 36).pass(time.Second)
		before := len(y.f.taken)
		if cmd := y.tell(msg); quits(cmd) {
			t.Errorf("%s quits", name)
		}
		y.pass(5 * time.Second)
		if len(y.f.taken) != before || strings.Contains(y.view(), "┃") || y.m.scene.Height != 36 || y.m.front.dialog == nil {
			t.Errorf("after %s: %+v\n%s", name, y.f.taken[before:], y.view())
		}
		y.tell(keyPress("esc"))
		if y.tell(keyPress("r")); y.f.last().Order != runner.Start {
			t.Errorf("after %s: the keys are not the person's", name)
		}
	}
	y := play(t, "say one\nwait 60", 120, 36)
	y.tell(keyPress("j"))
	y.tell(tickMsg(y.now))
	if !strings.Contains(y.view(), "the laboratory stays as it stands, and is yours") {
		t.Errorf("nobody says so:\n%s", y.view())
	}
	for _, key := range []string{"q", "ctrl+c"} {
		if y := play(t, "say one\npress m\nwait 60", 120, 36).pass(time.Second); !quits(y.tell(keyPress(key))) {
			t.Errorf("%s does not leave", key)
		}
	}
	for _, key := range []string{"q", "ctrl+c"} { // what is under way is asked about, where all is as it was, too
		y := play(t, "say one\nwait 60", 120, 36).pass(time.Second)
		end := y.exporting()
		y.tell(keyPress(key))
		y.tell(tickMsg(y.now))
		if !strings.Contains(y.view(), "Under way: the export") {
			t.Errorf("%s asks nothing:\n%s", key, y.view())
		}
		end()
	}
	for _, msg := range []tea.Msg{tea.MouseWheelMsg{X: 3, Y: 3, Button: tea.MouseWheelDown}, tea.MouseMotionMsg{X: 3, Y: 3}, keyPress("ctrl+z")} {
		y := play(t, "say one\nwait 60", 120, 36)
		if y.tell(msg); y.p.over {
			t.Errorf("%T ends it", msg)
		}
	}
}

// What is waited for is what the runner tells, not what it told before it heard of a key;
// a run that stands still keeps nobody waiting.
func TestADemoWaitsForWhatHappens(t *testing.T) {
	y := play(t, "say one\nuntil t 10\nsay two\npress space\nuntil t 40\nsay three\nuntil finished\nsay four\nuntil quiet\nsay five\nwait 60", 120, 36)
	at := func(words string) {
		t.Helper()
		if y.pass(3 * time.Second); !strings.Contains(y.view(), "┃ "+words) {
			t.Errorf("not at %q:\n%s", words, y.view())
		}
	}
	at("one")
	y.batch(9)
	at("one")
	y.batch(1)
	at("two")
	if y.f.last().Order != runner.Pause {
		t.Errorf("%+v", y.f.last())
	}
	y.m.scene.State.Running = false
	at("two") // it is of before the pause
	y.m.scene.State.Seq = y.m.desk.Newest()
	at("five")
}

// The values that are told are those of the iteration they name, also where the script looks
// back.
func TestADemoTellsTheValuesOfTheIterationItNames(t *testing.T) {
	y := play(t, "until t 9\npress ,\npress ,\nuntil t 2\nwait 60", 120, 36)
	var told strings.Builder
	y.p.show.Captions = &told
	y.batch(9)
	y.pass(9 * time.Second)
	lines := strings.Split(strings.TrimSpace(told.String()), "\n")
	at := y.m.scene.Cursor
	loss, _, private := y.m.scene.Values(at)
	if want := fmt.Sprintf("t %d of", at); at < 1 || at >= 9 || len(lines) != 2 || !strings.Contains(lines[0], "t 9 of") || !strings.Contains(lines[1], want) || !strings.Contains(lines[1], loss) || !strings.Contains(lines[1], private) {
		t.Errorf("at %d: %q, want %s with %s, %s", at, lines, want, loss, private)
	}
}

// The loss with its factor is told by its name.
func TestADemoNamesTheLossItTells(t *testing.T) {
	y := play(t, "until t 9\npress C\nuntil t 18\nwait 60", 120, 36)
	var told strings.Builder
	y.p.show.Captions = &told
	y.batch(9)
	y.pass(9 * time.Second)
	y.batch(9)
	y.pass(9 * time.Second)
	lines := strings.Split(strings.TrimSpace(told.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], ": loss 0.") || !strings.Contains(lines[1], ": C·loss ") {
		t.Errorf("%q", lines)
	}
}

func TestADemoEndsByItself(t *testing.T) {
	y := play(t, "say one\nwait 1", 120, 36)
	y.pass(2 * time.Second)
	if !strings.Contains(y.view(), "the demo is over") || strings.Contains(y.view(), "┃ one") {
		t.Error(y.view())
	}
	y = play(t, "say one\nwait 1", 120, 36)
	y.p.show.Columns = 120
	y.now = y.now.Add(2 * time.Second)
	if !quits(y.tell(beatMsg(y.now))) {
		t.Error("out of sight it goes on for ever")
	}
}

// Out of sight nobody is asked: what its keys have begun to write is written before it ends, also
// behind the picture, and where that fails it says so.
func TestADemoOutOfSightEndsWhenItsExportIsWritten(t *testing.T) {
	full := errors.New("no space left on device")
	for _, script := range []string{"wait 1", "wait 1\npicture\nwait 60"} {
		for _, failure := range []error{nil, full} {
			y := play(t, script, 120, 36)
			y.p.show.Columns, y.p.show.Picture = 120, new(bytes.Buffer)
			end := y.exportingWith(failure)
			y.now = y.now.Add(2 * time.Second)
			if quits(y.tell(beatMsg(y.now))) {
				t.Errorf("%q: it ends while its export is being written", script)
			}
			if quits(end()) {
				t.Errorf("%q: the export ends it", script)
			}
			y.now = y.now.Add(beat)
			if !quits(y.tell(beatMsg(y.now))) {
				t.Errorf("%q: it does not end when its export is written", script)
			}
			if said := y.p.failed; (said != nil) != (failure != nil) || said != nil && !strings.Contains(said.Error(), "the export at its end failed: "+full.Error()) {
				t.Errorf("%q: the export ends with %v, told is %v", script, failure, said)
			}
		}
	}
}

// Where its captions cannot be written it ends, and says why.
func TestADemoWhoseCaptionsAreLostSaysSo(t *testing.T) {
	y := play(t, "wait 1\nsay one\nwait 60", 120, 36)
	full := errors.New("no space left on device")
	from, to := io.Pipe()
	from.CloseWithError(full)
	y.p.show.Captions = to
	y.now = y.now.Add(2 * time.Second)
	if quit := quits(y.tell(beatMsg(y.now))); !quit || !errors.Is(y.p.failed, full) {
		t.Errorf("it ends: %v, because of %v", quit, y.p.failed)
	}
}

// The picture is of the laboratory alone.
func TestThePictureOfADemo(t *testing.T) {
	parsed, err := demo.Parse("say a caption\nwait 1\npicture\nwait 60", "a test")
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, config.Default(), 120, 36)
	var picture bytes.Buffer
	y := &playing{s, newPlayer(s.m, &Show{Script: parsed, Columns: 120, Rows: 36, Picture: &picture})}
	y.tell(tea.WindowSizeMsg{Width: 120, Height: 36})
	y.begun().batch(20)
	y.tell(beatMsg(y.now))
	if !quits(y.tell(beatMsg(y.now.Add(2 * time.Second)))) {
		t.Error("it goes on after the picture")
	}
	if svg := picture.String(); !strings.Contains(svg, "120 by 36") || !strings.Contains(svg, "Guarantees") || strings.Contains(svg, "a caption") {
		t.Error(svg[:min(len(svg), 500)])
	}
}

// quits reports whether a command, or one of a batch, ends the program. Ticks are not
// waited for.
func quits(cmd tea.Cmd) bool {
	if cmd == nil {
		return false
	}
	told := make(chan tea.Msg, 1)
	go func() { told <- cmd() }()
	select {
	case msg := <-told:
		if batch, ok := msg.(tea.BatchMsg); ok {
			return slices.ContainsFunc(batch, quits)
		}
		_, quit := msg.(tea.QuitMsg)
		return quit
	case <-time.After(time.Second / 10):
		return false
	}
}
