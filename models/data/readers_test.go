package data

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

const (
	adultPoor  = "39, State-gov, 77516, Bachelors, 13, Never-married, Adm-clerical, Not-in-family, White, Male, 2174, 0, 40, United-States, <=50K\n"
	adultRich  = "|1x3 Cross validator\n31, Private, 45781, Masters, 14, Never-married, Prof-specialty, Not-in-family, White, Female, 14084, 0, 50, United-States, >50K.\n\n"
	adultHoles = "54, ?, 180211, Some-college, 10, Married-civ-spouse, ?, Husband, Asian-Pac-Islander, Male, 0, 0, 60, South, >50K\n"
)

func adult(train, test string) (*Dataset, error) {
	return Adult(File{"adult.data", strings.NewReader(train)}, File{"adult.test", strings.NewReader(test)})
}

func libsvm(train string) (*Dataset, error) {
	return LIBSVM(File{"a.txt", strings.NewReader(train)})
}

func readCSV(text string) (*Dataset, error) { return CSV(File{"a.csv", strings.NewReader(text)}) }

// row is record i as a dense vector.
func row(d *Dataset, i int) []float64 {
	dense := make([]float64, d.Rows.Dim)
	index, value := d.Rows.Row(i)
	for k, j := range index {
		dense[j] = value[k]
	}
	return dense
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 1e-14 })
}

// The first record of adult.data by hand: eight ones and five numbers over
// their maxima, divided by the length of it all.
func TestAdultEncodesAsComputedByHand(t *testing.T) {
	d, err := adult(adultPoor+adultHoles, adultRich)
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, d)
	if d.Len() != 2 || d.Dropped != 1 || !slices.Equal(d.Labels, []float64{-1, 1}) || d.TestFrom != 2 {
		t.Errorf("%d records, %d dropped, labels %v, TestFrom %d", d.Len(), d.Dropped, d.Labels, d.TestFrom)
	}
	entries := map[string]float64{
		"age": 39.0 / 90, "workclass=State-gov": 1, "fnlwgt": 77516.0 / 1490400, "education=Bachelors": 1, "education-num": 13.0 / 16,
		"marital-status=Never-married": 1, "occupation=Adm-clerical": 1, "relationship=Not-in-family": 1, "race=White": 1, "sex=Male": 1,
		"capital-gain": 2174.0 / 99999, "hours-per-week": 40.0 / 99, "native-country=United-States": 1,
	}
	square := 0.0
	for _, v := range entries {
		square += v * v
	}
	want := make([]float64, 105)
	for name, v := range entries {
		want[slices.Index(d.Columns, name)] = v / math.Sqrt(square)
	}
	if !near(row(d, 0), want) {
		t.Errorf("first record\n got %v\nwant %v", row(d, 0), want)
	}
}

func TestLIBSVMReadsSparseRows(t *testing.T) {
	d, err := libsvm("+1 1:3 4:4 # a comment\n\n  # only a comment\n-1\n-1 2:-1e-300 \t 3:0\n")
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, d)
	want := [][]float64{{0.6, 0, 0, 0.8}, {0, 0, 0, 0}, {0, -1, 0, 0}}
	for i := range want {
		if !near(row(d, i), want[i]) {
			t.Errorf("row %d is %v, expected %v", i, row(d, i), want[i])
		}
	}
	if !slices.Equal(d.Columns, []string{"x1", "x2", "x3", "x4"}) || !slices.Equal(d.Labels, []float64{1, -1, -1}) {
		t.Errorf("columns %v, labels %v", d.Columns, d.Labels)
	}
	if got := d.Describe(0); got != "x4=0.8, x1=0.6, +1" {
		t.Errorf("described as %s", got)
	}
}

// A file of any name may stand in a folder of any name.
func TestLIBSVMFilesAreThoseThatAreThere(t *testing.T) {
	there := func(paths ...string) func(string) bool {
		return func(path string) bool { return slices.Contains(paths, path) }
	}
	for _, c := range []struct {
		argument string
		exists   func(string) bool
		want     []string
	}{
		{"a:b", there(), []string{"a", "b"}},
		{"a:b", there("a", "b"), []string{"a", "b"}},
		{"a:b", there("a:b", "a", "b"), []string{"a:b"}},
		{"/x/a:b/train:/x/a:b/test", there("/x/a:b/train", "/x/a:b/test"), []string{"/x/a:b/train", "/x/a:b/test"}},
		{"/x/a:b/train:/x/a:b/test", there(), []string{"/x/a:b/train:/x/a", "b/test"}},
	} {
		if got := libsvmKind.Split(c.argument, c.exists); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.argument, got, c.want)
		}
	}
}

