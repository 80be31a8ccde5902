package runner

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
)

// A run is made again up to an iteration and measured there, the same every time; turns of
// the pool are given back between pieces and in the end.
func TestARunIsMeasuredWhereItIsAsked(t *testing.T) {
	h := NewHost()
	defer h.Close()
	c := small(t)
	c.Set.Rho[0] = 5
	told := 0
	e, err := h.Excess(t.Context(), c, 3, 0, nil, func(sim.Row, []sim.Notice) error { told++; return nil })
	if err != nil || e.Iteration != 3 || told != 3 || math.IsNaN(e.Gap) {
		t.Fatalf("%+v, %v, told %d times", e, err, told)
	}
	unheard := func(sim.Row, []sim.Notice) error { return nil }
	again, err := h.Excess(t.Context(), c, 3, 0, nil, unheard)
	if err != nil || again.Test != e.Test || again.Limit != e.Limit {
		t.Errorf("%+v, %v", again, err)
	}
	if _, err := h.Excess(t.Context(), config.Config{Data: "nonsense"}, 3, 0, nil, unheard); err == nil {
		t.Error("no such data, no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := h.Excess(ctx, c, 3, 0, nil, func(sim.Row, []sim.Notice) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if h.pool.turns != 0 {
		t.Errorf("%d turns are kept", h.pool.turns)
	}
}

// A run that stops by what records lose is measured where it stops, and what befalls it is
// told: by which number it stood, or that its condition is held against nothing.
func TestAMeasuredRunStopsByItsCondition(t *testing.T) {
	h := NewHost()
	defer h.Close()
	for _, test := range []struct {
		when string
		at   int
		told string
	}{
		{"realised_max > 1e-9", 1, "t 1: stopped: realised_max "},
		{"realised_max > 1e9", 3, ""},
		{"test_error < 1", 1, "; choosing when to stop by the test rows is in no ε"},
		{"epsilon_tight > 1e9", 3, "t 3: stop_when = epsilon_tight > 1e+09 is held against nothing: this row has no epsilon_tight"},
	} {
		c := small(t)
		c.Realised, c.Set.Private = true, !strings.HasPrefix(test.when, "epsilon")
		if err := config.StopWhenKnob.Set(&c, test.when); err != nil {
			t.Fatal(err)
		}
		for _, limit := range []int{3, 4} { // measured at the last, or before a closing step
			c.Iterations = limit
			var told []string
			e, err := h.Excess(t.Context(), c, 3, 0, nil, func(_ sim.Row, notices []sim.Notice) error {
				for _, n := range notices {
					if n.Kind == sim.Met || n.Kind == sim.Unheld {
						told = append(told, n.Dated())
					}
				}
				return nil
			})
			if err != nil || e.Iteration != test.at {
				t.Errorf("%s: measured at %d, %v, expected t = %d", test.when, e.Iteration, err, test.at)
			}
			if len(told) > 1 || (test.told == "") != (told == nil) || !strings.Contains(strings.Join(told, "; "), test.told) {
				t.Errorf("%s: told %q, expected %q", test.when, told, test.told)
			}
		}
	}
}
