package cli

import (
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
