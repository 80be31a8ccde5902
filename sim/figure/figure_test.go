package figure

import (
	"bytes"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// falling is a falling line of n iterations.
func falling(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 0.3 + 0.5*math.Exp(-float64(i)/10)
	}
	return v
}

func example() Chart {
	return Chart{
		Title: "Train loss", Unit: "mean logistic loss",
		Series: []Series{
			{Label: "DVP", Values: falling(60), Style: Main}, {Label: "previous", Values: falling(80), Style: Ghost},
			{Label: "tight", Values: falling(50), Style: Second}, {Label: "realised", Values: falling(40), Style: Third},
		},
		Marks: []Mark{{20, "α 0.5→0.1"}, {40, "cut 1-2"}}, Rules: []Rule{{Value: 0.5, Label: "budget 0.5", Limit: true}},
	}
}

func TestAChartIsDrawnInEveryFormat(t *testing.T) {
	heads := map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"}
	for _, format := range Formats {
		var b bytes.Buffer
		if err := example().Write(&b, format); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if !strings.HasPrefix(b.String(), heads[format]) {
			t.Errorf("%s begins with %.20q", format, b.String())
		}
		if dir := os.Getenv("ADMMLAB_FIGURES"); dir != "" { // to look at
			os.WriteFile(dir+"/example."+format, b.Bytes(), 0o644)
		}
	}
}

// gonum/plot makes the fonts of a PDF in the folder for temporary files, and panics where that
// is full or not there.
func TestAPDFWithoutFontsIsAnError(t *testing.T) {
	if os.Getenv("ADMMLAB_NO_TEMP") == "" { // fonts are made once a process
		if runtime.GOOS == "windows" {
			t.Skip("TMPDIR is not read here")
		}
		again := exec.Command(os.Args[0], "-test.run=^TestAPDFWithoutFontsIsAnError$")
		again.Env = append(os.Environ(), "ADMMLAB_NO_TEMP=1", "TMPDIR=/nonexistent")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	for what, write := range map[string]func(io.Writer, string) error{"chart": example().Write, "sheet": sheet().Write} {
		if err := write(io.Discard, "pdf"); err == nil || !strings.Contains(err.Error(), "as pdf: its fonts are made in the folder for temporary files: ") || !strings.Contains(err.Error(), "TMPDIR") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAnSVGSaysWhatTheCurvesAre(t *testing.T) {
	var b bytes.Buffer
	if err := example().Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"Train loss", "iteration", "mean logistic loss", "DVP", "previous", "α 0.5→0.1", "cut 1-2", "budget 0.5"} {
		if !strings.Contains(b.String(), words) {
			t.Errorf("the figure does not say %q", words)
		}
	}
}

// A curve of which nothing is seen says why in the legend: it has no values, or all of them lie
// to one side of the axis.
func TestACurveThatIsNotSeenSaysWhy(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		values []float64
		says   string
	}{
		{[]float64{0.4, 0.5}, ""},
		{[]float64{50, 49, 0.45}, ""},
		{[]float64{50, -50}, ""}, // the line between crosses it
		{[]float64{nan, inf}, " (no finite values)"},
		{[]float64{50, 49}, " (beyond the axis)"},
		{[]float64{-1, nan, 50, inf}, " (beyond the axis)"},
	} {
		var b strings.Builder
		chart := Chart{Low: 0.4, High: 0.5, Series: []Series{{Label: "this run", Values: []float64{0.5, 0.4, 0.4}, Style: Main}, {Label: "previous", Values: c.values, Style: Ghost}}}
		if err := chart.Write(&b, "svg"); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), ">previous"+c.says+"<") || strings.Contains(b.String(), "this run (") {
			t.Errorf("%v: the legend does not say previous%s", c.values, c.says)
		}
	}
}

