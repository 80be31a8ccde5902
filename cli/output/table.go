package output

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"admmlab/sim/escape"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// Cell is one answer: exact for programs, rounded for people.
type Cell struct {
	value any    // string, bool, int or float64; nil and NaN are absent
	words string // what a table shows
}

// As is an answer in words of its own.
func As(value any, words string) Cell { return Cell{value, words} }

// Said is a word.
func Said(v string) Cell { return Cell{v, v} }

// Whole is a whole number.
func Whole(v int) Cell { return Cell{v, strconv.Itoa(v)} }

// Absent is no answer.
func Absent() Cell { return Cell{nil, "-"} }

// Share is a part of the rows.
func Share(v float64) Cell {
	if math.IsNaN(v) {
		return Absent()
	}
	return Cell{v, numeral.Short(100*v) + " %"}
}

// Measured is a number as it is.
func Measured(v float64) Cell {
	return Cell{v, numeral.Short(v)}
}

// Bound is a number that is not to be flattered.
func Bound(v float64) Cell {
	if math.IsNaN(v) {
		return Absent()
	}
	return Cell{v, UpTo(v, 4)}
}

// UpTo and DownTo are a number in few digits that is never smaller, never larger
// than v: bounds must not be flattered.
func UpTo(v float64, digits int) string   { return digitsOf(numeral.RoundUp(v, digits), digits) }
func DownTo(v float64, digits int) string { return digitsOf(numeral.RoundDown(v, digits), digits) }

func digitsOf(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case math.IsInf(v, 1):
		return "∞"
	}
	return numeral.Exact(v, digits)
}

// Formats are those of a table.
var Formats = []string{"table", "csv", "jsonl"}

// CheckFormat refuses a format before any work is done for it.
func CheckFormat(format string) error {
	if slices.Contains(Formats, format) {
		return nil
	}
	return fmt.Errorf("--format %s: expected table, csv or jsonl", format)
}

// heads turns the names of columns into what stands over them for people, who know one ε:
// the paper's is printed.
var heads = strings.NewReplacer(rows.EpsilonTotal.Name, "printed", rows.Tight.Name, "ε", rows.TightDelta.Name, "δ", "epsilon", "ε", "_", " ")

// WriteTable writes rows under columns: aligned, as CSV, or as one JSON object a
// line with what CSV leaves empty as null.
func WriteTable(out io.Writer, format string, columns []string, rows [][]Cell) error {
	if format != "table" {
		return writeFile(out, format, columns, rows)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, heads.Replace(strings.Join(columns, "\t")))
	for _, row := range rows {
		words := make([]string, len(row))
		for j, c := range row {
			words[j] = escape.Terminal(c.words)
		}
		fmt.Fprintln(w, strings.Join(words, "\t"))
	}
	return w.Flush()
}

// writeFile is WriteTable for programs.
func writeFile(out io.Writer, format string, columns []string, rows [][]Cell) error {
	t, err := report.NewTable(out, format, columns)
	if err != nil {
		return err
	}
	for _, row := range rows {
		line := make([]any, len(columns))
		for j, c := range row {
			line[j] = c.value
		}
		if err := t.Write(line...); err != nil {
			return err
		}
	}
	return t.Flush()
}

// List writes two columns, one line each.
func List(out io.Writer, rows [][2]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\n", escape.Terminal(r[0]), escape.Terminal(r[1]))
	}
	return w.Flush()
}

// Entry is a row's entry in a column.
func Entry(c *rows.Column, method string, r rows.Row) Cell {
	switch {
	case c.Value != nil && c.Bound:
		return Bound(c.Value(&r))
	case c.Value != nil:
		if c.Times == 100 {
			return Share(c.Value(&r))
		}
		return Measured(c.Value(&r))
	case c == rows.Iteration:
		return Whole(r.Iteration)
	}
	return Said(c.Text(method, &r))
}
