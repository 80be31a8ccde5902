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

// A dialog shows every letter that the rest of the screen shows, in as many cells.
func TestComposeCountsAndKeepsLettersAsTextDoes(t *testing.T) {
	accent := lipgloss.NewStyle().Bold(true).Foreground(color.RGBA{86, 180, 233, 255})
	for _, word := range append([]string{"\u1112\u1161\u11ab", "日本|", "a\u200bb"}, words...) {
		g, want := New(40, 2), New(40, 2)
		g.Compose(Rect{X: 1, W: 30, H: 2}, word+accent.Render(word)+"|\n"+word)
		end := want.Text(1, 0, 40, word, nil)
		end = want.Text(end, 0, 40, word, NewPaint(accent))
		want.Text(end, 0, 40, "|", nil)
		want.Text(1, 1, 40, word, nil)
		if g.String() != want.String() {
			t.Errorf("%q, want %q", g.String(), want.String())
		}
		if w, h := Size(word + accent.Render(word) + "|\n" + word); w != end || h != 2 {
			t.Errorf("%s is said to take %d by %d cells, and takes %d by 2", word, w, h, end)
		}
	}
}

// A screen that is laid out anew is the same, as the picture of it needs.
func TestAFrameComposedIsThatFrame(t *testing.T) {
	g, again := New(40, len(words)), New(40, len(words))
	bold := NewPaint(lipgloss.NewStyle().Bold(true))
	for y, word := range words {
		g.Text(2, y, 38, word+" "+word, bold)
		g.Text(0, y, 1, word, nil)
	}
	if again.Compose(Rect{W: 40, H: len(words)}, g.String()); again.String() != g.String() {
		t.Errorf("%q, want %q", again.String(), g.String())
	}
}
