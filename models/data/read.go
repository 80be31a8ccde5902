package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// maxColumns is the widest table that is read: models are dense vectors of one
// number a column at every node, so wider ones would not fit.
const maxColumns = 1_000_000

// maxEntries is how many values of records are read: a file below the limit of its bytes
// may hold so many that they, with what tells them apart and with the copies that the nodes
// are dealt, fill the memory: so many take 1 to 1.4 GiB. Tests lower it.
var maxEntries = 25_000_000

// maxNames is how many bytes the names of all columns of a table have, one for each word:
// words of a megabyte would fill the memory several times. Tests lower it.
var maxNames = 64 << 20

// File is a text in UTF-8, without a byte order mark, that somebody else has opened.
type File struct {
	Name string // its path, for errors
	io.Reader
}

// lines reads a text line by line.
type lines struct {
	scanner *bufio.Scanner
	name    string // of the text, for errors
	number  int    // of the line last read, from 1
	longest int    // bytes
	broken  error  // what is wrong with that line as such
}

func newLines(f File, longest int) *lines {
	scanner := bufio.NewScanner(f)
	scanner.Buffer(make([]byte, 64<<10), longest)
	return &lines{scanner: scanner, name: f.Name, longest: longest}
}

// next returns the next line without surrounding blanks, valid until the next
// call; false at the end and on an error. A carriage return alone ends lines for old
// editors: read on, the record behind it could be a part of a comment.
func (l *lines) next() ([]byte, bool) {
	if l.broken != nil || !l.scanner.Scan() {
		return nil, false
	}
	l.number++
	line := bytes.TrimSpace(l.scanner.Bytes())
	if bytes.IndexByte(line, '\r') >= 0 {
		l.broken = l.fail(returned)
		return nil, false
	}
	return line, true
}

// returned says what is wrong with a line.
const returned = "it has a carriage return in it, which is not read as a line end; expected line feeds"

// err is what stopped the reading, nil at the end of the text.
func (l *lines) err() error {
	err := l.scanner.Err()
	if err == bufio.ErrTooLong {
		return tooLong(l.name, l.number+1, l.longest)
	}
	if err != nil {
		return fmt.Errorf("reading %s after line %d: %w", l.name, l.number, err)
	}
	return l.broken
}

// fail is an error about the line last read.
func (l *lines) fail(format string, args ...any) error {
	return failAt(l.name, l.number, format, args...)
}

// shortLines stops for a parser of CSV at what that would take: a record longer than longest,
// collected in memory without end, and a carriage return alone, as a part of a cell. A line
// end between quotes does not end a record.
type shortLines struct {
	io.Reader
	name    string
	longest int  // bytes
	line    int  // lines ended so far
	begun   int  // of them before the record at hand
	length  int  // bytes of the record at hand
	quoted  bool // it is between quotes
	back    bool // what was read last is a carriage return
}

// badLine is a line that a reader does not take.
type badLine struct{ error }

func tooLong(name string, line, longest int) error {
	return badLine{failAt(name, line, "longer than %d MiB, expected one record a line", longest>>20)}
}

func (s *shortLines) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		piece, after, ended := bytes.Cut(rest, lineEnd)
		rest = after
		text, back := bytes.CutSuffix(piece, carriageReturn)
		if s.back && (len(piece) > 0 || !ended) || bytes.Contains(text, carriageReturn) {
			return 0, badLine{failAt(s.name, s.line+1, returned)}
		}
		s.back = back && !ended
		s.length += len(piece)
		s.quoted = s.quoted != (bytes.Count(piece, quote)%2 == 1)
		if s.length > s.longest {
			return 0, s.tooLong()
		}
		if ended {
			s.line++
			s.length++
		}
		if ended && !s.quoted {
			s.begun, s.length = s.line, 0
		}
	}
	return n, err
}

var lineEnd, carriageReturn, quote = []byte("\n"), []byte("\r"), []byte(`"`)

// tooLong says that the record at hand is, and if it has several lines what may be wrong.
func (s *shortLines) tooLong() error {
	if s.line == s.begun {
		return tooLong(s.name, s.line+1, s.longest)
	}
	return badLine{failAt(s.name, s.begun+1, "the record that begins here is longer than %d MiB, as a quoted cell goes on over line ends; expected a quote at its end", s.longest>>20)}
}

func failAt(name string, line int, format string, args ...any) error {
	return fmt.Errorf("reading %s line %d: %s", name, line, fmt.Sprintf(format, args...))
}

// recordEntries is how many values a record counts for beside its own: what is noted of each,
// where it begins, its label, its place, its margin, takes the memory of so many.
const recordEntries = 3

// room is nil while so many records and their values, with a line of name, count for at most
// maxEntries, else says so.
func room(name string, line, records, entries int) error {
	if entries+recordEntries*records <= maxEntries {
		return nil
	}
	return failAt(name, line, "more than %d values with this line, the most that are read, where each record counts for %d beside its own; give fewer records or columns", maxEntries, recordEntries)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// number reads a text as a number; ok is false for a text that is none. A number
// beyond float64 is an infinite one. What only programs write, such as 1_000 or 0x1p3, is a
// word: others may have meant one.
func number(text string) (v float64, ok bool) {
	if strings.ContainsAny(text, "_xX") {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil || isRange(err)
}

// Vanishes reports whether a text is a number that is not 0 and is read as 0, which may mean
// something else: no budget, rows dealt evenly.
func Vanishes(text string) bool {
	x, err := strconv.ParseFloat(text, 64)
	exponent, digits := "e", "123456789"
	text = strings.TrimLeft(strings.ToLower(text), "+-")
	if hex, is := strings.CutPrefix(text, "0x"); is {
		text, exponent, digits = hex, "p", digits+"abcdef"
	}
	mantissa, _, _ := strings.Cut(text, exponent)
	return err == nil && x == 0 && strings.ContainsAny(mantissa, digits)
}

// isRange reports whether err is about a number that is too large, and not about a
// text that is not a number.
func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}
