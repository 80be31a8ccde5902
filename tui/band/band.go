// Package band repeats the run at the keys with other draws of the noise, in the
// background, and prepares what the draws have in common as curves.
//
// It never draws: charts show its scene.Band.
package band

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/report"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/dialog"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

const (
	// mostDraws bounds the repeats of a band.
	mostDraws = 200
	// mostKept is how many iterations of all of them together are kept: of more, every second,
	// third and so on.
	mostKept = 500_000
)

// Bands are the bands of the laboratory: there is one at a time.
type Bands struct {
	Shown *Band // nil for none
	// RunAll makes the repeats: that of the host but for tests.
	RunAll func(ctx context.Context, configs []config.Config, workers int, w runner.Watcher) error
	scene  *scene.Scene
	jobs   *job.List
}

// New is a laboratory without a band.
func New(s *scene.Scene, jobs *job.List, h *runner.Host) *Bands {
	return &Bands{scene: s, jobs: jobs, RunAll: h.RunAll}
}

// Band is what repeats of the run, with other draws of the noise, have in common.
type Band struct {
	Job       *job.Job
	Drawn     Drawn
	Outdated  bool                         // the run has other settings by now
	Unlike    bool                         // its totals go with other neighbours or another δ by now
	Elsewhere bool                         // it is of other data by now
	Otherwise bool                         // its loss is of another kind by now
	Series    [scene.Measures]chart.Series // as drawn, without values where there is nothing to show
	of        config.Config                // what is repeated
	origin    string                       // of its data, "" for unknown
	want      int
	quartiles bool // median and quartiles in place of mean and range
}

// Drawn is how far the repeats are.
type Drawn struct {
	Done   int
	Every  int                            // iterations from one that is kept to the next, the first is kept; 0 is 1
	Stats  [scene.Measures][]report.Stats // by chart and iteration kept, of the repeats that are done
	Failed string                         // why a repeat came to nothing
}

// Ask begins a band, or offers what can be done with the one there is.
func (b *Bands) Ask() scene.Wish {
	c := b.scene.InForce()
	drawn, idle := b.scene.State.Replay.Use(config.RepeatKnob.Key)
	switch {
	case !b.scene.Heard || b.scene.Run.Last() == 0 || b.scene.Starting > 0:
		return scene.Say{Text: "nothing to repeat yet: there is no iteration"}
	case !drawn:
		return scene.Say{Text: c.Spec().Name + " draws no noise: every repeat would be this run"}
	case idle != "":
		return scene.Say{Text: "nothing is drawn while " + idle + ": every repeat would be this run"}
	case b.Shown == nil:
		return b.askDraws()
	}
	of := b.Shown
	show := func(quartiles bool) func() scene.Wish {
		return func() scene.Wish {
			if b.Shown == of { // it has gone where none of its draws came to anything meanwhile
				of.show(quartiles)
			}
			return nil
		}
	}
	items := []dialog.Item{
		{Title: "mean and range", Detail: "over all draws", Value: show(false)},
		{Title: "median and quartiles", Detail: "half of the draws lie within", Value: show(true)},
		{Title: "again…", Detail: "with the settings of now", Value: b.askDraws},
		{Title: "take it away", Value: func() scene.Wish { b.drop(); return nil }},
	}
	selected := 0
	if !b.Shown.quartiles {
		selected = 1
	}
	return scene.Pick{
		Title: fmt.Sprintf("Band over %d draws of the noise", b.Shown.want), Items: items, Selected: selected,
		Then: func(v any) scene.Wish { return v.(func() scene.Wish)() },
	}
}

func (b *Bands) askDraws() scene.Wish {
	return scene.Draws(scene.Entry{
		Title: "Repeat this run in the background", Label: " of draws of the noise, on the same data and split; the papers take ten" + beyond(b.scene.State.Replay), Value: "10",
		Then: func(text string) scene.Wish {
			if n, err := strconv.Atoi(text); err == nil {
				b.Start(n)
			}
			return nil
		},
	}, 2, mostDraws)
}

// beyond says how far the repeats of a run go where its condition to stop is left out, "" where it
// has none.
func beyond(c config.Config) string {
	if c.StopWhen == (rows.Condition{}) && !slices.ContainsFunc(c.Events, ofCondition) {
		return ""
	}
	return fmt.Sprintf("; each goes on to t = %d, whatever it is to stop at", c.Limit())
}

func ofCondition(e config.Event) bool { return e.Key == config.StopWhenKnob.Key }

