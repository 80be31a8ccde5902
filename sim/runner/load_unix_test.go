//go:build unix

package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"admmlab/sim"
	"admmlab/sim/config"
)

func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	return path
}

// Whatever a pipe is waiting for, Load ends with its context, and nothing of it is
// left: no goroutine and nobody who holds the pipe open.
func TestNothingIsLeftOfAPipeThatIsGivenUp(t *testing.T) {
	for what, says := range map[string]string{"nobody writes": "-", "a writer keeps silent": "", "a writer stops in a line": "1,0\n2,1\n3"} {
		path := pipe(t)
		before := goleak.IgnoreCurrent()
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, err := Load(ctx, "csv:"+path, nil)
			ended <- err
		}()
		var writer *os.File
		if says != "-" {
			var err error
			if writer, err = os.OpenFile(path, os.O_WRONLY, 0); err != nil { // returns when somebody reads
				t.Fatal(err)
			}
			if _, err := writer.WriteString(says); err != nil {
				t.Error(err)
			}
		}
		end()
		if err := <-ended; err != context.Canceled {
			t.Errorf("%s: %v", what, err)
		}
		if writer != nil {
			if _, err := writer.WriteString("\n"); !errors.Is(err, syscall.EPIPE) {
				t.Errorf("%s: the pipe is still held, %v", what, err)
			}
			writer.Close()
		} else if _, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); !errors.Is(err, syscall.ENXIO) {
			t.Errorf("%s: the pipe is still held, %v", what, err)
		}
		goleak.VerifyNone(t, before)
	}
}

// A runner that waits for data ends when it is closed.
func TestARunnerIsClosedWhileItsDataDoNotCome(t *testing.T) {
	path := pipe(t)
	r := hosted(t)
	before := goleak.IgnoreCurrent()
	c := small(t)
	c.Data = "csv:" + path
	r.Offer(Command{Order: Start, Config: c})
	writer, err := os.OpenFile(path, os.O_WRONLY, 0) // returns when the runner reads
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	r.Close()
	for range r.Batches() {
	}
	goleak.VerifyNone(t, before)
}

// Data that never come keep no start of other data waiting: neither while they are read, nor
// where their own start had still been on its way.
func TestAStartOfOtherDataWaitsForNone(t *testing.T) {
	for _, underway := range []bool{true, false} {
		path := pipe(t)
		h := NewHost()
		l := &lab{Runner: h.NewRunner(t.Context())}
		lost, next := small(t), small(t)
		lost.Data, next.Data = "csv:"+path, "census:60"
		if underway {
			l.order(t, Command{Seq: 1, Order: Start, Config: lost})
			writer, err := os.OpenFile(path, os.O_WRONLY, 0) // returns when the runner reads
			if err != nil {
				t.Fatal(err)
			}
			defer writer.Close()
		}
		l.Expect(2, next.Data, true)
		if !underway {
			l.order(t, Command{Seq: 1, Order: Start, Config: lost})
		}
		l.order(t, Command{Seq: 2, Order: Start, Config: next})
		l.await(t, "the other data", 10*time.Second, func() bool {
			for _, n := range l.last.Notices {
				if n.Kind == sim.Refused {
					t.Error(n.Text)
				}
			}
			return l.last.State.Config.Data == next.Data
		})
		h.Close()
	}
}

// waiting is a runner and a session whose data are to come from a pipe.
func waiting(t *testing.T) (l *lab, c config.Config, path string) {
	t.Helper()
	path = pipe(t)
	h := NewHost()
	t.Cleanup(h.Close)
	c = small(t)
	c.Data = "csv:" + path
	return &lab{Runner: h.NewRunner(t.Context())}, c, path
}

// What is refused while a newer start waits for the same data is not read again for that, which would
// wait for the pipe once more: it is refused as well, and only that is told.
func TestWhatIsRefusedIsNotReadAgainForANewerStart(t *testing.T) {
	l, c, path := waiting(t)
	l.order(t, Command{Seq: 1, Order: Start, Config: c})
	write := func(text string, meanwhile func()) {
		writer, err := os.OpenFile(path, os.O_WRONLY, 0) // returns when the runner reads
		if err != nil {
			t.Fatal(err)
		}
		meanwhile()
		if _, err := writer.WriteString(text); err != nil || writer.Close() != nil {
			t.Fatal(err)
		}
	}
	write("a\n", func() {
		c.Seed++
		l.Expect(2, c.Data, true)
		l.order(t, Command{Seq: 2, Order: Start, Config: c})
	})
	refused := 0
	l.await(t, "the refusal", 10*time.Second, func() bool {
		for _, n := range l.last.Notices {
			if n.Kind == sim.Refused && strings.Contains(n.Text, "found 1") {
				refused++
			}
		}
		return l.last.State.Seq == 2
	})
	if refused != 1 || l.last.Generation != 0 {
		t.Errorf("refused %d times, and run %d has begun", refused, l.last.Generation)
	}
	l.order(t, Command{Seq: 3, Order: Start, Config: c}) // which is a wish of its own
	write("a,y\n"+strings.Repeat("1,0\n2,1\n", 300), func() {})
	l.await(t, "the next start", 10*time.Second, func() bool { return l.last.Generation == 1 })
}

