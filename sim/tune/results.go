package tune

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/sweep"
)

// Files of a folder, beside the finished runs.
const (
	TableFile = "tune.csv"
	BestFile  = "best.toml" // the session of the best setting
)

// Results are the settings that were tried.
type Results struct {
	Plan     Plan
	Note     string // what was wrong with the folder and was put right
	Lines    []Line // best first
	Whole    bool   // the last round is over
	Diverged int    // runs that left the finite range
	Lapsed   int    // runs that did not, and of which nothing is promised at their end
	Stopped  int    // other runs that their budget ended before the limit
}

// Line is a setting and what its draws came to. A draw that left the finite range, or of
// which nothing is promised at its end, counts as one that gets every row wrong.
type Line struct {
	Rank           int
	Config         config.Config // its session, with the noise that spends the budget
	Values         []string      // by Plan.Keys, in the text form; "" where the method does not read it
	Noise          string        // of the knob of the noise; "" where none spends the budget
	Epsilon, Delta float64       // proved; NaN where nothing is of some draw
	Error          float64       // of the test rows, the mean over draws
	Low, High      float64       // its least and largest
	Chosen         float64       // the mean of what it is chosen by: Error, or that of held-out rows
	Runs           int           // draws
	Last           bool          // it was in the last round
	MayBeBest      bool          // it was in the last round, and is worse there than none other by the test
	AtEdge         []string      // keys whose value was the first or last of those tried
	Doubt          string        // why that noise does not spend it to the limit, or may not, "" where it does
	Why            string        // there is no such noise
	Told           string        // what there is to know of its data, a line each
}

// results are the settings as far as they have been tried.
func (s *search) results(whole bool) Results {
	r := Results{Plan: s.Plan, Note: s.at.Results.Note, Whole: whole, Diverged: s.wild, Lapsed: s.lapsed, Stopped: s.stopped}
	var last [][]float64
	for _, i := range s.final {
		last = append(last, s.cells[i].errors)
	}
	best := mayBeBest(last)
	for i, c := range s.cells {
		l := s.line(c)
		if at := slices.Index(s.final, i); at >= 0 {
			l.Last, l.MayBeBest = true, best[at]
		}
		r.Lines = append(r.Lines, l)
	}
	// Those of the last round come first, then those that came farthest.
	slices.SortStableFunc(r.Lines, func(a, b Line) int {
		return cmp.Or(order(b.Last, a.Last), cmp.Compare(b.Runs, a.Runs), cmp.Compare(a.Chosen, b.Chosen))
	})
	for i := range r.Lines {
		r.Lines[i].Rank = i + 1
	}
	return r
}

func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func (s *search) line(c cell) Line {
	m := s.methods[c.of]
	l := Line{Config: c.asked, Values: make([]string, len(s.Keys)), Runs: len(c.tests), Chosen: report.Mean(c.errors), Epsilon: c.epsilon, Delta: c.delta, Told: c.told}
	stats := report.StatsOf(c.tests)
	l.Error, l.Low, l.High = report.Mean(c.tests), stats.Min, stats.Max
	for k, key := range m.keys {
		knob, _ := config.KnobOf(c.asked, key)
		l.Values[slices.Index(s.Keys, key)] = knob.Value(c.asked)
		if s.atEdge(c, k) {
			l.AtEdge = append(l.AtEdge, key)
		}
	}
	if c.why != nil {
		l.Why = c.why.Error()
		return l
	}
	l.Config, l.Doubt = c.fit, c.doubt
	knob, _ := config.KnobOf(c.fit, c.fit.Spec().NoiseKnob)
	l.Noise = knob.Value(c.fit)
	return l
}

// atEdge reports whether a setting is the outermost of its method in a key, with the key's
// range going on.
func (s *search) atEdge(c cell, key int) bool {
	low, high := c.presses[key], c.presses[key]
	for _, o := range s.cells {
		if o.of == c.of && o.why == nil {
			low, high = min(low, o.presses[key]), max(high, o.presses[key])
		}
	}
	beyond := c.presses[key] + 1
	if c.presses[key] == low {
		beyond = c.presses[key] - 1
	}
	m := s.methods[c.of]
	knob, _ := config.KnobOf(m.session, m.keys[key])
	return low < high && (c.presses[key] == low || c.presses[key] == high) && knob.Nudge(m.session, beyond) != knob.Value(c.asked)
}

