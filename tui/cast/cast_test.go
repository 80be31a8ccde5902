package cast

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// file takes lines, each in a write of its own, until it is full.
type file struct {
	mu     sync.Mutex
	text   bytes.Buffer
	room   int // bytes, 0 for any
	torn   bool
	closed chan struct{} // nothing is taken while it is open
}

func (f *file) Write(p []byte) (int, error) {
	if f.closed != nil {
		<-f.closed
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.room > 0 && f.text.Len()+len(p) > f.room {
		return 0, errors.New("no space left on device")
	}
	f.torn = f.torn || bytes.Count(p, []byte("\n")) != 1 || p[len(p)-1] != '\n'
	return f.text.Write(p)
}

// read is a recording as a player reads it.
func read(t *testing.T, text string) (header map[string]any, events [][3]any) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if err := json.Unmarshal([]byte(lines[0]), &header); err != nil {
		t.Fatalf("%q: %v", lines[0], err)
	}
	for _, line := range lines[1:] {
		var e [3]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		events = append(events, e)
	}
	return header, events
}

func never(t *testing.T) func(error) { return func(err error) { t.Errorf("it ended early: %v", err) } }

// What was sent is what a player shows, at its time, whatever it is made of.
func TestARecordingIsWhatWasSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &file{}
		c := New(f, 120, 36, `xterm-"256color`, never(t))
		sent := "\x1b[1mε ≤ 2\x1b[m\u202e\u2028\U000e0001\r\n\x00\"\\"
		time.Sleep(1500 * time.Millisecond) // of a clock that does not run by itself
		for _, b := range []byte(sent) {    // in pieces that cut characters
			c.Output([]byte{b})
		}
		time.Sleep(time.Second)
		c.Resize(80, 24)
		c.Output([]byte("bad \xff\xc3("))
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		c.Output([]byte("after the end"))
		header, events := read(t, f.text.String())
		if header["version"] != 2.0 || header["width"] != 120.0 || header["height"] != 36.0 || header["timestamp"] != float64(time.Now().Add(-2500*time.Millisecond).Unix()) ||
			header["env"].(map[string]any)["TERM"] != `xterm-"256color` {
			t.Errorf("%v", header)
		}
		var shown string
		for _, e := range events[:len(events)-2] {
			if e[0] != 1.5 || e[1] != "o" {
				t.Errorf("%v", e)
			}
			shown += e[2].(string)
		}
		if shown != sent {
			t.Errorf("%q, sent %q", shown, sent)
		}
		if e := events[len(events)-2]; e != [3]any{2.5, "r", "80x24"} {
			t.Errorf("%v", e)
		}
		if e := events[len(events)-1]; e != [3]any{2.5, "o", "bad \ufffd("} {
			t.Errorf("%v", e)
		}
		if f.torn {
			t.Error("a write is no whole line")
		}
	})
}

// A recording ends once and says why: where there is no room, at its greatest length, and
// where the file takes nothing. Nobody waits for it meanwhile.
func TestARecordingEndsAndNothingElseDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		piece := bytes.Repeat([]byte("x"), 1<<20)
		for name, one := range map[string]struct {
			file *file
			mb   int
			want string
		}{
			"full":  {&file{room: 3 << 20}, 5, "no space left"},
			"long":  {&file{}, 3, "100 MB, the most"},
			"stuck": {&file{closed: make(chan struct{})}, 12, "takes nothing"},
		} {
			told := make(chan error, 9)
			begun := time.Now()
			c := New(one.file, 80, 24, "", func(err error) { told <- err })
			if name == "long" {
				c.written = Most - 5<<19
			}
			for range one.mb {
				c.Output(piece)
				if one.file.closed == nil {
					synctest.Wait() // the file keeps up
				}
			}
			synctest.Wait()
			if len(told) != 1 {
				t.Fatalf("%s: told %d times", name, len(told))
			}
			if err := <-told; !strings.Contains(err.Error(), one.want) {
				t.Errorf("%s: %v", name, err)
			}
			if waited := time.Since(begun); waited != 0 {
				t.Errorf("%s: somebody waited %v", name, waited)
			}
			if err := c.Close(); err == nil || strings.Count(err.Error(), one.want) != 1 {
				t.Errorf("%s, at the end: %v", name, err)
			}
			if waited := time.Since(begun); waited > patience {
				t.Errorf("%s: the end waited %v", name, waited)
			}
			if one.file.closed != nil {
				close(one.file.closed)
				synctest.Wait()
			}
			if read(t, one.file.text.String()); one.file.torn {
				t.Errorf("%s: a write is no whole line", name)
			}
		}
	})
}
