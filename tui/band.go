package tui

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/dialog"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// mostDraws bounds the repeats of a band.
const mostDraws = 200

// bands are the bands of the laboratory: there is one at a time.
type bands struct {
	shown *band // nil for none
	// runAll makes the repeats: sim.RunAll but for tests.
	runAll func(ctx context.Context, configs []config.Config, workers int, w runner.Watcher) error
}

// band is what repeats of the run, with other draws of the noise, have in common.
type band struct {
	of        config.Config // what is repeated
	job       *job.Job
	want      int
	drawn     drawn
	quartiles bool            // median and quartiles in place of mean and range
	outdated  bool            // the run has other settings by now
	series    [3]chart.Series // as drawn, without values where there is nothing to show
}

// drawn is how far the repeats are.
type drawn struct {
	done   int
	stats  [3][]report.Stats // by chart and iteration, of the repeats that are done
	failed string            // why a repeat came to nothing
}

// bandKey begins a band, or offers what can be done with the one there is.
func (m *Model) bandKey() tea.Cmd {
	switch {
	case !m.scene.Heard || m.scene.Run.Last() == 0:
		m.scene.Say("nothing to repeat yet: there is no iteration")
		return nil
	case !m.scene.InForce().Spec().Private():
		m.scene.Say("%s draws no noise: every repeat would be this run", m.scene.InForce().Spec().Name)
		return nil
	case !m.scene.State.Replay.Set.Private && !slices.ContainsFunc(m.scene.State.Replay.Events, func(e config.Event) bool { return e.Key == config.PrivateKnob.Key }):
		m.scene.Say("the noise is off: every repeat would be this run")
		return nil
	case m.bands.shown == nil:
		return m.askDraws()
	}
	items := []dialog.Item{
		{Title: "mean and range", Detail: "over all draws", Value: func() tea.Cmd { m.bands.shown.show(false); return nil }},
		{Title: "median and quartiles", Detail: "half of the draws lie within", Value: func() tea.Cmd { m.bands.shown.show(true); return nil }},
		{Title: "again…", Detail: "with the settings of now", Value: m.askDraws},
		{Title: "take it away", Value: func() tea.Cmd { m.dropBand(); return nil }},
	}
	selected := 0
	if !m.bands.shown.quartiles {
		selected = 1
	}
	return m.pick(fmt.Sprintf("Band over %d draws of the noise", m.bands.shown.want), items, selected, act)
}

func (m *Model) askDraws() tea.Cmd {
	return m.entry("Repeat this run in the background", "how many draws of the noise, on the same data and split; the papers take ten", "10", checkDraws,
		func(s string) tea.Cmd {
			n, err := strconv.Atoi(s)
			if err != nil {
				return nil
			}
			m.startBand(n)
			return nil
		})
}

func checkDraws(s string) error {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err != nil || n < 2 || n > mostDraws {
		return fmt.Errorf("%q draws: expected a number from 2 to %d", s, mostDraws)
	}
	return nil
}

// startBand repeats the run as it is, changes included.
func (m *Model) startBand(draws int) {
	m.dropBand()
	b := &band{of: m.scene.State.Replay, want: draws}
	m.bands.shown = b
	configs, runAll := repeats(b.of, draws), m.bands.runAll
	b.job = job.Start(m.jobs, job.Task[drawn, drawn]{
		Name: "the band",
		Work: func(ctx context.Context, tell func(drawn)) (drawn, error) {
			r := repeater{values: make([][3][]float64, draws), tell: tell}
			// Its own error is that it was stopped.
			runAll(ctx, configs, job.Workers(), runner.Watcher{Row: r.take, Done: r.finish})
			return r.drawn, nil
		},
		Progress: b.take,
		Part:     func(d drawn) float64 { return float64(d.done) / float64(draws) },
		Done: func(d drawn, err error) tea.Cmd {
			if err == nil {
				b.take(d)
			} else {
				b.drawn.failed = err.Error()
			}
			if b.drawn.failed != "" {
				m.scene.Warn("%s", b.drawn.failed)
			}
			if b.drawn.done == 0 {
				m.dropBand()
			}
			return nil
		},
	})
	m.scene.Say("repeating this run with %d draws of the noise", draws)
}

