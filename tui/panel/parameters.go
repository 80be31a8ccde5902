package panel

import (
	"fmt"
	"slices"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/tui/grid"
	"admmlab/tui/help"
	"admmlab/tui/scene"
)

// parameters are the knobs of the run. The chosen one, and what is unfolded, are the
// scene's: others choose parameters, too.
type parameters struct {
	first int // line in sight
}

func (p *parameters) Name() string                { return parametersName }
func (p *parameters) Place() Place                { return Place{Column: Left, Stays: true} }
func (p *parameters) Title(s *scene.Scene) string { return s.AtCursor("Parameters") }
func (p *parameters) Value(*scene.Scene) string   { return "" }

// Words say what the chosen parameter is and when a change counts.
func (p *parameters) Words(s *scene.Scene) string {
	if s.Selected == scene.PaceKey {
		return "speed: iterations a second, also with [ and ]; counts at once"
	}
	if l, ok := chosenFold(s); ok {
		return foldWords(s, l)
	}
	k, c, ok := chosenKnob(s)
	if !ok {
		return ""
	}
	when := "counts from the next iteration"
	if k.Counts == admm.AtReset {
		when = "counts after a reset (r)"
	}
	text := fmt.Sprintf("%s: %s · %s", config.KnobName(k), k.Words, when)
	if k.Range != "" {
		text += " · " + k.Range
	}
	if s.Selected == config.VariantKnob.Key {
		if v, found := c.Spec().Variant(c.Set.Variant); found {
			text = fmt.Sprintf("%s: %s", v.Words, v.Note)
		}
	}
	return text
}

func (p *parameters) Help(s *scene.Scene) (title, lead string) { return "Parameters", "" }

// Chosen is the chosen parameter, or what stands under the chosen heading.
func (p *parameters) Chosen(s *scene.Scene) (name, title, text string) {
	c := s.Wished()
	if l, ok := chosenFold(s); ok {
		return l.Fold.Heading, l.Fold.Heading + ": " + l.Fold.Words, help.Part(l.Part, c)
	}
	k, _, ok := chosenKnob(s)
	if !ok {
		return "", "", ""
	}
	return config.KnobName(k), config.KnobName(k) + ", " + k.Words, help.Parameter(k, c)
}

func (p *parameters) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	lines, above, below := p.window(s, g.Height())
	now, past := s.InForce(), s.ConfigAt(s.At())
	for y, l := range lines {
		line := g.Part(grid.Rect{Y: y, W: g.Width(), H: 1})
		if l.Fold != nil {
			p.drawHeading(s, line, l)
			continue
		}
		p.drawKnob(s, line, l.Row, now, past)
	}
	return above, below
}

// Line is the chosen parameter, where the list is out of sight.
func (p *parameters) Line(s *scene.Scene, g *grid.Grid) {
	lines := s.Lines()
	l := lines[chosenLine(lines, s.Selected)]
	switch {
	case l.Fold != nil && s.Unfolded[l.Part]: // its lines are out of sight
		name, _, _ := strings.Cut(l.Fold.Heading, " (")
		g.Text(0, 0, g.Width(), "▸ "+name+": ↓ steps in, enter folds", s.Theme.Dim)
	case l.Fold != nil:
		g.Text(0, 0, g.Width(), "▸ "+foldWords(s, l), s.Theme.Dim)
	default:
		p.drawKnob(s, g, l.Row, s.InForce(), s.ConfigAt(s.At()))
	}
}

// window is the lines that fit, the chosen one always among them and below a chosen
// heading what stands under it, and whether there are more above and below. It moves no further
// than that takes.
func (p *parameters) window(s *scene.Scene, height int) (shown []scene.Line, above, below bool) {
	lines := s.Lines()
	if height <= 0 {
		return nil, false, false
	}
	at := chosenLine(lines, s.Selected)
	lowest := at
	for lines[at].Fold != nil && lowest+1 < len(lines) && lines[lowest+1].Part == lines[at].Part {
		lowest++
	}
	p.first = grid.Scroll(p.first, len(lines), height, at, lowest)
	last := min(len(lines), p.first+height)
	return lines[p.first:last], p.first > 0, last < len(lines)
}

// chosenLine is the line of a key, the first if it has none.
func chosenLine(lines []scene.Line, key string) int {
	return max(0, slices.IndexFunc(lines, func(l scene.Line) bool { return l.Key == key }))
}

