package archive

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
)

// Record is a run that was tried.
type Record struct {
	ID     string        // of NewID; the name of its file
	Name   string        // given by the person, "" for none
	Began  time.Time     // when
	Config config.Config // runs it again: the start, and every change
	End    End
	Last   sim.Row // the newest row, without nodes, lights and what was in force
}

// End is why there is no further row.
type End string

// A run that is under way is Left until it has another end: that is what it stays
// if the program is killed.
const (
	Left   End = "left"   // before its limit, for another run or to quit
	Limit  End = "limit"  // the iteration limit
	Budget End = "budget" // the next iteration would have broken the budget
	Halted End = "halted" // it could not go on
)

// Changes is how many changes were made in mid-run.
func (r Record) Changes() int {
	n := 0
	for _, e := range r.Config.Events {
		if e.At <= r.Last.Iteration {
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
	Iteration                            int
	TrainLoss, TestError, Epsilon, Tight float64 // as in sim.Row
}

// mostPoints bounds the curves that are kept.
const mostPoints = 1000

// Thin takes every k-th of the iterations 1 to last, so that about a thousand are
// left, and always the last one.
func Thin(last int, row func(t int) sim.Row) []Point {
	k := (last + mostPoints - 1) / mostPoints
	var curve []Point
	for t := 1; t <= last; t++ {
		if (t-1)%k == 0 || t == last {
			r := row(t)
			curve = append(curve, Point{t, r.TrainLoss, r.TestError, r.EpsilonTotal, r.Tight})
		}
	}
	return curve
}

// formatCurve writes curves to six digits: they are looked at, not computed with.
func formatCurve(curve []Point) []byte {
	b := []byte(columns)
	for _, p := range curve {
		b = strconv.AppendInt(b, int64(p.Iteration), 10)
		for _, v := range []float64{p.TrainLoss, p.TestError, p.Epsilon, p.Tight} {
			b = append(b, ',')
			b = strconv.AppendFloat(b, v, 'g', 6, 64)
		}
		b = append(b, '\n')
	}
	return b
}

// parseCurve reads what formatCurve writes: iterations that grow from 1.
func parseCurve(text []byte) ([]Point, error) {
	rest, ok := strings.CutPrefix(string(text), columns)
	if !ok {
		return nil, damaged("its curves have no header")
	}
	var curve []Point
	for line := range strings.Lines(rest) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), ",")
		if len(fields) != 5 {
			return nil, damaged(fmt.Sprintf("its curves have a line of %d fields, expected 5", len(fields)))
		}
		t, err := strconv.Atoi(fields[0])
		if err != nil || t < 1 || t > config.MaxIterations || len(curve) > 0 && t <= curve[len(curve)-1].Iteration {
			return nil, damaged("its curves are out of order")
		}
		p := Point{Iteration: t}
		for i, to := range []*float64{&p.TrainLoss, &p.TestError, &p.Epsilon, &p.Tight} {
			if *to, err = strconv.ParseFloat(fields[i+1], 64); err != nil {
				return nil, damaged(err.Error())
			}
		}
		curve = append(curve, p)
	}
	return curve, nil
}
