package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/lens"
	"admmlab/tui/scene"
)

func TestTableOfKeys(t *testing.T) {
	meaning := map[string]string{}
	for _, b := range bindings(lens.All(nil)) {
		if b.handle == nil {
			t.Errorf("%q has no handler", b.label)
		}
		if len(b.keys) == 0 || b.label == "" || b.words == "" {
			t.Errorf("incomplete line %+v", b)
		}
		for _, k := range b.keys {
			if other, taken := meaning[k]; taken {
				t.Errorf("%q means both %q and %q", k, other, b.words)
			}
			meaning[k] = b.words
		}
	}
	for _, promised := range []string{
		"space", "n", "[", "]", "up", "down", "left", "right", "shift+left", "shift+right", "enter", "m", "t", "d", "p",
		"r", "R", ",", ".", "home", "end", "g", "tab", "shift+tab", "z", "l", "?", "L", "M", "q", "b", "x", "w", "a", "S", "f", "esc", "u", "e", "y", ":", "h",
	} {
		if meaning[promised] == "" {
			t.Errorf("%q has no meaning", promised)
		}
	}
}

func TestEveryKeyInTheTableIsOneATerminalSends(t *testing.T) {
	for _, b := range bindings(lens.All(nil)) {
		for _, k := range b.keys {
			if got := keyPress(k).String(); got != k {
				t.Errorf("key %q arrives as %q", k, got)
			}
		}
	}
}

func TestFooterFitsAndAlwaysNamesHelpAndQuit(t *testing.T) {
	for width := 20; width <= 250; width++ {
		used, words := 0, ""
		for i, h := range footer(bindings(lens.All(nil)), width%2 == 0, width) {
			if i > 0 {
				used += 2
			}
			used += h.Width()
			words += h.Word + " "
		}
		if width > 120 && strings.Contains(words, "pause ") != (width%2 == 0) {
			t.Errorf("width %d, running %v: footer %s", width, width%2 == 0, words)
		}
		if used > width || !strings.Contains(words, "help") || !strings.Contains(words, "quit") {
			t.Fatalf("width %d: footer of %d cells: %s", width, used, words)
		}
	}
}

func TestEveryKeyWorksInEveryState(t *testing.T) {
	for _, name := range []string{"before the data", "ghost and cursor", "dialog", "palette", "export", "ledger", "exposure", "wire", "attacks", "runs"} {
		prepare := states()[name]
		for _, b := range bindings(lens.All(nil)) {
			for _, k := range b.keys {
				s := prepare(t, 100, 30)
				lensOf[*lens.Attacks](s).Audits.Run = briefAudit
				s.press(k)
				s.frame()
				s.press("esc", k, "enter", "enter", "down", k)
				checkFrame(t, name+" after "+k, s.frame(), 100, 30)
			}
		}
	}
}

func TestQuitKeys(t *testing.T) {
	for _, k := range []string{"q", "ctrl+c"} {
		s := newStage(t, config.Default(), 80, 24)
		if cmd := s.send(keyPress(k)); cmd == nil {
			t.Errorf("%s does not quit", k)
		}
	}
}

// The arrows and enter are those of a lens where its last line names them, as the table says.
func TestTheLastLineOfALensNamesItsArrowsAndEnter(t *testing.T) {
	for _, b := range bindings(lens.All(nil)) {
		if slices.Contains([]string{"←", "→", "enter"}, b.label) && !strings.Contains(b.words, "in a lens what its last line says") {
			t.Errorf("%s: %s", b.label, b.words)
		}
	}
	for _, l := range newStage(t, config.Default(), 120, 36).m.lens.all {
		s := newStage(t, config.Default(), 120, 36).begun().batch(10)
		s.m.grant(scene.Show{Lens: l.Name()})
		s.frame()
		sent := len(s.f.taken)
		s.press("right")
		once := slices.ContainsFunc(s.f.taken[sent:], func(c runner.Command) bool { return c.Order == runner.Once })
		if named := strings.Contains(l.Keys(&s.m.scene), "←→"); once == named {
			t.Errorf("%s: %q, and → makes an iteration: %v", l.Name(), l.Keys(&s.m.scene), once)
		}
	}
}

// The first page of help names keys of the table.
func TestTheFirstKeysAreInTheTable(t *testing.T) {
	labels := map[string]bool{}
	for _, b := range bindings(lens.All(nil)) {
		labels[b.label] = true
	}
	for _, hint := range firstKeys {
		for label := range strings.FieldsSeq(hint.Key) {
			if !labels[label] {
				t.Errorf("no key is called %q", label)
			}
		}
	}
}

