package tui

import (
	"strings"

	"admmlab/sim/config"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// compareLines are the runs side by side at the iteration that is read, and what
// differs between them.
func (m *Model) compareLines(width int) []grid.Line {
	called, t := scene.Names(m.scene.Configs()), m.scene.At()
	field := 4
	for _, n := range called {
		field = max(field, grid.Cells(n))
	}
	const marked = 3
	field = min(field, max(8, width-marked-4*8))
	notes := 0
	for i := range called {
		notes = max(notes, grid.Cells(m.scene.Standing(i, t)))
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
	marks := m.scene.SideMarks()
	lines := []grid.Line{{Text: row("", "run", heads), Paint: m.scene.Theme.Dim}}
	for i, h := range m.scene.Histories() {
		at := min(t, h.Last())
		values := []string{scene.Reading(h.At(scene.TrainLoss, at), chart.Number), scene.Reading(h.At(scene.TestError, at), chart.Number), scene.Reading(h.At(scene.Epsilon, at), scene.Bound), scene.Reading(h.At(scene.Tight, at), scene.Bound)}
		if lapsed := m.scene.LapsedOf(i); lapsed > 0 && lapsed <= t {
			values[3] = "lapsed" // no guarantee any more
		}
		text := row(marks[i], called[i], values)
		if note := m.scene.Standing(i, t); grid.Cells(text+note) <= width {
			text += note
		}
		lines = append(lines, grid.Line{Text: text, Paint: m.scene.SidePaint(i)})
	}
	return append(lines, m.differenceLines(width)...)
}

// differenceLines are the settings that differ, one a line, a column for each run.
func (m *Model) differenceLines(width int) []grid.Line {
	configs := m.scene.Replays()
	list := config.Differences(configs...)
	if len(list) == 0 {
		return append([]grid.Line{{}}, grid.Paragraphs(width, m.scene.Theme.Text, "Nothing differs: turn a knob, and only this run changes.")...)
	}
	const name = 10
	widest := 0
	for _, d := range list {
		for i, v := range d.Values {
			widest = max(widest, grid.Cells(differing(configs[i], d.Key, v)))
		}
	}
	column := min(max(18, widest+2), (width-name)/len(configs))
	head, marks := grid.Pad("differs", name), m.scene.SideMarks()
	for i := range configs {
		head += grid.Pad(marks[i], column)
	}
	lines := []grid.Line{{}, {Text: head, Paint: m.scene.Theme.Dim}}
	for _, d := range list {
		k, _ := config.KnobOf(configs[0], d.Key)
		text := grid.Pad(grid.Fit(scene.NameOf(k), name-1), name)
		for i, v := range d.Values {
			text += grid.Pad(grid.Fit(differing(configs[i], d.Key, v), column-1), column)
		}
		lines = append(lines, grid.Line{Text: text, Paint: m.scene.Theme.Text})
	}
	return lines
}

// differing is a value in a list of differences.
func differing(c config.Config, key, value string) string {
	switch {
	case value == "":
		return "-"
	case key == config.EventsKnob.Key:
		return strings.ReplaceAll(value, "\n", ", ")
	}
	return scene.Short(c, key, value)
}
