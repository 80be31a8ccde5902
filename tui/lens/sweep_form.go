package lens

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/sweep"
	"admmlab/tui/dialog"
	"admmlab/tui/help"
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

// SweepAxis is a key and its values as they are typed.
type SweepAxis struct{ Key, Values string }

// sweepBase is the session that is swept: what a reset would start, without its
// changes in mid-run.
func (l *Sweep) sweepBase(s *scene.Scene) config.Config {
	c := s.Grant(s.Base)
	c.Title, c.Caption, c.Events = "", "", nil
	c.Realised = false // it costs time and is in no result
	return c
}

// sweepText is a plan as a file.
func sweepText(c config.Config, axes []SweepAxis, repeats int) string {
	var b strings.Builder
	b.WriteString(c.Text() + "\n[sweep]\n")
	for _, a := range axes {
		k, _ := config.KnobOf(c, a.Key)
		switch {
		case a.Key == "":
		case k.Choices != nil || k.Commas: // names, which may hold commas
			names := strings.Fields(a.Values)
			for i, name := range names {
				names[i] = config.Quote(name)
			}
			fmt.Fprintf(&b, "%s = [%s]\n", a.Key, strings.Join(names, ", "))
		default:
			fmt.Fprintf(&b, "%s = %s\n", a.Key, config.Quote(a.Values))
		}
	}
	fmt.Fprintf(&b, "repeats = %d\n", repeats)
	return b.String()
}

// sweepValues reads the values of an axis; the error is a sentence without the
// line of a file that nobody has seen.
func (l *Sweep) sweepValues(s *scene.Scene, a SweepAxis) ([]string, error) {
	p, err := l.sweepPlan(s, a, "")
	if err != nil {
		return nil, err
	}
	return p.Axes[0].Values, nil
}

// sweepPlan is a plan over one axis, with the table [optimum].
func (l *Sweep) sweepPlan(s *scene.Scene, a SweepAxis, optimum string) (sweep.Plan, error) {
	p, err := sweep.Parse([]byte(sweepText(l.sweepBase(s), []SweepAxis{a}, 1)+optimum), "the sweep", nil)
	if err != nil {
		text := err.Error()
		if _, rest, found := strings.Cut(text, ": "); found && strings.HasPrefix(text, "line ") {
			text = rest
		}
		return p, fmt.Errorf("%s", text)
	}
	return p, nil
}

// sweepKeys are the parameters that can be swept.
func (l *Sweep) sweepKeys(s *scene.Scene) []string {
	var keys []string
	for _, r := range s.Rows() {
		if r.Key != scene.PaceKey && r.Key != config.RepeatKnob.Key && r.Key != config.RealisedKnob.Key && r.Key != config.WatchKnob.Key {
			keys = append(keys, r.Key)
		}
	}
	return append(keys, config.MethodKnob.Key)
}

