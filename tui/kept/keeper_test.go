package kept

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/files"
	"admmlab/tui/dialog"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// A table that is long in coming stays away from who has turned to something else: it would
// take keys that are not meant for it.
func TestATableThatIsNotAwaitedAnyMoreStaysAway(t *testing.T) {
	for what, meanwhile := range map[string]func(k *Keeper, free *bool){
		"shown":                   func(*Keeper, *bool) {},
		"taken back":              func(k *Keeper, _ *bool) { k.Forgo() },
		"another dialog in front": func(_ *Keeper, free *bool) { *free = false },
	} {
		jobs, shown, free := job.NewList(t.Context()), 0, true
		k := New(&scene.Scene{Run: &scene.History{}}, jobs, archive.Open(t.TempDir()), nil, Hooks{
			Wish: func(w scene.Wish) tea.Cmd {
				if _, is := w.(scene.Open); is {
					shown++
				}
				return nil
			},
			Free: func(dialog.Dialog) bool { return free },
		})
		k.table.undo = []*deletion{{}} // a table without lines is shown to who may bring one back
		k.Table()
		if !k.Awaited() {
			t.Errorf("%s: it is not awaited", what)
		}
		meanwhile(k, &free)
		<-k.table.job.Ended()
		jobs.Deliver()
		free = true
		if want := map[string]int{"shown": 1}[what]; shown != want || k.Awaited() || k.table.wanted != (want > 0) {
			t.Errorf("%s: it was shown %d times, and is wanted: %v", what, shown, k.table.wanted)
		}
	}
}

// What the table lists, and deletes, is what there is: it waits for a run that is being written.
func TestTheTableWaitsForARunThatIsBeingWritten(t *testing.T) {
	jobs, let := job.NewList(t.Context()), make(chan bool)
	k := New(&scene.Scene{Run: &scene.History{}}, jobs, archive.Open(t.TempDir()), nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
	var order []string
	k.enqueue(attempt{again: func() error { <-let; order = append(order, "written"); return nil }})
	k.Tick()
	k.withRuns(runsAction{do: func(*archive.Archive) (none attempt, err error) { order = append(order, "read"); return none, nil }})
	k.table.wanted = true
	if !k.Awaited() {
		t.Error("the table is not awaited while a run is being written")
	}
	if k.table.job.UnderWay() {
		<-k.table.job.Ended()
	}
	close(let)
	for !k.Idle() {
		<-k.Work().Ended()
		jobs.Deliver()
	}
	if want := []string{"written", "read"}; !slices.Equal(order, want) || k.Awaited() {
		t.Errorf("%v, want %v; awaited at the end: %v", order, want, k.Awaited())
	}
}

// A run that the table writes on its way, as it stood, does not come back over how it ended meanwhile.
func TestTheEndOfARunStaysThoughTheTableWritesItLater(t *testing.T) {
	jobs, runs, let := job.NewList(t.Context()), archive.Open(t.TempDir()), make(chan bool)
	k := New(&scene.Scene{Run: &scene.History{}}, jobs, runs, nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
	r := archive.Record{ID: archive.NewID(time.Now()), Config: config.Default(), End: archive.Left, Last: sim.Row{Iteration: 200}, Turn: 1}
	k.enqueue(attempt{again: func() error { <-let; return nil }}) // on a slow disk
	k.enqueue(attempt{record: r, curve: []archive.Point{}})
	k.withRuns(listOnly)
	r.End, r.Turn = archive.Limit, 2
	k.enqueue(attempt{record: r, curve: []archive.Point{}})
	k.writeNext()
	<-k.write.Ended()
	close(let)
	for !k.Idle() {
		<-k.Work().Ended()
		jobs.Deliver()
	}
	if list, _, err := runs.List(t.Context()); err != nil || len(list) != 1 || list[0].End != archive.Limit {
		t.Errorf("%+v, %v", list, err)
	}
}

// When the screen is gone nobody waits for the reading of kept runs: the last run is written at
// once, whatever is read.
func TestReadingEndsWithTheScreen(t *testing.T) {
	runs := archive.Open(t.TempDir())
	if err := runs.Save(archive.Record{ID: "old", Config: config.Default(), Origin: "of then", Last: sim.Row{Iteration: 1}}, nil); err != nil {
		t.Fatal(err)
	}
	forEver := func(ctx context.Context, _ string) (string, error) { <-ctx.Done(); return "", ctx.Err() }
	for what, begin := range map[string]func(k *Keeper, jobs *job.List){
		"curves": func(k *Keeper, jobs *job.List) {
			k.trails.job = job.Start(jobs, job.Task[job.None, job.None]{
				Name: "reading for ever",
				Work: func(ctx context.Context, _ func(job.None)) (none job.None, err error) {
					ctx, stop := k.reading(ctx)
					defer stop()
					_, err = forEver(ctx, "")
					return none, err
				},
				Done: func(job.None, error) tea.Cmd { return nil },
			})
		},
		"data, for the table": func(k *Keeper, _ *job.List) { k.Table() },
	} {
		jobs, written := job.NewList(t.Context()), false
		k := New(&scene.Scene{Run: &scene.History{}}, jobs, runs, nil, Hooks{Origin: forEver, Free: func(dialog.Dialog) bool { return true }})
		begin(k, jobs)
		k.enqueue(attempt{again: func() error { written = true; return nil }})
		patience, stop := context.WithTimeout(t.Context(), 10*time.Second)
		defer stop()
		if err := k.Last(patience); err != nil || patience.Err() != nil || !written {
			t.Errorf("%s: it is waited for: %v, %v; written: %v", what, err, patience.Err(), written)
		}
	}
}

// The last run is written while the table's names and deletions still wait, as for a laboratory
// that is stopped in mid-write; where they wait for longer than anybody has patience it is not
// the run that is told as lost.
func TestTheLastRunDoesNotWaitForTheTable(t *testing.T) {
	for _, longer := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			jobs, runs, written, let := job.NewList(t.Context()), archive.Open(t.TempDir()), make(chan bool), make(chan bool)
			k := New(&scene.Scene{Run: &scene.History{}}, jobs, runs, nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
			k.withRuns(runsAction{do: func(*archive.Archive) (none attempt, err error) {
				<-written
				if longer {
					<-let
				}
				return none, nil
			}})
			k.enqueue(attempt{record: archive.Record{ID: "beside"}, again: func() error { return nil }})
			k.enqueue(attempt{record: archive.Record{ID: "last"}, again: func() error { close(written); return nil }})
			patience, stop := context.WithTimeout(t.Context(), 5*time.Second)
			defer stop()
			err := k.Last(patience)
			select {
			case <-written:
			default:
				t.Error("it is not written")
				close(written)
			}
			if (err != nil) != longer || err != nil && strings.Contains(err.Error(), "the last run") {
				t.Errorf("longer %v: %v", longer, err)
			}
			close(let)
		})
	}
}

