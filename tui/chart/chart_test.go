package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/sim/numeral"
	"admmlab/tui/grid"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

func options(width, height, last int) Options {
	return Options{Width: width, Height: height, Last: last, Cursor: NoCursor}
}

// decay is a loss curve that falls from high towards low.
func decay(n int, high, low float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = low + (high-low)*math.Exp(-float64(i)/15)
	}
	return v
}

func text(c Canvas) string { return strings.Join(c.Lines(), "\n") }

// rowsOf returns the canvas rows that hold the role in column x, from the top.
func rowsOf(c Canvas, x int, role Role) (rows []int) {
	for y := range c.Height {
		if c.At(x, y).Role == role {
			rows = append(rows, y)
		}
	}
	return rows
}

func TestASpikeAmongTenThousandIterationsSurvives(t *testing.T) {
	for _, at := range []int{0, 1, 4321, 7000, 9999} {
		values := decay(10000, 0.3, 0.3)
		values[at] = 1
		o := options(48, 10, 9999)
		c := Draw([]Series{{Values: values}}, nil, nil, o)
		x, _ := Column(at, o)
		rows := rowsOf(c, x, Main)
		if len(rows) < 6 {
			t.Errorf("spike at %d: column %d has the curve in rows %v, want a bar over most rows:\n%s", at, x, rows, text(c))
		}
	}
}

func TestADownwardSpikeSurvivesInEverySize(t *testing.T) {
	values := decay(10000, 0.3, 0.3)
	values[5000] = -1
	for width := 24; width <= 150; width += 7 {
		o := options(width, 9, 9999)
		c := Draw([]Series{{Values: values}}, nil, nil, o)
		x, _ := Column(5000, o)
		if rows := rowsOf(c, x, Main); len(rows) < 4 {
			t.Errorf("width %d: curve in rows %v of the spike's column", width, rows)
		}
	}
}

func TestEqualIterationsShareAColumnAcrossSeriesAndCharts(t *testing.T) {
	step := func(n, at int, size float64) []float64 {
		v := make([]float64, n)
		for i := at; i < n; i++ {
			v[i] = size
		}
		return v
	}
	o := options(64, 10, 100)
	x, _ := Column(40, o)
	charts := map[string]Canvas{
		"run so far":         Draw([]Series{{Values: step(50, 40, 1)}}, nil, nil, o),
		"complete run":       Draw([]Series{{Values: step(101, 40, 1)}}, nil, nil, o),
		"tiny values":        Draw([]Series{{Values: step(60, 40, 1e-200)}}, nil, nil, o),
		"series that begins": Draw([]Series{{From: 30, Values: step(50, 10, 3)}}, nil, nil, o),
		"with marks": Draw([]Series{{Values: step(50, 40, 1)}},
			[]Mark{{Iteration: 5, Label: "α"}}, nil, Options{Width: 64, Height: 15, Last: 100, Cursor: 7}),
	}
	for name, c := range charts {
		if rows := rowsOf(c, x, Main); len(rows) < 5 {
			t.Errorf("%s: the step at iteration 40 is not in column %d:\n%s", name, x, text(c))
		}
	}
}

func TestAnIterationKeepsItsColumnWhileTheRunAdvances(t *testing.T) {
	o := options(64, 12, 100)
	values := decay(101, 0.69, 0.3)
	o.Range = Range{Low: 0.2, High: 0.8}
	early := Draw([]Series{{Values: values[:41]}}, nil, nil, o)
	late := Draw([]Series{{Values: values}}, nil, nil, o)
	end, _ := Column(40, o)
	for x := range end + 1 {
		if a, b := rowsOf(early, x, Main), rowsOf(late, x, Main); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("column %d moved from rows %v to %v", x, a, b)
		}
	}
}

func TestColumnAndIterationAreInverse(t *testing.T) {
	for _, o := range []Options{options(64, 10, 20), options(64, 10, 55), {Width: 40, Height: 5, First: 7, Last: 9}} {
		for it := o.First; it <= o.Last; it++ {
			x, ok := Column(it, o)
			back, inside := Iteration(x, o)
			if !ok || !inside || back != it {
				t.Errorf("iteration %d of [%d, %d]: column %d, back %d", it, o.First, o.Last, x, back)
			}
		}
	}
	long := options(64, 10, 5000)
	for x := range 64 {
		if it, ok := Iteration(x, long); ok {
			if back, _ := Column(it, long); back != x {
				t.Errorf("column %d: iteration %d is in column %d", x, it, back)
			}
		}
	}
	if _, ok := Column(5001, long); ok {
		t.Error("an iteration beyond the axis has a column")
	}
	if _, ok := Iteration(3, long); ok {
		t.Error("the axis labels have an iteration")
	}
}

