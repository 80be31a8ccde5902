package data

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	csvLongestLine = 1 << 20 // bytes
	csvLongestCell = 20_000  // bytes: words are names of columns
	csvMaxCells    = 10_000  // cells a line
)

// csvLabelNames are what a header may call a label. They help to explain a mistake: the
// label is the last column, whatever it is called.
var csvLabelNames = []string{"label", "class", "target", "y", "outcome"}

var csvKind = Kind{
	Name: "csv", Argument: "PATH", Asked: "path",
	Offers: []Offer{
		{Key: "csv:", Title: "CSV file…", Detail: "a file", Long: "csv:PATH, a record a line, the label in the last column, of two values; a header line if you like"},
	},
	About:     "csv:PATH reads a table with a record on each line and the label, of two values, in the last column; a header line may name the columns.",
	Words:     func(argument string) (name, size string) { return "CSV " + base(argument), "" },
	Extension: ".csv",
	Read:      func(files []File) (*Dataset, error) { return CSV(files[0]) },
}

// CSV reads comma separated text, one record a line, the label last.
//
// The first line is a header when none of its cells is a number and its last
// cell is not one of the labels below; without a header the columns are c1, c2,
// ... A column is numeric when all its cells are numbers, and is divided by its
// largest absolute value; any other is text and becomes one column per distinct
// value (name=value, sorted; at most 1,000). Records with a missing cell (?, NA
// or empty) are dropped and counted. The label column must have exactly two
// distinct values; the larger one is +1, by size when both are numbers, by
// spelling otherwise. NaN, Inf and what is beyond float64 are words among words, and
// refused among numbers. Each row is scaled to unit l2 norm; a row of zeros stays
// zero.
func CSV(f File) (*Dataset, error) {
	t := &csvTable{name: f.Name}
	if err := t.read(f); err != nil {
		return nil, err
	}
	d := &Dataset{Name: "csv:" + f.Name, Labels: t.labels, Dropped: t.dropped, TestFrom: len(t.labels), Fitted: "columns are made of the words found in them, and numbers divided by the largest of their column"}
	d.Note = t.note
	if err := t.encode(d); err != nil {
		return nil, err
	}
	if err := t.classes.finish(d, f.Name); err != nil {
		return nil, err
	}
	return d, nil
}

// csvTable holds the cells column by column, as what a column is shows only at
// the end of the text.
type csvTable struct {
	name    string
	columns []csvColumn // without the label
	labels  []float64   // ids of classes
	classes classes
	dropped int
	first   []string // the first line that is not empty, while it may be a header; else nil
	atFirst int      // its line
	note    string   // what is to be told of it
}

func (t *csvTable) read(r io.Reader) error {
	short := &shortLines{Reader: r, name: t.name, longest: csvLongestLine}
	reader := csv.NewReader(&blanksOn{from: short, in: make([]byte, 64<<10)})
	reader.FieldsPerRecord = -1
	reader.ReuseRecord = true
	reader.TrimLeadingSpace = true
	for {
		cells, err := reader.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return t.readError(err)
		}
		line, _ := reader.FieldPos(0)
		for k := range cells {
			cells[k] = strings.TrimSpace(cells[k])
			if n := len(cells[k]); n > csvLongestCell {
				return failAt(t.name, line, "cell %d has %d bytes, expected at most 20,000: words are names of columns", k+1, n)
			}
		}
		if t.columns == nil {
			if err := t.begin(cells, line); err != nil {
				return err
			}
			if t.first != nil {
				continue
			}
		}
		if err := t.add(cells, line); err != nil {
			return err
		}
	}
	if err := t.settleHeader(); err != nil {
		return err
	}
	var mixed []csvColumn
	for _, c := range t.columns {
		if c.odd != "" && !c.isText {
			return failAt(t.name, c.oddLine, "column %.40q: %.40q, expected a finite number", c.name, c.odd)
		}
		if c.isText && c.numeric && (t.note == "" || c.atLine > t.atFirst) { // of the first line the note tells
			mixed = append(mixed, c)
		}
	}
	if mixed != nil {
		c := mixed[0]
		if t.note != "" {
			t.note += "; "
		}
		t.note += fmt.Sprintf("column %.40q is read as words, its numbers too, as line %d has %.40q in it", c.name, c.atLine, c.word)
		if len(mixed) > 1 {
			t.note += fmt.Sprintf("; with it %d of the columns have numbers among words", len(mixed))
		}
	}
	return nil
}

