package many

import (
	"encoding/csv"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/report"
	"admmlab/sim/sweep"
	"admmlab/tui/scene"
)

// SweepForm is a sweep as it is being asked for.
type SweepForm struct {
	Axes    [2]SweepAxis // the second may have no key
	Repeats int
	weighs  map[string]string // of problem (28), by key of [optimum], as typed; without one it is as printed
}

// optimumText is the table [optimum] of the plan, "" where all is as printed.
func (f *SweepForm) optimumText() string {
	text := ""
	for _, key := range sweep.OptimumKeys {
		if value := f.weighs[key]; value != "" {
			text += key + " = " + config.Quote(value) + "\n"
		}
	}
	if text != "" {
		text = "[optimum]\n" + text
	}
	return text
}

// swept reports whether alpha is, so that there is an optimal one.
func (f *SweepForm) swept() bool {
	return f.Axes[0].Key == admm.AlphaKey || f.Axes[1].Key == admm.AlphaKey
}

// weigh takes what was typed of problem (28).
func (f *SweepForm) weigh(key, text string) {
	f.weighs = maps.Clone(f.weighs)
	if f.weighs == nil {
		f.weighs = map[string]string{}
	}
	f.weighs[key] = strings.TrimSpace(text)
}

// SweepAxis is a key and its values as they are typed.
type SweepAxis struct{ Key, Values string }

// session is what is swept: that which a reset would start.
func (f *SweepForm) session(s *scene.Scene) config.Config {
	c := s.Anew()
	c.DropEvents() // it would refuse them, too
	return swept(c, f.Axes[:]...)
}

// sweepBase is the session that is swept without its changes in mid-run, against which values
// are held.
func sweepBase(s *scene.Scene) config.Config { return swept(s.AnewUnchanged()) }

// swept is c without what is in no result of a sweep over axes: its words, and what records
// lose, unless a run of it stops by that.
func swept(c config.Config, axes ...SweepAxis) config.Config {
	c.Title, c.Caption = "", ""
	if slices.ContainsFunc(axes, func(a SweepAxis) bool { return stopsByLosses(c, a) }) {
		return c
	}
	return c.WithoutLosses()
}

// stopsByLosses reports whether a run of c with some value of an axis may stop by what records
// lose. No axis has a say in that but the condition and the limit, within which changes of the
// condition come.
func stopsByLosses(c config.Config, a SweepAxis) bool {
	if a.Key != config.StopWhenKnob.Key && a.Key != config.IterationsKnob.Key {
		return false
	}
	p, err := axisPlan(c, a, "")
	return err == nil && slices.ContainsFunc(p.Axes[0].Values, func(value string) bool {
		k, _ := config.KnobOf(c, a.Key)
		return k.Set(&c, value) == nil && c.StopsByLosses()
	})
}

// axisPlan is a plan over one axis of c without its changes in mid-run, with the table [optimum].
// Whether the axis changes anything they and the other axis have a say in.
func axisPlan(c config.Config, a SweepAxis, optimum string) (sweep.Plan, error) {
	c.Events = nil
	p, err := sweep.Parse([]byte(sweepText(c, []SweepAxis{a}, 1)+optimum), "the sweep", nil)
	if errors.Is(err, sweep.ErrIdle) {
		return p, nil
	}
	return p, unlined(err)
}

// sweepText is a plan as a file.
func sweepText(c config.Config, axes []SweepAxis, repeats int) string {
	var b strings.Builder
	b.WriteString(c.Text() + "\n[sweep]\n")
	for _, a := range axes {
		k, _ := config.KnobOf(c, a.Key)
		switch {
		case a.Key == "":
		case named(k):
			list := names(a.Values)
			for i, name := range list {
				list[i] = config.Quote(name)
			}
			fmt.Fprintf(&b, "%s = [%s]\n", a.Key, strings.Join(list, ", "))
		default:
			fmt.Fprintf(&b, "%s = %s\n", a.Key, config.Quote(a.Values))
		}
	}
	fmt.Fprintf(&b, "repeats = %d\n", repeats)
	return b.String()
}

// anywhere are the axes with values that are of the same files wherever they are read.
func (f *SweepForm) anywhere(s *scene.Scene) []SweepAxis {
	axes := slices.Clone(f.Axes[:])
	for i, a := range axes {
		if a.Key != config.DataKnob.Key {
			continue
		}
		list := names(a.Values)
		for k, key := range list {
			list[k] = name(s.FullPaths(key))
		}
		axes[i].Values = strings.Join(list, " ")
	}
	return axes
}

// named reports whether the values of a key are names, which may hold commas.
func named(k config.Knob) bool { return k.Choices != nil || k.Commas }

// names are those of a line, with blanks between. One that holds blanks or the end of a line
// stands in quotes, as in CSV; outside of them the end of a line is a blank.
func names(line string) []string {
	r := csv.NewReader(strings.NewReader(line))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = ' ', true, -1
	records, _ := r.ReadAll() // in any quotes, and of any length, nothing is wrong
	return slices.DeleteFunc(slices.Concat(records...), func(name string) bool { return name == "" })
}

// name is one as it stands in such a line.
func name(value string) string {
	if strings.ContainsAny(value, " \"\n\r") {
		return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
	}
	return value
}