func TestALogarithmicAxisDrawsStraightWhatDecaysGeometrically(t *testing.T) {
	values := make([]float64, 57)
	for i := range values {
		values[i] = math.Pow(10, -float64(i)/8)
	}
	o := options(64, 11, 56)
	o.Log = true
	c := Draw([]Series{{Values: values}}, nil, nil, o)
	first, last := c.At(8, 0), c.At(63, 9)
	if first.Role != Main || last.Role != Main {
		t.Errorf("the line does not run from corner to corner:\n%s", text(c))
	}
	for _, label := range []string{"   1 ┤", "1e-6 ┤"} {
		if !strings.Contains(text(c), label) {
			t.Errorf("no tick %q:\n%s", label, text(c))
		}
	}
}

func TestALogarithmicAxisLeavesGapsAndSaysSo(t *testing.T) {
	values := decay(57, 1, 0.001)
	values[30], values[31], values[32] = 0, -1, math.Inf(-1)
	o := options(64, 12, 56)
	o.Log = true
	c := Draw([]Series{{Values: values}}, nil, nil, o)
	for it := 30; it <= 32; it++ {
		x, _ := Column(it, o)
		if rows := rowsOf(c, x, Main); len(rows) != 0 {
			t.Errorf("value <= 0 at %d is drawn in rows %v", it, rows)
		}
	}
	if !strings.Contains(text(c), "log: 3 values ≤ 0 not drawn") {
		t.Errorf("the chart does not say that values are missing:\n%s", text(c))
	}
	values[31], values[32] = 1, 1
	if one := Draw([]Series{{Values: values}}, nil, nil, o); !strings.Contains(text(one), "log: 1 value ≤ 0 not drawn") {
		t.Errorf("the chart does not say that one is missing:\n%s", text(one))
	}
	none := Draw([]Series{{Values: []float64{0, -1}}}, nil, nil, o)
	if !strings.Contains(text(none), "no positive values") {
		t.Errorf("nothing positive:\n%s", text(none))
	}
}

func TestNaNIsAGapAndALoneValueAPoint(t *testing.T) {
	values := decay(57, 1, 0)
	values[20], values[22] = nan, nan
	o := options(64, 12, 56)
	c := Draw([]Series{{Values: values}}, nil, nil, o)
	for _, it := range []int{20, 22} {
		x, _ := Column(it, o)
		if rows := rowsOf(c, x, Main); len(rows) != 0 {
			t.Errorf("NaN at %d is drawn in rows %v", it, rows)
		}
	}
	x, _ := Column(21, o)
	if rows := rowsOf(c, x, Main); len(rows) != 1 || c.At(x, rows[0]).Rune != '●' {
		t.Errorf("the value between two gaps is not a point:\n%s", text(c))
	}
}

func TestInfinityHitsTheEdgeWithAnArrow(t *testing.T) {
	values := decay(57, 1, 0.5)
	values[20], values[40] = inf, -inf
	o := options(64, 10, 56)
	c := Draw([]Series{{Values: values}}, nil, nil, o)
	up, _ := Column(20, o)
	down, _ := Column(40, o)
	if c.At(up, 0) != (Cell{'↑', Main}) || c.At(down, 8) != (Cell{'↓', Main}) {
		t.Errorf("no arrows at the edges in columns %d and %d:\n%s", up, down, text(c))
	}
	all := Draw([]Series{{Values: []float64{inf, nan, inf}}}, nil, nil, o)
	if s := text(all); !strings.Contains(s, "↑") || !strings.Contains(s, "no finite values") {
		t.Errorf("only infinities:\n%s", s)
	}
}

func TestAValueBeyondAGivenRangeHitsTheEdgeWithAnArrow(t *testing.T) {
	o := options(64, 10, 56)
	o.Range = Range{Low: 0, High: 1}
	c := Draw([]Series{{Values: []float64{0.5, 3, 0.5}}}, nil, nil, o)
	if x, _ := Column(1, o); c.At(x, 0).Rune != '↑' {
		t.Errorf("no arrow:\n%s", text(c))
	}
}

// Nothing that is drawn is below 0, so that a constant 0 lies on the axis.
func TestAConstantIsAFlatLineInTheMiddle(t *testing.T) {
	for _, v := range []float64{0.361, 0, -1750, 1e-300, 5e-324, 1e300} {
		o := options(64, 9, 20)
		c := Draw([]Series{{Values: []float64{v, v, v, v}}}, nil, nil, o)
		for x := 8; x < 12; x++ {
			rows := rowsOf(c, x, Main)
			if len(rows) != 1 || v != 0 && (rows[0] < 3 || rows[0] > 4) || v == 0 && rows[0] != 7 {
				t.Errorf("constant %g: column %d in rows %v:\n%s", v, x, rows, text(c))
			}
		}
		if row := c.Lines()[4] + c.Lines()[3] + c.Lines()[7]; !strings.Contains(row, numeral.Fixed(v, 7)) && !strings.Contains(row, numeral.Short(v)) {
			t.Errorf("constant %g has no tick at its value:\n%s", v, text(c))
		}
	}
}

