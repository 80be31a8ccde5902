package frame

import (
	"fmt"
	"strings"

	"admmlab/sim/config"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Hint is a key with its word in the footer.
type Hint struct{ Key, Word string }

// Width is what it takes.
func (h Hint) Width() int { return grid.Cells(h.Key) + 1 + grid.Cells(h.Word) }

// Foot are the last two lines: news, readings or the words of the part that has the
// focus, and the keys. A message too long for its line takes that of the keys as well.
func Foot(s *scene.Scene, g *grid.Grid, words string, hints []Hint) {
	text, paint, news := info(s, words)
	lines := grid.Wrap(text, s.Width-2)
	if news && len(lines) > 1 {
		g.Text(1, 0, s.Width-2, lines[0], paint)
		g.Text(1, 1, s.Width-2, ending(lines[1:], s.Width-2), paint)
		return
	}
	g.Text(1, 0, s.Width-2, text, paint)
	x := 1
	for _, h := range hints {
		x = g.Text(x, 1, s.Width-x, h.Key, s.Theme.Accent)
		x = g.Text(x, 1, s.Width-x, " "+h.Word, s.Theme.Dim) + 2
	}
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
	case s.State.Halted != "" && s.Starting == 0:
		return s.State.Halted, s.Theme.Bad, true
	case s.Cursor > 0:
		return reading(s), s.Theme.Text, false
	case s.Big:
		return "", nil, false // few words
	case words != "":
		return clauses(words, s.Width-2), s.Theme.Dim, false
	}
	return s.Base.Caption, s.Theme.Dim, false
}

// clauses is as much of a text as fits the width without a clause cut in two; the
// whole text if not even the first one fits.
func clauses(text string, width int) string {
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

// reading is everything exact about the iteration under the cursor; settings stand with an
// equals sign, so that sharing's ε of one iteration is not taken for the run's.
func reading(s *scene.Scene) string {
	t := s.Cursor
	b := fmt.Sprintf("t = %d: loss %.6g · error %.5g %% · ", t, s.Run.At(scene.TrainLoss, t), s.Run.At(scene.TestError, t))
	b += s.EpsilonWords(t)
	if beside := s.Beside(t); beside != "" {
		b += ", " + beside
	}
	c := s.ConfigAt(t)
	b += " ·"
	for _, p := range c.Spec().Parameters {
		b += " " + p.Symbol + "=" + config.ShortValue(c, p.Key, p.Get(&c.Set).String())
	}
	return b
}
