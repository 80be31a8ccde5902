//go:build unix

package kept

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/tui/dialog"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// rooms limits how large a file gets, of which all is the limit of before, in a test that runs
// once more in a process of its own: the limit holds for all that it writes. There is none where
// the test has run there.
func rooms(t *testing.T) (limit func(size uint64), all uint64) {
	t.Helper()
	const alone = "ADMMLAB_TEST_FULL_DISK"
	if os.Getenv(alone) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), alone+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return nil, 0
	}
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit = func(size uint64) {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: min(size, before.Max), Max: before.Max}); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { limit(before.Cur); signal.Reset(syscall.SIGXFSZ) })
	return limit, before.Cur
}

// A run whose folder is away for a moment, as under an automounter whose server is, waits for it
// like for any disk.
func TestARunWaitsForAFolderThatIsAway(t *testing.T) {
	place := filepath.Join(t.TempDir(), "place")
	if err := os.Symlink("/proc", place); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(place, "runs"), 0o700); !errors.Is(err, fs.ErrNotExist) {
		t.Skip("no place here where a folder cannot be made because something is not there: ", err)
	}
	s, jobs, runs := &scene.Scene{Run: &scene.History{}}, job.NewList(t.Context()), archive.Open(filepath.Join(place, "runs"))
	s.State.Replay = config.Default()
	k := New(s, jobs, runs, nil, Hooks{})
	k.Begins()
	goesOn := func(iteration int) {
		s.Run.Add(sim.Row{Iteration: iteration})
		k.Leaving()
		k.writeNext()
		settled(k, jobs)
	}
	if goesOn(1); !strings.Contains(s.Message.Text, "runs are not kept: ") || len(k.queue) != 1 || k.lost > 0 {
		t.Errorf("away: it says %q, %d wait, %d are lost", s.Message.Text, len(k.queue), k.lost)
	}
	if err := errors.Join(os.Remove(place), os.Mkdir(place, 0o700)); err != nil {
		t.Fatal(err)
	}
	goesOn(2)
	list, _, err := runs.List(t.Context())
	if err != nil || len(list) != 1 || list[0].Last.Iteration != 2 || !strings.Contains(s.Message.Text, "runs are kept again") {
		t.Errorf("back: it says %q, %d runs are kept, %v", s.Message.Text, len(list), err)
	}
}

// What a full disk does not take of a run that another laboratory has brought back is tried again
// like any other run, and told where it is given up.
func TestTheEndOfARunThatWasBroughtBackIsTriedAgain(t *testing.T) {
	limit, all := rooms(t)
	if limit == nil {
		return
	}
	for _, room := range []bool{true, false} {
		limit(all)
		jobs, runs := job.NewList(t.Context()), archive.Open(t.TempDir())
		save := func(iteration int) error {
			return runs.Save(archive.Record{ID: "x", Config: config.Default(), Last: sim.Row{Iteration: iteration}}, nil)
		}
		err := save(1)
		undo, deleted := archive.Open(runs.Folder()).Delete("x")
		if err := errors.Join(err, deleted, save(100), undo()); err != nil {
			t.Fatal(err)
		}
		s := &scene.Scene{Run: &scene.History{}}
		k := New(s, jobs, runs, nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
		limit(10)
		for range 2 {
			k.Tidy()
			settled(k, jobs)
		}
		if !strings.Contains(s.Message.Text, "not kept as it ended") || len(k.queue) != 1 {
			t.Errorf("without room %d wait, and it says %q", len(k.queue), s.Message.Text)
		}
		if room {
			limit(all)
		}
		s.Now = s.Now.Add(Every)
		k.Tick()
		settled(k, jobs)
		err = k.Last(t.Context())
		limit(all)
		records, _, listed := runs.List(t.Context())
		if listed != nil || len(records) != 1 || (records[0].Last.Iteration == 100) != room {
			t.Errorf("room again %v: %v, %v", room, records, listed)
		}
		if (err == nil) != room || err != nil && !strings.HasPrefix(err.Error(), "the last state of 1 run is not kept") {
			t.Errorf("room again %v: it ends with %v", room, err)
		}
	}
}

// A name that had no room does not come back over a shorter one that has been given since and
// found some: whether both wait for the table, the newer one for the older, or that for room.
func TestALongNameDoesNotComeBackOverAShorterOne(t *testing.T) {
	limit, all := rooms(t)
	if limit == nil {
		return
	}
	for _, waits := range []string{"both", "the newer", "the older"} {
		limit(all)
		jobs, runs := job.NewList(t.Context()), archive.Open(t.TempDir())
		if err := runs.Save(archive.Record{ID: "x", Config: config.Default(), Last: sim.Row{Iteration: 1}}, nil); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(runs.Path("x"))
		if err != nil {
			t.Fatal(err)
		}
		s := &scene.Scene{Run: &scene.History{}}
		k := New(s, jobs, runs, nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
		limit(uint64(info.Size()) + 100)
		if waits == "both" {
			k.Tidy()
		}
		k.withRuns(naming("x", strings.Repeat("long ", 60)))
		if waits == "the older" {
			settled(k, jobs)
			if len(k.queue) != 1 {
				t.Fatalf("%d wait for room", len(k.queue))
			}
		}
		k.withRuns(naming("x", "short"))
		settled(k, jobs)
		limit(all)
		for range 3 {
			s.Now = s.Now.Add(Every)
			k.Tick()
			settled(k, jobs)
		}
		if got, _, err := runs.List(t.Context()); err != nil || len(got) != 1 || got[0].Name != "short" || !k.Idle() || k.failed != nil {
			t.Errorf("%s: %v, %v, failed %v", waits, got, err, k.failed)
		}
	}
}