func TestOneIterationIsAPointWithItsValue(t *testing.T) {
	c := Draw([]Series{{Values: []float64{0.69}}}, nil, nil, options(64, 10, 100))
	if !strings.Contains(text(c), "┤● 0.69") {
		t.Errorf("got:\n%s", text(c))
	}
}

func TestWithoutDataTheFrameSaysWhy(t *testing.T) {
	cases := []struct {
		want   string
		series []Series
	}{
		{"no iterations yet", nil},
		{"no iterations yet", []Series{{}}},
		{"no iterations yet", []Series{{From: 101, Values: []float64{1}}}},
		{"no finite values", []Series{{Values: []float64{nan, nan}}}},
	}
	for _, c := range cases {
		if s := text(Draw(c.series, nil, nil, options(64, 10, 100))); !strings.Contains(s, c.want) {
			t.Errorf("want %q in:\n%s", c.want, s)
		}
	}
}

func TestSeriesDifferByCharacterWithoutColour(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		seen := map[rune]Role{}
		for _, role := range curveRoles {
			o := options(64, 10, 20)
			o.ASCII = ascii
			c := Draw([]Series{{Role: role, Values: []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}}, nil, nil, o)
			x, _ := Column(5, o)
			r := c.At(x, rowsOf(c, x, role)[0]).Rune
			if other, taken := seen[r]; taken {
				t.Errorf("roles %d and %d are both drawn with %q", other, role, r)
			}
			seen[r] = role
		}
	}
}

func TestTheMainCurveIsNeverHidden(t *testing.T) {
	values := decay(57, 1, 0.5)
	o := options(64, 12, 56)
	o.Range = Range{Low: 0.4, High: 1}
	alone := Draw([]Series{{Values: values}}, nil, nil, o)
	crowded := Draw([]Series{{Values: values}, {Role: Ghost, Values: values}, {Role: Second, Label: "test", Values: values}},
		nil, []Level{{Value: 0.6, Label: "optimum"}, {Value: 0.9, Label: "wall"}}, o)
	for y := range o.Height {
		for x := range o.Width {
			if a, b := alone.At(x, y), crowded.At(x, y); a.Role == Main && a != b {
				t.Fatalf("cell %d, %d changed from %q to %q:\n%s", x, y, a.Rune, b.Rune, text(crowded))
			}
		}
	}
}

func TestMarksAreNumberedAndTheNewestKeepsItsWords(t *testing.T) {
	o := options(40, 10, 100)
	marks := []Mark{{10, "ρ 2→4"}, {14, "η 1→2"}, {18, "α 0.5→0.1"}}
	c := Draw([]Series{{Values: decay(40, 1, 0)}}, marks, nil, o)
	head := c.Lines()[0]
	if !strings.Contains(head, "③ α 0.5→0.1") || strings.Contains(head, "η 1→2") {
		t.Errorf("header %q: want the words of the newest, not those that would overlap", head)
	}
	for i, m := range marks {
		x, _ := Column(m.Iteration, o)
		if c.At(x, 0).Rune != '①'+rune(i) || c.At(x, 8).Rune != '┆' {
			t.Errorf("mark %d is not in column %d:\n%s", i+1, x, text(c))
		}
	}
}

func TestTheCursorIsALineWithAPointOnTheCurve(t *testing.T) {
	o := options(64, 10, 56)
	o.Cursor = 30
	c := Draw([]Series{{Values: decay(57, 1, 0)}}, nil, nil, o)
	x, _ := Column(30, o)
	points := 0
	for y := range 9 {
		switch cell := c.At(x, y); {
		case cell == Cell{'●', CursorLine}:
			points++
		case cell.Role != CursorLine && cell.Role != Main:
			t.Errorf("row %d of the cursor holds %q", y, cell.Rune)
		}
	}
	if points != 1 {
		t.Errorf("%d points on the cursor:\n%s", points, text(c))
	}
}

// Whoever reads an iteration reads it of every curve in sight.
func TestTheCursorHasAPointOnEveryCurve(t *testing.T) {
	o := options(64, 14, 56)
	o.Cursor = 30
	c := Draw([]Series{
		{Values: decay(57, 1, 0)}, {Role: Ghost, Values: decay(57, 3, 2)}, {Role: Second, Values: decay(57, 5, 4)},
		{Role: Third, Values: decay(20, 1, 0)}, // ends before
	}, nil, nil, o)
	x, _ := Column(30, o)
	points := 0
	for _, y := range rowsOf(c, x, CursorLine) {
		if c.At(x, y).Rune == '●' {
			points++
		}
	}
	if points != 3 {
		t.Errorf("%d points on the cursor, want 3:\n%s", points, text(c))
	}
}

