package report

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"

	"admmlab/sim/escape"
)

// Table writes lines under columns, as CSV with a header line or as one JSON object a
// line. It is the one writer of both: numbers are exact to the last bit, absent ones
// empty, in JSON null, and what JSON has no number for is a string. No text hides
// anything or is a formula: JSON has all of it, in CSV escapes stand for what is hidden.
type Table struct {
	columns []string
	buffer  *bufio.Writer
	csv     *csv.Writer // nil for JSON lines
	record  []string
}

// NewTable writes to w in format "csv", header line first, or "jsonl".
func NewTable(w io.Writer, format string, columns []string) (*Table, error) {
	t := &Table{columns: columns, buffer: bufio.NewWriter(w)}
	switch format {
	case "csv":
		t.csv = csv.NewWriter(t.buffer)
		return t, t.csv.Write(columns)
	case "jsonl":
		return t, nil
	}
	return nil, fmt.Errorf("writing rows as %q: expected csv or jsonl", format)
}

// Write writes a line, an entry for each column: a string, an int, a bool, a float64
// or Number, a number already in words (json.Number), or nil. NaN and "" are absent.
func (t *Table) Write(line ...any) error {
	if t.csv != nil {
		t.record = t.record[:0]
		for _, v := range line {
			t.record = append(t.record, text(v))
		}
		return t.csv.Write(t.record)
	}
	lead := byte('{')
	for i, v := range line {
		t.buffer.WriteByte(lead)
		lead = ','
		t.buffer.WriteString(escape.JSON(t.columns[i]))
		t.buffer.WriteByte(':')
		t.buffer.WriteString(inJSON(v))
	}
	_, err := t.buffer.WriteString("}\n")
	return err
}

// Flush hands everything written so far to the underlying writer.
func (t *Table) Flush() error {
	if t.csv != nil {
		t.csv.Flush()
		if err := t.csv.Error(); err != nil {
			return err
		}
	}
	return t.buffer.Flush()
}

// text is an entry in CSV.
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case Number:
		return text(float64(v))
	case float64:
		if math.IsNaN(v) {
			return ""
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return escape.Cell(fmt.Sprint(v))
}

// inJSON is an entry in JSON.
func inJSON(v any) string {
	if text(v) == "" {
		return "null"
	}
	switch w := v.(type) {
	case string:
		return escape.JSON(w)
	case Number:
		v = float64(w)
	}
	if f, ok := v.(float64); ok && math.IsInf(f, 0) {
		return strconv.Quote(text(v))
	}
	return text(v)
}
