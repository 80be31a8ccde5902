package config

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/escape"
)

// ParseText reads a session in its text form (TOML); name is for messages.
func ParseText(text []byte, name string) (Config, error) {
	assignments, err := Assignments(text, name)
	if err != nil {
		return Config{}, err
	}
	return Build(assignments)
}

// Assignments reads the keys of a session text without building it, so that
// flags can still override some.
func Assignments(text []byte, name string) ([]Assignment, error) {
	lines, floats, err := linesOf(text)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	var values map[string]any
	if err := toml.Unmarshal(text, &values); err != nil {
		var syntax *toml.DecodeError
		if errors.As(err, &syntax) {
			line, _ := syntax.Position()
			what, expected := strings.TrimPrefix(syntax.Error(), "toml: "), "`key = value`"
			if _, number, is := strings.Cut(what, "strconv.ParseFloat: parsing "); is { // names of Go's functions help nobody
				what, expected = number, "a number below 1.8e308"
			}
			if strings.Contains(what, "too large to fit") {
				what, expected = "the whole number is too large", "one up to 9223372036854775807, or a larger seed in quotes"
			}
			return nil, fmt.Errorf("line %d of %s: %s, expected %s", line, name, what, expected)
		}
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	var list []Assignment
	method, _ := values[MethodKnob.Key].(string)
	for _, key := range sortedKeys(values) {
		where := fmt.Sprintf("line %d of %s", max(1, lines[key]), name)
		if k := slices.IndexFunc(floats[key], data.Vanishes); k >= 0 {
			return nil, fmt.Errorf("%s: %s = %s is too small to be told from 0, expected %s", where, key, floats[key][k], expected(Config{Method: method}, key))
		}
		value, err := plainValue(values[key], floats[key])
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", where, key, err)
		}
		many, _ := values[key].([]any)
		texts := slices.ContainsFunc(many, func(v any) bool { _, is := v.(string); return is })
		list = append(list, Assignment{Key: key, Value: value, Where: where, List: texts})
	}
	return list, nil
}

// mostKeys is how many keys and tables a text may have: far more than there are, and few
// enough for a reader that compares each with all before it.
const mostKeys = 1000

// expected is what a key of a session takes, in words.
func expected(c Config, key string) string {
	k, ok := KnobOf(c, key)
	switch {
	case !ok:
		return "a number further from it"
	case k.Range != "":
		return k.Range
	case k.Form == Bare:
		return "true or false"
	}
	return "a text in quotes"
}

// linesOf are the lines that keys and tables begin in, and the floats of the keys as they are
// written, in their order: the reader of the text rounds them. It refuses a text of more keys than
// that; what is wrong with it otherwise, its reader says.
func linesOf(text []byte) (lines map[string]int, floats map[string][]string, err error) {
	var p unstable.Parser
	p.Reset(text)
	lines, floats = map[string]int{}, map[string][]string{}
	keys, line, seen := 0, 1, 0 // line is that of text[seen]
	for p.NextExpression() {
		e := p.Expression()
		if keys += keysIn(e); keys > mostKeys {
			return nil, nil, fmt.Errorf("it has more than %d keys, expected those of a session", mostKeys)
		}
		if e.Kind != unstable.KeyValue && e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		if key := e.Key(); key.Next() {
			at := int(key.Node().Raw.Offset)
			line, seen = line+bytes.Count(text[seen:at], []byte("\n")), at
			name := string(key.Node().Data)
			if lines[name] == 0 {
				lines[name], floats[name] = line, floatsIn(e)
			}
		}
	}
	return lines, floats, nil
}

// keysIn counts the keys of an expression, those of tables inside of it and between dots
// included.
func keysIn(n *unstable.Node) int {
	count := 0
	switch n.Kind {
	case unstable.KeyValue:
		count = parts(n) + keysIn(n.Value())
	case unstable.Table, unstable.ArrayTable:
		count = parts(n)
	case unstable.Array, unstable.InlineTable:
		for inner := n.Children(); inner.Next(); {
			count += keysIn(inner.Node())
		}
	}
	return count
}

// floatsIn are the floats of an expression as they are written, without underscores.
func floatsIn(n *unstable.Node) (list []string) {
	switch n.Kind {
	case unstable.KeyValue:
		return floatsIn(n.Value())
	case unstable.Float:
		return []string{strings.ReplaceAll(string(n.Data), "_", "")}
	case unstable.Array:
		for inner := n.Children(); inner.Next(); {
			list = append(list, floatsIn(inner.Node())...)
		}
	}
	return list
}

// parts is how many keys stand between dots.
func parts(n *unstable.Node) (count int) {
	for key := n.Key(); key.Next(); {
		count++
	}
	return count
}

