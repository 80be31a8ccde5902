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
// must change one says in that commit by how much the rows change, and why, and raises
// RowsVersion.
var frozen = map[string]uint64{
	"admm, huber":            0xae3ec6bb7faeccd8,
	"dvp, huber":             0x76d5cd560c949d9f,
	"madmm, huber":           0xdf3f8a574e38cb7b,
	"mradmm, huber":          0x5f0cef969a7a0d7f,
	"pvp, huber":             0xfb7e05cb1866ac7,
	"radmm, huber":           0x75b8019059eef69a,
	"sharing, huber":         0x9694b51342b540ec,
	"admm":                   0xa1bb4f4ee4581124,
	"dvp balanced":           0x33d14a37302c5ff3,
	"dvp printed":            0xe554e1ff64c62b5f,
	"dvp proved":             0xebb65de723de8f8b,
	"dvp tight":              0x33d14a37302c5ff3,
	"dvp, holdings":          0x9f8f8825870400f0,
	"pvp, holdings":          0x5f476461f2a158a4,
	"dvp, removal":           0x5e98bae01fac1a9c,
	"dvp, wide":              0x6b9cb582cd9df09c,
	"dvp, with events":       0x926f43af2750083d,
	"madmm printed":          0x5abb6b650de6dadd,
	"madmm tight":            0x5abb6b650de6dadd,
	"mradmm gaussian":        0x4763f1cdc5154ed8,
	"mradmm output":          0x7817c0e98d870e9a,
	"mradmm printed":         0x114eacca38fe82a3,
	"mradmm tight":           0x114eacca38fe82a3,
	"mradmm, own eta":        0x6de66b8560f1a138,
	"pvp own":                0xbc075328bcb0a32f,
	"pvp printed":            0x3c386b713c0bc584,
	"pvp released":           0x5f87df091ecfdca7,
	"radmm gaussian":         0xe633a28259d4eed3,
	"radmm output":           0x1035eeb2df3916ba,
	"radmm printed":          0x285ac988a164a7c5,
	"radmm tight":            0x285ac988a164a7c5,
	"sharing isotropic":      0x574c6dd2118ae0b4,
	"sharing printed":        0x94134f7362e44d83,
	"sharing, one by one":    0x69e5672d1f894f6f,
	"sharing, wide":          0x522ce4113762ca20,
	"sharing, wide, printed": 0x1953aee7ddb81c91,
}

// versions are the hashes of frozen, one for each RowsVersion. Whoever changes a number in frozen
// raises that and adds one here; whoever only adds a run to frozen replaces the last. Of numbers
// that are not in frozen the last is repeated: the second is of the bytes that are needed in turn, the
// third of totals whose steps had masses below 0, the fourth of realised losses behind a minimiser that was missed.
var versions = []uint64{0x38818d99565b5901, 0x38818d99565b5901, 0x38818d99565b5901, 0x38818d99565b5901}

// Sweeps and tunes know runs by the version of their rows.
func TestRowsBelongToAVersion(t *testing.T) {
	hash := fnv.New64a()
	for _, name := range slices.Sorted(maps.Keys(frozen)) {
		fmt.Fprintf(hash, "%s %x\n", name, frozen[name])
	}
	if got := hash.Sum64(); len(versions) != RowsVersion || got != versions[len(versions)-1] {
		t.Errorf("RowsVersion %d is of %d: the frozen rows are %#x, expected that last in %#x", RowsVersion, len(versions), got, versions)
	}
}

// Rows are the same bits everywhere: data, noise, minimisers, totals and realised
// losses. What is rounded otherwise on another processor shows here, on it.
func TestRowsAreTheSameBitsEverywhere(t *testing.T) {
	runs := map[string][]string{
		"dvp, with events":       {`method = "dvp"`, "nodes = 4", `events = ["at 2: alpha = 0.7", "at 3: cut 1-2"]`},
		"dvp, holdings":          {`method = "dvp"`, `split = "sizes:5,1,2,1,1 skewed:0.6:sex"`, "rho = [0.3, 0.1, 0.5, 0.2, 0.4]", "start = 0.7", `schedule = "geometric:0.93"`},
		"pvp, holdings":          {`method = "pvp"`, `split = "skewed:0.6"`, "start = 0.7", `schedule = "linear:3@5"`},
		"dvp, removal":           {`method = "dvp"`, `adjacency = "remove"`, "repair = 0.01", "shuffle = true"},
		"dvp, wide":              {`method = "dvp"`, "nodes = 2"},
		"mradmm, own eta":        {`method = "mradmm"`, `dual_step = "own"`, "growth = 1.05", `topology = "small-world"`, "nodes = 7"},
		"sharing, one by one":    {`method = "sharing"`, `order = "gauss-seidel"`, "labels = 1"},
		"sharing, wide":          {`method = "sharing"`, "epsilon = 2", "sigma = 0"},
		"sharing, wide, printed": {`method = "sharing"`, `variant = "printed"`},
	}
	for _, spec := range admm.Catalogue() {
		runs[spec.ID+", huber"] = []string{`method = "` + spec.ID + `"`, `loss = "huber"`, "h = 0.25"}
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
			t.Errorf("%s: %d rows of other bits, expected 4; if they are to be others, raise RowsVersion:\n\t%q: %#x,", name, len(rows), name, got)
		}
	}
}
