package lens

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// wholeWords is what an audit of whole runs attacks, of what is set now or was set then; on
// small data the totals are theirs.
func wholeWords(c config.Config, set string, small bool) string {
	spec := c.Spec()
	v, _ := spec.Variant(c.Set.Variant)
	what := spec.Name
	if v.Words != "" {
		what += ", " + v.Words
	}
	if small {
		what += ", on small data"
	}
	most := ""
	if c.KeepsBudget() || !c.StopWhen.None() {
		most = "at most "
	}
	what = fmt.Sprintf("Attacks the total of %s: %s%s with all that %s from the start", what, most, numeral.Counted(min(c.Iterations, sim.AuditIterations), "iteration"), set)
	if neighbours := spec.Adjacency[spec.AdjacencyOf(&c.Set)].Short; neighbours != "" {
		what += "; " + neighbours
	}
	return what + "."
}

// lines are how far an audit is and what it has found, or why it failed, "" where it has not, and what
// one before it found.
func (a *Audits) lines(s *scene.Scene, name, failed string, width int) []grid.Line {
	f, tried := a.Found[name]
	var lines []grid.Line
	if failed != "" {
		lines = grid.Paragraphs(width, s.Theme.Bad, failed)
		if !tried {
			return lines
		}
		lines = append(lines, grid.Paragraphs(width, s.Theme.Dim, "Found before:")...)
	}
	if !tried {
		if a.running(name) {
			return grid.Paragraphs(width, s.Theme.Dim, "setting the stage …")
		}
		return grid.Paragraphs(width, s.Theme.Dim, fmt.Sprintf("enter runs it: %s runs with the record and as many with its counterpart; esc stops.", numeral.Group(AuditTrials)))
	}
	r := f.Results[0]
	if room := min(30, width-28); room >= 5 {
		full := room * r.Done / r.Trials
		lines = append(lines, grid.Line{Text: strings.Repeat("█", full) + strings.Repeat("░", room-full) +
			fmt.Sprintf(" %s of %s runs", numeral.GroupAll(fmt.Sprint(r.Done)), numeral.GroupAll(fmt.Sprint(r.Trials))), Paint: s.Theme.Accent})
	}
	for _, r := range f.Results {
		lines = append(lines, claimLines(s, r, a.running(name), width)...)
	}
	if f.On != "" {
		lines = append(lines, grid.Paragraphs(width, s.Theme.Dim, f.On)...)
		lines = append(lines, pointLines(s, r, width)...)
	}
	return lines
}

// claimLines are what an audit has found of one claim.
func claimLines(s *scene.Scene, r audit.Result, running bool, width int) []grid.Line {
	digits := r.Digits(3)
	claimed := "claimed ε ≤ " + numeral.AtMost(r.Target.Epsilon, digits)
	if r.Target.By != "" {
		claimed = fmt.Sprintf("%s: ε ≤ %s", r.Target.By, numeral.AtMost(r.Target.Epsilon, digits))
		if r.Target.Delta > 0 {
			claimed += ", δ = " + numeral.AtMost(r.Target.Delta, digits)
		}
	}
	lines := grid.Paragraphs(width, s.Theme.Title, fmt.Sprintf("TPR %.1f %% · FPR %.1f %% · shown ε ≥ %s · %s · %s",
		100*r.TPR, 100*r.FPR, numeral.AtLeast(r.LowerBound, digits), claimed, verdict(r.Verdict)))
	if running && r.Tested == 0 {
		return append(lines, grid.Paragraphs(width, s.Theme.Dim, "The first half only chooses the threshold.")...)
	}
	paint := s.Theme.Text
	if r.Verdict == audit.Refuted {
		paint = s.Theme.Warn
	}
	return append(lines, grid.Paragraphs(width, paint, r.Words())...)
}

// pointLines are the measured places on the trade-off curve, with limits rounded outward.
func pointLines(s *scene.Scene, r audit.Result, width int) []grid.Line {
	if !r.Points[0].Known() {
		return nil
	}
	lines := grid.Paragraphs(width, s.Theme.Text, fmt.Sprintf(
		"Measured on the trade-off curve, all within these limits with confidence %v, and the fewest misses that %s's total leaves:", r.Confidence, r.Target.By))
	percent := func(share float64, side func(float64) float64) float64 { return side(1e4*share) / 100 }
	for _, p := range r.Points {
		lines = append(lines, grid.Line{Text: fmt.Sprintf("  false alarms %5.2f %% (%.2f–%.2f)  misses %5.2f %% (%.2f–%.2f)  least %.2f",
			100*p.Alarm.Measured, percent(p.Alarm.Low, math.Floor), percent(p.Alarm.High, math.Ceil),
			100*p.Miss.Measured, percent(p.Miss.Low, math.Floor), percent(p.Miss.High, math.Ceil),
			percent(r.Target.Misses(p.Alarm.Measured), math.Floor)), Paint: s.Theme.Text})
	}
	return lines
}

// percent is how far an audit is.
func percent(f Found) int {
	if len(f.Results) == 0 {
		return 0
	}
	return 100 * f.Results[0].Done / max(1, f.Results[0].Trials)
}

// outcomes is what an audit says of its claims, of the first that falls where one does.
func outcomes(f Found) string {
	for _, r := range f.Results {
		if r.Verdict == audit.Refuted {
			if r.Target.By != "" {
				return "refuted (" + r.Target.By + ")"
			}
			return verdict(r.Verdict)
		}
	}
	return verdict(f.Results[0].Verdict)
}

// verdict is a conclusion in two words.
func verdict(v audit.Verdict) string {
	switch v {
	case audit.Refuted:
		return "refuted"
	case audit.NotRefuted:
		return "not refuted"
	}
	return "too few runs"
}
