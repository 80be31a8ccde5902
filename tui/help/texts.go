package help

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed texts/*.txt
var files embed.FS

// The texts by heading.
var (
	parameterTexts = read("parameters")
	privacyTexts   = read("privacy")
	panelTexts     = read("panels")
	lightTexts     = read("lights")
	lensTexts      = read("lenses")
	firstTexts     = read("first")
)

// read parses an embedded file; the tests look at the words.
func read(name string) map[string]string {
	text, err := files.ReadFile("texts/" + name + ".txt")
	if err != nil {
		panic(fmt.Sprintf("help: %v", err))
	}
	return sections(string(text))
}

// sections parts a text at its headings, lines that begin with "## "; what stands
// before the first one is for those who edit the file. Lines of a paragraph are
// joined, a line that begins with two blanks stands alone.
func sections(text string) map[string]string {
	all := map[string]string{}
	parts := strings.Split("\n"+text, "\n## ")
	for _, part := range parts[1:] {
		heading, body, _ := strings.Cut(part, "\n")
		all[heading] = join(strings.TrimRight(strings.Trim(body, "\n"), " \n"))
	}
	return all
}

func join(body string) string {
	var b strings.Builder
	open := false // the line before can be continued
	for i, line := range strings.Split(body, "\n") {
		alone := line == "" || strings.HasPrefix(line, "  ")
		switch {
		case i == 0:
		case open && !alone:
			b.WriteString(" ")
		default:
			b.WriteString("\n")
		}
		b.WriteString(line)
		open = !alone
	}
	return b.String()
}

// lookup is the first text among headings that exists, or "".
func lookup(texts map[string]string, headings ...string) string {
	for _, h := range headings {
		if text, ok := texts[h]; ok {
			return text
		}
	}
	return ""
}

// page collects paragraphs with a blank line between them.
type page []string

// add appends a paragraph unless it is empty.
func (p *page) add(text string) {
	if text != "" {
		*p = append(*p, text)
	}
}

// part appends a heading with its text below it, unless that is empty.
func (p *page) part(heading, text string) {
	if text != "" {
		*p = append(*p, heading+"\n"+text)
	}
}

func (p page) String() string { return strings.Join(p, "\n\n") }

// sentence is text with a full stop and a capital first letter, unless it opens
// with a formula or with one of the words that stand as they are.
func sentence(text string, asTheyAre ...string) string {
	if text == "" {
		return ""
	}
	first, _, _ := strings.Cut(text, " ")
	if c := text[0]; 'a' <= c && c <= 'z' && !strings.ContainsAny(first, "()=_") && !slices.Contains(asTheyAre, strings.TrimSuffix(first, ":")) {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// indent is text with two blanks before each line.
func indent(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }
