package kept

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// whenColumn is the one the table is sorted by at first.
const whenColumn = 9

// runColumns are the columns of the table of runs.
func runColumns() []dialog.Column {
	by := func(less func(a, b archive.Record) int) func(a, b dialog.Row) int {
		return func(a, b dialog.Row) int { return less(runOf(a), runOf(b)) }
	}
	number := func(of func(archive.Record) float64) func(a, b dialog.Row) int {
		return by(func(a, b archive.Record) int { return compareNumbers(of(a), of(b)) })
	}
	text := func(column int) func(a, b dialog.Row) int {
		return func(a, b dialog.Row) int { return strings.Compare(a.Cells[column], b.Cells[column]) }
	}
	return []dialog.Column{
		{Title: "method", Compare: text(0)},
		{Title: "name", Least: 8, Drop: 5, Compare: text(1)},
		{Title: "settings", Least: 10, Drop: 4, Compare: text(2)},
		{Title: "loss", Right: true, Compare: number(func(r archive.Record) float64 { return r.Last.TrainLoss })},
		{Title: "error %", Right: true, Drop: 2, Compare: number(func(r archive.Record) float64 { return r.Last.TestError })},
		{Title: "ε", Right: true, Drop: 3, Compare: number(provedTotal)},
		{Title: "seed", Right: true, Drop: 7, Compare: by(func(a, b archive.Record) int { return cmp.Compare(a.Config.Seed, b.Config.Seed) })},
		{Title: "t", Right: true, Drop: 8, Compare: number(func(r archive.Record) float64 { return float64(r.Last.Iteration) })},
		{Title: "changes", Right: true, Drop: 9, Compare: number(func(r archive.Record) float64 { return float64(r.Changes()) })},
		{Title: "when", Drop: 6, Compare: by(func(a, b archive.Record) int { return a.Began.Compare(b.Began) })},
	}
}

// compareNumbers puts what is not a number last.
func compareNumbers(a, b float64) int {
	if math.IsNaN(a) || math.IsNaN(b) {
		return -cmp.Compare(a, b)
	}
	return cmp.Compare(a, b)
}

// provedTotal is the smallest total that is proved, NaN without a guarantee.
func provedTotal(r archive.Record) float64 {
	return r.Last.Tight
}

// runLister makes the lines of the table; a thousand take long enough to be made in
// a command.
type runLister struct {
	now              time.Time
	onScreen, pinned string // IDs
	doubts           bool   // are asked for: whether the data are those of then
	origin           func(ctx context.Context, data string) (string, error)
}

// lister lists runs as of now.
func (k *Keeper) lister() runLister {
	return runLister{k.scene.Now, k.run.id, k.scene.Pinned, k.table.asked, k.hooks.Origin}
}

func (l runLister) rows(records []archive.Record) []dialog.Row {
	var rows []dialog.Row
	for _, r := range records {
		rows = append(rows, l.row(r))
	}
	return rows
}

func (l runLister) row(r archive.Record) dialog.Row {
	changes := ""
	if n := r.Changes(); n > 0 {
		changes = fmt.Sprint(n)
	}
	settings := runSettings(r)
	return dialog.Row{
		Cells: []string{
			r.Config.Spec().Name, beginning(shownName(r), mostOfCell), beginning(settings, mostOfCell), numeral.Short(r.Last.TrainLoss), numeral.Short(100 * r.Last.TestError),
			scene.Bound(provedTotal(r)), fmt.Sprint(r.Config.Seed), fmt.Sprint(r.Last.Iteration), changes, whenWords(r.Began, l.now),
		},
		Long: beginning(l.words(r, settings), mostOfWords), Value: r,
	}
}

// What of a text can be seen at all: numbers for each of 1,000 nodes would be gone over for
// every key.
const (
	mostOfCell  = 500
	mostOfWords = 5_000
)

// beginning is at most so many characters of a text.
func beginning(text string, most int) string {
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "…"
		}
	}
	return text
}

// runSettings are the settings that differ from the method's defaults, short.
func runSettings(r archive.Record) string {
	var words []string
	for _, d := range r.Settings() {
		if k, ok := config.KnobOf(r.Config, d.Key); ok && d.Values[0] != "" {
			words = append(words, config.KnobName(k)+" "+config.ShortValue(r.Config, d.Key, d.Values[0]))
		}
	}
	return strings.Join(words, ", ")
}

// shownName is the name of a run or, in quotes, as no run is found by it, the title of its session.
func shownName(r archive.Record) string {
	if r.Name == "" && r.Config.Title != "" {
		return `"` + r.Config.Title + `"`
	}
	return r.Name
}

// mostChanges is how many changes of a run are told in its words.
const mostChanges = 20

// words are what the columns leave out, and settings, which they may have cut: which run it
// is and what is doubted of it come first, as the end may have no room.
func (l runLister) words(r archive.Record, settings string) string {
	ends := map[archive.End]string{archive.Left: "left", archive.Limit: "limit reached", archive.Budget: "stopped by its budget", archive.Met: "stopped by its condition", archive.Halted: "halted"}
	end := ends[r.End]
	var parts []string
	if r.Name != "" {
		parts = append(parts, r.Name)
	}
	if r.ID == l.onScreen {
		if r.End == archive.Left {
			end = "so far"
		}
		parts = append(parts, "the run on the screen")
	}
	if r.ID == l.pinned {
		parts = append(parts, "pinned")
	}
	if r.Doubt != "" {
		parts = append(parts, r.Doubt)
	}
	parts = append(parts, cmp.Or(report.Ended(r.Config, r.Last).Promise(), report.Headline(false, &r.Last)))
	parts = append(parts, fmt.Sprintf("%s, t %d of %d, %s", r.Began.Local().Format("2006-01-02 15:04"), r.Last.Iteration, r.Config.Limit(), end))
	if !math.IsNaN(r.Last.RealisedMax) {
		parts = append(parts, "largest realised loss "+numeral.Short(r.Last.RealisedMax)+", "+r.Config.Spec().Measured())
	}
	n := r.Changes()
	for _, e := range r.Config.Events[:min(n, mostChanges)] {
		parts = append(parts, scene.Symbols(e.String()))
	}
	if n > mostChanges {
		parts = append(parts, fmt.Sprintf("and %d more changes", n-mostChanges))
	}
	if settings != "" {
		parts = append(parts, settings)
	}
	return strings.Join(parts, " · ")
}

// whenWords is a moment in short, as of now.
func whenWords(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	switch {
	case t.Year() != now.Year():
		return t.Format("2006-01-02")
	case t.YearDay() != now.YearDay():
		return t.Format("Jan 2 15:04")
	}
	return t.Format("15:04")
}

// runName is what a run is called in a sentence.
func runName(r archive.Record, now time.Time) string {
	if name := shownName(r); name != "" {
		return name
	}
	return r.Config.Spec().Name + " " + whenWords(r.Began, now)
}
