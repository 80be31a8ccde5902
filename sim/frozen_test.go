package sim

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"testing"

	"admmlab/sim/admm"
)

// frozen are the bits of four rows of every variant, hashed: the same on every
// processor, with and without fused multiply-add, on any number of cores. Whoever
// must change one says in that commit by how much the rows change, and why.
var frozen = map[string]uint64{
	"admm":                   0xa1bb4f4ee4581124,
	"dvp balanced":           0xda3294e2b2a7b182,
	"dvp printed":            0xf7ef1cc8d1a1828f,
	"dvp proved":             0xb1f4443b9e751627,
	"dvp tight":              0xda3294e2b2a7b182,
	"dvp, removal":           0x948c02f025d0db59,
	"dvp, wide":              0x9314a6802356dcae,
	"dvp, with events":       0x43d4171398716477,
	"madmm printed":          0xefaf83c436fca070,
	"madmm tight":            0xefaf83c436fca070,
	"mradmm printed":         0xaa0b861649dfdebf,
	"mradmm tight":           0xaa0b861649dfdebf,
	"mradmm, own eta":        0x4439840086d8c112,
	"pvp own":                0xb8ec991b53a978e,
	"pvp printed":            0xbf044faa79385b53,
	"pvp released":           0x1804d63e45c476bb,
	"radmm printed":          0x728c5f475ba65d6b,
	"radmm tight":            0x728c5f475ba65d6b,
	"sharing isotropic":      0xa68d307c6132a37e,
	"sharing printed":        0x94134f7362e44d83,
	"sharing, one by one":    0xcfcb9b8efdf38a62,
	"sharing, wide":          0x2efdbc494e34c1bb,
	"sharing, wide, printed": 0x1953aee7ddb81c91,
}

// Rows are the same bits everywhere: data, noise, minimisers, totals and realised
// losses. What is rounded otherwise on another processor shows here, on it.
func TestRowsAreTheSameBitsEverywhere(t *testing.T) {
	runs := map[string][]string{
		"dvp, with events":       {`method = "dvp"`, "nodes = 4", `events = ["at 2: alpha = 0.7", "at 3: cut 1-2"]`},
		"dvp, removal":           {`method = "dvp"`, `adjacency = "remove"`, "repair = 0.01", "shuffle = true"},
		"dvp, wide":              {`method = "dvp"`, "nodes = 2"},
		"mradmm, own eta":        {`method = "mradmm"`, `dual_step = "own"`, "growth = 1.05", `topology = "small-world"`, "nodes = 7"},
		"sharing, one by one":    {`method = "sharing"`, `order = "gauss-seidel"`, "labels = 1"},
		"sharing, wide":          {`method = "sharing"`, "epsilon = 2", "sigma = 0"},
		"sharing, wide, printed": {`method = "sharing"`, `variant = "printed"`},
	}
	for _, spec := range admm.Catalogue() {
		lines := []string{`method = "` + spec.ID + `"`}
		if !spec.Private() {
			runs[spec.ID] = lines
		}
		for _, v := range spec.Variants {
			runs[spec.ID+" "+v.ID] = append(slices.Clone(lines), `variant = "`+v.ID+`"`)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(runs)) {
		c := small(t, append([]string{"iterations = 4"}, runs[name]...)...)
		if strings.Contains(name, "wide") {
			c.Data = "wide:140x110"
		}
		rows, _ := script(t, c)
		hash := fnv.New64a()
		for _, r := range rows {
			fmt.Fprintf(hash, "%x %x %x %x %x %x %x %s %x %x\n", r.TrainLoss, r.TestLoss, r.TestError, r.Disagreement,
				r.EpsilonStep, r.EpsilonTotal, r.Tight, r.Accountant, r.RealisedMax, r.GradientNorm)
			for _, n := range r.Nodes {
				fmt.Fprintf(hash, "%x %x %x\n", n.Loss, n.Distance, n.Epsilon)
			}
		}
		if got := hash.Sum64(); got != frozen[name] || len(rows) != 4 {
			t.Errorf("%s: %d rows of other bits, expected 4:\n\t%q: %#x,", name, len(rows), name, got)
		}
	}
}
