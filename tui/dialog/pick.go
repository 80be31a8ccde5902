package dialog

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/grid"
)

// Item is one line of a Pick.
type Item struct {
	Title  string
	Detail string // beside the title
	Long   string // below the list while the item is selected
	Find   string // found by these words, too; not shown
	Value  any    // for the caller
}

// Pick is a list to choose from. Typing narrows it down.
type Pick struct {
	title  string
	items  []Item
	texts  []string // of the items, as they are searched: title and detail
	longs  []string // the same with the long texts and what else finds them
	filter string
	shown  []int // items that match the filter
	at     int   // selected, an index of shown
	kept   int   // the item last moved to or named, for when it is shown again
	inner  int   // lines inside the box when last drawn
	long   int   // of them for the long texts, at most
	first  int   // the first item on the screen
	chosen int   // index of the chosen item, -1 = none
	look   Look
}

// NewPick makes a list with one item selected. The items are not changed.
func NewPick(title string, items []Item, selected int, o Look) *Pick {
	p := &Pick{chosen: -1, look: o}
	p.Become(title, items)
	p.move(selected)
	return p
}

// Become makes it another list; what was typed narrows that down, and the place stays, or is
// the last where there are fewer. Where nothing matches it is forgotten, and the last is chosen.
func (p *Pick) Become(title string, items []Item) {
	p.title, p.items, p.texts, p.longs = oneLine(title), nil, nil, nil
	for _, item := range items {
		item.Title, item.Detail = oneLine(item.Title), oneLine(item.Detail)
		text := searched(item.Title + " " + item.Detail)
		p.items, p.texts, p.longs = append(p.items, item), append(p.texts, text), append(p.longs, text+" "+searched(oneLine(item.Long+" "+item.Find)))
	}
	p.kept = max(0, min(p.kept, len(items)-1))
	if p.sift(); len(p.shown) == 0 && p.filter != "" {
		p.filter = ""
		p.sift()
		p.move(len(items))
	}
}

// Chosen is the item that enter chose; false while there is none.
func (p *Pick) Chosen() (Item, bool) {
	if p.chosen < 0 {
		return Item{}, false
	}
	return p.items[p.chosen], true
}

// Key moves, narrows, chooses or leaves.
func (p *Pick) Key(msg tea.KeyPressMsg) (done bool) {
	switch msg.String() {
	case "esc":
		return true
	case "enter":
		if len(p.shown) == 0 {
			return false
		}
		p.chosen = p.shown[p.at]
		return true
	case "up":
		p.move(-1)
	case "down":
		p.move(1)
	case "pgup":
		page, _ := p.split()
		p.move(-page)
	case "pgdown":
		page, _ := p.split()
		p.move(page)
	case "home":
		p.move(-len(p.items))
	case "end":
		p.move(len(p.items))
	default: // as in a line whose cursor is at its end
		e := newEditor(p.filter)
		e.key(msg)
		p.narrow(e.value())
	}
	return false
}

// Paste narrows the list as if it had been typed.
func (p *Pick) Paste(text string) { p.narrow(p.filter + pasted(text)) }

// Typed reports whether it is narrowed down.
func (p *Pick) Typed() bool { return p.filter != "" }

func (p *Pick) move(by int) {
	if p.at = max(0, min(len(p.shown)-1, p.at+by)); len(p.shown) > 0 {
		p.kept = p.shown[p.at]
	}
}

// mostFilter is how many characters narrow a list down.
const mostFilter = 200

// searched is a text as the words of a filter are looked for in it.
func searched(text string) string {
	text = strings.ToLower(text)
	return text + " " + spelled.Replace(text)
}

// narrow has another filter.
func (p *Pick) narrow(filter string) {
	if r := []rune(filter); len(r) > mostFilter {
		filter = string(r[:mostFilter])
	}
	if filter != p.filter {
		p.filter = filter
		p.sift()
	}
}

// sift keeps the items that contain every word of the filter: those that do without
// their long texts first. One that has the filter as its title, or as what stands before
// a colon in it, comes before all and is selected; else the one last moved to or named is,
// if it is among the first, or no other is. It is not forgotten while others are shown, or
// none: what was typed by mistake and is taken back changes nothing.
func (p *Pick) sift() {
	p.shown = make([]int, 0, len(p.items))
	words := strings.Fields(strings.ToLower(p.filter))
	var behind []int
	for i, item := range p.items {
		switch {
		case !containsAll(p.longs[i], words):
		case !containsAll(p.texts[i], words):
			behind = append(behind, i)
		case isName(item.Title, strings.TrimSpace(p.filter)):
			p.shown, p.kept = slices.Insert(p.shown, 0, i), i
		default:
			p.shown = append(p.shown, i)
		}
	}
	if len(p.shown) == 0 {
		p.shown, behind = behind, nil
	}
	p.at = max(0, slices.Index(p.shown, p.kept))
	p.shown = append(p.shown, behind...)
}

