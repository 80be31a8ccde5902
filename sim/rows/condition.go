package rows

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/numeral"
	"admmlab/sim/spell"
)

// Condition holds a number of a row against another: "test_error < 0.16". The zero value
// is none, and holds of no row.
type Condition struct {
	Column *Column // one with Value
	Op     string  // one of operators
	Than   float64 // finite
}

// operators, the longer ones first: each begins with a shorter one.
var operators = []string{"<=", ">=", "<", ">"}

// noCondition is the word for none.
const noCondition = "none"

// ParseCondition reads COLUMN OP NUMBER, what String writes, or with the short name of a
// column and its percent, what Short writes; "" and "none" are none.
func ParseCondition(text string) (Condition, error) {
	text = strings.TrimSpace(text)
	if text == "" || text == noCondition {
		return Condition{}, nil
	}
	const form = "expected a column, one of < <= > >=, and a number, such as test_error < 0.16, or none"
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return Condition{}, errors.New(form)
	}
	name, rest := strings.TrimSpace(text[:at]), text[at:]
	op := operators[slices.IndexFunc(operators, func(op string) bool { return strings.HasPrefix(rest, op) })]
	number := strings.TrimSpace(rest[len(op):])
	if strings.ContainsAny(number, "<>") {
		return Condition{}, fmt.Errorf("that is more than one condition, %s", form)
	}
	c, err := measured(name)
	if err != nil {
		return Condition{}, err
	}
	digits, percent := strings.CutSuffix(number, "%")
	digits = strings.TrimSpace(digits)
	than, err := strconv.ParseFloat(digits, 64)
	switch {
	case data.Vanishes(digits), percent && than != 0 && than/100 == 0:
		return Condition{}, fmt.Errorf("%q is too small to be told from 0, %s", number, form)
	case err != nil || math.IsNaN(than) || math.IsInf(than, 0):
		return Condition{}, fmt.Errorf("%q is not a finite number, %s", number, form)
	case percent && c.Times != 100:
		return Condition{}, fmt.Errorf("%s is not counted in %%, %s", c.Name, form)
	case percent: // of the digits as they stand: 28.6 % is 0.286, which 28.6 as a float64 divided by 100 is not
		if share, ok := new(big.Rat).SetString(digits); ok { // not a 0 with an exponent beyond all
			than, _ = share.Quo(share, big.NewRat(100, 1)).Float64()
		}
	}
	return Condition{Column: c, Op: op, Than: than}, nil
}

// measured is the column of numbers with that name, in files or in short.
func measured(name string) (*Column, error) {
	var names []string
	for _, c := range Columns {
		switch {
		case c.Value == nil:
		case name == c.Name || name == c.Short && name != "":
			return c, nil
		default:
			names = append(names, c.Name)
		}
	}
	if hint := spell.Hint(name, names); hint != "" {
		return nil, fmt.Errorf("no column of numbers is called %q%s", name, hint)
	}
	return nil, fmt.Errorf("no column of numbers is called %q, expected one of %s", name, strings.Join(names, " "))
}

// None reports whether it is no condition.
func (c Condition) None() bool { return c.Column == nil }

// String is the form that is read back to the same condition; "" for none.
func (c Condition) String() string {
	if c.None() {
		return ""
	}
	return c.Column.Name + " " + c.Op + " " + strconv.FormatFloat(c.Than, 'g', -1, 64)
}

// InDigits is how people read it, with so many digits: "error < 16 %".
func (c Condition) InDigits(digits int) string {
	if c.None() {
		return noCondition
	}
	text := c.Column.Name
	if c.Column.Short != "" {
		text = c.Column.Short
	}
	text += " " + c.Op + " " + numeral.Digits(c.Column.Shown(c.Than), digits)
	if c.Column.Times == 100 {
		text += " %"
	}
	return text
}

// Holds reports whether a row meets it; no condition is met by a number that is not there.
func (c Condition) Holds(r *Row) bool { return !c.None() && c.meets(c.Column.Value(r)) }

func (c Condition) meets(v float64) bool {
	switch c.Op {
	case "<":
		return v < c.Than
	case "<=":
		return v <= c.Than
	case ">":
		return v > c.Than
	}
	return v >= c.Than
}

// Met says by which number a row meets it: "test_error 0.158 < 0.16", in as few digits as
// still do, a bound never smaller than it is.
func (c Condition) Met(r *Row) string {
	v := c.Column.Value(r)
	text := strconv.FormatFloat(v, 'g', -1, 64)
	for digits := 3; digits < 17; digits++ {
		rounded := v
		if c.Column.Bound {
			rounded = numeral.RoundUp(v, digits)
		}
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(rounded, 'g', digits, 64), 64)
		if err == nil && c.meets(rounded) {
			text = strconv.FormatFloat(rounded, 'g', -1, 64)
			break
		}
	}
	return fmt.Sprintf("%s %s %s %s", c.Column.Name, text, c.Op, strconv.FormatFloat(c.Than, 'g', -1, 64))
}
