package lens

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Exposure is what the run has really given away of every record.
type Exposure struct{ scene.Choice }

func (l *Exposure) Name() string                      { return "exposure" }
func (l *Exposure) Title(s *scene.Scene) string       { return s.AtCursor("Exposure: realised losses") }
func (l *Exposure) Looks(*scene.Scene) runner.Picture { return exposed{} }

func (l *Exposure) Keys(s *scene.Scene) string {
	if len(peopleOf(s)) == 0 {
		return "z larger · x back"
	}
	return "↑↓ person · enter watch · z larger · x back"
}

func (l *Exposure) Value(s *scene.Scene) string {
	switch e := exposureOf(s); {
	case e == nil, e.Covered, e.Missed, math.IsNaN(e.Summary.Max), e.Hidden && (e.Watched == nil || e.Steps):
		return ""
	case e.Hidden:
		return "watched " + scene.Signed(e.Watched.Total)
	default:
		return "largest " + scene.Signed(e.Summary.Max)
	}
}

func (l *Exposure) Words(*scene.Scene) string {
	return "what this run has really given away of every record: not a guarantee; ? explains"
}

func (l *Exposure) Help(*scene.Scene) (title, lead string) { return "Exposure: realised losses", "" }

func (l *Exposure) Bindings() []scene.Binding {
	return []scene.Binding{{Key: "x", Words: "exposure: what every record has really lost so far"}}
}

func (l *Exposure) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	people := peopleOf(s)
	switch {
	case key != "enter":
		return nil, l.Move(key, l.In(len(people)), len(people))
	case len(people) == 0:
		return nil, true
	}
	return scene.Turn{Key: config.WatchKnob.Key, Value: strconv.Itoa(people[l.In(len(people))].Record)}, true
}

func (l *Exposure) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (l *Exposure) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	return lines(s, g, l, func(width, height int) []grid.Line { return l.exposureLines(s, width, height) })
}

// exposed asks for the realised losses.
type exposed struct{}

const (
	exposureBins = 48 // of the histogram
	exposureTop  = 5  // people listed
)

func (exposed) Needs() (tap int, realised bool) { return -1, true }

func (exposed) Paint(from *sim.Session) any { return from.Exposure(exposureBins, exposureTop) }

// exposureOf is nil while nothing is measured.
func exposureOf(s *scene.Scene) *sim.Exposure {
	e, _ := s.State.Picture.(*sim.Exposure)
	return e
}

// peopleOf are those who can be watched with a key.
func peopleOf(s *scene.Scene) []sim.Person {
	if e := exposureOf(s); e != nil {
		return e.Top
	}
	return nil
}

