package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

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

// nohup is cmd, a program, with SIGHUP ignored from the start.
func nohup(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here: ", err)
	}
	cmd.Path, cmd.Args = sh, append([]string{"sh", "-c", `trap "" HUP; exec "$0" "$@"`}, cmd.Args...)
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
	return startInTerminal(t, program(t, env, args...), columns, rows)
}

// startInTerminal starts cmd, a program, in a pseudo-terminal.
func startInTerminal(t *testing.T, cmd *exec.Cmd, columns, rows uint16) *console {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no pseudo-terminals here")
	}
	c := &console{t: t, cmd: cmd, news: make(chan struct{}, 1)}
	// More cells than 1,000 by 500 are never drawn.
	c.view = vt10x.New(vt10x.WithSize(min(max(int(columns), 2), 1000), min(max(int(rows), 2), 500)), vt10x.WithWriter(io.Discard))
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
	buffer, begun := make([]byte, 1<<15), 0 // bytes of a character that is not whole yet: the emulator would lose it
	for {
		n, err := c.file.Read(buffer[begun:])
		c.mu.Lock()
		c.raw.Write(buffer[begun : begun+n])
		n += begun
		for begun = 0; begun < min(n, utf8.UTFMax-1) && err == nil && !utf8.RuneStart(buffer[n-begun-1]); {
			begun++
		}
		if begun < n && err == nil && !utf8.FullRune(buffer[n-begun-1:n]) {
			begun++
		} else {
			begun = 0
		}
		c.view.Write(buffer[:n-begun])
		copy(buffer, buffer[n-begun:n])
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
