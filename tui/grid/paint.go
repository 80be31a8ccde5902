package grid

import (
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Paint is the look of cells, nil for none.
type Paint = *Look

// Look is a style with the sequence that switches it on: a frame has hundreds of runs of
// cells, and Style.Render, made for blocks of text, would take longer than all the rest.
type Look struct {
	lipgloss.Style
	on string
}

// NewPaint is a look of a style's colour and weight; cells have no more. It is nil for a
// style that has neither.
func NewPaint(s lipgloss.Style) Paint {
	var on ansi.Style
	if s.GetBold() {
		on = on.Bold()
	}
	if c := s.GetForeground(); c != nil && c != (lipgloss.NoColor{}) {
		on = on.ForegroundColor(c)
	}
	if len(on) == 0 {
		return nil
	}
	return &Look{s, on.String()}
}
