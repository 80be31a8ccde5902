package lens

import (
	"cmp"
	"fmt"
	"math"
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
	Axes     [2]SweepAxis // the second may have no key
	Repeats  int
	mostLoss string // c3 of problem (28), "" for none
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
	p, err := sweep.Parse([]byte(sweepText(l.sweepBase(s), []SweepAxis{a}, 1)), "the sweep", nil)
	if err != nil {
		text := err.Error()
		if _, rest, found := strings.Cut(text, ": "); found && strings.HasPrefix(text, "line ") {
			text = rest
		}
		return nil, fmt.Errorf("%s", text)
	}
	return p.Axes[0].Values, nil
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
	if f.Axes[0].Key == admm.AlphaKey || f.Axes[1].Key == admm.AlphaKey {
		items = append(items, item("cap c₃ on the loss…", cmp.Or(f.mostLoss, "none"), "for the optimal α: problem (28) of TIFS 2017 has no minimiser without it", "cap"))
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
		case "cap":
			return l.typeCap(s)
		}
		return l.typeRepeats(s)
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

// typeCap asks for the largest loss that the optimal alpha may have.
func (l *Sweep) typeCap(s *scene.Scene) scene.Wish {
	f := &l.Form
	check := func(text string) error {
		if x, err := strconv.ParseFloat(strings.TrimSpace(text), 64); text != "" && (err != nil || !(x > 0) || math.IsInf(x, 1)) {
			return fmt.Errorf("c3 = %q, expected a positive number, or nothing for no cap", text)
		}
		return nil
	}
	return l.typed(s, scene.Entry{Title: "Cap c₃ on the training loss", Label: "a number; empty is no cap", Value: f.mostLoss, Check: check}, 0, func(text string) { f.mostLoss = text })
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
