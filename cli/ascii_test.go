package cli

import (
	"strings"
	"syscall"
	"testing"
	"unicode"
)

func notASCII(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}

// --ascii holds for whatever the program says, and what it says can still be read.
func TestASCIIOnly(t *testing.T) {
	few := []string{"--data", "census:600", "--set", "C=60", "--iterations", "20", "--plain"}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--ascii", "--help"}, "a letter for alpha, epsilon, eta"},
		{append([]string{"--ascii"}, few...), ", delta = 1e-5"},
		{append([]string{"--ascii=true", "--set", "alpha=0.3", "--set", "title=é 日 \u202e α²"}, few...), "Iteration 20 of 20"},
		{[]string{"nothing-é≤", "--ascii"}, `nothing-\u00e9<=`},
		{[]string{"--ascii", "--sét", "x"}, `\u00e9`},
		{[]string{"--ascii", "--data", "census:é"}, `census:\u00e9`},
		{[]string{"--ascii", "--set", "topology=ring×"}, "ringx"},
		{[]string{"--ascii", "--set", "α=1"}, "keys are in ASCII, the key is alpha"}, // and not that no key is called "alpha"
		{[]string{"--ascii", "--set", "ε₂=1"}, "keys are in ASCII, the key is repair"},
		{[]string{"--ascii", "--set", "graph=ring"}, "(the screen says graph, the key is topology)"},
	} {
		out, errOut, _ := lab(c.args...)
		if notASCII(out + errOut) {
			t.Errorf("%q: %q%q", c.args, out, errOut)
		}
		if !strings.Contains(out+errOut, c.says) {
			t.Errorf("%q says nothing of %q: %q%q", c.args, c.says, out, errOut)
		}
	}
	for _, args := range [][]string{{"--ascii=false", "nothing-é"}, {"nothing-é", "--", "--ascii"}} {
		if _, errOut, _ := lab(args...); !strings.Contains(errOut, "é") {
			t.Errorf("%q: %q", args, errOut)
		}
	}
}

func TestTheScreenInASCII(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, quiet, 120, 36, append([]string{"--ascii"}, lab600...)...)
	c.running()
	for _, keys := range []string{"?", "\x1b", ":", "\x1b", "b", "b", "x", "x", "t", "\x1b", "d", "\x1b", "L", "L", "l", "c", "\x1b"} {
		c.types(keys)
		raw, _ := c.output()
		c.until("a frame more", func(now, _ string) bool { return len(now) > len(raw) })
	}
	c.signal(syscall.SIGTERM) // whatever is open
	ends(t, c.cmd)
	if raw, view := c.output(); notASCII(raw) {
		at := strings.IndexFunc(raw, func(r rune) bool { return r > unicode.MaxASCII })
		t.Errorf("%q among\n%s", raw[max(0, at-30):at+10], view)
	}
}
