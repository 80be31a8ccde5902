package scene

import (
	"math"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/rows"
	"admmlab/tui/chart"
)

// A run of any length is kept in bounded room: what is kept is exact and in its
// place, and the newest is always there.
func TestALongHistoryIsThinned(t *testing.T) {
	h := &History{}
	const n = 3*MaxPoints + 7
	for at := 1; at <= n; at++ {
		numbers := make([]float64, Quantities())
		numbers[TrainLoss], numbers[Epsilon] = float64(at), -float64(at)
		h.File(numbers)
	}
	if h.Last() != n || len(h.Values[TrainLoss]) > MaxPoints || cap(h.Values[Epsilon]) > 2*MaxPoints {
		t.Errorf("%d iterations in %d values, room for %d", h.Last(), len(h.Values[TrainLoss]), cap(h.Values[Epsilon]))
	}
	for _, at := range []int{1, 2, 4, 5, MaxPoints, MaxPoints + 1, n - 1, n} {
		if got, want := h.At(TrainLoss, at), float64(h.Kept(at)); got != want {
			t.Errorf("iteration %d reads %g, want that of %g", at, got, want)
		}
		if k := h.Kept(at); k > at || at-k >= h.Every || h.At(Epsilon, k) != -float64(k) {
			t.Errorf("iteration %d is read at %d of every %d", at, k, h.Every)
		}
	}
	s := h.Series(TrainLoss, "", 0)
	for i, v := range s.Values {
		if v != float64(s.From+i*s.Every) {
			t.Fatalf("value %d of the curve is that of iteration %g, want %d", i, v, s.From+i*s.Every)
		}
	}
	for _, at := range []int{1, 4, n - 1, n} {
		if got, ok := s.At(at); !ok || got != h.At(TrainLoss, at) {
			t.Errorf("the curve has %g in iteration %d, the history %g", got, at, h.At(TrainLoss, at))
		}
	}
}

// What an export or the archive was given stays as it was while the run goes on, also when
// every second point goes.
func TestAHistoryAsItStandsStaysSo(t *testing.T) {
	h := &History{}
	for at := 1; at <= 5; at++ {
		h.Add(sim.Row{Iteration: at, TrainLoss: float64(at)})
	}
	now := h.Now()
	for at := 6; at <= MaxPoints+2; at++ {
		h.Add(sim.Row{Iteration: at, TrainLoss: float64(at)})
	}
	for at := 1; at <= 5; at++ {
		if got := now.At(TrainLoss, at); got != float64(at) || now.Last() != 5 {
			t.Errorf("iteration %d of %d: %g", at, now.Last(), got)
		}
	}
}

// Of a total that goes with something else, all that differs is said.
func TestAllThatATotalGoesWithIsSaid(t *testing.T) {
	now := config.Default()
	for _, c := range []struct {
		adjacency string
		delta     float64
		want      string
	}{
		{"replace", now.Set.Delta, ""},
		{"remove", now.Set.Delta, "one record removed"},
		{"replace", 0.1, "another δ"},
		{"remove", 0.1, "one record removed, another δ"},
	} {
		other := config.Default()
		other.Set.Adjacency, other.Set.Delta = c.adjacency, c.delta
		if got := PromiseWords(other, now); got != c.want {
			t.Errorf("%s at %g: %q, expected %q", c.adjacency, c.delta, got, c.want)
		}
	}
}

// Neighbours that came into force after the last total are those of none.
func TestWhatIsTurnedAfterTheLastTotalPromisesNothing(t *testing.T) {
	h := &History{Config: config.Default()}
	for at := 1; at <= 6; at++ {
		numbers := make([]float64, Quantities())
		if numbers[Tight] = 1; at > 3 {
			numbers[Tight] = math.NaN()
		}
		h.File(numbers)
	}
	removed := config.Default().Set
	removed.Adjacency = "remove"
	for from, want := range map[int][]string{3: {"one record replaced", "one record removed"}, 5: {"one record replaced"}} {
		h.Regimes = []regime{{From: 1, Set: &h.Config.Set}, {From: from, Set: &removed}}
		if got := h.Promise().Neighbours; !slices.Equal(got, want) {
			t.Errorf("turned at %d: %v, expected %v", from, got, want)
		}
	}
}

