package runner

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

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
	e, err := h.Excess(t.Context(), c, 3, 0, nil, func(int) { told++ })
	if err != nil || e.Iteration != 3 || told != 3 || math.IsNaN(e.Gap) {
		t.Fatalf("%+v, %v, told %d times", e, err, told)
	}
	again, err := h.Excess(t.Context(), c, 3, 0, nil, nil)
	if err != nil || again.Test != e.Test || again.Limit != e.Limit {
		t.Errorf("%+v, %v", again, err)
	}
	if _, err := h.Excess(t.Context(), config.Config{Data: "nonsense"}, 3, 0, nil, nil); err == nil {
		t.Error("no such data, no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := h.Excess(ctx, c, 3, 0, nil, func(int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if h.pool.turns != 0 {
		t.Errorf("%d turns are kept", h.pool.turns)
	}
}

// A run that stops by what records lose is measured where it stops, and one whose condition
// is held against nothing says so.
func TestAMeasuredRunStopsByItsCondition(t *testing.T) {
	h := NewHost()
	defer h.Close()
	for _, test := range []struct {
		when string
		at   int
		told string
	}{
		{"realised_max > 1e-9", 1, ""},
		{"realised_max > 1e9", 3, ""},
		{"epsilon_tight > 1e9", 3, "stop_when = epsilon_tight > 1e+09 is held against nothing: this row has no epsilon_tight"},
	} {
		c := small(t)
		c.Realised, c.Set.Private = true, !strings.HasPrefix(test.when, "epsilon")
		if err := config.StopWhenKnob.Set(&c, test.when); err != nil {
			t.Fatal(err)
		}
		e, err := h.Excess(t.Context(), c, 3, 0, nil, nil)
		if err != nil || e.Iteration != test.at {
			t.Errorf("%s: measured at %d, %v, expected t = %d", test.when, e.Iteration, err, test.at)
		}
		if told := strings.Join(e.Told, "; "); told != test.told {
			t.Errorf("%s: told %q, expected %q", test.when, told, test.told)
		}
	}
}
