package scene

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/report"
)

// ConfigAt is the config with the parameters in force in iteration t.
func (s *Scene) ConfigAt(t int) config.Config {
	return s.Run.Under(s.knobsAt(0, t, s.InForce()), t)
}

// knobsAt is the config in force in iteration t of run i, 0 for the one at the keys, as far
// as its changes tell: rows do not hold the budget, the accountant or the limit. There may be
// many changes, so that it is found once for an iteration of the past.
func (s *Scene) knobsAt(i, t int, now config.Config) config.Config {
	last, replay, of := s.Run.Last(), s.State.Replay, moment{generation: s.Generation, iteration: t}
	if i > 0 {
		beside := s.Companions[i-1]
		last, replay, of.beside = beside.Run.Last(), beside.State.Replay, beside.State.ID
	}
	live := s.Cursor == 0 && t == last // what is turned now counts, which the row does not say
	if !s.Heard || t < 1 || t > last || live || replay.Method == "" {
		return now
	}
	past := &s.past[i]
	if of.changes = len(replay.Events); past.of != of {
		past.of, past.config = of, replay.After(t)
	}
	c := past.config
	c.Events, c.Nodes = nil, now.Nodes
	return c
}

// moment tells iterations of the past apart.
type moment struct{ generation, beside, iteration, changes int }

// Under is c, that of the run, with the parameters in force in iteration t: those of a kept
// run, which has curves alone, are what its changes had made of them.
func (h *History) Under(c config.Config, t int) config.Config {
	if h.Regimes == nil {
		return c.After(t)
	}
	if r, ok := h.InForce(t); ok && r.Set != nil {
		c.Set = *r.Set
		if r.Graph != nil {
			c.Topology = r.Graph.String()
		}
	}
	return c
}

// LastTotal is the last iteration that has a total, of those that were kept; 0 for none.
func (h *History) LastTotal() int {
	if last := h.Last(); last == 0 || !math.IsNaN(h.At(Tight, last)) {
		return last
	}
	for k, v := range slices.Backward(h.Values[Tight]) {
		if !math.IsNaN(v) {
			return k*h.Every + 1
		}
	}
	return 0
}

// Promise is what its totals go with, all of them: what is turned after the last promises
// nothing.
func (h *History) Promise() (all config.Promise) {
	last := h.LastTotal()
	if h.Regimes == nil {
		return h.Config.Promises(last)
	}
	for _, r := range h.Regimes {
		if r.From > last {
			break
		}
		all = all.And(h.Under(h.Config, r.From).Promise())
	}
	return all
}

// Varies reports whether the totals go with other neighbours or another δ in some
// iterations than in others.
func (h *History) Varies() bool {
	return h.Mixed || slices.ContainsFunc(h.Regimes, func(r regime) bool { return r.Promises })
}

// Rows are the parameters of the panel: what the method in force reads.
// First what counts from the next iteration on, the method's own numbers before
// its choices, then the network and the run; then what adds up the privacy; last
// what counts after a reset.
func (s *Scene) Rows() []Row {
	c := s.Wished()
	// Which knobs there are depends on method, variant and loss, and on whether rows are held out.
	if id := fmt.Sprint(c.Method, " ", c.Set.Variant, " ", c.Loss, c.HeldOut > 0); s.listedFor != id || s.listed == nil {
		s.listed, s.listedFor = RowsOf(c), id
	}
	return s.listed
}

// HasRow reports whether the parameters panel has a parameter or a heading of a key.
func (s *Scene) HasRow(key string) bool {
	return slices.ContainsFunc(s.Rows(), func(r Row) bool { return r.Key == key || folds[r.Part].Key == key && key != "" })
}

// InForce is the config the runner last reported, or the one it was started
// with while nothing is heard.
func (s *Scene) InForce() config.Config {
	if s.Heard {
		c := s.State.Config
		if c.Spec().Vertical {
			c.Nodes = s.State.Replay.Nodes // parties are not nodes
		}
		return c
	}
	return s.Base
}

// Caption is what the run at the keys is about, "" for nothing.
func (s *Scene) Caption() string { return report.Caption(s.InForce(), s.Strays) }

// Wished is what the next change is made to, with every wish granted.
func (s *Scene) Wished() config.Config { return s.Grant(s.Next()) }

// Next is what the next change is made to: what the start under way begins with, a fork
// where it will stand, else what is in force.
func (s *Scene) Next() config.Config {
	switch {
	case s.ForkAt > 0:
		return s.Forked.After(s.ForkAt)
	case s.Starting > 0:
		return s.Base.After(0)
	}
	return s.InForce()
}

// Replay is the run that the next change is made to, with what was turned on the way.
func (s *Scene) Replay() config.Config {
	switch {
	case s.ForkAt > 0:
		return s.Forked
	case s.Starting > 0:
		return s.Base
	}
	return s.State.Replay
}

