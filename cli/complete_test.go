package cli

import (
	"slices"
	"strings"
	"testing"
)

// What is no file is not completed with the files that lie about.
func TestFlagsOfSessionsComplete(t *testing.T) {
	for _, command := range []string{"run", "compare", "tune", "sweep", "figure", "audit run"} {
		ask := func(flag string) string {
			out, _, _ := lab(append(strings.Fields("__complete "+command), "--"+flag, "")...)
			return out
		}
		if out := ask("stop-when"); !strings.Contains(out, "test_error <\n") || !strings.Contains(out, "none\n") || strings.Contains(out, "method") {
			t.Errorf("%s --stop-when offers %q", command, out)
		}
		for _, flag := range []string{"seed", "iterations"} {
			if out := ask(flag); out != ":4\n" {
				t.Errorf("%s --%s offers %q", command, flag, out)
			}
		}
	}
}

// The choices of a key are those of the method that stands before it.
func TestChoicesAreOfTheMethod(t *testing.T) {
	for method, variant := range map[string]string{"dvp": "proved", "pvp": "released", "radmm": "tight"} {
		out, _, _ := lab("__complete", "run", "--set", "method="+method, "--set", "variant=")
		if !strings.Contains(out, "variant="+variant+"\t") {
			t.Errorf("%s: offered %q", method, out)
		}
	}
	if out, _, _ := lab("__complete", "run", "lesson-pvp-released", "--set", "variant="); !strings.Contains(out, "variant=released\t") {
		t.Errorf("a preset of PVP: offered %q", out)
	}
	if out, _, _ := lab("__complete", "audit", "columns", "--set", ""); !strings.Contains(out, "variant=isotropic\t") || strings.Count(out, "method=") != 1 {
		t.Errorf("audit columns: offered %q", out)
	}
	if out, _, _ := lab("__complete", "tune", "--methods", "pvp", "--over", ""); !strings.Contains(out, "rho\n") || strings.Contains(out, "growth") {
		t.Errorf("tune over: offered %q", out)
	}
}

// A command without names is not completed with the files that lie about.
func TestCommandsWithoutNamesOfferNone(t *testing.T) {
	for _, command := range []string{"version", "topologies", "methods", "audit labels", "audit columns", "audit printed-dvp"} {
		if out, _, _ := lab(append(strings.Fields("__complete "+command), "")...); !strings.HasSuffix(out, ":4\n") {
			t.Errorf("%s offers %q", command, out)
		}
	}
}

// What tune offers to vary, and methods to tune, it does not refuse.
func TestWhatTuneOffersIsTaken(t *testing.T) {
	offered := func(flag string) []string {
		out, _, _ := lab("__complete", "tune", "--"+flag, "")
		var list []string
		for _, line := range strings.Split(out, "\n") {
			if name, _, _ := strings.Cut(line, "\t"); name != "" && name[0] != ':' {
				list = append(list, name)
			}
		}
		return list
	}
	taken := func(args ...string) bool {
		_, _, code := lab(append([]string{"tune", "--data", "census:60", "--set", "C=1", "--iterations", "2", "--budget", "1", "--out", t.TempDir()}, args...)...)
		return code == 0
	}
	keys, methods := offered("over"), offered("methods")
	if len(keys) < 5 || len(methods) != 6 {
		t.Fatalf("offered to vary %q of %q", keys, methods)
	}
	for _, method := range methods {
		if !taken("--methods", method, "--over", "rho") {
			t.Errorf("the method %s is offered and refused", method)
		}
	}
	for _, key := range keys {
		if !slices.ContainsFunc(methods, func(method string) bool { return taken("--methods", method, "--over", key) }) {
			t.Errorf("the key %s is offered and refused with every method", key)
		}
	}
}
