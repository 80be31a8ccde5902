package dialog

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// editor is one line of text with a cursor. (The text input of bubbles would do,
// but it brings a module that runs clipboard programs.)
type editor struct {
	text []rune
	at   int // the cursor stands before this character
}

// mostTyped is how many characters a line takes: more is a paste gone astray, and would
// make every further key slow.
const mostTyped = 4096

// keyed is a text as keys could have given it: one line without controls and what begins
// with them. Within a paste most terminals send the end of a line as a carriage return.
func keyed(text string) string {
	if strings.IndexFunc(text, unicode.IsControl) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, ansi.Strip(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", "    ").Replace(text)))
}

// pasted is keyed of a paste, whose last end of a line is none of it.
func pasted(text string) string { return keyed(strings.TrimRight(text, "\r\n")) }

// newEditor begins with a text as it is, which may hold what no key gives: the name of a column
// or a file with the end of a line in it.
func newEditor(text string) editor {
	r := []rune(text)
	return editor{text: r, at: len(r)}
}

func (e editor) value() string  { return string(e.text) }
func (e editor) before() string { return string(e.text[:e.at]) }
func (e editor) after() string  { return string(e.text[e.at:]) }

func (e *editor) insert(text string) {
	r := []rune(keyed(text))
	r = r[:min(len(r), max(0, mostTyped-len(e.text)))]
	e.text = slices.Insert(e.text, e.at, r...)
	e.at += len(r)
}

// remove drops the characters between the cursor and to.
func (e *editor) remove(to int) {
	from, to := min(e.at, to), max(e.at, to)
	e.text = slices.Delete(e.text, from, to)
	e.at = from
}

// word is where the word before the cursor begins.
func (e editor) word() int {
	before := strings.TrimRight(e.before(), " ,:")
	return len([]rune(before[:strings.LastIndexAny(before, " ,:")+1]))
}

// key edits as command lines do. It reports whether the key is one that does.
func (e *editor) key(msg tea.KeyPressMsg) bool {
	switch msg.String() {
	case "left", "ctrl+b":
		e.at = max(0, e.at-1)
	case "right", "ctrl+f":
		e.at = min(len(e.text), e.at+1)
	case "home", "ctrl+a":
		e.at = 0
	case "end", "ctrl+e":
		e.at = len(e.text)
	case "backspace", "ctrl+h":
		e.remove(max(0, e.at-1))
	case "delete", "ctrl+d":
		e.remove(min(len(e.text), e.at+1))
	case "ctrl+u":
		e.remove(0)
	case "ctrl+k":
		e.remove(len(e.text))
	case "ctrl+w", "alt+backspace":
		e.remove(e.word())
	default:
		e.insert(msg.Text)
		return msg.Text != ""
	}
	return true
}
