package band

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/rows"
	"admmlab/tui/scene"
)

func TestDrawsAreRefusedInWords(t *testing.T) {
	for text, ok := range map[string]bool{"10": true, " 2 ": true, "1": false, "": false, "x": false, "1e9": false} {
		asks := (&Bands{scene: &scene.Scene{}}).askDraws().(scene.Entry)
		if err := asks.Check(text); (err == nil) != ok {
			t.Errorf("%q draws: %v", text, err)
		}
	}
}

// A draw whose guarantee has ended is not the smallest of the totals: it proves nothing. Where
// none has a total there is none to show.
func TestADrawWithoutAGuaranteeIsTheLargest(t *testing.T) {
	r := newRepeater(4, 2, func(Drawn) {})
	for i, total := range []float64{math.NaN(), 2, math.NaN(), 4} {
		r.take(i, sim.Row{Iteration: 1, Tight: math.NaN()}, nil)
		r.take(i, sim.Row{Iteration: 2, Tight: total}, nil)
		r.finish(t.Context(), i, nil)
	}
	stats := r.drawn.Stats[scene.PrivacyChart]
	if first := stats[0]; !math.IsNaN(first.Median) || !math.IsNaN(first.Max) {
		t.Errorf("no draw has a total: %+v", first)
	}
	if second := stats[1]; second.Min != 2 || !math.IsInf(second.Median, 1) || !math.IsInf(second.Mean, 1) {
		t.Errorf("two of four draws have one: %+v", second)
	}
}

// Repeats end apart where they leave the finite range, or by a budget kept of what was drawn: the
// mean of three is drawn as far as there are three.
func TestABandEndsWithTheFirstOfItsDraws(t *testing.T) {
	r := newRepeater(4, 4, func(Drawn) {})
	for i, last := range []int{4, 1, 2} {
		for k := range last {
			r.take(i, sim.Row{Iteration: k + 1, TrainLoss: float64(10*(i+1) + k)}, nil)
		}
		r.finish(t.Context(), i, nil)
	}
	band := Of(config.Default(), 4)
	band.Take(r.drawn)
	if loss := band.Series[scene.LossChart]; loss.Label != "mean of 3" || !slices.Equal(loss.Values, []float64{20}) {
		t.Errorf("%s: %v, want 20, which is that of 10, 20 and 30, and no more", loss.Label, loss.Values)
	}
}

// The sums of long runs take a while, and leaving waits for no longer than it must.
func TestABandSumsUpNothingForWhoHasLeft(t *testing.T) {
	r := newRepeater(2, 10, func(Drawn) {})
	ctx, leave := context.WithCancel(t.Context())
	for i := range 2 {
		r.take(i, sim.Row{Iteration: 1}, nil)
	}
	r.finish(ctx, 0, nil)
	leave()
	r.finish(ctx, 1, nil)
	if r.drawn.Done != 1 {
		t.Errorf("%d draws are summed up, want the one before", r.drawn.Done)
	}
}

// Of long runs a band keeps every second iteration, or third, so that however many are drawn fill
// no memory; of others it keeps all.
func TestOfManyIterationsABandKeepsSome(t *testing.T) {
	for _, c := range []struct{ draws, limit, every int }{{10, 100, 1}, {10, 50_000, 1}, {10, 50_001, 2}, {2, 1_000_000, 4}, {200, 1_000_000, 400}} {
		r := newRepeater(c.draws, c.limit, func(Drawn) {})
		if r.drawn.Every != c.every {
			t.Errorf("of %d draws of %d every iteration in %d is kept, want %d", c.draws, c.limit, r.drawn.Every, c.every)
		}
		for k := range 10 {
			r.take(0, sim.Row{Iteration: k + 1, TrainLoss: float64(k + 1)}, nil)
		}
		r.finish(t.Context(), 0, nil)
		band := Of(config.Default(), c.draws)
		band.Take(r.drawn)
		kept := band.Series[scene.LossChart]
		for k, v := range kept.Values {
			if got, ok := kept.At(int(v)); !ok || got != v || int(v) != 1+k*c.every {
				t.Errorf("of every iteration in %d the loss of t = %g stands as number %d, in the chart %g", c.every, v, k, got)
			}
		}
		if want := (10-1)/c.every + 1; len(kept.Values) != want {
			t.Errorf("%d of 10 iterations are kept, want %d", len(kept.Values), want)
		}
	}
}

// Who asks for a band of a run that stopped by a condition is told how far the repeats go.
func TestABandSaysThatAConditionIsLeftOut(t *testing.T) {
	c := config.Default()
	if words := beyond(c); words != "" {
		t.Errorf("without a condition: %q", words)
	}
	until, err := rows.ParseCondition("test_error < 0.16")
	if err != nil {
		t.Fatal(err)
	}
	c.StopWhen, c.Iterations = until, 5000
	if words := beyond(c); !strings.Contains(words, "each goes on to t = 5000") {
		t.Errorf("with one: %q", words)
	}
}
