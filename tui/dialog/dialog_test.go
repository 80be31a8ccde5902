package dialog

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"admmlab/tui/grid"
)

func press(d Dialog, keys ...string) (done bool) {
	codes := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
		"left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace,
		"delete": tea.KeyDelete,
	}
	for _, k := range keys {
		msg := tea.KeyPressMsg{Code: codes[k]}
		switch rest, ctrl := strings.CutPrefix(k, "ctrl+"); {
		case ctrl:
			msg = tea.KeyPressMsg{Code: rune(rest[0]), Mod: tea.ModCtrl}
		case msg.Code == 0:
			msg = tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
		}
		done = d.Key(msg)
	}
	return done
}

func letters(s string) []string { return strings.Split(s, "") }

func fruit() []Item {
	return []Item{
		{Title: "apple", Detail: "red", Value: 1},
		{Title: "banana", Detail: "yellow", Long: "grows in bunches", Value: 2},
		{Title: "cherry", Detail: "red", Value: 3},
		{Title: "日本の梨", Detail: "α̂ ≤ 0", Long: strings.Repeat("δ' and ε ", 40), Value: 4},
	}
}

func many(n int) []Item {
	var items []Item
	for i := range n {
		items = append(items, Item{Title: fmt.Sprintf("item %03d", i), Value: i})
	}
	return items
}

func TestArrowsMoveAndEnterChooses(t *testing.T) {
	p := NewPick("Fruit", fruit(), 1, Look{})
	if !press(p, "down", "enter") {
		t.Fatal("enter did not close the list")
	}
	if item, ok := p.Chosen(); !ok || item.Value != 3 {
		t.Errorf("chosen %v %v, want cherry", item, ok)
	}
}

func TestEscLeavesWithoutAChoice(t *testing.T) {
	p := NewPick("Fruit", fruit(), 0, Look{})
	if !press(p, "esc") {
		t.Fatal("esc did not close the list")
	}
	if _, ok := p.Chosen(); ok {
		t.Error("esc chose something")
	}
}

func TestMovingStopsAtTheEnds(t *testing.T) {
	p := NewPick("Items", many(100), 99, Look{})
	p.View(40, 12)
	for _, c := range []struct {
		keys []string
		want int
	}{{[]string{"down"}, 99}, {[]string{"home", "up"}, 0}, {[]string{"pgup"}, 0}, {[]string{"end"}, 99}, {[]string{"home", "pgdown"}, 10}} {
		press(p, c.keys...)
		if p.shown[p.at] != c.want {
			t.Errorf("after %v item %d is selected, want %d", c.keys, p.shown[p.at], c.want)
		}
	}
}

func TestTypingNarrowsAndKeepsTheSelectedItem(t *testing.T) {
	p := NewPick("Fruit", fruit(), 2, Look{})
	press(p, letters("RED")...)
	if len(p.shown) != 2 || p.shown[p.at] != 2 {
		t.Fatalf("narrowed to %v with %d selected, want apple and cherry with cherry", p.shown, p.at)
	}
	press(p, letters(" app")...)
	if len(p.shown) != 1 || !strings.Contains(p.View(60, 20), "narrow: RED app") {
		t.Errorf("narrowed to %v", p.shown)
	}
	press(p, "backspace", "backspace", "backspace", "backspace")
	if len(p.shown) != 2 {
		t.Errorf("taking letters back leaves %v", p.shown)
	}
}

// What was typed is taken back by the keys that do so in a line, ctrl+h among them, which some
// terminals send for Backspace.
func TestAListIsWidenedByTheKeysOfALine(t *testing.T) {
	for _, c := range []struct{ key, want string }{
		{"backspace", "red appl"}, {"ctrl+h", "red appl"}, {"ctrl+w", "red "}, {"ctrl+u", ""},
	} {
		p := NewPick("Fruit", fruit(), 0, Look{})
		press(p, letters("red apple")...)
		if press(p, c.key); p.filter != c.want {
			t.Errorf("%s leaves %q of red apple, want %q", c.key, p.filter, c.want)
		}
	}
}