// Whatever is waited for in vain, a run that the disk has refused meanwhile is told as lost, and
// what was to be told since the screen is gone is told, too.
func TestWhatIsLostIsToldBesideWhatIsWaitedForInVain(t *testing.T) {
	full, never := errors.New("no space left on device"), "does not answer"
	for what, wait := range map[string]func(k *Keeper, refused attempt, let chan bool){
		"the table": func(k *Keeper, refused attempt, let chan bool) {
			k.withRuns(runsAction{do: func(*archive.Archive) (none attempt, err error) { <-let; return none, nil }})
			k.enqueue(refused)
		},
		"a run": func(k *Keeper, refused attempt, let chan bool) {
			k.enqueue(refused)
			k.enqueue(attempt{record: archive.Record{ID: "last"}, again: func() error { <-let; return nil }})
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			jobs, let := job.NewList(t.Context()), make(chan bool)
			k := New(&scene.Scene{Run: &scene.History{}}, jobs, archive.Open(t.TempDir()), nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
			refused := attempt{record: archive.Record{ID: "beside"}, again: func() error { return full }}
			wait(k, refused, let)
			k.unseen = []string{"x is set aside"}
			patience, stop := context.WithTimeout(t.Context(), 5*time.Second)
			defer stop()
			told := fmt.Sprint(k.Last(patience))
			for _, words := range []string{"the last state of 1 run is not kept", full.Error(), never, "x is set aside"} {
				if !strings.Contains(told, words) {
					t.Errorf("%s: %q is not told in %q", what, words, told)
				}
			}
			close(let)
		})
	}
}