// Start repeats the run as it is, changes included.
func (b *Bands) Start(draws int) {
	b.drop()
	next := Of(b.scene.State.Replay, draws)
	next.origin = b.scene.State.Size.Origin
	b.Shown = next
	configs, runAll := repeats(next.of, draws), b.RunAll
	next.Job = job.Start(b.jobs, job.Task[Drawn, Drawn]{
		Name: "the band",
		Work: func(ctx context.Context, tell func(Drawn)) (Drawn, error) {
			r := newRepeater(draws, next.of.Limit(), tell)
			// Its own error is that it was stopped.
			runAll(ctx, configs, job.Workers(), runner.Watcher{Row: r.take, Done: func(i int, err error) { r.finish(ctx, i, err) }})
			return r.drawn, nil
		},
		Progress: next.Take,
		Part:     func(d Drawn) float64 { return float64(d.Done) / float64(draws) },
		Done: func(d Drawn, err error) tea.Cmd {
			b.finish(d, err)
			return nil
		},
	})
	b.scene.Say("repeating this run with %d draws of the noise", draws)
}

// finish takes how the repeats ended.
func (b *Bands) finish(d Drawn, err error) {
	if err == nil {
		b.Shown.Take(d)
	} else {
		b.Shown.Drawn.Failed = err.Error()
	}
	if why := b.Shown.Drawn.Failed; why != "" {
		b.scene.Warn("%s", why)
	} else {
		b.scene.Say("%d draws are in the charts; K again: quartiles, other settings, or none", b.Shown.Drawn.Done)
	}
	if b.Shown.Drawn.Done == 0 {
		b.drop()
	}
}

// Of is a band of so many repeats of a run before the first of them.
func Of(c config.Config, draws int) *Band { return &Band{of: c, want: draws} }

// repeats are runs of c with so many draws of the noise, its own first.
func repeats(c config.Config, draws int) []config.Config {
	c.Realised, c.Watch = false, 0 // they change no curve
	c.StopWhen = rows.Condition{}  // each would end elsewhere, and the band with the first
	c.Events = slices.DeleteFunc(slices.Clone(c.Events), ofCondition)
	var list []config.Config
	for k := range draws {
		next := c
		next.Repeat = (c.Repeat + k) % (config.MaxRepeat + 1)
		list = append(list, next)
	}
	return list
}

// drop takes the band away and stops its job.
func (b *Bands) drop() {
	if b.Shown != nil {
		b.Shown.Job.Drop()
		b.Shown = nil
	}
}

// repeater sums up repeats in the background.
type repeater struct {
	values [][scene.Measures][]float64 // by repeat that is under way
	sorted [scene.Measures][][]float64 // by iteration kept, of the repeats that are done
	drawn  Drawn
	tell   func(Drawn)
}

func newRepeater(draws, limit int, tell func(Drawn)) *repeater {
	return &repeater{values: make([][scene.Measures][]float64, draws), drawn: Drawn{Every: (draws*limit-1)/mostKept + 1}, tell: tell}
}

// take files a row.
func (r *repeater) take(i int, row sim.Row, _ []sim.Notice) {
	if (row.Iteration-1)%r.drawn.Every != 0 {
		return
	}
	for which, v := range [scene.Measures]float64{scene.LossChart: row.TrainLoss, scene.ErrorChart: 100 * row.TestError, scene.PrivacyChart: row.Tight, scene.LossTimesC: row.TrainLossC} {
		r.values[i][which] = append(r.values[i][which], v)
	}
}

// finish sums up the repeats that are done. Once ctx has ended nobody hears of it.
func (r *repeater) finish(ctx context.Context, i int, err error) {
	if err != nil {
		r.drawn.Failed = err.Error()
	} else if stats := r.sumUp(ctx, i); ctx.Err() == nil {
		r.drawn.Done, r.drawn.Stats = r.drawn.Done+1, stats
	}
	r.values[i] = [scene.Measures][]float64{}
	r.tell(r.drawn)
}

