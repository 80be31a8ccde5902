package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// The usual size is that of gisette (Guyon et al., NIPS 2003 feature selection
// challenge): 6,000 training and 1,000 test records.
const (
	wideRows    = 7000
	wideColumns = 5000
)

// Bounds of Wide. With fewer columns there would not be enough pairs.
const (
	minWideRows    = 20
	maxWideRows    = 1_000_000
	minWideColumns = 100
	maxWideColumns = 20_000
	maxWideEntries = 250_000_000 // 2 GB
)

var wideKind = Kind{
	Name: "wide", Argument: "ROWSxCOLUMNS", Asked: "size", Alone: true,
	About: "wide is drawn, too, and of the size of gisette: 6,000 training and 1,000 test rows of 5,000 columns, half of them distractors; wide:700x500 is a smaller one.",
	Offers: []Offer{
		{Key: "wide", Title: "wide", Detail: "7,000 x 5,000", Long: "drawn data of the size of gisette, half of the columns without information: for vertical sharing, parties = 2000,4000"},
		{Key: "wide:700x500", Title: "wide:700x500", Detail: "700 x 500", Long: "a smaller one of the same kind"},
	},
	Check: func(argument string) error {
		_, _, err := wideSize(argument)
		return err
	},
	Words: func(argument string) (name, size string) {
		if argument == "" {
			argument = fmt.Sprintf("%dx%d", wideRows, wideColumns)
		}
		return "wide", strings.ReplaceAll(argument, "x", " x ")
	},
	Version: 1,
	Draw: func(argument string, progress Progress) (*Dataset, error) {
		rows, columns, err := wideSize(argument)
		if err != nil {
			return nil, fmt.Errorf("drawing wide data: %w", err)
		}
		return Wide(rows, columns, progress)
	},
}

// wideSize reads a size such as 700x500; "" is the usual one.
func wideSize(size string) (rows, columns int, err error) {
	if size == "" {
		return wideRows, wideColumns, nil
	}
	first, second, _ := strings.Cut(size, "x")
	rows, err = strconv.Atoi(first)
	if err == nil {
		columns, err = strconv.Atoi(second)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%q is not a size, expected ROWSxCOLUMNS such as 700x500", size)
	}
	return rows, columns, checkWide(rows, columns)
}

// The population is the same in every session: this seed is no parameter.
const wideSeed1, wideSeed2 = 0x77696465, 1

const (
	wideStyles = 10  // ways in which people differ that have nothing to do with the label
	wideStyle  = 0.3 // standard deviation a style adds to an informative column
	// wideSignal is the distance of the two classes along the informative columns
	// together, in standard deviations. At the usual size, logistic regression with
	// lambda = 1 over the parties' unit blocks (cuts 2000,4000) then errs on 7.4 % of
	// the test rows; the three parties alone err on 9.7, 10.1 and 12.2 %.
	wideSignal = 3.4
)

// wide is how the columns of a table are made. A tenth of them is informative:
// with a label y of +1 or -1, styles z and noise e, both standard normal,
//
//	x_j = (signal/sqrt(informative)) s_j y/2 + u_j.z + e_j,   s_j = +1 or -1
//
// Four tenths are products (1 + x_i)(1 + x_j) of two informative columns, less
// their mean. The other half are distractors: the same columns of another person,
// a ghost whose label is a coin of its own. So a distractor is distributed as the
// column it is made like, together with all other distractors, and knows nothing
// of the label.
type wide struct {
	informative int
	shift       []float64             // s_j times the half distance, by informative column
	style       [][wideStyles]float64 // u_j
	pairs       [][2]int              // of informative columns
	mean        []float64             // of each pair's product
	place       []int                 // column of the table, by kind: real ones first, then the ghost's

	rng     *rand.Rand
	normals *normals
	person  []float64 // informative columns of the person at hand
}

