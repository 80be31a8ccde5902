package sweep

import (
	"context"
	"fmt"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// Made is how far runs are being made.
type Made struct {
	Loading *sim.Loading  // a data set is being read
	Runs    int           // that are asked for
	Done    int           // of them, Kept included
	Kept    int           // were in the folder already
	Failed  int           // could not be made
	Left    time.Duration // -1 while unknown
}

// Make makes on host those runs that the folder does not hold yet, in their order,
// workers at a time, each on one core. Runs that read the same text must not come twice.
// failed hears of a run that cannot be made, which does not hold up the others, and tell
// how far it is, a call at a time.
//
// When ctx ends it returns without the runs under way. Its error is that of the folder: then
// a finished run could not be stored; or ctx's, where that ended before anybody knew which
// runs of the folder count.
func (f *Folder) Make(ctx context.Context, host *runner.Host, runs []config.Config, workers int, failed func(session string, err error), tell func(Made)) error {
	sessions, err := f.look(ctx, host, runs)
	if err != nil {
		return err
	}
	host, release := f.upToDate(host)
	defer release()
	m := maker{folder: f, failed: failed, tell: tell, at: Made{Runs: len(runs), Left: -1}}
	for i, c := range runs {
		session := sessions[i]
		if _, there := f.runs[session]; there {
			m.at.Done++
			m.at.Kept++
			continue
		}
		if why := f.origins[c.Data].lost; why != nil {
			m.at.Failed++
			failed(session, why)
			continue
		}
		m.missing, m.sessions = append(m.missing, c), append(m.sessions, session)
		m.all += c.Limit()
	}
	m.runs = make([]Run, len(m.missing))
	tell(m.at)
	inner, stop := context.WithCancel(ctx)
	defer stop()
	host.RunAll(inner, m.missing, workers, runner.Watcher{
		Loading: m.loading,
		Begun:   func(i int, origin string) { m.runs[i].Data, m.runs[i].RowsVersion = origin, sim.RowsVersion },
		Row:     m.row,
		News:    func(i int, notices []sim.Notice) { m.runs[i].take(sim.NoRow(), notices) },
		Done: func(i int, err error) {
			if inner.Err() == nil || err == nil && m.broken == nil { // else cut short, or nowhere to store it
				if m.done(i, err); m.broken != nil {
					stop()
				}
			}
		},
	})
	return m.broken
}

// maker is a Make under way.
type maker struct {
	folder   *Folder
	failed   func(session string, err error)
	tell     func(Made)
	at       Made
	missing  []config.Config
	sessions []string
	runs     []Run
	began    time.Time // of the first iteration
	spent    int       // iterations
	all      int
	broken   error // of the folder
}

func (m *maker) loading(l sim.Loading) {
	at := m.at
	at.Loading = &l
	m.tell(at)
}

func (m *maker) row(i int, r sim.Row, notices []sim.Notice) {
	if m.began.IsZero() {
		m.began = time.Now()
	}
	m.runs[i].take(r, notices)
	if m.spent++; m.spent > 1 {
		m.at.Left = time.Duration(float64(time.Since(m.began)) * float64(m.all-m.spent) / float64(m.spent-1))
	}
	m.tell(m.at)
}

// done files run i, which ended.
func (m *maker) done(i int, err error) {
	if key := m.missing[i].Data; err == nil && m.folder.origins[key].others(m.runs[i].Data) {
		err = fmt.Errorf("%s changed while its runs were made; the same command makes them again", key)
	}
	if err != nil {
		m.failed(m.sessions[i], err)
		m.at.Failed++
	} else {
		m.runs[i].Session = m.sessions[i]
		if m.broken = m.folder.add(m.runs[i]); m.broken != nil {
			return
		}
		m.at.Done++
	}
	m.spent += m.missing[i].Limit() - m.runs[i].Iteration
	m.tell(m.at)
}