// isName reports whether a filter is the whole name that a title opens with.
func isName(title, filter string) bool {
	name, _, _ := strings.Cut(strings.ToLower(title), ": ")
	filter = strings.ToLower(filter)
	return name == filter || spelled.Replace(name) == filter
}

// spelled writes Greek letters, which few keyboards have, as they are typed.
var spelled = strings.NewReplacer("α", "alpha", "γ", "gamma", "δ", "delta", "ε", "epsilon", "ζ", "zeta", "η", "eta", "λ", "lambda", "ρ", "rho", "σ", "sigma")

func containsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// longWidth is how wide a box gets for the sake of the long texts alone.
const longWidth = 68

// View draws the list with the selected item always in sight.
func (p *Pick) View(width, height int) string {
	foot := "enter chooses  type to narrow  esc leaves"
	titles, details := widest(p.titles()...), widest(p.details()...)
	natural := max(widest(p.title)+6, widest(foot)+6, titles+details+10, p.longest()+4)
	width = min(width, natural)
	w, _ := inside(width, height)
	p.long = p.reserve(w)
	height = min(height, 1+len(p.items)+p.long+2)
	w, p.inner = inside(width, height)
	if w < 1 || p.inner < 1 {
		return ""
	}
	var lines []line
	if p.narrowed() {
		// The end of the filter is where it is being typed.
		typed := grid.End(oneLine(p.filter), w-9)
		lines = append(lines, line{{"narrow: ", p.look.Dim}, {typed + p.look.glyphs().cursor, p.look.Accent}})
	}
	page, long := p.split()
	column := titles
	if details > 0 {
		column = min(titles, max(8, w*2/3))
	}
	lines = append(lines, p.list(column, page)...)
	if long > 0 {
		lines = append(lines, p.explain(w, long)...)
	}
	if len(p.shown) > page { // some are out of sight
		foot = fmt.Sprintf("%d of %d  %s", p.at+1, len(p.shown), foot)
	}
	return p.look.box(p.title, foot, lines, width, height)
}

// narrowed reports whether what narrows the list down has a line.
func (p *Pick) narrowed() bool { return p.filter != "" && p.inner > 1 }

// split is how many items have room in the box, and how many lines their long texts get.
func (p *Pick) split() (page, long int) {
	room := p.inner
	if p.narrowed() {
		room--
	}
	if room >= 4 {
		long = min(p.long, max(room/2, room-len(p.items))) // the list comes first
	}
	return max(1, min(room-long, len(p.items))), long
}

func (p *Pick) titles() []string {
	var t []string
	for _, item := range p.items {
		t = append(t, item.Title)
	}
	return t
}

func (p *Pick) details() []string {
	var t []string
	for _, item := range p.items {
		t = append(t, item.Detail)
	}
	return t
}

// longest is the width that the long texts ask for.
func (p *Pick) longest() int {
	w := 0
	for _, item := range p.items {
		w = max(w, min(longWidth, widest(strings.Split(clean(item.Long), "\n")...)))
	}
	return w
}

// reserve is how many lines the longest explanation takes with the blank line
// above it, so that the box keeps its size while the selection moves.
func (p *Pick) reserve(width int) int {
	most := 0
	for _, item := range p.items {
		if item.Long != "" {
			most = max(most, 1+len(wrap(item.Long, width)))
		}
	}
	return most
}

// list is the part of the list around the selected item, titles in a column.
func (p *Pick) list(column, page int) []line {
	if len(p.shown) == 0 {
		return []line{{{"nothing matches", p.look.Warn}}}
	}
	p.first = grid.Scroll(p.first, len(p.shown), page, p.at, p.at)
	g := p.look.glyphs()
	var lines []line
	for k := p.first; k < min(len(p.shown), p.first+page); k++ {
		item := p.items[p.shown[k]]
		mark, colour := strings.Repeat(" ", widest(g.mark)), func(s string) string { return s }
		if k == p.at {
			mark, colour = g.mark, p.look.Accent
		}
		title := grid.Cut(item.Title, column, g.more)
		gap := strings.Repeat(" ", max(0, column-widest(title))+2)
		lines = append(lines, line{{mark + title, colour}, {gap + item.Detail, p.look.Dim}})
	}
	for len(lines) < page { // what stands below stays where it is
		lines = append(lines, nil)
	}
	return lines
}

// explain is the long text of the selected item in exactly room lines, a blank
// one first.
func (p *Pick) explain(width, room int) []line {
	lines := []line{nil}
	if len(p.shown) == 0 {
		return lines
	}
	long := p.items[p.shown[p.at]].Long
	if long == "" {
		return lines
	}
	text := wrap(long, width)
	for i, t := range text {
		if len(lines) == room {
			if i < len(text) {
				last := lines[room-1][0].text
				more := p.look.glyphs().more
				lines[room-1] = plain(grid.Cut(last, max(0, width-widest(more)), "") + more)
			}
			break
		}
		lines = append(lines, plain(t))
	}
	return lines
}
