//go:build unix

package archive

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
)

// A link that takes the place of a run leads to nothing that is written over, and a pipe is not
// waited for: they are set aside, and the run is kept.
func TestWhatIsNoOrdinaryFileInTheRunsPlaceIsSetAside(t *testing.T) {
	for name, put := range map[string]func(path, other string) error{
		"a link to another run": func(path, other string) error { return os.Symlink(other, path) },
		"a pipe":                func(path, _ string) error { return syscall.Mkfifo(path, 0o600) },
	} {
		a := saved(t, tried("other", 4), tried("x", 3))
		before, err := os.ReadFile(a.Path("other"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Remove(a.Path("x")), put(a.Path("x"), a.Path("other"))); err != nil {
			t.Fatal(err)
		}
		if _, _, err := a.Curve("x"); err == nil {
			t.Errorf("%s has curves", name)
		}
		if err := a.Save(tried("x", 5), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if notes := a.Untold(); len(notes) != 1 || !strings.Contains(notes[0], "no ordinary file") {
			t.Errorf("%s: told %q, expected that it was set aside", name, notes)
		}
		if after, err := os.ReadFile(a.Path("other")); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: the other run was written over (%v)", name, err)
		}
		if records, _ := listed(t, a); len(records) != 2 {
			t.Errorf("%s: %d runs, expected both", name, len(records))
		}
	}
}
