package kept

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/dialog"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// Every is how much of a run that is under way is lost at most when the program is
// killed.
const Every = 2 * time.Second

// Keeper keeps what is tried in the archive, in the background: one run at a time, and beside it what the table
// has to do.
type Keeper struct {
	scene      *scene.Scene
	jobs       *job.List
	hooks      Hooks
	unkept     error            // why nothing is kept, nil if that is as wished
	runs       *archive.Archive // nil: nothing is kept
	run        keeping          // of the run at the keys
	companions map[int]*keeping // by number
	due        time.Time        // of the next write while a run is under way
	queue      []attempt        // to be written, one a run
	turns      int              // of all attempts so far
	rest       time.Time        // until then nothing is: it could not be
	leaving    bool             // what cannot be written now is not tried again
	unseen     []string         // what was to be told since the screen is gone
	lost       int              // runs that were given up, the last one because of why
	why        error
	shown      context.Context // ends with the screen: nobody waits any more for what is read
	gone       context.CancelFunc
	write      *job.Job // of one attempt
	pin        *job.Job // reads the curves of a run that is to be pinned
	grow       *job.Job // reads those of the pinned run, which has gone on since
	trails     trails
	before     string          // ID of the run before
	catch      time.Time       // when runs are looked for that another laboratory has brought back
	failed     error           // the first since the last that was written, and told; it is not told again for every run
	failedRun  bool            // what failed was a run, not only names and the like
	lostTold   int             // of those that were lost: it has been told of them
	unkeepable map[string]bool // the IDs of runs that no waiting could have written, see archive.TooLarge
	table      runTable
}

// Hooks are how the keeper reaches the screen.
type Hooks struct {
	Wish func(scene.Wish) tea.Cmd // grants a wish
	Free func(dialog.Dialog) bool // no dialog is open but this one

	// Origin is that of the data which a run of that key would have now.
	Origin func(ctx context.Context, data string) (string, error)
}

// New keeps runs in an archive; nil keeps none, and unkept says why if that is not as
// wished.
func New(s *scene.Scene, jobs *job.List, runs *archive.Archive, unkept error, h Hooks) *Keeper {
	k := &Keeper{scene: s, jobs: jobs, runs: runs, unkept: unkept, hooks: h, companions: map[int]*keeping{}, unkeepable: map[string]bool{}}
	k.shown, k.gone = context.WithCancel(context.Background())
	return k
}

// reading is ctx, which ends with the screen, too: then only what is written counts.
func (k *Keeper) reading(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	unheard := context.AfterFunc(k.shown, stop)
	return ctx, func() { unheard(); stop() }
}

// keeping is what is known of a run in the archive.
type keeping struct {
	id      string
	began   time.Time
	written standing // the newest handed over for writing
}

func keepFrom(now time.Time) keeping { return keeping{id: archive.NewID(now), began: now} }

// standing tells two moments of a run apart.
type standing struct {
	iteration int
	end       archive.End
	changes   int // made
}

// complete reports whether s came to its limit, and what has been done since to what it was made
// by, as making room for another run, changes nothing of it.
func (s standing) complete(now standing) bool {
	return s.end == archive.Limit && now.end == archive.Halted && now.iteration == s.iteration && now.changes == s.changes
}

// attempt is a run as it stood, or what failed in the table: what is filed in a history never
// changes, so that its slices may be shared.
type attempt struct {
	record archive.Record // of what failed in the table its ID, where only the newest of that run counts
	run    scene.History
	curve  []archive.Point // of the run, in its place once that has been thinned
	again  func() error    // does what failed in the table; nil where a run is to be written
}

// Begins sets the stage for a run that has just begun, and for those beside.
func (k *Keeper) Begins() {
	if k.run.written.iteration > 0 { // one without an iteration takes the place of none in the charts
		k.before = k.run.id
	}
	k.run, k.due = keepFrom(k.scene.Now), k.scene.Now.Add(Every)
	for _, s := range k.scene.Companions {
		k.Joined(s.ID, k.scene.Now)
	}
}

// Joined sets the stage for a run beside.
func (k *Keeper) Joined(id int, now time.Time) {
	begun := keepFrom(now)
	k.companions[id] = &begun
}

