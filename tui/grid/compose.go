package grid

import (
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Compose lays lines that may carry colour sequences, as dialogs return them, over r. Only
// these are decoded: a Compositor of the whole screen takes three times as long.
func (g *Grid) Compose(r Rect, lines string) {
	lipgloss.NewLayer(lines).Draw(&layer{Grid: g}, uv.Rect(r.X, r.Y, r.W, r.H))
}

// layer is a grid as the terminal library draws on it.
type layer struct {
	*Grid
	style uv.Style // of the last cell, and its look
	paint Paint
}

func (l *layer) Bounds() uv.Rectangle { return uv.Rect(0, 0, l.w, l.h) }

// CellAt is asked for where a combining mark joins a cell.
func (l *layer) CellAt(x, y int) *uv.Cell {
	if x < 0 || x >= l.w || y < 0 || y >= l.h {
		return nil
	}
	c := l.cells[y*l.stride+x]
	text := string(c.r)
	if c.over != 0 {
		text += string(c.over)
	}
	return &uv.Cell{Content: text, Style: l.style, Width: 1}
}

func (l *layer) SetCell(x, y int, c *uv.Cell) {
	if c == nil {
		l.Set(x, y, ' ', nil)
		return
	}
	if c.Style != l.style {
		l.style, l.paint = c.Style, nil
		if !c.Style.IsZero() {
			l.paint = NewPaint(lipgloss.NewStyle().Foreground(c.Style.Fg).Bold(c.Style.Attrs&uv.AttrBold != 0))
		}
	}
	first, n := utf8.DecodeRuneInString(c.Content)
	if first = oneCell(first); first == 0 {
		return
	}
	l.Set(x, y, first, l.paint)
	for _, r := range c.Content[n:] {
		if combining(r) {
			l.combine(x, y, r)
		}
	}
}

func (l *layer) WidthMethod() uv.WidthMethod { return ansi.WcWidth }
