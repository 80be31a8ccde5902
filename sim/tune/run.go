package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/sim/sweep"
)

// Progress is how far it is.
type Progress struct {
	Loading *sim.Loading  // a data set is being read
	Stage   string        // what is being done, in words
	Done    int           // runs
	Runs    int           // at most
	Left    time.Duration // -1 while unknown
	Results Results       // after the newest round, without lines before the first
}

// search is a plan under way.
type search struct {
	Plan
	ctx     context.Context
	host    *runner.Host
	workers int
	folder  *sweep.Folder
	tell    func(Progress)

	cells   []cell // all that are tried
	final   []int  // of cells, those of the last round
	at      Progress
	fresh   int           // runs that were made here
	took    time.Duration // in which they were
	wild    int           // runs that left the finite range
	lapsed  int           // runs of which nothing is promised at their end
	stopped int           // other runs that their budget ended before the limit
	first   error         // why a run could not be made
}

// Run tries settings in the folder dir, workers runs at a time, each on one core. Finished
// runs in it are not made again, and it gets the files of the results; a session of the
// best that somebody wrote by hand is refused at once. tell, which may be nil, hears how
// far it is, a call at a time.
//
// When ctx ends, finished runs are kept and the error is ctx's; the results are then those
// of the rounds that are over.
func (p Plan) Run(ctx context.Context, host *runner.Host, dir string, workers int, tell func(Progress)) (Results, error) {
	p.reads = append(host.Spared(), runner.Files(p.methods[0].session.Data)...)
	folder, note, err := sweep.Open(ctx, dir, p.reads, TableFile, BestFile)
	if err != nil {
		return Results{Plan: p}, err
	}
	defer folder.Close() // every run in it is synced
	if err := replaceable(ctx, folder, dir, nil); err != nil {
		return Results{Plan: p}, err
	}
	if tell == nil {
		tell = func(Progress) {}
	}
	s := &search{Plan: p, ctx: ctx, workers: workers, folder: folder, tell: tell}
	s.at = Progress{Left: -1, Results: Results{Plan: p, Note: note}}
	_, s.at.Runs, _ = p.Work()
	var release func()
	s.host, release, err = folder.Hold(ctx, host, p.methods[0].session.Data, s.loading) // noise and runs are of one table
	defer release()
	if err == nil {
		err = s.all()
	}
	if err == nil || errors.Is(err, ctx.Err()) { // else it is told already what befell the folder
		err = cmp.Or(folder.Still(), err)
	}
	if stale := folder.Stale(); stale != "" {
		s.at.Results.Note = strings.TrimPrefix(note+"\n"+stale, "\n")
	}
	if err == nil {
		err = s.at.Results.write(ctx, folder, dir, s.host.FullPaths(p.methods[0].session.Data))
	}
	return s.at.Results, err
}

// all makes all rounds.
func (s *search) all() error {
	var winners [][]int  // by method, those that are left, best first
	fresh, _ := s.seen() // the first draw that no round has seen
	for m := range s.methods {
		left, err := s.add(m, s.methods[m].grid())
		if err != nil {
			return err
		}
		seen, rounds := 0, halving(len(left))
		fresh = max(fresh, used(rounds))
		s.at.Runs += pulls(rounds) - pulls(s.methods[m].rounds) // where there is no noise for some
		for k, r := range rounds {
			stage := fmt.Sprintf("%s, round %d of %d: %s", s.methods[m].session.Spec().Name, k+1, len(rounds), settings(len(left)))
			if err := s.pull(stage, left, seen, r.draws); err != nil {
				return err
			}
			seen += r.draws
			slices.SortStableFunc(left, s.better)
			left = left[:len(left)/2]
			s.at.Results = s.results(false)
		}
		winners = append(winners, left)
	}
	for m, left := range winners {
		if len(left) == 0 {
			continue
		}
		near, err := s.add(m, s.methods[m].around(s.cells[left[0]], s.cells))
		if err != nil {
			return err
		}
		s.final = append(s.final, append(left, near...)...)
	}
	if len(s.final) == 0 {
		return fmt.Errorf("no setting can be run within the budget; the first says: %w", s.cells[0].why)
	}
	for _, i := range s.final { // what chance did for them so far does not count
		c := &s.cells[i]
		c.errors, c.tests, c.epsilon, c.delta = nil, nil, 0, 0
	}
	s.at.Runs = s.at.Done + len(s.final)*s.Repeats
	stage := fmt.Sprintf("last round: %s, %s each", settings(len(s.final)), draws(s.Repeats))
	if err := s.pull(stage, s.final, fresh, s.Repeats); err != nil {
		return err
	}
	s.at.Results = s.results(true)
	return nil
}