// Leaving hands the runs on the screen over for writing if there is news of them.
func (k *Keeper) Leaving() { k.keepEnded(true) }

// keepEnded is Leaving for those that have come to an end, or for all.
func (k *Keeper) keepEnded(all bool) {
	if end := k.scene.Ending(); all || end != archive.Left {
		k.keep(&k.run, k.scene.Run, k.scene.State.Replay, end)
	}
	for _, s := range k.scene.Companions {
		if end := s.Ending(); all || end != archive.Left {
			k.keep(k.companions[s.ID], s.Run, s.State.Replay, end)
		}
	}
}

func (k *Keeper) keep(of *keeping, run *scene.History, replay config.Config, end archive.End) {
	state := standing{run.Last(), end, len(run.Changes)}
	if state.iteration == 0 || state == of.written || of.written.complete(state) || k.unkeepable[of.id] {
		return
	}
	first := of.written.iteration == 0
	of.written = state
	if k.runs == nil {
		if first && k.unkept != nil {
			k.lost, k.why = k.lost+1, k.unkept
		}
		return
	}
	k.due, k.turns = k.scene.Now.Add(Every), k.turns+1
	replay.Data = k.scene.FullPaths(replay.Data) // it may be started again from another folder
	k.enqueue(attempt{
		record: archive.Record{ID: of.id, Began: of.began, Config: replay, Origin: k.scene.State.Size.Origin, End: end, Last: run.Row(state.iteration), Turn: k.turns},
		run:    run.Now(),
	})
}

// place is where a list has the same run, or another name for it, -1 for nowhere.
func (e attempt) place(list []attempt) int {
	return slices.IndexFunc(list, func(a attempt) bool {
		return e.record.ID != "" && a.record.ID == e.record.ID && (a.again == nil) == (e.again == nil)
	})
}

func (e attempt) isRun() bool { return e.again == nil }

// catchingUp keeps as they ended the runs that another laboratory had deleted and brought back.
func catchingUp(runs *archive.Archive) attempt {
	return attempt{record: archive.Record{ID: "all that were brought back"}, again: runs.CatchUp}
}

// enqueue puts a run in line, in place of how it stood before, or a name in place of an older
// one.
func (k *Keeper) enqueue(a attempt) {
	if i := a.place(k.queue); i >= 0 {
		k.queue[i] = a
		return
	}
	k.queue = append(k.queue, a)
	if k.failed == nil {
		return
	}
	runs, oldest := 0, 0 // by when it began: those that were tried in vain went behind the others
	for i, a := range k.queue {
		if !a.isRun() {
			continue
		}
		if runs++; runs == 1 || a.record.Began.Before(k.queue[oldest].record.Began) {
			oldest = i
		}
	}
	if runs > mostWaiting {
		k.queue = slices.Delete(k.queue, oldest, oldest+1)
		k.lost, k.why = k.lost+1, k.failed
	}
}

// mostWaiting is how many runs wait for a disk that takes none.
const mostWaiting = 50

// giveBack puts what could not be written in line again, if the run has not gone on since nor
// been given another name.
func (k *Keeper) giveBack(list []attempt, why error) {
	if len(list) > 0 {
		k.fail(why, slices.ContainsFunc(list, attempt.isRun))
		k.rest = k.scene.Now.Add(Every)
	}
	for i, a := range list {
		switch {
		case a.place(k.queue) >= 0, a.place(list[i+1:]) >= 0, slices.ContainsFunc(k.table.todo, func(next runsAction) bool { return next.replaces(a) }):
		case k.leaving:
			k.lost, k.why = k.lost+1, why
		default:
			k.enqueue(a)
		}
	}
}

// giveUp tells of a run that is too large to be written, and tries it no more.
func (k *Keeper) giveUp(id string, why error) {
	k.unkeepable[id] = true
	k.lost, k.lostTold, k.why = k.lost+1, k.lostTold+1, why
	k.scene.Warn("%v", why)
}

// Tick keeps the run every few seconds, at once when it has come to an end, and
// writes what waits to be written.
func (k *Keeper) Tick() {
	if k.runs == nil || k.write.UnderWay() {
		return
	}
	k.keepEnded(!k.scene.Now.Before(k.due))
	if k.runs.Behind() && !k.scene.Now.Before(k.catch) {
		k.catch = k.scene.Now.Add(Every)
		k.enqueue(catchingUp(k.runs))
	}
	if !k.scene.Now.Before(k.rest) {
		k.writeNext()
	}
}

