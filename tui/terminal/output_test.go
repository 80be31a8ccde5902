package terminal

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// tap is a terminal that takes something only when it is open.
type tap struct {
	mu    sync.Mutex
	open  chan struct{}
	rate  int // bytes a second, 0 for as fast as they come
	taken strings.Builder
}

func (w *tap) Write(p []byte) (int, error) {
	<-w.open
	if w.rate > 0 {
		time.Sleep(time.Duration(len(p)) * time.Second / time.Duration(w.rate))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.taken.Write(p)
}

// text is what it has taken; forget lets it have taken nothing.
func (w *tap) text() string { w.mu.Lock(); defer w.mu.Unlock(); return w.taken.String() }
func (w *tap) forget()      { w.mu.Lock(); defer w.mu.Unlock(); w.taken.Reset() }

// A terminal that was given back is asked nothing: the shell would find the answer typed.
func TestATerminalThatWasGivenBackIsAskedNothing(t *testing.T) {
	open := make(chan struct{})
	close(open)
	asked := strings.Join(questions, "")
	for name, writes := range map[string][]string{
		"with the end": {enterScreen + "frame", "last" + leaveScreen + asked},
		"behind it":    {enterScreen + "frame", "last" + leaveScreen, asked},
		"at once":      {enterScreen + "frame" + asked + "last" + leaveScreen, asked + asked},
	} {
		to := &tap{open: open}
		o := newOutput(to)
		for _, p := range writes {
			if n, err := o.Write([]byte(p)); n != len(p) || err != nil {
				t.Errorf("%s: %d of %d bytes, %v", name, n, len(p), err)
			}
		}
		o.Close()
		if text := to.text(); text != enterScreen+"frame"+"last"+leaveScreen {
			t.Errorf("%s: sent %q", name, text)
		}
	}
	to := &tap{open: open}
	o := newOutput(to)
	for _, p := range []string{questions[0], enterScreen, questions[1], leaveScreen, enterScreen + questions[2]} {
		o.Write([]byte(p))
	}
	o.Close()
	if text := to.text(); strings.Count(text, questions[0])+strings.Count(text, questions[1])+strings.Count(text, questions[2]) != 3 {
		t.Errorf("a terminal that is there is asked %q", text)
	}
}

// What a terminal that takes nothing is sent is kept for it, up to a limit, and nobody
// waits but for the first of it.
func TestALateTerminalKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &tap{open: make(chan struct{})}
		o := newOutput(to)
		torn := make(chan struct{})
		o.torn = func() { close(torn) }
		start := time.Now()
		for range 3 {
			o.Write([]byte("frame "))
		}
		if waited := time.Since(start); waited != takes || !o.Late() {
			t.Errorf("three frames took %v, late %v", waited, o.Late())
		}
		big := make([]byte, held/2)
		for n := range 3 {
			if _, err := o.Write(big); (err != nil) != (n > 0) {
				t.Errorf("half of what is held, time %d: %v", n, err)
			}
		}
		close(to.open)
		<-torn // something was missed: the screen is to be drawn anew
		synctest.Wait()
		if to.taken.Len() != 18+len(big) || o.Late() {
			t.Errorf("%d bytes arrived, late %v", to.taken.Len(), o.Late())
		}
		if _, err := o.Write([]byte("on time")); err != nil || !strings.HasSuffix(to.taken.String(), "on time") {
			t.Errorf("afterwards: %v", err)
		}
		o.Close()
		if _, err := o.Write([]byte("x")); err == nil {
			t.Error("a closed output takes more")
		}
	})
}

func TestTheEndWaitsForALateTerminalOnlyALittle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &tap{open: make(chan struct{})}
		o := newOutput(to)
		o.Write([]byte("last"))
		start := time.Now()
		o.Close()
		if waited := time.Since(start); waited != leaves+gives {
			t.Errorf("closing took %v", waited)
		}
		close(to.open)
	})
}

// A terminal that is only slow is given back as it was, whatever is on its way to it: what would take
// too long is dropped, and what had been begun with is ended so that nothing comes of it.
func TestASlowTerminalIsGivenBack(t *testing.T) {
	modes := ansi.SetModeMouseButtonEvent + ansi.KittyKeyboard(1, 1)
	back := ansi.PopKittyKeyboard(1) + leaveScreen + ansi.ResetModeMouseButtonEvent + ansi.SetWindowTitle("")
	text := ansi.SetSystemClipboard(strings.Repeat("admmlab run ", 20_000))
	for _, c := range []struct {
		name   string
		rate   int
		full   bool
		unsent bool
	}{
		{"in time", 1_000_000, false, false},
		{"too late", 11_000, false, true},
		{"too late, with no room for more", 11_000, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				to := &tap{open: make(chan struct{}), rate: c.rate}
				close(to.open)
				o := newOutput(to)
				o.Write([]byte(enterScreen + "a frame" + text + "another" + modes))
				if c.full {
					o.Write([]byte(strings.Repeat("Δ", (held-len(text)-100)/2)))
				}
				start := time.Now()
				o.Write([]byte("the last" + back))
				o.Close()
				if waited := time.Since(start); waited > leaves+gives {
					t.Errorf("leaving took %v", waited)
				}
				taken := to.text()
				if o.Unsent() != c.unsent || o.Unsent() {
					t.Errorf("unsent is not %v, and then false", c.unsent)
				}
				end := text + "another" + modes + "the last" + back
				if c.unsent {
					end = cancel + modes + back
				}
				whole, found := strings.CutSuffix(taken, end)
				if !found || c.unsent && !strings.HasPrefix(enterScreen+"a frame"+text, whole) {
					t.Errorf("it ends in %q", taken[max(0, len(taken)-120):])
				}
			})
		})
	}
}