// A slip of the finger that is taken back changes no choice, whether it finds others or nothing.
func TestWhatIsTypedByMistakeAndTakenBackChangesNoChoice(t *testing.T) {
	for _, slip := range []string{"zzz", "ban", "bzz", "bunches"} {
		p := NewPick("Fruit", fruit(), 1, Look{})
		press(p, "down")
		press(p, letters(slip)...)
		for range slip {
			press(p, "backspace")
		}
		press(p, "enter")
		if item, _ := p.Chosen(); item.Title != "cherry" {
			t.Errorf("after %q was taken back %q is chosen, want cherry", slip, item.Title)
		}
	}
	p := NewPick("Fruit", fruit(), 2, Look{})
	press(p, letters("a")...)
	press(p, "down", "backspace", "enter")
	if item, _ := p.Chosen(); item.Title != "banana" {
		t.Errorf("what was moved to in the list that is narrowed does not stay: %q", item.Title)
	}
}

// A word that stands only in a long text, or is not shown at all, finds its item behind
// those that show it.
func TestLongTextsAreSearchedBehindTheRest(t *testing.T) {
	items := append(fruit(), Item{Title: "bunches", Find: "vineyard", Value: 5})
	p := NewPick("Fruit", items, 1, Look{})
	press(p, letters("bunches")...)
	if len(p.shown) != 2 || p.shown[0] != 4 || p.at != 0 || p.shown[1] != 1 {
		t.Errorf("bunches finds %v with %d selected", p.shown, p.at)
	}
	p = NewPick("Fruit", items, 0, Look{})
	press(p, append(letters("vine"), "enter")...)
	if item, ok := p.Chosen(); !ok || item.Value != 5 {
		t.Errorf("vine finds %v", item)
	}
}

func TestEnterDoesNothingWhereNothingMatches(t *testing.T) {
	p := NewPick("Fruit", fruit(), 0, Look{})
	p.Paste("zzz\nzz")
	if press(p, "enter") || !strings.Contains(p.View(60, 20), "nothing matches") {
		t.Error("an empty list was left by enter, or does not say that it is empty")
	}
	press(p, "up", "down", "end", "pgup") // must not panic
}

func TestEmptyListIsAllowed(t *testing.T) {
	p := NewPick("Nothing", nil, 3, Look{})
	press(p, "down", "end", "x", "backspace", "backspace")
	if press(p, "enter") || p.View(20, 5) == "" {
		t.Error("an empty list chose something or drew nothing")
	}
}

func TestBoxKeepsItsSizeWhileTheSelectionMoves(t *testing.T) {
	p := NewPick("Fruit", fruit(), 0, Look{})
	w, h := grid.Size(p.View(70, 30))
	for range 3 {
		press(p, "down")
		if w2, h2 := grid.Size(p.View(70, 30)); w2 != w || h2 != h {
			t.Errorf("the box is %dx%d, was %dx%d", w2, h2, w, h)
		}
	}
}

// In a short list what the chosen item means is cut only where the window is too small for it.
func TestALongTextHasTheRowsThatAShortListLeaves(t *testing.T) {
	long := strings.Repeat("word ", 40) + "end"
	for items := 1; items < 8; items++ {
		list := make([]Item, items)
		for i := range list {
			list[i] = Item{Title: fmt.Sprint("item ", i), Long: long}
		}
		p := NewPick("Items", list, 0, Look{})
		for h := 5; h < 30; h++ {
			view := p.View(60, h)
			whole, lines := strings.Contains(view, "end"), 1+len(wrap(long, 56))
			if room := h - 2 - items; room >= lines && !whole {
				t.Errorf("%d items in %d rows:\n%s", items, h, view)
			}
		}
	}
}

func TestSelectedItemIsAlwaysInSight(t *testing.T) {
	for h := 1; h < 20; h++ {
		p := NewPick("Items", many(60), 0, Look{})
		for range 70 {
			if want := fmt.Sprintf("item %03d", p.shown[p.at]); !strings.Contains(p.View(30, h), want) {
				t.Fatalf("at height %d %s is selected and out of sight:\n%s", h, want, p.View(30, h))
			}
			press(p, "down")
		}
		press(p, "home")
		if !strings.Contains(p.View(30, h), "item 000") {
			t.Fatalf("at height %d home does not show the first item", h)
		}
	}
}

func even(s string) error {
	if len(s)%2 != 0 {
		return errors.New("the text has an odd number of letters, expected an even one: type another")
	}
	return nil
}

