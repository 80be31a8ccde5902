package cli

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
)

func TestSignalsLeaveTheTerminalAsItWas(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
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

// The window is closed, or the connection is lost, also where SIGHUP was ignored before.
func TestAClosedTerminalEndsTheProgram(t *testing.T) {
	t.Parallel()
	for _, cmd := range []*exec.Cmd{program(t, quiet, lab600...), nohup(t, program(t, quiet, lab600...))} {
		c := startInTerminal(t, cmd, 120, 36)
		c.running()
		c.file.Close()
		if code := ends(t, c.cmd); code != exitInterrupted && code != exitError {
			t.Errorf("exit code %d", code)
		}
	}
}

// So it is where nobody sends SIGHUP: a terminal that is not the one that the program is
// controlled by, or that closed before the program listened.
func TestATerminalThatClosesWithoutASignalEndsTheProgram(t *testing.T) {
	t.Parallel()
	control, file, err := pty.Open()
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	defer control.Close()
	if err := pty.Setsize(control, &pty.Winsize{Cols: 120, Rows: 36}); err != nil {
		t.Fatal(err)
	}
	cmd := program(t, quiet, lab600...)
	cmd.Stdin, cmd.Stdout, cmd.SysProcAttr = file, file, &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	file.Close()
	seen := make([]byte, 1<<10)
	for !bytes.Contains(seen, []byte(backScreen)) {
		n, err := control.Read(seen[len(seen)/2:])
		if err != nil {
			t.Fatal(err)
		}
		copy(seen, seen[n:])
	}
	control.Close()
	if code := ends(t, cmd); code != exitInterrupted && code != exitError {
		t.Errorf("exit code %d", code)
	}
}

// The screen is left, and come back to.
const leftScreen, backScreen = "\x1b[?1049l", "\x1b[?1049h"

// ctrl+z gives the terminal back, and fg brings the laboratory back as it was, also where the
// key is held down and repeats before it is seen to work.
func TestSuspendAndResume(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"\x1a", "\x1a\x1a\x1a\x1a"} {
		c := inTerminal(t, quiet, 120, 36, lab600...)
		c.running()
		c.types(keys)
		c.until("the screen is left", func(raw, _ string) bool { // and soon come back to, where nothing stops it
			return strings.Contains(raw, leftScreen)
		})
		c.until("the laboratory is back", func(raw, view string) bool {
			if strings.Count(raw, backScreen) <= strings.Count(raw, leftScreen) {
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
}

// Stopped from elsewhere, it finds the terminal in the shell's hands, by the line, when it is
// continued, and takes it back.
func TestStoppedFromElsewhere(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, quiet, 120, 36, lab600...)
	c.running()
	c.signal(syscall.SIGSTOP)
	mode, err := unix.IoctlGetTermios(int(c.file.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	mode.Lflag |= unix.ICANON | unix.ECHO
	if err := unix.IoctlSetTermios(int(c.file.Fd()), unix.TCSETS, mode); err != nil {
		t.Fatal(err)
	}
	c.signal(syscall.SIGCONT)
	c.until("keys are handed on one by one", func(string, string) bool {
		mode, err := unix.IoctlGetTermios(int(c.file.Fd()), unix.TCGETS)
		return err == nil && mode.Lflag&unix.ICANON == 0
	})
	c.until("the screen is drawn again", func(raw, _ string) bool {
		return strings.LastIndex(raw, leftScreen) < strings.LastIndex(raw, backScreen)
	})
	c.types("q")
	c.restored()
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("exit code %d after q", code)
	}
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
		lines := [][]string{append([]string{"run"}, few...), few, {"version"}, {"methods"}, {"figure", "--list"}, {"completion", "bash"}, {"demo", "--plain"}, {"demo", "--print"}, {"help", "run"}, {"--version"}, {"audit", "printed-dvp"}, {"audit", "labels", "--data", "census:600"}, {"audit", "columns", "--data", "census:600"}}
		for commands := []*cobra.Command{rootCommand()}; len(commands) > 0; commands = commands[1:] {
			commands = append(commands, commands[0].Commands()...)
			lines = append(lines, append(strings.Fields(commands[0].CommandPath())[1:], "--help"))
		}
		for _, args := range lines {
			cmd := program(t, nil, args...)
			var errOut bytes.Buffer
			cmd.Stdout, cmd.Stderr = full, &errOut
			cmd.Run()
			if cmd.ProcessState.ExitCode() != exitError || !strings.Contains(errOut.String(), "writing to standard output: no space left") {
				t.Errorf("%v: code %d: %s", args[:1], cmd.ProcessState.ExitCode(), errOut.String())
			}
		}
	})
	t.Run("no output", func(t *testing.T) { // as daemons open it for their children
		null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer null.Close()
		for _, args := range [][]string{append([]string{"run"}, few...), {"methods"}, {"run", "--help"}} {
			cmd := program(t, nil, args...)
			var errOut bytes.Buffer
			cmd.Stdout, cmd.Stderr = null, &errOut
			if err := cmd.Run(); err != nil || args[0] == "run" && len(args) > 2 && !strings.Contains(errOut.String(), "ε ≤") {
				t.Errorf("%v: %v: %s", args[:1], err, errOut.String())
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

// Under nohup, and wherever else SIGHUP was ignored before, it does not end the program.
func TestASignalThatWasIgnoredStaysIgnored(t *testing.T) {
	t.Parallel()
	cmd := nohup(t, program(t, nil, append([]string{"run"}, lab600...)...))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	rows := bufio.NewReader(out)
	line := func() {
		if text, err := rows.ReadString('\n'); err != nil {
			t.Fatalf("%q, %v", text, err)
		}
	}
	line()
	line()
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for range 1000 { // more than were on their way
		line()
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, rows); err != nil {
		t.Fatal(err)
	}
	if code := ends(t, cmd); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}

// Nor does it end a demonstration out of sight, which has no terminal.
func TestASignalThatWasIgnoredEndsNoDemonstrationOutOfSight(t *testing.T) {
	t.Parallel()
	script := written(t, "start data=census:60 C=6 iterations=3\nsay one\nuntil finished\nwait 0.2\nsay two\n")
	cmd := nohup(t, program(t, quiet, "demo", script, "--plain"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	told := bufio.NewReader(out)
	if line, err := told.ReadString('\n'); err != nil || line != "one\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(told)
	if code := ends(t, cmd); code != 0 || err != nil || !strings.HasSuffix(string(rest), "\ntwo\n") {
		t.Errorf("code %d, %q, %v", code, rest, err)
	}
}

// A run without a screen that is told to end leaves whole lines and says so.
func TestSignalsToARunWithoutAScreen(t *testing.T) {
	t.Parallel()
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
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

// A signal that comes when all is written is not why the program ends: heard no more, it would
// be of 1 in 30 here, so that all 200 pass by chance once in 900 times.
func TestSignalsBehindTheLastLine(t *testing.T) {
	t.Parallel()
	for n := range 200 {
		cmd := program(t, nil, "account", "3 x pure=1")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		io.ReadFull(out, make([]byte, 1)) // all is written at once
		cmd.Process.Signal([]os.Signal{syscall.SIGHUP, syscall.SIGQUIT}[n%2])
		io.Copy(io.Discard, out)
		if code := ends(t, cmd); code != 0 && code != exitInterrupted {
			t.Fatalf("run %d: exit code %d", n, code)
		}
	}
}

// A reader that does not read on, as a pager, must not keep a signal waiting.
func TestSignalsWhileNobodyTakesTheRows(t *testing.T) {
	t.Parallel()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	cmd := program(t, nil, append([]string{"run"}, lab600...)...)
	cmd.Stdout = writer
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	full := []unix.PollFd{{Fd: int32(writer.Fd()), Events: unix.POLLOUT}}
	for deadline := time.Now().Add(patience); ; {
		if ready, err := unix.Poll(full, 0); ready == 0 && err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the pipe is not filled")
		}
		<-time.After(time.Second / 50)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if code := ends(t, cmd); code != exitInterrupted {
		t.Errorf("code %d", code)
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