// InOrder are the keys of what is pending, in the order in which it was asked for.
func (s *Scene) InOrder() []string {
	return slices.SortedFunc(maps.Keys(s.Pending), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.Pending[a].Seq, s.Pending[b].Seq), strings.Compare(a, b))
	})
}

// Grant is c with the wishes assigned, in an order in which they fit together: more nodes
// come before edges between them, fewer after; and of keys that set each other back the later
// counts. Events are not looked at, which are many at times and this is asked for often: with
// each wish they have been when it was made.
func (s *Scene) Grant(c config.Config) config.Config {
	c, _ = s.grant(c)
	return c
}

// Unfit is why a wish that waits for a reset does not fit the others and what a reset begins
// with, nil where all do.
func (s *Scene) Unfit() error {
	_, unfit := s.grant(s.Base)
	for _, key := range s.InOrder() {
		if w := s.Pending[key]; w.Reset && w.Seq >= s.Starting && unfit[key] != nil { // older ones a start lets go of
			return unfit[key]
		}
	}
	return nil
}

// grant is Grant that says of the wishes that are left out why they do not fit.
func (s *Scene) grant(c config.Config) (granted config.Config, unfit map[string]error) {
	if len(s.Pending) == 0 {
		return c, nil
	}
	back := map[string]int{} // keys that are set back, and when
	for key, w := range s.Pending {
		back[config.SetsBack(key)] = w.Seq
	}
	for _, key := range append(config.Keys(), config.NodesKnob.Key) {
		w, ok := s.Pending[key]
		if !ok || w.Seq < back[key] {
			continue
		}
		if k, found := config.KnobOf(c, key); found {
			next, err := k.Put(c, w.Value)
			switch {
			case err == nil:
				c = next
				delete(unfit, key)
			case unfit == nil:
				unfit = map[string]error{key: err}
			default:
				unfit[key] = err
			}
		}
	}
	if _, asked := s.Pending[config.IterationsKnob.Key]; asked {
		c.Iterations = max(c.Iterations, s.stands()) // one that is passed is where the run stands
	}
	return c, unfit
}

// stands is the iteration at which the next change is made.
func (s *Scene) stands() int {
	if s.Starting > 0 || s.ForkAt > 0 {
		return s.ForkAt
	}
	return s.State.Iteration
}

// Anew is what a run from the start begins with: what a reset began with, every wish granted,
// and the edges cut and joined whose change is on its way. A change in mid-run that cannot
// happen then is refused when its time comes.
func (s *Scene) Anew() config.Config {
	return s.granted(s.Base)
}

// AnewUnchanged is Anew without the changes in mid-run, of which there may be a million.
func (s *Scene) AnewUnchanged() config.Config {
	base := s.Base
	base.Events = nil
	return s.granted(base)
}

// granted is base with every wish and the edges that are on their way.
func (s *Scene) granted(base config.Config) config.Config {
	c := s.Grant(base)
	if len(s.Edges) == 0 || c.Nodes != s.Base.Nodes {
		return c
	}
	if _, chosen := s.Pending[config.TopologyKnob.Key]; chosen {
		if list, changed := s.WaitingEdges(s.Edges...); changed {
			c.Topology = list
		}
		return c
	}
	g, err := network.Parse(s.Base.Topology, s.Base.Nodes, s.Base.Seed)
	if err != nil {
		return c
	}
	c.Topology = s.Changing(g).String()
	return c
}

// WaitingEdges is the list of edges that waits for a reset with edges of the run in force cut and
// joined in it, too, and whether there is one that they change. What the graph of another number
// of nodes shall be is asked instead.
func (s *Scene) WaitingEdges(edges ...PendingEdge) (list string, changed bool) {
	w := s.Pending[config.TopologyKnob.Key]
	c := s.Grant(s.Base)
	if !w.Reset || !network.Listed(w.Value) || c.Nodes != s.Base.Nodes {
		return w.Value, false
	}
	g, err := network.Parse(w.Value, c.Nodes, c.Seed)
	if err != nil {
		return w.Value, false
	}
	list = changing(g, edges).String()
	return list, list != w.Value
}

// Changing is g with the edges that are being cut and joined.
func (s *Scene) Changing(g *network.Graph) *network.Graph { return changing(g, s.Edges) }

func changing(g *network.Graph, edges []PendingEdge) *network.Graph {
	for _, e := range edges {
		if changed, err := e.Event.On(g); err == nil {
			g = changed
		}
	}
	return g
}

// NextGraph is the graph that the next change is made to: with the topology that is on its way,
// and the edges that are being cut and joined since. It is nil where parties have none.
func (s *Scene) NextGraph() *network.Graph {
	if s.Begins() || s.NoRun() {
		c := s.AnewUnchanged()
		g, _ := network.Parse(c.Topology, c.Nodes, c.Seed)
		return g
	}
	g, edges := s.State.Graph, s.Edges
	if g == nil {
		return nil
	}
	if w, turned := s.Pending[config.TopologyKnob.Key]; turned && !w.Reset {
		c := s.Next()
		if next, err := network.Parse(w.Value, c.Nodes, c.Seed); err == nil {
			g = next
			edges = slices.DeleteFunc(slices.Clone(edges), func(e PendingEdge) bool { return e.Seq < w.Seq })
		}
	}
	return changing(g, edges)
}

