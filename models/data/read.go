package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
)

// maxColumns is the widest table that is read: models are dense vectors of one
// number a column at every node, so wider ones would not fit.
const maxColumns = 1_000_000

// A meter counts the bytes read from one source or from several in turn.
type meter struct {
	done   int64
	report func(doneBytes int64) // may be nil
}

// metered is a reader that tells the meter what it reads.
type metered struct {
	io.Reader
	meter *meter
}

func (m metered) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.meter.done += int64(n)
	if n > 0 && m.meter.report != nil {
		m.meter.report(m.meter.done)
	}
	return n, err
}

// lines reads a text line by line.
type lines struct {
	scanner *bufio.Scanner
	name    string // of the text, for errors
	number  int    // of the line last read, from 1
	longest int    // bytes
}

func newLines(r io.Reader, name string, m *meter, longest int) *lines {
	scanner := bufio.NewScanner(metered{r, m})
	scanner.Buffer(make([]byte, 64<<10), longest)
	return &lines{scanner: scanner, name: name, longest: longest}
}

// next returns the next line without surrounding blanks, valid until the next
// call; false at the end and on an error.
func (l *lines) next() ([]byte, bool) {
	if !l.scanner.Scan() {
		return nil, false
	}
	l.number++
	line := l.scanner.Bytes()
	if l.number == 1 {
		line = bytes.TrimPrefix(line, byteOrderMark)
	}
	return bytes.TrimSpace(line), true
}

// Some editors put this mark in front of a text in UTF-8.
var byteOrderMark = []byte("\ufeff")

// err is what stopped the reading, nil at the end of the text.
func (l *lines) err() error {
	err := l.scanner.Err()
	if err == bufio.ErrTooLong {
		l.number++
		return l.fail("longer than %d MiB, expected one record a line", l.longest>>20)
	}
	if err != nil {
		return fmt.Errorf("reading %s after line %d: %w", l.name, l.number, err)
	}
	return nil
}

// fail is an error about the line last read.
func (l *lines) fail(format string, args ...any) error {
	return failAt(l.name, l.number, format, args...)
}

func failAt(name string, line int, format string, args ...any) error {
	return fmt.Errorf("reading %s line %d: %s", name, line, fmt.Sprintf(format, args...))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// classes collects the label values of a text until there are two. Numbers are
// the same label when they are equal ("1" and "+1.0"), words when they are
// spelt the same.
type classes struct {
	numbersOnly bool
	count       int
	text        [2]string
	number      [2]float64
	isNumber    [2]bool
}

// id is 0 for the first label value seen and 1 for the second.
func (c *classes) id(text string) (int, error) {
	for k := range c.count {
		if c.text[k] == text {
			return k, nil
		}
	}
	number, err := strconv.ParseFloat(text, 64)
	isNumber := err == nil
	if isNumber && !finite(number) || isRange(err) {
		return 0, fmt.Errorf("label %.40q is not a finite number", text)
	}
	if c.numbersOnly && !isNumber {
		return 0, fmt.Errorf("label %.40q is not a number, expected the form label index:value", text)
	}
	for k := range c.count {
		if isNumber && c.isNumber[k] && c.number[k] == number {
			return k, nil
		}
	}
	if c.count == 2 {
		return 0, fmt.Errorf("label %.40q is the third after %.40q and %.40q, expected two classes", text, c.text[0], c.text[1])
	}
	k := c.count
	c.text[k], c.number[k], c.isNumber[k] = string([]byte(text)), number, isNumber
	c.count++
	return k, nil
}

// has tells whether text is one of the labels seen, without adding it.
func (c classes) has(text string) bool {
	before := c.count
	_, err := c.id(text) // on the copy
	return err == nil && c.count == before
}

// finish turns the ids in d.Labels into -1 for the smaller value and +1 for the
// larger: by size when both are numbers, by spelling otherwise.
func (c *classes) finish(d *Dataset, name string) error {
	if err := d.checkClasses(name); err != nil {
		return err
	}
	swapped := c.text[1] < c.text[0]
	if c.isNumber[0] && c.isNumber[1] {
		swapped = c.number[1] < c.number[0]
	}
	d.Classes = c.text
	if swapped {
		d.Classes = [2]string{c.text[1], c.text[0]}
	}
	for n, id := range d.Labels {
		d.Labels[n] = 2*id - 1
		if swapped {
			d.Labels[n] = 1 - 2*id
		}
	}
	return nil
}

// isRange tells a number too large for float64 from a text that is no number.
func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}
