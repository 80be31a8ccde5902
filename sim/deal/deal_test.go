package deal

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"admmlab/models/data"
	"admmlab/models/linear"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/privacy"
)

// small is a config on 600 census people with the given keys, as a person would
// write them.
func small(t *testing.T, lines ...string) config.Config {
	t.Helper()
	text := "data = \"census:600\"\nC = 60\n" + strings.Join(lines, "\n")
	c, err := config.ParseText([]byte(text), "test.toml")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return c
}

func census(t *testing.T) *data.Dataset {
	t.Helper()
	set, err := data.Census(600, nil)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// dealOf is what a run of c works on.
func dealOf(t *testing.T, c config.Config) *Deal {
	t.Helper()
	dealt, err := New(c, census(t), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return dealt
}

// Training row k of the order belongs to node k mod nodes.
func TestRowsAreDealtInTurn(t *testing.T) {
	dealt := dealOf(t, small(t, "shuffle = false", "nodes = 4", "train = 9"))
	if dealt.Size.Train != 9 || dealt.Size.Test != 591 {
		t.Fatalf("split %d and %d", dealt.Size.Train, dealt.Size.Test)
	}
	want := []int{3, 2, 2, 2}
	for i, rows := range dealt.Rows {
		if len(rows) != want[i] || rows[0] != i {
			t.Errorf("node %d holds %v", i+1, rows)
		}
	}
}

// Whether runs train and test on the same rows is told from their settings as it is by the
// rows that are dealt, of data with a test file of their own, too.
func TestTheSameRowsAreToldFromTheSettings(t *testing.T) {
	file := *census(t)
	file.TestFrom = 500
	var asked []config.Config
	for _, lines := range [][]string{
		{}, {"seed = 8"}, {"shuffle = false"}, {"shuffle = false", "seed = 8"}, {"train = 530"}, {"train = 500"}, {"train = 500", "shuffle = false"}, {"nodes = 7"},
		{"split = \"skewed:0.5\""}, {"split = \"skewed:0.5\"", "shuffle = false"}, {"split = \"skewed:0.5\"", "shuffle = false", "seed = 8"},
		{"held_out = 0.1"}, {"held_out = 0.1", "seed = 8"}, {"method = \"sharing\""}, {"method = \"sharing\"", "parties = \"40,70\"", "shuffle = false"},
	} {
		asked = append(asked, small(t, lines...))
	}
	for _, set := range []*data.Dataset{census(t), &file} {
		var sizes []Size
		var rows [][]int
		for _, c := range asked {
			dealt, err := New(c, set, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			all := slices.Concat(dealt.Rows...)
			slices.Sort(all)
			sizes, rows = append(sizes, dealt.Size), append(rows, all)
		}
		for i, a := range asked {
			for k, b := range asked {
				want := sizes[i].Test == sizes[k].Test && slices.Equal(rows[i], rows[k])
				if got := SameRows(a, b, sizes[k]); got != want {
					t.Errorf("test rows from %d on: the same rows: %t, want %t:\n%s\n%s", set.TestFrom, got, want, a.Text(), b.Text())
				}
			}
		}
	}
}

func TestAHeldOutShareOfLessThanARowIsRefused(t *testing.T) {
	if _, err := New(small(t, "held_out = 0.0001"), census(t), nil, nil); err == nil || err.Error() != "held_out = 0.0001 of 530 training rows is none, expected a share of at least one row" {
		t.Error(err)
	}
}

// As many rows are set aside as are no larger a share than the one that is written, also where
// its product with all rows is below a whole number by the rounding of a computer.
func TestAHeldOutShareIsTheOneThatIsWritten(t *testing.T) {
	rows := make([]int, 2000)
	few := func(share float64, train int) int {
		t.Helper()
		_, aside, err := setAside(rows[:train], share)
		if err != nil {
			t.Fatal(err)
		}
		return len(aside)
	}
	for _, c := range []struct {
		share       float64
		train, want int
	}{{0.29, 100, 29}, {0.7, 90, 63}, {0.28999999999999, 100, 28}, {0.291, 100, 29}, {0.9, 10, 9}, {0.2, 7, 1}} {
		if got := few(c.share, c.train); got != c.want {
			t.Errorf("%g of %d rows sets %d aside, want %d", c.share, c.train, got, c.want)
		}
	}
	for percent := 1; percent <= 90; percent++ {
		for train := 100; train <= len(rows); train++ {
			if got, want := few(float64(percent)/100, train), percent*train/100; got != want {
				t.Errorf("%d %% of %d rows sets %d aside, want %d", percent, train, got, want)
			}
		}
	}
}

// The claim is about columns that differ by at most 1 in norm, and by as much they do.
func TestAColumnIsTurnedByOneAtMost(t *testing.T) {
	for _, column := range [][]float64{{-1}, {-0.7, -0.7, -0.7}, {-0.9, 1, 1, 1}, {0, 0}, {0, -0.3}, {0.2, -0.1, 0.4}, {3, 2, 2}, {math.Copysign(0, -1), 1}} {
		turned := slices.Clone(column)
		turn(turned)
		apart := slices.Clone(column)
		linear.AddScaled(apart, -1, turned)
		if d := linear.Norm(apart); !(d <= 1+1e-12 && d > 0) {
			t.Errorf("%v becomes %v, which is %g away", column, turned, d)
		}
	}
}

// Neighbouring worlds differ in the first record of one holder, under sharing in its first
// column or its first person, and in nothing else.
func TestWorldsDifferInOneRecord(t *testing.T) {
	const holder = 2
	for _, method := range []string{"dvp", "sharing"} {
		c := small(t, `method = "`+method+`"`)
		dealt := dealOf(t, c)
		for _, a := range []privacy.Adjacency{privacy.Replace, privacy.Remove} {
			worlds := dealt.Worlds(c, holder, a, false)
			if n := len(worlds[0].Locals) + len(worlds[0].Blocks); n != dealt.Holders() || len(worlds[1].Locals)+len(worlds[1].Blocks) != n {
				t.Fatalf("%s: %d holders, dealt to %d", method, n, dealt.Holders())
			}
			rowsOf := func(w, i int) data.Rows {
				if method == "sharing" {
					return worlds[w].Blocks[i].Rows()
				}
				return worlds[w].Locals[i].Rows()
			}
			for i := range dealt.Holders() {
				one, other := dense(rowsOf(0, i)), dense(rowsOf(1, i))
				differs := false
				for k := range one {
					for j := range one[k] {
						may := i == holder && (k == 0 && (method == "dvp" || a == privacy.Remove) || j == 0 && method == "sharing" && a == privacy.Replace)
						if one[k][j] != other[k][j] {
							if differs = true; !may {
								t.Fatalf("%s, adjacency %d: holder %d differs in row %d, column %d", method, a, i, k, j)
							}
						}
					}
				}
				if differs != (i == holder) {
					t.Errorf("%s, adjacency %d: holder %d differs: %v", method, a, i, differs)
				}
			}
		}
	}
}

// Turned round, a row of zeros would stay as it is, and an audit would compare data with
// themselves: it becomes a unit row.
func TestTheNeighbourOfAnEmptyRowIsAnotherOne(t *testing.T) {
	for _, entries := range [][]float64{nil, {0, 0, 0}} {
		rows := data.NewRows(3, 2, 3)
		rows.Append([]int32{0, 1, 2}[:len(entries)], entries)
		rows.Append([]int32{0, 2}, []float64{0.6, 0.8})
		other := dense(otherBlock(rows, privacy.Remove))
		if size := linear.Norm(other[0]); size != 1 {
			t.Errorf("%v: the row becomes %v, of norm %g", entries, other[0], size)
		}
		if !slices.Equal(other[1], dense(rows)[1]) {
			t.Errorf("%v: another row becomes %v", entries, other[1])
		}
	}
}

// dense is a table with its zeros.
func dense(rows data.Rows) [][]float64 {
	table := make([][]float64, rows.Len())
	for k := range table {
		table[k] = make([]float64, rows.Dim)
		index, value := rows.Row(k)
		for n, j := range index {
			table[k][j] = value[n]
		}
	}
	return table
}

// A weight that small data have no room for is refused: with it every change on the way would be
// left out.
func TestAWeightTooSmallForSmallDataIsRefused(t *testing.T) {
	c := small(t, `events = ["at 2: C = 1e-6"]`)
	whole := dealOf(t, c)
	if _, _, err := whole.Worst(c, privacy.Replace); err == nil || !strings.Contains(err.Error(), "raise C") {
		t.Errorf("C = 1e-6 on the way: %v", err)
	}
	c.Events, c.Set.C = nil, []float64{1e-6}
	if _, _, err := whole.Worst(c, privacy.Replace); err == nil || !strings.Contains(err.Error(), "out of range") {
		t.Errorf("C = 1e-6: %v", err)
	}
}

// Small data of the worst records keep C_i/B_i of every node, whoever holds how much, and
// both worlds start where the run does.
func TestSmallDataKeepTheWeightOfEveryNode(t *testing.T) {
	c := small(t, `method = "pvp"`, `split = "sizes:5,1,2,1,1 skewed:0.5"`, "start = 0.5", `events = ["at 2: C = 30"]`)
	c.Set.C = []float64{20, 10, 5, 8, 53}
	whole := dealOf(t, c)
	tiny, worst, err := whole.Worst(c, privacy.Replace)
	if err != nil {
		t.Fatal(err)
	}
	later, err := admm.ParseNumbers(tiny.Events[0].Value)
	if err != nil {
		t.Fatal(err)
	}
	for i, local := range worst.Locals {
		b := float64(whole.Locals[i].Records())
		if local.Records() != pairOf || math.Abs(tiny.Set.C.At(i)/pairOf-c.Set.C[i]/b) > 1e-15 || math.Abs(later.At(i)/pairOf-30/b) > 1e-15 {
			t.Errorf("node %d has C = %g, later %g, on %d records; it had %g on %g", i+1, tiny.Set.C.At(i), later.At(i), local.Records(), c.Set.C[i], b)
		}
	}
	worlds := worst.Worlds(tiny, 1, privacy.Replace, true)
	if !reflect.DeepEqual(worlds[0].Start, worlds[1].Start) || len(worlds[0].Start) != 5 || worlds[0].Start[2][1] == 0 {
		t.Errorf("the worlds start at %v and %v", worlds[0].Start, worlds[1].Start)
	}
}
