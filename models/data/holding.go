package data

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Holding says which node holds which training rows: how many each, and how far apart
// they are by label or by group. The zero value is as many everywhere, at random.
type Holding struct {
	Sizes []int   // B_i in proportion, each from 1 to MaxShare; nil for as many everywhere
	Skew  float64 // share of the rows that are dealt in order of By, 0 to 1
	By    string  // a column, or a group of columns; "" or Label for the class
}

// MaxShare is the largest number of Holding.Sizes.
const MaxShare = 10_000_000

const (
	evenWord, sizesWord, skewedWord = "even", "sizes", "skewed"
	// Label is the class as Holding.By.
	Label = "label"
)

// HoldingForms are how a Holding is written.
const HoldingForms = "even, sizes:5,3,1,1 (one a node), skewed:0.5, skewed:0.5:sex, or sizes and skewed with a blank between"

// ParseHolding reads the form of String: even, sizes:5,3,1,1, skewed, skewed:0.5,
// skewed:0.5:sex, or sizes and skewed with a blank between.
func ParseHolding(text string) (h Holding, err error) {
	if text == evenWord {
		return h, nil
	}
	rest := text
	if list, found := strings.CutPrefix(rest, sizesWord+":"); found {
		list, rest, _ = strings.Cut(list, " ")
		for part := range strings.SplitSeq(list, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil || n < 1 || n > MaxShare {
				return h, fmt.Errorf("%q is no size, expected a whole number from 1 to %d", part, MaxShare)
			}
			h.Sizes = append(h.Sizes, n)
		}
		if rest == "" {
			return h, nil
		}
	}
	if rest == skewedWord {
		h.Skew = 1
		return h, nil
	}
	skew, found := strings.CutPrefix(rest, skewedWord+":")
	if !found {
		return h, errors.New("expected " + HoldingForms)
	}
	strength, by, _ := strings.Cut(skew, ":")
	if h.Skew, err = strconv.ParseFloat(strength, 64); err != nil || !(h.Skew >= 0 && h.Skew <= 1) {
		return h, fmt.Errorf("%q is no strength, expected a number from 0 (even) to 1 (as far apart as can be)", strength)
	}
	if Vanishes(strength) {
		return h, fmt.Errorf("%q is too small to be told from 0, which is even", strength)
	}
	h.By = by
	return h, nil
}

// Even reports whether all nodes hold as many rows, at random.
func (h Holding) Even() bool { return h.Sizes == nil && h.Skew == 0 }

// String is the form that ParseHolding reads.
func (h Holding) String() string {
	var words []string
	if h.Sizes != nil {
		parts := make([]string, len(h.Sizes))
		for i, n := range h.Sizes {
			parts[i] = strconv.Itoa(n)
		}
		words = append(words, sizesWord+":"+strings.Join(parts, ","))
	}
	if h.Skew != 0 || h.By != "" {
		skew := skewedWord + ":" + strconv.FormatFloat(h.Skew, 'g', -1, 64)
		if h.By != "" {
			skew += ":" + h.By
		}
		words = append(words, skew)
	}
	return cmp.Or(strings.Join(words, " "), evenWord)
}

// Deal gives each of the nodes its part of rows. With B = len(rows) node i gets B_i of
// them: as many as the others, the first one more where they do not come out even, or
// B Sizes_i / sum Sizes, rounded so that they add up to B.
//
// A share Skew of the rows, the first of order, which is one of 0..B-1, is sorted by By
// and cut into neighbouring blocks, one a node, that of node 1 with the lowest. The others
// are dealt by turns to nodes that have room. So a node's share of a group is
// 1 - Skew times everybody's and Skew times that of its block: Karimireddy et al.,
// SCAFFOLD, ICML 2020, section 7, where 1 - Skew is called similarity. order is not read
// where Skew is 0, and a share that is none of rows is refused; one node has all rows, whatever
// h sorts. Within a node rows keep their order.
func (h Holding) Deal(d *Dataset, rows []int, nodes int, order []int) ([][]int, error) {
	room, err := h.sizes(len(rows), nodes)
	if err != nil {
		return nil, err
	}
	holder := make([]int, len(rows)) // of each, -1 = nobody yet
	for k := range holder {
		holder[k] = -1
	}
	if nodes == 1 {
		return [][]int{slices.Clone(rows)}, nil
	}
	sorted := int(math.Round(h.Skew * float64(len(rows))))
	if sorted == 0 && h.Skew > 0 {
		return nil, fmt.Errorf("split = %s sorts none of %d training rows, expected a share that rounds to at least one row, or even", h, len(rows))
	}
	if sorted > 0 {
		chosen := slices.Clone(order[:sorted])
		key, err := d.keys(h.By, rows)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(chosen, func(a, b int) int { return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(a, b)) })
		first, below := 0, 0 // of the block, and rows of the nodes up to this one
		for i, size := range room {
			below += size
			end := sorted * below / len(rows)
			for _, k := range chosen[first:end] {
				holder[k] = i
			}
			room[i], first = size-(end-first), end
		}
	}
	turn := 0
	for k := range holder {
		if holder[k] >= 0 {
			continue
		}
		for room[turn] == 0 {
			turn = (turn + 1) % nodes
		}
		holder[k] = turn
		room[turn]--
		turn = (turn + 1) % nodes
	}
	parts := make([][]int, nodes)
	for k, i := range holder {
		parts[i] = append(parts[i], rows[k])
	}
	return parts, nil
}

