//go:build unix

package kept

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
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

// What a full disk does not take of a run that another laboratory has brought back is tried again
// like any other run, and told where it is given up.
func TestTheEndOfARunThatWasBroughtBackIsTriedAgain(t *testing.T) {
	const alone = "ADMMLAB_TEST_FULL_DISK"
	if os.Getenv(alone) == "" { // in a process of its own: a limit on files holds for all that it writes
		cmd := exec.Command(os.Args[0], "-test.run=^TestTheEndOfARunThatWasBroughtBackIsTriedAgain$")
		cmd.Env = append(os.Environ(), alone+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	limit := func(size uint64) {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: min(size, before.Max), Max: before.Max}); err != nil {
			t.Fatal(err)
		}
	}
	defer limit(before.Cur)
	for _, room := range []bool{true, false} {
		limit(before.Cur)
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
			for k.Work() != nil {
				<-k.Work().Ended()
				jobs.Deliver()
			}
		}
		if !strings.Contains(s.Message.Text, "not kept as it ended") || len(k.queue) != 1 {
			t.Errorf("without room %d wait, and it says %q", len(k.queue), s.Message.Text)
		}
		if room {
			limit(before.Cur)
		}
		s.Now = s.Now.Add(Every)
		k.Tick()
		for k.Work() != nil {
			<-k.Work().Ended()
			jobs.Deliver()
		}
		err = k.Last(t.Context())
		limit(before.Cur)
		records, _, listed := runs.List(t.Context())
		if listed != nil || len(records) != 1 || (records[0].Last.Iteration == 100) != room {
			t.Errorf("room again %v: %v, %v", room, records, listed)
		}
		if (err == nil) != room || err != nil && !strings.HasPrefix(err.Error(), "1 run not kept") {
			t.Errorf("room again %v: it ends with %v", room, err)
		}
	}
}
