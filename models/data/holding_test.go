package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestHoldingsAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]string{
		"even": "", "sizes:5,3,1,1": "", "skewed:0.5": "", "skewed:0.5:sex": "", "sizes:300,100 skewed:0.25:education=Some-college": "",
		"skewed:0.5:a b:c": "", "skewed": "skewed:1", "skewed:0": "even", "skewed:0:sex": "", "skewed:1:label": "",
		"sizes:3, 1": "!", "sizes:0,1": "!", "sizes:": "!", "sizes:1,2 even": "!", "skewed:1.1": "!", "skewed:1e-400": "!", "skewed:0x1p-2000": "!", "skewed:0e5": "even", "skewed:NaN": "!", "skewed:": "!", "uneven": "!", "": "!", "sizes:99999999": "!",
	} {
		h, err := ParseHolding(text)
		if want == "" {
			want = text
		}
		if want == "!" != (err != nil) || err == nil && h.String() != want {
			t.Errorf("%q is read as %q, %v", text, h, err)
		}
		if again, err := ParseHolding(h.String()); want != "!" && (err != nil || again.String() != h.String()) {
			t.Errorf("%q is written as %q, which is read as %v, %v", text, h, again, err)
		}
	}
}

// people are n rows with two one-hot groups and a number, of which a third has the label +1.
func people(n int) *Dataset {
	d := &Dataset{Name: "people", Columns: []string{"age", "sex=F", "sex=M", "town=A", "town=B", "town=C"}, Rows: NewRows(6, n, 3)}
	for i := range n {
		d.Rows.Append([]int32{0, int32(1 + i%2), int32(3 + i%3)}, []float64{float64((i * 37) % n), 1, 1})
		d.Labels = append(d.Labels, []float64{1, -1, -1}[i%3])
	}
	return d
}

// The label is the class; where a column has that name, too, nobody can tell which is meant.
func TestTheLabelIsTheClass(t *testing.T) {
	d := people(30)
	rows := make([]int, 30)
	for i := range rows {
		rows[i] = i
	}
	want, err := Holding{Skew: 1}.Deal(d, rows, 3, rows)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := (Holding{Skew: 1, By: Label}).Deal(d, rows, 3, rows); err != nil || !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for _, name := range []string{"label", "label=a"} {
		d.Columns[0] = name
		if _, err := (Holding{Skew: 1, By: Label}).Deal(d, rows, 3, rows); err == nil || !strings.Contains(err.Error(), "a column called label, too") {
			t.Errorf("with a column %s: %v", name, err)
		}
	}
}

// Whatever is asked for, every row is held once, in order within its node, and a node has
// as many as it was to have; without skew rows go by turns.
func TestEveryRowIsHeldOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	d := people(211)
	for range 300 {
		n, nodes := 20+rng.IntN(190), 1+rng.IntN(7)
		rows := rng.Perm(211)[:n]
		h := Holding{Skew: float64(rng.IntN(5)) / 4, By: []string{"", "age", "sex", "town", "sex=M"}[rng.IntN(5)]}
		all := 0
		if rng.IntN(2) == 0 {
			for range nodes {
				h.Sizes = append(h.Sizes, 1+rng.IntN(3))
				all += h.Sizes[len(h.Sizes)-1]
			}
		}
		parts, err := h.Deal(d, rows, nodes, rng.Perm(n))
		if err != nil {
			t.Fatal(err)
		}
		var held []int
		for i, part := range parts {
			held = append(held, part...)
			if !slices.IsSortedFunc(part, func(a, b int) int { return slices.Index(rows, a) - slices.Index(rows, b) }) {
				t.Fatalf("%v: node %d holds %v of %v", h, i+1, part, rows)
			}
			want := float64(n) / float64(nodes)
			if h.Sizes != nil {
				want = float64(n*h.Sizes[i]) / float64(all)
			}
			if math.Abs(float64(len(part))-want) >= 1 {
				t.Fatalf("%v: node %d holds %d of %d rows, want about %g", h, i+1, len(part), n, want)
			}
			for k, row := range part {
				if h.Skew == 0 && h.Sizes == nil && row != rows[k*nodes+i] {
					t.Fatalf("node %d does not hold every %d-th row", i+1, nodes)
				}
			}
		}
		if slices.Sort(held); !slices.Equal(held, slices.Sorted(slices.Values(rows))) {
			t.Fatalf("%v: %v are held, of %v", h, held, rows)
		}
	}
}

