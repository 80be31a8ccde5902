package audit

import (
	"math"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/noise"
)

// census makes n rows like encoded census records: blocks of one-hot columns
// (dependent, every block sums to the same) and a numeric column, of unit norm. In
// the other table one entry of the numeric column is larger by 1.
func census(n int) (rows, other data.Rows) {
	sizes := []int{7, 16, 14, 6, 5} // 48 columns and a numeric one
	d := 1
	for _, s := range sizes {
		d += s
	}
	stream := noise.New(3).Stream(noise.Shuffle, 0, 0)
	rows, other = data.NewRows(d, n, 6), data.NewRows(d, n, 6)
	length := 1 / math.Sqrt(float64(len(sizes))+0.25)
	for i := range n {
		index, value := []int32{}, []float64{}
		first := 0
		for _, s := range sizes {
			index = append(index, int32(first+int(stream.Uint64()%uint64(s))))
			value = append(value, length)
			first += s
		}
		index, value = append(index, int32(first)), append(value, 0.5*length*math.Sin(float64(i)))
		rows.Append(index, value)
		if i == 17 {
			value[len(value)-1]++
		}
		other.Append(index, value)
	}
	return rows, other
}

// SHARING (10): xi ~ N(0, sigma^2 (D'D)^-1). One message names the data set, also
// with dependent columns; noise on the message itself leaves the test undecided.
func TestPrintedNoiseNamesTheDataSet(t *testing.T) {
	const n = 40_000
	rows, other := census(n)
	block := models.NewBlock(rows)
	g, xi := make([]float64, rows.Dim), make([]float64, rows.Dim)
	noise.New(1).Gaussian(g, noise.Message, 0, 1, 5)
	block.InverseRoot(xi, g)
	message := make([]float64, n)
	block.Apply(message, xi)

	a := ColumnSpace(message, models.NewBlock(rows), models.NewBlock(other))
	if a.Verdict != FromFirst || a.First.Rank >= rows.Dim {
		t.Errorf("%+v: %s", a, a.Words())
	}
	if b := ColumnSpace(message, models.NewBlock(other), models.NewBlock(rows)); b.Verdict != FromOther {
		t.Errorf("exchanged: %s", b.Words())
	}
	// Rounding and the change are told apart with orders of magnitude to spare.
	if a.First.Residual > a.First.Tolerance/3 || a.Other.Residual < 1e4*a.Other.Tolerance {
		t.Errorf("residuals %g and %g beside tolerance %g", a.First.Residual, a.Other.Residual, a.First.Tolerance)
	}

	spread := make([]float64, n)
	noise.New(1).Gaussian(spread, noise.Message, 0, 1, 5)
	for i := range spread {
		spread[i] += message[i]
	}
	if c := ColumnSpace(spread, models.NewBlock(rows), models.NewBlock(other)); c.Verdict != Undecided || c.First.Residual < 0.5 {
		t.Errorf("noise on the message: %s", c.Words())
	}
}

func TestColumnSpaceSaysWhenItCannotTell(t *testing.T) {
	rows, _ := census(200)
	message := make([]float64, 200)
	models.NewBlock(rows).Apply(message, make([]float64, rows.Dim))
	if a := ColumnSpace(message, models.NewBlock(rows), models.NewBlock(rows)); a.Verdict != Undecided || a.trouble == "" {
		t.Errorf("zero message: %s", a.Words())
	}
	x := make([]float64, rows.Dim)
	x[3], x[rows.Dim-1] = 1, 2
	models.NewBlock(rows).Apply(message, x)
	// Columns in other units span the same space.
	scaled := rows
	scaled.Value = append([]float64(nil), rows.Value...)
	for i := range scaled.Value {
		scaled.Value[i] *= 3
	}
	if a := ColumnSpace(message, models.NewBlock(rows), models.NewBlock(scaled)); a.Verdict != Undecided || !a.First.inside() {
		t.Errorf("same span: %s", a.Words())
	}
	for _, bad := range []SpaceAttack{
		ColumnSpace(message[:3], models.NewBlock(rows), models.NewBlock(rows)), ColumnSpace(message, models.NewBlock(rows), models.NewBlock(data.NewRows(3, 0, 0))),
		ColumnSpace(append([]float64{math.NaN()}, message[1:]...), models.NewBlock(rows), models.NewBlock(rows)),
	} {
		if bad.Verdict != Undecided || bad.trouble == "" {
			t.Errorf("bad input: %+v", bad)
		}
	}
}

