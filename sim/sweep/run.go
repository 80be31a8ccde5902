package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/runner"
)

// Progress is how far a sweep is.
type Progress struct {
	Made
	Results Results // so far; Results.Snapshot keeps them beyond the call
}

// Run makes on host the runs of the plan that the folder dir does not hold yet, workers
// at a time, each on one core, and writes what all came to into dir. tell, which may
// be nil, hears how far it is, a call at a time.
//
// When ctx ends it, finished runs are kept, the files are written of what is there, and
// the error is ctx's; they stay as they are where it ends before it is known which runs
// the folder holds, and where the folder has runs or results, but no run of this plan. Runs that
// cannot be made do not hold up the others; the error then says how many, and why the first
// of them could not.
func (p Plan) Run(ctx context.Context, host *runner.Host, dir string, workers int, tell func(Progress)) (Results, error) {
	p.spared = host.Spared()
	f, note, err := Open(ctx, dir, p.reads(), p.writes()...)
	if err != nil {
		return Results{}, err
	}
	results := Results{Plan: p, Note: strings.Trim(note+"\n"+strings.Join(p.Notes(), "\n"), "\n"), runs: f.runs}
	defer f.Close() // every run in it is synced
	var runs []config.Config
	for _, i := range p.order() {
		runs = append(runs, p.runs[i])
	}
	made := func(at Made) {
		if tell != nil {
			tell(Progress{at, results})
		}
	}
	taken := f.taken()
	if taken {
		_, err = p.replaces(ctx, f)
	} else {
		err = p.keep(ctx, f)
	}
	if err == nil {
		err = f.Make(ctx, host, runs, workers, results.fail, made)
	}
	if err == nil || errors.Is(err, ctx.Err()) { // else it is told already what befell the folder
		err = cmp.Or(f.Still(), err)
	}
	if err != nil {
		if errors.Is(err, ctx.Err()) {
			f.assume(p.sessions) // to tell how many there are
		}
		return results, err // then no other file could be written either, or only of a part
	}
	results.note(f.Stale())
	if taken && results.Finished() == 0 {
		results.note(fmt.Sprintf("no run of this plan is finished: the results in %s stay those of before", escape.Terminal(dir)))
		return results, cmp.Or(ctx.Err(), results.failure())
	}
	if taken {
		late, stop := files.Late(ctx)
		err = p.keep(late, f)
		stop()
	}
	if err == nil {
		err = results.Write(ctx, f)
	}
	return results, cmp.Or(err, results.failure())
}

// note adds to what is to be told, if there is anything.
func (r *Results) note(words string) {
	if words != "" {
		r.Note = strings.TrimPrefix(r.Note+"\n"+words, "\n")
	}
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

// failure is what to say of runs that could not be made.
func (r *Results) failure() error {
	if len(r.Failed) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d runs could not be made, the first: %w", len(r.Failed), len(r.Plan.runs), r.first)
}
