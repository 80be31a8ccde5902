package frame

import (
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// The projector look: charts side by side under large numbers, and below them the noise in
// force and the promise in words. It is read from the last row, so that there is little.

// large are characters three lines high.
var large = map[rune][largeRows]string{
	'0': {"█▀█", "█ █", "▀▀▀"}, '1': {"▀█ ", " █ ", "▀▀▀"}, '2': {"▀▀█", "█▀▀", "▀▀▀"}, '3': {"▀▀█", " ▀█", "▀▀▀"},
	'4': {"█ █", "▀▀█", "  ▀"}, '5': {"█▀▀", "▀▀█", "▀▀▀"}, '6': {"█▀▀", "█▀█", "▀▀▀"}, '7': {"▀▀█", "  █", "  ▀"},
	'8': {"█▀█", "█▀█", "▀▀▀"}, '9': {"█▀█", "▀▀█", "▀▀▀"}, '.': {" ", " ", "▀"}, '-': {"  ", "▀▀", "  "}, ' ': {" ", " ", " "},
	'%': {"▀ ▄▀", "▄▀  ", "▀  ▀"}, 'ε': {"▄▀▀", "█▀ ", "▀▀▀"}, 'α': {"▄▀▄▀", "█ █ ", " ▀ ▀"}, 'σ': {"▄▀▀▀", "█ █ ", "▀▀▀ "},
	'≤': {" ▄▀", "▀▄ ", "▀▀▀"}, '=': {"▄▄▄", "▄▄▄", "   "}, 'e': {"▄▄ ", "█▄█", "▀▄▄"}, 'k': {"█ ▄", "█▀▄", "▀ ▀"}, 'M': {"█▄█", "█ █", "▀ ▀"}, ',': {" ", " ", "█"},
}

// largeASCII are the same for consoles without blocks.
var largeASCII = map[rune][largeRows]string{
	'0': {" _ ", "| |", "|_|"}, '1': {" ", "|", "|"}, '2': {" _ ", " _|", "|_ "}, '3': {"_ ", "_|", "_|"},
	'4': {"   ", "|_|", "  |"}, '5': {" _ ", "|_ ", " _|"}, '6': {" _ ", "|_ ", "|_|"}, '7': {"_ ", " |", " |"},
	'8': {" _ ", "|_|", "|_|"}, '9': {" _ ", "|_|", " _|"}, '.': {" ", " ", "."}, '-': {"  ", "__", "  "}, ' ': {" ", " ", " "},
	'%': {"    ", "o / ", " / o"}, 'ε': {" __", "(_ ", "(__"}, 'α': {"    ", " _  ", "(_X "}, 'σ': {"    ", " __ ", "(_) "},
	'≤': {"    ", " <= ", "    "}, '=': {"  ", "__", "__"}, 'e': {"   ", " _ ", "(-_"}, 'k': {"| ", "|/", "|`"}, 'M': {"    ", "|vv|", "|  |"}, ',': {" ", " ", ","},
}

const largeRows = 3

// enlarged is a text in large characters; false if one of them has none.
func enlarged(text string, ascii bool) (rows [largeRows]string, ok bool) {
	font := large
	if ascii {
		font = largeASCII
	}
	for i, r := range []rune(text) {
		glyph, found := font[r]
		if !found {
			return rows, false
		}
		for y := range rows {
			if i > 0 {
				rows[y] += " "
			}
			rows[y] += glyph[y]
		}
	}
	return rows, true
}

// HeadRows are the lines that a head takes of so many.
func HeadRows(height int) int {
	if height >= 12 {
		return largeRows + 2
	}
	return 1
}

// Head is the title over a chart with its value, large where there is room: of the value its
// first clause, the others small behind the title.
func Head(s *scene.Scene, g *grid.Grid, title, value string, focused bool) {
	paint := s.Theme.Title
	if focused {
		paint = s.Theme.Selected
	}
	centred := func(y int, text string, paint grid.Paint) {
		x := max(0, g.Width()-grid.Cells(text)) / 2
		g.Text(x, y, g.Width()-x, text, paint)
	}
	first, rest, _ := strings.Cut(value, ", ")
	rows, ok := enlarged(first, s.ASCII)
	if !ok || HeadRows(g.Height()) == 1 || grid.Cells(rows[0]) > g.Width() {
		centred(0, fit(title+"  "+value, g.Width()), paint)
		return
	}
	if rest != "" {
		title += ", " + rest
	}
	centred(0, fit(title, g.Width()), paint)
	for y, row := range rows {
		centred(1+y, row, s.Theme.Accent)
	}
}

// BandRows are the lines below the charts in a window of this size.
func BandRows(width, height int) int {
	switch {
	case width >= 60 && height >= 18:
		return largeRows + 1
	case height >= 16:
		return 3
	}
	return 2
}

// Band is the noise in force, large where there is room, and beside it the promise in words;
// where the graph is in pieces the last line says so, as no number of this look does.
func Band(s *scene.Scene, g *grid.Grid) {
	x, room := 1, g.Height()
	for _, words := range s.PiecesWords(s.At()) {
		if grid.Cells(words) <= g.Width()-2 {
			room--
			g.Text(1, room, g.Width()-2, words, s.Theme.Warn)
			break
		}
	}
	if room < 1 {
		return
	}
	noise := noiseWords(s)
	if rows, ok := enlarged(noise, s.ASCII); noise != "" && ok && g.Height() > largeRows && grid.Cells(rows[0]) <= g.Width()/3 {
		wide := grid.Cells(rows[0])
		for y, row := range rows {
			g.Text(x, y, wide, row, s.Theme.Warn)
		}
		x, room, noise = x+wide+3, min(room, largeRows), ""
	}
	short, beside := grid.Fit(noise, g.Width()/3), x
	if short != "" {
		beside += grid.Cells(short) + 2
	}
	lines := promiseLines(s, g.Width()-beside-1, room)
	if lines == nil { // it has the line to itself
		short = noise
	}
	g.Text(x, 0, g.Width()-x, short, s.Theme.Warn)
	for y, line := range lines {
		g.Text(beside, y, g.Width()-beside-1, line, s.Theme.Title)
	}
}

// promiseLines are the first sentence of the promise that fits into so many lines, nil for none.
func promiseLines(s *scene.Scene, width, room int) []string {
	for _, words := range s.Promise(s.At()) {
		lines := grid.Wrap(words, width)
		if len(lines) <= room && words != config.NeighbourWords(s.ConfigAt(s.At())) { // which is no sentence
			return lines
		}
	}
	return nil
}

// noiseWords are the knob of the noise with its value, "" for a method without. An ε there is
// of one step, and not the run's.
func noiseWords(s *scene.Scene) string {
	c, of := s.ConfigAt(s.At()), ""
	c.Set = *c.SetAt(max(1, s.At())) // with its schedule
	key := c.Spec().NoiseKnob
	switch {
	case key == admm.EpsilonKey && c.Set.Sigma > 0:
		key = admm.SigmaKey // it gives way to that
	case key == admm.EpsilonKey:
		of = " a step"
	}
	k, ok := config.KnobOf(c, key)
	if !ok || !c.Set.Private {
		return ""
	}
	return config.KnobName(k) + "=" + config.ShortValue(c, k.Key, k.Value(c)) + of
}