// A curve that stands still, in whatever many points, is a dot as one of a single point is: a line of no
// length is not seen.
func TestACurveThatStandsStillIsADot(t *testing.T) {
	drawn := func(x ...float64) string {
		var b strings.Builder
		if err := (Chart{Series: []Series{{Label: "run", X: x, Values: slices.Repeat([]float64{5}, len(x)), Style: Main}}}).Write(&b, "svg"); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if drawn(2, 2, 2) != drawn(2) {
		t.Error("three points in one place are not drawn as one is")
	}
	if drawn(2, 3) == drawn(2) {
		t.Error("a line is drawn as a dot")
	}
}

// Words that are too long for the page are cut, and the curve keeps its place on it.
func TestLongWordsLeaveRoomForTheCurve(t *testing.T) {
	long := strings.Repeat("0.1, 0.2, ", 100)
	c := Chart{Title: long, Across: long, Unit: long, Names: []string{long, "b"}, Series: []Series{{Label: long, Values: []float64{1, 2}}}}
	marked, ruled := example(), example()
	marked.Marks, ruled.Rules = []Mark{{20, long}}, []Rule{{Value: 0.5, Label: long}, {Value: 0.4, Label: long, Limit: true}}
	h := Heat{Title: long, X: long, Y: long, Columns: []string{long, "b"}, Rows: []string{long}, Values: [][]float64{{1, 2}}, Words: func(float64) string { return "" }}
	for what, write := range map[string]func(io.Writer, string) error{
		"chart": c.Write, "marks": marked.Write, "rules": ruled.Write, "heat map": h.Write, "sheet": Sheet{Title: long, Panels: []Chart{c}, Columns: 1}.Write,
	} {
		var b strings.Builder
		if err := write(&b, "svg"); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if strings.Contains(b.String(), `d=""`) || strings.Contains(b.String(), `x="-`) || !strings.Contains(b.String(), "0.1, 0.2,") {
			t.Errorf("%s: nothing has room beside its words", what)
		}
	}
}

func TestAPNGIsBlackOnWhite(t *testing.T) {
	var b bytes.Buffer
	if err := example().Write(&b, "png"); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	r, g, bl, a := img.At(2, 2).RGBA()
	if r != 0xffff || g != 0xffff || bl != 0xffff || a != 0xffff {
		t.Errorf("the corner is %d %d %d %d, want opaque white", r, g, bl, a)
	}
	black := 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if r, _, _, _ := img.At(x, y).RGBA(); r < 0x3000 {
				black++
			}
		}
	}
	if black < 500 {
		t.Errorf("%d dark dots: there is no curve", black)
	}
}

func TestAnyValuesAreDrawn(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, values := range map[string][]float64{
		"none": nil, "one": {1}, "equal": {2, 2, 2}, "zeros": {0, 0}, "negative": {-1, -2}, "not numbers": {nan, nan}, "infinite": {inf, -inf},
		"mixed": {1, nan, 2, inf, 3, 4, -inf}, "wild": {1e300, -1e300, 5e-324, 1}, "large": {1e149, -1e149}, "small": {1e-300, 2e-300}, "least": {5e-324, inf}, "close": {1, math.Nextafter(1, 2)},
	} {
		for _, log := range []bool{false, true} {
			c := Chart{Title: name, Series: []Series{{Label: "a", Values: values}}, Marks: []Mark{{0, "x"}, {1, "y"}, {5000, "z"}}, Rules: []Rule{{Value: 1, Label: "one"}, {Value: nan, Label: "none"}, {Value: -inf, Label: "least", Limit: true}, {Value: 0, Label: "zero"}}, Log: log}
			var b bytes.Buffer
			if err := c.Write(&b, "svg"); err != nil || b.Len() == 0 {
				t.Errorf("%s, log %t: %v", name, log, err)
			}
			if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
				t.Errorf("%s, log %t: the figure holds what is not a number", name, log)
			}
		}
	}
}

// The logarithms of such places are one number.
func TestPlacesThatDifferInTheirLastBitsAreDrawn(t *testing.T) {
	for _, x := range []float64{1e-150, 0.1, 1, 3, 10, 1e9, 1e16, 1e149} {
		for _, log := range []bool{false, true} {
			c := Chart{Series: []Series{{Label: "a", Values: []float64{1, 2}, X: []float64{x, math.Nextafter(x, math.Inf(1))}}}, LogX: log}
			var b bytes.Buffer
			if err := c.Write(&b, "svg"); err != nil || strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
				t.Errorf("from %g on, log %t: %v, or a place that is no number", x, log, err)
			}
			if !strings.Contains(b.String(), ">a<") {
				t.Errorf("from %g on, log %t: there is no curve", x, log)
			}
		}
	}
}