// Values have places of their own: several may share one, and the point that is read and
// the end stand where they are, without a line through the chart.
func TestValuesHavePlacesOfTheirOwn(t *testing.T) {
	o := options(63, 12, 0)
	o.First, o.Last, o.Range = 0, 54, Range{Low: 0, High: 10}
	c := Draw([]Series{{Values: []float64{9, 7, 1, 5, 3}, Places: []int{0, 20, 20, 20, 54}, Read: 2, Ends: true}}, nil, nil, o)
	at := func(place int) int { return 8 + place }
	if rows := rowsOf(c, at(20), Main); len(rows) < 4 {
		t.Errorf("the values 7, 1 and 5 in one place are in rows %v:\n%s", rows, text(c))
	}
	if cell := c.At(at(54), 6); cell != (Cell{'●', Main}) {
		t.Errorf("the end is %q:\n%s", cell.Rune, text(c))
	}
	read := 0
	for y := range o.Height {
		for x := range o.Width {
			if c.At(x, y).Rune == '◆' {
				read++
				if x != at(20) {
					t.Errorf("read in column %d, want %d", x, at(20))
				}
			}
		}
	}
	if read != 1 {
		t.Errorf("%d points are read:\n%s", read, text(c))
	}
	if s := text(c); strings.Contains(s, "║") {
		t.Errorf("a line through a chart whose curves have places of their own:\n%s", s)
	}
}

// A name stands at the end of its own curve or along it: whole, at most two rows off, begun
// by a stroke of it, and over no other name.
func TestNamesStayWithTheirCurves(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	names := []string{"Aaa", "Bbb", "Ccc", "Ddd"}
	roles := []Role{Main, Second, Third, Ghost}
	shown := 0
	for trial := range 400 {
		o := options(30+random.IntN(60), 8+random.IntN(10), 100)
		o.Range, o.Names = Range{Low: 0, High: 1}, []int{0, 12}[trial%2]
		last := 20 + random.IntN(81)
		var series []Series
		for i, name := range names {
			n := last
			if roles[i] == Ghost {
				n = 100
			}
			series = append(series, Series{Label: name, Role: roles[i], Values: noisy(n, 0.02+0.1*random.Float64(), random.Uint64())})
		}
		c := Draw(series, nil, []Level{{Value: 0.5, Label: "pooled", Quiet: true}}, o)
		f := layout(sane(o), false)
		s := newScale(sane(o), f.rows, nil)
		for i, name := range names {
			for y, line := range c.Lines() {
				at := strings.Index(line, name)
				if at < 0 {
					continue
				}
				shown++
				before := []rune(line[:at])
				rows := levelRows(reduce(series[i], f, false), s)
				near, end := false, f.column(len(series[i].Values)-1)
				for column := len(before) - 2 - f.left; column <= len(before)+9-f.left; column++ {
					if column < 0 || column > end+3 {
						continue // before its curve or behind it
					}
					own := rows[min(column, end)]
					near = near || own != noRow && math.Abs(float64(f.header+f.rows-1-own-y)) <= 2
				}
				if !near {
					t.Fatalf("%s stands away from its curve:\n%s", name, text(c))
				}
				if roles[i] != Main && before[len(before)-1] != o.curve(roles[i])[armLeft|armRight] {
					t.Fatalf("%s is named behind %q:\n%s", name, before[len(before)-1], text(c))
				}
			}
		}
		if s := text(c); !strings.Contains(s, numeral.Short(series[0].Values[last-1])) && !strings.Contains(s, names[0]) {
			t.Fatalf("neither name nor value of the main curve is there:\n%s", s)
		}
	}
	if shown < 1000 {
		t.Errorf("%d of %d names are shown", shown, 400*len(names))
	}
}

func TestALevelOffTheAxisIsSaidWithAnArrow(t *testing.T) {
	o := options(64, 10, 100)
	c := Draw([]Series{{Values: decay(40, 1, 0)}}, nil, []Level{{Value: 25, Label: "budget 25"}, {Value: nan, Label: "lost"}}, o)
	if s := text(c); !strings.Contains(s, "↑ budget 25") || strings.Contains(s, "lost") {
		t.Errorf("got:\n%s", s)
	}
}

func TestASCIIIsASCII(t *testing.T) {
	o := options(64, 14, 100)
	o.ASCII, o.Cursor = true, 20
	values := decay(60, 1, 0)
	values[10], values[11] = inf, -inf
	c := Draw([]Series{{Label: "ε", Values: values}, {Role: Ghost, Values: values}, {Role: Second, Label: "日 cen…", Values: values}},
		[]Mark{{30, "α 0.5→0.1"}}, []Level{{Value: 0.5, Label: "≤ ∞"}}, o)
	for _, r := range text(c) {
		if r > 0x7e {
			t.Errorf("%q in an ASCII chart:\n%s", r, text(c))
		}
	}
	if !strings.Contains(text(c), " cen~") {
		t.Errorf("a cut name does not end as it does elsewhere:\n%s", text(c))
	}
	if !strings.Contains(text(c), "alpha 0.5->0.1") {
		t.Errorf("Greek is not spelled out:\n%s", text(c))
	}
}