// So is one that was given away and taken back a moment before, as by ctrl+z where nobody stops the
// program, and has not taken what it was sent since.
func TestASlowTerminalIsGivenBackTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &tap{open: make(chan struct{}), rate: 20_000}
		o := newOutput(to)
		frame := strings.Repeat("a frame ", 4_000)
		o.Write([]byte(enterScreen + frame))
		o.Write([]byte(leaveScreen))
		o.Write([]byte(enterScreen + frame))
		close(to.open) // it takes something now
		o.Write([]byte("the last" + leaveScreen))
		o.Close()
		taken := to.text()
		if !strings.HasSuffix(taken, leaveScreen) {
			t.Errorf("it ends in %q", taken[max(0, len(taken)-120):])
		}
	})
}

// One that takes nothing is waited for once.
func TestATerminalThatTakesNothingIsWaitedForOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &tap{open: make(chan struct{})}
		o := newOutput(to)
		start := time.Now()
		for range 3 { // ctrl+z where nobody stops the program, twice, and then the end
			o.Write([]byte(enterScreen + "a frame"))
			o.Write([]byte(leaveScreen))
		}
		o.Close()
		if waited := time.Since(start) - 3*takes; waited > leaves+gives+2*stirs {
			t.Errorf("it took %v", waited)
		}
		close(to.open)
	})
}

// Nor does anything happen to one that takes the last of it just when patience ends.
func TestATerminalThatTakesItAtTheLastMoment(t *testing.T) {
	for k := range 100 {
		synctest.Test(t, func(t *testing.T) {
			to := &tap{open: make(chan struct{})}
			o := newOutput(to)
			o.discard = to.forget
			time.AfterFunc(leaves+time.Duration(k%3-1), func() { close(to.open) })
			o.Write([]byte(enterScreen + leaveScreen))
			o.Close()
			synctest.Wait()
			if taken := to.text(); !strings.HasSuffix(taken, leaveScreen) {
				t.Errorf("it ends in %q", taken)
			}
		})
	}
}

// What is given back is sent whole where the system may have dropped a part of it, and a text for the
// clipboard that it may have dropped is told of.
func TestWhatTheSystemDropsIsSentAgain(t *testing.T) {
	back := ansi.PopKittyKeyboard(1) + leaveScreen + ansi.ResetModeMouseButtonEvent + ansi.SetWindowTitle("")
	for _, c := range []struct {
		name           string
		copied         bool // a text for the clipboard
		frames         int  // of 8 kB, that have gone since
		before, behind int  // bytes about the end
		unsent         bool
	}{
		{"the end is under way", false, 0, 6 << 10, 0, false},
		{"the end has gone", false, 0, 0, 8 << 10, false},
		{"a text has gone a moment ago", true, 1, 6 << 10, 0, true},
		{"a text has gone long ago", true, 8, 6 << 10, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				to := &tap{open: make(chan struct{}), rate: 5_000}
				o := newOutput(to)
				var before int // of what is taken, when the system drops what it holds
				o.discard = func() { before = len(to.text()) }
				close(to.open)
				o.Write([]byte(enterScreen))
				if c.copied {
					o.Write([]byte(ansi.SetSystemClipboard("admmlab run")))
				}
				for range c.frames {
					o.Write([]byte(strings.Repeat("a frame ", 1<<10)))
					time.Sleep(2 * time.Second)
				}
				o.Write([]byte(back + strings.Repeat("x", c.before)))
				o.Write([]byte(strings.Repeat("y", c.behind)))
				o.Close()
				if taken := to.text(); !strings.HasSuffix(taken[before:], cancel+enterScreen+back) {
					t.Errorf("it ends in %q", taken[max(before, len(taken)-200):])
				}
				if o.Unsent() != c.unsent {
					t.Errorf("unsent is not %v", c.unsent)
				}
			})
		})
	}
}

