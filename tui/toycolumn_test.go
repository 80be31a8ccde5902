package tui

import (
	"bytes"
	"context"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/report"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// A column is its declaration and its place in the list: files, the history of the
// screen, what is exported of it and kept runs have it, and nothing else names it.
func TestAColumnIsOneDeclaration(t *testing.T) {
	gap := &rows.Column{
		Name: "gap", Words: "test loss over training loss", Meaning: "how much worse it does on new rows", Curve: true,
		Value: func(r *sim.Row) float64 { return r.TestLoss - r.TrainLoss },
	}
	rows.Columns = append(rows.Columns, gap)
	t.Cleanup(func() { rows.Columns = rows.Columns[:len(rows.Columns)-1] })

	c := config.Default()
	c.Data, c.Iterations = "census:300", 3
	h := &scene.History{}
	var rows []sim.Row
	err := runner.Run(context.Background(), c, nil, func(r sim.Row, _ []sim.Notice) error {
		rows = append(rows, r)
		h.Add(r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := strconv.FormatFloat(rows[2].TestLoss-rows[2].TrainLoss, 'g', -1, 64)
	for _, format := range []string{"csv", "jsonl"} {
		var direct, exported bytes.Buffer
		if err := report.WriteRows(&direct, format, c.Method, func(yield func(sim.Row) bool) {
			for _, r := range rows {
				yield(r)
			}
		}); err != nil {
			t.Fatal(err)
		}
		if err := report.WriteRows(&exported, format, c.Method, func(yield func(sim.Row) bool) {
			for at := 1; at <= h.Last(); at++ {
				yield(h.Row(at))
			}
		}); err != nil {
			t.Fatal(err)
		}
		if text := direct.String(); !strings.Contains(text, "gap") || !strings.Contains(text, want) || text != exported.String() {
			t.Errorf("a run writes\n%s\nand the screen\n%s", text, exported.String())
		}
	}

	runs := archive.Open(t.TempDir())
	kept := archive.Record{ID: archive.NewID(time.Now()), Began: time.Now(), Config: c, End: archive.Limit, Last: rows[2]}
	if err := runs.Save(kept, archive.Thin(3, 1, h.Row)); err != nil {
		t.Fatal(err)
	}
	_, curve, err := runs.Curve(kept.ID)
	if err != nil || len(curve) != 3 || !(math.Abs(curve[2].At(gap)-gap.Value(&rows[2])) < 1e-4) {
		t.Errorf("kept as %v, %v, want %s at the end", curve, err, want)
	}
}
