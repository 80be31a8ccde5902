package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"admmlab/sim/admm"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// pictured are the methods that the golden frames were drawn with: a method more does not
// change them. TestAMethodIsKnownToTheScreen shows that the list is the catalogue's.
var pictured = []string{"dvp", "pvp", "radmm", "mradmm", "madmm", "admm", "sharing"}

func TestGoldenFrames(t *testing.T) {
	var specs []admm.Spec
	for _, id := range pictured {
		spec, ok := admm.Find(id)
		if !ok {
			t.Fatalf("no method %q", id)
		}
		specs = append(specs, spec)
	}
	defer admm.Use(specs...)()
	for _, g := range []struct {
		state         string
		width, height int
		ascii         bool
	}{
		{"running", 120, 36, false}, {"running", 80, 24, false}, {"running", 40, 12, false}, {"running", 120, 36, true},
		{"ghost and cursor", 120, 36, false}, {"lapsed", 100, 30, false}, {"sharing", 120, 36, false}, {"projector", 80, 24, false},
		{"ledger", 120, 36, false}, {"ledger", 80, 24, false}, {"ledger lapsed", 120, 36, false}, {"exposure", 120, 36, false},
		{"exposure", 120, 36, true}, {"exposure of sharing", 120, 36, false}, {"lens enlarged", 120, 36, false}, {"wire", 120, 36, false},
		{"wire of sharing", 80, 24, false}, {"attacks", 120, 36, false}, {"attack by a pair", 120, 36, false},
		{"side by side", 120, 36, false}, {"side by side", 80, 24, true}, {"side by side table", 120, 36, false}, {"side by side table", 80, 24, false},
		{"palette", 80, 24, false}, {"palette narrowed", 80, 24, true}, {"export", 80, 24, false},
	} {
		name := fmt.Sprintf("%s-%dx%d", g.state, g.width, g.height)
		if g.ascii {
			name += "-ascii"
		}
		s := states()[g.state](t, g.width, g.height)
		s.m.scene.ASCII = g.ascii
		s.m.scene.Dirty = true
		got := s.frame() + "\n"
		path := filepath.Join("testdata", strings.ReplaceAll(name, " ", "-")+".golden")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from %s (write it anew with -update):\n%s", name, path, got)
		}
	}
}
