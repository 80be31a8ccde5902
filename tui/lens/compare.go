package lens

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Compare is the table of the runs side by side.
type Compare struct{}

func (l *Compare) Name() string                { return "compare" }
func (l *Compare) Title(s *scene.Scene) string { return s.AtCursor("Side by side") }
func (l *Compare) Keys(*scene.Scene) string {
	return "enter put beside or take away · z larger · c back"
}
func (l *Compare) Looks(*scene.Scene) runner.Picture { return nil }

// Value is what the ε that is proved of the runs goes with.
func (l *Compare) Value(s *scene.Scene) string { return s.GoWith() }

func (l *Compare) Words(*scene.Scene) string {
	return report.Choosing + "; what differs is listed; ? explains"
}

func (l *Compare) Help(*scene.Scene) (title, lead string) { return "Side by side", "" }

// Bindings open the list of what could run beside if there is none yet.
func (l *Compare) Bindings() []scene.Binding {
	return []scene.Binding{{
		Key: "c", Short: "compare", Words: "runs side by side on the same data, split and draws: put one beside, match a budget, see what differs",
		Do: func(s *scene.Scene) scene.Wish {
			if s.Comparing() || s.Lens == l.Name() {
				return scene.Toggle{Lens: l.Name()}
			}
			return l.pick(s)
		},
	}}
}

func (l *Compare) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	switch key {
	case "enter":
		return l.pick(s), true
	case "wheel up", "wheel down":
		return nil, true
	}
	return nil, false
}

func (l *Compare) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (l *Compare) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	return lines(s, g, l, func(width, _ int) []grid.Line { return l.compareLines(s, width) })
}

// compareLines are the runs side by side at the iteration that is read, and what
// differs between them.
func (l *Compare) compareLines(s *scene.Scene, width int) []grid.Line {
	called, t, runs := s.Read(), s.At(), s.Histories()
	notes, beside := 0, len(s.Companions)
	for i := range beside + 1 {
		notes = max(notes, grid.Cells(s.Standing(i, t)))
	}
	behind := ""
	if past := s.Past(); past != nil { // the cursor reads it, too
		called, runs = append(slices.Clip(called), s.PastName()), append(runs, past)
		switch at := past.Kept(t); {
		case past.Last() < t:
			behind = fmt.Sprintf("  ended at t = %d", past.Last())
		case at < t:
			behind = fmt.Sprintf("  at t = %d", at)
		}
		if s.OtherLoss(past) {
			behind += "  other loss"
		}
		notes = max(notes, grid.Cells(behind))
	}
	field := 4
	for _, n := range called {
		field = max(field, grid.Cells(n))
	}
	const marked = 3
	field = min(field, max(8, width-marked-4*8))
	heads := []string{s.LossName(), "error %", "printed", "ε"}
	if costs := []string{"passes", "sent"}; (width-marked-field-notes)/(len(heads)+len(costs)) >= 8 {
		heads = append(heads, costs...)
	}
	column := min(11, max(8, (width-marked-field-notes)/len(heads)))
	row := func(mark, name string, values []string) string {
		text := grid.Pad(mark, marked) + grid.Pad(grid.Fit(name, field), field)
		for k, v := range values {
			if k == 2 && marked+field+4*column > width {
				continue // printed totals are the first to go: a number is not cut
			}
			text += grid.PadLeft(v, column)
		}
		return text
	}
	lines := []grid.Line{{Text: row("", "run", heads), Paint: s.Theme.Dim}}
	for i, h := range runs {
		at := min(t, h.Last())
		values := []string{scene.Reading(h.At(s.Loss(), at), numeral.Short), scene.Reading(h.At(scene.TestError, at), numeral.Short)}
		for _, total := range []scene.Quantity{scene.Epsilon, scene.Tight} {
			values = append(values, s.TotalReading(total, h, at, i <= beside && grid.Cells(called[i]) <= field))
		}
		if len(heads) > len(values) {
			cost := h.Row(at).Cost
			values = append(values, scene.Reading(cost.Passes, numeral.Short), scene.Reading(cost.Bytes, numeral.Bytes))
		}
		role, note := chart.Ghost, behind
		if i <= beside {
			role, note = scene.SideRoles[i], s.Standing(i, t)
		} else if s.OtherLoss(h) {
			values[0] = "-"
		}
		if lapsed := s.LapsedOf(min(i, beside)); i <= beside && lapsed > 0 && lapsed <= t {
			values[3] = "lapsed" // no guarantee any more
		}
		mark := chart.Stroke(role, s.ASCII)
		text := row(mark+mark, called[i], values)
		if grid.Cells(text+note) <= width {
			text += note
		}
		lines = append(lines, grid.Line{Text: text, Paint: s.RolePaint(role)})
	}
	if s.LossesDiffer() {
		lines = append(lines, grid.Paragraphs(width, s.Theme.Text, scene.OtherLosses)...)
	}
	return append(lines, l.differenceLines(s, width)...)
}

// differenceLines are the settings that differ, one a line, a column for each run.
func (l *Compare) differenceLines(s *scene.Scene, width int) []grid.Line {
	configs := s.Replays()
	list := config.Differences(configs...)
	if len(list) == 0 {
		return append([]grid.Line{{}}, grid.Paragraphs(width, s.Theme.Text, "Nothing differs: turn a knob, and only this run changes.")...)
	}
	const name = 10
	widest := 0
	words := make([][]string, len(list))
	for k, d := range list {
		words[k] = differing(configs, d)
		for _, w := range words[k] {
			widest = max(widest, grid.Cells(w))
		}
	}
	column := min(max(18, widest+2), (width-name)/len(configs))
	head, marks := grid.Pad("differs", name), s.SideMarks()
	for i := range configs {
		head += grid.Pad(marks[i], column)
	}
	lines := []grid.Line{{}, {Text: head, Paint: s.Theme.Dim}}
	for i, d := range list {
		k, _ := config.KnobOf(configs[0], d.Key)
		text := grid.Pad(grid.Fit(config.KnobName(k), name-1), name)
		for _, w := range words[i] {
			text += grid.Pad(grid.Fit(w, column-1), column)
		}
		lines = append(lines, grid.Line{Text: text, Paint: s.Theme.Text})
	}
	return lines
}

// differing are the values of a difference in the list of them.
func differing(configs []config.Config, d config.Difference) []string {
	words := d.Values
	if d.Key != config.EventsKnob.Key {
		words = d.Words(configs)
	}
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = cmp.Or(strings.ReplaceAll(w, "\n", ", "), "-")
	}
	return list
}
