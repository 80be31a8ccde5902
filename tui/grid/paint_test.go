package grid

import (
	"image/color"
	"testing"

	"charm.land/lipgloss/v2"
)

// What a look switches on is what its style renders.
func TestALookIsThatOfItsStyle(t *testing.T) {
	for _, s := range []lipgloss.Style{
		lipgloss.NewStyle(),
		lipgloss.NewStyle().Bold(true),
		lipgloss.NewStyle().Foreground(color.RGBA{86, 180, 233, 255}),
		lipgloss.NewStyle().Bold(true).Foreground(color.RGBA{240, 170, 20, 255}),
	} {
		g := New(3, 1)
		g.Text(0, 0, 3, "ε 1", NewPaint(s))
		if got, want := g.String(), s.Render("ε 1"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A text laid over others keeps its looks, and marks stay on their letters.
func TestComposeKeepsLooksAndMarks(t *testing.T) {
	accent := lipgloss.NewStyle().Bold(true).Foreground(color.RGBA{86, 180, 233, 255})
	g := New(8, 2)
	g.Text(0, 0, 8, "........", nil)
	g.Compose(Rect{X: 2, Y: 0, W: 4, H: 1}, "a"+accent.Render("α̂b"))
	want := New(8, 2)
	want.Text(0, 0, 8, "..a", nil)
	want.Text(3, 0, 2, "α̂b", NewPaint(accent))
	want.Text(5, 0, 3, " ..", nil)
	if got := g.String(); got != want.String() {
		t.Errorf("%q, want %q", got, want.String())
	}
}