// What totals go with is nothing before the first of them.
func TestARunWithoutATotalPromisesNothing(t *testing.T) {
	h := &History{Config: config.Default(), Every: 1}
	for i, tight := range []float64{math.NaN(), math.NaN(), 1} {
		if words := h.Promise().Words(); words != "" {
			t.Errorf("after %d iterations without a total: %q", i, words)
		}
		h.Newest = NumbersOf(func(c *rows.Column) float64 {
			if c == rows.Tight {
				return tight
			}
			return 0
		})
		h.Values = append(h.Values[:0], make([][]float64, Quantities())...)
		for q, v := range h.Newest {
			h.Values[q] = []float64{math.NaN(), math.NaN(), v}[:i+1]
		}
		h.Count++
	}
	if words := h.Promise().Words(); words != "at δ ≤ 1e-5, one record replaced" {
		t.Errorf("with a total: %q", words)
	}
}

// What a run is still told of however much else happened later: that nothing is proved, since when
// and why. A history that was given away has what it had.
func TestThatTheGuaranteeLapsedIsRememberedBehindAnyNews(t *testing.T) {
	h, now := &History{}, History{}
	for at := 1; at <= 3*mostNews; at++ {
		kind := sim.Answer
		if at == 5 {
			kind = sim.NoGuarantee
		}
		h.Remember(sim.Notice{Iteration: at, Kind: kind})
		if at == mostNews {
			now = h.Now()
		}
	}
	if n := len(h.News); n != mostNews || h.News[0].Kind != sim.NoGuarantee || h.News[1].Iteration != 2*mostNews+2 || h.News[n-1].Iteration != 3*mostNews {
		t.Errorf("%d notices: %v", n, h.News)
	}
	if n := len(h.Gone); n != 2*mostNews || h.Gone[0] != 1 || h.Gone[n-1] != 2*mostNews+1 || len(now.Gone) != 0 {
		t.Errorf("%d are gone: %v", n, h.Gone)
	}
	for i, n := range now.News {
		if n.Iteration != i+1 {
			t.Fatalf("notice %d of a history as it stood is of iteration %d", i, n.Iteration)
		}
	}
}

// What a fork has left does not count any more: neither values far off nor an iteration
// without a total.
func TestAForkForgetsWhatItHasLeft(t *testing.T) {
	h := &History{Config: config.Default()}
	for at := 1; at <= 20; at++ {
		r := sim.Row{Iteration: at, Tight: float64(at) / 10, TrainLoss: 0.5}
		if at > 10 {
			r.TrainLoss, r.Tight = 1e9, math.NaN()
		}
		h.Add(r)
	}
	if e := h.Extents[LossChart]; e.Most != 1e9 || !h.Unbound {
		t.Fatalf("the run has %v and is without bound: %v", e, h.Unbound)
	}
	fork := h.Until(5, config.Default(), sim.Row{})
	if e := fork.Extents[LossChart]; e.Most != 0.5 || fork.Unbound || fork.Extents[PrivacyChart].Most != 0.5 {
		t.Errorf("the fork has %v and %v, and is without bound: %v", e, fork.Extents[PrivacyChart], fork.Unbound)
	}
	if fork.Ranges != h.Ranges || fork.Whole != h.Whole {
		t.Error("the axes have moved")
	}
}

// A fork begins with the numbers of the iteration that it begins behind, also where the history
// of so long a run has not kept them.
func TestAForkOfALongRunBeginsWithItsOwnNumbers(t *testing.T) {
	h := &History{}
	for at := 1; at <= MaxPoints+32; at++ {
		h.File(rowNumbers(&sim.Row{Iteration: at, Tight: float64(at), TrainLoss: float64(at)}))
	}
	for _, at := range []int{16, MaxPoints / 2, MaxPoints, MaxPoints + 16, MaxPoints + 32} {
		fork := h.Until(at, config.Default(), sim.Row{Iteration: at, Tight: float64(at), TrainLoss: float64(at)})
		if got := fork.Row(fork.Last()); got.Iteration != at || got.Tight != float64(at) || got.TrainLoss != float64(at) {
			t.Errorf("behind iteration %d it stands at %d with ε = %g, loss %g", at, got.Iteration, got.Tight, got.TrainLoss)
		}
	}
}

