package figure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// written is a text of a page and the box it stands in.
type written struct {
	words string
	box   vg.Rectangle
}

// texts are all that is written on a chart.
func texts(c Chart) (list []written) {
	var page recorder.Canvas
	c.plot().Draw(draw.NewCanvas(&page, width, height))
	turned := []bool{false}
	for _, a := range page.Actions {
		switch a := a.(type) {
		case *recorder.Push:
			turned = append(turned, turned[len(turned)-1])
		case *recorder.Pop:
			turned = turned[:len(turned)-1]
		case *recorder.Rotate:
			turned[len(turned)-1] = true // a quarter, against the clock
		case *recorder.FillString:
			face := font.DefaultCache.Lookup(a.Font, a.Size)
			wide, ascent := face.Width(a.String), face.Extents().Ascent
			b := vg.Rectangle{Min: a.Point, Max: a.Point.Add(vg.Point{X: wide, Y: ascent})}
			if turned[len(turned)-1] {
				b = vg.Rectangle{Min: vg.Point{X: -a.Point.Y - ascent, Y: a.Point.X}, Max: vg.Point{X: -a.Point.Y, Y: a.Point.X + wide}}
			}
			list = append(list, written{a.String, b})
		}
	}
	return list
}

// The words of changes lie neither over each other, in whatever iterations they are, nor over the
// legend, the names of levels or the numbers of the axes.
func TestWordsOfChangesLieOverNothing(t *testing.T) {
	series := []Series{{Label: "this run", Values: falling(200), Style: Main}, {Label: "a run that was left behind", Values: falling(200), Style: Ghost}}
	rules := []Rule{{Value: 0.7, Label: "majority class"}, {Value: 0.79, Label: "budget 0.79", Limit: true}}
	marks := []Mark{{1, "α 0.5→0.45"}, {2, "η 1→1.1"}, {50, "α 0.5→0.4"}, {50, "α 0.4→0.35"}, {51, "α 0.35→0.3"}, {52, "α 0.3→0.2"}, {100, "cut 1-2"}, {102, "join 1-2"}, {150, "α 0.2→0.45"}, {198, "η 1→2"}, {199, "α 0.45→0.9"}, {200, "ρ 0.01→0.02"}}
	rising := func(s Series) Series { s.Values = slices.Clone(s.Values); slices.Reverse(s.Values); return s }
	for _, c := range []struct {
		what  string
		chart Chart
		told  int // marks with words
	}{
		{"falling", Chart{Series: series, Marks: marks, Rules: rules}, 12},
		{"rising", Chart{Series: []Series{rising(series[0]), rising(series[1])}, Marks: marks, Rules: rules}, 12},
		{"logarithmic", Chart{Series: series, Marks: marks, Rules: rules, Log: true}, 12},
		{"one iteration, as many as have room", Chart{Series: series, Marks: slices.Repeat([]Mark{{50, "α 0.5→0.4"}}, 12)}, 8},
		{"none", Chart{Series: series}, 0},
	} {
		isMark := func(words string) bool {
			return slices.ContainsFunc(c.chart.Marks, func(m Mark) bool { return m.Label == words })
		}
		list, told := texts(c.chart), 0
		for i, a := range list {
			if !isMark(a.words) {
				continue
			}
			told++
			for k, b := range list {
				if k != i && a.box.Min.X < b.box.Max.X && b.box.Min.X < a.box.Max.X && a.box.Min.Y < b.box.Max.Y && b.box.Min.Y < a.box.Max.Y {
					t.Errorf("%s: %q %v lies over %q %v", c.what, a.words, a.box, b.words, b.box)
				}
			}
			if a.box.Min.Y < 0 || a.box.Max.Y > height+1e-6 {
				t.Errorf("%s: %q stands at %v", c.what, a.words, a.box)
			}
		}
		if told != c.told {
			t.Errorf("%s: %d of %d changes are named: %s", c.what, told, len(c.chart.Marks), fmt.Sprint(list))
		}
	}
}

// The line of a change ends at the legend, above as below it.
func TestLinesOfChangesLeaveTheLegendFree(t *testing.T) {
	for _, top := range []bool{true, false} {
		c := Chart{Series: []Series{{Label: "this run", Values: falling(60), Style: Main}}, Marks: []Mark{{58, "cut 1-2"}, {20, "join 1-2"}}}
		p := c.plot()
		p.Legend.Top, p.Legend.Left = top, false
		var page recorder.Canvas
		canvas := draw.NewCanvas(&page, width, height)
		lettering{marks: c.Marks}.Plot(canvas, p)
		legend, lines := legendOn(canvas, p), 0
		for _, a := range page.Actions {
			s, stroked := a.(*recorder.Stroke)
			if !stroked {
				continue
			}
			low, high := s.Path[0].Pos, s.Path[1].Pos
			free := high.Y <= legend.Min.Y || low.Y >= legend.Max.Y
			if lines++; free != (low.X > legend.Min.X) || high.Y-low.Y < height/2 {
				t.Errorf("legend at the top %t, %v: a line from %v to %v", top, legend, low, high)
			}
		}
		if lines != 2 {
			t.Errorf("%d lines", lines)
		}
	}
}