// repeats are runs of c with so many draws of the noise, its own first.
func repeats(c config.Config, draws int) []config.Config {
	c.Realised, c.Watch = false, 0 // they change no curve
	var list []config.Config
	for k := range draws {
		next := c
		next.Repeat = (c.Repeat + k) % (config.MaxRepeat + 1)
		list = append(list, next)
	}
	return list
}

// dropBand takes the band away and stops its job.
func (m *Model) dropBand() {
	if m.bands.shown != nil {
		m.bands.shown.job.Drop()
		m.bands.shown = nil
	}
}

// repeater sums up repeats in the background.
type repeater struct {
	values [][3][]float64 // by repeat
	ended  []int          // repeats that are done
	drawn  drawn
	tell   func(drawn)
}

// take files a row.
func (r *repeater) take(i int, row sim.Row, _ []sim.Notice) {
	for which, v := range [3]float64{row.TrainLoss, 100 * row.TestError, row.EpsilonTotal} {
		r.values[i][which] = append(r.values[i][which], v)
	}
}

// finish sums up the repeats that are done.
func (r *repeater) finish(i int, err error) {
	if err != nil {
		r.values[i] = [3][]float64{}
		r.drawn.failed = err.Error()
	} else {
		r.drawn.done, r.drawn.stats = r.drawn.done+1, r.sumUp(i)
	}
	r.tell(r.drawn)
}

// sumUp marks repeat i as done and sums up all that are. A repeat that halted early
// counts as far as it came.
func (r *repeater) sumUp(i int) (stats [3][]report.Stats) {
	r.ended = append(r.ended, i)
	for which := range stats {
		longest := 0
		for _, k := range r.ended {
			longest = max(longest, len(r.values[k][which]))
		}
		at := make([]float64, 0, len(r.ended))
		for t := range longest {
			at = at[:0]
			for _, k := range r.ended {
				if v := r.values[k][which]; t < len(v) {
					at = append(at, v[t])
				}
			}
			stats[which] = append(stats[which], report.StatsOf(at))
		}
	}
	return stats
}

// take files how far the repeats are.
func (b *band) take(d drawn) {
	b.drawn = d
	b.show(b.quartiles)
}

// underWay reports whether there is a band whose repeats are being made.
func (b *band) underWay() bool { return b != nil && b.job.UnderWay() }

// shownAs is the band as the charts show it.
func (b *band) shownAs() scene.Band {
	if b == nil {
		return scene.Band{}
	}
	s := scene.Band{Series: b.series}
	if b.underWay() {
		s.Done, s.Want = b.drawn.done, b.want
	}
	return s
}

// stale reports whether the run has other settings than the band.
func (b *band) stale(now config.Config) bool {
	for _, d := range config.Differences(b.of, now) {
		if d.Key != config.RepeatKnob.Key && d.Key != config.IterationsKnob.Key {
			return true
		}
	}
	return false
}

// label is what stands at the end of the band's line.
func (b *band) label() string {
	word := "mean"
	if b.quartiles {
		word = "median"
	}
	text := fmt.Sprintf("%s of %d", word, b.drawn.done)
	if b.underWay() {
		text += fmt.Sprintf("/%d", b.want)
	}
	if b.outdated {
		text += ", as before"
	}
	return text
}

// show prepares the curves: mean and range, or median and quartiles. An ε that no
// draw changes needs no band.
func (b *band) show(quartiles bool) {
	b.quartiles = quartiles
	for which, stats := range b.drawn.stats {
		s := chart.Series{Label: b.label(), From: 1, Role: chart.Reference}
		if n := len(stats); which == scene.PrivacyChart && (n == 0 || !(stats[n-1].Max > stats[n-1].Min)) {
			stats = nil
		}
		for _, at := range stats {
			middle, low, high := at.Mean, at.Min, at.Max
			if quartiles {
				middle, low, high = at.Median, at.Q1, at.Q3
			}
			s.Values, s.Low, s.High = append(s.Values, middle), append(s.Low, low), append(s.High, high)
		}
		b.series[which] = s
	}
}

// outdate looks whether the run still has the settings of the band.
func (m *Model) outdate() {
	if b := m.bands.shown; b != nil {
		if now := b.stale(m.scene.State.Replay); now != b.outdated {
			b.outdated = now
			b.show(b.quartiles)
		}
	}
}
