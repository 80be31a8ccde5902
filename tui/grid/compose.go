package grid

import (
	"strings"

	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Compose lays lines that may carry colour sequences, as dialogs return them, over r. What
// stands between the sequences is written as Text would write it, and lost beyond r.
func (g *Grid) Compose(r Rect, lines string) {
	part := g.Part(r)
	for y := range part.h {
		for x := range part.w {
			part.Set(x, y, ' ', nil)
		}
	}
	parser := ansi.GetParser()
	defer ansi.PutParser(parser)
	var style, painted uv.Style
	var paint Paint // of painted
	y := 0
	for line := range strings.SplitSeq(lines, "\n") {
		for x := 0; line != ""; {
			if n := untilControl(line); n > 0 {
				if painted != style {
					painted, paint = style, NewPaint(lipgloss.NewStyle().Foreground(style.Fg).Bold(style.Attrs&uv.AttrBold != 0))
				}
				x, line = part.write(x, y, Plain(line[:n]), paint), line[n:]
				continue
			}
			sequence, _, n, _ := ansi.DecodeSequence(line, ansi.NormalState, parser)
			if line = line[n:]; ansi.HasCsiPrefix(sequence) && parser.Command() == 'm' {
				uv.ReadStyle(parser.Params(), &style)
			}
		}
		y++
	}
}

// Size is how many cells the widest of such lines takes, and how many lines there are.
func Size(lines string) (w, h int) {
	for line := range strings.SplitSeq(lines, "\n") {
		w, h = max(w, Cells(ansi.Strip(line))), h+1
	}
	return w, h
}

// untilControl is how many bytes of s stand before the first control.
func untilControl(s string) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r == ansi.DEL }); n >= 0 {
		return n
	}
	return len(s)
}
