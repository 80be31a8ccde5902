package sweep

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"admmlab/models/data"
	"admmlab/models/elementary"
	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// Axis is one key of the session text and the values it takes, in the text form.
type Axis struct {
	Key    string
	Values []string
	where  string // for messages
}

// mostPoints bounds the values of an axis.
const mostPoints = 1000

const rangeForm = `expected LOW..HIGH, log or linear, and how many points, such as "0.01..1 log 9"`

// Numbers are the values as numbers; false if one is none.
func (a Axis) Numbers() ([]float64, bool) {
	list := make([]float64, len(a.Values))
	for i, v := range a.Values {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil {
			return nil, false
		}
		list[i] = x
	}
	return list, true
}

// mostNamed is how many names have room at a picture.
const mostNamed = 8

// numbered reports whether the values are texts for which a picture has no room: it has their
// numbers, from 1, in place of them, and the page has what they are.
func (a Axis) numbered() bool {
	const one, all = 20, 72 // letters
	if _, numbers := a.Numbers(); numbers {
		return false
	}
	most, sum := 0, 0
	for _, v := range a.Values {
		letters := utf8.RuneCountInString(v)
		most, sum = max(most, letters), sum+letters
	}
	return len(a.Values) > mostNamed || most > one || sum > all
}

// names are the values at the axis of a picture.
func (a Axis) names() []string {
	if !a.numbered() {
		return a.Values
	}
	list := make([]string, len(a.Values))
	for i := range list {
		list[i] = strconv.Itoa(i + 1)
	}
	return list
}

// listed are the values on the page, each with its number where pictures name it by that.
func (a Axis) listed() []string {
	list := slices.Clone(a.Values)
	for i := range list {
		if a.numbered() {
			list[i] = fmt.Sprintf("(%d) %s", i+1, list[i])
		}
	}
	return list
}

// between stands between them: no comma where that is in one.
func (a Axis) between() string {
	if slices.ContainsFunc(a.Values, func(v string) bool { return strings.Contains(v, ",") }) {
		return "; "
	}
	return ", "
}

// title stands at the axis of a picture.
func (a Axis) title() string {
	if a.numbered() {
		return a.Key + ", numbered as in " + PageFile
	}
	return a.Key
}

// named is value i in the legend of a picture.
func (a Axis) named(i int) string {
	if a.numbered() {
		return fmt.Sprintf("%s %d of %d", a.Key, i+1, len(a.Values))
	}
	return a.Key + " = " + a.Values[i]
}

// Log reports whether the values are drawn best on a logarithmic axis.
func (a Axis) Log() bool {
	x, ok := a.Numbers()
	return ok && len(x) > 1 && slices.Min(x) > 0 && slices.Max(x) >= 30*slices.Min(x)
}

// exact is up to where a float64 holds every whole number.
const exact = 1 << 53