// A mode, the title or the progress bar that was set a moment ago may have been dropped by the system,
// too: it is set again, as the end does not know of it. What was set long ago is not.
func TestWhatSetAModeAMomentAgoIsSentAgain(t *testing.T) {
	set := ansi.ResetModeMouseButtonEvent + ansi.SetProgressBar(40) + ansi.SetWindowTitle("t") + ansi.ResetModifyOtherKeys
	for _, c := range []struct {
		frames int // of 8 kB, that have gone since
		want   string
	}{
		{1, cancel + set + enterScreen + leaveScreen},
		{8, cancel + enterScreen + leaveScreen},
	} {
		synctest.Test(t, func(t *testing.T) {
			to := &tap{open: make(chan struct{}), rate: 5_000}
			o := newOutput(to)
			var before int
			o.discard = func() { before = len(to.text()) }
			close(to.open)
			o.Write([]byte(enterScreen))
			o.Write([]byte("x" + ansi.RequestKittyKeyboard + set + "a frame" + ansi.KittyKeyboard(1, 1)))
			for range c.frames {
				o.Write([]byte(ansi.SetModeSynchronizedOutput + strings.Repeat("a frame ", 1<<10) + ansi.ResetModeSynchronizedOutput))
				time.Sleep(2 * time.Second)
			}
			o.Write([]byte(leaveScreen + strings.Repeat("y", 6<<10)))
			o.Close()
			if taken := to.text()[before:]; !strings.HasSuffix(taken, c.want) || strings.Count(taken, cancel+enterScreen) != c.frames/8 {
				t.Errorf("%d frames later it ends in %q", c.frames, taken[max(0, len(taken)-200):])
			}
		})
	}
}

// A text for the clipboard that finds no room for it is told of, too.
func TestATextThatIsRefusedIsUnsent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &tap{open: make(chan struct{})}
		o := newOutput(to)
		frame, text := []byte(strings.Repeat("Δ", held/4)), []byte(ansi.SetSystemClipboard(strings.Repeat("x", held/2)))
		for _, c := range []struct {
			name   string
			p      []byte
			unsent bool
		}{{"what has room", frame, false}, {"the text", text, true}, {"another frame", slices.Concat(frame, frame), false}} {
			if o.Write(c.p); o.Unsent() != c.unsent {
				t.Errorf("%s: unsent is not %v", c.name, c.unsent)
			}
		}
		close(to.open)
		o.Close()
		if o.Write(text); !o.Unsent() {
			t.Error("what a closed output was sent is not unsent")
		}
	})
}

// What stays with a terminal is kept of what is dropped: its modes, its title and its progress bar. What
// asks it something is not: its answer would be typed into the shell.
func TestWhatStaysWithATerminalIsKept(t *testing.T) {
	asks := ansi.RequestModeSynchronizedOutput + ansi.RequestKittyKeyboard + ansi.RequestNameVersion + ansi.RequestPrimaryDeviceAttributes
	stays := ansi.SetModifyOtherKeys2 + ansi.KittyKeyboard(1, 1) + ansi.SetProgressBar(40) + ansi.ResetModeMouseButtonEvent +
		leaveScreen + ansi.SetWindowTitle("") + ansi.ResetProgressBar
	if modes, unsent := modesOf([]byte("a frame"+asks+ansi.CursorHomePosition+stays+asks), 0); string(modes) != stays || unsent {
		t.Errorf("%q is kept, want %q; unsent %v", modes, stays, unsent)
	}
}

// What goes to a terminal piece by piece is cut between characters.
func TestPiecesAreOfWholeCharacters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &pieces{}
		o := newOutput(to)
		o.Write([]byte("a" + strings.Repeat("Δ▁", piece)))
		o.Close()
		if len(to.list) < 5 {
			t.Errorf("%d pieces", len(to.list))
		}
		for n, p := range to.list {
			if !utf8.ValidString(p) {
				t.Errorf("piece %d is %q", n, p)
			}
		}
	})
}

type pieces struct{ list []string }

func (w *pieces) Write(p []byte) (int, error) {
	w.list = append(w.list, string(p))
	return len(p), nil
}

// The mode of clusters of characters, which bubbletea takes away at the end, stays with a terminal that
// had it when it was asked. One that knows it has it again where the screen is taken back, as behind a
// suspension: lines are drawn by it.
func TestAModeThatTheTerminalHadStays(t *testing.T) {
	const off, on = ansi.ResetModeUnicodeCore, ansi.SetModeUnicodeCore
	for value, want := range map[ansi.ModeSetting]string{
		ansi.ModeSet:           leaveScreen + "b" + enterScreen + "c",
		ansi.ModeReset:         off + leaveScreen + "b" + enterScreen + on + "c",
		ansi.ModeNotRecognized: off + leaveScreen + "b" + enterScreen + "c",
	} {
		synctest.Test(t, func(t *testing.T) {
			var to bytes.Buffer
			o := newOutput(&to)
			o.hear(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: value})
			o.hear(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeSet})
			for _, text := range []string{off + leaveScreen, "b", enterScreen + "c"} {
				if n, err := io.WriteString(o, text); n != len(text) || err != nil {
					t.Errorf("%d bytes, %v", n, err)
				}
			}
			if o.Close(); to.String() != want {
				t.Errorf("answered %d the terminal got %q, expected %q", value, &to, want)
			}
		})
	}
}