// Fits returns why so many nodes cannot hold rows so, nil if they can.
func (h Holding) Fits(nodes int) error {
	switch n := len(h.Sizes); {
	case n > 1 && nodes == 1:
		return fmt.Errorf("split = %s names %d sizes, expected one, as there is one node", h, n)
	case n > 0 && n != nodes:
		return fmt.Errorf("split = %s names %d sizes, expected one for each of the %d nodes", h, n, nodes)
	}
	return nil
}

// sizes are how many of n rows each of the nodes gets, at least one.
func (h Holding) sizes(n, nodes int) ([]int, error) {
	if n < nodes {
		return nil, fmt.Errorf("nodes = %d, training rows = %d: expected at least one row for each node, so ask for fewer nodes or more rows", nodes, n)
	}
	if err := h.Fits(nodes); err != nil {
		return nil, err
	}
	sizes := make([]int, nodes)
	if h.Sizes == nil {
		for i := range sizes {
			if sizes[i] = n / nodes; i < n%nodes {
				sizes[i]++
			}
		}
		return sizes, nil
	}
	all, below, first := 0, 0, 0
	for _, s := range h.Sizes {
		all += s
	}
	for i, s := range h.Sizes {
		below += s
		end := n * below / all
		if sizes[i], first = end-first, end; sizes[i] == 0 {
			return nil, fmt.Errorf("split = %s leaves node %d without any of %d training rows, expected at least one for each: make it larger", h, i+1, n)
		}
	}
	return sizes, nil
}

// keys are by what rows are sorted: the label, the entry in a column, of the record as it is
// learned from, or which of a group of columns the row has an entry in.
func (d *Dataset) keys(by string, rows []int) ([]float64, error) {
	if by == Label {
		if d.SortsBy(Label) {
			return nil, fmt.Errorf("split: %s has a column called %s, too, and skewed:0.5 sorts by the class; expected another name for that column", d.Name, Label)
		}
		by = ""
	}
	key := make([]float64, len(rows))
	column := slices.Index(d.Columns, by)
	group := make([]bool, len(d.Columns))
	twice := fmt.Errorf("split: more than one column of %s is called %q; expected a name of its own for the one to sort by", d.Name, by)
	for j, name := range d.Columns {
		word := strings.HasPrefix(name, by+"=")
		if group[j] = j == column || column < 0 && word; !group[j] && by != "" && (word || name == by) {
			return nil, twice
		}
	}
	if by != "" && !slices.Contains(group, true) {
		return nil, fmt.Errorf("split: %s has no column and no group of columns %q", d.Name, by)
	}
	for k, i := range rows {
		if by == "" {
			key[k] = d.Labels[i]
			continue
		}
		index, value := d.Rows.Row(i)
		for e, j := range index {
			switch {
			case !group[j] || value[e] == 0:
			case column >= 0:
				key[k] = value[e]
			case key[k] == 0:
				key[k] = float64(j + 1)
			default:
				return nil, twice
			}
		}
	}
	return key, nil
}

// SortsBy reports whether rows can be sorted by that name beside the label: that of a column, or
// what the names of columns begin with before a "=", as sex=Male and sex=Female.
func (d *Dataset) SortsBy(name string) bool {
	return slices.ContainsFunc(d.Columns, func(column string) bool {
		return column == name || strings.HasPrefix(column, name+"=")
	})
}

// Groups are names to sort by, to choose from: groups of columns, and columns. A group whose
// name has a "=" of its own is not among them.
func (d *Dataset) Groups() []string {
	var list []string
	known := map[string]bool{}
	for _, name := range d.Columns {
		if group, _, found := strings.Cut(name, "="); found && !known[group] {
			known[group] = true
			list = append(list, group)
		}
	}
	return append(list, d.Columns...)
}
