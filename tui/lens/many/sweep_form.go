package many

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/sweep"
	"admmlab/tui/dialog"
	"admmlab/tui/help"
	"admmlab/tui/scene"
)

// ask opens the form of a new sweep.
func (l *Sweep) ask(s *scene.Scene) scene.Wish {
	if l.Job.UnderWay() {
		return scene.Say{Text: "a sweep is under way: esc in its lens stops it, finished runs stay"}
	}
	f := &l.Form
	if f.Repeats == 0 {
		f.Repeats = 5
	}
	keys := sweepKeys(s)
	if !slices.Contains(keys, f.Axes[1].Key) {
		f.Axes[1] = SweepAxis{}
	}
	if !slices.Contains(keys, f.Axes[0].Key) {
		f.Axes = [2]SweepAxis{{Key: keys[0]}}
		for _, key := range keys {
			if key == s.Selected {
				f.Axes[0].Key = key
			}
		}
		f.Axes[0].Values = usual(s, f.Axes[0].Key)
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
	item := func(title, detail, long, value string) dialog.Item {
		return dialog.Item{Title: title, Detail: detail, Long: long, Value: value}
	}
	session := f.session(s)
	count, known, err := f.runs(s, session)
	work := numeral.Counted(count, "run")
	if !slices.ContainsFunc(f.Axes[:], func(a SweepAxis) bool { return a.Key == config.IterationsKnob.Key }) {
		work += " of " + numeral.Counted(session.Limit(), "iteration")
	}
	about := "in the background, on all cores but one. Finished runs are kept: the same sweep goes on where it was stopped"
	switch {
	case err != nil:
		work = "not yet: " + err.Error()
		about = work // which is too long for its line
	case len(session.Events) > 0:
		work += ", with what changes on the way"
	}
	if err == nil && !known {
		work = "at most " + work
	}
	items := []dialog.Item{
		item("run it", work, about, "run"),
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

const valuesForm = "LOW..HIGH, log or linear, and how many points, such as 0.01..1 log 9; or a list: 0.1, 0.2, 0.5; names with blanks between, one that holds blanks in quotes"

// pickSweepKey chooses the parameter of an axis.
func (l *Sweep) pickSweepKey(s *scene.Scene, axis int) scene.Wish {
	f := &l.Form
	var items []dialog.Item
	selected := 0
	if axis == 1 {
		items = append(items, dialog.Item{Title: "none", Value: ""})
	}
	for _, key := range sweepKeys(s) {
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
		if key == f.Axes[axis].Key { // with the values that were typed
			return back()
		}
		f.Axes[axis] = SweepAxis{Key: key}
		if key != "" {
			f.Axes[axis].Values = usual(s, key)
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
		_, err := sweepValues(s, SweepAxis{a.Key, text})
		return err
	}
	label := "LOW..HIGH log POINTS, or a list with commas"
	c := s.InForce().Clone()
	switch k, _ := config.KnobOf(c, a.Key); {
	case named(k):
		label = "names with blanks between, one that holds blanks in quotes"
	case k.Set(&c, "1") != nil && k.Set(&c, "0.5") != nil: // it takes no number
		label = "a list with commas"
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
	{sweep.MostKey, "largest allowed α, α_U…", "largest swept", "a number; empty is the largest swept that has a loss", "α ≤ α_U in (28): beyond it counts as not private. The paper names no value"},
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

// typeWeight asks for a number of problem (28), or four.
func (l *Sweep) typeWeight(s *scene.Scene, key string) scene.Wish {
	at := slices.IndexFunc(weights, func(w weight) bool { return w.key == key })
	w := weights[at]
	check := func(text string) error {
		f := SweepForm{}
		f.weigh(key, text)
		_, err := sweepPlan(s, l.Form.Axes[0], f.optimumText())
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
	f := &l.Form
	return l.typed(s, draws("Draws of the noise at each point", f.Repeats, mostRepeats), 0, func(text string) {
		f.Repeats, _ = strconv.Atoi(text)
	})
}

// draws asks how many draws of the noise there are to be, now so many.
func draws(title string, now, most int) scene.Entry {
	return scene.Draws(scene.Entry{Title: title, Value: strconv.Itoa(now)}, 1, most)
}
