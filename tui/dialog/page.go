package dialog

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// Sheet is one of the texts of a page.
type Sheet struct {
	Name  string // for the sheet before it
	Title string
	Text  string
}

// Page is a text to read and scroll, or several one after the other.
type Page struct {
	sheets        []sheet
	at            int // the sheet in sight
	width, height int // of the box when last drawn, at most
	look          Look
}

// sheet is a text as it is laid out.
type sheet struct {
	Sheet
	first int // first line in sight
	width int // for which lines was wrapped
	lines []string
}

// NewPage makes a page of one text at its beginning.
func NewPage(title, text string, o Look) *Page {
	return NewSheets([]Sheet{{Title: title, Text: text}}, 0, o)
}

// NewSheets makes a page of several texts, open at one of them.
func NewSheets(list []Sheet, at int, o Look) *Page {
	p := &Page{at: max(0, min(at, len(list)-1)), look: o}
	for _, s := range list {
		s.Name, s.Title = oneLine(s.Name), oneLine(s.Title)
		p.sheets = append(p.sheets, sheet{Sheet: s})
	}
	return p
}

// Key scrolls, goes from sheet to sheet, or closes.
func (p *Page) Key(msg tea.KeyPressMsg) (done bool) {
	s, room := &p.sheets[p.at], p.room()
	switch msg.String() {
	case "esc", "q", "enter":
		return true
	case "?":
		if p.at == len(p.sheets)-1 {
			return true
		}
		p.at++
	case "tab", "right":
		p.at = (p.at + 1) % len(p.sheets)
	case "shift+tab", "left":
		p.at = (p.at + len(p.sheets) - 1) % len(p.sheets)
	case "up", "k":
		s.scroll(-1, room)
	case "down", "j":
		s.scroll(1, room)
	case "pgup", "b":
		s.scroll(-max(1, room-1), room)
	case "pgdown", "space":
		s.scroll(max(1, room-1), room)
	case "home", "g":
		s.scroll(-len(s.lines), room)
	case "end", "G":
		s.scroll(len(s.lines), room)
	}
	return false
}

// Paste does nothing: a page is for reading.
func (p *Page) Paste(string) {}

// Typed is false.
func (p *Page) Typed() bool { return false }

func (s *sheet) scroll(by, room int) {
	s.first = max(0, min(len(s.lines)-room, s.first+by))
}

// pageWidth is how wide lines may get and still be read with ease.
const pageWidth = 80

// View wraps the text to the width and draws the part in sight. How far the
// text goes on, and what the next sheet is, stands in the lower border.
func (p *Page) View(width, height int) string {
	w, _ := inside(min(width, pageWidth+4), height)
	if w < 1 || height < 1 {
		return ""
	}
	wide := 0 // all sheets are as wide as the widest, so that the box keeps its place
	for i := range p.sheets {
		s := &p.sheets[i]
		s.lay(w)
		wide = max(wide, widest(s.lines...)+4, widest(p.title(i))+6, widest(p.foot(i, len(s.lines), len(s.lines)))+6)
	}
	s := &p.sheets[p.at]
	p.width, p.height = min(width, pageWidth+4, wide), height
	room := p.room()
	s.scroll(0, room)
	last := min(len(s.lines), s.first+room)
	var lines []line
	for _, l := range s.lines[s.first:last] {
		lines = append(lines, plain(l))
	}
	return p.look.box(p.title(p.at), p.foot(p.at, s.first+1, last), lines, p.width, p.boxHeight())
}

// boxHeight is how high the box of the sheet in sight is, and room how many of its lines are
// in it.
func (p *Page) boxHeight() int { return min(p.height, len(p.sheets[p.at].lines)+2) }

func (p *Page) room() int {
	_, room := inside(p.width, p.boxHeight())
	return room
}

// title is that of a sheet, with its number where there are more.
func (p *Page) title(i int) string {
	if len(p.sheets) == 1 {
		return p.sheets[i].Title
	}
	return fmt.Sprintf("%s (%d of %d)", p.sheets[i].Title, i+1, len(p.sheets))
}

// foot says what keys do on a sheet of which lines from..to are in sight.
func (p *Page) foot(i, from, to int) string {
	text := "esc closes"
	if all := len(p.sheets[i].lines); to-from+1 < all {
		text += fmt.Sprintf("  %d-%d of %d  %s space scroll", from, to, all, p.look.glyphs().arrows)
	}
	if len(p.sheets) > 1 {
		text = fmt.Sprintf("tab: %s  %s", p.sheets[(i+1)%len(p.sheets)].Name, text)
	}
	return text
}

// lay wraps the text; the place is kept when the width changes.
func (s *sheet) lay(width int) {
	if s.lines != nil && s.width == width {
		return
	}
	before := len(s.lines)
	s.width, s.lines = width, wrap(s.Text, width)
	if before > 0 {
		s.first = s.first * len(s.lines) / before
	}
}
