package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/numeral"
	"admmlab/sim/spell"
	"admmlab/sim/tradeoff"
)

// Plan is what is to be run.
type Plan struct {
	Title   string
	Axes    []Axis // one or two, in the order of the session text
	Repeats int    // runs a cell
	Cells   []Cell // of the first axis' first value, then of its second...
	Optimum tradeoff.Utility
	Loss    Metric // which loss is L_acc of problem (28)
	Source  string // the file it was read from, "" for none: Run does not write over it

	weighed  bool            // it sets keys of [optimum]
	left     []string        // what a swept method does not take of the session
	changed  bool            // it is not what its source says alone
	source   []byte          // the text it was read from
	text     []byte          // the plan as a file
	spared   []string        // by its host: Run does not write over them
	runs     []config.Config // every different run once
	sessions []string        // the text of each, the key of its result
}

// Configs are its different runs.
func (p Plan) Configs() []config.Config { return slices.Clone(p.runs) }

// Cell is one combination of values.
type Cell struct {
	Values []string // one an axis
	runs   []int    // of each repeat, one where nothing is drawn, in Plan.runs
}

// MostRuns bounds a plan; all results are held in memory.
const MostRuns = 20_000

// mostSessions bounds the texts of its runs, in bytes, for the same reason: sessions of
// changes on the way take twenty times that.
const mostSessions = 64 << 20

// mostLines bounds the lines of its runs before they have come to anything, in bytes: a folder
// that has them all can be read again.
const mostLines = files.MostRuns / 2

// defaultRepeats is enough for quartiles to mean something.
const defaultRepeats = 5

// tables of a plan file.
var tables = []string{"sweep", "optimum"}

var header = regexp.MustCompile(`^\s*\[\s*([^\[\]"',=]+?)\s*\]\s*(#.*)?$`)

// Parse reads a plan: a session text with a table [sweep] and, if wanted, one
// [optimum]; name is for messages. What is in over wins over the session's keys, what is in
// weighs over those of [optimum].
func Parse(text []byte, name string, over []config.Assignment, weighs ...config.Assignment) (Plan, error) {
	sections, err := split(text, name)
	if err != nil {
		return Plan{}, err
	}
	if sections["sweep"] == nil {
		return Plan{}, fmt.Errorf("%s has no [sweep] table: expected one with a key to sweep, such as alpha = \"0.01..1 log 9\"", name)
	}
	base, err := config.Assignments(sections[""], name)
	if err != nil {
		return Plan{}, err
	}
	base = append(base, over...)
	wishes, err := config.Assignments(sections["sweep"], name)
	if err != nil {
		return Plan{}, err
	}
	p := Plan{Repeats: defaultRepeats, source: text, changed: len(over)+len(weighs) > 0}
	for _, w := range wishes {
		if err := p.read(base, w); err != nil {
			return Plan{}, err
		}
	}
	if n := len(p.Axes); n < 1 || n > 2 {
		return Plan{}, fmt.Errorf("[sweep] of %s names %d keys to sweep, expected one or two", name, n)
	}
	if base, err = p.taken(base, over); err != nil {
		return Plan{}, err
	}
	weights, err := config.Assignments(sections["optimum"], name)
	if err == nil {
		p.Optimum, p.Loss, err = optimum(append(weights, weighs...))
		p.weighed = len(weights)+len(weighs) > 0
	}
	if err != nil {
		return Plan{}, err
	}
	if len(weighs) > 0 {
		sections["optimum"] = listed(append(weights, weighs...))
	}
	p.text = written(base, wishes, sections["optimum"])
	return p, p.lay(base)
}

// taken is base without what a method that over names does not take of it: the file of the
// plan, in which no key comes before another, could not tell.
func (p *Plan) taken(base, over []config.Assignment) ([]config.Assignment, error) {
	names := func(key string) bool { return key == config.MethodKnob.Key }
	if !slices.ContainsFunc(over, func(a config.Assignment) bool { return names(a.Key) }) || slices.ContainsFunc(p.Axes, func(a Axis) bool { return names(a.Key) }) {
		return base, nil
	}
	first := slices.Clone(base)
	for _, a := range p.Axes { // base alone need not be a session
		first = append(first, config.Assignment{Key: a.Key, Value: a.Values[0], Where: a.where})
	}
	first, left, err := config.Without(first)
	if err != nil {
		return nil, err
	}
	if left != "" {
		p.left = append(p.left, escape.Terminal(left))
	}
	return first[:len(first)-len(p.Axes)], nil
}

