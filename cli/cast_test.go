package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// replayed is the screen at the end of a recording, as a player shows it, and how long
// it took.
func replayed(t *testing.T, text string) (view string, seconds float64) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var header struct{ Version, Width, Height int }
	if err := json.Unmarshal([]byte(lines[0]), &header); err != nil || header.Version != 2 {
		t.Fatalf("%q: %v", lines[0], err)
	}
	screen := vt10x.New(vt10x.WithSize(header.Width, header.Height), vt10x.WithWriter(io.Discard))
	for _, line := range lines[1:] {
		var e [3]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if seconds > e[0].(float64) {
			t.Fatalf("back in time: %s", line)
		}
		seconds = e[0].(float64)
		switch data := e[2].(string); e[1] {
		case "o":
			screen.Write([]byte(data))
		case "r":
			var w, h int
			if _, err := fmt.Sscanf(data, "%dx%d", &w, &h); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			screen.Resize(w, h)
		default:
			t.Fatalf("an event of another kind: %s", line)
		}
	}
	return screen.String(), seconds
}

// What is recorded is what was seen, also of a window that changes and a program that is
// killed.
func TestARecordingShowsWhatWasSeen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lab.cast")
	c := inTerminal(t, quiet, 120, 36, "--cast", path, "--data", "census:600", "--set", "C=60", "--iterations", "30")
	c.running()
	c.mu.Lock() // nothing is drawn for another size meanwhile
	c.view.Resize(100, 30)
	err := pty.Setsize(c.file, &pty.Winsize{Cols: 100, Rows: 30})
	c.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	c.types("b")
	c.until("the ledger of the whole run, recorded", func(_, view string) bool {
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(view, "finished") || !strings.Contains(view, "Reported") || !strings.Contains(string(text), `"r", "100x30"`) {
			return false
		}
		shown, _ := replayed(t, string(text))
		return shown == view
	})
	if err := c.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ends(t, c.cmd)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if shown, _ := replayed(t, string(text)); !strings.Contains(shown, "Reported") {
		t.Errorf("after a kill:\n%s", shown)
	}
}

// A disk that is full is told once, the laboratory goes on, and the end says it again.
func TestARecordingOnAFullDisk(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	c := inTerminal(t, quiet, 120, 36, append([]string{"--cast", "/dev/full"}, lab600...)...)
	c.until("the message", func(_, view string) bool {
		return strings.Contains(view, "the recording ends here: writing /dev/full: no space left on device")
	})
	c.running()
	c.types("q")
	if code := ends(t, c.cmd); code != exitError {
		t.Errorf("exit code %d", code)
	}
	c.until("the reason after the end", func(raw, _ string) bool { return strings.Contains(raw, "admmlab: the recording ends early") })
}
