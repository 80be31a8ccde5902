// Package output is how a command line speaks: standard output and standard error, which
// may be terminals, blocked or closed; the line of progress; tables for people and for
// programs; a paragraph, and an error in one line.
//
// It knows no command and no flag, runs nothing, and decides nothing of what is told.
package output

import (
	"context"
	"io"
	"os"
	"sync/atomic"
	"time"

	"admmlab/sim/escape"
	"admmlab/sim/files"
)

// Streams are standard output and standard error. Nothing hidden reaches a terminal
// through them, whoever wrote it: names, paths and files come from anywhere.
type Streams struct {
	Out, Err *escape.Writer
	outlets  [2]*outlet
}

// Open writes to stdout and stderr, in ASCII only where plain. What was opened twice on one
// file, as `> log 2> log` does, is written to as if it had been opened once.
func Open(stdout, stderr io.Writer, plain bool) *Streams {
	if oneFile(stdout, stderr) {
		stderr = stdout
	}
	s := &Streams{outlets: [...]*outlet{{to: stdout}, {to: stderr}}}
	s.Out, s.Err = &escape.Writer{To: s.outlets[0], Plain: plain}, &escape.Writer{To: s.outlets[1], Plain: plain}
	return s
}

// oneFile reports whether both are one ordinary file, where each would write over what the
// other wrote.
func oneFile(a, b io.Writer) bool {
	var infos [2]os.FileInfo
	for i, w := range []io.Writer{a, b} {
		f, ok := w.(*os.File)
		if !ok {
			return false
		}
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return false
		}
		infos[i] = info
	}
	return os.SameFile(infos[0], infos[1])
}

// Close writes what is left.
func (s *Streams) Close() {
	s.Out.Close()
	s.Err.Close()
}

// outlet is a way out of the program, which may be blocked: a pipe that nobody empties,
// a terminal that was stopped.
type outlet struct {
	to           io.Writer
	begun, ended atomic.Int64 // writes
}

func (o *outlet) Write(p []byte) (int, error) {
	o.begun.Add(1)
	defer o.ended.Add(1)
	if f, ok := o.to.(*os.File); ok {
		return files.Waiting{File: f}.Write(p)
	}
	return o.to.Write(p)
}

// stalled is how long a write may take once the program is to end, and look how often it is
// looked whether one does.
const (
	stalled = 2 * time.Second
	look    = stalled / 40
)

// EndBlocked ends the program with an exit code, as the signals that end ctx ask for, where
// a write to one of the streams does not come back to hear of them. The function it returns
// calls it off.
func (s *Streams) EndBlocked(ctx context.Context, code int) (over func()) {
	return s.endBlocked(ctx, func() { os.Exit(code) })
}

func (s *Streams) endBlocked(ctx context.Context, end func()) (over func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		var writes [len(s.outlets)]struct {
			n     int64
			since time.Time
		}
		for now := time.Now(); ; {
			for i, o := range s.outlets {
				switch n, w := o.begun.Load(), &writes[i]; {
				case n == o.ended.Load() || n != w.n:
					w.n, w.since = n, now
				case now.Sub(w.since) >= stalled:
					end()
					return
				}
			}
			select {
			case <-done:
				return
			case now = <-time.After(look):
			}
		}
	})
	return func() {
		stop()
		close(done)
	}
}

// beneath is what a writer of text writes to, down to the file.
func beneath(w any) any {
	switch w := w.(type) {
	case *escape.Writer:
		return beneath(w.To)
	case *outlet:
		return w.to
	}
	return w
}
