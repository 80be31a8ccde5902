package lens

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/sim/samples"
	"admmlab/tui/grid"
	"admmlab/tui/help"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// Records is how many records the papers' theorems ask for, what there is, and what the
// run really does.
type Records struct {
	choice                  // of the three numbers of the question, then of the asks
	question [asked]float64 // tau, delta and |f0|, 0 for that of the pooled optimum
	asks     answered       // of the run as it stands
	Job      *job.Job       // measures
	found    *sim.Excess    // nil before
	foundOf  foundOf
	beside   answered // what is asked of the run that was measured
	failed   string   // why nothing was measured
	// Measure makes a run again up to an iteration and measures it there: that of the host
	// but for tests.
	Measure func(ctx context.Context, c config.Config, at int, norm float64, progress func(sim.Loading), told func(t int)) (*sim.Excess, error)
}

// foundOf is what a measurement is of.
type foundOf struct {
	generation int
	norm       float64
}

// answered are asks with what they are the answer to.
type answered struct {
	question samples.Question
	method   string
	private  bool
	list     []samples.Ask
}

// of answers, anew only where something else is asked: a thousand nodes that all differ
// take a moment.
func (a *answered) of(theory samples.Theory, method string, private bool, q samples.Question) []samples.Ask {
	if a.method != method || a.private != private || !reflect.DeepEqual(a.question, q) {
		*a = answered{q, method, private, theory.Asks(q, private)}
	}
	return a.list
}

// The numbers of the question, by their lines.
const (
	excessLine = iota
	chanceLine
	normLine
	asked
)

// NewRecords is the lens before anything was asked.
func NewRecords(h *runner.Host) *Records {
	l := &Records{question: [asked]float64{0.05, 0.05, 0}}
	if h != nil {
		l.Measure = h.Excess
	}
	return l
}

func (l *Records) Name() string                           { return "records" }
func (l *Records) Title(*scene.Scene) string              { return "Records needed" }
func (l *Records) Looks(*scene.Scene) runner.Picture      { return nil }
func (l *Records) Keys() string                           { return "↑↓ line · ←→ turn · enter type, measure · N back" }
func (l *Records) Help(*scene.Scene) (title, lead string) { return "Records needed", "" }

func (l *Records) Value(s *scene.Scene) string {
	if l.Job.UnderWay() {
		return "measuring"
	}
	return ""
}

func (l *Records) Words(*scene.Scene) string {
	return "how many records the theorems ask for, and how far that is from what a run does; ? explains"
}

func (l *Records) Bindings() []Binding {
	return []Binding{{Key: "N", Words: "records needed: what the papers' theorems ask of the number of records, what there is, and what this run really does"}}
}

// Stop ends the measurement under way, where one looks at it.
func (l *Records) Stop(inSight bool) (w scene.Wish, stopped bool) {
	if !inSight || !l.Job.UnderWay() {
		return nil, false
	}
	l.Job.Drop()
	return scene.Say{Text: "the measurement is stopped"}, true
}

func (l *Records) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	all := asked + len(l.answers(s))
	line := l.in(all)
	if by, ok := sideways(key); ok {
		if line < asked {
			l.turn(s, line, by)
		}
		return nil, true
	}
	if key == "enter" {
		if line < asked {
			return l.typed(s, line), true
		}
		return l.measure(s), true
	}
	return nil, l.key(key, line, all)
}

func (l *Records) Click(s *scene.Scene, c scene.Click) scene.Wish {
	first, last := l.window(s, c.Height)
	above := head(c.Height)
	switch at := first + c.Y - above; {
	case above > 1 && c.Y >= 0 && c.Y < asked:
		l.line = c.Y
	case c.Y >= above && at < last:
		l.line = asked + at
	}
	return nil
}

// head is how many lines stand above the asks: those of the question and the heads of the
// columns, or one line where there is no room for that.
func head(height int) int {
	if height < 9 {
		return 1
	}
	return asked + 1
}

// turn moves a number of the question through 1, 2, 5, 10, 20, ...
func (l *Records) turn(s *scene.Scene, line, by int) {
	v := l.question[line]
	if line == normLine && v == 0 {
		if v = l.pooled(s); !(v > 0) {
			return
		}
	}
	for ; by != 0; by -= max(-1, min(by, 1)) {
		v = stepped(v, by > 0)
	}
	if checkRecords(line, v) == nil {
		l.question[line] = v
	}
}

// stepped is the next of 1, 2, 5, 10, 20, ... above or below v > 0.
func stepped(v float64, up bool) float64 {
	exponent := int(math.Floor(math.Log10(v))) - 1
	below := 0.0
	for e := exponent; ; e++ {
		for _, m := range []int{1, 2, 5} {
			at, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", m, e), 64)
			switch {
			case up && at > v*(1+1e-9):
				return at
			case !up && at >= v*(1-1e-9):
				return below
			}
			below = at
		}
	}
}

