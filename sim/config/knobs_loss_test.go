package config

import (
	"testing"

	"admmlab/sim/rows"
)

// Two lists of λ are the same where the same λ is in force in each iteration, however often it is
// turned to it, and what comes behind the last iteration does not count.
func TestWeightsAreComparedInEachIteration(t *testing.T) {
	a := []Weight{{1, 1}, {6, 2}, {9, 1}}
	for _, test := range []struct {
		other []Weight
		until int // the last iteration up to which they are the same
	}{
		{[]Weight{{1, 1}}, 5},
		{[]Weight{{1, 2}, {1, 1}, {6, 3}, {6, 2}}, 8},
		{[]Weight{{1, 1}, {3, 1}, {6, 2}, {9, 1}, {12, 5}}, 11},
		{[]Weight{{1, 3}}, 0},
		{[]Weight{{1, 1}, {5, 2}, {9, 1}}, 4},
	} {
		for last := range 15 {
			if same := SameWeights(a, test.other, last); same != (last <= test.until) || same != SameWeights(test.other, a, last) {
				t.Errorf("%v and %v up to %d: %t", a, test.other, last, same)
			}
		}
	}
}

// λ is of the loss of sharing alone, and counts from the iteration in which it is turned on.
func TestLossesAreOfOneKindUpToATurn(t *testing.T) {
	for method, until := range map[string]int{"sharing": 5, "dvp": 100} {
		c := Default().WithMethod(method)
		o := c.Clone()
		o.Events = []Event{{At: 9, Key: "lambda", Value: "1"}, {At: 6, Key: "lambda", Value: "2"}, {At: 2, Key: "rho", Value: "0.5"}}
		for _, last := range []int{1, 5, 6, 9, 100} {
			if same := c.SameLosses(o, last); same != (last <= until) {
				t.Errorf("%s, up to %d: %t", method, last, same)
			}
		}
		o.Loss = huber
		if c.SameLosses(o, 1) {
			t.Errorf("%s: logistic and huber are of one kind", method)
		}
	}
}

// A run that may end early ends with another loss only where λ is turned to another in an iteration that it makes.
func TestALossThatIsNeverTurnedIsTheLast(t *testing.T) {
	for text, early := range map[string]bool{"at 2000: lambda = 9": false, "at 5: lambda = 1": false, "at 1: lambda = 9": false, "at 5: lambda = 9": true} {
		c := Default().WithMethod("sharing")
		event, err := ParseEvent(text)
		if err != nil {
			t.Fatal(err)
		}
		c.Iterations, c.Set.Lambda, c.Events = 20, 1, []Event{event}
		if c.StopWhen, err = rows.ParseCondition("passes >= 6"); err != nil {
			t.Fatal(err)
		}
		want := c.After(20).Set.Lambda
		if last, may := c.LastLoss(); may != early || last.Set.Lambda != want {
			t.Errorf("%s: λ %g at the end, and another before %t", text, last.Set.Lambda, may)
		}
	}
}
