package lens

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/sim/samples"
	"admmlab/tui/grid"
	"admmlab/tui/help"
	"admmlab/tui/scene"
)

// The numbers of the question, by their lines.
const (
	excessLine = iota
	chanceLine
	normLine
	asked
)

// question is tau, delta and |f0|, 0 for that of the pooled optimum.
type question [asked]float64

// answered are asks with what they are the answer to.
type answered struct {
	question samples.Question
	method   string
	private  bool
	list     []samples.Ask
}

// of answers, anew only where something else is asked: a thousand nodes that all differ
// take a moment.
func (a *answered) of(theory samples.Theory, method string, private bool, q samples.Question) []samples.Ask {
	if a.method != method || a.private != private || !reflect.DeepEqual(a.question, q) {
		*a = answered{q, method, private, theory.Asks(q, private)}
	}
	return a.list
}

// stepped is the next of 1, 2, 5, 10, 20, ... above or below v > 0.
func stepped(v float64, up bool) float64 {
	exponent := int(math.Floor(math.Log10(v))) - 1
	below := 0.0
	for e := exponent; ; e++ {
		for _, m := range []int{1, 2, 5} {
			at, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", m, e), 64)
			switch {
			case up && at > v*(1+1e-9):
				return at
			case !up && at >= v*(1-1e-9):
				return below
			}
			below = at
		}
	}
}

// What may be typed.
func checkRecords(line int, v float64) error {
	switch {
	case line == chanceLine && !(v >= samples.LeastChance && v <= samples.MostChance):
		return fmt.Errorf("expected a chance from %s to %g: a theorem may fail with five times that", numeral.Exact(samples.LeastChance, 2), samples.MostChance)
	case line != chanceLine && !(v >= samples.Least && v <= samples.Most):
		return fmt.Errorf("expected a number from %s to %s", numeral.Exact(samples.Least, 2), numeral.Exact(samples.Most, 2))
	}
	return nil
}

// turn moves a number through 1, 2, 5, 10, 20, ... as far as it may be typed.
func (q *question) turn(s *scene.Scene, line, by int) {
	v := q[line]
	if line == normLine && v == 0 {
		if v = pooledNorm(s); !(v > 0) {
			return
		}
	}
	for ; by != 0; by -= max(-1, min(by, 1)) {
		next := stepped(v, by > 0)
		if checkRecords(line, next) != nil {
			return
		}
		v = next
		q[line] = v
	}
}

// typed asks for a number, with the help of the lens of a name.
func (q *question) typed(s *scene.Scene, line int, name string) scene.Wish {
	parse := func(text string) (float64, error) {
		text = strings.TrimSpace(text)
		if line == normLine && text == "" {
			return 0, nil
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, errors.New("expected a number")
		}
		return v, checkRecords(line, v)
	}
	value := ""
	if v := q[line]; v > 0 {
		value = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return scene.Entry{
		Title: [asked]string{"Excess τ", "Chance δ", "Norm |f⁰|"}[line],
		Label: [asked]string{
			"so much more mean loss than the reference classifier's, above 0",
			fmt.Sprintf("of the theorems, at most %g: one may fail with five times that", samples.MostChance),
			"of the reference, the best classifier of that norm; empty: the pooled optimum",
		}[line],
		Value: value, Help: help.Panel(name, s.InForce()),
		Check: func(text string) error { _, err := parse(text); return err },
		Then: func(text string) scene.Wish {
			q[line], _ = parse(text) // it has been checked
			return nil
		},
	}
}

// pooledNorm is the norm of the pooled optimum, 0 while nobody knows it.
func pooledNorm(s *scene.Scene) float64 {
	if s.Levels == nil || s.Levels.Pooled == nil {
		return 0
	}
	return s.Levels.Pooled.Norm
}

// askedOf is what the question is asked of: the run as it stands, or as it stood under the cursor.
func askedOf(s *scene.Scene) (config.Config, *network.Graph) {
	if s.Cursor > 0 {
		return s.ConfigAt(s.Cursor), s.GraphAt(s.Cursor)
	}
	return s.InForce(), s.State.Graph
}

// of is the question asked of the run, with what was measured of it, nil for nothing.
func (q *question) of(s *scene.Scene, measured *sim.Excess) samples.Question {
	c, graph := askedOf(s)
	c.Set = *c.SetAt(sim.Drawn(s.State.Replay, s.At())) // a schedule is in force, too
	asks := samples.Question{
		Excess: q[excessLine], Chance: q[chanceLine], Norm: q[normLine],
		Run: sim.SampleRun(c, graph, s.State.Size.Columns, s.State.Size.Least, s.Lights()),
	}
	if asks.Norm == 0 {
		asks.Norm = pooledNorm(s)
	}
	if measured != nil {
		asks.Gap = measured.Delta()
	}
	return asks
}

// row is one of the lines that can be chosen.
func row(s *scene.Scene, chosen bool, text string) grid.Line {
	if chosen {
		return grid.Line{Text: "▸ " + text, Paint: s.Theme.Selected}
	}
	return grid.Line{Text: "  " + text, Paint: s.Theme.Text}
}

// lines are the three numbers, a line each or all in one; chosen is the line that is, any
// that is not theirs for none.
func (q *question) lines(s *scene.Scene, asks samples.Question, chosen, width int, one bool) []grid.Line {
	norm, note := numeral.Short(asks.Norm), "the best classifier of that norm"
	if q[normLine] == 0 {
		note = "that of the pooled optimum"
	}
	if asks.Norm == 0 {
		norm = "-"
	}
	texts := [asked][3]string{
		{"excess τ", numeral.Short(asks.Excess), "more mean loss (α_acc = Cτ = " + numeral.Short(asks.C*asks.Excess) + ")"},
		{"chance δ", numeral.Short(asks.Chance), "of failing, times 1 to 5"},
		{"norm |f⁰|", norm, note},
	}
	if one {
		var parts []string
		for i, t := range texts {
			mark := ""
			if i == chosen {
				mark = "▸"
			}
			parts = append(parts, mark+t[0][strings.LastIndex(t[0], " ")+1:]+" "+t[1])
		}
		return []grid.Line{{Text: grid.Fit(strings.Join(parts, " "), width), Paint: s.Theme.Dim}}
	}
	var lines []grid.Line
	for i, t := range texts {
		lines = append(lines, row(s, i == chosen, grid.Fit(grid.Pad(t[0], 11)+grid.Pad(t[1], 9)+t[2], width-2)))
	}
	return lines
}