// What may be typed.
func checkRecords(line int, v float64) error {
	switch {
	case line == chanceLine && !(v >= 1e-12 && v <= 0.9):
		return errors.New("expected a chance from 1e-12 to 0.9")
	case line != chanceLine && !(v >= 1e-9 && v <= 1e9):
		return errors.New("expected a number from 1e-9 to 1e9")
	}
	return nil
}

// typed asks for a number of the question.
func (l *Records) typed(s *scene.Scene, line int) scene.Wish {
	parse := func(text string) (float64, error) {
		text = strings.TrimSpace(text)
		if line == normLine && text == "" {
			return 0, nil
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, errors.New("expected a number")
		}
		return v, checkRecords(line, v)
	}
	value := ""
	if v := l.question[line]; v > 0 {
		value = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return scene.Entry{
		Title: [asked]string{"Excess τ", "Chance δ", "Norm |f⁰|"}[line],
		Label: [asked]string{
			"so much more mean loss than the reference classifier's, above 0",
			"of the theorems, from above 0 to below 1",
			"of the reference, the best classifier of that norm; empty: the pooled optimum",
		}[line],
		Value: value, Help: help.Panel(l.Name(), s.InForce()),
		Check: func(text string) error { _, err := parse(text); return err },
		Then: func(text string) scene.Wish {
			l.question[line], _ = parse(text) // it has been checked
			return nil
		},
	}
}

// pooled is the norm of the pooled optimum, 0 while nobody knows it.
func (l *Records) pooled(s *scene.Scene) float64 {
	if s.Levels == nil || s.Levels.Pooled == nil {
		return 0
	}
	return s.Levels.Pooled.Norm
}

// asksFor is the question as it stands.
func (l *Records) asksFor(s *scene.Scene) samples.Question {
	c := s.InForce()
	q := samples.Question{
		Excess: l.question[excessLine], Chance: l.question[chanceLine], Norm: l.question[normLine],
		Run: sim.SampleRun(c, s.State.Graph, s.State.Size.Columns, s.State.Size.Least),
	}
	if q.Norm == 0 {
		q.Norm = l.pooled(s)
	}
	if e := l.measured(s); e != nil {
		q.Gap = math.Max(0, e.Gap)
	}
	return q
}

// answers are what the theorems ask for, nil where that cannot be told.
func (l *Records) answers(s *scene.Scene) []samples.Ask {
	c := s.InForce()
	if sim.NoTheorem(c) != "" || !s.Heard || s.State.Graph == nil {
		return nil
	}
	q := l.asksFor(s)
	if !(q.Norm > 0) {
		return nil
	}
	return l.asks.of(c.Spec().Samples, c.Method, c.Spec().Private() && c.Set.Private, q)
}

// measured is what was measured of this run, by this reference; nil if nothing was.
func (l *Records) measured(s *scene.Scene) *sim.Excess {
	if l.foundOf != (foundOf{s.Generation, l.question[normLine]}) {
		return nil
	}
	return l.found
}

// measure makes the run again up to the iteration that is read, and measures it there.
func (l *Records) measure(s *scene.Scene) scene.Wish {
	c, at := s.State.Replay.Clone(), s.At()
	if last := sim.LastAlike(c); at > last {
		at = last
	}
	switch {
	case at < 1:
		return scene.Say{Text: "nothing to measure yet: there is no iteration"}
	case l.Job.UnderWay():
		return scene.Say{Text: "it is being measured; esc stops that"}
	case l.Measure == nil:
		return nil
	}
	of, norm, measure := foundOf{s.Generation, l.question[normLine]}, l.question[normLine], l.Measure
	l.failed = ""
	return scene.Work{Begin: func(jobs *job.List, wish func(scene.Wish) tea.Cmd) {
		l.Job = job.Start(jobs, job.Task[int, *sim.Excess]{
			Name: "the measurement",
			Work: func(ctx context.Context, tell func(int)) (*sim.Excess, error) {
				return measure(ctx, c, at, norm, nil, tell)
			},
			Part: func(t int) float64 { return float64(t) / float64(at) },
			Done: func(e *sim.Excess, err error) tea.Cmd {
				l.found, l.foundOf = e, of
				if err != nil && !errors.Is(err, context.Canceled) {
					l.failed = err.Error()
				}
				return nil
			},
		})
	}}
}

func (l *Records) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	return lines(s, g, l, func(width, height int) []grid.Line { return l.recordLines(s, width, height) })
}

