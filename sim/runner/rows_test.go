package runner

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/config"
)

// small is a config on 600 census people with the given keys, as a person would
// write them.
func small(t *testing.T, lines ...string) config.Config {
	t.Helper()
	text := "data = \"census:600\"\nC = 60\n" + strings.Join(lines, "\n")
	c, err := config.ParseText([]byte(text), "test.toml")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return c
}

func start(t *testing.T, c config.Config, each models.Each) *sim.Session {
	t.Helper()
	d, err := Load(t.Context(), c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.NewSession(c, d, each)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// hosted is a runner on a host of its own, for one test.
func hosted(t testing.TB) *Runner {
	h := NewHost()
	t.Cleanup(h.Close)
	return h.NewRunner(context.Background())
}

// serial leaves out, with -short, a test in which nothing runs at once: under the race
// detector it takes ten times as long and there is no race to be found.
func serial(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("nothing runs at once here")
	}
}

// script runs a session to its limit and returns all rows and notices.
func script(t *testing.T, c config.Config) ([]sim.Row, []sim.Notice) {
	t.Helper()
	return finish(start(t, c, models.Serial))
}

func finish(s *sim.Session) ([]sim.Row, []sim.Notice) {
	var rows []sim.Row
	var notices []sim.Notice
	for s.Ready() {
		row, n := s.Step()
		rows, notices = append(rows, row), append(notices, n...)
	}
	return rows, notices
}

// sameRows compares every number bit for bit.
func sameRows(t *testing.T, what string, a, b []sim.Row) {
	t.Helper()
	if len(a) != len(b) {
		t.Fatalf("%s: %d and %d rows", what, len(a), len(b))
	}
	for i := range a {
		if x, y := bits(a[i]), bits(b[i]); x != y {
			t.Fatalf("%s: row %d differs:\n%s\n%s", what, i+1, x, y)
		}
	}
}

func bits(r sim.Row) string {
	var b strings.Builder
	for _, v := range []float64{r.TrainLoss, r.TestLoss, r.TestError, r.Disagreement, r.EpsilonStep, r.EpsilonTotal, r.Tight, r.Delta, r.RealisedMax} {
		fmt.Fprintf(&b, "%x ", math.Float64bits(v))
	}
	for _, n := range r.Nodes {
		fmt.Fprintf(&b, "%x %x %x ", math.Float64bits(n.Loss), math.Float64bits(n.Distance), math.Float64bits(n.Epsilon))
	}
	return b.String()
}
