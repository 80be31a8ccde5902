package data

import "fmt"

// Dataset is a table of people (or other records) with one label each.
type Dataset struct {
	Name    string    // as the session text names it: "census", "adult:/path", ...
	Key     string    // that name with the full paths of the files that were read; "" while nobody has said
	Origin  string    // tells it from other tables of that name; "" while nobody has said: the version of what draws it, or a hash of the files
	Rows    Rows      // one row a record, every row with |x| <= 1
	Labels  []float64 // +1 or -1, one a record
	Columns []string  // name of each column, len Rows.Dim
	// Divisors say how a raw number becomes an entry, before its row is scaled: what the
	// number of each column is divided by, 1 where a column stands for a word. nil where
	// the source's numbers are taken as they are.
	Divisors []float64
	// Classes are the words of the source for the labels -1 and +1, in this
	// order: "<=50K" and ">50K" for the census.
	Classes [2]string
	// TestFrom is the first record that came from a test file of its own;
	// Len() when there was none and the split decides.
	TestFrom int
	// Dropped counts the records left out because a value was missing.
	Dropped int
	// Note is one line on what the reader had to guess about the source, for the
	// user to see; empty when nothing.
	Note string
	// Fitted is a clause on what was made by looking at all records, as no bound on
	// privacy covers; empty where each record is read by itself.
	Fitted string
}

// Len is the number of records.
func (d *Dataset) Len() int { return d.Rows.Len() }

// LabelsOf are the labels of rows, in their order.
func (d *Dataset) LabelsOf(rows []int) []float64 {
	labels := make([]float64, len(rows))
	for k, i := range rows {
		labels[k] = d.Labels[i]
	}
	return labels
}

// checkClasses refuses a table in which there is nothing to tell apart.
func (d *Dataset) checkClasses(name string) error {
	if d.Len() == 0 {
		return fmt.Errorf("reading %s: no complete record found, expected one record a line", name)
	}
	for _, label := range d.Labels {
		if label != d.Labels[0] {
			return nil
		}
	}
	return fmt.Errorf("reading %s: all records (%d) have the same label, expected two classes", name, d.Len())
}