// split parts a plan file at its table headers; each part keeps its line numbers.
func split(text []byte, name string) (map[string][]byte, error) {
	lines := bytes.SplitAfter(text, []byte("\n"))
	parts, ends := map[string][]byte{}, map[string]int{} // and how many lines each has
	at := ""
	for i, line := range lines {
		if m := header.FindSubmatch(bytes.TrimRight(line, "\r\n")); m != nil {
			at = string(m[1])
			if !slices.Contains(tables, at) {
				return nil, fmt.Errorf("line %d of %s: no table is called %q%s, expected one of %s", i+1, name, at, spell.Hint(at, tables), strings.Join(tables, " "))
			}
			line = []byte("\n")
		}
		parts[at] = append(append(parts[at], bytes.Repeat([]byte("\n"), i-ends[at])...), line...)
		ends[at] = i + 1
	}
	return parts, nil
}

// read takes one key of the [sweep] table.
func (p *Plan) read(base []config.Assignment, w config.Assignment) error {
	if w.Key == "repeats" {
		n, err := strconv.Atoi(w.Value)
		if err != nil || n < 1 || n > MostRuns {
			return fmt.Errorf("%s: repeats = %q, expected a whole number from 1 to %d", w.Where, w.Value, MostRuns)
		}
		p.Repeats = n
		return nil
	}
	if keys := config.Keys(); !slices.Contains(keys, w.Key) {
		return fmt.Errorf("%s: no key is called %q%s", w.Where, w.Key, spell.Hint(w.Key, append(keys, "repeats")))
	}
	axis, err := newAxis(base, w)
	p.Axes = append(p.Axes, axis)
	return err
}

// lay builds every cell and its runs. Of a method without noise, or of one whose noise is off, a
// cell has one run; runs of several cells that read the same text are one run.
func (p *Plan) lay(base []config.Assignment) error {
	points := 1
	for _, a := range p.Axes {
		points *= len(a.Values)
	}
	count := points * p.Repeats
	if points > MostRuns {
		return TooMany(count)
	}
	most := min(count, MostRuns) // more are refused below
	text := int64(0)
	for _, a := range base {
		if k, _ := config.KnobOf(config.Default(), a.Key); k.Prose { // dropped below
			continue
		}
		text += int64(len(a.Value)) * int64(most)
	}
	for _, a := range p.Axes {
		for _, value := range a.Values {
			text += int64(len(value)) * int64(most/len(a.Values))
		}
	}
	if text > mostSessions {
		return fmt.Errorf("the sessions of the plan are more than %d MiB of text in all: fewer points, fewer repeats, fewer events or shorter values", mostSessions>>20)
	}
	known, lines := map[string]int{}, 0
	for i := range points {
		cell, words := Cell{}, slices.Clone(base)
		for k, a := range p.Axes {
			at := i
			if k+1 < len(p.Axes) {
				at = i / len(p.Axes[k+1].Values)
			}
			value := a.Values[at%len(a.Values)]
			cell.Values = append(cell.Values, value)
			words = append(words, config.Assignment{Key: a.Key, Value: value, Where: a.where})
		}
		c, left, err := config.BuildTelling(words)
		if err != nil {
			return err
		}
		if left = escape.Terminal(left); left != "" && !slices.Contains(p.left, left) {
			p.left = append(p.left, left)
		}
		if p.Title == "" {
			p.Title = c.Title
		}
		c.Title, c.Caption = "", "" // words that change no number
		first, draws := c.Repeat, p.Repeats
		if !c.Counts(config.RepeatKnob.Key) {
			draws = 1
		}
		for k := range draws {
			if c.Repeat = first + k; c.Repeat > config.MaxRepeat {
				return fmt.Errorf("repeat = %d with repeats = %d goes past the largest repeat, %d", first, p.Repeats, config.MaxRepeat)
			}
			session := c.Text()
			run, there := known[session]
			if !there {
				line, err := Run{Session: session}.text()
				if err != nil {
					return err
				}
				if lines += len(line); lines > mostLines {
					return fmt.Errorf("the sessions of the plan take more than %d MiB where its finished runs are kept: fewer points, fewer repeats, fewer events or shorter values", mostLines>>20)
				}
				if run = len(p.runs); run == MostRuns {
					return TooMany(count)
				}
				known[session] = run
				p.runs, p.sessions = append(p.runs, c), append(p.sessions, session)
			}
			cell.runs = append(cell.runs, run)
		}
		p.Cells = append(p.Cells, cell)
	}
	unseen := Unseen(p.runs)
	for _, a := range p.Axes {
		counts, idle := config.Used(a.Key, p.runs...)
		switch {
		case idle != "":
			return fmt.Errorf("%s: %s changes nothing while %s, %w", a.where, a.Key, idle, ErrIdle)
		case !counts:
			return fmt.Errorf("%s: no run of the plan reads %s, expected a key that changes one", a.where, a.Key)
		case unseen[a.Key] != "":
			return fmt.Errorf("%s: %s changes nothing: %s, %w", a.where, a.Key, unseen[a.Key], ErrIdle)
		}
	}
	return nil
}

// TooMany is of a plan of more than MostRuns runs, of which so many are asked for.
func TooMany(count int) error {
	return fmt.Errorf("the plan asks for %s runs, expected at most %s: fewer points, or fewer repeats", numeral.Group(count), numeral.Group(MostRuns))
}

