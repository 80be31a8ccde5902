package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// describedEntries is how many entries of a row without known meaning are told.
const describedEntries = 8

// Describe tells record i, in [0, Len()), in words and ends with its label. A
// person of Census or Adult reads "age 39, workclass State-gov, ..., <=50K",
// attributes that are 0 left out. Any other record is told by the largest
// entries of its scaled row, "x7=0.27, x1=-0.1, ..., -1"; a column called
// name=value stands for itself.
func (d *Dataset) Describe(i int) string {
	words, ok := d.describePerson(i)
	if !ok {
		words = d.describeLargest(i)
	}
	class, plain := d.Classes[0], "-1"
	if d.Labels[i] > 0 {
		class, plain = d.Classes[1], "+1"
	}
	return strings.Join(append(words, cmp.Or(class, plain)), ", ")
}

// describePerson undoes the encoding of a person. A row is x/|x| and |x| is not
// kept, but a categorical column was 1 before scaling and so holds 1/|x|:
// number = entry / categorical entry * maximum of the column.
func (d *Dataset) describePerson(i int) ([]string, bool) {
	source, err := census()
	if err != nil || !slices.Equal(d.Columns, source.code.columns) || !slices.Equal(d.Divisors, source.code.divisors()) {
		return nil, false
	}
	parts := source.code.parts
	index, value := d.Rows.Row(i)
	one := slices.IndexFunc(index, func(j int32) bool { return parts[j].max == 0 })
	if one < 0 {
		return nil, false
	}
	var words []string
	for k, j := range index {
		p := parts[j]
		word := p.value
		if p.max > 0 {
			number := value[k] / value[one] * p.max
			// Whole in the census; rounding takes off what scaling added.
			word = strconv.FormatFloat(math.Round(number*1e4)/1e4, 'f', -1, 64)
		}
		words = append(words, p.name+" "+word)
	}
	return words, true
}

func (d *Dataset) describeLargest(i int) []string {
	index, value := d.Rows.Row(i)
	largest := make([]int, len(index))
	for k := range largest {
		largest[k] = k
	}
	slices.SortStableFunc(largest, func(a, b int) int {
		return cmp.Compare(math.Abs(value[b]), math.Abs(value[a]))
	})
	var words []string
	for _, k := range largest[:min(len(largest), describedEntries)] {
		name := d.Columns[index[k]]
		if !strings.Contains(name, "=") {
			name = fmt.Sprintf("%s=%.3g", name, value[k])
		}
		words = append(words, name)
	}
	if len(words) < len(index) {
		words = append(words, "...")
	}
	return words
}