// Columns are those of the table; that of the held-out rows is there where they choose.
func (r Results) Columns() []string {
	var ranked []string
	if r.Plan.Aside() {
		ranked = []string{"held_out_error"}
	}
	return slices.Concat([]string{"rank", "method"}, r.Plan.Keys, []string{"alpha", "epsilon_tight", "delta"}, ranked, []string{"test_error", "low", "high", "runs", "neighbours"})
}

// Entries are a line under Columns.
func (l Line) Entries() []any {
	list := []any{l.Rank, l.Config.Method}
	for _, v := range l.Values {
		list = append(list, number(v))
	}
	list = append(list, number(l.Noise))
	values := []any{l.Epsilon, l.Delta}
	if l.Config.HeldOut > 0 {
		values = append(values, l.Chosen)
	}
	values = append(values, l.Error, l.Low, l.High)
	if l.Runs == 0 {
		clear(values)
	}
	var neighbours any
	if l.Runs > 0 && !math.IsNaN(l.Epsilon) {
		neighbours = config.NeighbourWords(l.Config)
	}
	return append(append(list, values...), l.Runs, neighbours)
}

// number is a value of the text form for a table: a number, numbers with commas, or
// absent.
func number(v string) any {
	if v == "" {
		return nil
	}
	list, err := admm.ParseNumbers(v)
	if err != nil || len(list) != 1 {
		return v
	}
	return list[0]
}

// write writes the files of the results, all of them or none. data is the key of their data with full
// paths: the session of the best may be run from another folder.
func (r Results) write(ctx context.Context, folder *sweep.Folder, dir, data string) error {
	session := r.Lines[0].Config
	session.Data = data
	best := []byte(session.Text())
	if err := replaceable(ctx, folder, dir, best); err != nil { // also of what was written there meanwhile
		return err
	}
	if err := folder.Author(ctx, BestFile, best); err != nil {
		return err
	}
	batch := folder.Batch()
	defer batch.Close()
	err := batch.Write(ctx, filepath.Join(dir, TableFile), r.Plan.reads, func(w io.Writer) error {
		t, err := report.NewTable(w, "csv", r.Columns())
		if err != nil {
			return err
		}
		for _, l := range r.Lines {
			if err := t.Write(l.Entries()...); err != nil {
				return err
			}
		}
		return t.Flush()
	})
	if err != nil {
		return err
	}
	err = batch.Write(ctx, filepath.Join(dir, BestFile), r.Plan.reads, func(w io.Writer) error {
		_, err := w.Write(best)
		return err
	})
	if err != nil {
		return err
	}
	return folder.Settle(ctx, &batch)
}

// replaceable is why the session of the best must not be written into the folder dir: what is there
// was not written by a tune, which has written its table with it.
func replaceable(ctx context.Context, f *sweep.Folder, dir string, best []byte) error {
	_, err := f.Authored(ctx, BestFile, best, func(there []byte) bool { // without titles, events and what changes no result
		_, tabled := os.Stat(filepath.Join(dir, TableFile))
		c, err := config.ParseText(there, BestFile)
		return tabled == nil && err == nil && prepared(c, c.HeldOut > 0).Text() == string(there)
	})
	return err
}

