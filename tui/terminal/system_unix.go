//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// output are the options that send a program's output through s. It is no file for
// bubbletea, which would make a screen of any size that a file reports.
func (s *Screen) output() []tea.ProgramOption {
	columns, rows := s.size()
	return []tea.ProgramOption{
		tea.WithOutput(s.out), tea.WithWindowSize(columns, rows),
		tea.WithColorProfile(colorprofile.Detect(s.file, os.Environ())),
	}
}

// watch calls changed when the size or the mode may have changed, until stop.
func watch(changed func()) (stop func()) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGWINCH, syscall.SIGCONT)
	go func() {
		for {
			select {
			case <-signals:
				changed()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// waitsForLines reports whether a terminal hands keys on by the line, as for a shell.
func waitsForLines(file *os.File) bool {
	state, err := term.GetState(file.Fd())
	return err == nil && state.Lflag&unix.ICANON != 0
}

// closed reports whether a terminal is there no more.
func closed(file *os.File) bool {
	_, err := term.GetState(file.Fd())
	return err != nil
}

// readable reports whether file has something to read, or comes to its end, within a time.
func readable(file *os.File, within time.Duration) bool {
	polled := []unix.PollFd{{Fd: int32(file.Fd()), Events: unix.POLLIN}}
	for end := time.Now().Add(within); ; {
		n, err := unix.Poll(polled, max(0, int(time.Until(end).Milliseconds())))
		if err != unix.EINTR {
			return err == nil && n > 0
		}
	}
}

// wake ends a suspension: where nobody stops the program, as without a shell, it waits in
// vain to be continued.
func wake() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGCONT) }
