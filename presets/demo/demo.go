// Package demo reads the scripts of demonstrations: what is pressed, what is said
// meanwhile, and what is waited for. One is embedded, demo.txt, which says how they are
// written.
//
// It reads texts only: it plays nothing, opens nothing and knows no meaning of a key.
package demo

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"admmlab/presets"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/spell"
)

// Text is the script that comes with the program.
//
//go:embed demo.txt
var Text string

// Script is a demonstration.
type Script struct {
	Start config.Config       // runs when it begins
	Set   []config.Assignment // what the line start sets
	Left  string              // what its method does not take of its preset, "" for nothing
	Steps []Step
}

// Step is one thing that happens.
type Step struct {
	Line int // in the text
	Kind Kind
	Text string        // a caption, a key
	For  time.Duration // of a wait
	T    int           // an iteration
}

// Kind is what a step does.
type Kind int

const (
	Say     Kind = iota // shows a caption
	Press               // presses a key
	Wait                // waits for time to pass
	Reach               // waits for an iteration, or for a run that stands still
	Finish              // waits for the end of the run, or for one that stands still
	Settle              // waits until nothing is under way in the background
	Picture             // is the moment for a picture
)

const (
	// MostCaption is how many characters a caption shows at most: three lines of a window of
	// 40 columns, two of one of 80.
	MostCaption = 100
	// mostTyped is how many characters a line takes.
	mostTyped = 4096
	// mostWait is the longest wait in seconds.
	mostWait = 600
)

// keys are the keys that have a name; all others are a character.
var keys = []string{"space", "tab", "shift+tab", "enter", "esc", "up", "down", "left", "right", "shift+left", "shift+right", "home", "end", "backspace"}

var words = []string{"start", "say", "press", "type", "wait", "until", "picture"}

// Parse reads a script; errors name the line and what was expected there.
func Parse(text, name string) (Script, error) {
	var s Script
	n := 0
	refused := func(err error) (Script, error) { return Script{}, fmt.Errorf("line %d of %s: %w", n, name, err) }
	s.Start = config.Default()
	started := false
	for line := range strings.Lines(text) {
		n++
		if !utf8.ValidString(line) {
			return refused(errors.New("it is not UTF-8, expected a text"))
		}
		line = strings.TrimSpace(line)
		if strings.Contains(line, "\r") { // behind a comment a whole line would go
			return refused(errors.New("it has a carriage return in it, which is not read as a line end; expected line feeds"))
		}
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		if word == "" || word[0] == '#' {
			continue
		}
		if word == "start" {
			if started || len(s.Steps) > 0 {
				return refused(errors.New("a second start, or one after something has happened; expected it once, before everything else"))
			}
			started = true
			var err error
			if err = s.begin(rest, fmt.Sprintf("line %d of %s", n, name)); err != nil {
				return Script{}, err
			}
			continue
		}
		steps, err := read(word, rest)
		if err != nil {
			return refused(err)
		}
		for _, step := range steps {
			step.Line = n
			s.Steps = append(s.Steps, step)
		}
	}
	if len(s.Steps) == 0 {
		return Script{}, fmt.Errorf("reading %s: nothing happens in it, expected lines such as \"say Hello\", \"press space\" and \"wait 5\"", name)
	}
	return s, nil
}

// Typed are what its keys make of a line that begins so, up to a key that accepts or leaves
// it, and from the beginning of each line of the script on: the key before may have opened what
// they are typed into. Keys that do nothing to a line leave its text as it is. A ? is a
// character of one line and opens a page over another: there are the texts of both. Longer ones
// than mostTyped are left out.
func (s Script) Typed(begun string) []string {
	return append(s.typed(begun, false), s.typed(begun, true)...)
}

// passedOver are the keys that do nothing to a line.
var passedOver = []string{"up", "down", "tab", "shift+tab", "shift+left", "shift+right"}

// closing are the keys that close a page over a line.
var closing = []string{"esc", "q", "enter", "?"}

