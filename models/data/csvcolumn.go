package data

import (
	"errors"
	"slices"
	"strings"
)

// csvMaxDistinct is the most values of a text column, one output column each.
const csvMaxDistinct = 1_000

// csvColumn is one column of a CSV text, and how it is written in rows.
type csvColumn struct {
	name    string
	isText  bool             // a cell was no number
	tooMany bool             // more than csvMaxDistinct spellings; ids has ended
	numbers []float64        // one a record, unless isText
	ids     []int32          // one a record, unless tooMany
	known   map[string]int32 // spelling -> id, unless tooMany
	texts   []string         // spelling of each id
	size    int              // bytes of texts

	numeric bool   // some cell is a number
	word    string // the first cell that is none
	atLine  int
	odd     string // the first cell that spells a number which is not finite, "" for none
	oddLine int
}

// add appends one cell of a line.
func (c *csvColumn) add(cell string, line int) error {
	if !c.isText || !c.numeric {
		v, ok := number(cell)
		c.numeric = c.numeric || ok && finite(v)
		switch {
		case c.isText:
		case !ok:
			c.isText, c.numbers = true, nil
			c.word, c.atLine = strings.Clone(cell), line
		default:
			c.numbers = append(c.numbers, v)
			if !finite(v) && c.odd == "" {
				c.odd, c.oddLine = strings.Clone(cell), line
			}
		}
	}
	if !c.tooMany {
		id, ok := c.known[cell]
		if !ok && len(c.texts) == csvMaxDistinct {
			c.tooMany, c.ids, c.known, c.texts, c.size = true, nil, nil, nil, 0
		} else {
			if !ok {
				id = int32(len(c.texts))
				// The cell is a piece of its whole line.
				own := strings.Clone(cell)
				c.known[own] = id
				c.texts = append(c.texts, own)
				c.size += len(own)
			}
			c.ids = append(c.ids, id)
		}
	}
	if c.isText && c.tooMany {
		return errors.New("more than 1,000 distinct values, not all of them numbers; leave the column out or group its values")
	}
	return nil
}

// width is the number of columns this one becomes, and bytes what their names have.
func (c *csvColumn) width() (columns, bytes int) {
	if c.isText {
		return len(c.texts), len(c.texts)*len(c.name+"=") + c.size
	}
	return 1, len(c.name)
}

// columnWriter puts one cell of a column into a row.
type columnWriter struct {
	column  *csvColumn
	from    int32   // first output column
	place   []int32 // of a text column: place of each id among the sorted values
	largest float64 // of a numeric column
}

// writer adds the names and divisors of the column's output to d.
func (c *csvColumn) writer(d *Dataset) columnWriter {
	w := columnWriter{column: c, from: int32(len(d.Columns))}
	if !c.isText {
		w.largest = largestAbs(c.numbers)
		divisor := w.largest
		if divisor == 0 {
			divisor = 1
		}
		d.Columns, d.Divisors = append(d.Columns, c.name), append(d.Divisors, divisor)
		return w
	}
	// Sorted, so that the columns do not depend on the order of the records.
	sorted := slices.Clone(c.texts)
	slices.Sort(sorted)
	w.place = make([]int32, len(sorted))
	for place, text := range sorted {
		w.place[c.known[text]] = int32(place)
		d.Columns, d.Divisors = append(d.Columns, c.name+"="+text), append(d.Divisors, 1)
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