// add takes in settings of a method with the noise that the budget allows, and returns
// the places of those for which there is some.
func (s *search) add(m int, list []cell) ([]int, error) {
	first := len(s.cells)
	var asked []config.Config
	for _, c := range list {
		c.of = m
		s.cells, asked = append(s.cells, c), append(asked, c.asked)
	}
	name, matched := s.methods[m].session.Spec().Name, 0
	s.say(fmt.Sprintf("%s: choosing the noise of %s", name, settings(len(list))))
	err := s.host.MatchAll(s.ctx, asked, s.methods[0].session, s.workers, s.loading, func(i int, fit config.Config, doubt string, err error) {
		s.cells[first+i].fit, s.cells[first+i].doubt, s.cells[first+i].why = fit, doubt, err
		matched++
		s.say(fmt.Sprintf("%s: the noise of %d of %d settings is chosen", name, matched, len(list)))
	})
	var places []int
	for i := first; i < len(s.cells); i++ {
		if s.cells[i].why == nil {
			places = append(places, i)
		}
	}
	return places, err
}

// pull runs settings with so many draws more and files what they came to.
func (s *search) pull(stage string, places []int, from, draws int) error {
	var runs []config.Config
	for k := range draws {
		for _, i := range places {
			c := s.cells[i].fit
			c.Repeat += from + k
			runs = append(runs, c)
		}
	}
	before, fresh, took, began := s.at.Done, s.fresh, s.took, time.Now()
	err := s.folder.Make(s.ctx, s.host, runs, s.workers, s.failed, func(at sweep.Made) {
		s.at.Loading, s.at.Done = at.Loading, before+at.Done
		if s.fresh, s.took = fresh+at.Done-at.Kept, took+time.Since(began); s.fresh > 0 {
			s.at.Left = time.Duration(float64(s.took) * float64(s.at.Runs-s.at.Done) / float64(s.fresh))
		}
		s.say(stage)
	})
	switch {
	case err != nil:
		return err
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case s.first != nil:
		return s.first
	}
	for n, c := range runs {
		run, _ := s.folder.Run(c.Text())
		s.cells[places[n%len(places)]].take(run, s.Aside())
		s.count(run)
	}
	return nil
}

// count counts a run that did not go on to its limit, or whose promise did not.
func (s *search) count(run sweep.Run) {
	switch {
	case run.End == sweep.Diverged:
		s.wild++
	case !promised(run):
		s.lapsed++
	case run.End == sweep.Budget:
		s.stopped++
	}
}

// failed notes why a run could not be made.
func (s *search) failed(_ string, err error) {
	if s.first == nil {
		s.first = fmt.Errorf("a run could not be made: %w", err)
	}
}

func (s *search) loading(l sim.Loading) {
	s.at.Loading = &l
	s.tell(s.at)
	s.at.Loading = nil
}

func (s *search) say(stage string) {
	s.at.Stage = stage
	s.tell(s.at)
}

// take files what one draw came to.
func (c *cell) take(r sweep.Run, aside bool) {
	test, by := float64(r.TestError), float64(r.TestError)
	if aside {
		by = float64(r.HeldError)
	}
	if r.End == sweep.Diverged || !promised(r) {
		test, by = 1, 1 // whatever it got right, at the total ε there is nothing
	}
	c.tests, c.errors = append(c.tests, test), append(c.errors, by)
	c.epsilon = math.Max(c.epsilon, float64(r.EpsilonTight)) // NaN where one is: then nothing is promised
	c.delta, c.told = math.Max(c.delta, float64(r.Delta)), r.Told
}

// promised reports whether anything is at the end of a run: a guarantee may lapse on the
// way, as when the noise grows until minimisers are no longer exact.
func promised(r sweep.Run) bool { return !math.IsNaN(float64(r.EpsilonTight)) }

// better orders settings by their mean error; those that are equal stay in their order.
func (s *search) better(i, j int) int {
	return cmp.Compare(report.Mean(s.cells[i].errors), report.Mean(s.cells[j].errors))
}

// settings and draws are counts in words.
func settings(n int) string { return numeral.Counted(n, "setting") }
func draws(n int) string    { return numeral.Counted(n, "draw") }