// parsed is the plan of a text.
func parsed(text string) (sweep.Plan, error) {
	p, err := sweep.Parse([]byte(text), "the sweep", nil)
	return p, unlined(err)
}

// unlined is an error as a sentence without the line of a file that nobody has seen.
func unlined(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if _, rest, found := strings.Cut(text, ": "); found && strings.HasPrefix(text, "line ") {
		text = rest
	}
	return errors.New(text)
}

// idle says which axis changes no run that the form asks for, nil for none: values are of both, as
// runs has read them.
func (f *SweepForm) idle(session config.Config, values [2][]string) error {
	for i, a := range f.Axes {
		if a.Key == "" {
			continue
		}
		others := values[1-i]
		if f.Axes[1-i].Key == "" {
			others = []string{""}
		}
		var runs []config.Config
		for _, other := range others {
			c := session.Clone()
			set(&c, f.Axes[1-i].Key, other)
			set(&c, a.Key, values[i][0])
			runs = append(runs, c)
		}
		if _, why := config.Used(a.Key, runs...); why != "" {
			return fmt.Errorf("%s changes nothing while %s", a.Key, why)
		}
	}
	return nil
}

// set gives a key a value that has been read, in a session that need not stand without others.
func set(c *config.Config, key, value string) {
	if k, ok := config.KnobOf(*c, key); ok {
		_ = k.Set(c, value)
	}
}

// mostPlanned are the points, times the changes on the way, up to which runs plans all of them.
const mostPlanned = 250

// runs are how many the form asks for of a session, as its start would, and whether that is known: of many
// points it is the most there can be, and each axis is looked at by itself.
func (f *SweepForm) runs(s *scene.Scene, session config.Config) (count int, known bool, err error) {
	if err := s.Unfit(); err != nil {
		return 0, true, err
	}
	points := 1
	var values [2][]string
	for i, a := range f.Axes {
		if a.Key == "" {
			continue
		}
		if values[i], err = sweepValues(s, a); err != nil {
			return 0, true, err
		}
		points *= len(values[i])
	}
	if points*(1+len(session.Events)) > mostPlanned {
		if count = points * f.Repeats; points > sweep.MostRuns || count > sweep.MostRuns && session.Counts(config.RepeatKnob.Key) {
			return 0, true, sweep.TooMany(count)
		}
		return count, false, f.idle(session, values)
	}
	var runs [2]int // with one draw, and with two
	for i := range runs {
		p, err := parsed(sweepText(session, f.anywhere(s), i+1))
		if err != nil {
			return 0, true, err
		}
		runs[i] = p.Runs()
	}
	if count = runs[0] + (f.Repeats-1)*(runs[1]-runs[0]); count > sweep.MostRuns {
		return 0, true, sweep.TooMany(count)
	}
	return count, true, nil
}

// sweepValues reads the values of an axis.
func sweepValues(s *scene.Scene, a SweepAxis) ([]string, error) {
	p, err := sweepPlan(s, a, "")
	if err != nil {
		return nil, err
	}
	return p.Axes[0].Values, nil
}

// sweepPlan is a plan over one axis, with the table [optimum].
func sweepPlan(s *scene.Scene, a SweepAxis, optimum string) (sweep.Plan, error) {
	return axisPlan(sweepBase(s), a, optimum)
}

// sweepKeys are the parameters that can be swept.
func sweepKeys(s *scene.Scene) []string {
	var keys []string
	unseen := sweep.Unseen([]config.Config{sweepBase(s)})
	for _, r := range s.Rows() {
		if r.Key != scene.PaceKey && r.Key != config.RepeatKnob.Key && r.Key != config.RealisedKnob.Key && unseen[r.Key] == "" {
			keys = append(keys, r.Key)
		}
	}
	return append(keys, config.MethodKnob.Key)
}

// usual is a range around the value in force, or every choice there is.
func usual(s *scene.Scene, key string) string {
	c := sweepBase(s)
	k, ok := config.KnobOf(c, key)
	if !ok {
		return ""
	}
	switch {
	case k.Choices != nil:
		return strings.Join(k.Choices(c), " ")
	case named(k):
		return name(k.Value(c))
	}
	first, _, _ := strings.Cut(k.Value(c), ",") // of the nodes
	value, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return k.Value(c)
	}
	number := func(x float64) string { // in three digits, as a whole number where there are no others
		if !k.Numeric {
			x = math.Round(x)
		}
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	for _, around := range []bool{true, false} { // or from it on
		for _, times := range []float64{10, 4, 2, 1.5} {
			low := value
			if around {
				low /= times
			}
			text := fmt.Sprintf("%s..%s log 9", number(low), number(value*times))
			if _, err := sweepValues(s, SweepAxis{key, text}); err == nil {
				return text
			}
		}
	}
	return "0..1 5"
}

// sweepFolder is where a sweep keeps its runs: the same sweep, the same folder.
func sweepFolder(method string, f SweepForm, text string) (string, error) {
	home, err := report.DataFolder("sweeps")
	if err != nil {
		return "", fmt.Errorf("%w, or use admmlab sweep FILE --out DIR", err)
	}
	sum := fnv.New32a()
	sum.Write([]byte(text))
	name := method + "-" + f.Axes[0].Key
	if f.Axes[1].Key != "" {
		name += "-" + f.Axes[1].Key
	}
	return filepath.Join(home, fmt.Sprintf("%s-%08x", name, sum.Sum32())), nil
}