// Rows can be sorted by a column of words whose name has a "=".
func TestAGroupMayHaveAnEqualsSign(t *testing.T) {
	d, err := CSV(File{"a", strings.NewReader("a=b,x,y\nred,1,no\nblue,2,yes\n")})
	if err != nil || !d.SortsBy("a=b") || d.SortsBy("a=b=re") || d.SortsBy("b") {
		t.Errorf("%v: %v", d.Columns, err)
	}
}

// What stands on the screen and in labels tells apart what is read.
func TestTheNameOfLIBSVMFilesHasAllOfThem(t *testing.T) {
	for argument, want := range map[string]string{"/x/a9a": "LIBSVM a9a", "x/a9a:x/a9a.t": "LIBSVM a9a:a9a.t", "x:y": "LIBSVM x:y", "run-12:30/train.svm": "LIBSVM run-12:train.svm"} {
		if got, _ := libsvmKind.Words(argument); got != want {
			t.Errorf("%s is %s, want %s", argument, got, want)
		}
	}
}

func TestLIBSVMMapsTheSmallerLabelToMinusOne(t *testing.T) {
	for text, want := range map[string][]float64{
		"1 1:1\n0 1:1":        {1, -1},
		"1 1:1\n2 1:1":        {-1, 1},
		"+1 1:1\n1.0 1:1\n-1": {1, 1, -1},
		"10 1:1\n9 1:1\n9.0":  {1, -1, -1},
		"-1 1:1\r\n1 1:1":     {-1, 1},
		"-1 1:1\n1 1:1\n+1.000000000000000000e+00 1:1": {-1, 1, 1},
	} {
		d, err := libsvm(text)
		if err != nil || !slices.Equal(d.Labels, want) {
			t.Errorf("%q: %v, %v", text, d, err)
		}
	}
}

func TestLIBSVMTestFileMayBeWider(t *testing.T) {
	d, err := LIBSVM(File{"a", strings.NewReader("1 1:1\n-1 2:1\n")}, File{"b", strings.NewReader("1 9:1\n")})
	if err != nil || d.TestFrom != 2 || d.Len() != 3 || d.Rows.Dim != 9 || d.Name != "libsvm:a:b" {
		t.Errorf("%+v, %v", d, err)
	}
}

// Each file may count from 0 or from 1; one that holds an index 0 counts from 0.
func TestLIBSVMSettlesForEachFileWhereItCountsFrom(t *testing.T) {
	zero, one := "1 1:3 2:4\n-1 0:1\n", "1 2:3 3:4\n-1 1:1\n"
	for _, c := range []struct{ train, test, note string }{
		{zero, zero, ""},
		{one, one, ""},
		{zero, one, "a counts its columns from 0 and b from 1, judging by whether an index 0 occurs"},
		{one, zero, "a counts its columns from 1 and b from 0, judging by whether an index 0 occurs"},
	} {
		d, err := LIBSVM(File{"a", strings.NewReader(c.train)}, File{"b", strings.NewReader(c.test)})
		if err != nil {
			t.Fatal(err)
		}
		checkSound(t, d)
		for i, want := range [][]float64{{0, 0.6, 0.8}, {1, 0, 0}, {0, 0.6, 0.8}, {1, 0, 0}} {
			if !near(row(d, i), want) {
				t.Errorf("row %d of %q and %q is %v, expected %v", i, c.train, c.test, row(d, i), want)
			}
		}
		if d.Note != c.note {
			t.Errorf("note %q, expected %q", d.Note, c.note)
		}
	}
}