// ErrIdle is of an axis that changes no run, or nothing of what comes out.
var ErrIdle = errors.New("expected a key that changes a run")

// Unseen are the keys that count in nothing of what comes out of such runs, and why.
func Unseen(runs []config.Config) map[string]string {
	keys := config.Unmeasured("no record's loss is in what comes out", runs...)
	maps.Copy(keys, config.Unlevelled(runs...))
	return keys
}

// Notes say what of the session some runs leave out, which of the keys that are swept are
// changed on the way, and that nothing reads [optimum] where nothing does.
func (p Plan) Notes() []string {
	list := slices.Clone(p.left)
	for _, a := range p.Axes {
		if slices.ContainsFunc(p.runs, func(c config.Config) bool {
			limit := c.Limit()
			return slices.ContainsFunc(c.Events, func(e config.Event) bool { return e.At <= limit && e.Replaces(a.Key) })
		}) {
			list = append(list, fmt.Sprintf("%s is swept and changed on the way: its values are those that the runs begin with, and no total goes with them alone", a.Key))
		}
	}
	if across := p.Across().Key; p.weighed && across != admm.AlphaKey {
		list = append(list, fmt.Sprintf("what is set of [optimum] changes nothing: an optimal alpha is sought where alpha is across, and here it is %s", across))
	}
	return list
}

// Runs is how many different runs the plan asks for.
func (p Plan) Runs() int { return len(p.runs) }

// The keys of the [optimum] table.
const (
	OmegaKey    = "omega"     // omega_1 to omega_4
	MostLossKey = "c3"        // the cap on L_acc
	MostKey     = "alpha_max" // alpha_U
	LossKey     = "loss"      // which column is L_acc
)

// OptimumKeys are all of them.
var OptimumKeys = []string{OmegaKey, MostLossKey, MostKey, LossKey}

// losses are what L_acc can be.
var losses = []Metric{TrainLoss, TrainLossC}

// Losses are their columns.
func Losses() []string { return []string{TrainLoss.Column, TrainLossC.Column} }

// optimum reads the [optimum] table; without one it is the paper's, with the loss as rows
// have it first.
func optimum(list []config.Assignment) (u tradeoff.Utility, loss Metric, err error) {
	u, loss = tradeoff.Printed(), TrainLoss
	for _, a := range list {
		if !slices.Contains(OptimumKeys, a.Key) {
			return u, loss, fmt.Errorf("%s: no key of [optimum] is called %q%s", a.Where, a.Key, spell.Hint(a.Key, OptimumKeys))
		}
		if a.Key == LossKey {
			at := slices.IndexFunc(losses, func(m Metric) bool { return m.Column == a.Value })
			if at < 0 {
				return u, loss, fmt.Errorf("%s: loss = %q, expected one of %s%s", a.Where, a.Value, strings.Join(Losses(), " "), spell.Hint(a.Value, Losses()))
			}
			loss = losses[at]
			continue
		}
		var values []float64
		for _, part := range admm.Listed(a.Value) {
			x, err := strconv.ParseFloat(part, 64)
			if err != nil || !(x > 0) || math.IsInf(x, 1) {
				return u, loss, fmt.Errorf("%s: %s = %q, expected positive numbers", a.Where, a.Key, a.Value)
			}
			values = append(values, x)
		}
		want := 1
		switch a.Key {
		case OmegaKey:
			if want = 4; len(values) == want {
				u.Omega = [4]float64(values)
			}
		case MostLossKey:
			u.MostLoss = values[0]
		case MostKey:
			u.MostAlpha = values[0]
		}
		if len(values) != want {
			return u, loss, fmt.Errorf("%s: %s has %d numbers, expected %d", a.Where, a.Key, len(values), want)
		}
	}
	return u, loss, nil
}

// written is the plan as a file that Parse reads back.
func written(base, wishes []config.Assignment, optimum []byte) []byte {
	text := slices.Concat(listed(base), []byte("\n[sweep]\n"), listed(wishes))
	if optimum = bytes.TrimSpace(optimum); len(optimum) > 0 {
		text = slices.Concat(text, []byte("\n[optimum]\n"), optimum, []byte("\n"))
	}
	return text
}

// listed are assignments a line each, the last of each key.
func listed(assignments []config.Assignment) (text []byte) {
	last, lists := config.Last(assignments), map[string]bool{}
	for _, a := range assignments {
		lists[a.Key] = a.List
	}
	for _, key := range slices.Sorted(maps.Keys(last)) {
		var lines []string
		for line := range strings.SplitSeq(last[key], "\n") {
			lines = append(lines, config.Quote(line))
		}
		value := lines[0]
		if len(lines) > 1 || lists[key] {
			value = "[" + strings.Join(lines, ", ") + "]"
		}
		text = fmt.Appendf(text, "%s = %s\n", key, value)
	}
	return text
}
