package terminal

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"admmlab/sim/files"
	"admmlab/tui/cast"
)

// The largest screen that is drawn, in cells. A display of 3,840 by 2,160 pixels has 960
// by 270 of the smallest letters that can be read (4 by 8 pixels), and 540 by 480 upright.
// A terminal may report more, by mistake or malice; every cell costs some 500 bytes, and time
// in every frame.
const (
	MostColumns = 1000
	MostRows    = 500
	MostCells   = 270_000
)

// drawable is what is drawn of a window of that size: the part at its top left.
func drawable(columns, rows int) (int, int) {
	columns = max(0, min(columns, MostColumns))
	return columns, max(0, min(rows, MostRows, MostCells/max(1, columns)))
}

// Screen is a terminal that a program is shown in, or one that nobody sees.
type Screen struct {
	file          *os.File // of the output: it knows the size; nil where nobody sees it
	columns, rows int      // where nobody sees it
	in            *input   // nil where nobody types
	out           *output
	cast          *cast.Cast // of what it is sent, nil for none
	progress      progress   // of its frames
}

// Open is the terminal of an input and an output.
func Open(in, out *os.File) *Screen {
	s := &Screen{file: out, in: &input{File: in}, out: newOutput(files.Waiting{File: out})}
	s.out.discard = discarding(out)
	return s
}

// Unseen is a terminal of that size that nobody sees or types into.
func Unseen(columns, rows int) *Screen {
	columns, rows = drawable(columns, rows)
	return &Screen{columns: columns, rows: rows, out: newOutput(io.Discard)}
}

// Record records what the terminal is sent in a cast, which begins with its size and is
// told of every other; ended is called once if the recording ends before the cast is closed.
func (s *Screen) Record(to io.Writer, ended func(error)) *cast.Cast {
	columns, rows := s.size()
	name := os.Getenv("TERM")
	if s.file == nil {
		name = unseenTerm
	}
	s.cast = cast.New(to, columns, rows, name, ended)
	s.out.sent = func(p []byte) {
		if p = drawn(p); s.file == nil { // as a terminal does for a program that has not taken that over
			p = bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))
		}
		s.cast.Output(p)
	}
	return s.cast
}

// drawn is p without texts for the clipboard, which nobody sees, and which are not for that of
// whoever plays a recording.
func drawn(p []byte) []byte {
	from := bytes.Index(p, []byte(clipboard))
	if from < 0 {
		return p
	}
	_, _, n, _ := ansi.DecodeSequence(p[from:], ansi.NormalState, nil)
	return slices.Concat(p[:from], drawn(p[from+n:]))
}

// Late reports whether the terminal does not take what it is sent, or a frame takes so long
// on its way to it that keys have their turn before the next. Nothing should be drawn then: it
// would be old when it is shown.
func (s *Screen) Late() bool { return s.out.Late() || s.progress.busy(time.Now()) }

// Unsent reports, once, whether a text for the clipboard was dropped, since the terminal was too
// slow for it, late or when it was given back.
func (s *Screen) Unsent() bool { return s.out.Unsent() }

// Run shows a model until it ends or ctx does; both leave the terminal as it was, within
// a second or so also where it takes nothing. A terminal that is closed ends it with
// context.Canceled, also where nobody sends SIGHUP for it or that came before anybody heard it; one that
// cannot be written to, with why.
func (s *Screen) Run(ctx context.Context, m tea.Model, options ...tea.ProgramOption) error {
	defer s.out.Close()
	// tea's own handler of signals would call SIGTERM a success. Its own context would end
	// it without writing what is still to be written, such as the end of a mode of the
	// keyboard that began after a suspension.
	var p *tea.Program
	var suspended turns
	running, end := context.WithCancelCause(ctx)
	defer end(nil)
	// Where bubbletea takes the terminal back before it is done with giving it away, the ticker
	// of its renderer stops behind that, and nothing is drawn (docs/upstream.md): once more then.
	var taken func()
	taken = func() {
		time.AfterFunc(shown, func() {
			if running.Err() == nil && s.out.Away() && !suspended.underWay() {
				p.Send(tea.Exec(nothing{taken}, nil)())
			}
		})
	}
	later := func(msg tea.Msg) { p.Send(msg) }
	pass := filter(s.resized, &suspended, later, taken)
	if s.in != nil {
		pass = s.out.afterAnswers(pass, later)
	}
	options = append(options, tea.WithoutSignalHandler(), tea.WithFilter(pass))
	if s.file == nil {
		options = append(options, tea.WithInput(nil), tea.WithOutput(s.out), tea.WithWindowSize(s.columns, s.rows),
			tea.WithColorProfile(colorprofile.TrueColor), tea.WithEnvironment([]string{"TERM=" + unseenTerm, "COLORTERM=truecolor"}))
	} else {
		options = append(append(options, tea.WithInput(s.in)), s.output()...)
	}
	p = tea.NewProgram(frames{m, &s.progress}, options...)
	quit := func(cause error) {
		end(cause)
		go p.Quit() // which waits for who reads
	}
	if s.in != nil {
		s.in.gone = func() { quit(nil) }
	}
	s.out.ended = func(err error) {
		if s.file != nil && closed(s.file) {
			err = nil
		}
		quit(err)
	}
	s.out.torn, s.out.wrote = func() { p.Send(tea.ClearScreen()) }, s.progress.wrote
	stop := context.AfterFunc(ctx, func() {
		wake()
		p.Quit()
	})
	defer stop()
	if s.file != nil {
		defer watch(func() {
			if waitsForLines(s.file) && !suspended.underWay() && ctx.Err() == nil {
				p.Send(tea.Exec(nothing{taken}, nil)())
			}
			w, h := s.size()
			p.Send(tea.WindowSizeMsg{Width: w, Height: h})
		})()
	}
	_, err := p.Run()
	return cmp.Or(s.progress.broken, err, context.Cause(running))
}

