package tui

import (
	"fmt"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// compareLines are the runs side by side at the iteration that is read, and what
// differs between them.
func (m *Model) compareLines(width int) []grid.Line {
	called, t := scene.Names(m.configs()), m.at()
	field := 4
	for _, n := range called {
		field = max(field, grid.Cells(n))
	}
	const marked = 3
	field = min(field, max(8, width-marked-4*8))
	notes := 0
	for i := range called {
		notes = max(notes, grid.Cells(m.standing(i, t)))
	}
	column := min(11, max(8, (width-marked-field-notes)/4))
	heads := []string{"loss", "error %", "ε printed", "ε proved"}
	if column < 11 {
		heads = []string{"loss", "error %", "printed", "proved"}
	}
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
	marks := m.sideMarks()
	lines := []grid.Line{{Text: row("", "run", heads), Paint: m.theme.Dim}}
	for i, h := range m.histories() {
		at := min(t, h.Last())
		values := []string{scene.Reading(h.At(scene.TrainLoss, at), chart.Number), scene.Reading(h.At(scene.TestError, at), chart.Number), scene.Reading(h.At(scene.Epsilon, at), scene.Bound), scene.Reading(h.At(scene.Tight, at), scene.Bound)}
		if lapsed := m.lapsed(i); lapsed > 0 && lapsed <= t {
			values[3] = "lapsed" // no guarantee any more
		}
		text := row(marks[i], called[i], values)
		if note := m.standing(i, t); grid.Cells(text+note) <= width {
			text += note
		}
		lines = append(lines, grid.Line{Text: text, Paint: m.sidePaint(i)})
	}
	return append(lines, m.differenceLines(width)...)
}

// sideMarks are the strokes of the runs side by side.
func (m *Model) sideMarks() [runner.MaxBeside + 1]string {
	if m.options.ASCII {
		return scene.SideMarks[1]
	}
	return scene.SideMarks[0]
}

// sidePaint is the look of run i, 0 for the one at the keys.
func (m *Model) sidePaint(i int) string {
	return m.theme.Paint(scene.SideRoles[i])
}

// histories are the curves side by side, that at the keys first.
func (m *Model) histories() []*scene.History {
	list := []*scene.History{m.run}
	for _, s := range m.compare.list {
		list = append(list, s.run)
	}
	return list
}

// lapsed is the iteration from which run i has no guarantee, 0 for none.
func (m *Model) lapsed(i int) int {
	if i == 0 {
		return m.state.Lapsed
	}
	return m.compare.list[i-1].state.Lapsed
}

// standing says where run i is if not with the others, in a column of its own.
func (m *Model) standing(i, t int) string {
	last, halted := m.run.Last(), m.state.Halted
	if i > 0 {
		s := m.compare.list[i-1]
		last, halted = s.run.Last(), s.state.Halted
	}
	switch {
	case halted != "":
		return fmt.Sprintf("  halted at t = %d", last)
	case last < t && m.cursor == 0:
		return fmt.Sprintf("  at t = %d", last)
	}
	return ""
}

// differenceLines are the settings that differ, one a line, a column for each run.
func (m *Model) differenceLines(width int) []grid.Line {
	configs := m.replays()
	list := config.Differences(configs...)
	if len(list) == 0 {
		return append([]grid.Line{{}}, grid.Paragraphs(width, m.theme.Text, "Nothing differs: turn a knob, and only this run changes.")...)
	}
	const name = 10
	widest := 0
	for _, d := range list {
		for i, v := range d.Values {
			widest = max(widest, grid.Cells(differing(configs[i], d.Key, v)))
		}
	}
	column := min(max(18, widest+2), (width-name)/len(configs))
	head, marks := grid.Pad("differs", name), m.sideMarks()
	for i := range configs {
		head += grid.Pad(marks[i], column)
	}
	lines := []grid.Line{{}, {Text: head, Paint: m.theme.Dim}}
	for _, d := range list {
		k, _ := config.KnobOf(configs[0], d.Key)
		text := grid.Pad(grid.Fit(scene.NameOf(k), name-1), name)
		for i, v := range d.Values {
			text += grid.Pad(grid.Fit(differing(configs[i], d.Key, v), column-1), column)
		}
		lines = append(lines, grid.Line{Text: text, Paint: m.theme.Text})
	}
	return lines
}

// differing is a value in a list of differences.
func differing(c config.Config, key, value string) string {
	switch {
	case value == "":
		return "-"
	case key == "method":
		return c.Spec().Name
	case key == "events":
		return strings.ReplaceAll(value, "\n", ", ")
	}
	return scene.Short(c, key, value)
}
