package lens

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/sim/samples"
	"admmlab/tui/grid"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// Records is how many records the papers' theorems ask for, what there is, and what the
// run really does.
type Records struct {
	scene.Choice // of the three numbers of the question, then of the asks
	question     question
	asks         answered // of the run as it stands
	Job          *job.Job // measures
	jobOf        foundOf
	found        *sim.Excess // nil before
	foundOf      foundOf
	beside       answered // what is asked of the run that was measured
	failed       string   // why nothing was measured the last time
	failedOf     foundOf
	// Measure makes a run again up to an iteration and measures it there: that of the host
	// but for tests.
	Measure func(ctx context.Context, c config.Config, at int, norm float64, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) (*sim.Excess, error)
}

// foundOf is what a measurement is of, also one that failed.
type foundOf struct {
	generation int
	norm       float64
}

// NewRecords is the lens before anything was asked.
func NewRecords(h *runner.Host) *Records {
	l := &Records{question: question{0.05, 0.05, 0}}
	if h != nil {
		l.Measure = h.Excess
	}
	return l
}

func (l *Records) Name() string                           { return "records" }
func (l *Records) Title(*scene.Scene) string              { return "Records needed" }
func (l *Records) Looks(*scene.Scene) runner.Picture      { return nil }
func (l *Records) Help(*scene.Scene) (title, lead string) { return "Records needed", "" }

func (l *Records) Keys(s *scene.Scene) string {
	if nothingAsked(s) != "" {
		return "z larger · N back"
	}
	return "↑↓ line · ←→ turn · enter type, measure · N back"
}

func (l *Records) Value(s *scene.Scene) string {
	if l.underWay(s) {
		return "measuring"
	}
	return ""
}

func (l *Records) Words(*scene.Scene) string {
	return "how many records the theorems ask for, and how far that is from what a run does; ? explains"
}

func (l *Records) Bindings() []scene.Binding {
	return []scene.Binding{{Key: "N", Words: "records needed: what the papers' theorems ask of the number of records, what there is, and what this run really does"}}
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
	if nothingAsked(s) != "" {
		return nil, key == "enter"
	}
	all := asked + len(l.answers(s))
	line := l.In(all)
	if by, ok := scene.Sideways(key); ok {
		if line < asked {
			l.question.turn(s, line, by)
		}
		return nil, true
	}
	if key == "enter" {
		if line < asked {
			return l.question.typed(s, line, l.Name()), true
		}
		return l.measure(s), true
	}
	return nil, l.Move(key, line, all)
}

