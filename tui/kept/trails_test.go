package kept

import (
	"slices"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// Kept runs come back to the plane when a change that sent them away is taken back, also where
// something is being written all that time.
func TestKeptRunsComeBackWithTheSettingsTheyWereLikenedBy(t *testing.T) {
	c := config.Default()
	other := c.Clone()
	other.Set.Alpha[0] = 0.1
	tight := c.Clone()
	tight.Set.Delta /= 10
	runs := archive.Open(t.TempDir())
	row := func(t int) sim.Row { return sim.Row{Iteration: t, TrainLoss: 1 / float64(t), Tight: float64(t)} }
	if err := runs.Save(archive.Record{ID: archive.NewID(time.Now()), Began: time.Now(), Config: other, Origin: "census", Last: row(3)}, archive.Thin(3, 1, row)); err != nil {
		t.Fatal(err)
	}
	jobs := job.NewList(t.Context())
	s := &scene.Scene{Run: &scene.History{Config: c}}
	s.Heard, s.State.Config, s.State.Replay, s.State.Size.Origin, s.State.Size.Records = true, c, c, "census", 45222
	s.Run.File(make([]float64, scene.Quantities()))
	k := New(s, jobs, runs, nil, Hooks{})
	k.run = keepFrom(time.Now())
	recall := func(want int, when string) {
		t.Helper()
		k.Recall()
		for k.trails.job.UnderWay() {
			<-k.trails.job.Ended()
			jobs.Deliver()
		}
		if len(s.Kept) != want {
			t.Errorf("%s %d kept runs are in sight, expected %d", when, len(s.Kept), want)
		}
	}
	recall(1, "at first")
	room := make(chan bool)
	k.enqueue(attempt{again: func() error { <-room; return nil }})
	k.writeNext()
	s.State.Config = tight
	recall(0, "under another δ")
	s.State.Config = c
	recall(0, "while something is written")
	close(room)
	<-k.write.Ended()
	jobs.Deliver()
	recall(1, "after it is written")
}

// recalling has a run of c under way on data of an origin, and says how the kept runs beside it are called.
func recalling(t *testing.T, c config.Config, runs *archive.Archive, origin string, now time.Time) (*Keeper, *scene.Scene, func() []string) {
	jobs := job.NewList(t.Context())
	s := &scene.Scene{Run: &scene.History{Config: c}}
	s.Now, s.Heard, s.State.Config, s.State.Replay = now, true, c, c
	s.State.Size.Origin, s.State.Size.Records = origin, 2000
	s.Run.File(make([]float64, scene.Quantities()))
	k := New(s, jobs, runs, nil, Hooks{})
	k.run = keepFrom(now)
	return k, s, func() (labels []string) {
		k.Recall()
		<-k.trails.job.Ended()
		jobs.Deliver()
		for _, h := range s.Kept {
			labels = append(labels, h.Label)
		}
		return labels
	}
}

// Kept runs without a name are called by what tells them apart in the last iteration of each, whatever they have
// in common. One of a single iteration is among them.
func TestTrailsAreCalledByWhatTellsThemApart(t *testing.T) {
	c := config.Default()
	c.Data = "census:2000"
	turned := config.Event{At: 2, Key: "alpha", Value: "3"}
	runs := archive.Open(t.TempDir())
	began := time.Date(2026, 3, 4, 5, 6, 0, 0, time.Local)
	for i, turn := range []func(c *config.Config){
		func(c *config.Config) { c.Set.Alpha[0] = 0.2 },
		func(c *config.Config) { c.Set.Alpha[0] = 0.4 },
		func(c *config.Config) { *c = c.WithMethod("mradmm") },
		func(c *config.Config) { c.Set.Alpha[0] = 0.8 },
		func(c *config.Config) { c.Set.Alpha[0], c.Events = 0.8, []config.Event{turned} },
		func(c *config.Config) { c.Set.Alpha[0], c.Set.Rho[0], c.Set.Eta[0] = 0.8, 0.0123, 2 },
	} {
		one := c.Clone()
		turn(&one)
		at := began.Add(time.Duration(i) * time.Minute)
		last := sim.Row{Iteration: max(1, 3*i), TrainLoss: float64(i), Tight: float64(i)}
		record := archive.Record{ID: archive.NewID(at), Began: at, Config: one, Origin: "census", Last: last}
		if err := runs.Save(record, archive.Thin(last.Iteration, 1, func(int) sim.Row { return last })); err != nil {
			t.Fatal(err)
		}
	}
	_, _, recalled := recalling(t, c, runs, "census", began.Add(time.Hour))
	labels := recalled()
	if want := []string{"DVP α 0.2", "DVP α 0.4", "MR-ADMM", "DVP α 0.8 ρ 0.00316", "DVP α 3", "DVP α 0.8 ρ 0.0123"}; !slices.Equal(labels, want) {
		t.Errorf("called %q, expected %q", labels, want)
	}
}

// A kept run that is on the screen already leaves no trail besides: as the run at the keys, however the path
// of its data is spelt, as the run before, or as one that is put beside.
func TestWhatIsOnTheScreenLeavesNoTrail(t *testing.T) {
	c := config.Default()
	c.Data = "csv:/data/some.csv"
	began := time.Date(2026, 3, 4, 5, 6, 0, 0, time.Local)
	runs := archive.Open(t.TempDir())
	ids := map[float64]string{}
	for i, alpha := range []float64{0.5, 2, 3, 3, 4} {
		one := c.Clone()
		one.Set.Alpha[0], one.Iterations = alpha, 3
		one.Title, one.Events = "called otherwise", []config.Event{{At: 4, Key: "rho", Value: "1"}} // never comes
		at := began.Add(time.Duration(i) * time.Minute)
		ids[alpha] = archive.NewID(at)
		last := sim.Row{Iteration: 3, TrainLoss: float64(i), Tight: alpha}
		record := archive.Record{ID: ids[alpha], Began: at, Config: one, Origin: "some", Last: last}
		if err := runs.Save(record, archive.Thin(3, 1, func(int) sim.Row { return last })); err != nil {
			t.Fatal(err)
		}
	}
	c.Data, c.Iterations = "csv:some.csv", 3
	k, s, recalled := recalling(t, c, runs, "some", began.Add(time.Hour))
	s.State.Size.Key, k.before, s.Ghost = "csv:/data/some.csv", ids[3], &scene.History{}
	inSight := func(when string, want ...string) {
		t.Helper()
		if labels := recalled(); !slices.Equal(labels, want) {
			t.Errorf("%s there are trails of %q, expected %q", when, labels, want)
		}
	}
	inSight("alone", "DVP α 2", "DVP α 4")
	two := c.Clone()
	two.Set.Alpha[0] = 2
	s.Companions = append(s.Companions, &scene.Companion{ID: 1, Asked: two, Run: &scene.History{Config: two}})
	k.Joined(1, s.Now)
	inSight("beside α = 2", "DVP α 4")
	s.Companions = nil
	inSight("alone again", "DVP α 2", "DVP α 4")
	s.Pinned = ids[4] // takes the place of the run before
	inSight("with a pinned one", "DVP α 2", "DVP α 3")
	s.Pinned, s.Ghost = "", nil
	inSight("with neither", "DVP α 2", "DVP α 3", "DVP α 4")
}

// Whatever kept runs have in common, no two names of theirs read alike: not of one title, not of long lists
// that differ at their ends, not where they began in one minute and differ in what was turned alone.
func TestNoTwoTrailsAreCalledAlike(t *testing.T) {
	began := time.Date(2026, 3, 4, 5, 6, 0, 0, time.Local)
	base := config.Default()
	record := func(i int, turn func(c *config.Config)) archive.Record {
		r := archive.Record{Began: began.Add(time.Duration(i) * time.Second), Config: base.Clone(), Last: sim.Row{Iteration: 10}}
		turn(&r.Config)
		return r
	}
	list := func(last float64) func(c *config.Config) {
		return func(c *config.Config) {
			c.Set.Alpha = nil
			for i := range 30 {
				c.Set.Alpha = append(c.Set.Alpha, 1+float64(i)/8)
			}
			c.Set.Alpha[29] = last
		}
	}
	titled := func(alpha float64) func(c *config.Config) {
		return func(c *config.Config) { c.Title, c.Set.Alpha[0] = "One title of several runs", alpha }
	}
	turned := func(at int) func(c *config.Config) {
		return func(c *config.Config) { c.Events = []config.Event{{At: at, Key: "alpha", Value: "3"}} }
	}
	runs := []archive.Record{
		record(0, titled(2)), record(1, titled(3)), record(2, list(5)), record(3, list(6)), record(4, turned(2)), record(5, turned(3)),
		record(6, func(c *config.Config) { c.Set.Rho[0], c.Set.Eta[0] = 0.5, 2 }),
		record(7, func(c *config.Config) { c.Set.Rho[0], c.Set.Eta[0] = 0.5, 3 }),
		{Began: began, Name: "名前 日本", Config: base},
		record(8, func(c *config.Config) { c.Title, c.Set.Eta[0] = "Its own", 7 }),
	}
	names := tellApart(base, runs, began.Add(time.Hour))
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] || name == "" {
			t.Errorf("two of %q", names)
		}
		seen[name] = true
	}
	for i, want := range map[int]string{0: "α 2", 4: "DVP at 2: alpha = 3", 6: "α 0.5 ρ 0.5 η 2", 8: "名前 日本", 9: "α 0.5 ρ 0.00316 η 7"} {
		if names[i] != want {
			t.Errorf("%d is called %q, expected %q", i, names[i], want)
		}
	}
}