// A run that has gone meanwhile is told once and asked for no more: no disk has failed.
func TestANameForARunThatHasGoneIsNotTriedAgain(t *testing.T) {
	jobs := job.NewList(t.Context())
	s := &scene.Scene{Run: &scene.History{}}
	k := New(s, jobs, archive.Open(t.TempDir()), nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
	k.withRuns(naming("gone", "mine"))
	<-k.table.job.Ended()
	jobs.Deliver()
	if k.failed != nil || len(k.queue) > 0 || !strings.Contains(s.Message.Text, "no longer kept") {
		t.Errorf("failed %v, %d wait, and the message is %q", k.failed, len(k.queue), s.Message.Text)
	}
}

// A name that no waiting gets to its run, as that is damaged, is told once and asked for no more.
func TestANameForADamagedRunIsNotTriedAgain(t *testing.T) {
	runs := archive.Open(t.TempDir())
	if err := os.WriteFile(runs.Path("x"), []byte("?"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := naming("x", "mine").do(runs); err == nil || again.again != nil {
		t.Errorf("%v, tried again: %v", err, again.again != nil)
	}
}

// A name that waits hides neither that runs are not kept nor that they are again.
func TestAWaitingNameHidesNoFullDisk(t *testing.T) {
	jobs := job.NewList(t.Context())
	s := &scene.Scene{Run: &scene.History{}}
	k := New(s, jobs, archive.Open(t.TempDir()), nil, Hooks{})
	waits, full := errors.New("the name waits"), errors.New("no space left on device")
	name := attempt{record: archive.Record{ID: "y"}, again: func() error { return waits }}
	run := attempt{record: archive.Record{ID: "z", Config: config.Default(), Last: sim.Row{Iteration: 1}}, curve: []archive.Point{}}
	for _, of := range []struct {
		failed attempt
		why    error
	}{{name, waits}, {run, full}} {
		k.giveBack([]attempt{of.failed}, of.why)
		if want := "runs are not kept: " + of.why.Error(); s.Message.Text != want {
			t.Errorf("it says %q, want %q", s.Message.Text, want)
		}
	}
	for range 4 { // there is room again
		s.Now = s.Now.Add(Every)
		k.Tick()
		settled(k, jobs)
	}
	if !strings.HasPrefix(s.Message.Text, "runs are kept again") || len(k.queue) != 1 {
		t.Errorf("with room again it says %q, and %d wait", s.Message.Text, len(k.queue))
	}
}

// settled waits until nothing is under way.
func settled(k *Keeper, jobs *job.List) {
	for k.Work() != nil {
		<-k.Work().Ended()
		jobs.Deliver()
	}
}

// Of two names that wait for the disk the newer one counts, however often it is asked in vain, and
// whether they fail at once or one after the other.
func TestTheNewestNameIsTheOneThatIsKept(t *testing.T) {
	for _, apart := range []bool{false, true} {
		for vain := range 3 {
			jobs, folder := job.NewList(t.Context()), t.TempDir()
			runs := archive.Open(folder)
			if err := runs.Save(archive.Record{ID: "x", Config: config.Default(), Last: sim.Row{Iteration: 1}}, nil); err != nil {
				t.Fatal(err)
			}
			s := &scene.Scene{Run: &scene.History{}}
			k := New(s, jobs, runs, nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
			if err := errors.Join(os.Rename(folder, folder+".away"), os.WriteFile(folder, nil, 0o600)); err != nil {
				t.Fatal(err)
			}
			k.withRuns(naming("x", "old"))
			if apart {
				settled(k, jobs)
			}
			k.withRuns(naming("x", "new"))
			settled(k, jobs)
			again := func() { s.Now = s.Now.Add(Every); k.Tick(); settled(k, jobs) }
			for range vain {
				again()
			}
			if err := errors.Join(os.Remove(folder), os.Rename(folder+".away", folder)); err != nil {
				t.Fatal(err)
			}
			again()
			if got, _, err := runs.List(t.Context()); err != nil || len(got) != 1 || got[0].Name != "new" || !k.Idle() {
				t.Errorf("after %d tries in vain, apart %v: %v, %v", vain, apart, got, err)
			}
		}
	}
}

// A damaged file in the place of a run is set aside with a word, also when the screen is gone,
// whatever had failed before.
func TestADamagedFileThatTheLastWriteFindsIsTold(t *testing.T) {
	full := errors.New("no space left on device")
	for what, before := range map[string]func(*Keeper, attempt){
		"nothing":   func(k *Keeper, a attempt) { k.enqueue(a) },
		"a failure": func(k *Keeper, a attempt) { k.giveBack([]attempt{a}, full) },
		"a lost run": func(k *Keeper, a attempt) {
			k.enqueue(a)
			k.lost, k.why = 1, full
		},
	} {
		jobs, runs := job.NewList(t.Context()), archive.Open(t.TempDir())
		record := archive.Record{ID: "x", Config: config.Default(), Last: sim.Row{Iteration: 1}}
		if err := runs.Save(record, nil); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(runs.Path("x"), []byte("?"), 0o600); err != nil {
			t.Fatal(err)
		}
		k := New(&scene.Scene{Run: &scene.History{}}, jobs, runs, nil, Hooks{})
		record.Last.Iteration = 2
		before(k, attempt{record: record, curve: []archive.Point{}})
		err := k.Last(t.Context())
		if err == nil || !strings.Contains(err.Error(), "x.run is damaged") {
			t.Errorf("after %s: %v", what, err)
		}
		if lost := errors.Is(err, full); lost != (what == "a lost run") {
			t.Errorf("after %s: %v", what, err)
		}
	}
}

// Where a disk takes nothing the oldest runs give way to newer ones, and names that were given
// do not.
func TestNamesWaitForTheDiskHoweverManyRunsEnd(t *testing.T) {
	k := New(&scene.Scene{Run: &scene.History{}}, job.NewList(t.Context()), archive.Open(t.TempDir()), nil, Hooks{})
	k.failed = errors.New("no space left on device")
	k.enqueue(attempt{again: func() error { return nil }})
	for i := range mostWaiting + 3 {
		k.enqueue(attempt{record: archive.Record{ID: fmt.Sprint(i)}})
	}
	if len(k.queue) != 1+mostWaiting || k.queue[0].again == nil || k.queue[1].record.ID != "3" || k.lost != 3 {
		t.Errorf("%d wait, the first a name: %v, then run %s; %d are lost", len(k.queue), k.queue[0].again != nil, k.queue[1].record.ID, k.lost)
	}
}

// However often runs are tried in vain, and whether they wait or the table has them, it is the
// one that began first that gives way.
func TestTheOldestRunGivesWayHoweverOftenItWasTried(t *testing.T) {
	full, began := errors.New("no space left on device"), time.Now()
	run := func(i int) attempt {
		return attempt{record: archive.Record{ID: fmt.Sprint(i), Began: began.Add(time.Duration(i) * time.Second)}}
	}
	for vain := range mostWaiting {
		k := New(&scene.Scene{Run: &scene.History{}}, job.NewList(t.Context()), archive.Open(t.TempDir()), nil, Hooks{})
		k.failed = full
		for i := range mostWaiting {
			k.enqueue(run(i))
		}
		for range vain {
			next := k.queue[0]
			k.queue = k.queue[1:]
			k.giveBack([]attempt{next}, full)
		}
		k.enqueue(run(mostWaiting))
		if run(0).place(k.queue) >= 0 || len(k.queue) != mostWaiting {
			t.Errorf("%d tries in vain: another one than the oldest is given up", vain)
		}
		first := k.queue
		k.queue = nil
		k.enqueue(run(mostWaiting + 1))
		k.giveBack(first, full)
		if run(1).place(k.queue) >= 0 || len(k.queue) != mostWaiting {
			t.Errorf("%d tries in vain, and the table: another one than the oldest is given up", vain)
		}
	}
}

// Each time that a disk takes runs again it is told what was lost since it took none.
func TestARunThatWasLostIsToldOnceAsMadeMeanwhile(t *testing.T) {
	jobs := job.NewList(t.Context())
	s := &scene.Scene{Run: &scene.History{}}
	k := New(s, jobs, archive.Open(t.TempDir()), nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
	for _, outage := range []struct {
		runs int
		told string
	}{{mostWaiting + 3, "but not 3 runs made meanwhile"}, {1, "also those that were made meanwhile"}, {mostWaiting + 1, "but not 1 run made meanwhile"}} {
		for i := range outage.runs {
			of := attempt{record: archive.Record{ID: fmt.Sprint(i), Config: config.Default(), Last: sim.Row{Iteration: 1}}, curve: []archive.Point{}}
			k.giveBack([]attempt{of}, errors.New("no space left on device"))
		}
		s.Now = s.Now.Add(time.Minute)
		k.Tick()
		settled(k, jobs)
		if !strings.HasSuffix(s.Message.Text, outage.told) {
			t.Errorf("after %d runs it says %q, want %q", outage.runs, s.Message.Text, outage.told)
		}
	}
}

// It is so where a name waits through all of it, for something else than room.
func TestARunThatWasLostIsToldOnceWhileANameWaits(t *testing.T) {
	jobs := job.NewList(t.Context())
	s := &scene.Scene{Run: &scene.History{}}
	k := New(s, jobs, archive.Open(t.TempDir()), nil, Hooks{Free: func(dialog.Dialog) bool { return true }})
	name := attempt{record: archive.Record{ID: "named"}, again: func() error { return errors.New("permission denied") }}
	k.giveBack([]attempt{name}, errors.New("permission denied"))
	for _, outage := range []struct {
		runs int
		told string
	}{{mostWaiting + 3, "but not 3 runs made meanwhile"}, {mostWaiting + 2, "but not 2 runs made meanwhile"}, {1, "also those that were made meanwhile"}} {
		for i := range outage.runs {
			of := attempt{record: archive.Record{ID: fmt.Sprint(i), Config: config.Default(), Last: sim.Row{Iteration: 1}}, curve: []archive.Point{}}
			k.giveBack([]attempt{of}, errors.New("no space left on device"))
		}
		for slices.ContainsFunc(k.queue, attempt.isRun) {
			s.Now = s.Now.Add(time.Minute)
			k.Tick()
			settled(k, jobs)
		}
		if !strings.HasSuffix(s.Message.Text, outage.told) || len(k.queue) != 1 {
			t.Errorf("after %d runs it says %q, want %q; %d wait", outage.runs, s.Message.Text, outage.told, len(k.queue))
		}
	}
}

// The newest change by hand is kept, also where it leaves out one to come, so that there are as
// many as before.
func TestAChangeByHandIsKeptThoughItLeavesOutAnother(t *testing.T) {
	b1, variant := config.Event{At: 60, Key: "b1", Value: "2"}, config.Event{At: 2, Key: "variant", Value: "isotropic"}
	s := &scene.Scene{Run: &scene.History{}}
	s.Run.Add(sim.Row{Iteration: 1})
	k := New(s, job.NewList(t.Context()), archive.Open(t.TempDir()), nil, Hooks{})
	k.Begins()
	s.State.Replay.Events = []config.Event{b1}
	k.Leaving()
	s.State.Replay.Events, s.Run.Changes = []config.Event{variant}, []config.Change{{Event: variant, ByHand: true}}
	k.Leaving()
	if got := k.queue[0].record.Config.Events; len(k.queue) != 1 || len(got) != 1 || got[0] != variant {
		t.Errorf("%d runs wait, the first with %v, want %v", len(k.queue), got, variant)
	}
}

// A run that came to its limit stays one, also where it has to make room for another.
func TestAFinishedRunIsNotKeptAsHalted(t *testing.T) {
	s := &scene.Scene{Run: &scene.History{}}
	s.Run.Add(sim.Row{Iteration: 1})
	k := New(s, job.NewList(t.Context()), archive.Open(t.TempDir()), nil, Hooks{})
	k.Begins()
	s.State.Finished = true
	k.Leaving()
	s.State.Halted = "it had made room for the next run"
	k.Leaving()
	if got := k.queue[0].record.End; got != archive.Limit {
		t.Errorf("kept as %v", got)
	}
}

// A run that is too large to be kept is told of once and not tried again, and hides no full disk.
func TestARunThatIsTooLargeHidesNoFullDisk(t *testing.T) {
	s := &scene.Scene{Run: &scene.History{}}
	jobs := job.NewList(t.Context())
	k := New(s, jobs, archive.Open(t.TempDir()), nil, Hooks{})
	k.Begins()
	for iteration := 1; iteration <= 2; iteration++ {
		s.Run.Add(sim.Row{Iteration: iteration})
		s.State.Size.Origin = strings.Repeat("x", files.MostKept)
		k.Leaving()
		k.writeNext()
		settled(k, jobs)
	}
	if !strings.Contains(s.Message.Text, "larger than 64 MiB") || k.failed != nil || len(k.queue) > 0 || k.lost != 1 {
		t.Errorf("it says %q, %d wait, %d are lost", s.Message.Text, len(k.queue), k.lost)
	}
	k.giveBack([]attempt{{record: archive.Record{ID: "b"}}}, errors.New("no space left on device"))
	if !strings.Contains(s.Message.Text, "no space left") {
		t.Errorf("of a full disk it says %q", s.Message.Text)
	}
}

// A run is kept with the full paths of the files that were read, which may have gone since.
func TestARunIsKeptWithTheFilesThatWereRead(t *testing.T) {
	const full = "libsvm:/gone/odd:name"
	s := &scene.Scene{Run: &scene.History{}}
	s.State.Replay = config.Default()
	s.State.Replay.Data, s.State.Size.Key = "libsvm:odd:name", full
	jobs, runs := job.NewList(t.Context()), archive.Open(t.TempDir())
	k := New(s, jobs, runs, nil, Hooks{})
	k.Begins()
	s.Run.Add(sim.Row{Iteration: 1})
	k.Leaving()
	k.writeNext()
	settled(k, jobs)
	if list, _, err := runs.List(t.Context()); err != nil || len(list) != 1 || list[0].Config.Data != full {
		t.Errorf("kept as %+v, %v", list, err)
	}
}

// The run on the screen is run again with what has been turned since the table was opened.
func TestTheRunOnTheScreenIsRunAgainAsItIsByNow(t *testing.T) {
	s := &scene.Scene{Run: &scene.History{}}
	k := New(s, job.NewList(t.Context()), archive.Open(t.TempDir()), nil, Hooks{})
	k.Begins()
	s.Heard, s.State.Replay = true, config.Default()
	opened := archive.Record{ID: k.run.id, Config: s.State.Replay}
	s.State.Replay.Events = []config.Event{{At: 3, Key: "alpha", Value: "0.1"}}
	started, is := k.actOnRun("enter", opened).(scene.All)[0].(scene.Start)
	if !is || len(started.Config.Events) != 1 {
		t.Errorf("it starts %+v", started)
	}
}

// A name that is given while the folder of the runs is away for a moment waits for it.
func TestANameWaitsForItsFolder(t *testing.T) {
	dir := t.TempDir()
	place := filepath.Join(dir, "place")
	if err := os.Mkdir(place, 0o700); err != nil {
		t.Fatal(err)
	}
	runs := archive.Open(filepath.Join(place, "runs"))
	run := archive.Record{ID: "2026-01-01-000000-abcd", Began: time.Now(), Config: config.Default(), Last: sim.Row{Iteration: 1}}
	if err := runs.Save(run, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(place, place+".away"); err != nil {
		t.Fatal(err)
	}
	again, told := naming(run.ID, "precious").do(runs)
	if told == nil || again.again == nil {
		t.Fatalf("%v, and it is not tried again", told)
	}
	other := archive.Record{ID: "2026-01-01-000000-dcba", Began: time.Now(), Config: config.Default(), Last: sim.Row{Iteration: 1}}
	if err := runs.Save(other, nil); err != nil { // makes the folder again, without the run
		t.Fatal(err)
	}
	if again.again() == nil {
		t.Error("the name is given to no run")
	}
	os.RemoveAll(place)
	if err := os.Rename(place+".away", place); err != nil {
		t.Fatal(err)
	}
	if err := again.again(); err != nil {
		t.Fatal(err)
	}
	if list, _, err := runs.List(t.Context()); err != nil || len(list) != 1 || list[0].Name != "precious" {
		t.Errorf("%v, %v", list, err)
	}
	away := func() { // and back, as it was
		if err := os.Rename(place, place+".away"); err != nil {
			t.Fatal(err)
		}
		again, told = naming(run.ID, "late").do(runs)
		if err := os.Rename(place+".away", place); told == nil || again.again == nil || err != nil {
			t.Fatalf("%v, %v, and it is not tried again", told, err)
		}
	}
	runs = archive.Open(runs.Folder())
	if _, _, err := runs.List(t.Context()); err != nil {
		t.Fatal(err)
	}
	away()
	if _, err := archive.Open(runs.Folder()).Delete(run.ID); err != nil {
		t.Fatal(err)
	}
	if err := again.again(); err != nil {
		t.Errorf("a run that another laboratory has deleted is still to have a name: %v", err)
	}
}
