package level

import (
	"admmlab/models"
	"strings"
	"testing"
)

// Randomised response is the method's business: a baseline learns from the labels
// themselves.
func TestAReferenceLearnsFromTheTrueLabels(t *testing.T) {
	plain, flipped := small(t, `method = "sharing"`, "iterations = 3"), small(t, `method = "sharing"`, "iterations = 3", "labels = 1")
	for _, name := range References {
		a, err := Reference(name, plain, dealOf(t, plain), models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := Reference(name, flipped, dealOf(t, flipped), models.Serial)
		if len(a) != len(b) || a[len(a)-1] != b[len(b)-1] {
			t.Errorf("%s: %v with flipped labels, %v without", name, b, a)
		}
	}
}

func TestReferencesThatThereAreNot(t *testing.T) {
	c := small(t)
	for name, want := range map[string]string{"sgd": "split by columns", "centralized": "did you mean centralised"} {
		if _, err := Reference(name, c, dealOf(t, c), models.Serial); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
