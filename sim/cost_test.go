package sim

import (
	"slices"
	"testing"

	"admmlab/models"
	"admmlab/sim/rows"
)

// costsOf are the costs of all rows of a small run.
func costsOf(t *testing.T, lines ...string) (list []rows.Cost) {
	t.Helper()
	all, _ := script(t, small(t, lines...))
	for _, r := range all {
		list = append(list, r.Cost)
	}
	return list
}

// In a complete graph everybody can follow the even steps of R-ADMM, so that no byte of
// them is needed; in the two iterations after a change of the graph nobody has heard
// enough, and all are.
func TestEvenStepsNeedNoBytesWhereAllHearAll(t *testing.T) {
	const message = 8 * 105
	got := costsOf(t, `method = "radmm"`, "nodes = 4", `topology = "complete"`, "iterations = 8", `events = ["at 4: cut 1-2", "at 5: join 1-2"]`)
	ways := []float64{12, 12, 12, 10, 12, 12, 12, 12}
	// Iteration 6 follows 5 and 4, in which the edge was out; 8 has three in which it was there.
	needed := []float64{12, 0, 12, 10, 12, 12, 12, 0}
	want := rows.Cost{}
	for k, c := range got {
		want.Minimisations += float64((k + 1) % 2)
		want.Messages += ways[k]
		want.Bytes += message * ways[k]
		want.Needed += message * needed[k]
		want.Passes = c.Passes
		if c != want {
			t.Errorf("iteration %d: %+v, want %+v", k+1, c, want)
		}
		if k > 0 && (c.Passes > got[k-1].Passes) != (k%2 == 0) {
			t.Errorf("iteration %d: %g passes after %g", k+1, c.Passes, got[k-1].Passes)
		}
	}
}

// An event that makes the graph what it was changes no graph.
func TestTheSameGraphAgainNeedsNoBytes(t *testing.T) {
	base := []string{`method = "radmm"`, "nodes = 4", `topology = "complete"`, "iterations = 8"}
	want := costsOf(t, base...)
	for _, events := range []string{`events = ["at 5: topology = complete"]`, `events = ["at 5: cut 1-2", "at 5: join 1-2"]`} {
		if got := costsOf(t, append(base, events)...); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", events, got, want)
		}
	}
}

// A party pulls two vectors and pushes one, 8 bytes a person each, and reads its columns
// twice; y follows by (8) of Sharing from the sums, if they are whole: of three parties in turn,
// for the first. At the start both vectors are 0, but for sums that have a new message in them.
func TestWhatSharingCosts(t *testing.T) {
	for lines, want := range map[string][3]float64{`variant = "isotropic"`: {2, 3, 6}, `variant = "printed"`: {3, 3, 6}, `order = "gauss-seidel"`: {2, 5, 8}} {
		c := small(t, `method = "sharing"`, `parties = "40,70"`, "iterations = 3", lines)
		all, _ := script(t, c)
		d := load(t, c.Data)
		s, err := NewSession(c, d, models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		vector := 8 * float64(s.Size().Train)
		for k, r := range all {
			n := float64(k + 1)
			needed := vector * (want[1] + want[2]*(n-1))
			if got, want := r.Cost, (rows.Cost{Minimisations: n, Passes: want[0] * n, Messages: 6 * n, Bytes: 9 * vector * n, Needed: needed}); got != want {
				t.Errorf("%s, iteration %d: %+v, want %+v", lines, k+1, got, want)
			}
		}
	}
}

// A run that goes on from a checkpoint has the costs of one that never stopped.
func TestCostsGoOnFromACheckpoint(t *testing.T) {
	for _, id := range []string{"dvp", "mradmm", "sharing"} {
		c := small(t, `method = "`+id+`"`, "iterations = 6")
		set := load(t, c.Data)
		begin := func() *Session {
			s, err := NewSession(c, set, models.Serial)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		whole, first, second := begin(), begin(), begin()
		for range 3 {
			whole.Step()
			first.Step()
		}
		second.Resume(first.Save(), c.Events)
		for second.Ready() && whole.Ready() {
			want, _ := whole.Step()
			if got, _ := second.Step(); got.Cost != want.Cost {
				t.Errorf("%s, iteration %d: %+v, want %+v", id, got.Iteration, got.Cost, want.Cost)
			}
		}
	}
}
