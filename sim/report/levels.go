package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"admmlab/sim"
	"admmlab/sim/escape"
)

// Against are the levels that the run is measured against as it ended; nil if nobody has
// computed them.
func (r Report) Against() []sim.Level {
	if r.Levels == nil {
		return nil
	}
	return r.Levels.At(CuratorTotal(r.Last.Tight), r.Last.Iteration)
}

// CuratorTotal is the total that a curator beside a run gets whose smallest valid one is
// tight: NaN, none, where the noise proves nothing.
func CuratorTotal(tight float64) float64 {
	if math.IsInf(tight, 1) {
		return math.NaN()
	}
	return tight
}

// AgainstNotes are sentences, without a full stop, on what the levels take and on those
// there are not.
func (r Report) AgainstNotes() (list []string) {
	if r.Levels == nil {
		return nil
	}
	curator := "no " + sim.CuratorName + ": "
	for _, l := range r.Against() {
		switch {
		case l.Spread != nil:
			curator = fmt.Sprintf("the %s publishes one model of all records at the same total, ε = %s with δ = %s: objective perturbation with the regulariser that serves it best, a choice that no ε pays for; mean of %d draws of the noise, test error from %s to %s %%",
				l.Name, digits(r.Last.Tight), digits(r.Now.Set.Delta), l.Spread.Draws, percent(l.Spread.Low.TestError), percent(l.Spread.High.TestError))
			if l.About {
				curator += ", read off between the totals at which it was computed"
			}
			if r.Levels.Mind != "" {
				curator += "; " + r.Levels.Mind
			}
		case l.Name == sim.GradientName:
			list = append(list, fmt.Sprintf("the %s has made %d passes, of step %g and %d samples a batch", l.Name, min(r.Last.Iteration, len(r.Levels.SGD)), r.Replay.Descent.Step, r.Replay.Descent.Batch))
		}
	}
	if strings.HasPrefix(curator, "no ") {
		switch {
		case r.Levels.NoPool != "":
			curator = "neither pooled optimum nor curator: " + r.Levels.NoPool
		case r.Levels.NoCurator != "":
			curator += r.Levels.NoCurator
		default:
			curator += "the run has no total that could be given to one"
		}
	}
	return append(list, curator)
}

// percent is a share in percent to three digits.
func percent(v float64) string { return strconv.FormatFloat(100*v, 'g', 3, 64) }

// against is the table of the run and its levels, under a heading of its own.
func (r Report) against(b *strings.Builder, heading string) {
	levels := r.Against()
	if levels == nil {
		return
	}
	line := func(name string, trainLoss, testLoss, testError float64) {
		fmt.Fprintf(b, "| %s | %s | %s | %s %% |\n", name, digits(trainLoss), digits(testLoss), digits(100*testError))
	}
	fmt.Fprintf(b, "\n%s\n\n| | train loss | test loss | test error |\n|---|---:|---:|---:|\n", heading)
	line("this run", r.Last.TrainLoss, r.Last.TestLoss, r.Last.TestError)
	for _, l := range levels {
		line(l.Name, l.TrainLoss, l.TestLoss, l.TestError)
	}
	b.WriteString("\n")
	for _, note := range r.AgainstNotes() {
		fmt.Fprintf(b, "- %s\n", escape.Markdown(note))
	}
}