// window is which asks are in sight.
func (l *Records) window(s *scene.Scene, height int) (first, last int) {
	all := len(l.answers(s))
	return grid.Window(all, min(all, max(2, height-head(height)-3)), max(0, l.in(asked+all)-asked))
}

// recordLines are the question, what every theorem asks for, and what is chosen.
func (l *Records) recordLines(s *scene.Scene, width, height int) []grid.Line {
	c := s.InForce()
	if none := sim.NoTheorem(c); none != "" {
		return grid.Paragraphs(width, s.Theme.Text, none)
	}
	if !s.Heard || s.State.Graph == nil {
		return grid.Paragraphs(width, s.Theme.Dim, "nothing is known of the run yet")
	}
	asks, q := l.answers(s), l.asksFor(s)
	chosen := l.in(asked + len(asks))
	lines := l.questionLines(s, q, chosen, width, head(height) == 1)
	if asks == nil {
		return append(lines, grid.Paragraphs(width, s.Theme.Dim, l.noNorm(s))...)
	}
	if head(height) > 1 {
		lines = append(lines, grid.Line{Text: grid.Fit("  "+grid.Pad("theorem", 20)+grid.Pad("asks for", 12)+"at "+numeral.Group(q.Records)+" a node, that is", width), Paint: s.Theme.Dim})
	}
	first, last := l.window(s, height)
	for i := first; i < last; i++ {
		a := asks[i]
		lines = append(lines, l.row(s, asked+i == chosen, grid.Fit(grid.Pad(shortly(a), 20)+grid.Pad(a.Amount(), 12)+besides(a, q.Records, width-34), width-2)))
	}
	rule := fmt.Sprintf("─ %d of %d ", max(1, chosen-asked+1), len(asks))
	if chosen < asked {
		rule = ""
	}
	lines = append(lines, grid.Line{Text: rule + strings.Repeat("─", max(0, width-grid.Cells(rule))), Paint: s.Theme.Dim})
	lines = append(lines, l.measuredLines(s, width, chosen >= asked)...)
	if chosen >= asked {
		for _, t := range l.detail(s, asks[chosen-asked], q) {
			lines = append(lines, grid.Paragraphs(width, t.Paint, t.Text)...)
		}
	}
	return lines
}

// Chosen is the chosen theorem.
func (l *Records) Chosen(s *scene.Scene) (name, title, text string) {
	asks := l.answers(s)
	chosen := l.in(asked+len(asks)) - asked
	if chosen < 0 {
		return "", "", ""
	}
	var paragraphs []string
	for _, t := range l.detail(s, asks[chosen], l.asksFor(s)) {
		paragraphs = append(paragraphs, t.Text)
	}
	return "this theorem", shortly(asks[chosen]), strings.Join(paragraphs, "\n\n")
}

// row is a line that can be chosen.
func (l *Records) row(s *scene.Scene, chosen bool, text string) grid.Line {
	if chosen && s.HasFocus(l) {
		return grid.Line{Text: "▸ " + text, Paint: s.Theme.Selected}
	}
	return grid.Line{Text: "  " + text, Paint: s.Theme.Text}
}

// questionLines are the three numbers, a line each or all in one.
func (l *Records) questionLines(s *scene.Scene, q samples.Question, chosen, width int, one bool) []grid.Line {
	norm, note := numeral.Short(q.Norm), "the best classifier of that norm"
	if l.question[normLine] == 0 {
		note = "that of the pooled optimum"
	}
	if q.Norm == 0 {
		norm = "-"
	}
	texts := [asked][3]string{
		{"excess τ", numeral.Short(q.Excess), "more mean loss (α_acc = Cτ = " + numeral.Short(q.C*q.Excess) + ")"},
		{"chance δ", numeral.Short(q.Chance), "of failing, times 1 to 5"},
		{"norm |f⁰|", norm, note},
	}
	if one {
		var parts []string
		for i, t := range texts {
			mark := ""
			if i == chosen && s.HasFocus(l) {
				mark = "▸"
			}
			parts = append(parts, mark+t[0][strings.LastIndex(t[0], " ")+1:]+" "+t[1])
		}
		return []grid.Line{{Text: grid.Fit(strings.Join(parts, " "), width), Paint: s.Theme.Dim}}
	}
	var lines []grid.Line
	for i, t := range texts {
		lines = append(lines, l.row(s, i == chosen, grid.Fit(grid.Pad(t[0], 11)+grid.Pad(t[1], 9)+t[2], width-2)))
	}
	return lines
}

// noNorm is why there is no norm.
func (l *Records) noNorm(s *scene.Scene) string {
	switch {
	case s.HideLevels:
		return "What the run is measured against is taken away (v brings it back): type a norm, enter on |f⁰|."
	case s.Levels != nil && s.Levels.NoPool != "":
		return s.Levels.NoPool + ": type a norm, enter on |f⁰|."
	case s.Run.Last() == 0:
		return "The pooled optimum is computed once the run has begun; or type a norm, enter on |f⁰|."
	}
	return "The pooled optimum is on its way; or type a norm, enter on |f⁰|."
}