func TestALongRunIsThinnedAndKeepsItsPeaks(t *testing.T) {
	values := falling(1_000_000)
	values[777_777] = 9
	points := Chart{}.thin(Series{Values: values})
	if len(points) > mostPoints+2 {
		t.Errorf("%d points, want at most %d", len(points), mostPoints)
	}
	peak := false
	for _, p := range points {
		peak = peak || p.X == 777_778 && p.Y == 9
	}
	if !peak {
		t.Error("the peak is gone")
	}
}

// What has no place on the axis hides nothing that stands beside it in its stretch, and its gap
// stays where it was.
func TestALongRunIsThinnedAndKeepsWhatStandsBesideAGap(t *testing.T) {
	for name, missing := range map[string]float64{"NaN": math.NaN(), "infinite": math.Inf(1), "no logarithm": 0} {
		for _, at := range []int{998, 999, 1000, 1001, 1002} {
			values := make([]float64, mostPoints+1)
			for k := range values {
				values[k] = 1 + float64(k)/1e6
			}
			values[999], values[1001] = 100, 0.01
			values[at] = missing
			c := Chart{Log: true}
			pieces := c.pieces(c.thin(Series{Values: values}))
			for _, k := range []int{999, 1001} {
				if k != at && !slices.ContainsFunc(pieces, func(piece plotter.XYs) bool {
					return slices.Contains(piece, plotter.XY{X: float64(k + 1), Y: values[k]})
				}) {
					t.Errorf("%s at %d: the value at %d is gone", name, at, k)
				}
			}
			if len(pieces) < 2 {
				t.Errorf("%s at %d: drawn through", name, at)
			}
			for _, piece := range pieces {
				if x := float64(at + 1); piece[0].X < x && x < piece[len(piece)-1].X {
					t.Errorf("%s at %d: drawn through", name, at)
				}
			}
		}
	}
}

// A promise that held is drawn, however long the run went on without one.
func TestALongRunWithoutABoundKeepsWhatItPromised(t *testing.T) {
	values := make([]float64, 1_000_000)
	for k := range values {
		values[k] = math.NaN()
	}
	values[0], values[1] = 0.3, 0.5
	c := Chart{}
	if pieces := c.pieces(c.thin(Series{Values: values})); len(pieces) != 1 || len(pieces[0]) != 2 {
		t.Errorf("%v is drawn, want the two totals", pieces)
	}
}

// A curve of many points is stroked in short parts that hang together, dashes and all: a canvas
// takes minutes for one that jumps.
func TestALongCurveIsStrokedInParts(t *testing.T) {
	values := make([]float64, 1000)
	for k := range values {
		values[k] = float64(k % 2)
	}
	var c recorder.Canvas
	Chart{Series: []Series{{Values: values, Style: Second}}}.plot().Draw(draw.NewCanvas(&c, width, height))
	var points int
	var end vg.Point
	for _, a := range c.Actions {
		s, ok := a.(*recorder.Stroke)
		if !ok || len(s.Path) < 3 { // a rule, or a tick
			continue
		}
		if len(s.Path) > mostStroke {
			t.Errorf("%d points at once, want at most %d", len(s.Path), mostStroke)
		}
		if points > 0 {
			points--
			if s.Path[0].Pos != end {
				t.Errorf("a part ends at %v, the next begins at %v", end, s.Path[0].Pos)
			}
		}
		points, end = points+len(s.Path), s.Path[len(s.Path)-1].Pos
	}
	if points != len(values) {
		t.Errorf("%d points are drawn of %d", points, len(values))
	}
}

