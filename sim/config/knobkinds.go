package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"admmlab/models/elementary"
	"admmlab/sim/admm"
	"admmlab/sim/spell"
)

// The functions below give a knob's declaration what its kind of value needs.

// text is a knob of any text.
func text(k Knob, field func(*Config) *string) *Knob {
	k.Form, k.Reads = Quoted, always
	k.Value = func(c Config) string { return *field(&c) }
	k.Set = func(c *Config, v string) error { *field(c) = v; return nil }
	return &k
}

// choice is a knob picked from a list; where nothing is to choose it is kept as it is, whatever of
// some method's list is asked for.
func choice(k Knob, field func(*Config) *string) *Knob {
	k.Form = Quoted
	k.Value = func(c Config) string { return *field(&c) }
	k.Set = func(c *Config, v string) error {
		allowed, whose, reads := k.Choices(*c), "not a choice of "+c.Method, k.Reads(*c)
		if !reads {
			allowed, whose = k.anywhere(), "a choice of no method"
		}
		switch {
		case !slices.Contains(allowed, v):
			return fmt.Errorf("%s = %q is %s, expected one of %s%s", k.Key, v, whose, strings.Join(allowed, " "), spell.Hint(v, allowed))
		case reads:
			*field(c) = v
		}
		return nil
	}
	k.Nudge = func(c Config, n int) string { return around(k.Choices(c), *field(&c), n) }
	return &k
}

// anywhere are the choices of all methods.
func (k Knob) anywhere() (list []string) {
	for _, method := range methodIDs() {
		for _, v := range k.Choices(defaultFor(method)) {
			if v != "" && !slices.Contains(list, v) { // that of a method with nothing to choose
				list = append(list, v)
			}
		}
	}
	return list
}

// around is the entry n places from one of a list, the same where it is not in it.
func around(list []string, from string, n int) string {
	for i, a := range list {
		if a == from {
			return list[((i+n)%len(list)+len(list))%len(list)]
		}
	}
	return from
}

// toggle is a knob that is on or off.
func toggle(k Knob, field func(*Config) *bool) *Knob {
	k.Choices = func(Config) []string { return []string{"true", "false"} }
	k.Value = func(c Config) string { return strconv.FormatBool(*field(&c)) }
	k.Set = func(c *Config, v string) error {
		b, err := strconv.ParseBool(v)
		if err != nil {
			return fmt.Errorf("%s = %q, expected true or false", k.Key, v)
		}
		*field(c) = b
		return nil
	}
	k.Nudge = func(c Config, n int) string { return strconv.FormatBool(*field(&c) != (n%2 != 0)) }
	if k.Say == nil {
		k.Say = either("on", "off")
	}
	return &k
}

// either reads true and false.
func either(yes, no string) func(Config, string, int) string {
	return func(_ Config, v string, _ int) string {
		if v == "true" {
			return yes
		}
		return no
	}
}

// integer is a knob of a whole number from low to high, by so much a press of an arrow.
func integer(k Knob, low, high, by int, field func(*Config) *int) *Knob {
	k.Range = fmt.Sprintf("a whole number from %d to %d", low, high)
	k.Value = func(c Config) string { return strconv.Itoa(*field(&c)) }
	k.Set = func(c *Config, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < low || n > high {
			return fmt.Errorf("%s = %q, expected %s", k.Key, v, k.Range)
		}
		*field(c) = n
		return nil
	}
	k.Nudge = func(c Config, n int) string { return strconv.Itoa(min(high, max(low, *field(&c)+n*by))) }
	return &k
}

// zero reads 0 in words and every other value as it stands.
func zero(words string) func(Config, string, int) string {
	return func(_ Config, v string, _ int) string {
		if v == "0" {
			return words
		}
		return ""
	}
}

// numberKnob is the knob of a method's number. A key the method does not read is
// kept with its bounds, so that a script may set it for several methods.
func numberKnob(c Config, key string) (Knob, bool) {
	p, ok := c.Spec().Parameter(key)
	if !ok {
		p, ok = admm.FindParameter(key)
	}
	if !ok {
		return Knob{}, false
	}
	find := func(c Config) admm.Parameter {
		if own, ok := c.Spec().Parameter(key); ok {
			return own
		}
		return p
	}
	k := Knob{Declaration: p.Under(c.Set.Variant), Part: Numbers, Numeric: true, Range: p.Range()}
	switch {
	case p.Accounts:
		k.Part = Accounting
	case p.Counts == admm.AtReset:
		k.Part = Setup
	}
	switch {
	case p.Clears != "":
		k.Say = func(c Config, value string, _ int) string {
			if p := find(c); p.GivesWay(&c.Set) && value == p.Get(&c.Set).String() {
				return "set by " + symbolOf(p.Clears)
			}
			return ""
		}
	case p.Zero != "":
		k.Say = zero(p.Zero)
	}
	k.Reads = func(c Config) bool {
		p, ok := c.Spec().Parameter(key)
		return ok && (p.Hidden == "" || p.Hidden != c.Set.Variant)
	}
	k.Value = func(c Config) string { return find(c).Get(&c.Set).String() }
	k.Set = func(c *Config, value string) error {
		p := find(*c)
		v, err := admm.ParseNumbers(value)
		if err != nil {
			return fmt.Errorf("%s = %q: %w, expected %s", key, value, err, p.Range())
		}
		if err := p.Check(v, c.Nodes); err != nil {
			return err
		}
		p.Set(&c.Set, v)
		return nil
	}
	k.Nudge = func(c Config, n int) string {
		p := find(c)
		v := append(admm.PerNode(nil), p.Get(&c.Set)...)
		for i := range v {
			v[i] = math.Min(p.Max, math.Max(p.Min, nudge(v[i], p.Step, n)))
		}
		return v.String()
	}
	return k, true
}

// rungSlack covers the rounding of a rung to two digits: 0.56 is the rung
// 0.5623 and 3.2 the rung 3.162, up to 0.021 of a step away.
const rungSlack = 0.05

// nudge moves v by n steps: by addition, or on the ladder of quarter decades
// rounded to two digits (1, 1.8, 3.2, 5.6, 10) when step is 0.
func nudge(v, step float64, n int) float64 {
	if step > 0 {
		return math.Round((v+float64(float64(n)*step))/step) * step
	}
	rung := float64(elementary.Log10(v) * 4)
	var next float64
	if n > 0 {
		next = math.Floor(rung+rungSlack) + float64(n)
	} else {
		next = math.Ceil(rung-rungSlack) + float64(n)
	}
	x, err := strconv.ParseFloat(strconv.FormatFloat(elementary.Pow(10, next/4), 'e', 1, 64), 64)
	if err != nil || x == 0 {
		return v
	}
	return x
}
