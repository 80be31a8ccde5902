package terminal

import (
	"context"
	"os"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
)

// The largest screen that is drawn, in cells. A display of 3,840 by 2,160 pixels has 960
// by 270 of the smallest letters that can be read (4 by 8 pixels), and 540 by 480 upright.
// A terminal may report more, by mistake or malice; every cell costs some 500 bytes.
const (
	MostColumns = 1000
	MostRows    = 500
)

// Screen is a terminal that a program is shown in.
type Screen struct {
	file *os.File // of the output: it knows the size
	in   *input
	out  *output
}

// Open is the terminal of an input and an output.
func Open(in, out *os.File) *Screen {
	return &Screen{file: out, in: &input{File: in}, out: newOutput(out)}
}

// Late reports whether the terminal does not take what it is sent. Nothing should be drawn
// for one: it would be old when it is shown.
func (s *Screen) Late() bool { return s.out.Late() }

// Run shows a model until it ends or ctx does; both leave the terminal as it was, within
// a second or so also where it takes nothing.
func (s *Screen) Run(ctx context.Context, m tea.Model, options ...tea.ProgramOption) error {
	defer s.out.Close()
	// tea's own handler of signals would call SIGTERM a success. Its own context would end
	// it without writing what is still to be written, such as the end of a mode of the
	// keyboard that began after a suspension.
	options = append(options, tea.WithoutSignalHandler(), tea.WithFilter(filter()), tea.WithInput(s.in))
	p := tea.NewProgram(m, append(options, s.output()...)...)
	s.out.torn = func() { p.Send(tea.ClearScreen()) }
	stop := context.AfterFunc(ctx, func() {
		wake()
		p.Quit()
	})
	defer stop()
	defer watch(func() {
		if w, h, err := s.size(); err == nil {
			p.Send(tea.WindowSizeMsg{Width: w, Height: h})
		}
	})()
	_, err := p.Run()
	return err
}

func (s *Screen) size() (columns, rows int, err error) {
	columns, rows, err = term.GetSize(s.file.Fd())
	return min(columns, MostColumns), min(rows, MostRows), err
}

// filter is for the messages of one program: it keeps sizes to what a screen can be, and
// a suspension to what stops the program.
func filter() func(tea.Model, tea.Msg) tea.Msg {
	var suspended atomic.Int32
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		switch msg := msg.(type) {
		case tea.WindowSizeMsg:
			return tea.WindowSizeMsg{Width: max(0, min(msg.Width, MostColumns)), Height: max(0, min(msg.Height, MostRows))}
		case tea.SuspendMsg:
			goOn(&suspended, suspended.Add(1))
		case tea.ResumeMsg:
			suspended.Add(1)
		}
		return msg
	}
}

// unstopped is how long a program that still runs after ctrl+z waits to be continued.
const unstopped = 500 * time.Millisecond

// goOn ends the suspension that is number turn of all, again and again until it is over:
// in a window of its own, without a shell that could continue it, the system does not
// stop a program, which would wait for ever. One that is stopped wakes nobody.
func goOn(suspended *atomic.Int32, turn int32) {
	time.AfterFunc(unstopped, func() {
		if suspended.Load() == turn {
			wake()
			goOn(suspended, turn)
		}
	})
}
