package dialog

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// Page is a text to read and scroll.
type Page struct {
	title, text string
	first       int // first line in sight
	room        int // lines in sight when last drawn
	width       int // for which lines was wrapped
	lines       []string
	look        Look
}

// NewPage makes a page at its beginning.
func NewPage(title, text string, o Look) *Page {
	return &Page{title: oneLine(title), text: text, room: 1, look: o}
}

// Key scrolls or closes.
func (p *Page) Key(msg tea.KeyPressMsg) (done bool) {
	switch msg.String() {
	case "esc", "q", "?", "enter":
		return true
	case "up", "k":
		p.scroll(-1)
	case "down", "j":
		p.scroll(1)
	case "pgup", "b":
		p.scroll(1 - p.room)
	case "pgdown", "space":
		p.scroll(max(1, p.room-1))
	case "home", "g":
		p.scroll(-len(p.lines))
	case "end", "G":
		p.scroll(len(p.lines))
	}
	return false
}

// Paste does nothing: a page is for reading.
func (p *Page) Paste(string) {}

func (p *Page) scroll(by int) {
	p.first = max(0, min(len(p.lines)-p.room, p.first+by))
}

// pageWidth is how wide lines may get and still be read with ease.
const pageWidth = 80

// View wraps the text to the width and draws the part in sight. How far the
// text goes on stands in the lower border.
func (p *Page) View(width, height int) string {
	w, _ := inside(min(width, pageWidth+4), height)
	if w < 1 || height < 1 {
		return ""
	}
	p.lay(w)
	// Reserve the room of the longest footer, so that the box keeps its width.
	foot := func(from, to int) string {
		if to-from+1 >= len(p.lines) {
			return "esc closes"
		}
		return fmt.Sprintf("%d-%d of %d  %s space scroll  esc closes", from, to, len(p.lines), p.look.glyphs().arrows)
	}
	width = min(width, pageWidth+4, max(widest(p.lines...)+4, widest(p.title)+6, widest(foot(len(p.lines), len(p.lines)))+6))
	height = min(height, len(p.lines)+2)
	_, p.room = inside(width, height)
	p.scroll(0)
	last := min(len(p.lines), p.first+p.room)
	var lines []line
	for _, l := range p.lines[p.first:last] {
		lines = append(lines, plain(l))
	}
	return p.look.box(p.title, foot(p.first+1, last), lines, width, height)
}

// lay wraps the text; the place is kept when the width changes.
func (p *Page) lay(width int) {
	if p.lines != nil && p.width == width {
		return
	}
	before := len(p.lines)
	p.width, p.lines = width, wrap(p.text, width)
	if before > 0 {
		p.first = p.first * len(p.lines) / before
	}
}