// blanksOn moves blanks between the quote that ends a cell and the comma behind it to the next
// cell, of which the parser leaves them out, and drops them before a line end: behind a quote
// it takes them for a mistake.
type blanksOn struct {
	from   io.Reader
	in     []byte       // for what is read
	kept   int          // of it, bytes of a character of which the rest is still to be read
	out    bytes.Buffer // what is not handed on yet
	err    error        // that ended the reading
	quoted bool         // between quotes
	closed bool         // nothing but blanks since a quote that may end a cell
	blanks []byte       // these
}

func (b *blanksOn) Read(p []byte) (int, error) {
	for b.out.Len() == 0 {
		if b.err != nil {
			return 0, b.err
		}
		var n int
		n, b.err = b.from.Read(b.in[b.kept:])
		text := b.in[:b.kept+n]
		b.kept = 0
		b.move(text)
	}
	return b.out.Read(p)
}

func (b *blanksOn) move(text []byte) {
	for len(text) > 0 {
		if !b.closed {
			n := bytes.IndexByte(text, '"') + 1
			if n == 0 {
				n = len(text)
			} else {
				b.closed, b.quoted = b.quoted, !b.quoted
			}
			b.out.Write(text[:n])
			text = text[n:]
			continue
		}
		rest := bytes.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != '\r' && r != '\n' })
		b.blanks = append(b.blanks, text[:len(text)-len(rest)]...)
		if text = rest; len(text) == 0 {
			return
		}
		if !utf8.FullRune(text) && b.err == nil {
			b.kept = copy(b.in, text)
			return
		}
		if text[0] == ',' {
			b.out.WriteByte(',')
			text = text[1:]
		} else if text[0] == '\r' || text[0] == '\n' {
			b.blanks = b.blanks[:0]
		}
		b.out.Write(b.blanks)
		b.blanks, b.closed = b.blanks[:0], false
	}
}

func (t *csvTable) readError(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		wrong := "a quote stands inside of a cell"
		if errors.Is(err, csv.ErrQuote) {
			wrong = "a quoted cell is not ended where it should be"
		}
		return failAt(t.name, parse.Line, "%s, at byte %d; expected quotes around the whole cell, and \"\" for a quote in it", wrong, parse.Column)
	}
	var bad badLine
	if errors.As(err, &bad) {
		return bad
	}
	return fmt.Errorf("reading %s: %w", t.name, err)
}

// begin takes the number of columns from the first line, and sets the line aside
// if it may be a header.
func (t *csvTable) begin(cells []string, line int) error {
	if n := len(cells); n < 2 || n > csvMaxCells {
		return failAt(t.name, line, "expected 2 to 10,000 cells separated by commas, the label last, found %d", n)
	}
	t.columns = make([]csvColumn, len(cells)-1)
	for k := range t.columns {
		t.columns[k].name = "c" + strconv.Itoa(k+1)
		t.columns[k].known = make(map[string]int32)
	}
	for _, cell := range cells {
		if v, ok := number(cell); ok && finite(v) {
			return nil
		}
	}
	t.first, t.atFirst = make([]string, len(cells)), line
	for k, cell := range cells {
		t.first[k] = strings.Clone(cell)
	}
	return nil
}

// settleHeader decides about a first line that was set aside, now that the
// labels are known.
func (t *csvTable) settleHeader() error {
	if t.first == nil {
		return nil
	}
	if label := t.first[len(t.first)-1]; t.classes.has(label) {
		for k := range t.columns {
			if c := &t.columns[k]; (!c.isText || c.numeric) && !slices.ContainsFunc(t.first, isMissing) {
				t.note = fmt.Sprintf("the first line of %s is read as a record and not as a header, as its last cell, %.40q, is a label: columns that are numbers below it are words with it", t.name, label)
			}
		}
		return t.addFirst()
	}
	for k := range t.columns {
		if t.first[k] != "" {
			t.columns[k].name = t.first[k]
		}
	}
	return nil
}

