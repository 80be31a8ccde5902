package figure

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// sheet is three panels: many curves, a range, points on logarithmic axes.
func sheet() Sheet {
	many := Chart{Title: "(a) many", Unit: "loss"}
	for k := range 9 {
		values := falling(100)
		for i := range values {
			values[i] += float64(k) / 40
		}
		many.Series = append(many.Series, Series{Label: fmt.Sprintf("curve %d", k+1), Values: values, Style: Curve(k)})
	}
	low, high := falling(50), falling(50)
	for i := range low {
		low[i] -= 0.05
		high[i] += 0.05
	}
	return Sheet{Title: "A figure", Columns: 2, Panels: []Chart{
		many,
		{Title: "(b) a range", Series: []Series{{Label: "mean", Values: falling(50), Low: low, High: high, Style: Curve(0)}, {Label: "optimum", X: []float64{1, 50}, Values: []float64{0.3, 0.3}, Style: Level(0)}}},
		{Title: "(c) points", Across: "α", LogX: true, Log: true, Series: []Series{{Label: "points", X: []float64{0.01, 0.1, 1}, Values: []float64{100, 3, 0.3}, Style: Curve(1)}}},
	}}
}

func TestASheetIsDrawnInEveryFormat(t *testing.T) {
	for _, format := range Formats {
		var b bytes.Buffer
		if err := sheet().Write(&b, format); err != nil || b.Len() < 1000 {
			t.Fatalf("%s: %d bytes, %v", format, b.Len(), err)
		}
		if dir := os.Getenv("ADMMLAB_FIGURES"); dir != "" { // to look at
			os.WriteFile(dir+"/sheet."+format, b.Bytes(), 0o644)
		}
		if format != "svg" {
			continue
		}
		for _, words := range []string{"A figure", "(a) many", "curve 9", "(b) a range", "optimum", "(c) points", "α", "iteration", "100", "0.01"} {
			if !strings.Contains(b.String(), ">"+words+"<") {
				t.Errorf("the sheet does not say %q", words)
			}
		}
	}
	if err := sheet().Write(&bytes.Buffer{}, "gif"); err == nil || !strings.Contains(err.Error(), "svg") {
		t.Errorf("gif: %v", err)
	}
	if err := sheet().Write(full{}, "pdf"); err == nil {
		t.Error("a full disk is not told")
	}
	for _, s := range []Sheet{{}, {Title: "empty", Columns: 3, Panels: []Chart{{}}}} {
		if err := s.Write(&bytes.Buffer{}, "png"); err != nil {
			t.Errorf("%q: %v", s.Title, err)
		}
	}
}

// Every pair of styles differs in dashes or in marker, not in shade alone.
func TestStylesDifferInPrint(t *testing.T) {
	looks := map[string]int{}
	for k := range 24 {
		m, marked := Curve(k).marker()
		look := fmt.Sprintf("%v %T %t", Curve(k).stroke().Dashes, m.Shape, marked)
		if other, taken := looks[look]; taken {
			t.Errorf("curves %d and %d look alike", other, k)
		}
		looks[look] = k
	}
	for k := range 3 {
		if _, marked := Level(k).marker(); marked {
			t.Errorf("level %d has markers", k)
		}
	}
}

func TestMarkersAreFewAndOnTheCurve(t *testing.T) {
	points := make(plotter.XYs, 1000)
	for i := range points {
		points[i].X = float64(i)
	}
	first := map[float64]bool{}
	for k := range 8 {
		m := Curve(k).markers(points)
		if len(m) < 7 || len(m) > 9 || first[m[0].X] {
			t.Errorf("curve %d has %d markers, the first at %g", k, len(m), m[0].X)
		}
		first[m[0].X] = true
	}
	if m := Curve(3).markers(points[:12]); len(m) != 12 {
		t.Errorf("%d markers on 12 points", len(m))
	}
}

// A range is shaded: there is grey where no line is.
func TestARangeIsShaded(t *testing.T) {
	wide := Chart{Low: 0, High: 1, Series: []Series{{Values: []float64{0.5, 0.5}, Low: []float64{0.1, 0.1}, High: []float64{0.9, 0.9}, Style: Curve(0)}}}
	grey := func(c Chart) int {
		var b bytes.Buffer
		if err := c.Write(&b, "png"); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if r, _, _, _ := img.At(x, y).RGBA(); r > 0xd000 && r < 0xf000 {
					n++
				}
			}
		}
		return n
	}
	with := grey(wide)
	wide.Series[0].Low, wide.Series[0].High = nil, nil
	if without := grey(wide); with < without+100_000 {
		t.Errorf("%d grey dots with a range, %d without", with, without)
	}
}