// typed is Typed of lines that ? explains, nothing where the script has none, or of others.
func (s Script) typed(begun string, explained bool) (list []string) {
	asks := func(step Step) bool { return step.Kind == Press && step.Text == "?" }
	if explained && !slices.ContainsFunc(s.Steps, asks) {
		return nil
	}
	var text []rune
	at := 0        // the cursor stands before this character
	line := 0      // of the last character
	page := false  // it is open: keys are for it
	var from []int // where in text a line begins
	tell := func(text string) {
		if text != begun && utf8.RuneCountInString(text) <= mostTyped {
			list = append(list, text)
		}
	}
	move := func(to int) { // what is typed then is no longer behind the rest
		for _, from := range from {
			if from < len(text) && len(text)-from <= mostTyped {
				tell(begun + string(text[from:]))
			}
		}
		at, from = min(max(0, to), len(text)), from[:0]
	}
	anew := func() { text, line = []rune(begun), 0; move(len(text)) }
	anew()
	end := func() {
		if len(text) <= mostTyped {
			tell(string(text))
		}
		move(at)
		anew()
	}
	for _, step := range s.Steps {
		switch key := step.Text; {
		case step.Kind != Press:
		case page:
			page = !slices.Contains(closing, key)
		case explained && key == "?":
			page = true
		case slices.Contains(passedOver, key):
		case at < len(text) && len(text) >= mostTyped:
			end()
		case key == "left":
			move(at - 1)
		case key == "right":
			move(at + 1)
		case key == "home":
			move(0)
		case key == "end":
			move(len(text))
		case key == "backspace":
			if at > 0 {
				at--
				text = slices.Delete(text, at, at+1)
			}
		case key != "space" && utf8.RuneCountInString(key) > 1:
			end()
		default:
			if line != step.Line && line > 0 && at == len(text) {
				from = append(from, at)
			}
			if line = step.Line; key == "space" {
				key = " "
			}
			typed := []rune(key)
			text = slices.Insert(text, at, typed...)
			at += len(typed)
		}
	}
	end()
	return list
}

// begin makes the session that a script starts with, of a preset and keys of the session text.
func (s *Script) begin(rest, where string) error {
	var list []config.Assignment
	for i, word := range strings.Fields(rest) {
		key, value, set := strings.Cut(word, "=")
		switch {
		case set:
			s.Set = append(s.Set, config.Assignment{Key: key, Value: value, Where: where})
		case i > 0:
			return fmt.Errorf("%s: %q, expected key=value, such as alpha=0.1", where, word)
		default:
			p, err := presets.Find(word)
			if err != nil {
				return fmt.Errorf("%s: %w", where, err)
			}
			if list, err = config.Assignments([]byte(p.Config.Text()), where+", preset "+word); err != nil {
				return err
			}
		}
	}
	var err error
	s.Start, s.Left, err = config.BuildTelling(append(list, s.Set...))
	return err
}

// read are the steps of a line.
func read(word, rest string) ([]Step, error) {
	if rest == "" && word != "picture" && slices.Contains(words, word) {
		return nil, fmt.Errorf("%s stands alone, expected %s", word, expected[word])
	}
	switch word {
	case "say":
		if n := utf8.RuneCountInString(escape.Terminal(rest)); n > MostCaption {
			return nil, fmt.Errorf("a caption of %d characters, expected %d at most", n, MostCaption)
		}
		return []Step{{Kind: Say, Text: rest}}, nil
	case "press":
		var list []Step
		for _, key := range strings.Fields(rest) {
			if utf8.RuneCountInString(key) != 1 && !slices.Contains(keys, key) {
				return nil, fmt.Errorf("no key is called %q%s; expected %s", key, spell.Hint(key, keys), expected["press"])
			}
			list = append(list, Step{Kind: Press, Text: key})
		}
		return list, nil
	case "type":
		var list []Step
		for _, r := range rest {
			key := string(r)
			switch {
			case r == ' ':
				key = "space"
			case !unicode.IsPrint(r):
				return nil, fmt.Errorf("%q cannot be typed, expected %s", r, expected["type"])
			}
			list = append(list, Step{Kind: Press, Text: key})
		}
		return list, nil
	case "wait":
		seconds, err := strconv.ParseFloat(rest, 64)
		if err != nil || !(seconds > 0 && seconds <= mostWait) {
			return nil, fmt.Errorf("wait %q, expected %s", rest, expected["wait"])
		}
		return []Step{{Kind: Wait, For: time.Duration(seconds * float64(time.Second))}}, nil
	case "until":
		return until(rest)
	case "picture":
		if rest != "" {
			return nil, fmt.Errorf("picture %q, expected nothing behind it", rest)
		}
		return []Step{{Kind: Picture}}, nil
	}
	return nil, fmt.Errorf("%q begins no line%s; expected one of %s", word, spell.Hint(word, words), strings.Join(words, " "))
}

func until(rest string) ([]Step, error) {
	switch at, of := strings.CutPrefix(rest, "t "); {
	case rest == "finished":
		return []Step{{Kind: Finish}}, nil
	case rest == "quiet":
		return []Step{{Kind: Settle}}, nil
	case of:
		if t, err := strconv.Atoi(strings.TrimSpace(at)); err == nil && t > 0 {
			return []Step{{Kind: Reach, T: t}}, nil
		}
	}
	return nil, fmt.Errorf("until %q, expected %s", rest, expected["until"])
}

// expected is what stands behind a word.
var expected = map[string]string{
	"start": "a preset, or keys such as method=dvp, or both",
	"say":   "a caption",
	"press": "keys: a character, or one of " + strings.Join(keys, " "),
	"type":  "what is typed, character by character",
	"wait":  fmt.Sprintf("seconds above 0, %d at most", mostWait),
	"until": `"t" and an iteration, "finished" or "quiet"`,
}