// Sizes are exact where they add up to the rows, and proportions where they do not; none
// may be left with nothing, and there is one for each node.
func TestSizesAreExactWhereTheyAddUp(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		n     int
		want  string
	}{
		{[]int{300, 100, 50}, 450, "[300 100 50]"},
		{[]int{300, 100, 50}, 900, "[600 200 100]"},
		{[]int{5, 3, 1, 1}, 101, "[50 30 10 11]"},
		{[]int{1000, 1}, 500, "[499 1]"},
		{[]int{1, 1000}, 500, "split = sizes:1,1000 leaves node 1 without any of 500 training rows"},
		{[]int{1, 1}, 1, "nodes = 2, training rows = 1"},
	} {
		sizes, err := Holding{Sizes: c.sizes}.sizes(c.n, len(c.sizes))
		got := fmt.Sprint(sizes)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%v of %d rows: %s, want %s", c.sizes, c.n, got, c.want)
		}
	}
	if err := (Holding{Sizes: []int{1, 2}}).Fits(1); err == nil || !strings.Contains(err.Error(), "expected one, as there is one node") {
		t.Errorf("two sizes for one node: %v", err)
	}
	if _, err := (Holding{Sizes: []int{1, 1000}}).sizes(500, 3); err == nil || !strings.Contains(err.Error(), "names 2 sizes, expected one for each of the 3 nodes") {
		t.Errorf("two sizes for three nodes: %v", err)
	}
}

// A share of no row would be told as a split, and be none.
func TestASkewThatSortsNoRowIsRefused(t *testing.T) {
	rows, order := make([]int, 100), rand.New(rand.NewPCG(9, 9)).Perm(100)
	for skew, want := range map[float64]string{
		0.0049: "split = skewed:0.0049 sorts none of 100 training rows, expected a share that rounds to at least one row, or even",
		0.005:  "", 0: "",
	} {
		got := ""
		if _, err := (Holding{Skew: skew}).Deal(people(100), rows, 2, order); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("a share of %g: %q, want %q", skew, got, want)
		}
		if parts, err := (Holding{Skew: skew, By: "nothing"}).Deal(people(100), rows, 1, nil); err != nil || !slices.Equal(parts[0], rows) {
			t.Errorf("a share of %g, one node: %v, %v; it has all rows and reads no split", skew, parts, err)
		}
	}
}

// "We allocate to each client s% i.i.d. data and the remaining (100 - s)% by sorting":
// node i's share of +1 is 1 - Skew times everybody's and Skew times that of its block. At 1
// the labels lie as far apart as the counts allow.
func TestSkewMixesTheBlockWithAll(t *testing.T) {
	const n, nodes = 30000, 5
	d, rng := people(n), rand.New(rand.NewPCG(7, 7))
	rows := rng.Perm(n)
	block := []float64{0, 0, 0, 2. / 3, 1} // the upper third of sorted labels is +1
	for _, skew := range []float64{0, 0.25, 0.5, 1} {
		parts, err := Holding{Skew: skew}.Deal(d, rows, nodes, rng.Perm(n))
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range parts {
			positive := 0.0
			for _, row := range part {
				if d.Labels[row] > 0 {
					positive++
				}
			}
			// The share among 6,000 has a standard deviation below 0.0065, of the block's edge
			// that of the chosen rows, below 5 times that: 0.05 is missed once in 10^9 runs.
			got, want := positive/float64(len(part)), (1-skew)/3+skew*block[i]
			if math.Abs(got-want) > 0.05 || skew == 1 && math.Abs(got-want) > 1e-3 {
				t.Errorf("skew %g: node %d has %g of +1, want %g", skew, i+1, got, want)
			}
		}
	}
	// By a group, and by a column.
	parts, err := Holding{Skew: 1, By: "town"}.Deal(d, rows, 3, rng.Perm(n))
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range parts {
		for _, row := range part {
			if row%3 != i {
				t.Fatalf("node %d holds somebody of town %c", i+1, 'A'+row%3)
			}
		}
	}
	if parts, err = (Holding{Skew: 1, By: "age"}).Deal(d, rows, 2, rng.Perm(n)); err != nil {
		t.Fatal(err)
	}
	for _, row := range parts[0] {
		if row*37%n >= n/2 {
			t.Fatalf("node 1 holds somebody of age %d", row*37%n)
		}
	}
	if _, err := (Holding{Skew: 1, By: "sexx"}).Deal(d, rows, 2, rng.Perm(n)); err == nil || !strings.Contains(err.Error(), `no group of columns "sexx"`) {
		t.Errorf("by nothing: %v", err)
	}
	// By a name that two columns have nothing is sorted: it took the first.
	for _, text := range []string{"a,a,y\n1,2,no\n2,1,yes\n3,5,no\n", "a,a,y\nx,2,no\nv,1,yes\nx,5,no\n", "a,a,y\nx,p,no\nv,q,yes\nx,q,no\n"} {
		twice, err := readCSV(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (Holding{Skew: 1, By: "a"}).Deal(twice, []int{0, 1, 2}, 2, []int{0, 1, 2}); err == nil || !strings.Contains(err.Error(), `more than one column of csv:a.csv is called "a"`) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
