package data

import (
	"fmt"
	"slices"
)

// encode writes the columns of the table as rows of d.
func (t *csvTable) encode(d *Dataset) error {
	dim := 0
	for k := range t.columns {
		dim += t.columns[k].width()
	}
	if dim > maxColumns {
		return fmt.Errorf("reading %s: %d columns after giving each text value one, expected at most 1,000,000", t.name, dim)
	}
	d.Columns = make([]string, 0, dim)
	writers := make([]columnWriter, len(t.columns))
	for k := range t.columns {
		writers[k] = t.columns[k].writer(d)
	}
	d.Rows = NewRows(dim, len(t.labels), len(t.columns))
	for n := range t.labels {
		for k := range writers {
			writers[k].put(&d.Rows, n)
		}
		d.Rows.closeUnit()
	}
	return nil
}

// width is the number of columns this one becomes.
func (c *csvColumn) width() int {
	if c.isText {
		return len(c.texts)
	}
	return 1
}

// columnWriter puts one cell of a column into a row.
type columnWriter struct {
	column  *csvColumn
	from    int32   // first output column
	place   []int32 // of a text column: place of each id among the sorted values
	largest float64 // of a numeric column
}

// writer adds the names of the column's output to d.
func (c *csvColumn) writer(d *Dataset) columnWriter {
	w := columnWriter{column: c, from: int32(len(d.Columns))}
	if !c.isText {
		d.Columns = append(d.Columns, c.name)
		w.largest = largestAbs(c.numbers)
		return w
	}
	// Sorted, so that the columns do not depend on the order of the records.
	sorted := slices.Clone(c.texts)
	slices.Sort(sorted)
	w.place = make([]int32, len(sorted))
	for place, text := range sorted {
		w.place[c.known[text]] = int32(place)
		d.Columns = append(d.Columns, c.name+"="+text)
	}
	return w
}

func (w *columnWriter) put(r *Rows, n int) {
	switch {
	case w.place != nil:
		r.put(w.from+w.place[w.column.ids[n]], 1)
	case w.largest > 0:
		r.put(w.from, w.column.numbers[n]/w.largest)
	}
}
