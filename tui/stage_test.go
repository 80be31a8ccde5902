package tui

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/network"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
	"admmlab/tui/job"
	"admmlab/tui/lens"
	"admmlab/tui/lens/many"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// fake takes commands in place of a runner.
type fake struct {
	taken    []runner.Command
	expected string
	deaf     bool
	out      chan runner.Batch
}

func (f *fake) Offer(c runner.Command) bool {
	if !f.deaf {
		f.taken = append(f.taken, c)
	}
	return !f.deaf
}
func (f *fake) Expect(_ int, data string, _ bool) { f.expected = data }
func (f *fake) Batches() <-chan runner.Batch      { return f.out }
func (f *fake) Close()                            {}

// last is the newest command taken.
func (f *fake) last() runner.Command { return f.taken[len(f.taken)-1] }

// stage is a screen with a fake runner behind it.
type stage struct {
	t          testing.TB
	m          *Model
	f          *fake
	now        time.Time
	config     config.Config
	replay     config.Config
	graph      *network.Graph
	runs       *archive.Archive
	set        *admm.Settings
	generation int
	lapsed     int
	reason     string
	halted     string
	lights     []sim.Light
	minimised  float64 // the gradient norm that is left, NaN where nothing is minimised
	infinite   bool    // no accountant proves anything
	origin     string
	outdated   string // what a runner says of data whose file has changed
}

// madeUp takes the place of the model of a run made again.
func madeUp(_ context.Context, c config.Config, at int, _ string, _ func(sim.Loading), _ func(sim.Row, []sim.Notice) error) (*sim.Model, error) {
	set := &data.Dataset{Columns: []string{"age", "=x"}, Classes: [2]string{"no", "yes"}}
	return &sim.Model{Row: sim.Row{Iteration: at, Tight: 0.5, Accountant: "basic"}, Config: c, Replay: c, Records: set, Weights: []float64{1, 2}, Nodes: [][]float64{{1, 2}}}, nil
}

// hosted is a host for one test.
func hosted(t testing.TB) *runner.Host {
	h := runner.NewHost()
	t.Cleanup(h.Close)
	return h
}

// parts chooses the lenses and panels of a new stage: all that there are.
var parts = func(lenses []scene.Lens, panels []panel.Panel) ([]scene.Lens, []panel.Panel) { return lenses, panels }

func newStage(t testing.TB, c config.Config, width, height int) *stage {
	t.Helper()
	f := &fake{out: make(chan runner.Batch)}
	s := &stage{t: t, f: f, m: newModel(Options{Host: hosted(t), Start: c}, f), now: time.Unix(1_700_000_000, 0), config: c, minimised: 3e-11}
	s.clocked()
	s.m.scene.Theme, s.m.chosen, s.m.scene.StartedAt, s.m.scene.AwaitedSince = scene.PlainTheme(), true, s.now, s.now
	s.m.exports.Write, lensOf[*many.Sweep](s).Run, s.m.bands.RunAll = elsewhere, noSweep, waitForever
	lensOf[*many.Tune](s).Run = noTune
	lensOf[*lens.Records](s).Measure = noExcess
	s.m.exports.Model = madeUp
	s.m.levels.compute = nil // frames do not depend on who is faster
	s.m.lens.all, s.m.panels = parts(s.m.lens.all, s.m.panels)
	s.m.keys = bindings(s.m.lens.all)
	s.m.view.shown = s.m.lensPlace()
	s.m.refocus()
	s.m.Init()
	s.closeAtTheEnd()
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	s.lights = []sim.Light{
		{Name: "|x| ≤ 1", Detail: "a row is longer than 1"}, {Name: "connected", Detail: "the graph is in pieces"},
		{Name: "B ≥ C", Detail: "C exceeds the number of records of a node; the theorems assume C ≤ B_i"}, {Name: "solver", Measured: true, Detail: "the worst gradient"},
	}
	return s
}