// writeNext writes one of the attempts that wait.
func (k *Keeper) writeNext() {
	if len(k.queue) == 0 {
		return
	}
	next, runs := k.queue[0], k.runs
	k.queue = k.queue[1:]
	k.write = job.Start(k.jobs, job.Task[job.None, job.None]{
		Name: "keeping a run",
		Work: func(context.Context, func(job.None)) (none job.None, err error) { return none, next.write(runs) },
		Done: func(_ job.None, err error) tea.Cmd {
			k.tell(runs.Untold())
			switch {
			case err == nil:
				k.wrote()
				k.growPin(next.record)
			case next.isRun() && archive.TooLarge(err):
				k.giveUp(next.record.ID, err)
			default:
				k.giveBack([]attempt{next}, err)
			}
			if k.nextRuns(); err == nil {
				k.writeNext() // runs side by side end together
			}
			return nil
		},
	})
}

// Work is what is under way, nil for nothing.
func (k *Keeper) Work() *job.Job {
	for _, j := range []*job.Job{k.write, k.table.job, k.pin, k.grow, k.trails.job} {
		if j.UnderWay() {
			return j
		}
	}
	return nil
}

// Idle reports whether nothing is under way or waits.
func (k *Keeper) Idle() bool { return k.Work() == nil && len(k.queue) == 0 }

// write puts an attempt into the archive.
func (e *attempt) write(runs *archive.Archive) error {
	if e.again != nil {
		return e.again()
	}
	if e.curve == nil {
		e.curve, e.run = archive.Thin(e.run.Last(), e.run.Every, e.run.Row), scene.History{}
	}
	return runs.Save(e.record, e.curve)
}

// fail tells of the first failure, and of the first of a run; the laboratory goes on without.
func (k *Keeper) fail(err error, ofRun bool) {
	if err == nil || k.failed != nil && (k.failedRun || !ofRun) {
		return
	}
	k.failed, k.failedRun = err, ofRun
	k.scene.Warn("runs are not kept: %v", err)
}

// wrote tells that a failure is over, once no run waits any more; what else waits may wait for
// something else.
func (k *Keeper) wrote() {
	if waits := len(k.queue) > 0; k.failed != nil && (!waits || k.failedRun && !slices.ContainsFunc(k.queue, attempt.isRun)) {
		if k.failedRun = false; !waits {
			k.failed = nil
		}
		also := "also those that were made meanwhile"
		if lost := k.lost - k.lostTold; lost > 0 {
			also = "but not " + numeral.Counted(lost, "run") + " made meanwhile"
		}
		k.lostTold = k.lost
		k.scene.Say("runs are kept again, %s", also)
	}
}

// Last writes what has not been written yet, when the screen is gone, and returns
// why something is lost and what was not told on it. A disk that does not answer is
// waited for until patience ends.
func (k *Keeper) Last(patience context.Context) error {
	k.Leaving()
	if k.runs != nil {
		k.enqueue(catchingUp(k.runs))
	}
	k.leaving = true
	k.gone()
	told := k.failed
	k.table.wanted = false // it is gone with the screen
	var undone error
	for undone == nil && !k.Idle() {
		if !k.write.UnderWay() { // whatever else is: names and deletions may wait for another laboratory
			k.writeNext()
		}
		select {
		case <-k.Work().Ended(): // of a write as long as there is one
			k.jobs.Deliver()
		case <-patience.Done():
			undone = fmt.Errorf("keeping the last run in %s: the disk does not answer", k.runs.Folder())
			if !k.write.UnderWay() {
				undone = fmt.Errorf("what was asked for in the table of runs is not done in %s: the disk, or another laboratory, does not answer", k.runs.Folder())
			}
		}
	}
	var err error
	switch {
	case k.lost > 0:
		err = fmt.Errorf("the last state of %s is not kept: %w", numeral.Counted(k.lost, "run"), k.why)
	case told == nil:
		err = k.failed
	}
	err = errors.Join(err, undone)
	if k.unseen != nil {
		err = errors.Join(err, errors.New(strings.Join(k.unseen, "; ")))
	}
	return err
}
