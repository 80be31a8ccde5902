//go:build unix

package terminal

import (
	"os"
	"strings"
	"testing"
	"time"
)

// piped is a terminal that sends what is written to it.
func piped(t *testing.T) (in *input, terminal *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return &input{File: r}, w
}

// Keys that wait together are read as they were typed wherever a read ends, and however long it is
// until the next one.
func TestNoKeyIsCutWhereAReadEnds(t *testing.T) {
	for before := range 3 {
		keys := strings.Repeat(",", before) + strings.Repeat("\x1b[B\x1b[A", 1000)
		in, terminal := piped(t)
		if _, err := terminal.WriteString(keys); err != nil {
			t.Fatal(err)
		}
		got, p := "", make([]byte, 4096)
		for len(got) < len(keys) {
			n, err := in.Read(p)
			if err != nil {
				t.Fatal(err)
			}
			got += string(p[:n])
			in.guard.since, in.guard.last = in.guard.since.Add(-time.Hour), in.guard.last.Add(-time.Hour) // the laboratory is behind
		}
		if got != keys {
			t.Errorf("behind %d others %d of the keys are read as esc and what is behind it", before, strings.Count(got, string(escKey)))
		}
	}
}

// Of a key that a terminal sends in two pieces ESC waits for the rest.
func TestEscWaitsForWhatComesBehindIt(t *testing.T) {
	p := make([]byte, 4096)
	for range 20 { // the machine may be too busy to bring the second piece in time
		in, terminal := piped(t)
		if _, err := terminal.WriteString("\x1b"); err != nil {
			t.Fatal(err)
		}
		go terminal.WriteString("[B")
		if n, err := in.Read(p); err == nil && string(p[:n]) == "\x1b[B" {
			return
		}
	}
	t.Error("ESC was taken for a key, whatever came behind it")
}

// ESC alone is a key.
func TestEscAloneIsAKey(t *testing.T) {
	in, terminal := piped(t)
	if _, err := terminal.WriteString("\x1b"); err != nil {
		t.Fatal(err)
	}
	p := make([]byte, 4096)
	if n, err := in.Read(p); err != nil || string(p[:n]) != string(escKey) {
		t.Errorf("it is read as %q, %v", p[:n], err)
	}
}
