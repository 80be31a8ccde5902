package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// asProgram makes the test binary the laboratory itself, for a pseudo-terminal.
const asProgram = "ADMMLAB_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	survives = false
	if os.Getenv(asProgram) != "" {
		c := config.Default()
		c.Data = "census:2000"
		if _, err := Run(context.Background(), Options{Host: runner.NewHost(), Start: c}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// screen is a terminal emulator at the other end of the program.
type screen struct {
	terminal vt10x.Terminal
	file     *os.File
	mu       sync.Mutex
	raw      strings.Builder
	news     chan struct{}
}

func (s *screen) listen() {
	buffer := make([]byte, 1<<16)
	for {
		n, err := s.file.Read(buffer)
		s.mu.Lock()
		s.raw.Write(buffer[:n])
		s.mu.Unlock()
		s.terminal.Write(buffer[:n])
		select {
		case s.news <- struct{}{}:
		default:
		}
		if err != nil { // EIO: the program has ended
			close(s.news)
			return
		}
	}
}

// wait waits for the screen, or the raw output, to satisfy ok.
func (s *screen) wait(t *testing.T, what string, ok func(text, raw string) bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		s.mu.Lock()
		raw := s.raw.String()
		s.mu.Unlock()
		if ok(s.terminal.String(), raw) {
			return
		}
		select {
		case _, open := <-s.news:
			if !open && !ok(s.terminal.String(), s.raw.String()) {
				t.Fatalf("the program ended before %s:\n%s", what, s.terminal.String())
			}
		case <-deadline:
			t.Fatalf("%s did not happen:\n%s", what, s.terminal.String())
		}
	}
}

func startProgram(t *testing.T) (*exec.Cmd, *screen) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Skip("the test binary cannot be found: ", err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), asProgram+"=1", "TERM=xterm-256color", "COLORTERM=")
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 120, Rows: 36})
	if err != nil {
		t.Skip("no pseudo-terminal here: ", err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); file.Close() })
	s := &screen{terminal: vt10x.New(vt10x.WithSize(120, 36), vt10x.WithWriter(io.Discard)), file: file, news: make(chan struct{}, 1)}
	go s.listen()
	return cmd, s
}

func TestTheProgramRunsInATerminalAndLeavesItAsItWas(t *testing.T) {
	cmd, s := startProgram(t)
	s.wait(t, "the first iterations", func(text, _ string) bool {
		return strings.Contains(text, "running") && !strings.Contains(text, "t 0/") && strings.Contains(text, "Guarantees")
	})
	if _, err := s.file.WriteString("q"); err != nil {
		t.Fatal(err)
	}
	s.wait(t, "leaving the alternate screen", func(_, raw string) bool { return strings.Contains(raw, "\x1b[?1049l") })
	if err := cmd.Wait(); err != nil {
		var exit *exec.ExitError
		errors.As(err, &exit)
		t.Errorf("q ended the program with %v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	raw := s.raw.String()
	for _, mode := range []string{"1049", "25", "1002", "1006"} { // alt screen, cursor, mouse
		on, off := strings.LastIndex(raw, "\x1b[?"+mode+"h"), strings.LastIndex(raw, "\x1b[?"+mode+"l")
		switch {
		case mode == "25" && on < off:
			t.Error("the cursor stays hidden")
		case mode != "25" && on > off:
			t.Errorf("terminal mode %s stays on", mode)
		}
	}
}