func TestEntryAcceptsOnlyWhatIsValid(t *testing.T) {
	e := NewEntry("Word", "even words", "abc", even, Look{})
	if press(e, "enter") {
		t.Fatal("an invalid text was accepted")
	}
	if view := e.View(50, 10); !strings.Contains(view, "odd number") {
		t.Errorf("the message is missing:\n%s", view)
	}
	if !press(e, "end", "d", "enter") {
		t.Fatal("a valid text was refused")
	}
	if got, ok := e.Value(); !ok || got != "abcd" {
		t.Errorf("value %q %v, want abcd", got, ok)
	}
}

// What checks a text may look at 600,000 events: once a text and again for enter, which counts,
// and not in every frame.
func TestEntryIsCheckedOnceAText(t *testing.T) {
	asked, wrong := 0, errors.New("not now")
	e := NewEntry("Data", "path", "a", func(string) error { asked++; return wrong }, Look{})
	for range 5 {
		e.View(60, 10)
	}
	press(e, "b")
	for range 5 {
		e.View(60, 10)
	}
	if asked != 2 {
		t.Errorf("asked %d times about two texts", asked)
	}
	wrong = nil
	if done := press(e, "enter"); !done || asked != 3 {
		t.Errorf("enter: done %t, asked %d times", done, asked)
	}
}

func TestEntryLeftByEscHasNoValue(t *testing.T) {
	e := NewEntry("Word", "", "ab", nil, Look{})
	if !press(e, "esc") {
		t.Fatal("esc did not close")
	}
	if _, ok := e.Value(); ok {
		t.Error("esc accepted the text")
	}
}

func TestEntryEditsAsCommandLinesDo(t *testing.T) {
	for _, c := range []struct {
		start string
		keys  []string
		want  string
	}{
		{"0.5", []string{"left", "left", "backspace", "1"}, "1.5"},
		{"0.5", []string{"home", "delete", "2"}, "2.5"},
		{"0.5", []string{"7", "5"}, "75"},
		{"0.5", []string{"backspace", "7"}, "0.7"},
		{"0.5", []string{"ctrl+u", "7"}, "7"},
		{"12", []string{"left", "ctrl+k"}, "1"},
		{"1,2, 33", []string{"ctrl+w", "4"}, "1,2, 4"},
		{"", []string{"backspace", "delete", "left", "right", "ctrl+w", "α", "x"}, "αx"},
	} {
		e := NewEntry("", "", c.start, nil, Look{})
		press(e, c.keys...)
		if got, _ := e.Value(); got != c.want {
			t.Errorf("%q and %v give %q, want %q", c.start, c.keys, got, c.want)
		}
	}
}

// A key that is none of the line's, as ↑ or the wheel of the mouse, which moves as ↑ and ↓ do,
// leaves what stood there to be replaced; one that moves the cursor keeps it.
func TestWhatStoodThereStaysUntilAKeyHasEditedIt(t *testing.T) {
	for _, c := range []struct {
		key, want string
	}{{"up", "1"}, {"down", "1"}, {"pgdown", "1"}, {"end", "0.51"}, {"left", "0.15"}, {"backspace", "0.1"}} {
		e := NewEntry("", "", "0.5", nil, Look{})
		if press(e, c.key); e.Typed() != (c.key == "backspace") {
			t.Errorf("after %s something was typed: %v", c.key, e.Typed())
		}
		press(e, "1")
		if got, _ := e.Value(); got != c.want || !e.Typed() {
			t.Errorf("0.5, %s and 1 give %q, want %q; typed: %v", c.key, got, c.want, e.Typed())
		}
	}
}

// A question mark explains where there is something to explain, and is a character elsewhere.
func TestAQuestionMarkExplainsAnEntry(t *testing.T) {
	e := NewEntry("α", "a number above 0", "0.5", nil, Look{})
	e.Explain("the privacy parameter")
	if press(e, "?") || !strings.Contains(e.View(60, 12), "the privacy parameter") {
		t.Fatalf("no page:\n%s", e.View(60, 12))
	}
	if press(e, "esc") || strings.Contains(e.View(60, 12), "the privacy") {
		t.Fatal("esc does not go back to the line")
	}
	if press(e, "2", "enter"); e.input.value() != "2" {
		t.Errorf("what is typed after it makes %q, want 2", e.input.value())
	}
	e = NewEntry("Name", "", "", nil, Look{})
	if press(e, "?"); e.input.value() != "?" {
		t.Errorf("? writes %q", e.input.value())
	}
	e = NewEntry("Data", "a path after csv:", "csv:", nil, Look{})
	e.Begun()
	if press(e, "x"); e.input.value() != "csv:x" {
		t.Errorf("%q, want csv:x", e.input.value())
	}
}

