package many

import (
	"fmt"
	"slices"
	"strconv"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/tune"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// tuneColumn is a column of the table of settings.
type tuneColumn struct {
	head  string
	width int // with a blank before it
	drop  int // where room is short the largest goes first, 0 stays
	value func(tune.Line) string
}

// columns are those that fit.
func (l *Tune) columns(s *scene.Scene, width int) []tuneColumn {
	r := l.Picture.Results
	share := func(v float64) string { return numeral.Short(100 * v) }
	ran := func(of func(tune.Line) string) func(tune.Line) string {
		return func(line tune.Line) string {
			if line.Runs == 0 {
				return "-"
			}
			return of(line)
		}
	}
	list := []tuneColumn{{"", 2 + max(2, len(strconv.Itoa(len(r.Lines)))), 0, func(line tune.Line) string {
		mark := " "
		if line.MayBeBest {
			mark = "≈"
		}
		return fmt.Sprint(mark, line.Rank)
	}}}
	first := r.Plan.Session()
	if slices.ContainsFunc(r.Lines, func(line tune.Line) bool { return line.Config.Method != s.InForce().Method }) {
		list = append(list, tuneColumn{"method", 9, 0, func(line tune.Line) string { return line.Config.Spec().Name }})
	}
	for k, key := range r.Plan.Keys {
		knob, _ := config.KnobOf(first, key)
		list = append(list, tuneColumn{config.KnobName(knob), 9, 0, func(line tune.Line) string {
			return config.ShortValue(line.Config, key, line.Values[k])
		}})
	}
	noise := "noise"
	if !slices.ContainsFunc(r.Lines, func(line tune.Line) bool { return line.Config.Spec().NoiseKnob != first.Spec().NoiseKnob }) {
		k, _ := config.KnobOf(first, first.Spec().NoiseKnob)
		noise = config.KnobName(k)
	}
	list = append(list,
		tuneColumn{noise, 8, 1, func(line tune.Line) string {
			if line.Noise == "" {
				return "none"
			}
			return numeral.ShortAll(line.Noise)
		}})
	test := tuneColumn{"test %", 8, 0, ran(func(line tune.Line) string { return share(line.Error) })}
	if r.Plan.Aside() { // the order is that of the held-out rows
		list = append(list, tuneColumn{"held-out %", 12, 0, ran(func(line tune.Line) string { return share(line.Chosen) })})
		test.drop = 2
	}
	return roomy(fitting(append(list, test,
		tuneColumn{"from", 7, 3, ran(func(line tune.Line) string { return share(line.Low) })},
		tuneColumn{"to", 7, 3, ran(func(line tune.Line) string { return share(line.High) })},
		tuneColumn{"ε", 9, 4, ran(func(line tune.Line) string { return scene.Reading(line.Epsilon, scene.Bound) })},
		tuneColumn{"draws", 6, 2, func(line tune.Line) string { return fmt.Sprint(line.Runs) }},
	), width), r.Lines, width)
}

// roomy gives the room that is left to columns whose words have none, those before first.
func roomy(list []tuneColumn, lines []tune.Line, width int) []tuneColumn {
	for _, c := range list {
		width -= c.width
	}
	for i, c := range list {
		longest := grid.Cells(c.head)
		for _, line := range lines {
			longest = max(longest, grid.Cells(c.value(line)))
		}
		more := max(0, min(1+longest-c.width, width))
		list[i].width, width = c.width+more, width-more
	}
	return list
}

// fitting are the columns without those that go where room is short.
func fitting(list []tuneColumn, width int) []tuneColumn {
	for {
		sum, most := 0, 0
		for _, c := range list {
			sum, most = sum+c.width, max(most, c.drop)
		}
		if sum <= width || most == 0 {
			return list
		}
		var left []tuneColumn
		for _, c := range list {
			if c.drop < most {
				left = append(left, c)
			}
		}
		list = left
	}
}

func (l *Tune) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	width, height := g.Width(), g.Height()
	if width < 1 || height < 1 {
		return false, false
	}
	lines := l.settings()
	if len(lines) == 0 {
		g.Lines(grid.Paragraphs(width, s.Theme.Dim, l.standing()))
		return false, false
	}
	columns := l.columns(s, width-2)
	row := func(of func(tuneColumn) string) string {
		text := ""
		for _, c := range columns {
			text += " " + grid.PadLeft(of(c), c.width-1)
		}
		return text
	}
	var out []grid.Line
	for _, text := range l.verdict(width, height) {
		out = append(out, grid.Line{Text: text, Paint: s.Theme.Text})
	}
	out = append(out, grid.Line{Text: "  " + row(func(c tuneColumn) string { return c.head }), Paint: s.Theme.Dim})
	first, last := l.window(width, height)
	for i, line := range lines[first:last] {
		mark, paint := "  ", s.Theme.Text
		switch {
		case first+i == l.In(len(lines)):
			mark, paint = "▸ ", s.Theme.Selected
		case !line.Last && l.Picture.Results.Whole:
			paint = s.Theme.Dim
		}
		out = append(out, grid.Line{Text: mark + row(func(c tuneColumn) string { return c.value(line) }), Paint: paint})
	}
	g.Lines(out)
	return first > 0, last < len(lines)
}

// standing is where the one under way is, in words.
func (l *Tune) standing() string {
	switch {
	case !l.Job.UnderWay():
		return "Nothing is tuned yet: enter asks for it."
	case l.Picture == nil || l.Picture.Stage == "":
		return "It begins …"
	}
	return l.Picture.Stage + " …"
}

// verdict is what stands over the table: the sentences in their order, as many as leave
// room for some of its settings.
func (l *Tune) verdict(width, height int) (list []string) {
	const fewest = 3
	words := l.Picture.Results.Words()
	if l.Job.UnderWay() {
		words = append([]string{l.standing()}, words...)
	}
	room := height - 1 - min(len(l.settings()), fewest)
	for _, w := range words {
		next := grid.Wrap(w, width)
		if len(list)+len(next) > room {
			break
		}
		list = append(list, next...)
	}
	return list
}

// window is the part of the settings in sight.
func (l *Tune) window(width, height int) (first, last int) {
	all := len(l.settings())
	if all == 0 {
		return 0, 0
	}
	return l.Window(all, height-1-len(l.verdict(width, height)), l.In(all))
}
