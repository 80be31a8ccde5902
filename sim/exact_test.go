package sim

import (
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/admm"
)

// left makes a method tell of minimisers that stopped early.
type left struct {
	admm.Method
	tell func(*admm.Round)
}

func (l left) Step(in admm.Step) admm.Round {
	r := l.Method.Step(in)
	l.tell(&r)
	return r
}

// A promise rests on the minimisers that touch data being exact, and on no other: the round
// says which they are, and one that says nothing of it is taken at its worst.
func TestOnlyMinimisersThatTouchDataVoidTheGuarantee(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		tell   func(*admm.Round)
		lapses bool
	}{
		"DVP, a node's step":          {"dvp", func(r *admm.Round) { r.GradientNorm = 1e-6 }, true},
		"PVP, a node's step":          {"pvp", func(r *admm.Round) { r.GradientNorm = 1e-6 }, true},
		"R-ADMM, an even step":        {"radmm", func(r *admm.Round) {}, false},
		"sharing, the centre's step":  {"sharing", func(r *admm.Round) { r.GradientNorm = 1 }, false},
		"sharing, a party's step":     {"sharing", func(r *admm.Round) { r.Remainder = 1e-6 }, true},
		"sharing, if it said nothing": {"sharing", func(r *admm.Round) { r.Public, r.GradientNorm = false, 1e-6 }, true},
	} {
		s := start(t, small(t, `method = "`+c.method+`"`, "iterations = 4"), models.Serial)
		s.method = left{s.method, c.tell}
		_, notices := finish(s)
		from, why := s.Lapsed()
		if (from > 0) != c.lapses || c.lapses && !strings.Contains(why, "gradient norm") {
			t.Errorf("%s: no guarantee from %d, %q", name, from, why)
		}
		missed := ""
		for _, n := range notices {
			if n.Kind == SolverMissed {
				missed = n.Text
			}
		}
		if harmless := strings.Contains(missed, "does not rest on it"); missed != "" && harmless == c.lapses || missed == "" && c.method != "radmm" {
			t.Errorf("%s: %q", name, missed)
		}
	}
}

// The number beside the light, that of the row, is under sharing the centre's. The promise rests on
// the parties' steps: where one of them is out, light and notice say by how much, of its own unit.
func TestTheSolverTellsWhoseGradientItShows(t *testing.T) {
	s := start(t, small(t, `method = "sharing"`, "iterations = 4"), models.Serial)
	row, _ := s.Step()
	if light := row.Lights[len(row.Lights)-1]; light.State != Good || !strings.Contains(light.Detail, "the centre's step") {
		t.Errorf("%+v", light)
	}
	s.method = left{s.method, func(r *admm.Round) { r.Remainder = 3e-7 }}
	row, notices := s.Step()
	if light := row.Lights[len(row.Lights)-1]; light.State != Broken || !strings.Contains(light.Detail, "a party was left with 3e-7 of max(1, |w|)") {
		t.Errorf("%+v", light)
	}
	if text := notices[0].Text; !strings.Contains(text, "3e-7 of max(1, |w|)") {
		t.Error(text)
	}
}

// Noise that is honest throws z so far that its own step cannot reach 1e-9 any more. It is
// made of messages: what has been sent is as private as before.
func TestSharingThatRunsAwayKeepsItsGuarantee(t *testing.T) {
	rows, notices := script(t, small(t, `method = "sharing"`, "epsilon = 1", "sigma = 0", "rho = 0.1", "iterations = 8"))
	last := rows[len(rows)-1]
	if !(last.GradientNorm > models.Promise) {
		t.Fatalf("the centre's step left %g: this tests nothing", last.GradientNorm)
	}
	if !(last.EpsilonTotal > 0 && last.Tight > 0) {
		t.Errorf("printed %g, proved %g; %v", last.EpsilonTotal, last.Tight, notices)
	}
	light := last.Lights[len(last.Lights)-1]
	if light.Name != "solver" || light.State != Note || !strings.Contains(light.Detail, "does not rest on it") {
		t.Errorf("the light says %+v", light)
	}
}
