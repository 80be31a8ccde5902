package sweep

import (
	"fmt"
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
// of at most width characters; 0 is any width. Where the numbers do not fit there
// are shades alone, and where these do not either, nothing.
func (r Results) HeatMap(m Metric, width int, shades []rune) []string {
	columns, rows := visible(r.Plan.Across().Values), []string{""}
	if down, two := r.Plan.Down(); two {
		rows = visible(down.Values)
	}
	grid := r.Grid(m)
	left := 0
	for _, name := range rows {
		left = max(left, utf8.RuneCountInString(name))
	}
	cell := 0
	for _, name := range columns {
		cell = max(cell, utf8.RuneCountInString(name))
	}
	for _, row := range grid {
		for _, v := range row {
			cell = max(cell, 3+utf8.RuneCountInString(m.Text(v)))
		}
	}
	if width > 0 && left+len(columns)*(cell+2) > width {
		return r.shadesOnly(grid, m, rows, left, width, shades)
	}
	lines := []string{pad("", left)}
	for _, name := range columns {
		lines[0] += "  " + pad(name, cell)
	}
	part := figure.Parts(grid)
	for i, row := range grid {
		line := pad(rows[i], left)
		for _, v := range row {
			line += "  " + strings.Repeat(shade(part(v), shades), 2) + pad(m.Text(v), cell-2)
		}
		lines = append(lines, line)
	}
	return lines
}

// shadesOnly is the heat map without numbers; what the lightest and the darkest shade
// stand for and the ends of the axis across are above it where they fit.
func (r Results) shadesOnly(grid [][]float64, m Metric, rows []string, left, width int, shades []rune) []string {
	columns := visible(r.Plan.Across().Values)
	wide := min(3, (width-left-1)/len(columns))
	if wide < 1 {
		return nil
	}
	var lines []string
	low, high := figure.Extremes(grid)
	key := fmt.Sprintf("%s %c %s to %c %s", pad("", left), shades[0], m.Text(low), shades[len(shades)-1], m.Text(high))
	if low < high && utf8.RuneCountInString(key) <= width {
		lines = append(lines, key)
	}
	first, last := columns[0], columns[len(columns)-1]
	if room := wide*len(columns) - utf8.RuneCountInString(first+last); room > 0 {
		lines = append(lines, pad("", left+1)+first+strings.Repeat(" ", room)+last)
	}
	part := figure.Parts(grid)
	for i, row := range grid {
		line := pad(rows[i], left) + " "
		for _, v := range row {
			line += strings.Repeat(shade(part(v), shades), wide)
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