// Held down, esc arrives in pairs, which terminals write as alt and esc.
func TestEscHeldDownLeavesADialog(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.press("e").shows("Export")
	s.send(tea.KeyPressMsg{Code: tea.KeyEscape, Mod: tea.ModAlt})
	if s.m.front.dialog != nil {
		t.Error("the dialog stays")
	}
}

// A key close behind esc, which terminals write as alt and that key, is esc and that key,
// also where a dialog is open, unless that would lose what was typed into it: nothing there
// means alt. What begins a sequence is none of it.
func TestAKeyCloseBehindEscIsHeard(t *testing.T) {
	alt := func(code rune, mod tea.KeyMod) tea.KeyPressMsg {
		return tea.KeyPressMsg{Code: code, Mod: mod | tea.ModAlt}
	}
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.press("z")
	if cmd := s.send(alt('q', 0)); s.m.view.zoomed || cmd == nil {
		t.Errorf("zoomed %t after esc and q", s.m.view.zoomed)
	} else if _, quit := cmd().(tea.QuitMsg); !quit {
		t.Error("q behind esc does not quit")
	}
	for _, c := range []struct {
		key  tea.KeyPressMsg
		does func() bool
	}{
		{alt('?', 0), func() bool { return s.m.front.dialog != nil }},
		{alt(tea.KeyEscape, 0), func() bool { return s.m.front.dialog == nil }},
		{alt('l', tea.ModShift), func() bool { return s.m.scene.Big }},
		{alt(tea.KeySpace, 0), func() bool { return !s.m.scene.Big }},
	} {
		if s.send(c.key); !c.does() {
			t.Errorf("%s does not do what its key does", c.key)
		}
	}
	s.press("z")
	for _, key := range []tea.KeyPressMsg{alt('[', 0), alt('o', tea.ModShift), alt(']', 0), alt('p', tea.ModShift)} {
		if s.send(key); !s.m.view.zoomed {
			t.Errorf("%s, which begins a sequence, is taken for esc", key)
		}
	}
	for _, opened := range [][]string{{":", "a", "b"}, {"t", "end", "enter", "7"}} {
		s.press(opened...)
		if s.send(alt('q', 0)); s.m.front.dialog == nil {
			t.Error("alt and a key leave a dialog with what is typed in it")
		}
		s.press("esc")
	}
	s.batch(1).press("n", ":", "b", "a") // behind an iteration that is being made
	s.send(alt('x', 0))
	if s.batch(1).frame(); s.m.front.dialog == nil || !s.m.front.dialog.Typed() || s.m.scene.Lens == "exposure" {
		t.Error("alt and a key, behind keys that are held, leave the dialog that these open")
	}
	s.press("esc")
	for _, opened := range [][]string{{":"}, {"?"}, {"S"}, {"h"}} {
		s.batch(1).press(opened...) // nothing is on its way
		if cmd := s.send(alt('q', 0)); s.m.front.dialog != nil || cmd == nil {
			t.Errorf("%q: esc and q, close together, do not leave", opened)
		}
	}
}

// Some terminals name the sign of alt, shift and a key, others the key, or both. Where it is the key
// alone it is esc alone: the unshifted sign does something else.
func TestAltAndAShiftedSignIsNoOtherSign(t *testing.T) {
	for _, c := range []struct {
		key  tea.Key
		want int
	}{
		{tea.Key{Code: '<', Mod: tea.ModAlt}, 40},
		{tea.Key{Code: '<', Mod: tea.ModAlt | tea.ModShift}, 40},
		{tea.Key{Code: ',', ShiftedCode: '<', Mod: tea.ModAlt | tea.ModShift}, 40},
		{tea.Key{Code: ';', ShiftedCode: ',', Mod: tea.ModAlt | tea.ModShift}, 49},
		{tea.Key{Code: ',', Mod: tea.ModAlt | tea.ModShift}, 0},
		{tea.Key{Code: '[', Mod: tea.ModAlt | tea.ModShift}, 0},
		{tea.Key{Code: ',', Mod: tea.ModAlt}, 49},
	} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(50).press("home")
		if s.send(tea.KeyPressMsg(c.key)); s.m.scene.Cursor != c.want {
			t.Errorf("%s of %q sets the cursor to %d, want %d", tea.KeyPressMsg(c.key), c.key.Code, s.m.scene.Cursor, c.want)
		}
	}
}