// plainValue is the flag form of a TOML value with floats that are written so: lists of numbers
// with commas, lists of events with line ends, and a whole number without an exponent, as knobs
// that count take it.
func plainValue(v any, floats []string) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool:
		return strconv.FormatBool(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case float64:
		return plainFloat(v, floats[0]), nil
	case []any:
		return plainList(v, floats)
	case map[string]any:
		return "", errors.New("a session has no tables, expected a number, a text, true, false or a list; a plan, with a table [sweep], is for admmlab sweep")
	}
	return "", fmt.Errorf("a value of this kind is not expected here, expected a number, a text, true, false or a list")
}

// plainFloat is a float in flag form. One that is read as a whole number no larger than a knob
// counts is what is written, to the last digit, which a float64 may not hold.
func plainFloat(v float64, written string) string {
	if v != math.Trunc(v) || v == 0 || math.Abs(v) > 1<<64 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	if whole, ok := new(big.Rat).SetString(written); ok && whole.IsInt() { // as 1e6 is
		return whole.Num().String()
	}
	return written
}

// plainList is plainValue of a list.
func plainList(list []any, floats []string) (string, error) {
	parts := make([]string, len(list))
	separator := ","
	for i, v := range list {
		switch v := v.(type) {
		case []any:
			return "", errors.New("a list in a list, expected numbers or texts in it")
		case string:
			if strings.Contains(v, "\n") {
				return "", errors.New("a text in a list has a line end in it, which would make two of it; expected one line each")
			}
			separator = "\n"
		}
		var err error
		if parts[i], err = plainValue(v, floats); err != nil {
			return "", err
		}
		if _, is := v.(float64); is {
			floats = floats[1:]
		}
	}
	return strings.Join(parts, separator), nil
}

// Text is the config in the text form that ParseText reads back to the same
// run, bit for bit. Keys that the method never reads are left out.
func (c Config) Text() string {
	var b strings.Builder
	for _, k := range KnobsOf(c) {
		if value := k.Value(c); c.says(k) && value != "" {
			fmt.Fprintf(&b, "%s = %s\n", k.Key, k.Form.write(value))
		}
	}
	return b.String()
}

// write is a value as it stands in a session text.
func (f Form) write(value string) string {
	switch f {
	case Quoted:
		return Quote(value)
	case Lines:
		var b strings.Builder
		b.WriteString("[\n")
		for line := range strings.SplitSeq(value, "\n") {
			fmt.Fprintf(&b, "  %s,\n", Quote(line))
		}
		return b.String() + "]"
	}
	if strings.Contains(value, ",") {
		return "[" + value + "]"
	}
	return value
}

// mostFlags is up to how many bytes a command line says a session in flags. Linux takes no argument
// of 128 KiB, other systems no line of some.
const mostFlags = 100_000

// Command is the command line that runs the same session without a screen: in flags, or, where they
// are more than a shell can hand over, with the text of the session behind it.
func (c Config) Command() string {
	b := strings.Builder{}
	b.WriteString("admmlab run")
	for _, a := range c.flags() {
		fmt.Fprintf(&b, " --set %s", escape.Shell(a.Key+"="+a.Value))
	}
	if b.Len() <= mostFlags {
		return b.String()
	}
	c.Title, c.Caption = "", "" // flags have none, either
	return "admmlab run /dev/stdin <<'END'\n" + c.Text() + "END"
}

// flags are what has to be said so that Build makes the same session: the method, what has
// not its default, and what a flag before would set back to something else.
func (c Config) flags() []Assignment {
	base, said := defaultFor(c.Method), defaultFor(c.Method)
	list := []Assignment{{Key: MethodKnob.Key, Value: c.Method}}
	for _, k := range KnobsOf(c) {
		if v := k.Value(c); !k.Prose && k.Key != MethodKnob.Key && c.says(k) && (v != k.Value(base) || v != k.Value(said)) {
			list = append(list, Assignment{Key: k.Key, Value: v})
			_ = k.Set(&said, v) // what it refuses stays unsaid
		}
	}
	return list
}

// says reports whether a knob belongs into the text: the method reads it, or would
// under another variant, to which an event may turn.
func (c Config) says(k Knob) bool {
	if k.Reads(c) {
		return true
	}
	p, ok := c.Spec().Parameter(k.Key)
	return ok && p.Get(&c.Set).String() != admm.PerNode{p.Default}.String()
}

// sortedKeys returns keys in text-form order, unknown ones after them.
func sortedKeys(values map[string]any) []string {
	var known, unknown []string
	for _, key := range Keys() {
		if _, ok := values[key]; ok {
			known = append(known, key)
		}
	}
	for key := range values {
		if !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	return append(known, unknown...)
}
