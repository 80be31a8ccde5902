package archive

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// Record is a run that was tried.
type Record struct {
	ID     string        // of NewID; the name of its file
	Name   string        // given by the person, "" for none
	Began  time.Time     // when
	Config config.Config // runs it again: the start, and every change
	Origin string        // of the data it ran on, "" for unknown
	Doubt  string        // why it would not be the same again, filled by Doubt; "" if nothing is known
	End    End
	Last   sim.Row // the newest row, without nodes, lights and what was in force
	Turn   int     // of two with as many iterations the one with the larger is the newer; not in its file
	text   int     // bytes of all this in its file, 0 where it was not read from one
}

// End is why there is no further row.
type End string

// A run that is under way is Left until it has another end: that is what it stays
// if the program is killed.
const (
	Left   End = "left"      // before its limit, for another run or to quit
	Limit  End = "limit"     // the iteration limit
	Budget End = "budget"    // the next iteration would have broken the budget
	Met    End = "condition" // the last row met the condition to stop
	Halted End = "halted"    // it could not go on
)

// Changes is how many changes were made in mid-run.
func (r Record) Changes() int {
	n, happened := 0, r.Config.Happened(r.Last.Iteration, r.End == Met || r.End == Budget)
	for _, e := range r.Config.Events {
		if e.At <= happened {
			n++
		}
	}
	return n
}

// Settings are the keys in which the run began otherwise than its method does by
// default, seed and limit aside: they stand beside it in a table.
func (r Record) Settings() []config.Difference {
	var list []config.Difference
	for _, d := range config.Differences(r.Config, config.Default().WithMethod(r.Config.Method)) {
		switch d.Key {
		case config.SeedKnob.Key, config.IterationsKnob.Key, config.EventsKnob.Key:
		default:
			list = append(list, d)
		}
	}
	return list
}

// Point is one iteration of the curves.
type Point struct {
	Iteration int
	Values    []float64 // of rows.Curves, in their order
}

// At is the point's number in a column; NaN where that is not kept.
func (p Point) At(c *rows.Column) float64 {
	if i := slices.Index(rows.Curves(), c); i >= 0 {
		return p.Values[i]
	}
	return math.NaN()
}

// mostPoints bounds the curves that are kept.
const mostPoints = 1000

// Thin takes every k-th of the iterations 1 to last, so that about a thousand are left or
// fewer, and always the last one. Of those between row has none of its own: it has every
// every-th and the last.
func Thin(last, every int, row func(t int) sim.Row) []Point {
	k := (last + mostPoints - 1) / mostPoints
	every = max(every, 1)
	k = (k + every - 1) / every * every
	kept := rows.Curves()
	var curve []Point
	for t := 1; t <= last; t++ {
		if (t-1)%k == 0 || t == last {
			r := row(t)
			p := Point{Iteration: t}
			for _, c := range kept {
				p.Values = append(p.Values, c.Value(&r))
			}
			curve = append(curve, p)
		}
	}
	return curve
}

// formatCurve writes curves to six digits, totals up: they are looked at, not computed with.
func formatCurve(curve []Point) []byte {
	columns := append([]string{rows.Iteration.Name}, rows.Names(rows.Curves())...)
	return written("csv", columns, func(t *report.Table) {
		for _, p := range curve {
			line := []any{p.Iteration}
			for i, v := range p.Values {
				if c := rows.Curves()[i]; c == rows.EpsilonTotal || c == rows.Tight {
					v = numeral.RoundUp(v, 6)
				}
				line = append(line, strconv.FormatFloat(v, 'g', 6, 64))
			}
			t.Write(line...)
		}
	})
}

// parseCurve reads what formatCurve writes, of these or other columns: iterations
// that grow from 1.
func parseCurve(text []byte) ([]Point, error) {
	header, rest, _ := strings.Cut(string(text), "\n")
	names := strings.Split(header, ",")
	if names[0] != rows.Iteration.Name {
		return nil, damaged("its curves have no header")
	}
	place := make([]int, len(rows.Curves())) // of each column in the file, 0 = none
	for i, name := range rows.Names(rows.Curves()) {
		place[i] = max(0, slices.Index(names, name))
	}
	var curve []Point
	for line := range strings.Lines(rest) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), ",")
		if len(fields) != len(names) {
			return nil, damaged(fmt.Sprintf("its curves have a line of %d fields, expected %d", len(fields), len(names)))
		}
		t, err := strconv.Atoi(fields[0])
		if err != nil || t < 1 || t > config.MaxIterations || len(curve) > 0 && t <= curve[len(curve)-1].Iteration {
			return nil, damaged("its curves are out of order")
		}
		p := Point{Iteration: t, Values: make([]float64, len(place))}
		for i, at := range place {
			p.Values[i] = math.NaN()
			if at == 0 {
				continue
			}
			if p.Values[i], err = strconv.ParseFloat(fields[at], 64); err != nil {
				return nil, damaged(err.Error())
			}
		}
		curve = append(curve, p)
	}
	return curve, nil
}
