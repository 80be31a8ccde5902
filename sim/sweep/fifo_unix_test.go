//go:build unix

package sweep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A sweep that is ended before its data could be looked at leaves the files of its results
// as they were: they are of all the runs in the folder.
func TestASweepThatEndsBeforeItsDataAreReadKeepsItsFiles(t *testing.T) {
	path, dir := filepath.Join(t.TempDir(), "people.svm"), t.TempDir()
	p := parse(t, "data = \"libsvm:"+path+"\"\nC = 10\nnodes = 3\niterations = 3\nrealised = false\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n")
	table(t, path, 0)
	run(t, p, dir)
	names := []string{RunsFile, PlanFile, ResultsFile, SummaryFile, PageFile, "curve-error.svg"}
	before := map[string]string{}
	for _, name := range names {
		before[name] = read(t, dir, name)
	}
	at, now := context.WithCancel(t.Context())
	now() // before anything
	if r, err := p.Run(at, hosted(t), dir, 1, nil); !errors.Is(err, context.Canceled) || r.Kept() != "finished runs" {
		t.Errorf("%v, %s", err, r.Kept())
	}
	if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0) // comes back when somebody reads
		stop()
		ended <- errors.Join(err, f.Close())
	}()
	r, err := p.Run(ctx, hosted(t), dir, 1, nil)
	if wrong := <-ended; wrong != nil || !errors.Is(err, context.Canceled) || r.Finished() != 2 {
		t.Errorf("%v, %d runs", err, r.Finished())
	}
	for _, name := range names {
		if read(t, dir, name) != before[name] {
			t.Errorf("%s is another one", name)
		}
	}
}

// A plan that has become a pipe while runs were made is not waited for once the sweep is ended.
func TestAPlanThatBecomesAPipeIsNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	text := "data = \"census:300\"\nC = 10\niterations = 2\nrealised = false\n[sweep]\nrepeats = 1\nalpha = "
	run(t, parse(t, text+"[0.5, 1]\n"), dir)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		path := filepath.Join(dir, PlanFile)
		_, err := parse(t, text+"[0.5, 1, 2]\n").Run(ctx, hosted(t), dir, 1, func(p Progress) {
			if ctx.Err() == nil && p.Results.Finished() == 3 {
				if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
					t.Error(err)
				}
				stop()
			}
		})
		ended <- err
	}()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the sweep says that all is written")
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the sweep waits for a pipe")
	}
}