// addFirst adds the line set aside as the first record. Adding it makes every column a
// text column, or one that is refused, so only ids and labels have to move up.
func (t *csvTable) addFirst() error {
	before := len(t.labels)
	if err := t.add(t.first, t.atFirst); err != nil || len(t.labels) == before {
		return err
	}
	for k := range t.columns {
		lastToFront(t.columns[k].ids)
	}
	lastToFront(t.labels)
	return nil
}

// lastToFront moves the last of s to its front; s is empty of a column that no longer has it.
func lastToFront[T any](s []T) {
	if len(s) == 0 {
		return
	}
	last := s[len(s)-1]
	copy(s[1:], s)
	s[0] = last
}

func isMissing(cell string) bool { return cell == "" || cell == "?" || cell == "NA" }

// add appends one record to the columns.
func (t *csvTable) add(cells []string, line int) error {
	if len(cells) != len(t.columns)+1 {
		return failAt(t.name, line, "expected %d cells as in the first line, found %d", len(t.columns)+1, len(cells))
	}
	if err := room(t.name, line, len(t.labels)+1, (len(t.labels)+1)*len(t.columns)); err != nil {
		return err
	}
	for _, cell := range cells {
		if isMissing(cell) {
			t.dropped++
			return nil
		}
	}
	words := 0
	for k := range t.columns {
		c := &t.columns[k]
		if err := c.add(cells[k], line); err != nil {
			return failAt(t.name, line, "column %.40q: %v", t.columnName(k), err)
		}
		if c.isText {
			words += c.size
		}
	}
	if words > maxNames {
		return failAt(t.name, line, "distinct words of more than %d bytes in all with this line, the most that are read, as each names a column; shorten them or leave their columns out", maxNames)
	}
	id, err := t.classes.id(cells[len(t.columns)])
	if err != nil {
		return failAt(t.name, line, "%s: %v", t.labelColumn(), err)
	}
	t.labels = append(t.labels, float64(id))
	return nil
}

// labelColumn says which column is taken for the label, and which one may be meant.
func (t *csvTable) labelColumn() string {
	header := t.header()
	if header == nil {
		return fmt.Sprintf("the last column, %d, is the label", len(t.columns)+1)
	}
	words := fmt.Sprintf("the last column, %.40q, is the label", header[len(t.columns)])
	if slices.Contains(csvLabelNames, strings.ToLower(header[len(t.columns)])) {
		return words
	}
	for k, name := range header[:len(t.columns)] {
		if slices.Contains(csvLabelNames, strings.ToLower(name)) {
			return fmt.Sprintf("%s; if it is column %d, %q, move that to the end", words, k+1, name)
		}
	}
	return words
}

// header is the line set aside, nil where it is a record by the labels known so far.
func (t *csvTable) header() []string {
	if t.first == nil || t.classes.has(t.first[len(t.columns)]) {
		return nil
	}
	return t.first
}

// columnName is the name an error should give: the header's, if there may be one.
func (t *csvTable) columnName(k int) string {
	if header := t.header(); header != nil && header[k] != "" {
		return header[k]
	}
	return t.columns[k].name
}

// encode writes the columns of the table as rows of d.
func (t *csvTable) encode(d *Dataset) error {
	dim, names := 0, 0
	for k := range t.columns {
		columns, bytes := t.columns[k].width()
		dim, names = dim+columns, names+bytes
	}
	if dim > maxColumns {
		return fmt.Errorf("reading %s: %d columns after giving each text value one, expected at most 1,000,000", t.name, dim)
	}
	if names > maxNames {
		return fmt.Errorf("reading %s: %d bytes of names after giving each text value a column, expected at most %d; shorten the names in the header", t.name, names, maxNames)
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
