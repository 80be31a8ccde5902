package dialog

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/grid"
)

// Entry is a line to type into. What is typed takes the place of what stood there, until
// a key has edited that. While the text is not valid it says why, and enter does nothing.
type Entry struct {
	title, label string
	input        editor
	stood        string // what it held from the start
	check        func(string) error
	checked      *string // the text that check was asked about last, nil for none
	said         error   // what it said
	accepted     bool
	fresh        bool   // what stands there is as it was
	quiet        bool   // it is the beginning of what is to be typed: no key yet, no complaint
	help         string // what ? explains, "" for nothing
	page         *Page  // that page while it is open
	width        int    // the room it had when last drawn
	height       int
	look         Look
}

// NewEntry makes a line that holds value. check says in one sentence what is
// wrong with a text; nil accepts anything.
func NewEntry(title, label, value string, check func(string) error, o Look) *Entry {
	input := newEditor(value)
	return &Entry{title: oneLine(title), label: oneLine(label), check: check, look: o, input: input, stood: input.value(), fresh: value != ""}
}

// Begun keeps what stands there: it is the beginning of what is to be typed.
func (e *Entry) Begun() { e.fresh, e.quiet = false, true }

// Explain gives ? a page.
func (e *Entry) Explain(help string) { e.help = help }

// Value is the text that enter accepted; false while there is none.
func (e *Entry) Value() (string, bool) { return e.text(), e.accepted }

// text is what stands there and counts: blanks at its ends do not.
func (e *Entry) text() string { return strings.TrimSpace(e.input.value()) }

// Key edits, accepts or leaves.
func (e *Entry) Key(msg tea.KeyPressMsg) (done bool) {
	if e.page != nil {
		if e.page.Key(msg) {
			e.page = nil
		}
		return false
	}
	switch key := msg.String(); {
	case key == "esc":
		return true
	case key == "enter":
		e.quiet, e.checked = false, nil // as it is now
		e.accepted = e.wrong() == nil
		return e.accepted
	case key == "?" && e.help != "":
		e.page = NewPage(e.title, e.help, e.look)
		e.page.View(e.width, e.height) // a key right behind is for what it shows
		return false
	case msg.Text != "":
		e.replace()
	}
	if e.input.key(msg) {
		e.fresh, e.quiet = false, false
	}
	return false
}

// Paste inserts text at the cursor, or in the place of what stood there. While the page is
// open it is for that, as keys are.
func (e *Entry) Paste(text string) {
	if e.page != nil {
		e.page.Paste(text)
		return
	}
	if text = pasted(text); text == "" {
		return
	}
	e.replace()
	e.quiet = false
	e.input.insert(text)
}

// Typed reports whether the line is another than it was.
func (e *Entry) Typed() bool {
	return e.page == nil && e.input.value() != "" && e.input.value() != e.stood
}

// replace drops what stood there from the start.
func (e *Entry) replace() {
	if e.fresh {
		e.input, e.fresh = newEditor(""), false
	}
}

// wrong is what check says of the text, which is asked once a text: it may take long.
func (e *Entry) wrong() error {
	if e.check == nil {
		return nil
	}
	if text := e.text(); e.checked == nil || *e.checked != text {
		e.checked, e.said = &text, e.check(text)
	}
	return e.said
}

// The width an entry likes to have inside, and the lines kept for a message.
const (
	entryWidth   = 56
	messageLines = 3
)

// View draws label, line and message; the line stays when room is short, then
// the message.
func (e *Entry) View(width, height int) string {
	e.width, e.height = width, height
	if e.page != nil {
		return e.page.View(width, height)
	}
	foot := "enter accepts  esc leaves"
	if e.help != "" {
		foot += "  ? explains"
	}
	if e.fresh {
		foot += "  " + e.look.glyphs().back + " edits"
	}
	natural := max(entryWidth, widest(e.title)+2, widest(e.label), widest(oneLine(e.input.value()))+4) + 4
	width = min(width, natural)
	inner, _ := inside(width, height)
	label := wrap(e.label, max(1, inner))
	height = min(height, len(label)+1+messageLines+2)
	w, h := inside(width, height)
	if w < 1 || h < 1 {
		return ""
	}
	lines := []line{e.line(w)}
	if err := e.wrong(); err != nil && !e.quiet {
		text := wrap(oneLine(err.Error()), w)
		for i, t := range text[:min(len(text), messageLines)] {
			if i == messageLines-1 && len(text) > messageLines {
				t += strings.Repeat(" ", w) // cut with the sign for more
			}
			lines = append(lines, line{{t, e.look.Warn}})
		}
	}
	if e.label != "" {
		for i := min(len(label), h-len(lines)) - 1; i >= 0; i-- {
			lines = append([]line{{{label[i], e.look.Dim}}}, lines...)
		}
	}
	return e.look.box(e.title, foot, lines, width, height)
}

// line is the part of the text around the cursor, with the cursor as a
// character, so that it shows without colour.
func (e *Entry) line(width int) line {
	before, after := oneLine(e.input.before()), oneLine(e.input.after())
	g := e.look.glyphs()
	mark := g.mark
	if width < 2*widest(mark)+2 {
		mark = ""
	}
	room := max(0, width-widest(mark)-1)
	before = grid.End(before, room)
	after = grid.Cut(after, max(0, room-grid.Cells(before)), "")
	var paint func(string) string
	if e.fresh {
		paint = e.look.Dim // what is typed takes its place
	}
	return line{{mark, e.look.Accent}, {before, paint}, {g.cursor, e.look.Accent}, {after, nil}}
}
