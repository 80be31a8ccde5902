package panel

import (
	"fmt"
	"slices"
	"strings"

	"admmlab/sim/report"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Chart is one of the three charts; the iterations are their common axis.
type Chart struct {
	which int // scene.LossChart, ErrorChart or PrivacyChart
	axis  chart.Auto
	rows  int // of the plot and its axis, without the words below, when last drawn
}

// NewChart is a chart whose axis is as its curves ask for.
func NewChart(which int) *Chart { return &Chart{which: which} }

// charts are their names, titles and words, of nodes and, where there are others, of parties.
var charts = [...]struct{ name, title, words, parties string }{
	scene.LossChart:    {"loss", "Loss (train)", "mean over nodes of the loss at the node's own model", "mean loss of the parties' models together, without their noise, + λ/(2N)|x|²"},
	scene.ErrorChart:   {"error", "Error (test) %", "share of test rows that the mean model gets wrong", "share of test rows that the parties' models together get wrong"},
	scene.PrivacyChart: {name: "privacy", title: "Privacy", words: "the price of everything sent so far: the smallest total that the noise proves, and beside it the printed one"},
}

func (p *Chart) Name() string { return charts[p.which].name }
func (p *Chart) Place() Place { return Place{Column: Centre, Far: p.which != scene.LossChart} }
func (p *Chart) Words(s *scene.Scene) string {
	if p.which == scene.LossChart && s.LossesDiffer() {
		return scene.OtherLosses
	}
	if p.which == scene.LossChart && s.Factor() {
		return unlessCaption(s, "C̄ of TIFS 2017: mean over nodes of C times the loss at the node's own model; C takes the factor away")
	}
	words := charts[p.which].words
	if parties := charts[p.which].parties; parties != "" && s.InForce().Spec().Vertical {
		words = parties
	}
	return unlessCaption(s, words)
}

// Help opens with what the levels take, and why one is not there.
func (p *Chart) Help(s *scene.Scene) (title, lead string) {
	if p.which != scene.PrivacyChart && s.Levels != nil && s.Run.Last() > 0 {
		r := report.Report{Replay: s.State.Replay, Now: s.InForce(), Last: s.Run.Row(s.Run.Last()), Levels: s.Levels}
		for _, note := range r.AgainstNotes() {
			lead += note + ". "
		}
	}
	return charts[p.which].title, strings.TrimSpace(lead)
}

// known are what the names at the ends of curves stand for; those of runs speak for
// themselves.
var known = map[string]string{
	"":         "this run",
	"ε":        "this run: the smallest total that the noise proves",
	"printed":  "this run, as its paper counts it",
	"realised": "the largest loss a record really had",
}

// Signs are what the curves in sight are, and all else that a chart may show.
func (p *Chart) Signs(s *scene.Scene) (list []scene.Sign) {
	signs := chart.SignsOf(s.ASCII)
	for _, curve := range slices.Backward(p.Series(s)) {
		name, _, _ := strings.Cut(curve.Label, " δ ")
		switch means, found := known[name]; {
		case len(curve.Values) == 0:
		case len(curve.Low) > 0:
			list = append(list, scene.Sign{Mark: signs.Shade, Means: "where the run lies with other draws of the noise"})
		case found:
			if curve.Role == chart.Reference { // what it compares the totals need not
				means += ": " + s.InForce().Spec().Measured()
			}
			list = append(list, scene.Sign{Mark: chart.Stroke(curve.Role, s.ASCII), Means: means})
		case curve.Role == chart.Ghost: // by its method's name, if that is another
			means := s.Staying() + " (g takes it away)"
			if name != "previous" && name != "pinned" {
				means = curve.Label + ", " + means
			}
			list = append(list, scene.Sign{Mark: chart.Stroke(curve.Role, s.ASCII), Means: means})
		default:
			list = append(list, scene.Sign{Mark: chart.Stroke(curve.Role, s.ASCII), Means: curve.Label})
		}
	}
	level := "what the run is measured against (v takes it away); until: where it stops"
	if p.which == scene.PrivacyChart {
		level = "the budget, if there is one; until: where the run stops"
	}
	return append(list,
		scene.Sign{Mark: signs.Level, Means: level},
		scene.Sign{Mark: signs.Mark, Means: "a change of a parameter, numbered ①, ②, …; u takes the last back"},
		scene.Sign{Mark: signs.Up + " " + signs.Down, Means: "the range of a curve where many iterations share a column"},
		scene.Sign{Mark: signs.Cursor + " " + signs.Point, Means: "the cursor (, and . move it) and what it reads, or a lone value"},
		scene.Sign{Mark: signs.Above + " " + signs.Below, Means: "beyond the axis"},
	)
}

// Which is the chart, scene.LossChart and so on.
func (p *Chart) Which() int { return p.which }

// Log reports whether the axis is logarithmic.
func (p *Chart) Log() bool { return p.axis.Is() }

// SetLog makes the axis logarithmic or linear.
func (p *Chart) SetLog(on bool) { p.axis.Set(on) }

func (p *Chart) Title(s *scene.Scene) string {
	title := charts[p.which].title
	if p.which == scene.LossChart {
		title = s.LossTitle(title + s.FactorWords())
	}
	if p.logarithmic(s) {
		title += ", log"
	}
	title = s.AtCursor(title)
	if b := s.Band; p.which == scene.LossChart && b.Want > 0 {
		const bar = 10
		full := bar * b.Done / b.Want
		title += fmt.Sprintf(" · draws %s%s %d/%d", strings.Repeat("█", full), strings.Repeat("░", bar-full), b.Done, b.Want)
	}
	return title
}

func (p *Chart) Value(s *scene.Scene) string {
	if s.Run.Last() == 0 {
		return ""
	}
	t := s.At()
	loss, errors, private := s.Values(t)
	switch p.which {
	case scene.LossChart:
		return loss
	case scene.ErrorChart:
		return errors
	}
	return private
}

func (p *Chart) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	height := g.Height()
	if p.which == scene.PrivacyChart && !s.Big { // there they stand below the charts
		height -= drawPrivacyWords(s, g)
	}
	height -= p.drawReadings(s, g, height)
	p.rows = height
	if g.Width() >= 1 && height >= 1 {
		s.Paint(g, chart.Draw(p.Series(s), s.Run.Marks, p.Levels(s), p.Options(s, g.Width(), height)))
	}
	return false, false
}

func (p *Chart) Key(_ *scene.Scene, key string) (w scene.Wish, known bool) {
	switch key {
	case "wheel up":
		return scene.Move{By: -1}, true
	case "wheel down":
		return scene.Move{By: 1}, true
	}
	return nil, false
}

// Click sets the cursor to the iteration of its column in the plot or on its axis; the words below have
// no iteration.
func (p *Chart) Click(s *scene.Scene, c scene.Click) scene.Wish {
	if c.Y >= p.rows {
		return nil
	}
	if t, ok := chart.Iteration(c.X, p.Options(s, c.Width, p.rows)); ok {
		return scene.Cursor{At: t}
	}
	return nil
}