func TestCSVEncodesNumbersAndWords(t *testing.T) {
	d, err := readCSV("size,colour,zero,bought\n-4,red,0,yes\n2,blue,0,no\nNA,red,0,no\n2, red ,0,yes\n")
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, d)
	if want := []string{"size", "colour=blue", "colour=red", "zero"}; !slices.Equal(d.Columns, want) {
		t.Errorf("columns %v, expected %v", d.Columns, want)
	}
	h, a := 1/math.Sqrt(2), 1/math.Sqrt(1.25)
	for i, want := range [][]float64{{-h, 0, h, 0}, {a / 2, a, 0, 0}, {a / 2, 0, a, 0}} {
		if !near(row(d, i), want) {
			t.Errorf("row %d is %v, expected %v", i, row(d, i), want)
		}
	}
	if d.Dropped != 1 || !slices.Equal(d.Labels, []float64{1, -1, 1}) || d.Classes != [2]string{"no", "yes"} {
		t.Errorf("%d dropped, labels %v, classes %v", d.Dropped, d.Labels, d.Classes)
	}
	if got := d.Describe(1); got != "colour=blue, size=0.447, no" {
		t.Errorf("described as %s", got)
	}
}

func TestCSVTellsAHeaderFromARecord(t *testing.T) {
	for _, c := range []struct {
		what, text string
		records    int
		columns    []string
		labels     []float64
	}{
		{"words above numbers", "a,b,y\n1,2,0\n3,4,1\n", 2, []string{"a", "b"}, []float64{-1, 1}},
		{"a number in the first line", "x,2,no\ny,4,yes\n", 2, []string{"c1=x", "c1=y", "c2"}, []float64{-1, 1}},
		{"words only, the label returns", "flat,p\nround,e\nflat,p\n", 3, []string{"c1=flat", "c1=round"}, []float64{1, -1, 1}},
		{"words only, the label does not return", "cap,class\nround,e\nflat,p\n", 2, []string{"cap=flat", "cap=round"}, []float64{-1, 1}},
		{"an empty name", ",a,y\n1,2,0\n3,4,1\n", 2, []string{"c1", "a"}, []float64{-1, 1}},
		{"quotes", "\"a\"\"b\",y\n1,10\n2,9\n", 2, []string{`a"b`}, []float64{1, -1}},
	} {
		d, err := readCSV(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		checkSound(t, d)
		if d.Len() != c.records || !slices.Equal(d.Columns, c.columns) || !slices.Equal(d.Labels, c.labels) {
			t.Errorf("%s: %d records, columns %q, labels %v", c.what, d.Len(), d.Columns, d.Labels)
		}
	}
	// A label's column that is called as one of its values is: what it does to numbers is told.
	for text, told := range map[string]bool{"a,b,yes\n1,2,yes\n3,4,no\n": true, "flat,p\nround,e\nflat,p\n": false, "a,b,y\n1,2,yes\n3,4,no\n": false, "a,?,yes\n1,2,yes\n3,4,no\n": false} {
		if d, err := readCSV(text); err != nil || strings.HasPrefix(d.Note, `the first line of a.csv is read as a record and not as a header, as its last cell, "yes", is a label`) != told || told != (d.Note != "") {
			t.Errorf("%q: %q, %v", text, d.Note, err)
		}
	}
	// So is what a word among numbers does.
	for text, told := range map[string]string{
		"a,b,y\n1,2,yes\nN/A,4,no\n3,-,no\n": `column "a" is read as words, its numbers too, as line 3 has "N/A" in it; with it 2 of the columns have numbers among words`,
		"a,b,yes\n1,5,yes\n2,N/A,no\n":       `the first line of a.csv is read as a record and not as a header, as its last cell, "yes", is a label: columns that are numbers below it are words with it; column "c2" is read as words, its numbers too, as line 3 has "N/A" in it`,
		"\n\na,b,yes\n1,5,yes\n2,6,no\n":     `the first line of a.csv is read as a record and not as a header, as its last cell, "yes", is a label: columns that are numbers below it are words with it`,
		"q,y\n1,x\nz,x\n6,y\n":               `the first line of a.csv is read as a record and not as a header, as its last cell, "y", is a label: columns that are numbers below it are words with it; column "c1" is read as words, its numbers too, as line 3 has "z" in it`,
		"a,b,y\nv,2,yes\n3,4,no\n":           `column "a" is read as words, its numbers too, as line 2 has "v" in it`,
		"a,b,y\nv,2,yes\nnan,4,no\n":         "",
	} {
		if d, err := readCSV(text); err != nil || d.Note != told {
			t.Errorf("%q: %q, %v", text, d.Note, err)
		}
	}
	d, _ := readCSV("flat,p\nround,e\nflat,e\nflat,p\n")
	if !slices.Equal(row(d, 0), []float64{1, 0}) || !slices.Equal(row(d, 1), []float64{0, 1}) {
		t.Errorf("a record in the first line must stay the first: %v", d.Rows)
	}
}

// Cells between quotes may have lines, as many as there are of short ones.
func TestCSVReadsLinesBetweenQuotes(t *testing.T) {
	d, err := readCSV("a,y\n" + strings.Repeat("\"x\"\"\nw\",0\n\"z\",1\n", 200_000))
	if err != nil || d.Len() != 400_000 || !slices.Equal(d.Columns, []string{"a=x\"\nw", "a=z"}) {
		t.Errorf("%v", err)
	}
}

// Blanks at the ends of a cell are no part of it, before and behind quotes, wherever a read
// ends, also those of more than a byte: not the half of one.
func TestCSVLeavesOutBlanksAroundQuotes(t *testing.T) {
	text := "0.5,\"x\"  ,\"a\" \n0.5 ,\t\"x\"\t, a\r\n1, \"y, \"\"z\"\" \" ,\"b\"\t \r\n1,\"\" ,b\n1,\"x\",\"b\" "
	for _, text := range []string{text, strings.ReplaceAll(text, "\t", "\u00a0"), strings.ReplaceAll(text, "\" ", "\"\u3000\u00a0"), text[:len(text)-1] + "\xc2"} {
		half := strings.HasSuffix(text, "\xc2")
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			d, err := CSV(File{"a.csv", r})
			if half && err != nil {
				continue
			}
			if err != nil || half || d.Len() != 4 || d.Dropped != 1 || !slices.Equal(d.Columns, []string{"c1", "c2=x", "c2=y, \"z\""}) {
				t.Errorf("%q: %+v, %v", text, d, err)
			}
		}
	}
}

