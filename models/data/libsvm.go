package data

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

const libsvmLongestLine = 16 << 20

var libsvmKind = Kind{
	Name: "libsvm", Argument: "TRAIN[:TEST]", Asked: "path",
	Offers: []Offer{
		{Key: "libsvm:", Title: "LIBSVM file…", Detail: "a file", Long: "libsvm:TRAIN or libsvm:TRAIN:TEST, such as a9a or gisette"},
	},
	Words: func(argument string) (name, size string) {
		parts := strings.Split(argument, ":") // which of them are files, and which parts of a name, is not known
		for i, p := range parts {
			parts[i] = base(p)
		}
		return "LIBSVM " + strings.Join(parts, ":"), ""
	},
	// A path may hold a colon if the whole of it exists, or both of what another one parts.
	Split: func(argument string, exists func(path string) bool) []string {
		if exists(argument) {
			return []string{argument}
		}
		parts := []string{argument}
		for cut := len(argument) - 1; cut > 0; cut-- {
			if argument[cut] != ':' {
				continue
			}
			train, test := argument[:cut], argument[cut+1:]
			if exists(train) && exists(test) {
				return []string{train, test}
			}
			if len(parts) == 1 { // none of them is there: parted by the last
				parts = []string{train, test}
			}
		}
		return parts
	},
	Read: func(files []File) (*Dataset, error) { return LIBSVM(files[0], files[1:]...) },
}

// LIBSVM reads text in the format of LIBSVM, one record a line:
//
//	label index:value index:value ... # comment
//
// Indexes increase within a line and are at most 1,000,000; blank lines are
// skipped. Indexes count from 1, as the format has it, except in a file that
// holds an index 0: all of that file counts from 0, as some tools write it.
// This is settled for each file by itself, since copies of a9a are in use that
// count from 0 in the training and from 1 in the test file; when the two files
// differ, Note says so. Columns are named x1, x2, ... wherever they count from.
//
// There must be exactly two label values, numbers: the smaller becomes -1 and
// the larger +1, so -1/+1, 0/1 and 1/2 all read as meant. Each row is scaled to
// unit l2 norm; a row without entries stays zero.
//
// The records of a test file follow those of train, TestFrom is their first, and
// the number of columns is the larger of both.
func LIBSVM(train File, test ...File) (*Dataset, error) {
	name := train.Name
	d := &Dataset{Name: "libsvm:" + train.Name, Rows: NewRows(0, 0, 0)}
	labels := &classes{numbersOnly: true}
	base, err := d.readLIBSVM(newLines(train, libsvmLongestLine), labels)
	if err != nil {
		return nil, err
	}
	d.TestFrom = d.Len()
	for _, f := range test {
		d.Name += ":" + f.Name
		name += " and " + f.Name
		testBase, err := d.readLIBSVM(newLines(f, libsvmLongestLine), labels)
		if err != nil {
			return nil, err
		}
		if base != testBase {
			d.Note = fmt.Sprintf("%s counts its columns from %d and %s from %d, judging by whether an index 0 occurs", train.Name, base, f.Name, testBase)
		}
	}
	if d.Rows.Dim == 0 {
		return nil, fmt.Errorf("reading %s: no record has an index:value", name)
	}
	if err := labels.finish(d, name); err != nil {
		return nil, err
	}
	d.Columns = numberedColumns(d.Rows.Dim)
	d.Fitted = "there are as many columns as the largest index in them says"
	if base == 0 {
		d.Fitted += fmt.Sprintf(", and one more for the index 0 in %s, which is x1", train.Name)
	}
	return d, nil
}

// readLIBSVM adds the records of one file and returns the number, 0 or 1, from
// which its indexes count.
func (d *Dataset) readLIBSVM(text *lines, labels *classes) (base int, err error) {
	records, entries := d.Len(), len(d.Rows.Index)
	lowest, highest := 1, 0
	for {
		line, ok := text.next()
		if !ok {
			break
		}
		line, _, _ = bytes.Cut(line, []byte("#"))
		label, rest := nextWord(line)
		if len(label) == 0 {
			continue
		}
		id, err := labels.id(string(label))
		if err != nil {
			return 0, text.fail("%v", err)
		}
		first, last, err := d.addLIBSVM(rest, text)
		if err != nil {
			return 0, err
		}
		lowest, highest = min(lowest, first), max(highest, last)
		if err := room(text.name, text.number, d.Len(), len(d.Rows.Index)); err != nil {
			return 0, err
		}
		d.Labels = append(d.Labels, float64(id))
	}
	if err := text.err(); err != nil {
		return 0, err
	}
	if d.Len() == records {
		return 0, fmt.Errorf("reading %s: no record found, expected lines of the form label index:value", text.name)
	}
	// Columns count from 0, so index - base.
	for k := range d.Rows.Index[entries:] {
		d.Rows.Index[entries+k] -= int32(lowest)
	}
	width := highest + 1 - lowest
	if width > maxColumns {
		return 0, fmt.Errorf("reading %s: %d columns, expected at most 1,000,000", text.name, width)
	}
	d.Rows.Dim = max(d.Rows.Dim, width)
	return lowest, nil
}

// addLIBSVM adds the row of one line, given from behind its label, with the
// indexes as they stand, and returns the first and the last: 1 and 0 for a row
// without entries.
func (d *Dataset) addLIBSVM(rest []byte, text *lines) (first, last int, err error) {
	first, last = 1, 0
	for entries := 0; ; entries++ {
		var word []byte
		if word, rest = nextWord(rest); len(word) == 0 {
			d.Rows.closeUnit()
			return first, last, nil
		}
		digits, entry, found := bytes.Cut(word, []byte(":"))
		index, err := strconv.ParseUint(string(digits), 10, 64)
		switch {
		case isRange(err) || err == nil && index > maxColumns:
			return 0, 0, text.fail("index %.40s, expected at most 1,000,000 columns", digits)
		case !found || err != nil:
			return 0, 0, text.fail("%.40q, expected index:value", word)
		case entries > 0 && int(index) <= last:
			return 0, 0, text.fail("index %d after %d, expected increasing indexes", index, last)
		}
		value, ok := number(string(entry))
		if !ok || !finite(value) {
			return 0, 0, text.fail("index %d has the value %.40q, expected a finite number", index, entry)
		}
		if last = int(index); entries == 0 {
			first = last
		}
		d.Rows.put(int32(index), value)
	}
}

// nextWord cuts the first word off a line; blanks are spaces and tabs.
func nextWord(line []byte) (word, rest []byte) {
	a := 0
	for a < len(line) && isBlank(line[a]) {
		a++
	}
	b := a
	for b < len(line) && !isBlank(line[b]) {
		b++
	}
	return line[a:b], line[b:]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// numberedColumns names columns x1, x2, ... as LIBSVM counts them. All names
// share one text: a table may have a million of them.
func numberedColumns(n int) []string {
	var all strings.Builder
	ends := make([]int, n)
	for j := range ends {
		all.WriteByte('x')
		all.WriteString(strconv.Itoa(j + 1))
		ends[j] = all.Len()
	}
	names := make([]string, n)
	begin := 0
	for j, end := range ends {
		names[j] = all.String()[begin:end]
		begin = end
	}
	return names
}