// chosenKnob is the chosen parameter, which counts when it does in this run, and what it is of.
func chosenKnob(s *scene.Scene) (k config.Knob, c config.Config, ok bool) {
	c = s.Wished()
	k, ok = config.KnobOf(c, s.Selected)
	k.Counts = s.Counts(k)
	return k, c, ok
}

// chosenFold is the heading that is chosen, if it is one.
func chosenFold(s *scene.Scene) (scene.Line, bool) {
	lines := s.Lines()
	l := lines[chosenLine(lines, s.Selected)]
	return l, l.Fold != nil
}

// foldWords say what a heading stands for and what enter does.
func foldWords(s *scene.Scene, heading scene.Line) string {
	if s.Unfolded[heading.Part] {
		return fmt.Sprintf("%s: %s · enter folds it", heading.Fold.Heading, heading.Fold.Words)
	}
	var inside []string
	c := s.Wished()
	for _, r := range s.Rows() {
		if r.Part == heading.Part {
			inside = append(inside, config.KnobName(r.Knob)+" "+config.ShortValue(c, r.Key, r.Knob.Value(c)))
		}
	}
	return fmt.Sprintf("%s: enter unfolds · %s", heading.Fold.Heading, strings.Join(inside, ", "))
}

// drawHeading is the line of a part that folds, with how much it hides.
func (p *parameters) drawHeading(s *scene.Scene, g *grid.Grid, l scene.Line) {
	mark, paint := "─ ", s.Theme.Dim
	if l.Key == s.Selected {
		mark, paint = "▸ ", s.Theme.Title
		if s.HasFocus(p) {
			paint = s.Theme.Selected
		}
	}
	name, tail := l.Fold.Heading, ""
	if l.Hidden > 0 {
		tail = fmt.Sprintf(" %d more", l.Hidden)
	}
	if room := g.Width() - len(tail) - grid.Cells(mark); grid.Cells(name) > room {
		name, _, _ = strings.Cut(name, " (")
		if tail != "" && grid.Cells(name) > room {
			tail = fmt.Sprintf(" +%d", l.Hidden)
		}
	}
	text := mark + name
	if rule := g.Width() - grid.Cells(text) - len(tail) - 1; rule > 0 {
		text += " " + strings.Repeat("─", rule)
	}
	g.Text(0, 0, g.Width(), text+tail, paint)
}

// drawKnob is one parameter: name, value, and what became of a change.
func (p *parameters) drawKnob(s *scene.Scene, g *grid.Grid, k scene.Row, now, past config.Config) {
	mark, paint := "  ", s.Theme.Text
	if k.Key == s.Selected {
		mark, paint = "▸ ", s.Theme.Title
		if s.HasFocus(p) {
			paint = s.Theme.Selected
		}
	}
	if k.Key == scene.PaceKey {
		p.drawKnobText(s, g, mark, "speed", scene.PaceWords(scene.Paces[s.Pace]), "", paint, paint)
		return
	}
	value, tail, look := scheduled(now, k, s.At()), "", paint
	w, pending := s.Pending[k.Key]
	asked := config.ShortValue(now, k.Key, w.Value)
	if n := len(s.Edges); k.Key == config.TopologyKnob.Key && n > 0 && s.Edges[n-1].Seq > w.Seq {
		pending, asked = true, s.Edges[n-1].Event.Words()
	}
	switch {
	case s.Cursor > 0:
		value = scheduled(past, k, s.Cursor)
	case pending && w.Reset:
		value, tail, look = value+" → "+asked, "press r", s.Theme.Warn
	case pending:
		value, tail, look = value+" → "+asked, "…", s.Theme.Warn
	case s.Since[k.Key] > 0:
		tail = s.CountsFrom(s.Since[k.Key])
	}
	p.drawKnobText(s, g, mark, config.KnobName(k.Knob), value, tail, paint, look)
}

// scheduled is the value of a parameter, and beside that of a noise knob with a schedule
// what it counts in iteration t.
func scheduled(c config.Config, k scene.Row, t int) string {
	value := config.ShortValue(c, k.Key, k.Knob.Value(c))
	if k.Key != c.Spec().NoiseKnob || c.Schedule.Constant() {
		return value
	}
	c.Set = *c.SetAt(max(1, t))
	if now := config.ShortValue(c, k.Key, k.Knob.Value(c)); now != value {
		value += ", now " + now
	}
	return value
}

