package tui

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/tui/chart"
	"admmlab/tui/dialog"
)

// mostDraws bounds the repeats of a band.
const mostDraws = 200

// band is what repeats of the run, with other draws of the noise, have in common.
type band struct {
	of        sim.Config // what is repeated
	job       *bandJob
	want      int
	done      int
	stats     [3][]sim.Stats  // by chart and iteration, of the repeats that are done
	quartiles bool            // median and quartiles in place of mean and range
	over      bool            // no repeat is under way any more
	outdated  bool            // the run has other settings by now
	series    [3]chart.Series // as drawn, without values where there is nothing to show
}

// bandJob makes the repeats in the background.
type bandJob struct {
	stop context.CancelFunc
	news chan struct{} // of one, closed at the end

	values [][3][]float64 // by repeat
	ended  []int          // repeats that are done

	mu     sync.Mutex // of what the screen reads
	done   int
	stats  [3][]sim.Stats
	failed string
}

// bandMsg tells that there is news of a job.
type bandMsg struct {
	job  *bandJob
	over bool
}

// bandKey begins a band, or offers what can be done with the one there is.
func (m *Model) bandKey() tea.Cmd {
	switch {
	case !m.heard || m.run.last() == 0:
		m.say("nothing to repeat yet: there is no iteration")
		return nil
	case !m.inForce().Spec().Private():
		m.say("%s draws no noise: every repeat would be this run", m.inForce().Spec().Name)
		return nil
	case !m.state.Replay.Set.Private && !slices.ContainsFunc(m.state.Replay.Events, func(e sim.Event) bool { return e.Key == "private" }):
		m.say("the noise is off: every repeat would be this run")
		return nil
	case m.band == nil:
		return m.askDraws()
	}
	items := []dialog.Item{
		{Title: "mean and range", Detail: "over all draws", Value: func() tea.Cmd { m.band.show(false); return nil }},
		{Title: "median and quartiles", Detail: "half of the draws lie within", Value: func() tea.Cmd { m.band.show(true); return nil }},
		{Title: "again…", Detail: "with the settings of now", Value: m.askDraws},
		{Title: "take it away", Value: func() tea.Cmd { m.dropBand(); return nil }},
	}
	selected := 0
	if !m.band.quartiles {
		selected = 1
	}
	return m.pick(fmt.Sprintf("Band over %d draws of the noise", m.band.want), items, selected, act)
}

func (m *Model) askDraws() tea.Cmd {
	return m.entry("Repeat this run in the background", "how many draws of the noise, on the same data and split; the papers take ten", "10", checkDraws,
		func(s string) tea.Cmd {
			n, err := strconv.Atoi(s)
			if err != nil {
				return nil
			}
			return m.startBand(n)
		})
}

func checkDraws(s string) error {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err != nil || n < 2 || n > mostDraws {
		return fmt.Errorf("%q draws: expected a number from 2 to %d", s, mostDraws)
	}
	return nil
}

// startBand repeats the run as it is, changes included.
func (m *Model) startBand(draws int) tea.Cmd {
	m.dropBand()
	ctx, stop := context.WithCancel(context.Background())
	job := &bandJob{stop: stop, news: make(chan struct{}, 1), values: make([][3][]float64, draws)}
	m.band = &band{of: m.state.Replay, job: job, want: draws}
	m.say("repeating this run with %d draws of the noise", draws)
	return tea.Batch(job.run(ctx, repeats(m.band.of, draws)), job.wait())
}

// repeats are runs of c with so many draws of the noise, its own first.
func repeats(c sim.Config, draws int) []sim.Config {
	c.Realised, c.Watch = false, 0 // they change no curve
	var list []sim.Config
	for k := range draws {
		next := c
		next.Repeat = (c.Repeat + k) % (sim.MaxRepeat + 1)
		list = append(list, next)
	}
	return list
}

// dropBand takes the band away and stops its job.
func (m *Model) dropBand() {
	if m.band != nil {
		m.band.job.stop()
		m.band = nil
	}
}

