package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// patience bounds every wait; nothing here waits for time to pass.
const patience = 30 * time.Second

// program is the test binary as admmlab with the given environment instead of
// TERM and HOME. Its runs are kept in a folder of the test's unless env has another.
func program(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Skip("the test binary cannot be found: ", err)
	}
	cmd := exec.Command(self, args...)
	for _, e := range os.Environ() {
		if !slices.ContainsFunc([]string{"TERM=", "HOME=", "COLORTERM=", "NO_COLOR=", "XDG_"}, func(p string) bool { return strings.HasPrefix(e, p) }) {
			cmd.Env = append(cmd.Env, e)
		}
	}
	cmd.Env = append(append(cmd.Env, asProgram+"=1", "XDG_DATA_HOME="+t.TempDir()), env...)
	return cmd
}

// console is a program in a terminal of its own.
type console struct {
	t    *testing.T
	cmd  *exec.Cmd
	file *os.File
	mu   sync.Mutex
	raw  bytes.Buffer
	view vt10x.Terminal
	news chan struct{} // closed at the end of the output
}

var quiet = []string{"TERM=xterm-256color", "HOME=/nonexistent"}

// inTerminal starts the program in a pseudo-terminal.
func inTerminal(t *testing.T, env []string, columns, rows uint16, args ...string) *console {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no pseudo-terminals here")
	}
	c := &console{t: t, cmd: program(t, env, args...), news: make(chan struct{}, 1)}
	c.view = vt10x.New(vt10x.WithSize(max(int(columns), 2), max(int(rows), 2)), vt10x.WithWriter(io.Discard))
	file, err := pty.StartWithSize(c.cmd, &pty.Winsize{Cols: columns, Rows: rows})
	if err != nil {
		t.Skip("no pseudo-terminal here: ", err)
	}
	c.file = file
	t.Cleanup(func() { c.cmd.Process.Kill(); file.Close() })
	go c.listen()
	return c
}

func (c *console) listen() {
	buffer := make([]byte, 1<<15)
	for {
		n, err := c.file.Read(buffer)
		c.mu.Lock()
		c.raw.Write(buffer[:n])
		c.view.Write(buffer[:n])
		c.mu.Unlock()
		if err != nil { // EIO: the program has ended
			close(c.news)
			return
		}
		select {
		case c.news <- struct{}{}:
		default:
		}
	}
}

// output is all that was written so far, and the screen that makes.
func (c *console) output() (raw, view string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.raw.String(), c.view.String()
}

func (c *console) until(what string, ok func(raw, view string) bool) {
	c.t.Helper()
	deadline := time.After(patience)
	for open := true; ; {
		raw, view := c.output()
		if ok(raw, view) {
			return
		}
		if !open {
			c.t.Fatalf("the program ended before %s:\n%s", what, view)
		}
		select {
		case _, open = <-c.news:
		case <-time.After(time.Second / 20): // ok may be about something else than output
		case <-deadline:
			c.t.Fatalf("%s did not happen:\n%s\n%q", what, view, raw[max(0, len(raw)-400):])
		}
	}
}

// running waits for the screen to show a run under way.
func (c *console) running() {
	c.t.Helper()
	c.until("the first iterations", func(_, view string) bool {
		return strings.Contains(view, "running") && !strings.Contains(view, "t 0/")
	})
}

func (c *console) types(keys string) {
	c.t.Helper()
	if _, err := c.file.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

func (c *console) signal(s os.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

// ends waits for the program and returns its exit code, -1 for a signal.
func ends(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		cmd.Process.Kill()
		t.Fatal("the program does not end")
	}
	return -1
}

// restored waits for the terminal to be as before: out of the alternate screen,
// cursor on, mouse off, no trace of a panic.
func (c *console) restored() {
	c.t.Helper()
	c.until("the terminal as it was", func(raw, _ string) bool {
		off := strings.Contains(raw, "\x1b[?1049l")
		for _, mode := range []string{"1049", "1002", "1003", "1006", "2004"} {
			off = off && strings.LastIndex(raw, "\x1b[?"+mode+"h") <= strings.LastIndex(raw, "\x1b[?"+mode+"l")
		}
		return off && strings.LastIndex(raw, "\x1b[?25l") <= strings.LastIndex(raw, "\x1b[?25h")
	})
	if raw, _ := c.output(); strings.Contains(raw, "goroutine ") || strings.Contains(raw, "panic") {
		c.t.Errorf("a trace on the terminal:\n%s", raw[max(0, len(raw)-2000):])
	}
}

// lab600 is the laboratory on a small census.
var lab600 = []string{"--data", "census:600", "--set", "C=60", "--iterations", "1000000"}

func TestSignalsLeaveTheTerminalAsItWas(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			c := inTerminal(t, quiet, 120, 36, lab600...)
			c.running()
			c.signal(s)
			c.restored()
			if code := ends(t, c.cmd); code != exitInterrupted {
				t.Errorf("exit code %d, want %d", code, exitInterrupted)
			}
		})
	}
}

