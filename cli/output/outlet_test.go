package output

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// A write that nobody takes ends the program two seconds after the signal, or after it began
// where it began behind the signal; one that somebody takes in time does not.
func TestAWriteThatNobodyTakesEndsInTwoSeconds(t *testing.T) {
	for name, c := range map[string]struct {
		signal, write, taken time.Duration // when, 0 for never
		ends                 time.Duration // at most a look later
	}{
		"before the signal":       {signal: time.Second, write: time.Millisecond, ends: 3 * time.Second},
		"behind the signal":       {signal: time.Second, write: 1100 * time.Millisecond, ends: 3100 * time.Millisecond},
		"taken in time":           {signal: time.Second, write: time.Millisecond, taken: 2900 * time.Millisecond},
		"begun behind and taken":  {signal: time.Second, write: 5 * time.Second, taken: 6 * time.Second},
		"nothing is to be ended":  {write: time.Millisecond, taken: time.Minute},
		"long after, never taken": {signal: time.Second, write: 7500 * time.Millisecond, ends: 9500 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			reader, writer := io.Pipe()
			s := Open(writer, io.Discard, false)
			ctx, signal := context.WithCancel(t.Context())
			defer signal()
			began, ended := time.Now(), time.Duration(0)
			over := s.endBlocked(ctx, func() { ended = time.Since(began) })
			if c.signal > 0 {
				time.AfterFunc(c.signal, signal)
			}
			time.AfterFunc(c.write, func() { s.Out.Write([]byte("rows\n")) })
			if c.taken > 0 {
				time.AfterFunc(c.taken, func() { io.Copy(io.Discard, reader) })
			}
			time.Sleep(2 * time.Minute) // virtual
			synctest.Wait()
			if late := ended - c.ends; late < 0 || late > 2*look || c.ends == 0 && late != 0 {
				t.Errorf("%s: it ends after %v, want %v", name, ended, c.ends)
			}
			over()
			reader.Close()
			writer.Close()
		})
	}
}

// `> log 2> log` opens the file twice, each with a place of its own: the rows and the
// sentences would be written over each other.
func TestTwoStreamsOnOneFileLoseNothing(t *testing.T) {
	open := func(path string) *os.File {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	folder := t.TempDir()
	log, other := filepath.Join(folder, "log"), filepath.Join(folder, "other")
	for _, errPath := range []string{log, other} {
		s := Open(open(log), open(errPath), false)
		for range 2 {
			io.WriteString(s.Out, "row\n")
			io.WriteString(s.Err, "a sentence\n")
		}
		s.Close()
		got, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		want := "row\na sentence\nrow\na sentence\n"
		if errPath == other {
			want = "row\nrow\n"
		}
		if string(got) != want {
			t.Errorf("standard error to %s: %q, expected %q", filepath.Base(errPath), got, want)
		}
	}
}