// run makes the repeats; one core is left to the screen and its run.
func (j *bandJob) run(ctx context.Context, configs []sim.Config) tea.Cmd {
	return func() tea.Msg {
		defer close(j.news)
		defer j.stop()
		workers := max(1, runtime.GOMAXPROCS(0)-2) // spareCore has added one
		// Its own error is that it was stopped.
		sim.RunAll(ctx, configs, workers, sim.Watcher{Row: j.take, Done: j.finish})
		return nil
	}
}

// take files a row; only the runner of the job reads it before finish.
func (j *bandJob) take(i int, r sim.Row, _ []sim.Notice) {
	for which, v := range [3]float64{r.TrainLoss, 100 * r.TestError, r.EpsilonTotal} {
		j.values[i][which] = append(j.values[i][which], v)
	}
}

// finish sums up the repeats that are done.
func (j *bandJob) finish(i int, err error) {
	if err != nil {
		j.values[i] = [3][]float64{}
		j.mu.Lock()
		j.failed = err.Error()
		j.mu.Unlock()
	} else {
		stats := j.sumUp(i)
		j.mu.Lock()
		j.stats, j.done = stats, j.done+1
		j.mu.Unlock()
	}
	select {
	case j.news <- struct{}{}:
	default: // the news before is still to be fetched
	}
}

// sumUp marks repeat i as done and sums up all that are. A repeat that halted early
// counts as far as it came.
func (j *bandJob) sumUp(i int) (stats [3][]sim.Stats) {
	j.ended = append(j.ended, i)
	for which := range stats {
		longest := 0
		for _, k := range j.ended {
			longest = max(longest, len(j.values[k][which]))
		}
		at := make([]float64, 0, len(j.ended))
		for t := range longest {
			at = at[:0]
			for _, k := range j.ended {
				if v := j.values[k][which]; t < len(v) {
					at = append(at, v[t])
				}
			}
			stats[which] = append(stats[which], sim.StatsOf(at))
		}
	}
	return stats
}

// wait hands on the next news.
func (j *bandJob) wait() tea.Cmd {
	return func() tea.Msg {
		_, open := <-j.news
		return bandMsg{j, !open}
	}
}

// takeBand files what is new and waits for more.
func (m *Model) takeBand(msg bandMsg) tea.Cmd {
	if m.band == nil || m.band.job != msg.job {
		return nil // taken away
	}
	m.dirty = true
	b, j := m.band, msg.job
	j.mu.Lock()
	b.done, b.stats = j.done, j.stats
	failed := j.failed
	j.mu.Unlock()
	b.over = msg.over
	b.show(b.quartiles)
	if !msg.over {
		return j.wait()
	}
	if failed != "" {
		m.warn("%s", failed)
	}
	if b.done == 0 {
		m.dropBand()
	}
	return nil
}

// underWay tells whether there is a band whose repeats are being made.
func (b *band) underWay() bool { return b != nil && !b.over }

// bandProgress is how far the repeats are, "" when none is under way.
func (m *Model) bandProgress(bar int) string {
	b := m.band
	if !b.underWay() {
		return ""
	}
	full := bar * b.done / b.want
	return fmt.Sprintf("draws %s%s %d/%d", strings.Repeat("█", full), strings.Repeat("░", bar-full), b.done, b.want)
}

// stale tells whether the run has other settings than the band.
func (b *band) stale(now sim.Config) bool {
	for _, d := range sim.Differences(b.of, now) {
		if d.Key != "repeat" && d.Key != "iterations" {
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
	text := fmt.Sprintf("%s of %d", word, b.done)
	if !b.over {
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
	for which, stats := range b.stats {
		s := chart.Series{Label: b.label(), From: 1, Role: chart.Reference}
		if n := len(stats); which == privacyChart && (n == 0 || !(stats[n-1].Max > stats[n-1].Min)) {
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

// bandSeries is the band of a chart, if there is one.
func (m *Model) bandSeries(which int) (chart.Series, bool) {
	if m.band == nil || len(m.band.series[which].Values) == 0 {
		return chart.Series{}, false
	}
	return m.band.series[which], true
}

// outdate looks whether the run still has the settings of the band.
func (m *Model) outdate() {
	if b := m.band; b != nil {
		if now := b.stale(m.state.Replay); now != b.outdated {
			b.outdated = now
			b.show(b.quartiles)
		}
	}
}