// A file of few bytes a value holds more than the memory does.
func TestTooManyValuesAreRefusedBeforeTheyFillTheMemory(t *testing.T) {
	before := maxEntries
	t.Cleanup(func() { maxEntries = before })
	maxEntries = 12
	for _, c := range []struct {
		read     func(string) (*Dataset, error)
		fit, too string
	}{
		{libsvm, "1 1:1 2:1 3:1\n2 1:1 2:1 3:1\n", "1 1:1 2:1 3:1\n2 1:1 2:1 3:1 4:1\n"},
		{libsvm, "1 1:1\n2 1:1\n1\n", "1 1:1\n2 1:1\n1\n1\n"}, // a record without entries takes room, too
		{readCSV, "1,2,a\n3,4,b\n", "1,2,a\n3,4,b\n5,6,a\n"},
	} {
		if _, err := c.read(c.fit); err != nil {
			t.Error(err)
		}
		if _, err := c.read(c.too); err == nil || !strings.Contains(err.Error(), "more than 12 values with this line") {
			t.Errorf("%v", err)
		}
	}
	const rich, poor = "39,State-gov,77516,Bachelors,13,Never-married,Adm-clerical,Not-in-family,White,Male,2174,0,40,United-States,>50K\n", "39,State-gov,77516,Bachelors,13,Never-married,Adm-clerical,Not-in-family,White,Male,2174,0,40,United-States,<=50K\n"
	maxEntries = 2 * (15 + recordEntries)
	if _, err := adult(rich, poor); err != nil {
		t.Error(err)
	}
	if _, err := adult(rich, poor+poor); err == nil || !strings.Contains(err.Error(), "reading adult.test line 2: more than 36 values with this line") {
		t.Errorf("%v", err)
	}
}