// A range is thinned as its curve is: a canvas takes minutes for a million corners.
func TestARangeOfALongRunIsThinnedAndKeepsItsPeaks(t *testing.T) {
	const n = 1_000_000
	s := Series{Low: falling(n), High: falling(n)}
	s.Low[222_222], s.High[777_777] = 0, 9
	s.Low[10] = math.NaN() // among others that are shown
	for k := n / 2; k < n*6/10; k++ {
		s.High[k] = math.Inf(1)
	}
	pieces := Chart{}.ranges(s)
	if len(pieces) != 2 {
		t.Fatalf("%d pieces, want one on each side of the gap", len(pieces))
	}
	if corners := len(pieces[0]) + len(pieces[1]); corners > mostPoints {
		t.Errorf("%d corners, want at most %d", corners, mostPoints)
	}
	for i, peak := range []float64{0, 9} {
		if !slices.ContainsFunc(pieces[i], func(p plotter.XY) bool { return p.Y == peak }) {
			t.Errorf("the peak of %g is gone", peak)
		}
	}
}

func TestWhatCannotBeWrittenIsSaid(t *testing.T) {
	if err := example().Write(&bytes.Buffer{}, "gif"); err == nil || !strings.Contains(err.Error(), "svg") {
		t.Errorf("gif: %v", err)
	}
	if err := example().Write(full{}, "png"); !errors.Is(err, errFull) {
		t.Errorf("full disk: %v", err)
	}
}

var errFull = errors.New("no space left on device")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// The legend is in the order of the series, though the run is drawn on top, and says
// which has nothing to draw.
func TestALegendIsInTheOrderOfTheSeries(t *testing.T) {
	c := Chart{Title: "side by side", Unit: "loss", Series: []Series{
		{Label: "first", Values: falling(9), Style: Side(0)}, {Label: "second", Values: falling(9), Style: Side(1)}, {Label: "nothing", Values: []float64{math.NaN()}, Style: Side(2)},
	}}
	var b bytes.Buffer
	if err := c.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, label := range []string{">first<", ">second<", ">nothing (no finite values)<"} {
		next := strings.Index(b.String(), label)
		if next <= at {
			t.Errorf("%s stands at %d, after %d", label, next, at)
		}
		at = next
	}
}

// Levels to read curves by: near ones widen the axis, far ones are named with an arrow at its end, and names
// that would lie over each other stand beside each other.
func TestRules(t *testing.T) {
	c := Chart{Series: []Series{{Label: "run", Values: []float64{1, 2}}}, Rules: []Rule{{Value: 0.7, Label: "pooled"}, {Value: 0.71, Label: "curator"}, {Value: 2.2, Label: "majority"}, {Value: 9, Label: "far"}, {Value: 0.01, Label: "deep"}, {Value: math.NaN(), Label: "none"}}}
	if p := c.plot(); p.Y.Min > 0.7 || p.Y.Max < 2.2 || p.Y.Max > 5 {
		t.Errorf("the axis goes from %g to %g", p.Y.Min, p.Y.Max)
	}
	for _, log := range []bool{false, true} {
		c.Log = log
		var b bytes.Buffer
		if err := c.Write(&b, "svg"); err != nil {
			t.Fatal(err)
		}
		for word, drawn := range map[string]bool{"pooled": true, "curator": true, "majority": true, "↑ far": true, "far": false, "↓ deep": true, "none": false} {
			if strings.Contains(b.String(), ">"+word+"<") != drawn {
				t.Errorf("log %v: %s is drawn: %v", log, word, !drawn)
			}
		}
		if x := func(word string) string {
			line := b.String()[:strings.Index(b.String(), ">"+word+"<")]
			return line[strings.LastIndex(line, "<text"):]
		}; strings.Split(x("pooled"), `"`)[1] == strings.Split(x("curator"), `"`)[1] {
			t.Errorf("log %v: the names lie over each other", log)
		}
	}
}

