package escape

import (
	"regexp"
	"strings"
)

// What begins something in Markdown, GitHub's kind, wherever it stands: emphasis, code,
// links, images, tags, entities, tables, formulas, headings, addresses.
const marks = "\\`*_[]<>|~&$#"

var (
	addresses = regexp.MustCompile(`(?i)(://|www\.|@)`)
	opening   = regexp.MustCompile(`^(\d*)([-+=.)])([-=\s]|$)`) // a list, a line, a heading
)

// Markdown is a text that stands in Markdown as it is, in a line or in a cell of a
// table: nothing in it begins anything, no link and no image.
func Markdown(text string) string {
	text = strings.TrimSpace(Terminal(text))
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune(marks, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	text = addresses.ReplaceAllStringFunc(b.String(), func(s string) string {
		switch s {
		case "://":
			return `\://`
		case "@": // addresses of mail are looked for after backslashes are gone, but not across a comment
			return "@<!-- -->"
		}
		return s[:3] + `\.`
	})
	return opening.ReplaceAllString(text, `${1}\${2}${3}`)
}

// MarkdownCode is a text as code in a line of Markdown.
func MarkdownCode(text string) string {
	text = Terminal(text)
	fence := strings.Repeat("`", longest(text)+1)
	pad := ""
	if text == "" || strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") {
		pad = " "
	}
	// A bar would end a cell even in code.
	return fence + pad + strings.ReplaceAll(text, "|", `\|`) + pad + fence
}

// MarkdownBlock is lines of text as a block of code in Markdown, with its language ("" for
// none) and an end of line behind it.
func MarkdownBlock(language, text string) string {
	fence := strings.Repeat("`", max(3, longest(text)+1))
	return fence + language + "\n" + strings.TrimSuffix(shown(text, "\n"), "\n") + "\n" + fence + "\n"
}

// longest is the length of the longest run of backticks in a text.
func longest(text string) int {
	run, most := 0, 0
	for i := range len(text) {
		if run++; text[i] != '`' {
			run = 0
		}
		most = max(most, run)
	}
	return most
}
