package runner

import (
	"context"
	"errors"
	"math"
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