// The printed total of an iteration that is not kept is told with the one that it is of.
func TestThePrintedTotalSaysItsIterationWhereItIsAnother(t *testing.T) {
	s := &Scene{Run: &History{}}
	s.Base = config.Default()
	for at := 1; at <= MaxPoints+2; at++ {
		s.Run.File(rowNumbers(&sim.Row{Iteration: at, EpsilonTotal: float64(at)}))
	}
	for at, want := range map[int]string{1: "printed 1 (", 4: " at t = 3", 5: "printed 5 (", MaxPoints + 2: "printed 132k ("} {
		if words := s.Printed(at); !strings.Contains(words, want) || strings.Contains(words, " at t = ") != (at == 4) {
			t.Errorf("of iteration %d: %q, want %q", at, words, want)
		}
	}
}

// Printed totals are drawn beside a total, be it infinite, and far ones do not flatten it.
func TestNothingIsScaledByATotalThatIsNotDrawn(t *testing.T) {
	for _, c := range []struct{ tight, high float64 }{{math.NaN(), 30}, {math.Inf(1), 3e9}, {5e8, 3e9}} {
		s := &Scene{Run: &History{}}
		for range 2 {
			s.Run.Add(sim.Row{Iteration: s.Run.Last() + 1, Tight: c.tight, EpsilonTotal: 1e9, RealisedMax: 23})
		}
		if high := s.Run.Whole.High; high > c.high || s.Apart(2) != (high >= 1e9) {
			t.Errorf("total %g: an axis to %g, and the printed total is drawn: %v", c.tight, high, s.Apart(2))
		}
		if alone := s.Run.Ranges[PrivacyChart]; c.tight == 5e8 != (alone.High >= c.tight) || c.tight != 5e8 && alone.High != 0 {
			t.Errorf("total %g: the axis of totals alone is %v", c.tight, alone)
		}
	}
}

// No axis of errors goes beyond what an error can be, also around one value.
func TestAnAxisOfErrorsEndsWhereErrorsDo(t *testing.T) {
	for _, c := range []struct{ in, want chart.Range }{
		{chart.Range{Low: 100, High: 100}, chart.Range{Low: 80, High: 100}}, {chart.Range{Low: 90, High: 90}, chart.Range{Low: 70, High: 100}}, {chart.Range{Low: 40, High: 40}, chart.Range{Low: 40, High: 40}},
		{chart.Range{Low: 60, High: 120}, chart.Range{Low: 60, High: 100}}, {chart.Range{}, chart.Range{}},
	} {
		if got := Limited(ErrorChart, c.in); got != c.want {
			t.Errorf("%v becomes %v, want %v", c.in, got, c.want)
		}
	}
	if r := (chart.Range{Low: 60, High: 120}); Limited(LossChart, r) != r {
		t.Error("a loss is limited")
	}
}

// A first total of 0 says nothing of how far the axis is to go.
func TestAFirstTotalOfNothingLeavesTheAxisSmall(t *testing.T) {
	h := &History{}
	for i, total := range []float64{0, 0.0021, 0.0042} {
		h.Add(sim.Row{Iteration: i + 1, Tight: total})
	}
	if high := h.Ranges[PrivacyChart].High; high < 0.0042 || high > 0.01 {
		t.Errorf("an axis to %g for a total of 0.0042", high)
	}
}

// The extent of a curve has every finite value of it, a 0 before the others, too: on a
// logarithmic axis that one would have no place.
func TestAnExtentHasEveryValueFromTheFirst(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		values      []float64
		least, most float64
		log         bool
	}{
		{[]float64{0, 0, 1, 25}, 0, 25, false},
		{[]float64{1, 0, 0, 25}, 0, 25, false},
		{[]float64{nan, inf, 1, 25}, 1, 25, true},
		{[]float64{0, 0}, 0, 0, false},
		{[]float64{nan}, 0, 0, false},
	} {
		var e, joined Extent
		for _, v := range c.values {
			e, joined = e.grown(v), joined.With(Extent{}.grown(v))
		}
		if e.Least != c.least || e.Most != c.most || e != joined || (e.Times() == 25) != c.log {
			t.Errorf("%v reach from %g to %g, %g times; joined %v", c.values, e.Least, e.Most, e.Times(), joined)
		}
	}
}
