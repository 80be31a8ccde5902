package terminal

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// What has been read already is worked off before a suspension: behind it two readers would
// hand on their keys by turns.
func TestASuspensionWaitsForTheKeysThatWereRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		again := make(chan tea.Msg, 1)
		pass := filter(func(int, int) {}, new(turns), func(msg tea.Msg) { again <- msg }, func() {})
		key := func(code rune, mod tea.KeyMod) {
			if msg := tea.Msg(tea.KeyPressMsg{Code: code, Mod: mod}); pass(nil, msg) != msg {
				t.Errorf("%v does not pass", msg)
			}
		}
		key('z', tea.ModCtrl)
		for _, behind := range "xy" {
			if pass(nil, tea.SuspendMsg{}) != nil {
				t.Error("it suspends before it knows of keys behind ctrl+z")
			}
			key(behind, 0)
			<-again
		}
		if pass(nil, tea.SuspendMsg{}) != nil {
			t.Error("it suspends as soon as a key has come")
		}
		if pass(nil, <-again) == nil {
			t.Error("it does not suspend")
		}
		pass(nil, tea.ResumeMsg{})
		key('q', 0)
		time.Sleep(time.Second)
	})
}

// A program that ends as soon as it has begun does so when the terminal has answered what it was asked, which the shell
// would find typed, or has had its time.
func TestTheEndWaitsForAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for answered, want := range map[int]time.Duration{0: answers, len(questions) - 1: answers, len(questions): 4 * caughtUp} {
			o := newOutput(&bytes.Buffer{})
			again := make(chan tea.Msg, 1)
			pass := o.afterAnswers(func(_ tea.Model, msg tea.Msg) tea.Msg { return msg }, func(msg tea.Msg) { again <- msg })
			o.Write([]byte(enterScreen + strings.Join(questions, "")))
			start := time.Now()
			for n := 0; pass(nil, tea.QuitMsg{}) == nil; n++ {
				if n == 3 {
					for range answered {
						if pass(nil, tea.ModeReportMsg{}) == nil {
							t.Error("an answer does not pass")
						}
					}
				}
				<-again
			}
			if took := time.Since(start); took != want {
				t.Errorf("with %d answers the end waits %v, expected %v", answered, took, want)
			}
			o.Close()
		}
	})
}

// A held ctrl+z suspends once: what it repeated before that was seen is no other wish, until
// another key has come between, or some time has passed.
func TestAHeldKeySuspendsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan bool, 3)
		pass := filter(func(int, int) {}, new(turns), func(tea.Msg) {}, func() { over <- true })
		suspend := tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl}
		suspends := func(want bool, when string) {
			t.Helper()
			if got := pass(nil, tea.SuspendMsg{}) != nil; got != want {
				t.Errorf("%s: expected to suspend: %t", when, want)
			}
		}
		suspends(true, "at first")
		for range 3 {
			if pass(nil, suspend) != nil {
				t.Error("what was repeated meanwhile passes")
			}
		}
		suspends(false, "wished for twice before the first")
		pass(nil, tea.ResumeMsg{})
		<-over
		pass(nil, tea.KeyPressMsg{Code: 'q'})
		if pass(nil, suspend) == nil {
			t.Error("ctrl+z behind another key does not pass")
		}
		pass(nil, tea.SuspendMsg{}) // sent again later, as keys came before it
		suspends(true, "behind another key")
		pass(nil, tea.ResumeMsg{})
		<-over
		time.Sleep(time.Second)
		if pass(nil, suspend) == nil {
			t.Error("ctrl+z a second later does not pass")
		}
		time.Sleep(time.Second) // what is later goes on, until nothing waits
	})
}

// A terminal in line mode, as it is while the program is suspended, hands return on as a line
// feed.
func TestALineFeedIsReturn(t *testing.T) {
	pass := filter(func(int, int) {}, new(turns), nil, nil)
	want := tea.KeyPressMsg{Code: tea.KeyEnter}
	for _, key := range []tea.KeyPressMsg{want, {Code: 'j', Mod: tea.ModCtrl}} {
		if got := pass(nil, key); got != want {
			t.Errorf("%v passes as %v", key, got)
		}
	}
	if got := pass(nil, tea.KeyPressMsg{Code: 'j'}); got == want {
		t.Error("the letter j passes as return")
	}
}

// A recording has what is drawn, and no text for the clipboard.
func TestNoTextForTheClipboardIsRecorded(t *testing.T) {
	var to bytes.Buffer
	s := Unseen(80, 24)
	recording := s.Record(&to, func(error) {})
	text := ansi.SetSystemClipboard("admmlab run secret")
	for _, p := range []string{"a " + text + "b" + text + text + "c", text, "d"} {
		s.out.Write([]byte(p))
	}
	s.out.Close()
	if err := recording.Close(); err != nil || strings.Contains(to.String(), "]52;") || !strings.Contains(to.String(), `"a bc"`) || !strings.Contains(to.String(), `"d"`) {
		t.Errorf("%v: %s", err, to.String())
	}
}

// A terminal that cannot be written to ends the program, which says why. One that could not only once
// is given back.
func TestATerminalThatCannotBeWrittenToEndsTheProgram(t *testing.T) {
	lost := errors.New("lost")
	for _, times := range []int{1, 1 << 20} {
		to := &failing{lost, times, nil}
		s := &Screen{columns: 80, rows: 24, out: newOutput(to)}
		if err := s.Run(t.Context(), whole{page{strings.Repeat(strings.Repeat("ab", 40)+"\n", 24)}}); err != lost {
			t.Errorf("it ends with %v", err)
		}
		_, end, _ := bytes.Cut(to.taken, []byte(cancel))
		for _, back := range []string{leaveScreen, ansi.ShowCursor, ansi.ResetModeBracketedPaste} {
			if bytes.Contains(end, []byte(back)) != (times == 1) {
				t.Errorf("a terminal that fails %d times took %q at the end, and %q is to be in it where it can", times, end, back)
			}
		}
	}
}

// whole is a page that takes the whole screen.
type whole struct{ page }

func (w whole) Update(tea.Msg) (tea.Model, tea.Cmd) { return w, nil }
func (w whole) View() tea.View {
	v := w.page.View()
	v.AltScreen = true
	return v
}

// failing fails so many times once the screen is entered.
type failing struct {
	err   error
	times int
	taken []byte
}

func (w *failing) Write(p []byte) (int, error) {
	if w.times > 0 && bytes.Contains(w.taken, []byte(enterScreen)) {
		w.times--
		return 0, w.err
	}
	w.taken = append(w.taken, p...)
	return len(p), nil
}
