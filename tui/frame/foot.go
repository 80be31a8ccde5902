package frame

import (
	"fmt"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Hint is a key with its word in the footer.
type Hint struct{ Key, Word string }

// Width is what it takes.
func (h Hint) Width() int { return grid.Cells(h.Key) + 1 + grid.Cells(h.Word) }

// Keys is the line of the keys.
func Keys(s *scene.Scene, g *grid.Grid, y int, hints []Hint) {
	x := 1
	for _, h := range hints {
		x = g.Text(x, y, s.Width-x, h.Key, s.Theme.Accent)
		x = g.Text(x, y, s.Width-x, " "+h.Word, s.Theme.Dim) + 2
	}
}

// mostNews is how many lines a message may take.
const mostNews = 3

// Info is line y: news, or the words given, which are readings while the cursor reads. A message too
// long for it takes lines above it as well, never that of the keys. It returns the first
// row that it takes.
func Info(s *scene.Scene, g *grid.Grid, y int, words string) (first int) {
	text, paint, news := info(s, words)
	lines := []string{text}
	if news {
		lines = grid.Wrap(text, s.Width-2)
	}
	if n := min(mostNews, y); len(lines) > n {
		lines = append(lines[:n-1], ending(lines[n-1:], s.Width-2))
	}
	for i, line := range lines {
		at := y - len(lines) + 1 + i
		if i < len(lines)-1 {
			g.Text(0, at, s.Width, strings.Repeat(" ", s.Width), nil)
		}
		g.Text(1, at, s.Width-2, line, paint)
	}
	return y - len(lines) + 1
}

// ending is what is left of a message in one line. Of one that is too long the middle
// goes, which is a path as a rule, and not the reason at its end.
func ending(lines []string, width int) string {
	rest := strings.Join(lines, " ")
	if len(lines) == 1 {
		return rest
	}
	words := strings.Fields(rest)
	tail := ""
	for i := len(words) - 1; i >= 0; i-- {
		longer := strings.TrimSpace(words[i] + " " + tail)
		if grid.Cells(longer)+2 > width {
			break
		}
		tail = longer
	}
	if tail == "" { // one word, as long as the line
		return rest
	}
	return "… " + tail
}

func info(s *scene.Scene, words string) (text string, paint grid.Paint, news bool) {
	switch {
	case s.Message.Text != "" && s.Message.Warn:
		return s.Message.Text, s.Theme.Warn, true
	case s.Message.Text != "":
		return s.Message.Text, s.Theme.Text, true
	case s.Cursor > 0:
		return words, s.Theme.Text, false
	case s.State.Halted != "" && s.Starting == 0:
		return s.State.Halted, s.Theme.Bad, true
	case s.Big:
		return "", nil, false // few words
	case words != "":
		return fit(words, s.Width-2), s.Theme.Dim, false
	}
	return s.Caption(), s.Theme.Dim, false
}

// fit is as much of a text as fits the width without a clause cut in two; the
// whole text if not even the first one fits.
func fit(text string, width int) string {
	for rest := text; ; {
		if grid.Cells(rest) <= width {
			return rest
		}
		at := -1
		for _, end := range []string{"; ", " · ", ", ", ": "} {
			at = max(at, strings.LastIndex(rest, end))
		}
		if at < 0 {
			return text
		}
		rest = rest[:at]
	}
}

// Exact are the values of the iteration under the cursor with all digits that are read, the
// total with what neighbours differ in, and without the printed one where room is short.
func Exact(s *scene.Scene, width int) string {
	t := s.Cursor
	words := fmt.Sprintf("t = %d: %s %s · error %.5g %% · %s", t, s.LossName(), numeral.Exact(s.Run.At(s.Loss(), t), 6), s.Run.At(scene.TestError, t), s.EpsilonWords(t))
	if e, _ := s.Honest(t); e == e {
		words += " " + s.Who()
	}
	if beside := s.Beside(t); beside != "" && grid.Cells(words+", "+beside) <= width {
		words += ", " + beside
	}
	return words
}

// Settings are the parameters in force under the cursor as far as there is room, the last one whole, with an
// equals sign, so that sharing's ε of one iteration is not taken for the run's.
func Settings(s *scene.Scene, width int) string {
	c := s.ConfigAt(s.Cursor)
	c.Set = *c.SetAt(max(1, s.Cursor))
	line, parameters := "", c.Spec().Parameters
	for i, p := range parameters {
		longer := strings.TrimSpace(line + " " + p.Symbol + "=" + config.ShortValue(c, p.Key, p.Get(&c.Set).String()))
		room := width
		if i < len(parameters)-1 {
			room -= grid.Cells(" …")
		}
		if grid.Cells(longer) > room {
			return strings.TrimSpace(line + " …")
		}
		line = longer
	}
	return line
}
