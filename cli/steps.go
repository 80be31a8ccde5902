package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy/account"
	"admmlab/sim/spell"
)

// mostRepeats bounds a count: every repetition is booked.
const mostRepeats = 1_000_000

// mostDim bounds the dimension of gamma-norm noise, whose law takes a recurrence
// over it.
const mostDim = 10_000_000

// repeated is a step and how often it is made.
type repeated struct {
	count int
	step  account.Step
}

const stepForm = "expected [COUNT x] and some of pure=E delta=D dim=N shift=U det=L convex mu=M, such as \"50 x pure=1\""

var stepKeys = []string{"pure", "delta", "dim", "shift", "det", "convex", "mu"}

// parseStep reads `25 x dim=105 shift=0.44 det=0.0134 convex`; where names the
// text for messages.
func parseStep(text, where string) (repeated, error) {
	r := repeated{count: 1}
	bad := func(format string, args ...any) (repeated, error) {
		return repeated{}, fmt.Errorf("%s, %q: %s", where, text, fmt.Sprintf(format, args...))
	}
	if broken(text) {
		return bad("a step is one line; expected one text for each")
	}
	words := strings.Fields(strings.ReplaceAll(text, "×", " x "))
	if len(words) >= 2 && words[1] == "x" {
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 1 || n > mostRepeats {
			return bad("the count is %q, expected a whole number from 1 to %d", words[0], mostRepeats)
		}
		r.count, words = n, words[2:]
	}
	if len(words) == 0 {
		return bad("nothing is released; %s", stepForm)
	}
	seen := map[string]bool{}
	for _, word := range words {
		key, value, valued := strings.Cut(word, "=")
		switch {
		case seen[key]:
			return bad("%s is there twice", key)
		case key == "convex" && !valued:
			r.step.Convex = true
		case key == "convex":
			return bad("convex takes no value")
		case !valued && len(words) == 1 && text != "" && strings.Trim(text, "0123456789") == "":
			return bad("this is a count alone; a step is one text in quotes, such as \"50 x pure=1\"")
		case !valued && slices.Contains(stepKeys, key):
			return bad("%q is not understood: no blanks around =; %s", word, stepForm)
		case !valued:
			return bad("%q is not understood%s; %s", word, spell.Hint(key, stepKeys), stepForm)
		default:
			if err := setField(&r.step, key, value); err != nil {
				return bad("%v", err)
			}
		}
		seen[key] = true
	}
	switch {
	case (seen["shift"] || seen["det"] || seen["convex"]) && !seen["dim"]:
		return bad("shift, det and convex belong to gamma-norm noise, which needs dim=N")
	case seen["dim"] && !seen["shift"]:
		return bad("dim=%d needs shift=U, the rate of the noise times its largest shift", r.step.Dim)
	case seen["delta"] && !seen["pure"] && !seen["dim"]:
		return bad("delta=%s is the chance that pure=E or the law of dim=N fails, and neither is there; the δ of mu=M is in the totals", numeral.Given(r.step.Delta))
	case !seen["pure"] && !seen["dim"] && !seen["mu"]:
		return bad("nothing says what the step costs: it needs pure=E, dim=N shift=U or mu=M")
	}
	return r, nil
}

// setField sets one number of a step.
func setField(s *account.Step, key, value string) error {
	if key == "dim" {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > mostDim {
			return fmt.Errorf("dim=%s, expected a whole number from 1 to %d", value, mostDim)
		}
		s.Dim = n
		return nil
	}
	fields := map[string]*float64{"pure": &s.Pure, "delta": &s.Delta, "shift": &s.Shift, "det": &s.Det, "mu": &s.Mu}
	field, ok := fields[key]
	if !ok {
		return fmt.Errorf("no number is called %q%s; %s", key, spell.Hint(key, stepKeys), stepForm)
	}
	v, err := strconv.ParseFloat(value, 64)
	switch {
	case key == "delta" && (err != nil || !(v >= 0 && v < 1)):
		return fmt.Errorf("delta=%s, expected a number from 0 to below 1", value)
	case err != nil || !(v >= 0) || math.IsInf(v, 1):
		return fmt.Errorf("%s=%s, expected a finite number of at least 0", key, value)
	}
	if data.Vanishes(value) { // too small for a number is not nothing
		v = math.SmallestNonzeroFloat64
	}
	*field = v
	return nil
}

// broken reports whether a text has what ends a line somewhere, be it for old editors: read
// on, two releases would be one, or the second a part of the first one's comment.
func broken(text string) bool { return strings.ContainsAny(text, "\n\r\v\f\u0085\u2028\u2029") }

// parseSteps reads one step a line; what follows a # is a comment.
func parseSteps(text, name string) ([]repeated, error) {
	var list []repeated
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimRight(line, "\r\n"); broken(line) {
			return nil, fmt.Errorf("line %d of %s, %q, has a line end that is not read as one, such as a carriage return alone; expected line feeds", number, name, line)
		}
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		r, err := parseStep(line, fmt.Sprintf("line %d of %s", number, name))
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}