// The range of a value alone, or between gaps, is an upright bar.
func TestARangeOfOneValueIsShaded(t *testing.T) {
	nan := math.NaN()
	c := Chart{Series: []Series{{Values: []float64{2, nan, 3}, Low: []float64{1, nan, 2}, High: []float64{4, nan, 5}}}}
	pieces := c.ranges(c.Series[0])
	want := []plotter.XYs{{{X: 1, Y: 1}, {X: 1, Y: 4}}, {{X: 3, Y: 2}, {X: 3, Y: 5}}}
	if !slices.EqualFunc(pieces, want, slices.Equal) {
		t.Errorf("%v, want %v", pieces, want)
	}
	var b bytes.Buffer
	if err := c.Write(&b, "svg"); err != nil || strings.Count(b.String(), "stroke-width:6") != len(want) {
		t.Errorf("not every range is drawn: %v", err)
	}
}

// What cannot stand on an axis leaves a gap in curve and range.
func TestAnyPlacesAreDrawn(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, x := range [][]float64{{nan, nan, nan}, {0, -1, 1}, {1, 1, 1}, {5e-324, 5e-324, 5e-324}, {inf, 1, 2}, {1e-300, 1, 1e300}} {
		for _, log := range []bool{false, true} {
			c := Chart{LogX: log, Log: log, Series: []Series{{Label: "a", X: x, Values: []float64{1, nan, 2}, Low: []float64{-1, nan, inf}, High: []float64{2, 1, inf}, Style: Curve(0)}}}
			var b bytes.Buffer
			if err := c.Write(&b, "svg"); err != nil || strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
				t.Errorf("%v, log %t: %v", x, log, err)
			}
		}
	}
}

// The legend hides no point: it takes a free corner, or the axis grows.
func TestTheLegendHidesNothing(t *testing.T) {
	noise := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(i * 7919 % 100)
		}
		return v
	}
	rising := falling(100)
	for i, j := 0, len(rising)-1; i < j; i, j = i+1, j-1 {
		rising[i], rising[j] = rising[j], rising[i]
	}
	for name, c := range map[string]Chart{
		"falling": {Series: []Series{{Label: "a", Values: falling(100)}}},
		"rising":  {Series: []Series{{Label: "a", Values: rising}}},
		"noise":   {Series: []Series{{Label: "a", Values: noise(200)}, {Label: "b", Values: noise(200)}}},
		"log":     {Log: true, Series: []Series{{Label: "a", Values: noise(200)}}},
	} {
		p := plot.New()
		c.axes(p)
		before := p.Y.Max
		c.legend(p)
		height := legendLine * float64(len(c.Series))
		if n := c.within(p, p.Legend.Top, p.Legend.Left, height); n != 0 {
			t.Errorf("%s: the legend stands on %d points", name, n)
		}
		if grown := p.Y.Max > before; grown != (name == "noise" || name == "log") {
			t.Errorf("%s: the axis grew: %t", name, grown)
		}
	}
}

func TestTicksHaveLabelsOnAnyAxis(t *testing.T) {
	for _, c := range []struct {
		ticks     plot.Ticker
		low, high float64
		want      string
	}{
		{decades{}, 0.3, 250, "1 10 100"},
		{decades{}, 0.3, 3, "0.5 1 2"},
		{decades{}, 0.55, 1.2, "0.6 0.7 0.8 0.9 1"},
		{decades{}, 900, 1100, "900 1000"},
		{decades{}, 20, 900, "20 50 100 200 500"},
		{decades{}, 2.1, 6.9, "3 4 5 6"}, // one of 2, 5 and 10
		{decades{}, 5.1, 5.9, "5.2 5.4 5.6 5.8"},
		{decades{}, 1.05, 1.9, "1.2 1.4 1.6 1.8"},
		{even{}, 1.01, 1.05, "1.01 1.02 1.03 1.04 1.05"},
		{even{}, 0, 25, "0 5 10 15 20 25"},
		{even{}, 1, 40, "5 10 15 20 25 30 35 40"},
		{even{}, 0, 0.9, "0 0.2 0.4 0.6 0.8"},
		{even{}, 0.34548014, 0.34548052, "0.34548015 0.3454802 0.34548025 0.3454803 0.34548035 0.3454804 0.34548045 0.3454805"},
		{even{}, 1234567, 1234569, "1234567 1234567.5 1234568 1234568.5 1234569"},
	} {
		var labels []string
		for _, tick := range c.ticks.Ticks(c.low, c.high) {
			if tick.Label != "" {
				labels = append(labels, tick.Label)
			}
			if tick.Value < c.low/2 || tick.Value > c.high*2 {
				t.Errorf("a tick at %g between %g and %g", tick.Value, c.low, c.high)
			}
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%g to %g: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	for _, low := range []float64{1e-300, 1e-9, 1, 1e15, 1 << 53, 1e40, 1e149} { // as fine as numbers are, or nearly
		for high := math.Nextafter(low, 1e150); high < low*(1+1e-13); high = low + 2*(high-low) {
			if ticks := (decades{}).Ticks(low, high); len(ticks) < 2 || len(ticks) > 60 { // those of even
				t.Errorf("%g to %g: %d ticks", low, high, len(ticks))
			}
		}
	}
	if n := len(decades{}.Ticks(1e-140, 1e140)); n < 3 || n > 40 {
		t.Errorf("%d ticks on 280 decades", n)
	}
}