// Before anything is typed behind the beginning of a text nothing is wrong with it; a key,
// enter too, or a paste has it checked.
func TestABeginningIsNotComplainedAbout(t *testing.T) {
	check := func(text string) error {
		if text == "csv:" {
			return errors.New("names no path")
		}
		return nil
	}
	for _, c := range []struct {
		what     string
		do       func(e *Entry)
		complain bool
	}{
		{"nothing", func(*Entry) {}, false},
		{"the page of ?", func(e *Entry) { press(e, "?", "esc") }, false},
		{"enter", func(e *Entry) { press(e, "enter") }, true},
		{"a letter that is taken back", func(e *Entry) { press(e, "x", "backspace") }, true},
		{"an empty paste", func(e *Entry) { e.Paste(" ") }, true},
		{"a path", func(e *Entry) { press(e, "x") }, false},
	} {
		e := NewEntry("Data", "path after csv:", "csv:", check, Look{})
		e.Explain("what the file looks like")
		e.Begun()
		c.do(e)
		if got := strings.Contains(e.View(60, 12), "names no path"); got != c.complain {
			t.Errorf("after %s complained %t, want %t:\n%s", c.what, got, c.complain, e.View(60, 12))
		}
		if _, ok := e.Value(); ok {
			t.Errorf("after %s it is taken", c.what)
		}
	}
}

func TestPasteIsOneLineWithoutControlCharacters(t *testing.T) {
	e := NewEntry("", "", "", nil, Look{})
	e.Paste("\x1b[31m0.1,\n0.2\a\n")
	if got, _ := e.Value(); got != "0.1, 0.2" {
		t.Errorf("pasted %q", got)
	}
}

// The name of a column may hold the end of a line, or a tab: it is shown as an escape, and taken
// as it is.
func TestWhatStandsInTheLineIsTakenAsItIs(t *testing.T) {
	for _, value := range []string{"skewed:0.5:blood\npressure", "a\tb", "a\r\nb"} {
		e := NewEntry("", "", value, nil, Look{})
		if press(e, "enter"); e.text() != value {
			t.Errorf("%q is taken as %q", value, e.text())
		}
	}
	e := NewEntry("", "", "blood\npressure", nil, Look{})
	if view := e.View(60, 12); !strings.Contains(view, `blood\npressure`) {
		t.Errorf("the end of a line is not shown:\n%s", view)
	}
}

// Whatever a terminal sends as the end of a line, the words of two lines stay two.
func TestTheEndOfALineWithinAPasteIsABlank(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		e := NewEntry("", "", "", nil, Look{})
		if e.Paste("5" + end + "10" + end + "20" + end); e.input.value() != "5 10 20" {
			t.Errorf("lines that end in %q are pasted as %q", end, e.input.value())
		}
	}
}

// What stood there stays where nothing is left of a paste.
func TestAPasteOfNothingTakesNoPlace(t *testing.T) {
	for _, paste := range []string{"", "\n", "\r\n", "\r", "\x1b[31m"} {
		e := NewEntry("", "", "0.5", nil, Look{})
		if e.Paste(paste); e.input.value() != "0.5" {
			t.Errorf("a paste of %q leaves %q", paste, e.input.value())
		}
	}
}

// What is pasted while ? explains the line is for the page, as keys are: the line stays as it was.
func TestAPasteOverThePageIsNotForTheLine(t *testing.T) {
	for _, typed := range []string{"", "0.2"} {
		e := NewEntry("", "", "0.5", nil, Look{})
		e.Explain("a number")
		press(e, letters(typed)...)
		before := e.input.value()
		press(e, "?")
		e.Paste("999")
		press(e, "esc")
		if e.input.value() != before {
			t.Errorf("%q became %q behind the page", before, e.input.value())
		}
		if e.Paste("1"); e.input.value() == before {
			t.Error("with the page gone, nothing is pasted")
		}
	}
}

// Nor is the end of a pasted line part of what narrows a list down.
func TestAPasteIntoAListEndsWithItsLine(t *testing.T) {
	p := NewPick("", []Item{{Title: "DVP", Find: "dvp"}}, 0, Look{})
	p.Paste("dv\n")
	if p.Paste("p\r\n"); p.filter != "dvp" {
		t.Errorf("narrowed by %q", p.filter)
	}
}