func (p *parameters) drawKnobText(s *scene.Scene, g *grid.Grid, mark, name, value, tail string, paint, look grid.Paint) {
	x := g.Text(0, 0, g.Width(), mark+grid.Pad(name, 7)+" ", paint)
	room := g.Width() - x
	if tail == "" && mark != "  " && s.HasFocus(p) && grid.Cells(value)+4 <= room {
		tail = "◂ ▸"
	}
	end := g.Text(x, 0, room, value, look)
	if left := g.Width() - end - 1; tail != "" && left >= 3 {
		for _, text := range []string{tail, shorter(tail), shortest(tail)} {
			if grid.Cells(text) <= left {
				g.Right(g.Width(), 0, left, text, s.Theme.Dim)
				break
			}
		}
	}
}

// shorter is a tail for a narrow column: "since t = 38" as "since 38".
func shorter(tail string) string { return strings.Replace(tail, " t = ", " ", 1) }

// shortest is it for the narrowest: "t 38".
func shortest(tail string) string {
	if _, t, found := strings.Cut(tail, " t = "); found {
		return "t " + t
	}
	if tail == "press r" {
		return "r"
	}
	return tail
}

// Signs are those of a line.
func (p *parameters) Signs(*scene.Scene) []scene.Sign {
	return []scene.Sign{
		{Mark: "▸", Means: "the chosen line; ◂ ▸ behind its value: ← and → turn it"},
		{Mark: "a → b", Means: "b is asked for and not yet confirmed (…), or waits for a reset (r)"},
		{Mark: "t 38", Means: "short for since t = 38, or from t = 38 before that is made"},
		{Mark: "8 more", Means: "so many lines are folded behind this one"},
	}
}

func (p *parameters) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	if l, ok := chosenFold(s); ok {
		switch key {
		case "left", "right", "shift+left", "shift+right":
			return scene.Unfold{Part: l.Part, Open: strings.HasSuffix(key, "right")}, true
		case "enter":
			return scene.Unfold{Part: l.Part, Open: !s.Unfolded[l.Part]}, true
		}
	}
	switch key {
	case "up":
		return p.choose(s, -1), true
	case "down":
		return p.choose(s, 1), true
	case "left":
		return nudge(s, -1), true
	case "right":
		return nudge(s, 1), true
	case "shift+left":
		return nudge(s, -10), true
	case "shift+right":
		return nudge(s, 10), true
	case "enter":
		return typeValue(s), true
	}
	return nil, false
}

// choose selects the line n lines on; what it is takes the place of a message.
func (p *parameters) choose(s *scene.Scene, n int) scene.Wish {
	lines := s.Lines()
	at := min(max(chosenLine(lines, s.Selected)+n, 0), len(lines)-1)
	return scene.All{scene.Select{Key: lines[at].Key}, scene.Hush{}}
}

func (p *parameters) Click(s *scene.Scene, c scene.Click) scene.Wish {
	lines, _, _ := p.window(s, c.Height)
	if c.Y < 0 || c.Y >= len(lines) {
		return nil
	}
	key := lines[c.Y].Key
	if l := lines[c.Y]; l.Fold != nil {
		return scene.All{scene.Select{Key: key}, scene.Unfold{Part: l.Part, Open: !s.Unfolded[l.Part]}}
	}
	if c.Again && s.Selected == key {
		return typeValue(s) // the second click opens it
	}
	return scene.Select{Key: key}
}

// nudge turns the chosen parameter by n steps.
func nudge(s *scene.Scene, n int) scene.Wish {
	if s.Selected == scene.PaceKey {
		return scene.Pace{Index: s.Pace + sign(n)}
	}
	c := s.Wished()
	k, ok := config.KnobOf(c, s.Selected)
	if !ok {
		return nil
	}
	switch {
	case k.Nudge == nil:
		return scene.Say{Text: config.KnobName(k) + ": press enter to choose"}
	case k.Key == config.TopologyKnob.Key:
		return scene.Turn{Key: s.Selected, Value: neighbour(k.Choices(c), topologyKind(s), sign(n))}
	}
	return scene.Turn{Key: s.Selected, Value: k.Nudge(c, n)}
}

// neighbour is the choice n places from the one in force.
func neighbour(choices []string, now string, n int) string {
	i := slices.Index(choices, now)
	return choices[((i+n)%len(choices)+len(choices))%len(choices)]
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}