// closeAtTheEnd ends what the test leaves under way in the background.
func (s *stage) closeAtTheEnd() {
	s.t.Cleanup(func() {
		if err := s.m.jobs.Close(context.Background()); err != nil {
			s.t.Error(err)
		}
	})
}

// finish waits for the end of a job and takes what came of it.
func (s *stage) finish(j *job.Job) *stage {
	s.t.Helper()
	select {
	case <-j.Ended():
	case <-time.After(20 * time.Second):
		s.t.Fatal("it does not end")
	}
	s.frame()
	return s
}

func (s *stage) send(msg tea.Msg) tea.Cmd {
	_, cmd := s.m.Update(msg)
	return cmd
}

// begun answers the newest Start with a new session.
func (s *stage) begun() *stage {
	s.generation++
	s.config, s.replay = s.m.scene.Base, s.m.scene.Base.Clone()
	s.lapsed, s.halted = 0, ""
	set := s.config.Set
	s.set = &set
	s.graph = nil
	if !s.config.Spec().Vertical {
		g, err := network.Parse(s.config.Topology, s.config.Nodes, s.config.Seed)
		if err != nil {
			s.t.Fatal(err)
		}
		s.graph = g
	}
	s.batch(0)
	return s
}

// changed is the notice of a change that happens at iteration at, after which it is in force.
func (s *stage) changed(words string, at int, byHand bool) sim.Notice {
	s.t.Helper()
	e, err := config.ParseEvent(fmt.Sprintf("at %d: %s", at, words))
	if err != nil {
		s.t.Fatal(err)
	}
	after := s.config
	if k, ok := config.KnobOf(after, e.Key); ok {
		after, err = k.Assign(after, e.Value)
	} else {
		var g *network.Graph
		if g, err = network.Parse(after.Topology, after.Nodes, after.Seed); err == nil {
			g, err = e.On(g)
			after.Topology = g.String()
		}
	}
	if err != nil {
		s.t.Fatal(err)
	}
	c := config.NewChange(e, s.config, after)
	c.ByHand, s.config = byHand, after
	set := after.Set.Clone()
	s.set = &set // of the rows from then on
	s.replay.Events = append(s.replay.Events, e)
	return sim.Notice{Iteration: at, Kind: sim.Changed, Text: words, Change: &c}
}

// batch delivers so many further iterations with notices.
func (s *stage) batch(iterations int, notices ...sim.Notice) *stage {
	from := 0
	if s.m.scene.Generation == s.generation {
		from = s.m.scene.Run.Last()
	}
	b := runner.Batch{Generation: s.generation, Notices: notices, State: runner.State{
		Seq: s.m.desk.Newest(), Began: s.m.scene.Starting, Config: s.config, Replay: s.replay, Size: deal.Size{Records: 45222, Columns: 105, Train: 40000, Test: 5222, Least: 40000 / max(1, s.config.Nodes), Origin: s.origin},
		Iteration: from + iterations, Running: true, Speed: 20, Rate: 20, Graph: s.graph,
		Outdated: s.outdated, Lapsed: s.lapsed, Reason: s.reason, Halted: s.halted, Finished: from+iterations >= s.config.Iterations,
	}}
	b.State.Running = !b.State.Finished && s.halted == ""
	s.picture(&b.State)
	s.m.desk.Flush()
	for i := range b.Notices {
		for _, c := range s.f.taken { // an answer is to the newest question
			if n := &b.Notices[i]; n.Kind == sim.Answer && (c.Order == runner.Afford || c.Order == runner.Attack) {
				n.Asked = c.Seq
			}
		}
	}
	for k := 1; k <= iterations; k++ {
		b.Rows = append(b.Rows, s.row(from+k))
	}
	for i, k := range s.m.scene.Companions {
		told := runner.Companion{ID: k.ID, Asked: k.Asked, Config: k.Asked.AsCompanionOf(s.config), Replay: k.Asked.AsCompanionOf(s.config), Iteration: from + iterations}
		for t := k.Run.Last() + 1; t <= from+iterations; t++ {
			r := s.row(t)
			r.Set = &told.Config.Set
			r.TrainLoss *= 1 + 0.2*float64(i+1)
			r.Tight *= 1 + 0.3*float64(i+1)
			told.Rows = append(told.Rows, r)
		}
		b.Companions = append(b.Companions, told)
	}
	s.send(batchMsg{b, true})
	s.m.gaps.measure(s.m.jobs, s.m.scene.GraphAt(s.m.scene.At()))
	if j := s.m.gaps.job; j.UnderWay() { // so that frames do not depend on who is faster
		<-j.Ended()
		s.m.jobs.Deliver()
	}
	return s
}

