package netview

import (
	"fmt"
	"strconv"
	"strings"
)

// innerWidth is the width for words between the nodes.
func (p *picture) innerWidth() int { return p.o.Width - 4*p.margin() - 2 }

// summary describes the network in lines no wider than width, the most important
// first. A phrase that does not fit is left out, never cut: half a number is a wrong one.
func (p *picture) summary(width int) []string {
	var lines []string
	for _, phrase := range p.phrases() {
		if len(phrase) > width {
			continue
		}
		if k := len(lines) - 1; k >= 0 && len(lines[k])+2+len(phrase) <= width {
			lines[k] += ", " + phrase
			continue
		}
		lines = append(lines, phrase)
	}
	return lines[:min(len(lines), p.o.Height)]
}

func (p *picture) phrases() []string {
	n := p.g.Nodes()
	low, high := n, 0
	var states [Diverged + 1]int
	for i := range n {
		low, high = min(low, p.g.Degree(i)), max(high, p.g.Degree(i))
		states[min(p.state(i), Diverged)]++
	}
	phrases := []string{count(n, "node"), count(p.g.EdgeCount(), "edge")}
	if k := states[Diverged]; k > 0 {
		phrases = append(phrases, fmt.Sprintf("%d diverged", k))
	}
	if k := states[NoGuarantee]; k > 0 {
		phrases = append(phrases, fmt.Sprintf("%d without guarantee", k))
	}
	if low == high {
		phrases = append(phrases, fmt.Sprintf("degree %d", low))
	} else {
		phrases = append(phrases, fmt.Sprintf("degree %d..%d", low, high))
	}
	if !p.g.Connected() {
		phrases = append(phrases, fmt.Sprintf("in %d pieces", len(p.g.Components())))
	}
	return phrases
}

func count(k int, thing string) string {
	if k == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(k) + " " + thing + "s"
}

// write puts lines in the middle of the canvas; false, and nothing written, when there are none
// or they would hide something.
func (p *picture) write(lines []string) bool {
	width := 0
	for _, l := range lines {
		width = max(width, len(l))
	}
	left, top := (p.o.Width-width)/2, (p.o.Height-len(lines))/2
	for y := range lines {
		for x := range width {
			if p.cell(point{left + x, top + y}).Kind != Empty {
				return false
			}
		}
	}
	for y, l := range lines {
		indent := (width - len(l)) / 2
		for x, r := range strings.Repeat(" ", indent) + l {
			*p.cell(point{left + x, top + y}) = Cell{r, Text, -1, -1}
		}
	}
	return len(lines) > 0
}
