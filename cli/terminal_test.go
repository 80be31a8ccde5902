//go:build unix

package cli

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// What a terminal sends never ends the laboratory but for the keys that do.
func TestWhateverTheTerminalSends(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("1;", 40)
	c := inTerminal(t, quiet, 120, 36, lab600...)
	c.running()
	for _, sent := range []string{"\x1b[" + many + "m", "\x1bP" + many + "q\x1b\\", "\x1b[200~" + "\x1b[" + many + "m" + "\x1b[201~", "\x1b[8;99999;99999t"} {
		c.types(sent)
		c.types(":") // a key is still heard
		c.until(fmt.Sprintf("the actions after %q", sent), func(_, view string) bool { return strings.Contains(view, "Actions") })
		c.types("\x1b")
		c.until("the laboratory", func(_, view string) bool { return !strings.Contains(view, "Actions") })
	}
	c.types("q")
	c.restored()
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("exit code %d after q", code)
	}
}

// A window of any reported size costs what the largest screen that is drawn costs.
func TestAWindowOfAnySize(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, quiet, 5000, 5000, lab600...)
	c.until("the wide screen", func(raw, _ string) bool { return strings.Contains(raw, "Guarantees") })
	if memory := resident(t, c); memory > 1<<30 {
		t.Errorf("begun in a window of 5000 x 5000: %d MB", memory>>20)
	}
	c.types("q")
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("exit code %d after q", code)
	}
	c = inTerminal(t, quiet, 120, 36, lab600...)
	c.running()
	if err := pty.Setsize(c.file, &pty.Winsize{Cols: 65535, Rows: 65535}); err != nil {
		t.Fatal(err)
	}
	c.until("the wide screen", func(raw, _ string) bool { return len(raw) > 1<<17 })
	if memory := resident(t, c); memory > 1<<30 {
		t.Errorf("a window of 65535 x 65535 takes %d MB", memory>>20)
	}
	c.types("q")
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("exit code %d after q", code)
	}
}

// resident is the most memory that the program has had, in bytes.
func resident(t *testing.T, c *console) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		t.Skip("no /proc here: ", err)
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes int
	fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}

// The end of a paste that comes in two pieces is an end all the same.
func TestAPasteInPieces(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, quiet, 120, 36, lab600...)
	c.running()
	c.types("\x1b[200~0.25\x1b")
	pause := time.NewTimer(70 * time.Millisecond) // what is tested is a pause
	<-pause.C
	c.types("[201~")
	c.types("q")
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("exit code %d after q", code)
	}
	c.restored()
}

// A terminal that takes nothing, as of a lost connection, keeps nobody waiting.
func TestATerminalThatTakesNothing(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(c *console){
		"q":       func(c *console) { c.types("q") },
		"SIGTERM": func(c *console) { c.signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := deafConsole(t, lab600...)
			end(c)
			done := make(chan error, 1)
			go func() { done <- c.cmd.Wait() }()
			select {
			case <-done:
			case <-time.After(2 * time.Second):
				t.Error("it does not end within two seconds")
			}
		})
	}
}

// Nor does a pipe that takes nothing, by whatever name it is written.
func TestAPipeThatTakesNothing(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "/dev/stdout"} {
		args := append(quick(), "--iterations", "100000", "--set", "realised=false")
		if name != "" {
			if _, err := os.Stat(name); err != nil {
				t.Skip("not here: ", err)
			}
			args = append(args, "--out", name)
		}
		cmd := program(t, quiet, args...)
		from, to, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		cmd.Stdout = to
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		full := []unix.PollFd{{Fd: int32(to.Fd()), Events: unix.POLLOUT}}
		for deadline := time.Now().Add(patience); ; {
			if n, err := unix.Poll(full, 0); err == nil && n == 0 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("the pipe is never full")
			}
			<-time.After(10 * time.Millisecond)
		}
		to.Close()
		cmd.Process.Signal(syscall.SIGTERM)
		if code := ends(t, cmd); code != exitInterrupted {
			t.Errorf("--out %q: exit code %d", name, code)
		}
	}
}

// deafConsole is a program whose terminal has taken as much as it can.
func deafConsole(t *testing.T, args ...string) *console {
	t.Helper()
	c := &console{t: t, cmd: program(t, quiet, args...)}
	file, terminal, err := pty.Open()
	if err != nil {
		t.Skip("no pseudo-terminal here: ", err)
	}
	c.file = file
	if err := pty.Setsize(file, &pty.Winsize{Cols: 200, Rows: 60}); err != nil {
		t.Fatal(err)
	}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = terminal, terminal, terminal
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.cmd.Process.Kill(); file.Close(); terminal.Close() })
	full := []unix.PollFd{{Fd: int32(terminal.Fd()), Events: unix.POLLOUT}}
	for deadline := time.Now().Add(patience); ; {
		// A quarter of a second without room: it is not only between two frames.
		if n, err := unix.Poll(full, 0); err == nil && n == 0 {
			if n, err = unix.Poll(full, 250); err == nil && n == 0 {
				return c
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("the terminal is never full")
		}
	}
}

// In a terminal of its own nobody could continue the program, and the system does not
// stop it: the laboratory comes back by itself, as often as it is asked.
func TestCtrlZWhereNobodyCouldContinue(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, quiet, 120, 36, lab600...)
	c.running()
	for range 2 {
		c.types("\x1a")
		c.restored()
		c.types(":")
		c.until("the actions", func(_, view string) bool { return strings.Contains(view, "Actions") })
		c.types("\x1b")
		c.until("the laboratory", func(_, view string) bool { return !strings.Contains(view, "Actions") })
	}
	c.types("q")
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("exit code %d after q", code)
	}
	c.restored()
}

// Stopped with ctrl+z, told to end and continued: the keyboard is as it was.
func TestEndedWhileSuspended(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, quiet, 120, 36, lab600...)
	c.running()
	c.types("\x1a")
	c.restored()
	c.signal(syscall.SIGTERM)
	c.signal(syscall.SIGCONT)
	if code := ends(t, c.cmd); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
	c.restored()
	raw, _ := c.output()
	if on, off := strings.LastIndex(raw, "\x1b[>4;2m"), strings.LastIndex(raw, "\x1b[>4m"); on < 0 || on > off {
		t.Errorf("modifyOtherKeys stays on: %q", raw[max(0, len(raw)-300):])
	}
	if on, off := strings.LastIndex(raw, "\x1b[>1u"), strings.LastIndex(raw, "\x1b[<1u"); on < 0 || on > off {
		t.Errorf("the keyboard protocol stays on: %q", raw[max(0, len(raw)-300):])
	}
}