// Blanks at the ends of a paste part words; at the ends of the line they are nothing.
func TestAPasteKeepsTheBlanksAtItsEnds(t *testing.T) {
	check := func(text string) error {
		if text != strings.TrimSpace(text) {
			return errors.New("a blank too many")
		}
		return nil
	}
	for _, c := range []struct {
		before, paste, after, shown, want string
	}{
		{"hello", " world", "", "hello world", "hello world"},
		{"hello", "\nworld\r\n", "", "hello world", "hello world"},
		{"", " hello ", "world ", " hello world ", "hello world"},
		{"", "0.25\n", "", "0.25", "0.25"},
	} {
		e := NewEntry("", "", "", check, Look{})
		press(e, letters(c.before)...)
		e.Paste(c.paste)
		if c.after != "" {
			press(e, letters(c.after)...)
		}
		if e.input.value() != c.shown {
			t.Errorf("%q, a paste of %q and %q show %q, want %q", c.before, c.paste, c.after, e.input.value(), c.shown)
		}
		if done := press(e, "enter"); !done {
			t.Errorf("%q is not accepted", c.shown)
		}
		if got, _ := e.Value(); got != c.want {
			t.Errorf("%q is accepted as %q, want %q", c.shown, got, c.want)
		}
	}
}

func TestCursorIsInSightInALongText(t *testing.T) {
	long := strings.Repeat("日", 30) + strings.Repeat("x", 100) + "END"
	for w := 5; w < 60; w++ {
		e := NewEntry("", "", long, nil, Look{ASCII: true})
		if view := e.View(w, 5); !strings.Contains(view, "|") || (w > 14 && !strings.Contains(view, "END|")) {
			t.Fatalf("at width %d the end is out of sight:\n%s", w, view)
		}
		press(e, "home")
		if view := e.View(w, 5); w > 14 && !strings.Contains(view, "> |?") {
			t.Fatalf("at width %d the beginning is out of sight:\n%s", w, view)
		}
	}
}

func TestPageScrollsToItsEndAndNoFurther(t *testing.T) {
	var text []string
	for i := range 50 {
		text = append(text, fmt.Sprintf("row %02d", i))
	}
	p := NewPage("Text", strings.Join(text, "\n"), Look{})
	if view := p.View(40, 12); !strings.Contains(view, "row 00") || !strings.Contains(view, "1-10 of 50") {
		t.Fatalf("the page does not open at its beginning:\n%s", view)
	}
	press(p, "end", "down", "pgdown", "down")
	if view := p.View(40, 12); !strings.Contains(view, "row 49") || !strings.Contains(view, "row 40") {
		t.Errorf("the end is not where it should be:\n%s", view)
	}
	press(p, "up")
	if view := p.View(40, 12); strings.Contains(view, "row 49") {
		t.Error("scrolling past the end must be forgotten")
	}
	press(p, "home", " ")
	if view := p.View(40, 12); !strings.Contains(view, "row 09") || !strings.Contains(view, "row 18") {
		t.Errorf("a page down should leave one line in sight:\n%s", view)
	}
}

// Where one line is in sight a page is that line, in both directions.
func TestAPageOfOneLineScrollsByThatLine(t *testing.T) {
	p := NewPage("Text", "one\ntwo\nthree\nfour\nfive", Look{})
	for _, c := range []struct{ key, want string }{{"end", "five"}, {"b", "four"}, {"pgup", "three"}, {"pgdown", "four"}} {
		p.View(40, 3)
		press(p, c.key)
		if view := p.View(40, 3); !strings.Contains(view, c.want) {
			t.Errorf("%s does not go to %s:\n%s", c.key, c.want, view)
		}
	}
}

// Keys that come faster than frames go as far as they do slowly.
func TestKeysGoAsFarWhereNothingIsDrawnBetweenThem(t *testing.T) {
	explained := func() Dialog {
		e := NewEntry("Epsilon", "a number", "1", nil, Look{})
		e.Explain(strings.Repeat("what it is\n", 30) + "its end")
		return e
	}
	list := func() Dialog { return NewPick("Items", many(60), 0, Look{}) }
	for _, c := range []struct {
		of   func() Dialog
		keys []string
		want string
	}{
		{explained, []string{"?", "end"}, "its end"},
		{explained, []string{"?", "pgdown"}, "10-19 of 31"},
		{list, []string{"pgdown"}, "> item 010"},
		{list, []string{"e", "pgdown"}, "> item 009"},
		{list, []string{"e", "backspace", "pgdown"}, "> item 010"},
		{list, []string{"e", "end", "pgup"}, "> item 050"},
	} {
		for _, slowly := range []bool{true, false} {
			d := c.of()
			d.View(60, 12)
			for _, key := range c.keys {
				if press(d, key); slowly {
					d.View(60, 12)
				}
			}
			if view := strings.ReplaceAll(d.View(60, 12), "▸", ">"); !strings.Contains(view, c.want) {
				t.Errorf("%q, drawn between: %v: not %q in\n%s", c.keys, slowly, c.want, view)
			}
		}
	}
}