// A curve that was kept in six digits lies on the one that it was kept of, also where a value is
// half-way between two rows, as 24 of 70 is here.
func TestAKeptCurveLiesOnItsOwn(t *testing.T) {
	o := options(40, 17, 60)
	o.Range = Range{Low: 10, High: 50}
	var exact, kept []float64
	for _, wrong := range []float64{30, 32, 26, 25, 29, 24, 29, 24, 31, 30, 25, 23, 24, 21} {
		exact = append(exact, 100*wrong/70)
		kept = append(kept, math.Round(wrong/70*1e6)/1e4)
	}
	both := Draw([]Series{{Role: Ghost, Values: kept}, {Values: exact}}, nil, nil, o)
	if alone := Draw([]Series{{Values: exact}}, nil, nil, o); text(both) != text(alone) {
		t.Errorf("got:\n%s\nwant:\n%s", text(both), text(alone))
	}
}

func TestLabelsTakeOneCellPerLetter(t *testing.T) {
	o := options(64, 10, 100)
	c := Draw([]Series{{Values: decay(40, 1, 0)}}, []Mark{{30, "日\x1b[31mx̂\tλ"}}, nil, o)
	if head := c.Lines()[0]; !strings.Contains(head, `① ?\x1b[31mx̂\tλ `) || grid.Cells(head) != 64 {
		t.Errorf("header %q", head)
	}
}

// A run is called at its curve as in every other place of the screen.
func TestANameAtItsCurveKeepsAllItsMarks(t *testing.T) {
	for _, name := range []string{"Cafe\u0301", "Tie\u0302\u0301ng Vie\u0323\u0302t", "สั่งซื้อ", "हिन्दी", "မြန်မာ", "பதி"} {
		o := options(64, 10, 100)
		c := Draw([]Series{{Values: decay(40, 1, 0)}, {Role: Second, Label: name, Values: decay(40, 2, 1)}}, nil, nil, o)
		if !strings.Contains(text(c), name) {
			t.Errorf("%s is not at its curve:\n%s", name, text(c))
		}
		if painted := c.Render(func(_ Role, s string) string { return s }); painted != text(c) {
			t.Errorf("%s is painted as\n%s", name, painted)
		}
		checkSize(t, c, o)
	}
}

// What is written over a letter does not get its marks.
func TestMarksGoWithTheirLetter(t *testing.T) {
	c := newCanvas(3, 1)
	c.write(0, 0, "e\u0301e\u0302e", Note)
	c.set(0, 0, 'a', Note)
	if got := c.Lines()[0]; got != "ae\u0302e" {
		t.Errorf("%q", got)
	}
}

func TestRenderPaintsRunsOfEqualRole(t *testing.T) {
	o := options(30, 8, 100)
	c := Draw([]Series{{Values: decay(40, 1, 0)}}, []Mark{{30, "α"}}, nil, o)
	plain := c.Render(func(_ Role, s string) string { return s })
	if plain != text(c) {
		t.Errorf("unpainted:\n%s\nwant:\n%s", plain, text(c))
	}
	c.Render(func(role Role, s string) string {
		if role == Blank || s == "" {
			t.Errorf("painted %q as role %d", s, role)
		}
		return s
	})
}

// A band is what lies between two curves, under all lines, and reaches the edge
// where it leaves a logarithmic axis.
func TestABandIsShadedBetweenItsEdges(t *testing.T) {
	flat := func(v float64) []float64 { return []float64{v, v, v, v, v, v, v, v} }
	o := options(30, 12, 8)
	o.Range = Range{Low: 0, High: 10}
	shaded := func(low, high float64) (rows int) {
		c := Draw([]Series{{Values: flat(9), Low: flat(low), High: flat(high)}}, nil, nil, o)
		for y := range c.Height {
			if c.At(20, y).Role == Band {
				rows++
			}
		}
		return rows
	}
	plot := layout(sane(o), false).rows
	for _, test := range []struct {
		low, high float64
		want      int
	}{{0, 10, plot - 1}, {2, 4, int(0.2*float64(plot-1)) + 1}, {nan, nan, 0}, {-50, -40, 1}} {
		if got := shaded(test.low, test.high); got < test.want-1 || got > test.want+1 || (test.want == 0) != (got == 0) {
			t.Errorf("from %g to %g: %d rows of %d shaded, want about %d", test.low, test.high, got, plot, test.want)
		}
	}
	o.Log, o.Range = true, Range{Low: 0.01, High: 10}
	if got := shaded(-1, 1); got < plot/2 {
		t.Errorf("from below zero to 1 on a logarithmic axis: %d rows of %d", got, plot)
	}
}