// Every distinct word becomes a part of a column's name, and is held more than once.
func TestTooLongWordsAreRefusedBeforeTheyFillTheMemory(t *testing.T) {
	before := maxNames
	t.Cleanup(func() { maxNames = before })
	maxNames = 20
	for _, c := range []struct{ fit, too, want string }{
		{"aaaaaa,7,yes\nbbbbbb,8,no\n", "aaaaaa,7,yes\nbbbbbb,8,no\ncccccccc,9,no\naaaaaa,9,no\nd,9,no\n", "reading a.csv line 5: distinct words of more than 20 bytes"},
		{"1.2345678901234567890123,yes\n1.2345678901234567890124,no\n", "1.2345678901234567890123,yes\n2,no\nx,no\n", "reading a.csv line 3: distinct words"}, // a number is no word
		{"job,a,y\nx,7,yes\nzzzz,8,no\n", "job,age,y\nx,7,yes\nzzzzzzzzz,8,no\n", "reading a.csv: 21 bytes of names"},                                         // job=x, job=zzzzzzzzz, age
	} {
		if _, err := readCSV(c.fit); err != nil {
			t.Error(err)
		}
		if _, err := readCSV(c.too); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// A first line that may be a header, of a number that is not finite above more numbers than
// there are words for, is refused in a sentence.
func TestAFirstLineOfNoFiniteNumberIsRefused(t *testing.T) {
	for _, rows := range []int{3, 1500} {
		var text strings.Builder
		text.WriteString("nan,yes\n")
		for i := range rows {
			fmt.Fprintf(&text, "%d.5,%s\n", i, []string{"no", "yes"}[i%2])
		}
		if _, err := readCSV(text.String()); err == nil || !strings.Contains(err.Error(), "a.csv line 1") || !strings.Contains(err.Error(), "nan") {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}

// Nan is somebody's name, and Infinity a product's: in a column of words, in a header and
// for classes they are words as others are.
func TestWordsThatSpellNoFiniteNumberAreWords(t *testing.T) {
	for _, c := range []struct {
		text             string
		columns, classes []string
	}{
		{"Nan,1,0\nBob,2,1\n1e999,3,0\n", []string{"c1=1e999", "c1=Bob", "c1=Nan", "c2"}, []string{"0", "1"}},
		{"1,nan\n2,inf\n3,nan\n", []string{"c1"}, []string{"inf", "nan"}},
		{"1,nan\n2,yes\n", []string{"c1"}, []string{"nan", "yes"}},
		{"Infinity,Nan,label\n1,2,0\n2,3,1\n", []string{"Infinity", "Nan"}, []string{"0", "1"}},
	} {
		d, err := readCSV(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if !slices.Equal(d.Columns, c.columns) || !slices.Equal(d.Classes[:], c.classes) {
			t.Errorf("%q: columns %q and classes %q", c.text, d.Columns, d.Classes)
		}
	}
}

func TestReadersNameTheLineAndWhatTheyExpected(t *testing.T) {
	many := new(strings.Builder)
	for k := range 1002 {
		many.WriteString("w" + strings.Repeat("x", k) + ",1\n")
	}
	var numbered []string
	for k := range csvMaxDistinct {
		numbered = append(numbered, fmt.Sprintf("%d,%s\n", k, []string{"no", "yes"}[k%2]))
	}
	wide := strings.Repeat("1,", csvMaxCells) + "1\n"
	for _, c := range []struct {
		read       func(string) (*Dataset, error)
		text, want string
	}{
		{libsvm, "1 1:1\nx 1:1\n", `reading a.txt line 2: label "x" is not a number, expected the form label index:value`},
		{libsvm, "nan 1:1\n", `reading a.txt line 1: label "nan" is not a finite number`},
		{libsvm, "1 1:1\n\n2 1:1\n3 1:1\n", `reading a.txt line 4: label "3" is the third after "1" and "2", expected two classes; of several, make one against the rest: write 1 for it and 0 for all others`},
		{libsvm, "1 0:1 1000000:1\n", `reading a.txt: 1000001 columns, expected at most 1,000,000`},
		{libsvm, "1 0:1 0:1\n", `reading a.txt line 1: index 0 after 0, expected increasing indexes`},
		{libsvm, "1 -1:1\n", `reading a.txt line 1: "-1:1", expected index:value`},
		{libsvm, "1 3:1 2:1\n", `reading a.txt line 1: index 2 after 3, expected increasing indexes`},
		{libsvm, "1 1000000000:1\n", `reading a.txt line 1: index 1000000000, expected at most 1,000,000 columns`},
		{libsvm, "1 99999999999999999999:1\n", `reading a.txt line 1: index 99999999999999999999, expected at most 1,000,000 columns`},
		{libsvm, "1 qid:1\n", `reading a.txt line 1: "qid:1", expected index:value`},
		{libsvm, "1 7\n", `reading a.txt line 1: "7", expected index:value`},
		{libsvm, "1 7:inf\n", `reading a.txt line 1: index 7 has the value "inf", expected a finite number`},
		{libsvm, "1 7:1e999\n", `reading a.txt line 1: index 7 has the value "1e999", expected a finite number`},
		{libsvm, "1 1:1\n1 1:1\n", `reading a.txt: all records (2) have the same label, expected two classes`},
		{libsvm, "1\n-1\n", `reading a.txt: no record has an index:value`},
		{libsvm, "", `reading a.txt: no record found, expected lines of the form label index:value`},
		{libsvm, "1 1:1\n" + strings.Repeat("x", libsvmLongestLine), `reading a.txt line 2: longer than 16 MiB, expected one record a line`},
		{libsvm, "1 1:1 # one\r-1 2:1\n-1 1:1\n", `reading a.txt line 1: it has a carriage return in it, which is not read as a line end; expected line feeds`},
		{readCSV, "31,yes\r51,no\n21,no\r61,yes\n", `reading a.csv line 1: it has a carriage return in it, which is not read as a line end; expected line feeds`},
		{readCSV, "a,y\r\n1,0\r\n\"2\r\",1\r\n", `reading a.csv line 3: it has a carriage return in it, which is not read as a line end; expected line feeds`},
		{readCSV, "a,y\n1,0\r\r\n2,1\n", `reading a.csv line 2: it has a carriage return in it, which is not read as a line end; expected line feeds`},
		{readCSV, "a,b\n1,2,3\n", `reading a.csv line 2: expected 2 cells as in the first line, found 3`},
		{readCSV, "a\n1\n", `reading a.csv line 1: expected 2 to 10,000 cells separated by commas, the label last, found 1`},
		{readCSV, wide, `reading a.csv line 1: expected 2 to 10,000 cells separated by commas, the label last, found 10001`},
		{readCSV, "age,y\nNaN,1\n", `reading a.csv line 2: column "age": "NaN", expected a finite number`},
		{readCSV, "1,a\n1,b\n1,c\n", `reading a.csv line 3: the last column, 2, is the label: label "c" is the third after "a" and "b", expected two classes; of several, make one against the rest: write 1 for it and 0 for all others`},
		{readCSV, "x,age\n1,74\n1,107\n1,49\n", `reading a.csv line 4: the last column, "age", is the label: label "49" is the third after "74" and "107", expected two classes; of several, make one against the rest: write 1 for it and 0 for all others`},
		{readCSV, "x,Label,age\n1,0,74\n1,1,107\n1,0,49\n", `reading a.csv line 4: the last column, "age", is the label; if it is column 2, "Label", move that to the end: label "49" is the third after "74" and "107", expected two classes; of several, make one against the rest: write 1 for it and 0 for all others`},
		{readCSV, "class,y\n1,a\n1,b\n1,c\n", `reading a.csv line 4: the last column, "y", is the label: label "c" is the third after "a" and "b", expected two classes; of several, make one against the rest: write 1 for it and 0 for all others`},
		{readCSV, "y,a\nv,b\nw,a\nx,c\n", `reading a.csv line 4: the last column, 2, is the label: label "c" is the third after "b" and "a", expected two classes; of several, make one against the rest: write 1 for it and 0 for all others`},
		{readCSV, "x,y\n1,1\n1,inf\n", `reading a.csv line 3: the last column, "y", is the label: label "inf" is not a finite number`},
		{readCSV, "x,y\n1,nan\n1,1\n", `reading a.csv line 3: the last column, "y", is the label: label "1" is a number, but "nan" is none that is finite; expected two numbers or two words`},
		{readCSV, "1e999,0\n2,1\n", `reading a.csv line 1: column "c1": "1e999", expected a finite number`},
		{readCSV, "a,b\nv,a\nNaN,b\nInf,b\n2,a\n1,b\nw,b\n3,c\n", `reading a.csv line 8: the last column, 2, is the label: label "c" is the third after "a" and "b", expected two classes; of several, make one against the rest: write 1 for it and 0 for all others`},
		{readCSV, "NaN,b\nInf,a\n2,b\n", `reading a.csv line 2: column "c1": "Inf", expected a finite number`},
		{readCSV, "word,y\n" + many.String(), `reading a.csv line 1002: column "word": more than 1,000 distinct values, not all of them numbers; leave the column out or group its values`},
		{readCSV, "\n\nx,yes\n" + strings.Join(numbered, ""), `reading a.csv line 3: column "c1": more than 1,000 distinct values, not all of them numbers; leave the column out or group its values`},
		{readCSV, "1,a\n1,\"b\n", `reading a.csv line 2: a quoted cell is not ended where it should be, at byte 6; expected quotes around the whole cell, and "" for a quote in it`},
		{readCSV, "1,x,a\n1,\"x\" ,\"b\" \"c\"\n", `reading a.csv line 2: a quoted cell is not ended where it should be, at byte 10; expected quotes around the whole cell, and "" for a quote in it`},
		{readCSV, "1,a\n1,b\"c\n", `reading a.csv line 2: a quote stands inside of a cell, at byte 4; expected quotes around the whole cell, and "" for a quote in it`},
		{readCSV, "1,a\n1," + strings.Repeat("x", csvLongestCell+1), `reading a.csv line 2: cell 2 has 20001 bytes, expected at most 20,000: words are names of columns`},
		{readCSV, "1,a\n1," + strings.Repeat("x", csvLongestLine), `reading a.csv line 2: longer than 1 MiB, expected one record a line`},
		{readCSV, "1,a\n\"1\",\"b\n" + strings.Repeat("x\n", csvLongestLine/2), `reading a.csv line 2: the record that begins here is longer than 1 MiB, as a quoted cell goes on over line ends; expected a quote at its end`},
		{readCSV, "1,5\n1,9007199254740992\n1,9007199254740993\n", `reading a.csv line 3: the last column, 2, is the label: label "9007199254740993" is too close to "9007199254740992" to be told from it; expected labels of at most 15 digits`},
		{readCSV, "0,0\n1,1e-400\n", `reading a.csv line 2: the last column, 2, is the label: label "1e-400" is too close to "0" to be told from it; expected labels of at most 15 digits`},
		{libsvm, "0.1 1:1\n0.10000000000000001 1:1\n", `reading a.txt line 2: label "0.10000000000000001" is too close to "0.1" to be told from it; expected labels of at most 15 digits`},
		{readCSV, "a,b\n", `reading a.csv: no complete record found, expected one record a line`},
		{readCSV, "", `reading a.csv: no complete record found, expected one record a line`},
		{readCSV, "1,a\n?,b\n", `reading a.csv: all records (1) have the same label, expected two classes`},
	} {
		_, err := c.read(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestAdultNamesTheLineAndWhatItExpected(t *testing.T) {
	for _, c := range []struct{ train, test, want string }{
		{adultPoor + "1,2\n", adultRich, `reading adult.data line 2: 2 fields, expected 15 separated by commas`},
		{strings.Replace(adultPoor, "39", "old", 1), adultRich, `reading adult.data line 1: age is "old", expected a finite number`},
		{strings.Replace(adultPoor, "39", "Inf", 1), adultRich, `reading adult.data line 1: age is "Inf", expected a finite number`},
		{adultPoor, strings.Replace(adultRich, "Masters", "Master", 1), `reading adult.test line 2: education is "Master", expected one of its 16 values in UCI Adult`},
		{adultPoor, strings.Replace(adultRich, ">50K", ">60K", 1), `reading adult.test line 2: income is ">60K.", expected <=50K or >50K`},
		{adultPoor, adultPoor, `reading adult.data and adult.test: all records (2) have the same label, expected two classes`},
		{adultHoles, adultHoles, `reading adult.data and adult.test: no complete record found, expected one record a line`},
		{"", adultRich, `reading adult.data: no record found, expected lines of 15 fields separated by commas`},
		{adultRich, "|1x3 Cross validator\n\n", `reading adult.test: no record found, expected lines of 15 fields separated by commas`},
		{adultPoor, "|1x3 Cross validator\r" + adultRich, `reading adult.test line 1: it has a carriage return in it, which is not read as a line end; expected line feeds`},
		{strings.Repeat("x", adultLongestLine+1), "", `reading adult.data line 1: longer than 1 MiB, expected one record a line`},
	} {
		_, err := adult(c.train, c.test)
		if err == nil || err.Error() != c.want {
			t.Errorf("%.60q\n got %v\nwant %s", c.train, err, c.want)
		}
	}
}

func TestReadersPassOnWhatTheReaderSays(t *testing.T) {
	broken := errors.New("cable cut")
	half := func() io.Reader {
		return io.MultiReader(strings.NewReader("1 1:1\n"), iotest.ErrReader(broken))
	}
	if _, err := LIBSVM(File{"a", half()}); !errors.Is(err, broken) {
		t.Errorf("LIBSVM: %v", err)
	}
	if _, err := CSV(File{"a", iotest.ErrReader(broken)}); !errors.Is(err, broken) {
		t.Errorf("CSV: %v", err)
	}
	if _, err := Adult(File{"a", strings.NewReader(adultPoor)}, File{"b", iotest.ErrReader(broken)}); !errors.Is(err, broken) {
		t.Errorf("Adult: %v", err)
	}
}

// The table that the reference shows is read as the reference says.
func TestTheTableOfTheReferenceIsRead(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```csv\n")
	text, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("docs/reference.md shows no table")
	}
	d, err := readCSV(text)
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, d)
	if want := []string{"age", "hours", "job=clerk", "job=farmer"}; !slices.Equal(d.Columns, want) || !slices.Equal(d.Divisors, []float64{52, 45, 1, 1}) {
		t.Errorf("columns %v divided by %v", d.Columns, d.Divisors)
	}
	if d.Dropped != 1 || d.Len() != 3 || !slices.Equal(d.Labels, []float64{-1, 1, -1}) || d.Classes != [2]string{"no", "yes"} {
		t.Errorf("%d dropped, labels %v, classes %v", d.Dropped, d.Labels, d.Classes)
	}
	for i := range d.Len() {
		sum := 0.0
		for _, x := range row(d, i) {
			sum += x * x
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("record %d has the squared length %g", i+1, sum)
		}
	}
}

// How many columns there are is read off the records, which is told where there is noise.
func TestWhatIsReadOffAllRecordsIsTold(t *testing.T) {
	d, err := LIBSVM(File{Name: "x.svm", Reader: strings.NewReader("1 1:1\n-1 3:1\n")})
	if err != nil || !strings.Contains(d.Fitted, "the largest index") {
		t.Errorf("%v: %q", err, d.Fitted)
	}
	d, err = LIBSVM(File{Name: "x.svm", Reader: strings.NewReader("1 0:1\n-1 3:1\n")})
	if err != nil || len(d.Columns) != 4 || d.Columns[0] != "x1" || !strings.Contains(d.Fitted, "one more for the index 0 in x.svm, which is x1") {
		t.Errorf("%v: %q", err, d.Fitted)
	}
}

// Words that only programs take for numbers are words: others that read 12 stay apart.
func TestWordsOfDigitsAreWords(t *testing.T) {
	d, err := readCSV("sec,y\n1_2,a\n12,b\n0x1p3,a\n8,b\n")
	if err != nil || len(d.Columns) != 4 {
		t.Fatalf("%v: %v", err, d)
	}
	if d, err = readCSV("x,y\n1,1_2\n2,12\n3,1_2\n"); err != nil || d.Classes != [2]string{"12", "1_2"} {
		t.Errorf("%v: %v", err, d)
	}
}

// A line end that comes in pieces is one, and so is a carriage return that is none.
func TestLineEndsOfCSVMayComeInPieces(t *testing.T) {
	for text, want := range map[string]string{
		"a,y\r\n1,0\r\n2,1\r\n": "",
		"a,y\r\n1,0\r2,1\r\n":   "reading a.csv line 2: " + returned,
	} {
		table := csvTable{name: "a.csv"}
		err := table.read(iotest.OneByteReader(strings.NewReader(text)))
		if got := fmt.Sprint(err); want == "" && err != nil || want != "" && got != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
