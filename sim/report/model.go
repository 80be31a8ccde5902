package report

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/numeral"
	"admmlab/sim/rows"
)

// ModelFormat is the format that the name of a file of weights asks for.
func ModelFormat(path string) (string, error) {
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".csv", ".json":
		return ending[1:], nil
	}
	return "", fmt.Errorf("writing the model to %s: expected a name that ends in .csv or .json", path)
}

// CheckModel is an error if the weights of a run cannot be written, as it has none or as they
// have left the finite range.
func CheckModel(m *sim.Model) error {
	_, err := writable(m)
	return err
}

func writable(m *sim.Model) (weights, error) {
	if m == nil {
		return weights{}, errors.New("writing the model: the run made no iteration, so that there is none")
	}
	t := newWeights(m)
	if !t.finite {
		return t, fmt.Errorf("writing the model: the weights after iteration %d are not all finite numbers; expected a run that stays in the finite range", m.Row.Iteration)
	}
	return t, nil
}

// WriteModel writes the weights of a run, one line a column of the data, under the label
// that says which of them may be looked at under which promise: in format "csv" the label
// stands before the table in lines that begin with #, in "json" all is one object. It ends
// with ctx: a wide table at many nodes has gigabytes.
func WriteModel(ctx context.Context, w io.Writer, format string, m *sim.Model) error {
	t, err := writable(m)
	if err != nil {
		return err
	}
	if format == "json" {
		return t.json(ctx, w)
	}
	var head strings.Builder
	for _, sentence := range t.about() {
		fmt.Fprintf(&head, "# %s\n", escape.Comment(sentence))
	}
	if _, err := io.WriteString(w, head.String()); err != nil {
		return err
	}
	table, err := NewTable(w, format, t.names)
	if err != nil {
		return err
	}
	for j := range m.Weights {
		if err := cmp.Or(ctx.Err(), table.Write(t.line(j)...)); err != nil {
			return err
		}
	}
	return table.Flush()
}

// weights is a model as a table.
type weights struct {
	*sim.Model
	names      []string
	vectors    [][]float64 // of the names behind the first three
	sent, kept []string    // names of what was sent, or follows from it, and of what was not
	finite     bool
}

func newWeights(m *sim.Model) weights {
	t := weights{Model: m, names: []string{"number", "column", "divide_by"}, finite: true}
	add := func(name string, v []float64) {
		t.names, t.vectors = append(t.names, name), append(t.vectors, v)
		for _, w := range v {
			t.finite = t.finite && !math.IsNaN(w) && !math.IsInf(w, 0)
		}
	}
	all := func(mean string, v []float64, node string, each [][]float64) []string {
		from := len(t.names)
		add(mean, v)
		for i := range each {
			add(fmt.Sprint(node, i+1), each[i])
		}
		return slices.Clone(t.names[from:])
	}
	own := all("weight", m.Weights, "node_", m.Nodes)
	switch {
	case m.Cuts != nil:
		t.kept = own
		t.names = append(t.names, "party")
	case m.Sent != nil:
		t.kept, t.sent = own, all("sent_mean", m.SentMean, "sent_", m.Sent)
	default:
		t.sent = own
	}
	return t
}

// line is what is told of column j, from 0.
func (t weights) line(j int) []any {
	divisor := 1.0
	if t.Records.Divisors != nil {
		divisor = t.Records.Divisors[j]
	}
	line := []any{j + 1, t.Records.Columns[j], divisor}
	for _, v := range t.vectors {
		line = append(line, v[j])
	}
	if t.Cuts != nil {
		place, at := slices.BinarySearch(t.Cuts, j)
		if at {
			place++
		}
		line = append(line, place)
	}
	return line
}

// promised reports whether what was sent is under a promise.
func (t weights) promised() bool {
	return t.Config.Spec().Private() && numeral.Promises(t.Row.Tight)
}

// under are the names of the weights that are under the promise, and those that are not.
func (t weights) under() (promise, none []string) {
	if t.promised() {
		return t.sent, t.kept
	}
	return nil, append(slices.Clone(t.sent), t.kept...)
}

// fitted are the names of what is read off all records: names and divisors of columns.
func (t weights) fitted() []string {
	switch {
	case t.Records.Fitted == "":
		return nil
	case t.Records.Divisors == nil:
		return t.names[1:2]
	}
	return t.names[1:3]
}

// promise is the headline of the run in a sentence, or why there is none.
func (t weights) promise() string {
	spec := t.Config.Spec()
	switch {
	case !spec.Private():
		return spec.Name + " adds no noise, so that nothing is promised: whoever sees its weights may find out about a single record"
	case t.Lapsed != "":
		return t.Lapsed
	}
	return Report{Replay: t.Replay, Now: t.Config, Last: t.Row}.Promise()
}

// PromiseOfModel says in a few words what the weights of a file are under.
func PromiseOfModel(m *sim.Model) string {
	t := newWeights(m)
	promise, none := t.under()
	none = append(none, t.fitted()...)
	r := Report{Replay: t.Replay, Now: t.Config, Last: t.Row}
	total := fmt.Sprintf("under %s, %s", Headline(true, &t.Row), config.NeighbourWords(r.proved()))
	switch {
	case len(promise) == 0:
		return "under no promise"
	case len(none) == 0:
		return total
	}
	return span(promise) + " " + total + "; " + span(none) + " under no promise"
}