// The window is closed, or the connection is lost.
func TestAClosedTerminalEndsTheProgram(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, quiet, 120, 36, lab600...)
	c.running()
	c.file.Close()
	if code := ends(t, c.cmd); code != exitInterrupted && code != exitError {
		t.Errorf("exit code %d", code)
	}
}

// ctrl+z gives the terminal back, and fg brings the laboratory back as it was.
func TestSuspendAndResume(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, quiet, 120, 36, lab600...)
	c.running()
	c.types("\x1a")
	c.restored() // the program lives on, stopped or waiting for SIGCONT
	raw, _ := c.output()
	before := len(raw)
	c.until("the laboratory is back", func(raw, view string) bool {
		if !strings.Contains(raw[before:], "\x1b[?1049h") {
			c.signal(syscall.SIGCONT) // the one before may have come too early
			return false
		}
		return strings.Contains(view, "running") && strings.Contains(view, "quit")
	})
	c.types("q")
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("exit code %d after q", code)
	}
	c.restored()
}

func TestATerminalOfOneCell(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, quiet, 1, 1, lab600...)
	c.until("the alternate screen", func(raw, _ string) bool { return strings.Contains(raw, "\x1b[?1049h") })
	for _, size := range []pty.Winsize{{Cols: 2, Rows: 1}, {Cols: 300, Rows: 2}, {Cols: 1, Rows: 200}, {Cols: 80, Rows: 24}} {
		if err := pty.Setsize(c.file, &size); err != nil {
			t.Fatal(err)
		}
		c.types("\tzLn")
	}
	c.types("q")
	c.restored()
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// No screen where none can be drawn, and not one escape code.
func TestNoScreenOnADumbTerminalOrAPipe(t *testing.T) {
	t.Parallel()
	few := []string{"--data", "census:600", "--set", "C=60", "--iterations", "20"}
	t.Run("TERM=dumb", func(t *testing.T) {
		c := inTerminal(t, []string{"TERM=dumb"}, 80, 24, few...)
		c.until("the last sentence", func(raw, _ string) bool { return strings.Contains(raw, "Iteration 20 of 20") })
		if code := ends(t, c.cmd); code != 0 {
			t.Errorf("exit code %d", code)
		}
		if raw, _ := c.output(); !strings.Contains(raw, "TERM is dumb") || strings.Contains(strings.ReplaceAll(raw, "\r\x1b[K", ""), "\x1b[") {
			t.Errorf("%q", raw)
		}
	})
	t.Run("pipe without HOME", func(t *testing.T) {
		cmd := program(t, nil, few...)
		out, err := cmd.Output()
		if err != nil || !strings.Contains(string(out), "Iteration 20 of 20") || bytes.Contains(out, []byte("\x1b")) {
			t.Errorf("%v: %q", err, out)
		}
	})
	t.Run("full disk", func(t *testing.T) {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip("no /dev/full here")
		}
		defer full.Close()
		for _, args := range [][]string{append([]string{"run"}, few...), few} {
			cmd := program(t, nil, args...)
			var errOut bytes.Buffer
			cmd.Stdout, cmd.Stderr = full, &errOut
			cmd.Run()
			if cmd.ProcessState.ExitCode() != exitError || !strings.Contains(errOut.String(), "no space left") {
				t.Errorf("%v: code %d: %s", args[:1], cmd.ProcessState.ExitCode(), errOut.String())
			}
		}
	})
	t.Run("reader gone", func(t *testing.T) {
		cmd := program(t, nil, append([]string{"run"}, lab600...)...)
		var errOut bytes.Buffer
		cmd.Stderr = &errOut
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		out.Close() // as `| head -1` does
		if code := ends(t, cmd); code == 0 || strings.Contains(errOut.String(), "goroutine") {
			t.Errorf("code %d: %s", code, errOut.String())
		}
	})
}

// A run without a screen that is told to end leaves whole lines and says so.
func TestSignalsToARunWithoutAScreen(t *testing.T) {
	t.Parallel()
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		cmd := program(t, nil, append([]string{"run"}, lab600...)...)
		var out, errOut bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errOut
		reader, writer := io.Pipe()
		cmd.Stdout = io.MultiWriter(&out, writer)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		go func() {
			io.ReadFull(reader, make([]byte, 10)) // rows come
			cmd.Process.Signal(s)
			io.Copy(io.Discard, reader)
		}()
		code := ends(t, cmd)
		writer.Close()
		lines := strings.SplitAfter(out.String(), "\n")
		if last := lines[len(lines)-1]; code != exitInterrupted || last != "" || !strings.Contains(errOut.String(), "interrupted after iteration") {
			t.Errorf("%v: code %d, last line %q: %s", s, code, last, errOut.String())
		}
	}
}

// Also while it waits for data that never come.
func TestSignalsWhileReadingANamedPipe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	cmd := program(t, nil, "run", "--data", path)
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// The reader has opened the pipe once a writer can.
	writer, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := ends(t, cmd); code != exitInterrupted {
		t.Errorf("code %d: %s", code, errOut.String())
	}
	c := inTerminal(t, quiet, 120, 36, "--data", path)
	c.until("the screen", func(_, view string) bool { return strings.Contains(view, "quit") })
	c.types("q")
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("q while reading: code %d", code)
	}
	c.restored()
}
