package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"admmlab/sim/admm"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// The methods, lenses and panels that the golden frames were drawn with: one more does not
// change them. TestAMethodIsKnownToTheScreen, TestANewLensIsKnownEverywhere and
// TestANewPanelIsKnownEverywhere show that one more is on the screen all the same.
var (
	pictured       = []string{"dvp", "pvp", "radmm", "mradmm", "madmm", "admm", "sharing"}
	picturedLenses = []string{"ledger", "exposure", "wire", "attacks", "compare", "sweep"}
	picturedPanels = []string{"parameters", "loss", "error", "privacy", "network", "guarantees", "method"}
)

// only are the parts called so, in the order of the names.
func only[P scene.Part](t testing.TB, all []P, names []string) []P {
	t.Helper()
	var list []P
	for _, name := range names {
		at := slices.IndexFunc(all, func(p P) bool { return p.Name() == name })
		if at < 0 {
			t.Fatalf("nothing is called %q", name)
		}
		list = append(list, all[at])
	}
	return list
}

// pin makes the pictured lenses and panels those of every stage to come.
func pin(t testing.TB) (undo func()) {
	former := parts
	parts = func(lenses []scene.Lens, panels []panel.Panel) ([]scene.Lens, []panel.Panel) {
		return only(t, lenses, picturedLenses), only(t, panels, picturedPanels)
	}
	return func() { parts = former }
}

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
	defer pin(t)()
	for _, g := range []struct {
		state         string
		width, height int
		ascii         bool
	}{
		{"running", 120, 36, false}, {"running", 80, 24, false}, {"running", 40, 12, false}, {"projector", 120, 36, false}, {"projector", 40, 12, false}, {"projector", 80, 24, true}, {"running", 60, 18, false}, {"running", 200, 50, false}, {"ledger", 40, 12, false}, {"running", 120, 36, true},
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
