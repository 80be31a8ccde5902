//go:build !unix

package terminal

import (
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
)

// output are no options, or what bubbletea takes for the console itself, as it has to find
// that, to set its modes.
func (s *Screen) output() []tea.ProgramOption {
	if s.cast == nil {
		return nil
	}
	return []tea.ProgramOption{tea.WithOutput(console{s.file, s.out})}
}

// console is a file that tells of what is written.
type console struct {
	*os.File
	out *output
}

func (c console) Write(p []byte) (int, error) {
	c.out.sent(p)
	return c.File.Write(p)
}

// watch does nothing: bubbletea watches the console.
func watch(func()) (stop func()) { return func() {} }

// closed is true, as it is asked where reading ends.
func closed(*os.File) bool { return true }

// readable is false: nobody can ask the console, which gives a sequence at one go.
func readable(*os.File, time.Duration) bool { return false }

// wake does nothing: there is no suspension.
func wake() {}

// waitsForLines is of no concern where no program is stopped.
func waitsForLines(*os.File) bool { return false }