// Long words at an axis take no room of a plot, be it logarithmic or not, and stand whole on the page, about
// the middle of the axis.
func TestWordsAtAnAxisTakeNoRoom(t *testing.T) {
	const up, across = "ε at δ ≤ 1e-5, one record replaced or one column changed by at most 1", "ε at δ ≤ 1e-5, one record replaced or removed"
	for _, log := range []bool{false, true} {
		c := Chart{Unit: up, Across: across, Log: log, LogX: log, Series: []Series{{X: []float64{0.001, 0.1, 50}, Values: []float64{0.003, 0.2, 3.4}}}}
		p, page := c.plot(), new(recorder.Canvas)
		canvas := draw.NewCanvas(page, width, height)
		words := shorten(p, width, height)
		words.draw(canvas, p)
		if axes := p.DataCanvas(canvas); axes.Size().Y < 0.8*height || axes.Size().X < 0.85*width {
			t.Errorf("log %t: the plot is %v of %v by %v", log, axes.Size(), width, height)
		}
		half := p.Y.Label.TextStyle.Width(words.up) / 2
		for _, a := range page.Actions {
			if s, ok := a.(*recorder.FillString); ok && s.String == up { // on a page that is turned
				if at := s.Point.X + half; s.Point.X < 0 || s.Point.X+2*half > height || math.Abs(float64(at-height/2)) > float64(height)/10 {
					t.Errorf("log %t: the words at the vertical axis go from %v to %v", log, s.Point.X, s.Point.X+2*half)
				}
				half = 0
			}
		}
		if half != 0 {
			t.Errorf("log %t: the words at the vertical axis are not whole", log)
		}
	}
}

// Where a row does not take all names of levels that lie together, the others stand in rows about it.
func TestManyLevelsInOnePlaceAreAllRead(t *testing.T) {
	c := Chart{Log: true, Series: []Series{{Label: "run", Values: []float64{1, 1e26}}}}
	for i := range 12 {
		c.Rules = append(c.Rules, Rule{Value: 1 + 0.01*float64(i), Label: fmt.Sprintf("level of somebody %d", i)})
	}
	list, told := texts(c), 0
	for i, a := range list {
		if !strings.HasPrefix(a.words, "level") {
			continue
		}
		told++
		for _, b := range list[:i] {
			if a.box.Min.X < b.box.Max.X && b.box.Min.X < a.box.Max.X && a.box.Min.Y+1 < b.box.Max.Y && b.box.Min.Y+1 < a.box.Max.Y {
				t.Errorf("%q %v lies over %q %v", a.words, a.box, b.words, b.box)
			}
		}
	}
	if told != 12 {
		t.Errorf("%d of 12 are named", told)
	}
}

// Names of levels move along their lines until they lie over nothing, however close the levels are,
// where they begin and how long their names.
func TestNamesOfLevelsLieOverNothing(t *testing.T) {
	told := 0
	for trial := range 1000 {
		random := rand.New(rand.NewPCG(uint64(trial), 3))
		n := 2 + random.IntN(200)
		c := Chart{Log: trial%2 == 0, Low: 0.1, High: 1}
		for i := range 1 + random.IntN(3) {
			c.Series = append(c.Series, Series{Label: fmt.Sprintf("curve %d", i), Values: falling(n), Style: Main})
		}
		near := 0.2 + 0.7*random.Float64()
		for i := range 4 {
			r := Rule{Value: near + 0.02*random.Float64(), Label: fmt.Sprintf("level %d%s", i, strings.Repeat(" of many", random.IntN(4)))}
			if random.IntN(2) == 0 {
				r.Limit, r.From = true, 1+random.IntN(n)
			}
			beyond := Rule{Value: []float64{-3, 0, 0.001, 30, 1e300}[random.IntN(5)], Label: r.Label, Limit: r.Limit, From: r.From}
			c.Rules = append(c.Rules, r, beyond)
		}
		list := texts(c)
		for i, a := range list {
			if !strings.HasPrefix(strings.TrimLeft(a.words, "↑↓ "), "level") {
				continue
			}
			if told++; a.box.Min.Y < 0 || a.box.Max.Y > height || a.box.Min.X < 0 || a.box.Max.X > width {
				t.Errorf("trial %d: %q stands at %v", trial, a.words, a.box)
			}
			for k, b := range list { // boxes are those of the face, letters a little lower
				if k != i && a.box.Min.X < b.box.Max.X && b.box.Min.X < a.box.Max.X && a.box.Min.Y+1 < b.box.Max.Y && b.box.Min.Y+1 < a.box.Max.Y {
					t.Errorf("trial %d: %q %v lies over %q %v", trial, a.words, a.box, b.words, b.box)
				}
			}
		}
	}
	if told != 8000 {
		t.Errorf("%d of 8000 levels are named", told)
	}
}
