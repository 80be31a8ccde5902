package tui

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"admmlab/tui/chart"
)

// theme is a look: escape sequences that set it, "" for none. Colours are from
// the Okabe-Ito palette, which people with the common colour blindnesses can
// tell apart; the terminal library brings them down to 256 or 16 colours.
type theme struct {
	name                                      string
	text, dim, accent, title, good, warn, bad string
	selected                                  string
	main, ghost, second, third, fourth, band  string
	mark, cursor, level                       string
}

// rgb sets a colour.
func rgb(r, g, b uint8) string {
	return sequence(lipgloss.NewStyle().Foreground(color.RGBA{r, g, b, 255}))
}

var bold = sequence(lipgloss.NewStyle().Bold(true))

// sequence is what switches a style on.
func sequence(s lipgloss.Style) string {
	on, _, _ := strings.Cut(s.Render("x"), "x")
	return on
}

func darkTheme() theme {
	return theme{
		name: "dark", dim: rgb(138, 138, 138), accent: bold + rgb(86, 180, 233), title: bold,
		good: rgb(0, 190, 140), warn: bold + rgb(240, 170, 20), bad: bold + rgb(240, 110, 40), selected: bold + rgb(86, 180, 233),
		main: rgb(86, 180, 233), ghost: rgb(128, 128, 128), second: rgb(230, 159, 0),
		third: rgb(0, 190, 140), fourth: rgb(204, 121, 167), band: rgb(60, 90, 110),
		mark: rgb(240, 228, 66), cursor: bold + rgb(255, 255, 255), level: rgb(204, 121, 167),
	}
}

func lightTheme() theme {
	return theme{
		name: "light", dim: rgb(105, 105, 105), accent: bold + rgb(0, 90, 160), title: bold,
		good: rgb(0, 115, 80), warn: bold + rgb(150, 90, 0), bad: bold + rgb(190, 60, 0), selected: bold + rgb(0, 90, 160),
		main: rgb(0, 90, 160), ghost: rgb(130, 130, 130), second: rgb(170, 100, 0),
		third: rgb(0, 115, 80), fourth: rgb(160, 60, 120), band: rgb(170, 200, 225),
		mark: rgb(130, 60, 110), cursor: bold + rgb(0, 0, 0), level: rgb(160, 60, 120),
	}
}

// plainTheme sets no look at all: characters and words say everything.
func plainTheme() theme { return theme{name: "no colour"} }

// paint is the look of a chart's role.
func (t theme) paint(r chart.Role) string {
	switch r {
	case chart.Main:
		return t.main
	case chart.EndLabel:
		return t.accent
	case chart.Ghost, chart.Reference:
		return t.ghost
	case chart.Second:
		return t.second
	case chart.Third:
		return t.third
	case chart.Fourth:
		return t.fourth
	case chart.Band:
		return t.band
	case chart.Axis, chart.Tick, chart.Note:
		return t.dim
	case chart.MarkLine, chart.MarkLabel:
		return t.mark
	case chart.CursorLine:
		return t.cursor
	case chart.LevelLine:
		return t.level
	}
	return t.text
}

// wear is a function that gives a text the look, for dialogs.
func wear(paint string) func(string) string {
	if paint == "" {
		return func(s string) string { return s }
	}
	return func(s string) string { return paint + s + "\x1b[m" }
}
