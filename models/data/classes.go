package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// classes collects the label values of a text until there are two. Numbers are
// the same label when they are equal ("1" and "+1.0"), words when they are
// spelt the same. NaN, Inf and what is beyond float64 are words among words, and
// refused among numbers.
type classes struct {
	numbersOnly bool
	count       int
	text        [2]string
	number      [2]float64
	isNumber    [2]bool
	odd         bool // the one seen last spells a number that is not finite
}

// id is 0 for the first label value seen and 1 for the second.
func (c *classes) id(text string) (int, error) {
	for k := range c.count {
		if c.text[k] == text {
			return k, nil
		}
	}
	number, isNumber := number(text)
	odd := isNumber && !finite(number)
	isNumber = isNumber && !odd
	if odd && (c.numbersOnly || slices.Contains(c.isNumber[:c.count], true)) {
		return 0, fmt.Errorf("label %.40q is not a finite number", text)
	}
	if c.numbersOnly && !isNumber {
		return 0, fmt.Errorf("label %.40q is not a number, expected the form label index:value", text)
	}
	for k := range c.count {
		if isNumber && c.isNumber[k] && c.number[k] == number {
			if !exact(text) || !exact(c.text[k]) {
				return 0, fmt.Errorf("label %.40q is too close to %.40q to be told from it; expected labels of at most 15 digits", text, c.text[k])
			}
			return k, nil
		}
	}
	if c.count == 2 {
		return 0, fmt.Errorf("label %.40q is the third after %.40q and %.40q, expected two classes; of several, make one against the rest: write 1 for it and 0 for all others", text, c.text[0], c.text[1])
	}
	k := c.count
	if k == 1 && isNumber && c.odd {
		return 0, fmt.Errorf("label %.40q is a number, but %.40q is none that is finite; expected two numbers or two words", text, c.text[0])
	}
	c.odd = odd
	c.text[k], c.number[k], c.isNumber[k] = string([]byte(text)), number, isNumber
	c.count++
	return k, nil
}

// exact reports whether no other number of 15 digits or fewer is the same float64.
func exact(text string) bool {
	digits, _, _ := strings.Cut(strings.ToLower(text), "e")
	digits = strings.Trim(strings.ReplaceAll(strings.TrimLeft(digits, "+-"), ".", ""), "0")
	const leastNormal = 0x1p-1022 // fewer digits are kept below it
	v, _ := number(text)
	return digits == "" || len(digits) <= 15 && math.Abs(v) >= leastNormal
}

// has reports whether text is one of the labels seen, without adding it.
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