func TestPageCloses(t *testing.T) {
	for _, key := range []string{"esc", "q", "?", "enter"} {
		if !press(NewPage("", "text", Look{}), key) {
			t.Errorf("%s does not close a page", key)
		}
	}
	if press(NewPage("", "text", Look{}), "x") {
		t.Error("x closes a page")
	}
}

func TestTheSecondColumnOfATableStaysOne(t *testing.T) {
	got := wrap("  a  \tone two three\nend", 21)
	want := []string{"  a   one two three", "end"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("wrapped %q, want %q", got, want)
	}
	got = wrap("  a  \tone two three", 18)
	if want = []string{"  a   one two", "      three"}; strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("wrapped %q, want %q", got, want)
	}
	got = wrap("  long\tone two three", 16) // no room for columns
	if want = []string{"  long  one two", "  three"}; strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("wrapped %q, want %q", got, want)
	}
}

func TestSheetsKeepTheirPlaces(t *testing.T) {
	var long []string
	for i := range 50 {
		long = append(long, fmt.Sprintf("row %02d", i))
	}
	p := NewSheets([]Sheet{{"first", "The first", strings.Join(long, "\n")}, {"second", "The second", "words"}}, 0, Look{})
	if v := p.View(60, 12); !strings.Contains(v, "The first (1 of 2)") || !strings.Contains(v, "tab: second") || !strings.Contains(v, "row 00") {
		t.Errorf("the page opens with\n%s", v)
	}
	w, _ := grid.Size(p.View(60, 12))
	press(p, "end", "tab")
	v := p.View(60, 12)
	if got, h := grid.Size(v); got != w || h != 3 || !strings.Contains(v, "tab: first") || !strings.Contains(v, "words") {
		t.Errorf("the second sheet is %d wide, want %d:\n%s", got, w, v)
	}
	press(p, "left")
	if v := p.View(60, 12); !strings.Contains(v, "row 49") {
		t.Errorf("the first sheet forgot its place:\n%s", v)
	}
	if press(p, "?") || !press(p, "?") {
		t.Error("? should go on, and leave after the last")
	}
}

func TestContinuationLinesKeepTheirIndent(t *testing.T) {
	got := wrap("  f ← argmin of a long formula\nend", 14)
	want := []string{"  f ← argmin", "  of a long", "  formula", "end"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("wrapped %q, want %q", got, want)
	}
}

func TestNothingIsEverLargerThanItsRoom(t *testing.T) {
	colour := func(s string) string { return "\x1b[1;31m" + s + "\x1b[m" }
	looks := []Look{{}, {ASCII: true}, {Accent: colour, Dim: colour, Warn: colour}}
	for w := 1; w <= 100; w += 1 + w/8 {
		for h := 1; h <= 40; h += 1 + h/5 {
			for _, o := range looks {
				narrowed := NewPick("日本語の長い題名 ε", fruit(), 3, o)
				narrowed.Paste("r")
				dialogs := []Dialog{
					NewPick("Fruit ε with quite a long title", fruit(), 3, o), narrowed, NewPick("", many(60), 30, o),
					NewEntry("α: privacy parameter of one iteration", "counts: next iteration", "日本,0.5", even, o),
					NewEntry("", "", "", nil, o),
					NewPage("ζ = α̂/2", "f ← argmin (C/B_p) Σ L(y f·x)\n\n"+strings.Repeat("日本語 words ", 200), o), NewPage("", "", o),
					NewSheets([]Sheet{{"ε", "日本語", "  key\t" + strings.Repeat("日本語 words ", 50)}, {"", "", ""}}, 0, o),
					people(Order{Column: 3}), people(Order{Column: 2, Backward: true}),
				}
				for i, d := range dialogs {
					view := d.View(w, h)
					if vw, vh := grid.Size(view); vw > w || vh > h || view == "" {
						t.Fatalf("dialog %d is %dx%d in a room of %dx%d:\n%s", i, vw, vh, w, h, view)
					}
					lines := strings.Split(view, "\n")
					first := ansi.StringWidth(lines[0])
					for _, l := range lines[1:] {
						if ansi.StringWidth(l) != first {
							t.Fatalf("dialog %d has ragged lines in a room of %dx%d:\n%s", i, w, h, view)
						}
					}
				}
			}
		}
	}
}