// A pipe is read to its end, however late its writer comes and however it pauses.
func TestAPipeIsReadToItsEnd(t *testing.T) {
	path := pipe(t)
	wrote := make(chan error)
	go func() {
		w, err := os.OpenFile(path, os.O_WRONLY, 0)
		for i := 0; i < 3 && err == nil; i++ {
			_, err = fmt.Fprintf(w, "%s", strings.Repeat("1,0\n2,1\n", 5000))
		}
		wrote <- errors.Join(err, w.Close())
	}()
	d, err := Load(t.Context(), "csv:"+path, nil)
	if err := errors.Join(err, <-wrote); err != nil || d.Len() != 30000 {
		t.Errorf("%v", err)
	}
}

// What a shell makes of <(command) is a pipe whose writer may have gone without a
// word: that is an empty text, and nothing to wait for.
func TestAPipeWhoseWriterHasGoneIsEmpty(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w.Close()
	path := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("no /dev/fd here: ", err)
	}
	if _, err := Load(t.Context(), "csv:"+path, nil); err == nil || !strings.Contains(err.Error(), "no complete record found") {
		t.Errorf("%v", err)
	}
}

// Whoever wants a run to stand while its data are read finds it at its start, and the one
// iteration that is asked for then is its first.
func TestARunStandsThatIsToStandBeforeItsDataAreThere(t *testing.T) {
	l, c, path := waiting(t)
	l.Expect(1, c.Data, true)
	l.order(t, Command{Seq: 1, Order: Start, Config: c, Run: true})
	writer, err := os.OpenFile(path, os.O_WRONLY, 0) // returns when the runner reads
	if err != nil {
		t.Fatal(err)
	}
	l.Expect(1, c.Data, false)
	if _, err := writer.WriteString("a,y\n" + strings.Repeat("1,0\n2,1\n", 300)); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	l.await(t, "the start", 10*time.Second, func() bool { return l.last.Generation == 1 })
	if s := l.last.State; s.Running || s.Iteration != 0 {
		t.Errorf("it runs: %t, t = %d", s.Running, s.Iteration)
	}
	l.order(t, Command{Seq: 2, Order: Once})
	l.await(t, "an iteration", 10*time.Second, func() bool { return l.last.State.Seq == 2 && l.last.State.Iteration > 0 })
	if s := l.last.State; s.Running || s.Iteration != 1 {
		t.Errorf("it runs: %t, t = %d", s.Running, s.Iteration)
	}
	l.Expect(4, c.Data, true) // of a later start, by the same data
	l.order(t, Command{Seq: 3, Order: Start, Config: c})
	l.await(t, "the next start", 10*time.Second, func() bool { return l.last.Generation == 2 })
	if s := l.last.State; s.Running || s.Iteration != 0 {
		t.Errorf("what is told of a later start runs this one: %t, t = %d", s.Running, s.Iteration)
	}
}

// Data whose full path no session text could name are not read: their run could be found from
// nowhere else. A link to their folder will do.
func TestDataInAFolderThatNoTextCanNameAreRefused(t *testing.T) {
	dir := t.TempDir()
	folder, link := filepath.Join(dir, "\xff"), filepath.Join(dir, "link")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.Symlink(folder, link)); err != nil {
		t.Skip("no such folders here: ", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a.csv"), []byte("a,y\n1,0\n2,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	if _, err := Load(t.Context(), "csv:a.csv", nil); err == nil || !strings.Contains(err.Error(), `\xff/a.csv", is not UTF-8`) {
		t.Errorf("in %q: %v", folder, err)
	}
	t.Chdir(link)
	if set, err := Load(t.Context(), "csv:a.csv", nil); err != nil || set.Key != "csv:"+filepath.Join(link, "a.csv") {
		t.Errorf("by a link: %v", err)
	}
}