// shown is how soon the screen is seen again when the terminal is taken back.
const shown = time.Second / 2

// nothing is a command for which the terminal is given away and taken back: who was stopped
// from elsewhere, as by kill -STOP, and continued finds it as the shell likes it. It calls
// taken when it is about to be taken back.
type nothing struct{ taken func() }

func (n nothing) Run() error        { n.taken(); return nil }
func (nothing) SetStdin(io.Reader)  {}
func (nothing) SetStdout(io.Writer) {}
func (nothing) SetStderr(io.Writer) {}

// turns are the beginnings and ends of suspensions so far.
type turns struct{ atomic.Int32 }

func (t *turns) underWay() bool { return t.Load()%2 == 1 }

// unseenTerm is what a terminal that nobody sees is like.
const unseenTerm = "xterm-256color"

// size is what is drawn. What the terminal does not know of its size the environment may, as
// for other programs with a screen.
func (s *Screen) size() (columns, rows int) {
	if s.file == nil {
		return s.columns, s.rows
	}
	columns, rows, _ = term.GetSize(s.file.Fd())
	return drawable(cmp.Or(columns, named("COLUMNS"), 80), cmp.Or(rows, named("LINES"), 24))
}

// named is a number above 0 in the environment, 0 for none.
func named(variable string) int {
	n, _ := strconv.Atoi(os.Getenv(variable))
	return max(0, n)
}

func (s *Screen) resized(columns, rows int) {
	if s.cast != nil {
		s.cast.Resize(columns, rows)
	}
}

// filter is for the messages of one program: it keeps sizes to what a screen can be,
// tells of every new one, and keeps suspensions to those that are wished for and stop the
// program, when it is not behind with its keys: what has been read before a suspension would
// mix with what is read after it. It counts them in suspended; later sends a message again,
// taken is told that the terminal was taken back.
func filter(resized func(columns, rows int), suspended *turns, later func(tea.Msg), taken func()) func(tea.Model, tea.Msg) tea.Msg {
	var behind bool // something has been typed since a suspension was wished for
	var size tea.WindowSizeMsg
	var away bool
	var back time.Time // when it was noticed that the last suspension is over
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		if away { // nothing comes through here meanwhile
			away, back = false, time.Now()
		}
		switch msg := msg.(type) {
		case tea.WindowSizeMsg:
			msg.Width, msg.Height = drawable(msg.Width, msg.Height)
			if size != (tea.WindowSizeMsg{}) && size != msg { // the first is what a recording begins with
				resized(msg.Width, msg.Height)
			}
			size = msg
			return msg
		case tea.MouseMsg, tea.PasteMsg:
			behind = true
		case tea.KeyPressMsg:
			behind = true
			if msg.String() == "ctrl+j" { // return, typed while the terminal was another's
				msg = tea.KeyPressMsg{Code: tea.KeyEnter}
			}
			if msg.String() != "ctrl+z" { // what comes behind another key is wished for
				back = time.Time{}
			} else if time.Since(back) < again {
				return nil
			}
			return msg
		case tea.SuspendMsg:
			if time.Since(back) < again {
				return nil
			}
			if behind {
				behind = false
				time.AfterFunc(caughtUp, func() { later(msg) })
				return nil
			}
			away = true
			goOn(suspended, suspended.Add(1))
		case tea.ResumeMsg:
			suspended.Add(1)
			taken()
		}
		return msg
	}
}

// again is how soon after a suspension no other is wished for, unless another key came
// between: what a held ctrl+z repeated before is still on its way then.
const again = time.Second / 4

// caughtUp is how long no key has come when none is waiting any more. A held key repeats less
// often.
const caughtUp = 10 * time.Millisecond

// unstopped is how long a program that still runs after ctrl+z waits to be continued, from when it
// begins to give the terminal away.
const unstopped = leaves + gives + time.Second/4

// goOn ends the suspension that is number turn of all, again and again until it is over:
// in a window of its own, without a shell that could continue it, the system does not
// stop a program, which would wait for ever. One that is stopped wakes nobody.
func goOn(suspended *turns, turn int32) {
	time.AfterFunc(unstopped, func() {
		if suspended.Load() == turn {
			wake()
			goOn(suspended, turn)
		}
	})
}