func TestASCIILookHasNoDrawnCharacters(t *testing.T) {
	o := Look{ASCII: true}
	for _, d := range []Dialog{NewPick("Items", many(60), 30, o), NewEntry("A", "b", strings.Repeat("c", 99), even, o), NewPage("A", strings.Repeat("b ", 999), o)} {
		for _, r := range d.View(30, 9) {
			if r > 127 {
				t.Errorf("%q in\n%s", r, d.View(30, 9))
				break
			}
		}
	}
}

func TestForeignControlCharactersCannotBreakTheBox(t *testing.T) {
	evil := "a\x1b[2Jb\rc\td\ae"
	for _, d := range []Dialog{NewPick(evil, []Item{{Title: evil, Detail: evil, Long: evil}}, 0, Look{}), NewPage(evil, evil, Look{}), NewEntry(evil, evil, evil, func(string) error { return errors.New(evil) }, Look{})} {
		if view := d.View(40, 10); strings.ContainsAny(view, "\x1b\r\t\a") {
			t.Errorf("control characters in %q", view)
		}
	}
}

func TestWhatIsHiddenIsShownAndTheTextStays(t *testing.T) {
	const evil, shown = "be\u200bs\u202et", `be\u200bs\u202et`
	typed := NewEntry(evil, evil, evil, nil, Look{})
	narrowed := NewPick("", []Item{{Title: evil}}, 0, Look{})
	narrowed.Paste(evil)
	table := NewTable(evil, "", []Column{{Title: "name", Compare: func(a, b Row) int { return 0 }}}, []Row{{Cells: []string{evil}}}, []string{"enter"}, Order{}, Look{})
	for _, d := range []Dialog{NewPick(evil, []Item{{Title: evil, Detail: evil, Long: evil}}, 0, Look{}), NewPage(evil, evil, Look{}), typed, narrowed, table} {
		if view := d.View(80, 10); !strings.Contains(view, shown) || strings.ContainsAny(view, "\u200b\u202e") {
			t.Errorf("%T shows\n%s", d, view)
		}
	}
	press(typed, "enter")
	if value, _ := typed.Value(); value != evil {
		t.Errorf("what stands there becomes %q", value)
	}
}

func TestTheNameBeforeAColonIsFoundFirst(t *testing.T) {
	p := NewPick("", []Item{{Title: "ledger and budget"}, {Title: "η: step", Value: "eta"}, {Title: "Budget: what may be spent", Value: "budget"}, {Title: "beta: another step"}}, 0, Look{})
	press(p, "b", "u", "d", "g", "e", "t", "enter")
	if item, _ := p.Chosen(); item.Value != "budget" {
		t.Errorf("budget finds %q", item.Title)
	}
	p = NewPick("", []Item{{Title: "beta: another step"}, {Title: "η: step", Value: "eta"}}, 0, Look{})
	press(p, "e", "t", "a", "enter")
	if item, _ := p.Chosen(); item.Value != "eta" {
		t.Errorf("eta finds %q", item.Title)
	}
}

func TestAListThatGoesOnOutOfSightSaysSo(t *testing.T) {
	p := NewPick("Items", many(48), 2, Look{})
	if v := p.View(80, 12); !strings.Contains(v, " 3 of 48  enter chooses") {
		t.Errorf("no word of 48 items:\n%s", v)
	}
	if v := p.View(80, 60); strings.Contains(v, "of 48") {
		t.Errorf("all are in sight:\n%s", v)
	}
}

// Keys under a box are named whole or not at all.
func TestHintsAreNotCutInTheirWords(t *testing.T) {
	const text = "enter accepts  esc leaves  ? help"
	for width, want := range map[int]string{33: text, 32: "enter accepts  esc leaves  …", 27: "enter accepts  …", 15: "enter accepts  …"} {
		if got := hints(text, width, "…"); got != want {
			t.Errorf("in %d cells %q, want %q", width, got, want)
		}
	}
}