// exposureLines are the realised losses of everybody: a histogram, its summary
// beside the bound, the most exposed people and the watched one.
func (l *Exposure) exposureLines(s *scene.Scene, width, height int) []grid.Line {
	e := exposureOf(s)
	if e == nil {
		return l.nothingMeasured(s, width)
	}
	if e.Covered || e.Missed {
		why := "with ε₂ (repair) the models were sent with a second noise on them, and no exact likelihood ratio of their sum is known."
		if !e.Covered {
			why = "a local minimiser was missed, and which noise is in what it sent is unknown."
		}
		var lines []grid.Line
		if e.Bare {
			lines = grid.Paragraphs(width, s.Theme.Warn, bareWords)
		}
		return append(lines, grid.Paragraphs(width, s.Theme.Text, "What each record really lost is unknown: "+why)...)
	}
	if math.IsNaN(e.Summary.Max) {
		why := "the equations for it are too close to singular"
		if s.InForce().Spec().Vertical {
			why += ", as λ/ρ is small beside D'D"
		}
		return grid.Paragraphs(width, s.Theme.Text, "What each record really lost is unknown: "+why+", and rounding would show in it.")
	}
	dim, text := s.Theme.Dim, s.Theme.Text
	lines := l.histogram(s, e, width, min(8, max(2, (height-8)/2)))
	sum := e.Summary
	expected := " (E = 1)" // over draws: the records of one run share their noise
	if e.Bare || e.Hidden {
		expected = ""
	}
	records := scene.NumberedOf(sum.Records, "record")
	if e.Infinite > 0 {
		records += fmt.Sprintf(", %s at ∞, beyond the axis", numeral.Group(e.Infinite))
	}
	lines = append(lines, grid.Paragraphs(width, text, fmt.Sprintf("mean %s · sd %s · e^−loss %s%s · %s",
		scene.Signed(sum.Mean), numeral.Short(sum.SD), numeral.Short(sum.Martingale), expected, records))...)
	if e.Bare {
		lines = append(lines, grid.Paragraphs(width, s.Theme.Warn, bareWords)...)
	}
	lines = append(lines, grid.Paragraphs(width, s.Theme.Accent, l.besideTheBound(s))...)
	short, long := "Exact for this run.", "Each is the exact log-likelihood ratio of what was really sent, with the record and without it."
	if e.Certificate != 0 {
		off := certified(e.Certificate)
		short = "One Newton step, " + off + "."
		long = "Each is the log-likelihood ratio of what was really sent, with the record and without it, where the model without it is one Newton step away: " + off + ", and what is told of a record watched from the start is exact."
	}
	words := short + " Not a guarantee, may be negative, itself private."
	switch {
	case e.Hidden:
		words = s.InForce().Spec().Realised.Mind[admm.Printed] + " Not a guarantee, itself private."
	case height >= 20:
		words = long + " It is not a guarantee: it speaks of this run and these data, may be negative, and a small one lowers no bound. It is itself private: computed from raw data, never to be released."
	}
	lines = append(lines, grid.Paragraphs(width, dim, words)...)
	tail := l.watchedLines(s, e, width, height)
	if e.Columns != nil {
		tail = append(tail, grid.Paragraphs(width, text, "Columns: "+namedTotals(e.Columns))...)
	}
	lines = append(lines, l.people(s, e, width, height-len(lines)-len(tail))...)
	return append(lines, tail...)
}

const bareWords = "Something was sent without noise: whoever knows all other data can tell from it whether a record was there. The loss of every record that moved it is infinite."

// certified says how far from exact a loss can be.
func certified(by float64) string {
	if by < math.Inf(1) {
		return "at most " + numeral.AtMost(by, 3) + " off"
	}
	return "no telling how far off"
}

// nothingMeasured says why there is nothing to see.
func (l *Exposure) nothingMeasured(s *scene.Scene, width int) []grid.Line {
	c := s.InForce()
	switch spec := c.Spec(); {
	case !spec.Private():
		return grid.Paragraphs(width, s.Theme.Text, spec.Name+" adds no noise: whoever sees the models sees exactly what the data made of them. No likelihood ratio has a bound.")
	case spec.Realised.None != "":
		return grid.Paragraphs(width, s.Theme.Text, "What each record really lost is not measured under "+spec.Name+": "+spec.Realised.None+".")
	case !c.Realised:
		return grid.Paragraphs(width, s.Theme.Warn, "Nobody measures: measure (realised) is off. Among the parameters (tab), under accounting, turn it on, then press r: losses are added up from the first iteration on.")
	}
	return grid.Paragraphs(width, s.Theme.Dim, "nothing sent yet")
}

// histogram draws how many records have which loss; heights are logarithmic, so
// that the few at the end are seen beside the many in the middle.
func (l *Exposure) histogram(s *scene.Scene, e *sim.Exposure, width, rows int) []grid.Line {
	if len(e.Bins) == 0 || width < 1 {
		return nil
	}
	columns := min(width, len(e.Bins))
	wide := max(1, width/columns) // cells a bar
	counts := make([]int, columns)
	most := 0
	for i, n := range e.Bins {
		k := i * columns / len(e.Bins)
		counts[k] += n
		most = max(most, counts[k])
	}
	lines := make([]grid.Line, 0, rows+1)
	for row := rows; row > 0; row-- {
		var b strings.Builder
		for _, n := range counts {
			for range wide {
				b.WriteRune(bar(n, most, rows, row))
			}
		}
		lines = append(lines, grid.Line{Text: b.String(), Paint: s.Theme.Main})
	}
	low, high := scene.Signed(e.Low), scene.Signed(e.High)
	middle, room := "loss (log heights)", columns*wide-grid.Cells(low)-grid.Cells(high)
	if grid.Cells(middle) > room {
		middle = ""
	}
	left := max(1, (room-grid.Cells(middle))/2)
	axis := low + strings.Repeat(" ", left) + middle + strings.Repeat(" ", max(0, room-left-grid.Cells(middle))) + high
	return append(lines, grid.Line{Text: axis, Paint: s.Theme.Dim})
}