// Limits are named where they begin; names that would lie over each other stand beside each
// other there, too.
func TestNamesOfLimitsThatAreNearStandBesideEachOther(t *testing.T) {
	c := Chart{Series: []Series{{Label: "run", Values: []float64{1, 2, 3}}}, High: 3, Rules: []Rule{{Value: 1, Label: "first", Limit: true}, {Value: 1.01, Label: "near", Limit: true}, {Value: 2, Label: "far", Limit: true}, {Value: 2.01, Label: "later", Limit: true, From: 2}}}
	var b bytes.Buffer
	if err := c.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	x := func(word string) string {
		line := b.String()[:strings.Index(b.String(), ">"+word+"<")]
		return strings.Split(line[strings.LastIndex(line, "<text"):], `"`)[1]
	}
	if x("near") == x("first") || x("far") != x("first") || x("later") == x("far") {
		t.Errorf("the names begin at %s, %s, %s and %s", x("first"), x("near"), x("far"), x("later"))
	}
}

// A line of every run has no name before it, any other those of the runs that have it.
func TestRulesOfSeveralRunsSayWhose(t *testing.T) {
	all, one, two := Rule{Value: 3, Label: "majority"}, Rule{Value: 1, Label: "budget 1", Limit: true, From: 5}, Rule{Value: 2, Label: "budget 2", Limit: true}
	past := Rule{Value: 4, Limit: true, Before: 5}
	name := func(i int) string { return string(rune('A' + i)) }
	for want, runs := range map[string][][]Rule{
		"":                                   {nil, nil},
		"3 majority, 1 budget 1":             {{all, one}},
		"3 majority, 2 budget 2":             {{all, two}, {two, all}},
		"3 majority, 1 A: budget 1":          {{all, one}, {all}},
		"3 majority, 1 B: budget 1":          {{all}, {all, one}},
		"1 A, C: budget 1, 4, 2 B: budget 2": {{one, past}, {two}, {one, past}},
	} {
		var got []string
		for _, r := range Together(runs, name) {
			got = append(got, strings.TrimSpace(strconv.FormatFloat(r.Value, 'g', -1, 64)+" "+r.Label))
		}
		if said := strings.Join(got, ", "); said != want {
			t.Errorf("%v: %q, want %q", runs, said, want)
		}
	}
}

// One value alone has room around it, but none where no value can be: below 0, or above the most.
func TestTheAxisOfOneValue(t *testing.T) {
	for _, c := range []struct{ value, most, low, high float64 }{{0, 0, 0, 1}, {0, 100, 0, 1}, {100, 100, 90, 100}, {100, 0, 90, 110}, {40, 100, 36, 44}} {
		p := Chart{Series: []Series{{Values: []float64{c.value, c.value}}}, Most: c.most}.plot()
		if math.Abs(p.Y.Min-c.low) > 1e-9 || math.Abs(p.Y.Max-c.high) > 1e-9 {
			t.Errorf("%g, at most %g: an axis from %g to %g, want %g to %g", c.value, c.most, p.Y.Min, p.Y.Max, c.low, c.high)
		}
	}
}

// A legend leaves the corner to the words of the level.
func TestALegendLeavesTheLevelFree(t *testing.T) {
	c := Chart{Series: []Series{{Label: "run", Values: []float64{1, 2, 3, 4}}}, Low: 0, High: 5, Rules: []Rule{{Value: 4.8, Label: "budget", Limit: true}}}
	if p := c.plot(); p.Legend.Top {
		t.Error("the legend is on the level")
	}
	if c.Rules = nil; !c.plot().Legend.Top {
		t.Error("without a level the upper left corner is free")
	}
}

// On a logarithmic axis a curve that is 0 throughout is not told as one without finite values, as one is
// whose bound is infinite.
func TestNothingAboveZeroIsToldAsThat(t *testing.T) {
	var svg strings.Builder
	c := Chart{Title: "Privacy", Log: true, Series: []Series{
		{Label: "first", Values: []float64{1, 2, 3}}, {Label: "nothing", Values: []float64{0, 0, 0}, Style: Second}, {Label: "unbound", Values: []float64{math.Inf(1), math.Inf(1)}, Style: Third},
	}}
	if err := c.Write(&svg, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">nothing (none above 0)<", ">unbound (no finite values)<", ">first<"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("no %s", want)
		}
	}
}
