package many

import (
	"testing"

	"admmlab/sim/config"
	"admmlab/tui/scene"
)

// What meets in the last round spends the same total for the same promise: other methods are
// tuned at the δ and for the neighbours of the run, where they know these.
func TestOtherMethodsAreTunedForThePromiseOfTheRun(t *testing.T) {
	c := config.Default()
	c.Set.Delta, c.Set.Adjacency = 1e-9, "remove"
	l := Tune{Form: TuneForm{Methods: "dvp mradmm sharing", Repeats: 1}}
	s := &scene.Scene{}
	s.Base = c
	sessions, err := l.sessions(s)
	if err != nil {
		t.Fatal(err)
	}
	for i, neighbours := range []string{"remove", "remove", config.Default().WithMethod("sharing").Set.Adjacency} {
		if s := sessions[i]; s.Set.Delta != 1e-9 || s.Set.Adjacency != neighbours {
			t.Errorf("%s is tuned at δ = %g for the neighbours %q", s.Method, s.Set.Delta, s.Set.Adjacency)
		}
	}
}
