package tui

import (
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/tui/scene"
)

const (
	// recordEvery is how much of a run that is under way is lost at most when the
	// program is killed.
	recordEvery = 2 * time.Second
	// lastWrite is how long leaving waits for a disk that does not answer.
	lastWrite = 2 * time.Second
)

// runKeeper keeps what is tried in the archive, one write at a time, in commands.
type runKeeper struct {
	runs    *archive.Archive // nil: nothing is kept
	run     keeping          // of the run at the keys
	due     time.Time        // of the next write while a run is under way
	queue   []attempt
	writing *attempt // nil for none
	failed  bool     // and told; it is not told again for every run
	table   runTable
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

// recordMsg is how a write ended.
type recordMsg struct{ err error }

// recordBegins sets the stage for a run that has just begun, and for those beside.
func (m *Model) recordBegins() {
	m.records.run, m.records.due = keepFrom(m.now), m.now.Add(recordEvery)
	for _, s := range m.compare.list {
		s.kept = keepFrom(m.now)
	}
}

// keepRuns hands the runs on the screen over for writing if there is news of them.
func (m *Model) keepRuns() { m.keepEnded(true) }

// keepEnded is keepRuns for those that have come to an end, or for all.
func (m *Model) keepEnded(all bool) {
	if end := m.ending(); all || end != archive.Left {
		m.keep(&m.records.run, m.run, m.state.Replay, end)
	}
	for _, s := range m.compare.list {
		if end := s.ending(); all || end != archive.Left {
			m.keep(&s.kept, s.run, s.state.Replay, end)
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
	r.due = m.now.Add(recordEvery)
	r.queue = append(r.queue, attempt{
		record: archive.Record{ID: k.id, Began: k.began, Config: replay, End: end, Last: run.Row(state.iteration)},
		run:    *run,
	})
}

// ending is why a run beside makes no further iteration just now.
func (s *sister) ending() archive.End {
	switch {
	case s.state.Halted != "":
		return archive.Halted
	case s.run.Last() >= s.state.Config.Iterations:
		return archive.Limit
	}
	return archive.Left
}

// ending is why the run at the keys makes no further iteration just now.
func (m *Model) ending() archive.End {
	switch {
	case m.state.Halted != "":
		return archive.Halted
	case m.state.Finished:
		return archive.Limit
	}
	for _, n := range m.run.News {
		if n.Kind == sim.Wall && n.Iteration == m.run.Last() && !m.state.Running {
			return archive.Budget
		}
	}
	return archive.Left
}

// record keeps the run every few seconds, at once when it has come to an end, and
// writes what waits to be written.
func (m *Model) record() tea.Cmd {
	r := &m.records
	if r.runs == nil || r.writing != nil {
		return nil
	}
	m.keepEnded(!m.now.Before(r.due))
	if len(r.queue) == 0 {
		return nil
	}
	next, runs := r.queue[0], r.runs
	r.queue, r.writing = r.queue[1:], &next
	return func() tea.Msg { return recordMsg{next.write(runs)} }
}

// write puts an attempt into the archive; a mistake there must not take the screen
// down.
func (e attempt) write(runs *archive.Archive) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("keeping a run failed inside the program: %v", broken)
		}
	}()
	return runs.Save(e.record, archive.Thin(e.run.Last(), e.run.Row))
}

// unkept tells of the first failure; the laboratory goes on without.
func (m *Model) unkept(err error) {
	if err != nil && !m.records.failed {
		m.records.failed = true
		m.warn("runs are not kept: %v", err)
	}
}

// recordLast writes what has not been written for certain, when the screen is gone.
// A disk that does not answer is not waited for.
func (m *Model) recordLast() error {
	m.keepRuns()
	r := &m.records
	waiting := slices.Concat(r.table.first, r.queue) // commands may have ended with the screen
	if r.writing != nil {
		waiting = append([]attempt{*r.writing}, waiting...)
	}
	if len(waiting) == 0 {
		return nil
	}
	done := make(chan error, 1)
	go func() {
		var all []error
		for _, e := range waiting {
			all = append(all, e.write(r.runs))
		}
		done <- errors.Join(all...)
	}()
	select {
	case err := <-done:
		if r.failed {
			return nil // it was told
		}
		return err
	case <-time.After(lastWrite):
		return fmt.Errorf("keeping the last run in %s: the disk does not answer", r.runs.Folder())
	}
}
