package runner

import (
	"context"
	"errors"
	"testing"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/config"
)

// What a budget or an audit asks of very many iterations that all cost something else
// takes long, and ends with its context in the middle.
func TestLongQuestionsEndWithTheirContext(t *testing.T) {
	t.Parallel()
	c, err := config.ParseText([]byte("data = \"census:600\"\nC = 60\niterations = 1000000\nbudget = 1\nschedule = \"linear:0.1@900000\"\n"), "here")
	if err != nil {
		t.Fatal(err)
	}
	h := NewHost()
	defer h.Close()
	set, err := h.Load(t.Context(), c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Matched(&ending{Context: t.Context(), most: 30}, c, c, set); !errors.Is(err, context.Canceled) {
		t.Errorf("matching: %v", err)
	}
	dealt, err := h.deal(t.Context(), c, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &Runner{host: h, set: set, ctx: &ending{Context: t.Context(), most: 30}}
	if r.session, err = sim.SetUp(c, dealt, models.Serial, sim.Aid{}); err != nil {
		t.Fatal(err)
	}
	func() {
		defer unlessStopped(r.ctx, &err)
		r.accompany([]Companion{{ID: 1, Config: c}}, true)
	}()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("matching a run beside: %v", err)
	}
	c.Budget = 0
	if _, _, err := h.Audit(&ending{Context: t.Context(), most: 1000}, c, c.Limit(), nil, 100, 1, 0.999999); !errors.Is(err, context.Canceled) {
		t.Errorf("auditing: %v", err)
	}
}

// Large data take seconds to deal: it is asked between the tables of every holder.
func TestDealingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	h := NewHost()
	defer h.Close()
	for _, method := range []string{"dvp", "sharing"} {
		c := config.Default().WithMethod(method)
		c.Data = "census:600"
		set, err := h.Load(t.Context(), c.Data, nil)
		if err != nil {
			t.Fatal(err)
		}
		for most := range int64(5) {
			if _, err := h.deal(&ending{Context: t.Context(), most: most}, c, set, nil); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, asked %d times: %v", method, most, err)
			}
		}
		if _, err := h.deal(t.Context(), c, set, nil); err != nil {
			t.Errorf("%s after one that ended: %v", method, err)
		}
	}
}