// row is a made-up iteration: falling loss and error, a bill of 0.03 each.
func (s *stage) row(t int) sim.Row {
	x := float64(t)
	r := sim.Row{
		Iteration: t, TrainLoss: 0.35 + 0.4*math.Exp(-x/12) + 0.01*math.Sin(x), TestLoss: 0.4,
		TestError: 0.16 + 0.1*math.Exp(-x/9), Disagreement: 0.5 * math.Exp(-x/30), MeanNorm: 1, GradientNorm: s.minimised,
		EpsilonStep: 0.03, EpsilonTotal: 0.03 * x, Tight: 0.03 * x, RealisedMax: 0.004 * x, Accountant: "basic",
		Lights: s.lights, Set: s.set, Graph: s.graph,
		Cost: rows.Cost{Minimisations: x, Passes: 7.4 * x, Messages: 10 * x, Bytes: 8400 * x, Needed: 8400 * x},
	}
	r.TrainLossC = 1750 * r.TrainLoss
	if s.lapsed > 0 && t >= s.lapsed {
		r.EpsilonStep, r.EpsilonTotal, r.Tight = math.NaN(), math.NaN(), math.NaN()
	}
	nodes := max(s.config.Nodes, 2)
	for i := range nodes {
		r.Nodes = append(r.Nodes, sim.NodeState{Loss: r.TrainLoss, Distance: r.Disagreement * float64(i+1) / float64(nodes), Epsilon: r.EpsilonTotal})
	}
	return r
}

// method begins a run of another method, as the list of methods does.
func (s *stage) method(id string) {
	s.m.grant(scene.Start{Config: s.m.scene.Grant(s.m.scene.Base).WithMethod(id)})
}

// panel is the number of a panel.
func (s *stage) panel(name string) int {
	return slices.IndexFunc(s.m.panels, func(p panel.Panel) bool { return p.Name() == name })
}

// late has a start take longer than keys are held for.
func (s *stage) late() *stage {
	s.m.scene.StartedAt = s.m.scene.StartedAt.Add(-patience)
	return s
}

// press sends keys as tea.KeyPressMsg.String names them.
func (s *stage) press(keys ...string) *stage {
	s.t.Helper()
	for _, k := range keys {
		s.send(keyPress(k))
	}
	return s
}

// clocked gives the screen the time of the stage.
func (s *stage) clocked() *stage {
	s.m.scene.Now, s.m.clock = s.now, func() time.Time { return s.now }
	return s
}

// pass lets time pass without a tick.
func (s *stage) pass(span time.Duration) {
	s.now = s.now.Add(span)
	s.m.scene.Now = s.now
}

// frame is the text after the next tick, as View gives it.
func (s *stage) frame() string {
	s.now = s.now.Add(frameTime)
	s.send(tickMsg(s.now))
	return s.m.View().Content
}

// shows fails unless the next frame holds every one of the words.
func (s *stage) shows(words ...string) {
	s.t.Helper()
	frame := s.frame()
	for _, w := range words {
		if !strings.Contains(frame, w) {
			s.t.Errorf("the frame does not show %q:\n%s", w, frame)
		}
	}
}

// hides fails if the next frame holds any of the words.
func (s *stage) hides(words ...string) {
	s.t.Helper()
	frame := s.frame()
	for _, w := range words {
		if strings.Contains(frame, w) {
			s.t.Errorf("the frame shows %q:\n%s", w, frame)
		}
	}
}
