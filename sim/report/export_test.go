package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"admmlab/sim"
)

func TestWriterHasExactlyTheColumnsScriptsRelyOn(t *testing.T) {
	nan := math.NaN()
	rows := []sim.Row{{Iteration: 1, EpsilonStep: 0.5, EpsilonTotal: 0.5, GradientNorm: 1e-12}, {Iteration: 2, EpsilonTotal: 0.5, GradientNorm: nan}}
	var text bytes.Buffer
	w, err := NewWriter(&text, "csv", "radmm")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := "iteration,method,train_loss,test_loss,test_error,disagreement,epsilon_step,epsilon_total,gradient_norm"
	if got := strings.Join(table[0][:9], ","); got != want {
		t.Errorf("columns %s", got)
	}
	if table[2][0] != "2" || table[2][1] != "radmm" || table[2][6] != "0" || table[2][8] != "" {
		t.Errorf("even row %v: no charge, no minimisation", table[2])
	}
}

func TestJSONLinesAreJSON(t *testing.T) {
	var text bytes.Buffer
	w, _ := NewWriter(&text, "jsonl", "dvp")
	if err := w.Write(sim.Row{Iteration: 3, EpsilonStep: math.NaN(), EpsilonTotal: math.Inf(1)}); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(text.Bytes(), &v); err != nil {
		t.Fatalf("%v: %s", err, text.String())
	}
	if v["iteration"] != 3.0 || v["epsilon_step"] != nil || v["epsilon_total"] != "+Inf" || v["method"] != "dvp" {
		t.Errorf("%v", v)
	}
	if _, err := NewWriter(&text, "xml", "dvp"); err == nil {
		t.Error("xml is accepted")
	}
}
