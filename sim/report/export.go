package report

import (
	"io"
	"iter"

	"admmlab/sim"
	"admmlab/sim/rows"
)

// Writer writes rows of a method under the columns that scripts rely on.
type Writer struct {
	*Table
	columns []*rows.Column
	method  string
	line    []any
}

// NewWriter writes rows of a method to w in format "csv", header line first, or
// "jsonl".
func NewWriter(w io.Writer, format, method string) (*Writer, error) {
	columns := rows.Scripted()
	t, err := NewTable(w, format, rows.Names(columns))
	return &Writer{Table: t, columns: columns, method: method}, err
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

// Write writes one row.
func (w *Writer) Write(r sim.Row) error {
	w.line = w.line[:0]
	for _, c := range w.columns {
		w.line = append(w.line, Entry(c, w.method, &r))
	}
	return w.Table.Write(w.line...)
}