// spelled is one spelling for all of a number.
func spelled(value string) string {
	if whole, err := strconv.ParseUint(value, 10, 64); err == nil { // as a seed may be, beyond exact
		return strconv.FormatUint(whole, 10)
	}
	if v, err := strconv.ParseFloat(value, 64); err == nil {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return value
}

// newAxis reads the values of a key: a list, a range, or a list of both. Values
// that come twice count once. An empty text of a list is a value, such as no condition to stop
// at; between commas nothing is none.
func newAxis(base []config.Assignment, a config.Assignment) (Axis, error) {
	axis := Axis{Key: a.Key, where: a.Where}
	k, _ := config.KnobOf(config.Default(), a.Key)
	switch {
	case k.Prose, k.Key == config.EventsKnob.Key:
		return axis, fmt.Errorf("%s: %s is a text, it cannot be swept; expected a key with numbers or choices", a.Where, a.Key)
	case k.Key == config.RepeatKnob.Key:
		return axis, fmt.Errorf("%s: repeat is swept by repeats = K, the number of draws of the noise", a.Where)
	}
	if !a.List && strings.Contains(a.Value, "\n") {
		return axis, fmt.Errorf("%s: %s = %q has a line end in it; expected one line, or a list of them", a.Where, a.Key, a.Value)
	}
	parts := strings.Split(a.Value, "\n")
	trim := k.Form != config.Quoted // the name of a file may end in a blank
	if len(parts) == 1 && !k.Commas && !a.List {
		if list := admm.Listed(a.Value); trim || len(list) > 1 {
			parts, trim = list, true
		}
	}
	seen := map[string]bool{} // spelled
	for _, part := range parts {
		values := []string{part}
		if trim {
			values[0] = strings.TrimSpace(part)
		}
		low, rest, found := strings.Cut(values[0], "..")
		if from, err := strconv.ParseFloat(low, 64); found && err == nil {
			points, err := spread(from, rest)
			if err == nil && (data.Vanishes(low) || data.Vanishes(strings.Fields(rest)[0])) {
				err = errors.New("an end of this range is too small to be told from 0, " + rangeForm)
			}
			if err != nil {
				return axis, fmt.Errorf("%s: %s = %q: %w", a.Where, a.Key, part, err)
			}
			values = texts(k, points)
			for i, end := range map[int]string{0: low, len(values) - 1: strings.Fields(rest)[0]} {
				if whole, err := strconv.ParseUint(strings.TrimSpace(end), 10, 64); err == nil && whole > exact { // as a seed may be
					values[i] = strconv.FormatUint(whole, 10)
				}
			}
		}
		for _, v := range values {
			if id := spelled(v); (a.List || v != "") && !seen[id] {
				axis.Values, seen[id] = append(axis.Values, v), true
			}
			if len(axis.Values) > mostPoints {
				return axis, fmt.Errorf("%s: %s takes more than %d values, expected 1 to %d", a.Where, a.Key, mostPoints, mostPoints)
			}
		}
	}
	if len(axis.Values) == 0 {
		return axis, fmt.Errorf("%s: %s takes no value, expected 1 to %d", a.Where, a.Key, mostPoints)
	}
	return axis, nil
}

// spread are the points of a range; rest is what follows LOW.. in it.
func spread(low float64, rest string) ([]float64, error) {
	words := strings.Fields(rest)
	if len(words) != 2 && len(words) != 3 {
		return nil, fmt.Errorf("this range is not understood, %s", rangeForm)
	}
	high, err := strconv.ParseFloat(words[0], 64)
	if err != nil || !(high > low) || math.IsInf(low, 0) || math.IsInf(high, 0) {
		return nil, fmt.Errorf("a range goes from a number to a larger one, %s", rangeForm)
	}
	logarithmic := len(words) == 3 && words[1] == "log"
	if len(words) == 3 && !logarithmic && words[1] != "linear" {
		return nil, fmt.Errorf("%q is not a way to spread points, %s", words[1], rangeForm)
	}
	if logarithmic && low <= 0 {
		return nil, fmt.Errorf("a log range cannot begin at %g; begin above 0, or write linear", low)
	}
	n, err := strconv.Atoi(words[len(words)-1])
	if err != nil || n < 2 || n > mostPoints {
		return nil, fmt.Errorf("%q points, expected a whole number from 2 to %d", words[len(words)-1], mostPoints)
	}
	points := make([]float64, n)
	for i := range points {
		part := float64(i) / float64(n-1)
		switch points[i] = low + float64(part*(high-low)); {
		case logarithmic && math.IsInf(high/low, 0):
			points[i] = elementary.Pow(low, 1-part) * elementary.Pow(high, part)
		case logarithmic:
			points[i] = low * elementary.Pow(high/low, part)
		}
	}
	points[n-1] = high
	return points, nil
}

// rounded is x to so many digits.
func rounded(x float64, digits int) float64 {
	if r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64); err == nil {
		return r
	}
	return x // beyond the largest number
}

// readable are points from LOW to HIGH, these as they are and those between to four digits,
// or to as many more as keep all apart and in order.
func readable(points []float64) []float64 {
	const least, most = 4, 17
	for digits := least; ; digits++ {
		list, last := slices.Clone(points), len(points)-1
		for i := 1; i < last; i++ {
			list[i] = rounded(points[i], digits)
		}
		if digits == most || apart(list) {
			return list
		}
	}
}

// apart reports whether each of the numbers is above the one before.
func apart(list []float64) bool {
	for i := 1; i < len(list); i++ {
		if !(list[i] > list[i-1]) {
			return false
		}
	}
	return true
}

// texts are the points of a range as they are read, those between its ends as whole numbers
// where k takes nothing else: the ends are those that were asked for.
func texts(k config.Knob, points []float64) []string {
	allowed := func(value string) bool { // alone: the other keys may go with the other axis only
		c := config.Default()
		return k.Set(&c, value) == nil
	}
	list := make([]string, len(points))
	for i, x := range readable(points) {
		list[i] = strconv.FormatFloat(x, 'g', -1, 64)
		whole, end := math.Round(x), i == 0 || i == len(list)-1
		if text := strconv.FormatFloat(whole, 'f', 0, 64); (!end || whole == x) && !k.Numeric && !allowed(list[i]) && allowed(text) {
			list[i] = text
		}
	}
	return list
}
