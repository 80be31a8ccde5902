package cli

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"admmlab/sim"
	"admmlab/sim/escape"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// cell is one answer: exact for programs, rounded for people.
type cell struct {
	value any    // string, bool, int or float64; nil and NaN are absent
	words string // what a table shows
}

func said(v string) cell { return cell{v, v} }

// share is a part of the rows, measured a number as it is, bound one that is not to be
// flattered.
func share(v float64) cell {
	if math.IsNaN(v) {
		return cell{nil, "-"}
	}
	return cell{v, numeral.Short(100*v) + " %"}
}

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
	return numeral.Exact(v, digits)
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

// heads turns the names of columns into what stands over them for people, who know one ε:
// the paper's is printed.
var heads = strings.NewReplacer(rows.EpsilonTotal.Name, "printed", rows.Tight.Name, "ε", rows.TightDelta.Name, "δ", "epsilon", "ε", "_", " ")

// writeTable writes rows under columns: aligned, as CSV, or as one JSON object a
// line with what CSV leaves empty as null.
func writeTable(out io.Writer, format string, columns []string, rows [][]cell) error {
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

// writeFile is writeTable for programs.
func writeFile(out io.Writer, format string, columns []string, rows [][]cell) error {
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

// list writes two columns, one line each.
func list(out io.Writer, rows [][2]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\n", escape.Terminal(r[0]), escape.Terminal(r[1]))
	}
	return w.Flush()
}

// entry is a row's entry in a column.
func entry(c *rows.Column, method string, r sim.Row) cell {
	switch {
	case c.Value != nil && c.Bound:
		return bound(c.Value(&r))
	case c.Value != nil:
		if c.Times == 100 {
			return share(c.Value(&r))
		}
		return measured(c.Value(&r))
	case c == rows.Iteration:
		return cell{r.Iteration, fmt.Sprint(r.Iteration)}
	}
	return said(c.Text(method, &r))
}