// Where many iterations share a column the band reaches from the least of its lower edge to the
// largest of its upper one: what lasted a few iterations is seen, too.
func TestAPeakOfABandSurvives(t *testing.T) {
	s := Series{From: 1}
	for k := range 1000 {
		low, high := 4.0, 6.0
		if k >= 500 && k < 504 {
			low, high = 1, 9
		}
		s.Values, s.Low, s.High = append(s.Values, 5), append(s.Low, low), append(s.High, high)
	}
	for _, log := range []bool{false, true} {
		o := options(60, 20, 1000)
		o.First, o.Range, o.Log = 1, Range{Low: 1, High: 10}, log
		f := layout(sane(o), false)
		scale := newScale(o, f.rows, nil)
		rows, most := 0, 0
		for x := f.left; x < f.left+f.width; x++ {
			if n := len(rowsOf(Draw([]Series{s}, nil, nil, o), x, Band)); n > most {
				rows, most = x, n
			}
		}
		at, _ := Column(502, o)
		if want := scale.row(9) - scale.row(1); rows != at || most < want {
			t.Errorf("log %t: %d rows in column %d, want %d in column %d", log, most, rows, want, at)
		}
	}
}

// A curve of every fifth value lies where the whole one lies.
func TestACurveOfEveryFifthValue(t *testing.T) {
	whole, thin := Series{From: 1}, Series{From: 1, Every: 5}
	for k := range 401 {
		whole.Values = append(whole.Values, float64(k)/400)
	}
	for k := 0; k < len(whole.Values); k += 5 {
		thin.Values = append(thin.Values, whole.Values[k])
	}
	o := options(60, 12, 401)
	o.First, o.Range = 1, Range{Low: 0, High: 1}
	a, b := Draw([]Series{whole}, nil, nil, o), Draw([]Series{thin}, nil, nil, o)
	top := func(c Canvas, x int) int {
		for y := range c.Height {
			if c.At(x, y).Role == Main {
				return y
			}
		}
		return -1
	}
	for x := range a.Width {
		if got, want := top(b, x), top(a, x); got < want-1 || got > want+1 || (got < 0) != (want < 0) {
			t.Errorf("column %d: row %d, the whole curve is in row %d", x, got, want)
		}
	}
	o.Cursor = 123
	if c := Draw([]Series{thin}, nil, nil, o); !strings.ContainsRune(strings.Join(c.Lines(), ""), '●') {
		t.Error("the cursor reads nothing")
	}
}

// A curve of every fifth value ends at its newest one, wherever that is: there it is drawn,
// named and read.
func TestACurveOfEveryFifthValueEndsAtTheNewest(t *testing.T) {
	s := Series{From: 1, Every: 5, Values: []float64{1, 1, 1, 1}, Newest: 9, NewestAt: 18}
	o := options(60, 12, 20)
	o.First, o.Range, o.Cursor = 1, Range{Low: 0, High: 10}, 18
	c := Draw([]Series{s}, nil, nil, o)
	x, _ := Column(18, o)
	if rows := rowsOf(c, x, CursorLine); len(rows) == 0 || c.At(x, 1).Rune != '●' || !strings.Contains(text(c), "9") {
		t.Errorf("no end at 9:\n%s", text(c))
	}
	if lo, hi := Extent(s); lo != 1 || hi != 9 {
		t.Errorf("from %g to %g", lo, hi)
	}
	for at, want := range map[int]float64{15: 1, 17: 1, 18: 9} {
		if v, ok := s.At(at); !ok || v != want {
			t.Errorf("iteration %d reads %g (%t), want %g", at, v, ok, want)
		}
	}
	if _, ok := s.At(19); ok {
		t.Error("something is read behind the newest")
	}
	for first := 1; first <= 30; first++ { // also where the axis begins behind it
		o.First, o.Last, o.Cursor = first, 30, NoCursor
		if ends := strings.Contains(text(Draw([]Series{s}, nil, nil, o)), "no iterations yet"); ends != (first > 18) {
			t.Errorf("from %d on nothing is drawn: %t", first, ends)
		}
	}
}

func TestTheLastValueOfABoundIsNotFlattered(t *testing.T) {
	for bounds, want := range map[bool]string{false: "ε 2.13", true: "ε 2.14"} {
		o := options(48, 10, 100)
		o.Bounds = bounds
		if c := Draw([]Series{{Label: "ε", Values: []float64{0, 1, 2.1312}}}, nil, nil, o); !strings.Contains(text(c), want) {
			t.Errorf("bounds %t: no %q:\n%s", bounds, want, text(c))
		}
	}
}