// verdict is the first sentence of the label: what of the file may be looked at under what.
func (t weights) verdict() string {
	promise, none := t.under()
	if len(promise) == 0 {
		return "Verdict of a simulation: these weights are under no promise; show them only to those who may see the data."
	}
	r := Report{Replay: t.Replay, Now: t.Config, Last: t.Row}
	words := fmt.Sprintf("Verdict of a simulation: %s may be looked at under %s, %s", span(promise), Headline(true, &t.Row), config.NeighbourWords(r.proved()))
	if none = append(none, t.fitted()...); len(none) > 0 {
		words += "; " + span(none) + " under no promise"
	}
	return words + "."
}

// about is the label, a sentence each.
func (t weights) about() []string {
	spec := t.Config.Spec()
	list := []string{t.verdict(), fmt.Sprintf("Weights of %s on %s after iteration %d of %d.", spec.Name, config.DataWords(t.Config.Data), t.Row.Iteration, t.Replay.Limit())}
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	promise, none := t.under()
	if len(promise) > 0 {
		say("Under a promise, together with all else that was sent up to this iteration: %s. The promise: %s.", span(promise), t.promise())
	}
	switch {
	case len(none) == 0:
	case spec.Vertical:
		say("Under no promise: %s. A party keeps its weights and sends scores, one a person. The promise of these scores: %s.", span(none), t.promise())
	case !t.promised():
		say("Under no promise: %s. %s.", span(none), capital(t.promise()))
	default:
		say("Under no promise: %s. They come from the data and were not sent: only %s were, and no total speaks of anything else.", span(none), span(promise[1:]))
	}
	if t.Records.Fitted != "" {
		say("%s: that looks at all records and is in no ε.", capital(t.Records.Fitted))
		if t.Records.Divisors != nil {
			say("divide_by is read off all records: the largest value of a column is somebody's value, and is in no ε; replace it by a public bound before others see it, which changes what the weights predict.")
		}
	}
	if spec.Private() {
		if t.Holds != "" {
			say("%s.", capital(t.Holds))
		}
		say("%s is counted on the rows set aside to test, as they are, and is in no ε.", rows.TestError.Name)
		say("Choosing this run by its loss or error, or when to stop it, looks at the data and is in no ε.")
	}
	list = append(list, strings.TrimSpace(disclaimer))
	return append(list, t.use())
}

// use says how the weights are put to use on raw records.
func (t weights) use() string {
	words := "To use them: divide the number of each column by divide_by (a column name=value is 1 where it holds, else 0), "
	if t.Records.Divisors == nil {
		words = "To use them: take the numbers of each column as they are, "
	}
	if t.Cuts != nil {
		words += "divide what each party has of a row by the length of that part"
	} else {
		words += "divide each row by its length"
	}
	words += fmt.Sprintf(", and predict %q where Σ weight·x > 0, else %q. That is the model whose test error the row of this iteration has.", t.Records.Classes[1], t.Records.Classes[0])
	if t.Sent != nil {
		words += " With sent_mean in the place of weight it is the mean of what was sent, whose error is in no row."
	}
	return words
}

// json is all of it as one object.
func (t weights) json(ctx context.Context, w io.Writer) error {
	promise, none := t.under()
	b := bufio.NewWriter(w)
	entry := func(lead, key string, v any) { b.WriteString(lead + escape.JSON(key) + ":" + inJSON(v)) }
	texts := func(key string, list []string) {
		b.WriteString(",\n" + escape.JSON(key) + ":[")
		for i, text := range list {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(escape.JSON(text))
		}
		b.WriteByte(']')
	}
	entry("{", "verdict", t.verdict())
	entry(",\n", "method", t.Config.Method)
	entry(",\n", "data", t.Config.Data)
	entry(",\n", "iteration", t.Row.Iteration)
	texts("about", t.about())
	texts("under_promise", promise)
	texts("under_no_promise", slices.Concat(none, t.fitted(), []string{rows.TestError.Name}))
	entry(",\n", "promise", t.promise())
	for _, c := range []*rows.Column{rows.Tight, rows.TightDelta, rows.Accountant, rows.TestError} {
		entry(",\n", c.Name, Entry(c, t.Config.Method, &t.Row))
	}
	entry(",\n", "session", t.Replay.Text())
	texts("classes", t.Records.Classes[:])
	b.WriteString(",\n\"columns\":[")
	for j := range t.Weights {
		if err := ctx.Err(); err != nil {
			return err
		}
		lead := "\n{"
		if j > 0 {
			lead = ",\n{"
		}
		for k, v := range t.line(j) {
			entry(lead, t.names[k], v)
			lead = ","
		}
		b.WriteByte('}')
	}
	b.WriteString("\n]}\n")
	return b.Flush()
}

// span is a list of names in words: "weight, node_1 to node_5".
func span(names []string) string {
	var parts []string
	for i := 0; i < len(names); {
		stem, end := strings.TrimRight(names[i], "0123456789"), i
		for end+1 < len(names) && stem != names[i] && strings.TrimRight(names[end+1], "0123456789") == stem {
			end++
		}
		part := names[i]
		if end > i {
			part += " to " + names[end]
		}
		parts, i = append(parts, part), end+1
	}
	return strings.Join(parts, ", ")
}

// capital is a sentence with a large first letter, where that is one of ASCII.
func capital(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}