func (l *Records) Click(s *scene.Scene, c scene.Click) scene.Wish {
	first, last := l.window(s, c.Height)
	above := head(c.Height)
	switch at := first + c.Y - above; {
	case above > 1 && c.Y >= 0 && c.Y < asked:
		l.Line = c.Y
	case c.Y >= above && at < last:
		l.Line = asked + at
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

// nothingAsked is why there is no question, "" where there is one.
func nothingAsked(s *scene.Scene) string {
	c, graph := askedOf(s)
	if none := sim.NoTheorem(c); none != "" {
		return none
	}
	if !s.Heard || graph == nil {
		return "nothing is known of the run yet"
	}
	return ""
}

// answers are what the theorems ask for, nil where that cannot be told.
func (l *Records) answers(s *scene.Scene) []samples.Ask {
	if nothingAsked(s) != "" {
		return nil
	}
	c, _ := askedOf(s)
	q := l.question.of(s, l.standing(s))
	if !(q.Norm > 0) {
		return nil
	}
	return l.asks.of(c.Spec().Samples, c.Method, c.Spec().Private() && c.Set.Private, q)
}

// measured is what was measured of this run, by this reference; nil if nothing was.
func (l *Records) measured(s *scene.Scene) *sim.Excess {
	if l.foundOf != l.of(s) {
		return nil
	}
	return l.found
}

// standing is what was measured of the settings that the question is asked of: a Δ(t) of others
// counts in nothing that is asked of these.
func (l *Records) standing(s *scene.Scene) *sim.Excess {
	e := l.measured(s)
	if e == nil || changedSince(s, e) != 0 {
		return nil
	}
	return e
}

// changedSince is how many changes came behind what was measured and are in what the question is
// asked of; below 0, how many came behind that and are in what was measured.
func changedSince(s *scene.Scene, e *sim.Excess) int {
	asked := s.Run.Changes // the newest may be of the next iteration
	if s.Cursor > 0 {
		asked = s.Run.ChangesBy(s.Cursor)
	}
	return len(asked) - len(s.Run.ChangesBy(e.Iteration))
}

// of is what a measurement asked for now is of.
func (l *Records) of(s *scene.Scene) foundOf {
	return foundOf{s.Generation, l.question[normLine]}
}

// underWay reports whether this run is being measured.
func (l *Records) underWay(s *scene.Scene) bool { return l.Job.UnderWay() && l.jobOf == l.of(s) }

// measure makes the run again up to the iteration that is read, and measures it there.
func (l *Records) measure(s *scene.Scene) scene.Wish {
	c := s.State.Replay.Clone()
	at := sim.Alike(c, s.At())
	switch {
	case at < 1:
		return scene.Say{Text: "nothing to measure yet: there is no iteration"}
	case l.underWay(s):
		return scene.Say{Text: "it is being measured; esc stops that"}
	case l.Measure == nil:
		return nil
	}
	of, norm, measure := l.of(s), l.question[normLine], l.Measure
	l.failed = ""
	return scene.Work{Begin: func(jobs *job.List, wish func(scene.Wish) tea.Cmd) {
		l.Job.Drop() // of another run
		l.jobOf = of
		l.Job = job.Start(jobs, job.Task[int, *sim.Excess]{
			Name: "the measurement",
			Work: func(ctx context.Context, tell func(int)) (*sim.Excess, error) {
				return measure(ctx, c, at, norm, nil, func(r sim.Row, _ []sim.Notice) error {
					tell(r.Iteration)
					return nil
				})
			},
			Part: func(t int) float64 { return float64(t) / float64(at) },
			Done: func(e *sim.Excess, err error) tea.Cmd {
				switch {
				case err == nil:
					l.found, l.foundOf = e, of
				case !errors.Is(err, context.Canceled):
					l.failed, l.failedOf = err.Error(), of
				}
				return nil
			},
		})
	}}
}

func (l *Records) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	above, below = lines(s, g, l, func(width, height int) []grid.Line { return l.recordLines(s, width, height) })
	first, last := l.window(s, g.Height())
	return above || first > 0, below || last < len(l.answers(s))
}

// window is which asks are in sight.
func (l *Records) window(s *scene.Scene, height int) (first, last int) {
	all := len(l.answers(s))
	return l.Window(all, min(all, max(2, height-head(height)-3)), max(0, l.In(asked+all)-asked))
}

// recordLines are the question, what every theorem asks for, and what is chosen.
func (l *Records) recordLines(s *scene.Scene, width, height int) []grid.Line {
	if none := nothingAsked(s); none != "" {
		return grid.Paragraphs(width, s.Theme.Text, none)
	}
	asks, q := l.answers(s), l.question.of(s, l.standing(s))
	chosen := l.In(asked + len(asks))
	marked := chosen
	if !s.HasFocus(l) {
		marked = -1
	}
	lines := l.question.lines(s, q, marked, width, head(height) == 1)
	if asks == nil {
		return append(lines, grid.Paragraphs(width, s.Theme.Dim, noNorm(s))...)
	}
	names, amounts := columns(asks, width)
	room := width - 2 - names - amounts
	if head(height) > 1 {
		there := "at " + numeral.Group(q.Records) + " a node, that is"
		for _, short := range []string{"at " + numeral.Group(q.Records) + " a node", "of " + numeral.Short(float64(q.Records)), ""} {
			if grid.Cells(there) > room {
				there = short
			}
		}
		lines = append(lines, grid.Line{Text: grid.Fit("  "+grid.Pad("theorem", names)+grid.Pad("asks for", amounts)+there, width), Paint: s.Theme.Dim})
	}
	first, last := l.window(s, height)
	for i := first; i < last; i++ {
		a := asks[i]
		lines = append(lines, row(s, asked+i == marked, grid.Fit(grid.Pad(shortly(a), names)+grid.Pad(a.Amount(), amounts)+besides(a, q.Records, room), width-2)))
	}
	rule := fmt.Sprintf("─ %d of %d ", max(1, chosen-asked+1), len(asks))
	switch {
	case chosen >= asked:
	case last-first < len(asks):
		rule = fmt.Sprintf("─ %d to %d of %d ", first+1, last, len(asks))
	default:
		rule = ""
	}
	lines = append(lines, grid.Line{Text: rule + strings.Repeat("─", max(0, width-grid.Cells(rule))), Paint: s.Theme.Dim})
	lines = append(lines, l.measuredLines(s, width, chosen >= asked)...)
	if chosen >= asked {
		for _, t := range askLines(s, asks[chosen-asked], q) {
			lines = append(lines, grid.Paragraphs(width, t.Paint, t.Text)...)
		}
	}
	return lines
}

// Chosen is the chosen theorem.
func (l *Records) Chosen(s *scene.Scene) (name, title, text string) {
	asks := l.answers(s)
	chosen := l.In(asked+len(asks)) - asked
	if chosen < 0 {
		return "", "", ""
	}
	var paragraphs []string
	for _, t := range askLines(s, asks[chosen], l.question.of(s, l.standing(s))) {
		paragraphs = append(paragraphs, t.Text)
	}
	return "this theorem", shortly(asks[chosen]), strings.Join(paragraphs, "\n\n")
}

// measuredLines are what the run really does, in short or in sentences.
func (l *Records) measuredLines(s *scene.Scene, width int, short bool) []grid.Line {
	e, when := l.measured(s), ""
	if e != nil && changedSince(s, e) > 0 {
		when = "Before the run was changed: "
	} else if e != nil && changedSince(s, e) < 0 {
		when = "After the run was changed: "
	}
	var lines []grid.Line
	if l.failed != "" && l.failedOf == l.of(s) {
		lines = grid.Paragraphs(width, s.Theme.Warn, "Not measured: "+l.failed+".")
	}
	switch {
	case l.underWay(s):
		return grid.Paragraphs(width, s.Theme.Dim, "The run is made again in the background, and then its noise is held …")
	case l.Job.UnderWay():
		return grid.Paragraphs(width, s.Theme.Dim, "Another run, or another |f⁰|, is being measured; enter on a theorem measures this one in its place.")
	case e == nil && lines != nil:
		return lines
	case e == nil:
		return grid.Paragraphs(width, s.Theme.Dim, "enter on a theorem measures what this run really does, and Δ(t).")
	case short:
		gap := " so far, and not at rest: Δ(t) is not measured"
		if e.Rest {
			gap = ", Δ(t) = " + scene.Signed(e.Gap)
		}
		return append(lines, grid.Paragraphs(width, s.Theme.Good, when+fmt.Sprintf("Measured at t = %d, test rows: %s more loss than f⁰; with its noise held %s%s.",
			e.Iteration, scene.Signed(e.Test), scene.Signed(e.Limit), gap))...)
	}
	q := samples.Question{Excess: l.question[excessLine], Chance: l.question[chanceLine], Norm: e.Reference.Norm, Gap: e.Delta(), Run: e.Run}
	words := e.Words(q, l.beside.of(e.Theory, s.InForce().Method, e.Private, q), l.question[normLine] > 0)
	words[0] = when + words[0]
	return append(lines, grid.Paragraphs(width, s.Theme.Good, words...)...)
}