// sumUp puts repeat i to those that are done and sums these up, as far as all of them came:
// beyond, some would be taken for what all have in common.
func (r *repeater) sumUp(ctx context.Context, i int) (stats [scene.Measures][]report.Stats) {
	for which, values := range r.values[i] {
		if r.drawn.Done == 0 {
			r.sorted[which] = make([][]float64, len(values))
		}
		r.sorted[which] = r.sorted[which][:min(len(values), len(r.sorted[which]))]
		for t, at := range r.sorted[which] {
			if ctx.Err() != nil {
				return stats
			}
			place, _ := slices.BinarySearch(at, values[t])
			at = slices.Insert(at, place, values[t])
			r.sorted[which][t] = at
			if which == scene.PrivacyChart {
				at = unproved(at)
			}
			stats[which] = append(stats[which], report.StatsOfSorted(at))
		}
	}
	return stats
}

// unproved are sorted totals in which draws without one, beside others that have one, are the
// largest of them: they prove nothing.
func unproved(totals []float64) []float64 {
	none := 0 // NaN come first
	for none < len(totals) && math.IsNaN(totals[none]) {
		none++
	}
	if none == 0 || none == len(totals) {
		return totals
	}
	return append(slices.Clone(totals[none:]), slices.Repeat([]float64{math.Inf(1)}, none)...)
}

// Take files how far the repeats are.
func (b *Band) Take(d Drawn) {
	b.Drawn = d
	b.show(b.quartiles)
}

// underWay reports whether its repeats are being made.
func (b *Band) underWay() bool { return b.Job.UnderWay() }

// Scene is the band as the charts show it.
func (b *Bands) Scene() scene.Band {
	if b.Shown == nil {
		return scene.Band{}
	}
	s := scene.Band{Series: b.Shown.Series}
	if b.Shown.underWay() {
		s.Done, s.Want = b.Shown.Drawn.Done, b.Shown.want
	}
	return s
}

// stale reports whether the run has other settings than the band.
func (b *Band) stale(now config.Config) bool {
	for _, d := range config.Differences(b.of, now) {
		switch d.Key {
		case config.RepeatKnob.Key, config.IterationsKnob.Key, config.StopWhenKnob.Key:
		default:
			return true
		}
	}
	return false
}

// label is what stands at the end of the band's line.
func (b *Band) label() string {
	word := "mean"
	if b.quartiles {
		word = "median"
	}
	text := fmt.Sprintf("%s of %d", word, b.Drawn.Done)
	if b.underWay() {
		text += fmt.Sprintf("/%d", b.want)
	}
	if b.Outdated {
		text += ", as before"
	}
	return text
}

// show prepares the curves: mean and range, or median and quartiles. An ε that no
// draw changes needs no band.
func (b *Band) show(quartiles bool) {
	b.quartiles = quartiles
	for which, stats := range b.Drawn.Stats {
		s := chart.Series{Label: b.label(), From: 1, Every: b.Drawn.Every, Role: chart.Reference}
		if n := len(stats); which == scene.PrivacyChart && (n == 0 || b.Unlike || !(stats[n-1].Max > stats[n-1].Min)) {
			stats = nil
		}
		loss := which == scene.LossChart || which == scene.LossTimesC
		if which != scene.PrivacyChart && b.Elsewhere || loss && b.Otherwise { // it says nothing about these
			stats = nil
		}
		for _, at := range stats {
			middle, low, high := at.Mean, at.Min, at.Max
			if quartiles {
				middle, low, high = at.Median, at.Q1, at.Q3
			}
			s.Values, s.Low, s.High = append(s.Values, middle), append(s.Low, low), append(s.High, high)
		}
		b.Series[which] = s
	}
}

// Compare looks whether the run still has the settings of the band.
func (b *Bands) Compare() {
	if k := b.Shown; k != nil {
		now := b.scene.State.Replay
		stale, unlike, elsewhere := k.stale(now), false, !scene.SameOrigin(k.origin, b.scene.State.Size.Origin)
		h := b.scene.Run.Last() + 1 // where what was turned just now counts
		learned := h
		if b.scene.Ending() != archive.Left { // what is turned then is in no iteration
			learned--
		}
		otherwise := !k.of.SameLosses(now, max(1, learned))
		if stale {
			elsewhere = elsewhere || scene.DataWords(k.of, now, b.scene.State.Size) == scene.OtherData
			unlike = k.of.Promises(h).Words() != now.Promises(h).Words() || scene.PromiseWords(k.of.After(h), now.After(h)) != ""
		}
		if stale != k.Outdated || unlike != k.Unlike || elsewhere != k.Elsewhere || otherwise != k.Otherwise {
			k.Outdated, k.Unlike, k.Elsewhere, k.Otherwise = stale, unlike, elsewhere, otherwise
			k.show(k.quartiles)
		}
	}
}
