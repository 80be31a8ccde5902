package sim

import (
	"math"
	"strings"
	"testing"

	"admmlab/models"
)

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
	got, err := s.Reference("centralised")
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

// Randomised response is the method's business: a baseline learns from the labels
// themselves.
func TestAReferenceLearnsFromTheTrueLabels(t *testing.T) {
	plain := start(t, small(t, `method = "sharing"`, "iterations = 3"), models.Serial)
	flipped := start(t, small(t, `method = "sharing"`, "iterations = 3", "labels = 1"), models.Serial)
	for _, name := range References {
		a, err := plain.Reference(name)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := flipped.Reference(name)
		if len(a) != len(b) || a[len(a)-1] != b[len(b)-1] {
			t.Errorf("%s: %v with flipped labels, %v without", name, b, a)
		}
	}
}

func TestReferencesThatThereAreNot(t *testing.T) {
	s := start(t, small(t), models.Serial)
	for name, want := range map[string]string{"sgd": "split by columns", "centralized": "did you mean centralised"} {
		if _, err := s.Reference(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
