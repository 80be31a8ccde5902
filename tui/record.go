package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// recordEvery is how much of a run that is under way is lost at most when the program is
// killed.
const recordEvery = 2 * time.Second

// runKeeper keeps what is tried in the archive, one write at a time, in the background.
type runKeeper struct {
	runs       *archive.Archive // nil: nothing is kept
	run        keeping          // of the run at the keys
	companions map[int]*keeping // by number
	due        time.Time        // of the next write while a run is under way
	queue      []attempt
	write      *job.Job // of one attempt
	pin        *job.Job // reads the curves of a run that is to be pinned
	failed     error    // the first, and told; it is not told again for every run
	table      runTable
}

// keeping is what is known of a run in the archive.
type keeping struct {
	id      string // "" before its first iteration
	began   time.Time
	written standing // the newest handed over for writing
}

func keepFrom(now time.Time) keeping { return keeping{id: archive.NewID(now), began: now} }

// standing tells two moments of a run apart.
type standing struct {
	iteration int
	end       archive.End
	changes   int
}

// attempt is a run as it stood: what is filed in a history never changes, so that its
// slices may be shared.
type attempt struct {
	record archive.Record
	run    scene.History
}

// recordBegins sets the stage for a run that has just begun, and for those beside.
func (m *Model) recordBegins() {
	m.records.run, m.records.due = keepFrom(m.scene.Now), m.scene.Now.Add(recordEvery)
	for _, s := range m.scene.Companions {
		m.records.joined(s.ID, m.scene.Now)
	}
}

// joined sets the stage for a run beside.
func (r *runKeeper) joined(id int, now time.Time) {
	if r.companions == nil {
		r.companions = map[int]*keeping{}
	}
	k := keepFrom(now)
	r.companions[id] = &k
}

// keepRuns hands the runs on the screen over for writing if there is news of them.
func (m *Model) keepRuns() { m.keepEnded(true) }

// keepEnded is keepRuns for those that have come to an end, or for all.
func (m *Model) keepEnded(all bool) {
	if end := m.scene.Ending(); all || end != archive.Left {
		m.keep(&m.records.run, m.scene.Run, m.scene.State.Replay, end)
	}
	for _, s := range m.scene.Companions {
		if end := s.Ending(); all || end != archive.Left {
			m.keep(m.records.companions[s.ID], s.Run, s.State.Replay, end)
		}
	}
}

func (m *Model) keep(k *keeping, run *scene.History, replay config.Config, end archive.End) {
	r := &m.records
	state := standing{run.Last(), end, len(replay.Events)}
	if r.runs == nil || state.iteration == 0 || state == k.written {
		return
	}
	k.written = state
	r.due = m.scene.Now.Add(recordEvery)
	r.queue = append(r.queue, attempt{
		record: archive.Record{ID: k.id, Began: k.began, Config: replay, End: end, Last: run.Row(state.iteration)},
		run:    *run,
	})
}

// record keeps the run every few seconds, at once when it has come to an end, and
// writes what waits to be written.
func (m *Model) record() {
	r := &m.records
	if r.runs == nil || r.write.UnderWay() {
		return
	}
	m.keepEnded(!m.scene.Now.Before(r.due))
	m.writeNext()
}

// writeNext writes one of the attempts that wait.
func (m *Model) writeNext() {
	r := &m.records
	if len(r.queue) == 0 {
		return
	}
	next, runs := r.queue[0], r.runs
	r.queue = r.queue[1:]
	r.write = job.Start(m.jobs, job.Task[job.None, job.None]{
		Name: "keeping a run",
		Work: func(context.Context, func(job.None)) (none job.None, err error) { return none, next.write(runs) },
		Done: func(_ job.None, err error) tea.Cmd {
			m.unkept(err)
			return nil
		},
	})
}

// write puts an attempt into the archive.
func (e attempt) write(runs *archive.Archive) error {
	return runs.Save(e.record, archive.Thin(e.run.Last(), e.run.Row))
}

// unkept tells of the first failure; the laboratory goes on without.
func (m *Model) unkept(err error) {
	if err != nil && m.records.failed == nil {
		m.records.failed = err
		m.scene.Warn("runs are not kept: %v", err)
	}
}

// recordLast writes what has not been written yet, when the screen is gone, and returns
// what was not told on it. A disk that does not answer is waited for until patience ends.
func (m *Model) recordLast(patience context.Context) error {
	m.keepRuns()
	r, told := &m.records, m.records.failed
	r.table.wanted = false // it is gone with the screen
	for r.table.job.UnderWay() || r.write.UnderWay() || len(r.queue) > 0 {
		under := r.table.job
		if !under.UnderWay() {
			if !r.write.UnderWay() {
				m.writeNext()
			}
			under = r.write
		}
		select {
		case <-under.Ended():
			m.jobs.Deliver()
		case <-patience.Done():
			return fmt.Errorf("keeping the last run in %s: the disk does not answer", r.runs.Folder())
		}
	}
	if told != nil {
		return nil
	}
	return r.failed
}
