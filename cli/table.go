package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"admmlab/sim"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
)

// cell is one answer: exact for programs, rounded for people.
type cell struct {
	value any    // string, bool, int or float64; nil and NaN are absent
	words string // what a table shows
}

func said(v string) cell { return cell{v, v} }

// measured is a number as it is, bound one that is not to be flattered.
func measured(v float64) cell {
	return cell{v, numeral.Short(v)}
}

func bound(v float64) cell {
	if math.IsNaN(v) {
		return cell{nil, "-"}
	}
	return cell{v, upTo(v, 4)}
}

// upTo and downTo are a number in few digits that is never smaller, never larger
// than v: bounds must not be flattered.
func upTo(v float64, digits int) string   { return digitsOf(numeral.RoundUp(v, digits), digits) }
func downTo(v float64, digits int) string { return digitsOf(numeral.RoundDown(v, digits), digits) }

func digitsOf(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case math.IsInf(v, 1):
		return "∞"
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}

// printable is a name without what would steer the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, s)
}

var tableFormats = []string{"table", "csv", "jsonl"}

// formatFlag adds --format to a command that writes a table.
func formatFlag(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "table", "table, csv or jsonl; only the first rounds")
	offer(cmd, oneOf(tableFormats), "format")
}

// checkFormat refuses a format before any work is done for it.
func checkFormat(format string) error {
	for _, f := range tableFormats {
		if f == format {
			return nil
		}
	}
	return fmt.Errorf("--format %s: expected table, csv or jsonl", format)
}

// writeTable writes rows under columns: aligned, as CSV, or as one JSON object a
// line with what CSV leaves empty as null.
func writeTable(out io.Writer, format string, columns []string, rows [][]cell) error {
	switch format {
	case "csv":
		w := csv.NewWriter(out)
		record := columns
		for i := 0; ; i++ {
			if err := w.Write(record); err != nil {
				return err
			}
			if i == len(rows) {
				break
			}
			record = make([]string, len(columns))
			for j, c := range rows[i] {
				record[j] = c.text()
			}
		}
		w.Flush()
		return w.Error()
	case "jsonl":
		for _, row := range rows {
			parts := make([]string, len(columns))
			for j, c := range row {
				parts[j] = strconv.Quote(columns[j]) + ":" + c.json()
			}
			if _, err := fmt.Fprintf(out, "{%s}\n", strings.Join(parts, ",")); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.ReplaceAll(strings.Join(columns, "\t"), "_", " "))
	for _, row := range rows {
		words := make([]string, len(row))
		for j, c := range row {
			words[j] = c.words
		}
		fmt.Fprintln(w, strings.Join(words, "\t"))
	}
	return w.Flush()
}

// text is the cell in CSV, exact to the last bit.
func (c cell) text() string {
	switch v := c.value.(type) {
	case nil:
		return ""
	case float64:
		if math.IsNaN(v) {
			return ""
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(c.value)
}

// json is the cell in JSON, where a number beyond all others is a string.
func (c cell) json() string {
	text := c.text()
	v, isNumber := c.value.(float64)
	switch {
	case text == "":
		return "null"
	case isNumber && math.IsInf(v, 0):
		return strconv.Quote(text)
	}
	if s, ok := c.value.(string); ok {
		quoted, err := json.Marshal(s)
		if err != nil {
			return strconv.Quote(s) // cannot happen: a string always has a JSON form
		}
		return string(quoted)
	}
	return text
}

// list writes two columns, one line each.
func list(out io.Writer, rows [][2]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\n", r[0], r[1])
	}
	return w.Flush()
}

// entry is a row's entry in a column.
func entry(c *report.Column, method string, r sim.Row) cell {
	switch {
	case c.Value != nil && c.Bound:
		return bound(c.Value(&r))
	case c.Value != nil:
		return measured(c.Value(&r))
	case c == report.IterationColumn:
		return cell{r.Iteration, fmt.Sprint(r.Iteration)}
	}
	return said(c.Text(method, &r))
}