// Check returns nil if key may take value now, otherwise an error that says why not.
func (s *Scene) Check(key, value string) error {
	return s.check(key, value, func(k config.Knob, c config.Config, value string) (config.Config, error) {
		c.DropEvents() // which cannot happen whatever it takes
		return k.Assign(c, value)
	})
}

// CheckTyped is Check while somebody types, without a look at the events, which may be many:
// whoever turns asks Check.
func (s *Scene) CheckTyped(key, value string) error { return s.check(key, value, config.Knob.Put) }

func (s *Scene) check(key, value string, assign func(config.Knob, config.Config, string) (config.Config, error)) error {
	c := s.Next()
	k, ok := config.KnobOf(c, key)
	if !ok {
		return nil
	}
	begins := s.Begins()
	if begins || s.Waits(k) {
		c = s.Grant(s.Base)
	}
	if key == config.NodesKnob.Key {
		c.Topology = network.Ring // which edges there shall be is asked where they may not fit
	}
	next, err := assign(k, c, value)
	if err == nil && begins && !k.Reads(c) && !k.Reads(next) {
		return fmt.Errorf("%s has no %s: turn what it has once it has begun", c.Spec().Name, config.KnobName(k))
	}
	return err
}

// Begins reports whether a run is under way that begins with what is turned. A fork takes it where
// it stands.
func (s *Scene) Begins() bool { return s.Starting > 0 && s.ForkAt == 0 }

// NoRun reports whether there is none, and none is under way: the first start was refused.
func (s *Scene) NoRun() bool { return !s.Heard && s.Starting == 0 }

// Counts is when what is turned of a knob counts: after a reset, whatever it is, where there is no
// run.
func (s *Scene) Counts(k config.Knob) admm.When {
	if s.NoRun() {
		return admm.AtReset
	}
	return k.Counts
}

// Waits reports whether what is turned of a knob counts after a reset.
func (s *Scene) Waits(k config.Knob) bool { return s.Counts(k) == admm.AtReset }

// Keeps is the value of a knob that the next change finds there, and whether turning it to a value
// leaves all as it is: the knob, one that it sets back, and the graph. Where the schedule still turns
// the knob it is not known, and so false.
func (s *Scene) Keeps(k config.Knob, value string) (stands string, keeps bool) {
	events, made := s.Replay().Events, 0 // those made stand first, as they stand among the changes
	for made < min(len(events), len(s.Run.Changes)) && events[made] == s.Run.Changes[made].Event {
		made++
	}
	later := func(e config.Event) bool {
		return e.At > s.stands() && e.Replaces(k.Key) && !slices.ContainsFunc(s.Run.Changes, func(c config.Change) bool { return c.Event == e })
	}
	if slices.ContainsFunc(events[made:], later) {
		return "", false
	}
	put := func(c config.Config, k config.Knob, value string) (config.Config, error) {
		next, err := k.Put(c, value)
		next.Iterations = max(next.Iterations, s.stands()) // one that is passed is where the run stands
		return next, err
	}
	c := s.Next()
	for _, key := range s.InOrder() {
		if !(config.Event{Key: key}).Replaces(k.Key) {
			continue
		}
		other, ok := config.KnobOf(c, key)
		if !ok || s.Pending[key].Reset {
			return "", false
		}
		next, err := put(c, other, s.Pending[key].Value)
		if err != nil {
			return "", false
		}
		c = next
	}
	next, err := put(c, k, value)
	if k.Key == config.TopologyKnob.Key {
		of, failed := network.Parse(value, c.Nodes, c.Seed)
		if stood := s.NextGraph(); failed != nil || stood == nil || !of.Equal(stood) {
			return "", false
		}
	}
	back, setsBack := config.KnobOf(c, config.SetsBack(k.Key))
	return k.Value(c), err == nil && k.Value(next) == k.Value(c) && !(setsBack && back.Value(next) != back.Value(c))
}

// Slow reports whether a start takes long enough to be worth a word.
func (s *Scene) Slow() bool {
	return s.Starting > 0 && s.Now.Sub(s.AwaitedSince) > time.Second/2
}

// Awaited reports whether the data are waited for, and it shows.
func (s *Scene) Awaited() bool { return s.Starting > 0 && (s.Slow() || !s.Heard) }

// silence is how long an iteration takes before it is worth a word.
const silence = 2 * time.Second

// Silent reports whether an iteration takes that long.
func (s *Scene) Silent() bool { return s.State.Running && s.Now.Sub(s.HeardAt) >= silence }