// usual is a range around the value in force, or every choice there is.
func (l *Sweep) usual(s *scene.Scene, key string) string {
	c := l.sweepBase(s)
	k, ok := config.KnobOf(c, key)
	if !ok {
		return ""
	}
	if k.Choices != nil {
		return strings.Join(k.Choices(c), " ")
	}
	value, err := strconv.ParseFloat(k.Value(c), 64)
	if err != nil {
		return k.Value(c)
	}
	number := func(x float64) string { // in three digits
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	for _, times := range []float64{10, 4, 2, 1.5} {
		text := fmt.Sprintf("%s..%s log 9", number(value/times), number(value*times))
		if _, err := l.sweepValues(s, SweepAxis{key, text}); err == nil {
			return text
		}
	}
	return "0..1 5"
}

// ask opens the form of a new sweep.
func (l *Sweep) ask(s *scene.Scene) scene.Wish {
	if l.Job.UnderWay() {
		return scene.Say{Text: "a sweep is under way: esc in its lens stops it, finished runs stay"}
	}
	f := &l.Form
	if f.Repeats == 0 {
		f.Repeats = 5
	}
	if keys := l.sweepKeys(s); f.Axes[0].Key == "" || !s.HasRow(f.Axes[0].Key) {
		f.Axes = [2]SweepAxis{{Key: keys[0]}}
		for _, key := range keys {
			if key == s.Selected {
				f.Axes[0].Key = key
			}
		}
		f.Axes[0].Values = l.usual(s, f.Axes[0].Key)
	}
	return l.sweepDialog(s, 0)
}

// sweepDialog is the form: every line opens an entry or a list and comes back.
func (l *Sweep) sweepDialog(s *scene.Scene, line int) scene.Wish {
	f := &l.Form
	name := func(key string) string {
		k, _ := config.KnobOf(s.InForce(), key)
		return config.KnobName(k)
	}
	count := f.Repeats
	for _, a := range f.Axes {
		if values, err := l.sweepValues(s, a); a.Key != "" && err == nil {
			count *= len(values)
		}
	}
	item := func(title, detail, long, value string) dialog.Item {
		return dialog.Item{Title: title, Detail: detail, Long: long, Value: value}
	}
	items := []dialog.Item{
		item("run it", fmt.Sprintf("%s runs of %d iterations", numeral.Group(count), l.sweepBase(s).Iterations),
			"in the background, on all cores but one. Finished runs are kept: the same sweep goes on where it was stopped", "run"),
		item("parameter…", name(f.Axes[0].Key), "what is varied; the rest is as after a reset", "key0"),
		item("its values…", f.Axes[0].Values, valuesForm, "values0"),
	}
	if f.Axes[1].Key == "" {
		items = append(items, item("second parameter…", "none", "a second one makes a grid, and a heat map of it", "key1"))
	} else {
		items = append(items, item("second parameter…", name(f.Axes[1].Key), "a second one makes a grid, and a heat map of it", "key1"),
			item("its values…", f.Axes[1].Values, valuesForm, "values1"))
	}
	if f.swept() {
		for _, w := range weights {
			items = append(items, item(w.title, cmp.Or(f.weighs[w.key], w.unless), w.words, w.key))
		}
	}
	items = append(items, item("draws of the noise…", strconv.Itoa(f.Repeats), "runs at each point, on the same data, split and graph: a band shows what the noise does", "repeats"))
	return scene.Pick{Title: "Sweep", Items: items, Selected: line, Then: func(v any) scene.Wish {
		switch v {
		case "run":
			return l.Start(s)
		case "key0", "key1":
			return l.pickSweepKey(s, int(v.(string)[3]-'0'))
		case "values0":
			return l.typeSweepValues(s, 0)
		case "values1":
			return l.typeSweepValues(s, 1)
		case "repeats":
			return l.typeRepeats(s)
		case sweep.LossKey:
			return l.turnLoss(s)
		}
		return l.typeWeight(s, v.(string))
	}}
}

const valuesForm = "LOW..HIGH, log or linear, and how many points, such as 0.01..1 log 9; or a list: 0.1, 0.2, 0.5; names with blanks between"

// pickSweepKey chooses the parameter of an axis.
func (l *Sweep) pickSweepKey(s *scene.Scene, axis int) scene.Wish {
	f := &l.Form
	var items []dialog.Item
	selected := 0
	if axis == 1 {
		items = append(items, dialog.Item{Title: "none", Value: ""})
	}
	for _, key := range l.sweepKeys(s) {
		if axis == 1 && key == f.Axes[0].Key {
			continue
		}
		if key == f.Axes[axis].Key {
			selected = len(items)
		}
		k, _ := config.KnobOf(s.InForce(), key)
		items = append(items, dialog.Item{Title: config.KnobName(k), Detail: k.Words, Value: key})
	}
	back := func() scene.Wish { return l.sweepDialog(s, 1+2*axis) }
	return scene.Pick{Title: "What is varied", Items: items, Selected: selected, Else: back, Then: func(v any) scene.Wish {
		key := v.(string)
		f.Axes[axis] = SweepAxis{Key: key}
		if key != "" {
			f.Axes[axis].Values = l.usual(s, key)
		}
		if axis == 0 && key == f.Axes[1].Key {
			f.Axes[1] = SweepAxis{}
		}
		return back()
	}}
}

// typed asks for a line of the form and comes back to it.
func (l *Sweep) typed(s *scene.Scene, e scene.Entry, line int, take func(text string)) scene.Wish {
	e.Help = help.Panel(l.Name(), s.Wished())
	e.Else = func() scene.Wish { return l.sweepDialog(s, line) }
	e.Then = func(text string) scene.Wish {
		take(text)
		return e.Else()
	}
	return e
}

// typeSweepValues asks for the values of an axis.
func (l *Sweep) typeSweepValues(s *scene.Scene, axis int) scene.Wish {
	a := &l.Form.Axes[axis]
	check := func(text string) error {
		_, err := l.sweepValues(s, SweepAxis{a.Key, text})
		return err
	}
	label := "LOW..HIGH log POINTS, or a list with commas"
	if k, _ := config.KnobOf(s.InForce(), a.Key); k.Choices != nil {
		label = "names with blanks between"
	}
	return l.typed(s, scene.Entry{Title: "Values of " + a.Key, Label: label, Value: a.Values, Check: check}, 2+2*axis, func(text string) { a.Values = text })
}

// weight is a line of the form: its key in [optimum], and what holds while it is empty.
type weight struct{ key, title, unless, label, words string }

// weights are the lines of the form on problem (28) of TIFS 2017: minimise
// L_acc(alpha) − U_priv(alpha) with L_acc ≤ c3 and alpha ≤ alpha_U.
var weights = []weight{
	{sweep.MostLossKey, "cap c₃ on the loss…", "none", "a number; empty is no cap", "for the optimal α: problem (28) of TIFS 2017 has no minimiser without it"},
	{sweep.OmegaKey, "weights ω₁ to ω₄…", "0.02, 6, 9, 1", "four numbers with commas; empty is as printed", "what privacy is worth in (28): ω₁ ln(ω₂ / (ω₃ α + ω₄ α²)); the paper has 0.02, 6, 9, 1"},
	{sweep.MostKey, "largest allowed α, α_U…", "largest swept", "a number; empty is the largest that is swept", "α ≤ α_U in (28): beyond it counts as not private. The paper names no value"},
	{sweep.LossKey, "loss in (28)", sweep.TrainLoss.Column, "", "train_loss_c is C̄, the loss with its factor C, as the paper measures it; c₃ and ω₁ are then in its unit"},
}

// turnLoss takes the other loss for problem (28).
func (l *Sweep) turnLoss(s *scene.Scene) scene.Wish {
	names := sweep.Losses()
	at := slices.Index(names, cmp.Or(l.Form.weighs[sweep.LossKey], names[0]))
	l.Form.weigh(sweep.LossKey, names[(at+1)%len(names)])
	return l.sweepDialog(s, l.lineOf(sweep.LossKey))
}

// lineOf is the line of a weight in the form.
func (l *Sweep) lineOf(key string) int {
	line := 4 // run, parameter, values, second parameter
	if l.Form.Axes[1].Key != "" {
		line++
	}
	for _, w := range weights {
		if w.key == key {
			break
		}
		line++
	}
	return line
}

// weigh takes what was typed of problem (28).
func (f *SweepForm) weigh(key, text string) {
	f.weighs = maps.Clone(f.weighs)
	if f.weighs == nil {
		f.weighs = map[string]string{}
	}
	f.weighs[key] = strings.TrimSpace(text)
}

// typeWeight asks for a number of problem (28), or four.
func (l *Sweep) typeWeight(s *scene.Scene, key string) scene.Wish {
	at := slices.IndexFunc(weights, func(w weight) bool { return w.key == key })
	w := weights[at]
	check := func(text string) error {
		f := SweepForm{}
		f.weigh(key, text)
		_, err := l.sweepPlan(s, l.Form.Axes[0], f.optimumText())
		return err
	}
	value := l.Form.weighs[key]
	if value == "" && check(w.unless) == nil { // what is printed is there to be changed
		value = w.unless
	}
	return l.typed(s, scene.Entry{Title: strings.ToUpper(w.title[:1]) + strings.TrimSuffix(w.title[1:], "…"), Label: w.label, Value: value, Check: check}, l.lineOf(key), func(text string) { l.Form.weigh(key, text) })
}

// mostRepeats is what the form takes; a plan file takes more.
const mostRepeats = 1000

func (l *Sweep) typeRepeats(s *scene.Scene) scene.Wish {
	f, wanted := &l.Form, fmt.Sprintf("a whole number from 1 to %d", mostRepeats)
	check := func(text string) error {
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err != nil || n < 1 || n > mostRepeats {
			return fmt.Errorf("%q draws, expected %s", text, wanted)
		}
		return nil
	}
	return l.typed(s, scene.Entry{Title: "Draws of the noise at each point", Label: wanted, Value: strconv.Itoa(f.Repeats), Check: check}, 0, func(text string) {
		f.Repeats, _ = strconv.Atoi(text)
	})
}
