package sim

import (
	"fmt"
	"slices"
	"sort"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
)

// Aid is what helps to set up a session; both may be nil.
type Aid struct {
	Old *Session // makes no iteration meanwhile: on the same deal, what it has computed is taken over
	// Progress hears how far the tables are that take seconds to make.
	Progress func(Loading)
}

// Loading is how far a data set has been read, drawn or prepared.
type Loading struct {
	What string  // in words: "reading adult.data"
	Part float64 // 0 to 1
}

// NewSession sets up a run of c on d, which has been read for c.Data.
func NewSession(c config.Config, d *data.Dataset, each models.Each) (*Session, error) {
	dealt, err := deal.New(c, d, nil, nil)
	if err != nil {
		return nil, err
	}
	return SetUp(c, dealt, each, Aid{})
}

// aboutData is what there is to know of the data that c works on, a line each.
func aboutData(c config.Config, dealt *deal.Deal) (list []string) {
	spec := c.Spec()
	if n := dealt.Size.Dropped; n > 0 {
		list = append(list, numeral.Counted(n, "row")+" with missing values left out")
	}
	if c.Train > 0 && dealt.Data.TestFrom < dealt.Data.Len() {
		list = append(list, fmt.Sprintf("train = %d changes nothing: these data have a test part of their own", c.Train))
	}
	if fitted := dealt.Data.Fitted; fitted != "" {
		list = append(list, fitted+": that looks at all records and is in no ε")
	}
	if why := spec.Realised.None; why != "" && c.Realised {
		list = append(list, fmt.Sprintf("realised_max stays empty under %s: %s", spec.Name, why))
	}
	for _, words := range []string{dealt.Data.Note, dealt.HoldWords(c)} {
		if words != "" {
			list = append(list, words)
		}
	}
	return list
}

// SetUp sets up a run of c on a deal of its deal.Key. All that takes long in a session is
// pieces of each: one that panics ends it in the middle, and it is of no use then.
func SetUp(c config.Config, dealt *deal.Deal, each models.Each, aid Aid) (*Session, error) {
	if err := dealt.Takes(c); err != nil {
		return nil, err
	}
	s := &Session{start: c.Clone(), standing: standing{terms: terms{now: c.Clone()}}, spec: c.Spec(), each: each, source: noise.New(c.Seed).Repeat(c.Repeat), deal: dealt}
	s.keep(c.Set)
	s.now.Events = nil // they are copied with every change, and the schedule has them
	s.schedule = slices.Clone(c.Events)
	sort.SliceStable(s.schedule, func(i, j int) bool { return s.schedule[i].At < s.schedule[j].At })
	for _, words := range aboutData(c, dealt) {
		s.opening = append(s.opening, Notice{Iteration: 0, Kind: Data, Text: words})
	}
	s.test = dealt.Test.Under(c.LossFunction())
	s.test.Share(each)
	if dealt.Aside != nil {
		s.aside = dealt.Aside.Under(c.LossFunction())
		s.aside.Share(each)
	}
	n := dealt.Holders()
	s.ledger, s.totals = privacy.NewLedger(n, s.spec.Adds), newTotals(n, c.Set.Delta, each)
	if s.spec.Vertical {
		return s, s.seatParties(aid)
	}
	return s, s.seatNodes()
}

// measured reports whether realised losses are to be measured, and the method tells of
// its releases.
func (s *Session) measured() bool { return s.now.Realised && s.spec.Private() && s.spec.Realised.Told }

// seatNodes gives every node its records.
func (s *Session) seatNodes() error {
	c := s.now
	var err error
	if s.whole, err = network.Parse(c.Topology, c.Nodes, c.Seed); err != nil {
		return err
	}
	s.graph = s.whole
	s.name()
	var locals []*models.Local
	for _, p := range s.deal.Locals {
		locals = append(locals, p.Under(c.LossFunction()))
	}
	if s.measured() {
		s.meter = newExposure(locals, s.deal.Rows)
		s.meter.watch(s.watchedFirst() - 1)
	}
	s.method = s.spec.New(admm.Problem{Locals: locals, Each: s.each, Start: s.deal.Starts(c)})
	return nil
}

// watchedFirst is the row that is watched in the first iteration, from 1: a change that is due
// then counts, one that will be refused does not.
func (s *Session) watchedFirst() int {
	due := s.schedule[:s.due()]
	if !slices.ContainsFunc(due, func(e config.Event) bool { return e.Key == config.WatchKnob.Key }) {
		return s.now.Watch
	}
	begun := s.terms
	for _, e := range due {
		_, _ = s.apply(e)
	}
	watch := s.now.Watch
	s.terms = begun
	return watch
}

// seatParties gives every party its columns.
func (s *Session) seatParties(aid Aid) error {
	p := admm.Problem{Labels: slices.Clone(s.deal.Truth), Truth: s.deal.Truth, Loss: s.now.LossFunction(), Each: s.each}
	if s.set.Labels > 0 {
		s.source.Flip(p.Labels, s.set.Labels)
	}
	from := s.deal.Blocks
	if aid.Old != nil && aid.Old.deal == s.deal && aid.Old.blocks != nil {
		from = aid.Old.blocks
	}
	for _, b := range from {
		s.blocks = append(s.blocks, b.Twin())
	}
	p.Blocks = s.blocks
	if s.measured() {
		s.meter = newSharedExposure(p.Blocks, s.deal.Rows[0])
	}
	s.makeTables(aid.Progress)
	s.now.Nodes = s.deal.Holders()
	s.method = s.spec.New(p)
	return nil
}

// makeTables makes what the parties need before their first step, and tells how far
// it is. What they have already costs nothing: a session like the one before has its
// blocks from there.
func (s *Session) makeTables(progress func(Loading)) {
	if progress == nil {
		return // the first iteration makes it
	}
	kappa, measured := s.set.Lambda/s.set.Rho[0], s.meter != nil && s.set.Private
	// Multiplications: N d^2/2 for D'D, N d^2 for D G where losses are measured.
	works, total, done := make([]float64, len(s.blocks)), 0.0, 0.0
	for m, b := range s.blocks {
		works[m] = float64(float64(b.Records()) * float64(b.Dim()) * float64(b.Dim()) / 2)
		total += works[m]
		if measured {
			total += float64(2 * works[m])
		}
	}
	for m, b := range s.blocks {
		share := func(work float64) {
			before, most := done, 0.0
			b.Share(s.told(func(part float64) {
				most = max(most, part) // the factor, little beside D'D, is cut into pieces of its own
				progress(Loading{What: "preparing " + config.DataWords(s.now.Data), Part: (before + float64(most*work)) / total})
			}))
			done += work
		}
		share(works[m])
		if b.Prepare(kappa); measured {
			share(2 * works[m])
			b.Leverage(kappa)
		}
	}
}

// bundle is how many pieces of work are done between two words on the progress.
const bundle = 4

// told is the Each of the session, with word of how far it is, on the caller's own
// goroutine.
func (s *Session) told(tell func(part float64)) models.Each {
	return func(n int, do func(i int)) {
		for from := 0; from < n; from += bundle {
			s.each(min(bundle, n-from), func(i int) { do(from + i) })
			tell(float64(min(n, from+bundle)) / float64(n))
		}
	}
}
