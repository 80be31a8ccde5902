package output

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"admmlab/sim/escape"
)

// longest is how many bytes of a sentence are told: what it quotes may be a whole file.
const longest = 4096

// Sentence is an error in one line, not too long.
func Sentence(err error) string {
	text := sentence(err)
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest/2], "") + " … " + strings.ToValidUTF8(text[len(text)-longest/2:], "")
	}
	return text
}

func sentence(err error) string {
	several, joined := err.(interface{ Unwrap() []error })
	if !joined {
		return escape.Terminal(err.Error())
	}
	var list []string
	for _, e := range several.Unwrap() {
		list = append(list, sentence(e))
	}
	return strings.Join(list, "; ")
}

// Story writes a paragraph in lines of 96 cells, broken at spaces alone: 1e-5 and R-ADMM are words.
func Story(out io.Writer, text string) {
	line := ""
	for word := range strings.FieldsSeq(escape.Terminal(text)) {
		switch {
		case line == "":
			line = word
		case ansi.StringWidth(line)+1+ansi.StringWidth(word) > 96:
			fmt.Fprintln(out, line)
			line = word
		default:
			line += " " + word
		}
	}
	fmt.Fprintln(out, line)
}

// Notes writes each line of a text.
func Notes(out io.Writer, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			fmt.Fprintln(out, escape.Terminal(line))
		}
	}
}
