package data

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed census-model.json
var censusModelJSON []byte

// censusModel is census-model.json: a generative model of the complete rows of
// UCI Adult and the columns in which a person is written. The key `description`
// of the file says how to sample from it.
type censusModel struct {
	EducationNum map[string]float64 `json:"education-num"`
	Attributes   []modelAttribute   `json:"attributes"`
	ClassCounts  [2]uint32          `json:"class_counts"`
	FileOrder    []string           `json:"attribute_order_in_file"` // the label last
	Columns      []string           `json:"encoding"`
	NumericMax   map[string]float64 `json:"numeric_max"`
	LabelLogit   []float64          `json:"label_logit"` // one a column
}

type modelAttribute struct {
	Name   string
	Values []string // of a categorical attribute
	Low    []int    // of an integer attribute: bin k is Low[k]..High[k]
	High   []int
	Parent *string
	Counts [2][][][2]uint32 // [class][value of the parent]: pairs (value, count)
}

// encoding is how a person is written in columns: the attributes of UCI Adult
// in the order of its files, which is also the order of the columns.
type encoding struct {
	columns []string
	fields  []field
	parts   []part // one a column
}

// field is one attribute of a person.
type field struct {
	name   string
	column int32            // of a numeric attribute
	max    float64          // the numeric column holds value/max
	values map[string]int32 // of a categorical attribute: column of each value
}

// part is what one column says: the value of a categorical attribute, or the
// size of a numeric one.
type part struct {
	name  string
	value string  // empty when numeric
	max   float64 // 0 when categorical
}

// The labels of UCI Adult for -1 and +1.
var incomes = [2]string{"<=50K", ">50K"}

// divisors are Dataset.Divisors.
func (e *encoding) divisors() []float64 {
	list := make([]float64, len(e.parts))
	for k, p := range e.parts {
		if list[k] = p.max; p.max == 0 {
			list[k] = 1
		}
	}
	return list
}

// census is the embedded model with its encoding, decoded once.
var census = sync.OnceValues(func() (*censusSource, error) {
	model := new(censusModel)
	if err := json.Unmarshal(censusModelJSON, model); err != nil {
		return nil, fmt.Errorf("decoding the embedded census-model.json: %w", err)
	}
	code, err := model.encoding()
	if err != nil {
		return nil, fmt.Errorf("decoding the embedded census-model.json: %w", err)
	}
	return &censusSource{model, code}, nil
})

type censusSource struct {
	model *censusModel
	code  *encoding
}

// encoding sorts the columns by the attributes they belong to.
func (m *censusModel) encoding() (*encoding, error) {
	if len(m.FileOrder) < 2 || len(m.LabelLogit) != len(m.Columns) {
		return nil, fmt.Errorf("%d attributes and %d coefficients for %d columns", len(m.FileOrder), len(m.LabelLogit), len(m.Columns))
	}
	code := &encoding{columns: m.Columns}
	at := 0
	for _, name := range m.FileOrder[:len(m.FileOrder)-1] {
		f := field{name: name, column: int32(at), max: m.NumericMax[name]}
		if f.max > 0 {
			code.parts = append(code.parts, part{name: name, max: f.max})
			at++
		} else {
			f.values = make(map[string]int32)
			for at < len(m.Columns) && strings.HasPrefix(m.Columns[at], name+"=") {
				value := m.Columns[at][len(name)+1:]
				f.values[value] = int32(at)
				code.parts = append(code.parts, part{name: name, value: value})
				at++
			}
		}
		code.fields = append(code.fields, f)
	}
	if at != len(m.Columns) {
		return nil, fmt.Errorf("the columns from %q on belong to no attribute in order", m.Columns[at])
	}
	return code, nil
}