// Words are what came out, in sentences.
func (r Results) Words() []string {
	if !r.Whole {
		return []string{"No last round yet: the order so far is one of few draws."}
	}
	best, words := r.Lines[0], []string{}
	where := "test rows"
	if r.Plan.Aside() {
		where = "held-out rows"
	}
	total := fmt.Sprintf("at ε ≤ %s, δ = %s, %s", numeral.AtMost(best.Epsilon, 3), numeral.AtMost(best.Delta, 3), config.NeighbourWords(best.Config))
	if math.IsNaN(best.Epsilon) {
		total = "with a guarantee that lapsed on the way"
	}
	words = append(words, fmt.Sprintf("Best: %s, on average %.3g %% of the %s wrong (%s of the noise), %s.",
		r.name(best), 100*best.Chosen, where, draws(best.Runs), total))
	if neighbours := r.Plan.Promise().Neighbours; len(neighbours) > 1 {
		words = append(words, fmt.Sprintf("The totals are not of the same neighbours (%s): they must not be held against each other.", strings.Join(neighbours, ", ")))
	}
	for line := range strings.SplitSeq(best.Told, "\n") {
		if line != "" {
			words = append(words, "Of its data: "+line+".")
		}
	}
	if r.Diverged > 0 {
		words = append(words, fmt.Sprintf("Runs that left the finite range: %d. Each counts as one that gets every row wrong.", r.Diverged))
	}
	if r.Lapsed > 0 {
		words = append(words, fmt.Sprintf("Runs that lost their guarantee on the way: %d. Each counts as one that gets every row wrong.", r.Lapsed))
	}
	if r.Stopped > 0 {
		words = append(words, fmt.Sprintf("Runs that their budget ended before the limit: %d.", r.Stopped))
	}
	words = append(words, r.indistinguishable())
	if len(best.AtEdge) > 0 {
		words = append(words, fmt.Sprintf("It lies at the edge of what was tried in %s: a better one may lie beyond.", strings.Join(best.AtEdge, " and ")))
	}
	words = append(words, r.each(func(l Line) string { return l.Doubt }, "The noise of %s %s.")...)
	words = append(words, r.each(func(l Line) string { return l.Why }, "%s left out, no noise keeps the budget: %s.")...)
	if r.Plan.Aside() {
		return append(words, "It was chosen by training rows that nobody trained on; that choice looks at people's data, too, and is in no ε.")
	}
	return append(words, "It was chosen by the test rows: that is in no ε, and makes their error look a little too good. Held-out training rows can choose instead.")
}

// each says of how many settings what is told of them, each telling once.
func (r Results) each(told func(Line) string, sentence string) (words []string) {
	of, list := make(map[string]int), []string(nil)
	for _, l := range r.Lines {
		if text := strings.TrimSuffix(told(l), "."); text != "" {
			if of[text]++; of[text] == 1 {
				list = append(list, text)
			}
		}
	}
	for _, text := range list {
		words = append(words, fmt.Sprintf(sentence, settings(of[text]), text))
	}
	return words
}

// name is a setting in words.
func (r Results) name(l Line) string {
	words := []string{l.Config.Spec().Name}
	for k, key := range r.Plan.Keys {
		if l.Values[k] != "" {
			words = append(words, key+" "+config.ShortValue(l.Config, key, l.Values[k]))
		}
	}
	return strings.Join(append(words, l.Config.Spec().NoiseKnob+" "+numeral.ShortAll(l.Noise)), " ")
}

// indistinguishable says which settings may be the best: those that the test leaves. That of the
// least mean may be out, where a single draw drags the mean of one that is better in most.
func (r Results) indistinguishable() string {
	var ranks []string
	last := 0
	for _, l := range r.Lines {
		if l.Last {
			last++
		}
		if l.MayBeBest {
			ranks = append(ranks, fmt.Sprint(l.Rank))
		}
	}
	test := fmt.Sprintf("(signed-rank tests over the same %s of the noise, all together wrong in at most 5 %% of cases)", draws(r.Plan.Repeats))
	switch need := enough(last); {
	case last == 1:
		return "It is the only one that came so far."
	case len(ranks) == 0:
		return "The comparisons of the last round contradict one another: more draws would settle it."
	case r.Plan.Repeats < need:
		return fmt.Sprintf("%s cannot tell any of %s apart: %d could.", draws(r.Plan.Repeats), settings(last), need)
	case !r.Lines[0].MayBeBest:
		left, among := "is rank", "that one"
		if len(ranks) > 1 {
			left, among = "are ranks", "among them"
		}
		return fmt.Sprintf("Its mean is the least, but draw by draw it is worse than another of the last round: left (≈) %s %s of these %d; the best in expectation is %s %s.", left, strings.Join(ranks, ", "), last, among, test)
	case len(ranks) == 1:
		return fmt.Sprintf("It is told from all others of the last round %s.", test)
	}
	return fmt.Sprintf("Indistinguishable (≈): ranks %s of the %d of the last round; the best of these %d in expectation is among them %s.", strings.Join(ranks, ", "), last, last, test)
}
