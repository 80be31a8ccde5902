//go:build unix

package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// A link that takes the place of a run leads to nothing that is written over, and a pipe is not
// waited for: they are set aside, and the run is kept.
func TestWhatIsNoOrdinaryFileInTheRunsPlaceIsSetAside(t *testing.T) {
	for name, put := range map[string]func(path, other string) error{
		"a link that leads nowhere": func(path, other string) error {
			return errors.Join(os.Symlink(other+".gone", path+aside), os.Symlink(other+".gone", path))
		},
		"a link to another run": func(path, other string) error { return os.Symlink(other, path) },
		"a pipe":                func(path, _ string) error { return syscall.Mkfifo(path, 0o600) },
	} {
		a := saved(t, tried("other", 4), tried("x", 3))
		before, err := os.ReadFile(a.Path("other"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Remove(a.Path("x")), put(a.Path("x"), a.Path("other"))); err != nil {
			t.Fatal(err)
		}
		if _, _, err := a.Curve("x"); err == nil {
			t.Errorf("%s has curves", name)
		}
		if err := a.Save(tried("x", 5), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if notes := a.Untold(); len(notes) != 1 || !strings.Contains(notes[0], "no ordinary file") {
			t.Errorf("%s: told %q, expected that it was set aside", name, notes)
		}
		if after, err := os.ReadFile(a.Path("other")); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: the other run was written over (%v)", name, err)
		}
		if records, _ := listed(t, a); len(records) != 2 {
			t.Errorf("%s: %d runs, expected both", name, len(records))
		}
	}
}

// While another laboratory is stopped in mid-write a run is saved, as it must not be lost; it is
// neither named nor deleted nor brought back, and that is told.
func TestOnlyARunIsWrittenWhileAnotherIsStopped(t *testing.T) {
	defer func(time time.Duration) { lockTime = time }(lockTime)
	lockTime = 0
	a := saved(t, tried("x", 3), tried("y", 3))
	undo, err := a.Delete("y")
	if err != nil {
		t.Fatal(err)
	}
	release, err := Open(a.Folder()).lock()
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Save(tried("x", 5), nil); err != nil {
		t.Error(err)
	}
	for what, err := range map[string]error{"naming": a.Rename("x", "mine"), "deleting": second(a.Delete("x")), "bringing back": undo()} {
		if !errors.Is(err, errBusy) || Final(err) {
			t.Errorf("%s: %v", what, err)
		}
	}
	release()
	if err := errors.Join(a.Rename("x", "mine"), undo()); err != nil {
		t.Fatal(err)
	}
	if records, _, err := a.List(t.Context()); err != nil || len(records) != 2 || records[1].Name != "mine" || records[1].Last.Iteration != 5 {
		t.Errorf("%v, %v", records, err)
	}
}

// A list waits once for another that is stopped in mid-write, however many files are damaged, and
// no longer than anybody waits for the list: they stay where they are, with a word.
func TestAListWaitsOnceForAnotherThatIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const many = 41
		a := saved(t, tried("a", 3))
		for n := range many {
			if err := os.WriteFile(a.Path(fmt.Sprintf("b%02d", n)), []byte("?"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		release, err := Open(a.Folder()).lock()
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		begun := time.Now()
		records, notes, err := a.List(t.Context())
		if waited := time.Since(begun); err != nil || len(records) != 1 || waited > lockTime*3/2 {
			t.Errorf("%v, %v, after %v", records, err, waited)
		}
		if len(notes) != many || !strings.Contains(notes[0], "was left out: another laboratory") {
			t.Errorf("told %q, expected each of %d", notes, many)
		}
		begun = time.Now()
		ctx, end := context.WithTimeout(t.Context(), lockTime/4)
		defer end()
		if _, notes, err := a.List(ctx); !errors.Is(err, context.DeadlineExceeded) || notes != nil || time.Since(begun) > lockTime/2 {
			t.Errorf("nobody waits any more: %q, %v, after %v", notes, err, time.Since(begun))
		}
		if left := a.Untold(); left != nil || !there(a.Path("b00")) {
			t.Errorf("told %q", left)
		}
	})
}

// Where the file of the lock cannot be opened, as somebody else has made it, laboratories take
// turns all the same.
func TestLaboratoriesTakeTurnsWithoutTheFileOfTheLock(t *testing.T) {
	defer func(time time.Duration) { lockTime = time }(lockTime)
	lockTime = 0
	a := saved(t, tried("x", 3))
	if err := os.Mkdir(filepath.Join(a.Folder(), lockFile), 0o700); err != nil {
		t.Fatal(err)
	}
	release, err := Open(a.Folder()).lock()
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Rename("x", "mine"); !errors.Is(err, errBusy) {
		t.Errorf("while another has the folder: %v", err)
	}
	release()
	if err := a.Rename("x", "mine"); err != nil {
		t.Error(err)
	}
}

// Whoever was stopped between reading a run and writing it takes nothing back of what others have
// done to it by then.
func TestWhoWasStoppedInMidWriteTakesNothingBack(t *testing.T) {
	defer func(time time.Duration) { lockTime, beforeMove = time, func() {} }(lockTime)
	lockTime = 0
	meanwhile := func(do func() error) {
		beforeMove = func() {
			beforeMove = func() {}
			if err := do(); err != nil {
				t.Error(err)
			}
		}
	}
	for what, stopped := range map[string]func(runs, other *Archive) error{
		"naming": func(runs, other *Archive) error {
			meanwhile(func() error { return runs.Save(tried("x", 9), nil) })
			return other.Rename("x", "mine")
		},
		"saving": func(runs, other *Archive) error {
			release, err := other.lock()
			if err != nil {
				return err
			}
			meanwhile(func() error { release(); return other.Rename("x", "mine") })
			return runs.Save(tried("x", 9), nil)
		},
	} {
		runs := saved(t, tried("x", 3))
		if err := stopped(runs, Open(runs.Folder())); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if records, _, err := runs.List(t.Context()); err != nil || len(records) != 1 || records[0].Name != "mine" || records[0].Last.Iteration != 9 {
			t.Errorf("%s: %v, %v", what, records, err)
		}
	}
	runs := saved(t, tried("x", 3))
	release, err := Open(runs.Folder()).lock()
	if err != nil {
		t.Fatal(err)
	}
	meanwhile(func() error { release(); return second(Open(runs.Folder()).Delete("x")) })
	if err := runs.Save(tried("x", 9), nil); err != nil || there(runs.Path("x")) {
		t.Errorf("deleted meanwhile, it is back: %v", err)
	}
}

// Whoever was stopped between reading a run and taking its file away takes none that others have
// written there by then: a deletion is of the run as it is, a healthy run is not set aside, and one
// that has gone on is not among the oldest.
func TestWhoWasStoppedBeforeTakingARunAwayTakesNoNewerOne(t *testing.T) {
	defer func(time time.Duration) { lockTime, beforeMove = time, func() {} }(lockTime)
	lockTime = 0
	for what, stopped := range map[string]func(runs, other *Archive) error{
		"deleting": func(_, other *Archive) error {
			undo, err := other.Delete("x")
			if err != nil {
				return err
			}
			if there(other.Path("x")) {
				return errors.New("it was not deleted")
			}
			return undo()
		},
		"setting aside": func(runs, other *Archive) error {
			if err := os.WriteFile(runs.Path("x"), []byte("torn"), 0o600); err != nil {
				return err
			}
			if notes, err := other.setAside(context.Background(), []torn{{"x", "it is torn"}}); notes != nil || err != nil {
				return fmt.Errorf("%q, %v", notes, err)
			}
			if text, err := os.ReadFile(runs.Path("x") + aside); err != nil || string(text) != "torn" {
				return fmt.Errorf("%q is aside (%v), expected what was torn", text, err)
			}
			return nil
		},
		"making room": func(_, other *Archive) error {
			x, err := other.head("x")
			if err != nil {
				return err
			}
			others := slices.Repeat([]Record{tried("y", 3)}, Most)
			other.prune(append(others, x))
			return nil
		},
	} {
		runs := saved(t, tried("x", 3), tried("y", 3))
		long := time.Now().Add(-time.Hour)
		if err := os.Chtimes(runs.Path("x"), long, long); err != nil {
			t.Fatal(err)
		}
		beforeMove = func() {
			beforeMove = func() {}
			if err := runs.Save(tried("x", 9), nil); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		if err := stopped(runs, Open(runs.Folder())); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if x, err := runs.head("x"); err != nil || x.Last.Iteration != 9 {
			t.Errorf("%s: the run is at iteration %d (%v), expected 9", what, x.Last.Iteration, err)
		}
		if left, err := filepath.Glob(filepath.Join(runs.Folder(), ".admmlab-*")); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, %v", what, left, err)
		}
	}
}

// How a run ended that another laboratory has brought back is not forgotten where the disk is
// full.
func TestARunThatWasBroughtBackWaitsForRoom(t *testing.T) {
	const alone = "ADMMLAB_TEST_FULL_DISK"
	if os.Getenv(alone) == "" { // in a process of its own: a limit on files holds for all that it writes
		cmd := exec.Command(os.Args[0], "-test.run=^TestARunThatWasBroughtBackWaitsForRoom$")
		cmd.Env = append(os.Environ(), alone+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	a := saved(t, tried("x", 3))
	undo, err := Open(a.Folder()).Delete("x")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.Save(tried("x", 9), nil), undo()); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 10, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	full := []error{a.CatchUp(), a.CatchUp()}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	for _, err := range full {
		if !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), "brought back is not kept as it ended") {
			t.Errorf("without room: %v", err)
		}
	}
	if err := a.CatchUp(); err != nil {
		t.Error(err)
	}
	if records, _, err := a.List(t.Context()); err != nil || len(records) != 1 || records[0].Last.Iteration != 9 {
		t.Errorf("with room again: %v, %v", records, err)
	}
}