// The label of a tick names its value, whatever room there is: where it would have to name
// another there is none.
func TestALabelNamesItsTick(t *testing.T) {
	for _, r := range []Range{{Low: 1e-10, High: 1.1e-10}, {Low: 0.010, High: 0.011}, {Low: -0.011, High: -0.010}, {Low: 10_000, High: 11_000}, {Low: 0, High: 1}, {Low: -5e-5, High: 5e-5}, {Low: 0.7, High: 0.7}} {
		for _, width := range []int{16, 20, 24, 60} {
			o := options(width, 20, 10)
			o.Range = r
			f := layout(sane(o), false)
			s := newScale(o, f.rows, nil)
			ticks := s.ticks(o, f.field)
			apart := ticks[1].value - ticks[0].value
			named := 0
			for _, tick := range ticks {
				if tick.label == "" {
					continue
				}
				named++
				if v, err := strconv.ParseFloat(strings.Replace(tick.label, "k", "e3", 1), 64); err != nil || math.Abs(v-tick.value) > apart/8 {
					t.Errorf("from %g to %g in %d columns: the tick at %g is called %s", r.Low, r.High, width, tick.value, tick.label)
				}
			}
			if named == 0 {
				t.Errorf("from %g to %g in %d columns: no tick has a label", r.Low, r.High, width)
			}
		}
	}
}

// Levels to read curves by take no cell of a curve or of its label, at any size, and are
// left out where a chart is small.
func TestQuietLevelsHideNothing(t *testing.T) {
	levels := []Level{{Value: 0.31, Label: "pooled 0.31", Quiet: true}, {Value: 0.33, Label: "curator ~0.33", Quiet: true}, {Value: 0.9, Label: "majority 0.9", Quiet: true}, {Value: 7, Label: "far 7", Quiet: true}, {Value: math.NaN(), Label: "none", Quiet: true}}
	for width := 3; width <= 120; width += 9 {
		for height := 1; height <= 30; height++ {
			for _, ascii := range []bool{false, true} {
				o := Options{Width: width, Height: height, First: 1, Last: 40, Cursor: NoCursor, ASCII: ascii, Range: Range{Low: 0.3, High: 1}}
				series := []Series{{Values: decay(40, 1, 0.3), From: 1}, {Values: decay(40, 0.8, 0.35), From: 1, Role: Second, Label: "other"}}
				plain, with := Draw(series, nil, nil, o), Draw(series, nil, levels, o)
				for y := range height {
					for x := range width {
						if a, b := plain.At(x, y), with.At(x, y); a != b && a.Role != Blank {
							t.Fatalf("%dx%d: a level hides %q of role %d", width, height, a.Rune, a.Role)
						}
					}
				}
				text := strings.Join(with.Lines(), "\n")
				if named := strings.Contains(text, "pooled 0.31") && strings.Contains(text, "curator ~0.33"); width >= 60 && height >= 12 && !named || (width < 24 || height < 7) && named {
					t.Errorf("%dx%d: named: %v\n%s", width, height, named, text)
				}
				if far := strings.Contains(text, "far 7"); width >= 60 && height >= 12 && !far {
					t.Errorf("%dx%d: nothing is said of the level off the axis\n%s", width, height, text)
				}
			}
		}
	}
}

// The name of a level never reads on into the value of a curve: with its own number it stands
// well apart, without one in another row.
func TestALevelIsNotTakenForACurve(t *testing.T) {
	numbered := 0
	for trial := range 2000 {
		random := rand.New(rand.NewPCG(uint64(trial), 7))
		o := Options{Width: 20 + random.IntN(40), Height: 8 + random.IntN(12), First: 1, Last: 40, Cursor: NoCursor, Range: Range{Low: 10, High: 40}}
		end := 12 + 26*random.Float64()
		series := []Series{{Values: decay(10+random.IntN(30), 39, end), From: 1}}
		value := numeral.Short(series[0].Values[len(series[0].Values)-1])
		levels := []Level{{Value: end + 4*random.Float64() - 2, Label: "pooled 77.5", Quiet: true}, {Value: end + 4*random.Float64() - 2, Label: "curator ~88.5", Quiet: true}}
		for _, line := range Draw(series, nil, levels, o).Lines() {
			_, plot, _ := strings.Cut(line, "│")
			if _, after, tick := strings.Cut(line, "┤"); tick {
				plot = after
			}
			if !strings.Contains(plot, value) {
				continue
			}
			for _, name := range []string{"pooled", "curator"} {
				at := strings.Index(plot, name)
				if at < 0 {
					continue
				}
				if !strings.Contains(plot, "77.5") && !strings.Contains(plot, "88.5") {
					t.Errorf("trial %d: a name without its number beside %s: %q", trial, value, line)
				}
				numbered++
				if words := regexp.MustCompile(`[578.]+ ? ? ?` + regexp.QuoteMeta(value)); words.MatchString(plot) {
					t.Errorf("trial %d: two numbers side by side: %q", trial, line)
				}
			}
		}
	}
	if numbered < 20 {
		t.Errorf("only %d rows held both", numbered)
	}
}

