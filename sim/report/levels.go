package report

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim/escape"
	"admmlab/sim/level"
	"admmlab/sim/numeral"
)

// Against are the levels that the run is measured against as it ended; nil if nobody has
// computed them.
func (r Report) Against() []level.Level {
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
	curator := r.noCurator()
	if r.Now.Spec().Vertical {
		list = append(list, "the train loss of a model is "+r.Now.TrainLoss()+"; the majority class has no model, and the mean loss alone")
	}
	for _, l := range r.Against() {
		switch {
		case l.Spread != nil:
			curator = r.curator(l)
		case l.Name == level.GradientName:
			passes := numeral.Amount(float64(min(r.Last.Iteration, len(r.Levels.SGD))), "pass", "passes")
			list = append(list, fmt.Sprintf("the %s has made %s, of step %s and %d samples a batch", l.Name, passes, numeral.Short(r.Replay.Descent.Step), r.Replay.Descent.Batch))
		}
	}
	return append(list, curator)
}

// curator is what the curator's level takes.
func (r Report) curator(l level.Level) string {
	p, total := l.Spread, CuratorTotal(r.Last.Tight)
	words := fmt.Sprintf("the %s publishes one model of all records at the same total, ε = %s with δ = %s: objective perturbation with the regulariser that serves it best, a choice that no ε pays for",
		l.Name, numeral.AtMost(total, 3), numeral.AtMost(r.proved().Set.Delta, 3))
	switch {
	case l.About && p.Epsilon != total:
		words += fmt.Sprintf(" (shown as at ε = %s, the nearest at which it was computed)", numeral.Short(p.Epsilon))
	case l.About:
		words += " (read off between the totals at which it was computed, hence the ~)"
	case !r.Now.Spec().Vertical:
		words += fmt.Sprintf(" (DVP with one node and one iteration, α = %s and ρ = %s)", numeral.Short(p.Alpha), numeral.Short(p.R))
	}
	missed := numeral.Short(100 * p.Low.TestError)
	if most := numeral.Short(100 * p.High.TestError); most != missed {
		missed = "from " + missed + " to " + most
	}
	words += fmt.Sprintf("; mean of %d draws of the noise, test error %s %%", p.Draws, missed)
	if r.Levels.Mind != "" {
		words += "; " + r.Levels.Mind
	}
	return words
}

// noCurator is why there is no curator.
func (r Report) noCurator() string {
	switch {
	case r.Levels.NoPool != "":
		return "neither pooled optimum nor " + level.CuratorName + ": " + r.Levels.NoPool
	case r.Levels.NoCurator != "":
		return "no " + level.CuratorName + ": " + r.Levels.NoCurator
	case r.Last.Tight == 0:
		return "no " + level.CuratorName + ": a total of ε = 0 leaves one nothing to say"
	case CuratorTotal(r.Last.Tight) > 0:
		return "the " + level.CuratorName + " is not computed yet"
	}
	return "no " + level.CuratorName + ": the run has no total that could be given to one"
}

// against is the table of the run and its levels, under a heading of its own.
func (r Report) against(b *strings.Builder, heading string) {
	levels := r.Against()
	if levels == nil {
		return
	}
	line := func(name string, told func(string) string, trainLoss, testLoss, testError float64) {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", name, told(digits(trainLoss)), told(digits(testLoss)), told(percent(testError)))
	}
	fmt.Fprintf(b, "\n%s\n\n| | train loss | test loss | test error |\n|---|---:|---:|---:|\n", heading)
	line("this run", func(words string) string { return words }, r.Last.TrainLoss, r.Last.TestLoss, r.Last.TestError)
	for _, l := range levels {
		line(l.Name, l.Told, l.TrainLoss, l.TestLoss, l.TestError)
	}
	b.WriteString("\n")
	for _, note := range r.AgainstNotes() {
		fmt.Fprintf(b, "- %s\n", escape.Markdown(note))
	}
}
