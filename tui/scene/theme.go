package scene

import (
	"image/color"

	"charm.land/lipgloss/v2"

	"admmlab/tui/chart"
	"admmlab/tui/dialog"
	"admmlab/tui/grid"
)

// Theme is how things look, nil being as the terminal has it. Colours are from
// the Okabe-Ito palette, which people with the common colour blindnesses can
// tell apart; the terminal library brings them down to 256 or 16 colours.
type Theme struct {
	Name                                      string
	Text, Dim, Accent, Title, Good, Warn, Bad grid.Paint
	Selected                                  grid.Paint
	Main, ghost, second, third, fourth, band  grid.Paint
	mark, cursor, level                       grid.Paint
}

// rgb is a colour.
func rgb(r, g, b uint8) grid.Paint {
	return grid.NewPaint(lipgloss.NewStyle().Foreground(color.RGBA{r, g, b, 255}))
}

// bold is a look in bold; of nil it is only that.
func bold(paint grid.Paint) grid.Paint {
	style := lipgloss.NewStyle()
	if paint != nil {
		style = paint.Style
	}
	return grid.NewPaint(style.Bold(true))
}

// DarkTheme is for light on dark.
func DarkTheme() Theme {
	return Theme{
		Name: "dark", Dim: rgb(138, 138, 138), Accent: bold(rgb(86, 180, 233)), Title: bold(nil),
		Good: rgb(0, 190, 140), Warn: bold(rgb(240, 170, 20)), Bad: bold(rgb(240, 110, 40)), Selected: bold(rgb(86, 180, 233)),
		Main: rgb(86, 180, 233), ghost: rgb(128, 128, 128), second: rgb(230, 159, 0),
		third: rgb(0, 190, 140), fourth: rgb(204, 121, 167), band: rgb(60, 90, 110),
		mark: rgb(240, 228, 66), cursor: bold(rgb(255, 255, 255)), level: rgb(204, 121, 167),
	}
}

// LightTheme is for dark on light.
func LightTheme() Theme {
	return Theme{
		Name: "light", Dim: rgb(105, 105, 105), Accent: bold(rgb(0, 90, 160)), Title: bold(nil),
		Good: rgb(0, 115, 80), Warn: bold(rgb(150, 90, 0)), Bad: bold(rgb(190, 60, 0)), Selected: bold(rgb(0, 90, 160)),
		Main: rgb(0, 90, 160), ghost: rgb(130, 130, 130), second: rgb(170, 100, 0),
		third: rgb(0, 115, 80), fourth: rgb(160, 60, 120), band: rgb(170, 200, 225),
		mark: rgb(130, 60, 110), cursor: bold(rgb(0, 0, 0)), level: rgb(160, 60, 120),
	}
}

// PlainTheme sets no look at all: characters and words say everything.
func PlainTheme() Theme { return Theme{Name: "no colour"} }

// Paper is what a picture of the screen is drawn on: the terminal keeps its colours to
// itself.
func (t Theme) Paper() grid.Paper {
	if t.Name == "light" {
		return grid.Paper{Back: color.RGBA{255, 255, 255, 255}, Ink: color.RGBA{31, 35, 40, 255}}
	}
	return grid.Paper{Back: color.RGBA{13, 17, 23, 255}, Ink: color.RGBA{230, 237, 243, 255}}
}

// paint is the look of a chart's role.
func (t Theme) paint(r chart.Role) grid.Paint {
	switch r {
	case chart.Main:
		return t.Main
	case chart.EndLabel:
		return t.Accent
	case chart.Ghost, chart.Reference, chart.Trail:
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
		return t.Dim
	case chart.MarkLine, chart.MarkLabel:
		return t.mark
	case chart.CursorLine:
		return t.cursor
	case chart.LevelLine:
		return t.level
	}
	return t.Text
}

// DialogLook is how dialogs are drawn.
func (s *Scene) DialogLook() dialog.Look {
	return dialog.Look{ASCII: s.ASCII, Accent: wear(s.Theme.Accent), Dim: wear(s.Theme.Dim), Warn: wear(s.Theme.Warn)}
}

// wear is a function that gives a text the look, for dialogs.
func wear(paint grid.Paint) func(string) string {
	if paint == nil {
		return nil
	}
	return func(s string) string { return paint.Render(s) }
}
