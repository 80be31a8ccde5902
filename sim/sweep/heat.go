package sweep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"admmlab/sim/escape"
	"admmlab/sim/figure"
)

// Shades are the fields of a heat map in characters, from little to much, without
// and with nothing but ASCII.
var (
	Shades      = []rune("·░▒▓█")
	ASCIIShades = []rune(".:+*#")
)

// HeatMap is the medians of a metric as shaded fields with their numbers, in lines
// of at most width characters; 0 is any width. Where texts at its sides do not fit their numbers, from 1,
// take their place, and lines below say which is which. Where the numbers of the fields do not fit there
// are shades alone, and where these do not either, nothing.
func (r Results) HeatMap(m Metric, width int, shades []rune) []string {
	h := heatMap{r.Grid(m), m, width, shades}
	across, down := sideOf(r.Plan.Across()), heatSide{names: []string{""}}
	if a, two := r.Plan.Down(); two {
		down = sideOf(a)
	}
	for _, draw := range []func(across, down heatSide) []string{h.told, h.shaded} {
		for _, sides := range [][2]heatSide{{across, down}, {across.numbered(width), down}, {across, down.numbered(width)}, {across.numbered(width), down.numbered(width)}} {
			if lines := draw(sides[0], sides[1]); lines != nil {
				return slices.Concat(lines, sides[0].key, sides[1].key)
			}
		}
	}
	return nil
}

// heatSide is what stands at a side of a heat map.
type heatSide struct {
	names []string
	texts bool     // of which none is known from the others
	key   []string // what the names stand for
}

func sideOf(a Axis) heatSide {
	_, numbers := a.Numbers()
	return heatSide{names: visible(a.Values), texts: !numbers}
}

// numbered has numbers in place of texts, and the texts below.
func (s heatSide) numbered(width int) heatSide {
	if !s.texts {
		return s
	}
	n := heatSide{}
	line := ""
	for i, name := range s.names {
		n.names = append(n.names, strconv.Itoa(i+1))
		name = fmt.Sprintf("%d = %s", i+1, name)
		if next := line + "   " + name; line != "" && utf8.RuneCountInString(next) <= width {
			line = next
			continue
		} else if line != "" {
			n.key = append(n.key, line)
		}
		line = name
		if letters := []rune(name); len(letters) > width {
			line = string(letters[:max(0, width-1)]) + "…"
		}
	}
	n.key = append(n.key, line)
	return n
}

// heatMap is a heat map on its way.
type heatMap struct {
	grid   [][]float64
	m      Metric
	width  int
	shades []rune
}

// longest is the length of the longest name.
func longest(names []string) (most int) {
	for _, name := range names {
		most = max(most, utf8.RuneCountInString(name))
	}
	return most
}

// told is the map with its numbers, nil where they do not fit.
func (h heatMap) told(across, down heatSide) []string {
	left, cell := longest(down.names), longest(across.names)
	for _, row := range h.grid {
		for _, v := range row {
			cell = max(cell, 3+utf8.RuneCountInString(h.m.Text(v)))
		}
	}
	if h.width > 0 && left+len(across.names)*(cell+2) > h.width {
		return nil
	}
	lines := []string{pad("", left)}
	for _, name := range across.names {
		lines[0] += "  " + pad(name, cell)
	}
	part := figure.Parts(h.grid)
	for i, row := range h.grid {
		line := pad(down.names[i], left)
		for _, v := range row {
			line += "  " + strings.Repeat(shade(part(v), h.shades), 2) + pad(h.m.Text(v), cell-2)
		}
		lines = append(lines, line)
	}
	return lines
}

// shaded is the map without numbers; what the lightest and the darkest shade stand for and the names
// across, or those at the ends, are above it where they fit, as texts have to.
func (h heatMap) shaded(across, down heatSide) []string {
	left, n := longest(down.names), len(across.names)
	wide := min(3, (h.width-left-1)/n)
	if wide < 1 {
		return nil
	}
	var lines []string
	low, high := figure.Extremes(h.grid)
	key := fmt.Sprintf("%s %c %s to %c %s", pad("", left), h.shades[0], h.m.Text(low), h.shades[len(h.shades)-1], h.m.Text(high))
	if low < high && utf8.RuneCountInString(key) <= h.width {
		lines = append(lines, key)
	}
	first, last := across.names[0], across.names[n-1]
	room, most := wide*n-utf8.RuneCountInString(first+last), longest(across.names)
	switch {
	case most < wide || most == 1:
		names := pad("", left+1)
		for _, name := range across.names {
			names += pad(name, wide)
		}
		lines = append(lines, names)
	case across.texts:
		return nil
	case room > 0:
		lines = append(lines, pad("", left+1)+first+strings.Repeat(" ", room)+last)
	}
	part := figure.Parts(h.grid)
	for i, row := range h.grid {
		line := pad(down.names[i], left) + " "
		for _, v := range row {
			line += strings.Repeat(shade(part(v), h.shades), wide)
		}
		lines = append(lines, line)
	}
	return lines
}

// visible are values as they can stand in a line.
func visible(values []string) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = escape.Terminal(v)
	}
	return list
}

// shade is the character of a part; a blank where there is none.
func shade(part float64, shades []rune) string {
	if !(part >= 0) {
		return " "
	}
	return string(shades[min(len(shades)-1, int(part*float64(len(shades))))])
}

// pad right-aligns.
func pad(s string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s))) + s
}
