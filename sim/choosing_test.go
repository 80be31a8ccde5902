package sim

import (
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/config"
)

// Columns that were made by looking at all records are said to be, before the first
// iteration of any run; the census draws none from records.
func TestColumnsThatLookAtTheDataAreSaidToBeInNoEpsilon(t *testing.T) {
	text := "age,job,label\n" + strings.Repeat("10,a,0\n20,b,1\n30,a,1\n40,c,0\n", 10)
	d, err := data.CSV(data.File{Name: "x.csv", Reader: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"dvp", "admm"} { // those beside each other have the same data
		c := config.Default().WithMethod(method)
		c.Data, c.Nodes, c.Topology, c.Set.C = "csv:x.csv", 2, "complete", []float64{4}
		s, err := NewSession(c, d, models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		_, notices := s.Step()
		found := false
		for _, n := range notices {
			found = found || n.Kind == Data && strings.Contains(n.Text, "divided by the largest of their column: that looks at all records and is in no ε")
		}
		if !found {
			t.Errorf("%s: %v", method, notices)
		}
	}
	_, notices := script(t, small(t, "iterations = 1"))
	for _, n := range notices {
		if strings.Contains(n.Text, "in no ε") {
			t.Errorf("the census: %s", n.Text)
		}
	}
}

// How many rows to train on is asked of data that come in one piece; where test rows come
// of themselves, the others are all trained on, and that is said.
func TestATestPartOfTheDataOverridesTrainAndSaysSo(t *testing.T) {
	for key, told := range map[string]bool{"wide:60x100": true, "census:100": false} {
		c := small(t, "iterations = 1", "train = 40", "nodes = 2")
		c.Data, c.Set.C = key, []float64{5}
		_, notices := script(t, c)
		found := false
		for _, n := range notices {
			found = found || n.Kind == Data && n.Text == "train = 40 changes nothing: these data have a test part of their own"
		}
		if found != told {
			t.Errorf("%s: %v", key, notices)
		}
	}
}
