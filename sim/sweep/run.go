package sweep

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// Progress is how far a sweep is.
type Progress struct {
	Loading *sim.Loading  // a data set is being read
	Runs    int           // of the plan
	Done    int           // of them, Kept included
	Kept    int           // were in the folder already
	Failed  int           // could not be made
	Left    time.Duration // -1 while unknown
	Results Results       // so far; Results.Snapshot keeps them beyond the call
}

// Run makes on host the runs of the plan that the folder dir does not hold yet, workers
// at a time, each on one core, and writes what all came to into dir. tell, which may
// be nil, hears how far it is, a call at a time.
//
// When ctx ends it, finished runs are kept, the files are written of what is
// there, and the error is ctx's. Runs that cannot be made do not hold up the
// others; the error then says how many, and why the first of them could not.
func (p Plan) Run(ctx context.Context, host *runner.Host, dir string, workers int, tell func(Progress)) (Results, error) {
	f, note, err := open(dir, p.reads())
	if err != nil {
		return Results{}, err
	}
	results := Results{Plan: p, Note: note, runs: f.runs}
	defer f.close() // every run in it is synced
	if err := p.keep(ctx, dir); err != nil {
		return results, err
	}
	if broken := p.make(ctx, host, f, workers, tell, &results); broken != nil {
		return results, broken // then no other file could be written either
	}
	if err := results.Write(ctx, dir); err != nil {
		return results, err
	}
	if results.Finished() < len(p.runs) && ctx.Err() != nil {
		return results, ctx.Err()
	}
	return results, results.failure()
}

// order is that of making the runs: the first draw of every cell, then the second,
// so that the whole picture is there early; but a data set is read once only.
func (p Plan) order() []int {
	sets, list := map[string]int{}, make([]int, len(p.runs))
	for i, c := range p.runs {
		list[i] = i
		if _, known := sets[c.Data]; !known {
			sets[c.Data] = len(sets)
		}
	}
	slices.SortStableFunc(list, func(i, j int) int {
		a, b := p.runs[i], p.runs[j]
		return cmp.Or(cmp.Compare(sets[a.Data], sets[b.Data]), cmp.Compare(a.Repeat, b.Repeat))
	})
	return list
}

// make makes the missing runs until ctx ends it. Its error is that of the folder.
func (p Plan) make(ctx context.Context, host *runner.Host, f *folder, workers int, tell func(Progress), results *Results) error {
	var missing []config.Config
	var sessions []string
	all := 0 // iterations
	for _, i := range p.order() {
		if _, there := f.runs[p.sessions[i]]; !there {
			missing, sessions = append(missing, p.runs[i]), append(sessions, p.sessions[i])
			all += p.runs[i].Iterations
		}
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	var broken error
	at := Progress{Runs: len(p.runs), Done: len(p.runs) - len(missing), Kept: len(p.runs) - len(missing), Left: -1}
	said := func() {
		if tell != nil {
			at.Results = *results
			tell(at)
		}
	}
	said()
	runs := make([]Run, len(missing))
	spent, began := 0, time.Time{}
	host.RunAll(inner, missing, workers, runner.Watcher{
		Loading: func(l sim.Loading) {
			at.Loading = &l
			said()
			at.Loading = nil
		},
		Row: func(i int, r sim.Row, notices []sim.Notice) {
			if began.IsZero() {
				began = time.Now()
			}
			runs[i].take(r, notices)
			if spent++; spent > 1 {
				at.Left = time.Duration(float64(time.Since(began)) * float64(all-spent) / float64(spent-1))
			}
			said()
		},
		Done: func(i int, err error) {
			switch {
			case inner.Err() != nil && (err != nil || broken != nil):
				return // cut short, or nowhere to store it
			case err != nil:
				results.fail(sessions[i], err)
				at.Failed++
			default:
				runs[i].Session = sessions[i]
				if broken = f.add(runs[i]); broken != nil {
					stop()
					return
				}
				at.Done++
			}
			spent += missing[i].Iterations - runs[i].Iteration
			said()
		},
	})
	return broken
}

// failure is what to say of runs that could not be made.
func (r *Results) failure() error {
	if len(r.Failed) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d runs could not be made, the first: %w", len(r.Failed), len(r.Plan.runs), r.first)
}