// Wide draws a wide dense table: rows of unit norm, labels balanced, the columns
// in a drawn order, named after what they are. The last seventh of the rows is
// the test file. Everyone gets the same table for the same size.
func Wide(rows, columns int, progress Progress) (*Dataset, error) {
	if err := checkWide(rows, columns); err != nil {
		return nil, fmt.Errorf("drawing wide data: %w", err)
	}
	w := newWide(columns, rand.New(rand.NewPCG(wideSeed1, wideSeed2)))
	half := w.informative + len(w.pairs)
	d := &Dataset{
		Name: fmt.Sprintf("wide:%dx%d", rows, columns), Rows: NewDense(columns, rows),
		Labels: make([]float64, rows), Columns: w.names(), Classes: [2]string{"-1", "+1"},
		// Even, so that the training labels are balanced, too.
		TestFrom: rows * 6 / 7 &^ 1,
	}
	for i := range d.Labels {
		// Two by two, one of each label.
		if d.Labels[i] = w.coin(); i%2 == 1 {
			d.Labels[i] = -d.Labels[i-1]
		}
		_, row := d.Rows.Row(i)
		w.draw(row, d.Labels[i], w.place[:half])
		w.draw(row, w.coin(), w.place[half:])
		scaleToUnit(row)
		if i%64 == 0 {
			if err := progress.tell(i, rows); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

// checkWide says what is wrong with a size.
func checkWide(rows, columns int) error {
	switch {
	case rows < minWideRows || rows > maxWideRows:
		return fmt.Errorf("%d rows, expected %d to %d", rows, minWideRows, maxWideRows)
	case columns < minWideColumns || columns > maxWideColumns:
		return fmt.Errorf("%d columns, expected %d to %d", columns, minWideColumns, maxWideColumns)
	case columns > maxWideEntries/rows: // their product may be no int
		return fmt.Errorf("%d rows of %d columns, expected at most %d entries in all", rows, columns, maxWideEntries)
	}
	return nil
}

func newWide(columns int, rng *rand.Rand) *wide {
	w := &wide{informative: columns / 10, rng: rng, normals: newNormals()}
	w.person = make([]float64, w.informative)
	half := wideSignal / 2 / math.Sqrt(float64(w.informative))
	for range w.informative {
		w.shift = append(w.shift, half*w.coin())
		var u [wideStyles]float64
		for k := range u {
			u[k] = wideStyle / math.Sqrt(wideStyles) * w.normals.draw(w.rng)
		}
		w.style = append(w.style, u)
	}
	taken := map[[2]int]bool{}
	for real := (columns + 1) / 2; len(w.pairs) < real-w.informative; {
		i, j := w.rng.IntN(w.informative), w.rng.IntN(w.informative)
		if i >= j || taken[[2]int{i, j}] {
			continue
		}
		taken[[2]int{i, j}] = true
		w.pairs = append(w.pairs, [2]int{i, j})
		// E (1 + x_i)(1 + x_j) = 1 + E x_i x_j
		mean := 1 + float64(w.shift[i]*w.shift[j])
		for k, u := range w.style[i] {
			mean += float64(u * w.style[j][k])
		}
		w.mean = append(w.mean, mean)
	}
	w.place = w.rng.Perm(columns)
	return w
}

// coin is +1 or -1.
func (w *wide) coin() float64 { return float64(2*w.rng.IntN(2) - 1) }

// draw writes the columns of one person of label y into row at the given places,
// as many as there are.
func (w *wide) draw(row []float64, y float64, place []int) {
	var z [wideStyles]float64
	for k := range z {
		z[k] = w.normals.draw(w.rng)
	}
	for j := range w.person {
		// Every product rounded on its own: the same bits on every machine.
		x := float64(w.shift[j]*y) + w.normals.draw(w.rng)
		for k, u := range w.style[j] {
			x += float64(u * z[k])
		}
		w.person[j] = x
	}
	for k, at := range place {
		if k < w.informative {
			row[at] = w.person[k]
			continue
		}
		k -= w.informative
		i, j := w.pairs[k][0], w.pairs[k][1]
		row[at] = float64((1+w.person[i])*(1+w.person[j])) - w.mean[k]
	}
}

// names tells of each column what it is.
func (w *wide) names() []string {
	names := make([]string, len(w.place))
	real := w.informative + len(w.pairs)
	for k, at := range w.place {
		kind := ""
		if k >= real {
			kind, k = "distractor ", k-real
		}
		if k < w.informative {
			names[at] = fmt.Sprintf("%sx%d", kind, k+1)
		} else {
			p := w.pairs[k-w.informative]
			names[at] = fmt.Sprintf("%sx%d*x%d", kind, p[0]+1, p[1]+1)
		}
	}
	return names
}
