package report

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"

	"admmlab/sim"
)

// Writer writes rows as CSV with a header line, or as one JSON object a line.
type Writer struct {
	columns []*Column
	method  string
	buffer  *bufio.Writer
	csv     *csv.Writer // nil for JSON lines
	record  []string
}

// NewWriter writes rows of a method to w in format "csv", header line first, or
// "jsonl".
func NewWriter(w io.Writer, format, method string) (*Writer, error) {
	b := bufio.NewWriter(w)
	switch format {
	case "csv":
		out := &Writer{columns: Scripted(), method: method, buffer: b, csv: csv.NewWriter(b)}
		return out, out.csv.Write(Names(out.columns))
	case "jsonl":
		return &Writer{columns: Scripted(), method: method, buffer: b}, nil
	}
	return nil, fmt.Errorf("writing rows as %q: expected csv or jsonl", format)
}

// WriteRows writes all rows of a method in a format of NewWriter.
func WriteRows(w io.Writer, format, method string, rows iter.Seq[sim.Row]) error {
	out, err := NewWriter(w, format, method)
	if err != nil {
		return err
	}
	for r := range rows {
		if err := out.Write(r); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Write writes one row; numbers are exact to the last bit, absent ones empty
// (null in JSON).
func (w *Writer) Write(r sim.Row) error {
	w.record = w.record[:0]
	for _, c := range w.columns {
		w.record = append(w.record, c.InFile(w.method, &r))
	}
	if w.csv != nil {
		return w.csv.Write(w.record)
	}
	for i, c := range w.columns {
		lead := ","
		if i == 0 {
			lead = "{"
		}
		fmt.Fprintf(w.buffer, "%s%q:%s", lead, c.Name, c.InJSON(w.record[i]))
	}
	_, err := w.buffer.WriteString("}\n")
	return err
}

// Flush hands everything written so far to the underlying writer.
func (w *Writer) Flush() error {
	if w.csv != nil {
		w.csv.Flush()
		if err := w.csv.Error(); err != nil {
			return err
		}
	}
	return w.buffer.Flush()
}

// NumberText is a number as the files have it: exact to the last bit, empty for NaN.
func NumberText(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// isFinite reports whether a number's text is one JSON can hold.
func isFinite(text string) bool {
	v, err := strconv.ParseFloat(text, 64)
	return err == nil && !math.IsInf(v, 0)
}
