package data

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
)

const adultLongestLine = 1 << 20

// whoEarnsMore is the question of UCI Adult, and of the census made after it.
const whoEarnsMore = "does somebody earn more than 50,000 dollars a year"

var adultKind = Kind{
	Name: "adult", Argument: "PATH", Asked: "path",
	Question: whoEarnsMore,
	About:    "adult:PATH reads the real adult.data and adult.test from a folder.",
	Offers: []Offer{
		{Key: "adult:", Title: "UCI Adult…", Detail: "a folder", Long: "adult:PATH, a folder with adult.data and adult.test"},
	},
	Words:  func(string) (name, size string) { return "UCI Adult", "" },
	Inside: []string{"adult.data", "adult.test"},
	Read:   func(files []File) (*Dataset, error) { return Adult(files[0], files[1]) },
}

// Adult reads the two files of UCI Adult (adult.data and adult.test): 14
// attributes and the income, separated by commas. Both make one table, train
// first (TestFrom = Len()), as the papers use it. Records with a ? are dropped
// and counted; lines that are blank or start with | are skipped.
//
// The 105 columns and the divisors of the six numeric ones are those of Census;
// for the published files each divisor is the column's maximum. They are fixed
// beforehand and not taken from the file, so one person's value cannot shift
// the rows of the others. Each row is scaled to unit norm.
func Adult(train, test File) (*Dataset, error) {
	source, err := census()
	if err != nil {
		return nil, err
	}
	d := &Dataset{
		Name:    "adult:" + filepath.Dir(train.Name),
		Rows:    NewRows(len(source.code.columns), 0, 0),
		Columns: slices.Clone(source.code.columns), Divisors: source.code.divisors(),
		Classes: incomes,
	}
	for _, f := range []File{train, test} {
		before := d.Len() + d.Dropped
		if err := d.readAdult(source.code, newLines(f, adultLongestLine)); err != nil {
			return nil, err
		}
		if d.Len()+d.Dropped == before { // it has not arrived
			return nil, fmt.Errorf("reading %s: no record found, expected lines of 15 fields separated by commas", f.Name)
		}
	}
	d.TestFrom = d.Len()
	if err := d.checkClasses(train.Name + " and " + test.Name); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *Dataset) readAdult(code *encoding, text *lines) error {
	width := len(code.fields) + 1
	cells := make([][]byte, width)
	for {
		line, ok := text.next()
		if !ok {
			return text.err()
		}
		if len(line) == 0 || line[0] == '|' {
			continue
		}
		if n := bytes.Count(line, comma) + 1; n != width {
			return text.fail("%d fields, expected %d separated by commas", n, width)
		}
		if err := room(text.name, text.number, d.Len()+1, (d.Len()+1)*width); err != nil {
			return err
		}
		missing := false
		for k := range cells {
			cell, rest, _ := bytes.Cut(line, comma)
			cells[k], line = bytes.TrimSpace(cell), rest
			missing = missing || string(cells[k]) == "?"
		}
		if missing {
			d.Dropped++
			continue
		}
		if err := d.addAdult(code, cells, text); err != nil {
			return err
		}
	}
}

var comma = []byte(",")

// addAdult adds the record of one line.
func (d *Dataset) addAdult(code *encoding, cells [][]byte, text *lines) error {
	for k := range code.fields {
		f, cell := &code.fields[k], cells[k]
		if f.values == nil {
			v, ok := number(string(cell))
			if !ok || !finite(v) {
				return text.fail("%s is %.40q, expected a finite number", f.name, cell)
			}
			d.Rows.put(f.column, v/f.max)
			continue
		}
		column, ok := f.values[string(cell)]
		if !ok {
			return text.fail("%s is %.40q, expected one of its %d values in UCI Adult", f.name, cell, len(f.values))
		}
		d.Rows.put(column, 1)
	}
	d.Rows.closeUnit()
	// adult.test ends its labels in a full stop.
	switch string(bytes.TrimSuffix(cells[len(cells)-1], []byte("."))) {
	case incomes[0]:
		d.Labels = append(d.Labels, -1)
	case incomes[1]:
		d.Labels = append(d.Labels, 1)
	default:
		return text.fail("income is %.40q, expected %s or %s", cells[len(cells)-1], incomes[0], incomes[1])
	}
	return nil
}