// A level of some iterations is drawn in their columns and no other, and named there where
// there is room.
func TestALevelOfSomeIterationsIsDrawnInThem(t *testing.T) {
	o := options(64, 10, 100)
	o.Range = Range{Low: 0, High: 1}
	c := Draw([]Series{{Values: decay(40, 0.5, 0)}}, nil, []Level{{Value: 0.9, Label: "old", Before: 40}, {Value: 0.7, Label: "now", From: 40}}, o)
	f := layout(o, false)
	at := f.left + f.column(40)
	for y := range o.Height {
		var before, behind string
		for x := f.left; x < f.left+f.width; x++ {
			if cell := c.At(x, y); cell.Role != LevelLine {
				continue
			} else if x < at {
				before += string(cell.Rune)
			} else {
				behind += string(cell.Rune)
			}
		}
		if old, now := strings.Contains(before, " old "), strings.Contains(behind, " now "); before != "" && (!old || behind != "") || behind != "" && (!now || before != "") {
			t.Errorf("row %d: %q and %q in\n%s", y, before, behind, text(c))
		}
	}
	if s := text(c); !strings.Contains(s, " old ") || !strings.Contains(s, " now ") {
		t.Errorf("a name is missing:\n%s", s)
	}
}

// Where a name has no room, what is said in brief stands in its place, and only there.
func TestANameWithoutRoomIsSaidInBrief(t *testing.T) {
	draw := func(width int) string {
		o := options(width, 12, 40)
		o.Range = Range{Low: 0, High: 1}
		return text(Draw([]Series{
			{Label: "PVP, removed δ 0.1", Brief: "other ε", Role: Second, Values: slices.Repeat([]float64{0.3}, 20)},
			{Label: "DVP", Role: Main, Values: slices.Repeat([]float64{0.8}, 20)},
		}, nil, nil, o))
	}
	if s := draw(34); !strings.Contains(s, "other ε") || strings.Contains(s, "PVP") {
		t.Errorf("narrow:\n%s", s)
	}
	if s := draw(90); strings.Contains(s, "other ε") || !strings.Contains(s, "PVP, removed δ 0.1") {
		t.Errorf("wide:\n%s", s)
	}
	// Without any name it would be taken for what the other is.
	if s := draw(18); strings.Contains(s, "other") || strings.Contains(s, "╌") || !strings.Contains(s, "──") {
		t.Errorf("without room:\n%s", s)
	}
}

// The words of a change stand beside its own number alone: where two share a column the number is
// that of the newer, and the words of the older are left out.
func TestWordsOfAChangeStandBesideItsOwnNumber(t *testing.T) {
	o := options(64, 15, 1000)
	c := Draw([]Series{{Values: decay(1001, 1, 0)}}, []Mark{{500, "old"}, {501, "a change with words that have no room on either side of it"}}, nil, o)
	if got := text(c); strings.Contains(got, "old") || !strings.Contains(got, "②") {
		t.Errorf("the older change stands beside the number of the newer:\n%s", got)
	}
}

// One blank is between the words of a change and its own number, and more to all others: they can
// be nobody else's.
func TestWordsOfAChangeCanBelongToNoOther(t *testing.T) {
	told := 0
	for trial := range 2000 {
		random := rand.New(rand.NewPCG(uint64(trial), 11))
		var marks []Mark
		for i := range 2 + random.IntN(8) {
			marks = append(marks, Mark{1 + random.IntN(100), fmt.Sprintf("w%d%s", i+1, strings.Repeat("-", random.IntN(9)))})
		}
		slices.SortStableFunc(marks, func(a, b Mark) int { return a.Iteration - b.Iteration })
		for i := range marks {
			marks[i].Label = fmt.Sprintf("w%d%s", i+1, marks[i].Label[2:])
		}
		head := []rune(Draw([]Series{{Values: decay(100, 1, 0)}}, marks, nil, options(40+random.IntN(60), 12, 100)).Lines()[0])
		for i, m := range marks {
			at := strings.Index(string(head), m.Label)
			if at < 0 {
				continue
			}
			told++
			from := len([]rune(string(head)[:at]))
			before, after := string(head[max(from-3, 0):from]), string(slices.Concat(head[from+len(m.Label):], []rune("   "))[:3])
			own := markNumber(i+1, false)
			left := strings.HasSuffix(before, own+" ") && strings.TrimSpace(after) == ""
			right := strings.HasPrefix(after, " "+own) && strings.TrimSpace(before) == ""
			if !left && !right {
				t.Errorf("trial %d: %q in %q", trial, m.Label, string(head))
			}
		}
	}
	if told < 2000 {
		t.Errorf("only %d changes have words", told)
	}
}