// bar is the character in a row (1 the lowest) of a bar for n of at most most.
func bar(n, most, rows, row int) rune {
	if n == 0 {
		return ' '
	}
	height := math.Log1p(float64(n)) / math.Log1p(float64(most)) * float64(rows)
	switch {
	case height >= float64(row)-0.25:
		return '█'
	case height >= float64(row)-0.75 || row == 1:
		return '▄'
	}
	return ' '
}

// besideTheBound are the promises to hold the losses against.
func (l *Exposure) besideTheBound(s *scene.Scene) string {
	t := s.At()
	c := s.ConfigAt(t)
	measured := c.Spec().Measured()
	best := s.Run.At(scene.Tight, t)
	if t == 0 {
		return "Nothing has been sent yet, and nothing is lost. Measured: " + measured + "."
	}
	if s.LapsedAt(t) || best != best {
		return "There is no bound to hold it against: no guarantee. Measured: " + measured + "."
	}
	text := "Bound, " + config.NeighbourWords(c) + ": "
	if math.IsInf(best, 1) {
		text += "none"
	} else {
		r, _ := s.Run.InForce(t)
		text += fmt.Sprintf("%s (%s)", scene.Total(best, s.Run.At(scene.TightDelta, t)), r.Accountant)
	}
	if printed := s.Printed(t); printed != "" {
		text += "; " + printed
	}
	return text + ". Measured: " + measured + "."
}

// people lists the most exposed ones.
func (l *Exposure) people(s *scene.Scene, e *sim.Exposure, width, room int) []grid.Line {
	var lines []grid.Line
	chosen := l.In(len(e.Top))
	first, last := l.Window(len(e.Top), min(len(e.Top), max(2, room)), chosen)
	for i := first; i < last; i++ {
		mark, paint := "  ", s.Theme.Text
		if i == chosen && s.HasFocus(l) {
			mark, paint = "▸ ", s.Theme.Selected
		}
		lines = append(lines, grid.Line{Text: mark + grid.Pad(scene.Signed(e.Top[i].Total), 8) + " " + l.personWords(s, e.Top[i]), Paint: paint})
	}
	return lines
}

// personWords are where a person is and who.
func (l *Exposure) personWords(s *scene.Scene, p sim.Person) string {
	if s.InForce().Spec().Vertical {
		return fmt.Sprintf("row %d: %s", p.Record, p.Words)
	}
	return fmt.Sprintf("row %d at node %d: %s", p.Record, p.Node, p.Words)
}

// watchedLines are the watched person, or how to watch one.
func (l *Exposure) watchedLines(s *scene.Scene, e *sim.Exposure, width, height int) []grid.Line {
	row := e.Watch
	switch {
	case row == 0:
		return grid.Paragraphs(width, s.Theme.Dim, "Nobody is watched: enter, or the parameter watch.")
	case e.Watched == nil:
		return grid.Paragraphs(width, s.Theme.Dim, fmt.Sprintf("Watched: row %d is not among the training rows.", row))
	}
	total := scene.Signed(e.Watched.Total)
	if e.Steps {
		total += " by single steps alone, r follows it:"
	}
	lines := grid.Paragraphs(width, s.Theme.Title, "Watched: "+total+" "+l.personWords(s, *e.Watched))
	if most := max(1, height/6); len(lines) > most {
		lines = lines[:most]
		lines[most-1].Text = grid.Fit(lines[most-1].Text+" …", width)
	}
	return lines
}

func namedTotals(list []sim.NamedTotal) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, c.Name+" "+scene.Signed(c.Total))
	}
	return strings.Join(parts, ", ")
}