// shortly names an ask in 19 cells.
func shortly(a samples.Ask) string {
	switch a.Reading {
	case samples.Printed:
		return a.Short + " printed"
	case samples.Proved:
		return a.Short + " proved"
	}
	return "this run's limit"
}

// besides is how an ask compares with the records there are, in so many cells.
func besides(a samples.Ask, records, room int) string {
	text := a.Beside(records)
	if short := strings.TrimSuffix(text, " the records there are"); grid.Cells(text) > room {
		text = short
	}
	return text
}

// detail is what there is to say of an ask, a paragraph each.
func (l *Records) detail(s *scene.Scene, a samples.Ask, q samples.Question) (list []grid.Line) {
	say := func(paint grid.Paint, text string) { list = append(list, grid.Line{Text: text, Paint: paint}) }
	name := "T" + strings.TrimPrefix(a.Name, "t")
	if a.Reading != samples.Limit {
		name = a.Name + ", " + a.Reading.Words()
	}
	say(s.Theme.Accent, fmt.Sprintf("%s: %s. Of %s.", name, a.Beside(q.Records), a.Of))
	if a.None != "" {
		say(s.Theme.Warn, "None: "+a.None+".")
	}
	if len(a.Terms) > 0 {
		var terms []string
		for _, t := range a.Terms {
			mark := ""
			if t.Name == a.Leads {
				mark = "●"
			}
			terms = append(terms, fmt.Sprintf("%s%s %s = %s", mark, t.Name, t.Formula, numeral.Short(t.Value)))
		}
		head := "Of the excess there: "
		if a.Reading == samples.Printed {
			head = "Records: "
			if a.Factor > 1 {
				head = fmt.Sprintf("Records, %s = %s times: ", a.Free, numeral.Short(a.Factor))
			}
		}
		say(s.Theme.Text, head+strings.Join(terms, "; ")+".")
	}
	text := fmt.Sprintf("It holds but for a chance of %s", numeral.Short(float64(a.Fails)*q.Chance))
	switch {
	case a.Fails == 0:
		text = ""
	case a.Reading != samples.Limit:
		text += fmt.Sprintf(", and presumes ρ = %s; in force is %s.", numeral.Short(a.Rho), numeral.Short(s.InForce().Set.Rho.At(0)))
	default:
		text += fmt.Sprintf(". With the records there are it promises an excess of at most %s.", numeral.AtMost(a.Promise, 2))
	}
	if text != "" {
		say(s.Theme.Text, text)
	}
	if a.Reading == samples.Printed {
		for _, words := range a.Wrong {
			say(s.Theme.Dim, "· "+words)
		}
	}
	return list
}

// measuredLines are what the run really does, in short or in sentences.
func (l *Records) measuredLines(s *scene.Scene, width int, short bool) []grid.Line {
	e := l.measured(s)
	switch {
	case l.Job.UnderWay():
		return grid.Paragraphs(width, s.Theme.Dim, "The run is made again in the background, and then its noise is held …")
	case l.failed != "":
		return grid.Paragraphs(width, s.Theme.Warn, "Not measured: "+l.failed+".")
	case e == nil:
		return grid.Paragraphs(width, s.Theme.Dim, "enter on a theorem measures what this run really does, and Δ(t).")
	case short:
		return grid.Paragraphs(width, s.Theme.Good, fmt.Sprintf("Measured at t = %d, test rows: %s more loss than f⁰; with its noise held %s, so that Δ(t) = %s.",
			e.Iteration, scene.Signed(e.Test), scene.Signed(e.Limit), scene.Signed(e.Gap)))
	}
	q := samples.Question{Excess: l.question[excessLine], Chance: l.question[chanceLine], Norm: e.Reference.Norm, Gap: math.Max(0, e.Gap), Run: e.Run}
	return grid.Paragraphs(width, s.Theme.Good, e.Words(q, l.beside.of(e.Theory, s.InForce().Method, e.Private, q), l.question[normLine] > 0)...)
}

// Signs are the chosen line and the term that leads.
func (l *Records) Signs(*scene.Scene) []scene.Sign {
	return []scene.Sign{
		{Mark: "▸", Means: "the chosen line: ←→ turn a number, enter types it; on a theorem enter measures the run"},
		{Mark: "●", Means: "the term that asks for most"},
		{Mark: "≥", Means: "what the proof shows of a constant that the paper leaves open makes it at least so many"},
		{Mark: "β × w ×", Means: "so many times a constant that the paper leaves open"},
	}
}