func TestANumberIsNotBrokenAtItsSign(t *testing.T) {
	for width := 6; width < 60; width++ {
		lines := wrap("within a total ε above 0, at δ = 1e-5, one record removed", width)
		if all := strings.Join(lines, "\n"); !strings.Contains(all, "1e-5,") {
			t.Errorf("%d cells: %q", width, lines)
		}
	}
}

func TestALongLabelIsWrapped(t *testing.T) {
	e := NewEntry("Draws", "how many draws of the noise, on the same data and split", "10", even, Look{})
	v := e.View(40, 12)
	for _, want := range []string{"how many draws of the noise, on the", "same data and split", "10"} {
		if !strings.Contains(v, want) {
			t.Errorf("no %q:\n%s", want, v)
		}
	}
}

func TestGreekIsFoundByItsName(t *testing.T) {
	p := NewPick("Parameter", []Item{{Title: "α"}, {Title: "ρ", Detail: "weight of the regulariser"}, {Title: "ε_Y"}}, 0, Look{})
	press(p, append(letters("rho"), "enter")...)
	if item, ok := p.Chosen(); !ok || item.Title != "ρ" {
		t.Errorf("rho finds %v %v", item, ok)
	}
}

func TestAWholeTitleComesFirst(t *testing.T) {
	p := NewPick("Methods", []Item{{Title: "R-ADMM"}, {Title: "M-ADMM"}, {Title: "ADMM"}}, 1, Look{})
	p.Paste("adm")
	if p.shown[p.at] != 1 {
		t.Errorf("part of a title selects item %d, expected the one selected before", p.shown[p.at])
	}
	p.Paste("m")
	if len(p.shown) != 3 || p.at != 0 || p.shown[0] != 2 {
		t.Errorf("a whole title shows %v and selects place %d", p.shown, p.at)
	}
}

// A paste gone astray does not make every further key slow.
func TestWhatIsTypedHasALimit(t *testing.T) {
	e, p := NewEntry("", "", "", nil, Look{}), NewPick("", nil, 0, Look{})
	for range 3 {
		e.Paste(strings.Repeat("é", 3000))
		p.Paste(strings.Repeat("é", 3000))
	}
	if got := e.input.value(); got != strings.Repeat("é", mostTyped) {
		t.Errorf("an entry holds %d bytes", len(got))
	}
	if p.filter != strings.Repeat("é", mostFilter) {
		t.Errorf("a list is narrowed down by %d bytes", len(p.filter))
	}
}

// A full filter costs nothing more, and what is typed after it is not waited for.
func TestTypingOnIntoAFullFilterChangesNothing(t *testing.T) {
	p := NewPick("Choose", make([]Item, 1000), 0, Look{})
	for range mostFilter {
		p.Key(tea.KeyPressMsg{Code: '9', Text: "9"})
	}
	if n := testing.AllocsPerRun(100, func() { p.Key(tea.KeyPressMsg{Code: '9', Text: "9"}) }); n > 8 {
		t.Errorf("a key into a full filter allocates %g times", n)
	}
	if len(p.filter) != mostFilter || len(p.shown) != 0 {
		t.Errorf("the filter has %d characters, %d items are shown", len(p.filter), len(p.shown))
	}
}

// What the line shows is what counts, in every script.
func TestADialogKeepsEveryLetter(t *testing.T) {
	for _, word := range []string{"हिन्दी", "ทำคำ", "မြန်မာ", "Tie\u0302\u0301ng", "தமிழ்"} {
		entry := NewEntry(word, word, "", nil, Look{})
		entry.Paste(word)
		pick := NewPick(word, []Item{{Title: word, Detail: word, Long: strings.Repeat(word+" ", 30)}}, 0, Look{})
		pick.Paste(word)
		for _, d := range []Dialog{entry, pick, NewPage(word, strings.Repeat(word, 20)+"\n  "+word+"\t"+strings.Repeat(word+" ", 20), Look{})} {
			view := d.View(60, 20)
			w, h := grid.Size(view)
			g := grid.New(w, h)
			g.Compose(grid.Rect{W: w, H: h}, view)
			if g.String() != view {
				t.Errorf("on the screen\n%s\nis\n%s", view, g.String())
			}
			for line := range strings.SplitSeq(view, "\n") {
				if n := grid.Cells(line); n != w {
					t.Errorf("%d cells, and %d elsewhere:\n%s", n, w, view)
				}
			}
			if !strings.Contains(view, word) {
				t.Errorf("no %s:\n%s", word, view)
			}
		}
	}
}
