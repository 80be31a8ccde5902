package tui

import "testing"

// A run of any length is kept in bounded room: what is kept is exact and in its
// place, and the newest is always there.
func TestALongHistoryIsThinned(t *testing.T) {
	h := &history{}
	const n = 3*maxPoints + 7
	for at := 1; at <= n; at++ {
		h.file([quantities]float64{trainLoss: float64(at), epsilon: -float64(at)})
	}
	if h.last() != n || len(h.values[trainLoss]) > maxPoints || cap(h.values[epsilon]) > 2*maxPoints {
		t.Errorf("%d iterations in %d values, room for %d", h.last(), len(h.values[trainLoss]), cap(h.values[epsilon]))
	}
	for _, at := range []int{1, 2, 4, 5, maxPoints, maxPoints + 1, n - 1, n} {
		if got, want := h.at(trainLoss, at), float64(h.kept(at)); got != want {
			t.Errorf("iteration %d reads %g, want that of %g", at, got, want)
		}
		if k := h.kept(at); k > at || at-k >= h.every || h.at(epsilon, k) != -float64(k) {
			t.Errorf("iteration %d is read at %d of every %d", at, k, h.every)
		}
	}
	s := h.series(trainLoss, "", 0)
	for i, v := range s.Values {
		if v != float64(s.From+i*s.Every) {
			t.Fatalf("value %d of the curve is that of iteration %g, want %d", i, v, s.From+i*s.Every)
		}
	}
}