// spy runs vertical sharing with a party whose columns are those of the unit
// matrix, and returns the dual variable as that party knows it after the given
// iterations. Its model is w/(1+kappa), and with its own message u and (8), w tells
// y(t) = (rho (u - w) + y(t-1)) / 2.
func spy(t *testing.T, labels []float64, variant string, iterations int) []float64 {
	t.Helper()
	spec, _ := admm.Find("sharing")
	set := spec.Defaults()
	set.Variant = variant
	n := len(labels)
	rows, _ := census(n)
	method := spec.New(admm.Problem{Blocks: []*models.Block{models.NewBlock(rows), models.NewBlock(unitColumns(n))}, Labels: labels, Loss: models.Logistic{}, Each: models.Serial})
	dual, sent := make([]float64, n), make([]float64, n)
	for at := 1; at <= iterations+1; at++ {
		r := method.Step(admm.Step{Iteration: at, Set: &set, Noise: noise.New(2)})
		if at > 1 {
			for i, x := range r.Models[1] {
				w := x * (1 + set.Lambda/set.Rho[0])
				dual[i] = (set.Rho[0]*(sent[i]-w) + dual[i]) / 2
			}
		}
		copy(sent, r.Broadcast[1])
	}
	return dual
}

// read is Labels where scores are small beside 1.
func read(dual, labels []float64) LabelAttack {
	return Labels(dual, make([]float64, len(dual)), 1, labels)
}

// (7) and (8) together make y the slope of the loss: every label is public, under
// either noise; randomised response leaves e^eps/(1+e^eps) of them. The recovered
// count of n labels has standard deviation sqrt(n p (1-p)); six of them are missed
// with probability 2e-9.
func TestLabelsAreReadOffTheDualVariable(t *testing.T) {
	const n = 400
	labels := make([]float64, n)
	for i := range labels {
		labels[i] = 1 - 2*float64(i*i%7%2)
	}
	for _, variant := range []string{"isotropic", "printed"} {
		dual := spy(t, labels, variant, 3)
		if a := read(dual, labels); a.Share() != 1 {
			t.Errorf("%s noise: %s", variant, a.Words())
		}
	}
	for _, epsilon := range []float64{0.5, 2} {
		hidden := randomise(labels, epsilon, noise.New(8))
		dual := spy(t, hidden, "isotropic", 1)
		p := recovery(epsilon)
		if a := read(dual, labels); math.Abs(a.Share()-p) > 6*math.Sqrt(p*(1-p)/n) {
			t.Errorf("epsilon %g: %s, want about %.3g", epsilon, a.Words(), p)
		}
		if a := read(dual, hidden); a.Share() != 1 {
			t.Errorf("epsilon %g: flipped labels: %s", epsilon, a.Words())
		}
	}
}

// Beyond Huber's margin the slope is 0, and the attack says how many it does not read.
func TestLabelsBeyondTheMarginAreNotRead(t *testing.T) {
	labels := []float64{1, -1, 1, 1}
	z, dual := make([]float64, 4), make([]float64, 4)
	models.Huber{H: 0.5}.Steps(z, dual, labels, []float64{5, -7, 1, -2}, make([]float64, 4), 1)
	dual[1] -= 3e-16 // roundoff of (8), of the wrong sign
	a := Labels(dual, []float64{5, -7, 1, -2}, 1, labels)
	if a.Right != 2 || a.Guess[0] != 0 || a.Guess[1] != 0 || !strings.Contains(a.Words(), "2 of 4 labels read correctly") || !strings.Contains(a.Words(), "2 are not read") {
		t.Errorf("%v: %s", a.Guess, a.Words())
	}
}

func TestRandomiseIsMonotoneAndFailsClosed(t *testing.T) {
	labels := make([]float64, 4000)
	for i := range labels {
		labels[i] = 1
	}
	weak, strong := randomise(labels, 3, noise.New(4)), randomise(labels, 1, noise.New(4))
	for i := range labels {
		if weak[i] == -1 && strong[i] == 1 {
			t.Fatal("a larger epsilon flipped more")
		}
	}
	// Six standard deviations of a fair coin over 4000 throws: 0.047.
	for _, epsilon := range []float64{0, -1, math.NaN()} {
		if share := read(labels, randomise(labels, epsilon, noise.New(4))).Share(); math.Abs(share-0.5) > 0.048 {
			t.Errorf("epsilon %g flips %g", epsilon, share)
		}
	}
	if a := read(make([]float64, 3), labels); a.Right != 0 || read(nil, nil).Share() != 0 || read([]float64{-1}, nil).Right != 0 {
		t.Errorf("silent dual: %s", a.Words())
	}
}

// randomise returns the labels, each flipped with probability 1/(1+e^epsilon):
// randomised response, epsilon-private for each label, and everything that is
// computed from the result is too. Call it once, before the run; a second,
// independent answer would cost epsilon again. The flips are those of a run with
// the same source; a larger epsilon flips a subset of them. An epsilon that is not above 0 (or NaN) flips with probability 1/2.
//
// Warner, Randomized response, JASA 60 (1965).
func randomise(labels []float64, epsilon float64, source noise.Source) []float64 {
	if !(epsilon > 0) {
		epsilon = 0
	}
	out := slices.Clone(labels)
	source.Flip(out, epsilon)
	return out
}

// recovery is the share of the true labels that a reader of the randomised ones
// gets right on average, e^epsilon/(1+e^epsilon).
func recovery(epsilon float64) float64 { return models.Sigmoid(epsilon) }
