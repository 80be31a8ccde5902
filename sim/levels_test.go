package sim

import (
	"math"
	"strconv"
	"testing"

	"admmlab/models"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/level"
)

// levels are those of a run of c, all of them.
func levels(t *testing.T, c config.Config, totals ...float64) *level.Levels {
	t.Helper()
	dealt, err := deal.New(c, load(t, c.Data), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var last *level.Levels
	for last = range level.Of(c, dealt, models.Serial, totals) {
	}
	return last
}

// A run that learns from randomised labels is measured by those of the data, as what it is
// measured against is.
func TestALossIsByTheLabelsOfTheData(t *testing.T) {
	for _, labels := range []string{"0", "0.2"} {
		c := small(t, `method = "sharing"`, `order = "gauss-seidel"`, "private = false", "iterations = 20", "labels = "+labels)
		s := start(t, c, models.Serial)
		var row Row
		for s.Ready() {
			row, _ = s.Step()
		}
		if want := level.Pool(c, s.deal).Score(s.last.Mean).TrainLoss; math.Abs(row.TrainLoss/want-1) > 1e-12 {
			t.Errorf("labels = %s: the loss is %g, and that of the same weights %g", labels, row.TrainLoss, want)
		}
	}
}

// The curator is DVP with one node, one iteration and its own rho: the same models, to the last digit
// that a minimiser promises, and the same total.
func TestTheCuratorIsDVPWithOneNodeAndOneIteration(t *testing.T) {
	serial(t)
	for _, adjacency := range []string{"replace", "remove"} {
		for _, method := range []string{"dvp", "mradmm"} {
			c := small(t, `method = "`+method+`"`, `adjacency = "`+adjacency+`"`)
			for _, epsilon := range []float64{0.5, 6} {
				got := levels(t, c, epsilon).Curator[0]
				var want baseline.Score
				for k := range got.Draws {
					one := small(t, `method = "dvp"`, `variant = "balanced"`, "nodes = 1", "iterations = 1", `adjacency = "`+adjacency+`"`,
						"alpha = "+strconv.FormatFloat(got.Alpha, 'g', -1, 64), "rho = "+strconv.FormatFloat(got.R, 'g', -1, 64), "repeat = "+strconv.Itoa(k))
					rows, _ := finish(start(t, one, models.Serial))
					if r := rows[0]; !(r.Tight <= epsilon && r.Tight > epsilon*(1-1e-6)) {
						t.Fatalf("%s, %s: DVP spends %g, the curator was asked for %g", method, adjacency, r.Tight, epsilon)
					}
					want.TrainLoss += rows[0].TrainLoss / float64(got.Draws)
					want.TestLoss += rows[0].TestLoss / float64(got.Draws)
					want.TestError += rows[0].TestError / float64(got.Draws)
				}
				if math.Abs(got.Mean.TrainLoss-want.TrainLoss) > 1e-8*want.TrainLoss || math.Abs(got.Mean.TestLoss-want.TestLoss) > 1e-8*want.TestLoss || math.Abs(got.Mean.TestError-want.TestError) > 1e-12 {
					t.Errorf("%s, %s, ε = %g: the curator has %+v, DVP %+v", method, adjacency, epsilon, got.Mean, want)
				}
			}
		}
	}
}

// Runs without noise end where the centralised baseline says, whichever way a
// method reads ρ and however the data are split.
func TestTheCentralisedReferenceIsWhereRunsEnd(t *testing.T) {
	for method, loss := range map[string]string{"admm": "huber", "radmm": "logistic", "madmm": "huber"} {
		c := small(t, `method = "`+method+`"`, `loss = "`+loss+`"`, "private = false", "growth = 1", "rho = 0.5", "eta = 0.5", "topology = \"complete\"", "iterations = 1500")
		s := start(t, c, models.Serial)
		rows, _ := finish(s)
		endsAt(t, s, rows[len(rows)-1])
	}
	for _, loss := range []string{"logistic", "huber"} {
		c := small(t, `method = "sharing"`, `loss = "`+loss+`"`, "private = false", "lambda = 1", "rho = 0.3", "iterations = 1500")
		s := start(t, c, models.Serial)
		rows, _ := finish(s)
		endsAt(t, s, rows[len(rows)-1])
	}
}

func endsAt(t *testing.T, s *Session, end Row) {
	t.Helper()
	got, err := level.Reference("centralised", s.start, s.deal, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	if d := math.Abs(got[0].TrainLoss - end.TrainLoss); !(d <= 1e-8) {
		t.Errorf("%s: train loss %.12g, the run ends at %.12g", s.start.Method, got[0].TrainLoss, end.TrainLoss)
	}
	if d := math.Abs(got[0].TestLoss - end.TestLoss); !(d <= 1e-8) || got[0].TestError != end.TestError {
		t.Errorf("%s: test loss %.12g and error %g, the run ends at %.12g and %g", s.start.Method, got[0].TestLoss, got[0].TestError, end.TestLoss, end.TestError)
	}
}

// Under huber the attack reads no label beyond the margin, and every other one.
func TestLabelsAreReadUpToHubersMargin(t *testing.T) {
	s := start(t, small(t, `method = "sharing"`, `loss = "huber"`, "h = 0.25", "iterations = 40"), models.Serial)
	finish(s)
	a := readLabels(s.last, s.now.SetAt(s.t), s.deal.Truth)
	silent := 0
	for _, g := range a.Guess {
		if g == 0 {
			silent++
		}
	}
	if silent < a.Of/10 || silent == a.Of || a.Right+silent != a.Of {
		t.Errorf("%d right and %d not read of %d", a.Right, silent, a.Of)
	}
}

// What (8) leaves of y has the roundoff of rho times the score, which noise makes large:
// no sign of it counts as read, and what is read is right.
func TestNoRoundoffIsReadAsALabel(t *testing.T) {
	for _, lines := range [][]string{
		{`loss = "huber"`, "sigma = 10", "rho = 1e4", "iterations = 4"},
		{`loss = "huber"`, "sigma = 1e4", "iterations = 4"},
		{"epsilon = 1", "iterations = 6"},
		{"sigma = 10", "rho = 1e4", "iterations = 4"},
	} {
		s := start(t, small(t, append(lines, `method = "sharing"`)...), models.Serial)
		for s.Ready() {
			s.Step()
			a := readLabels(s.last, s.now.SetAt(s.t), s.deal.Truth)
			for i, g := range a.Guess {
				if g != 0 && g != s.deal.Truth[i] {
					t.Fatalf("%v, t %d: label %d is read from y = %g and is %g", lines, s.t, i, s.last.Dual[i], s.deal.Truth[i])
				}
			}
			if a.Right == 0 {
				t.Errorf("%v, t %d: no label is read", lines, s.t)
			}
		}
	}
}
