package netview

import (
	"fmt"
	"strings"

	"admmlab/sim/numeral"
)

// innerWidth is the width for words between the nodes.
func (p *picture) innerWidth() int { return p.o.Width - 4*p.margin() - 2 }

// lines puts phrases into lines no wider than width. One that does not fit is left out,
// never cut: half a number is a wrong one.
func (p *picture) lines(phrases []string, width int) []string {
	var lines []string
	for _, phrase := range phrases {
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

// phrases describe the network, the most important first: nodes and edges.
func (p *picture) phrases() []string {
	n := p.g.Nodes()
	low, high := n, 0
	for i := range n {
		low, high = min(low, p.g.Degree(i)), max(high, p.g.Degree(i))
	}
	phrases := []string{count(n, "node"), count(p.g.EdgeCount(), "edge")}
	if low == high {
		phrases = append(phrases, fmt.Sprintf("degree %d", low))
	} else {
		phrases = append(phrases, fmt.Sprintf("degree %d..%d", low, high))
	}
	if !p.g.Connected() {
		phrases = append(phrases, fmt.Sprintf("in %s pieces", numeral.Group(len(p.g.Components()))))
	}
	return phrases
}

func count(k int, thing string) string {
	if k == 1 {
		return "1 " + thing
	}
	return numeral.Group(k) + " " + thing + "s"
}

// write puts lines in the middle of the rows from top on; false, and nothing written, when there
// are none or they would hide something.
func (p *picture) write(lines []string, top int) bool {
	width := 0
	for _, l := range lines {
		width = max(width, len(l))
	}
	left := (p.o.Width - width) / 2
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
