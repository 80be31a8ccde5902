package tui

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/sweep"
	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// sweepForm is a sweep as it is being asked for.
type sweepForm struct {
	axes     [2]sweepAxis // the second may have no key
	repeats  int
	mostLoss string // c3 of problem (28), "" for none
}

// sweepAxis is a key and its values as they are typed.
type sweepAxis struct{ key, values string }

// sweepBase is the session that is swept: what a reset would start, without its
// changes in mid-run.
func (m *Model) sweepBase() config.Config {
	c := m.scene.Grant(m.scene.Base)
	c.Title, c.Caption, c.Events = "", "", nil
	c.Realised = false // it costs time and is in no result
	return c
}

// sweepText is a plan as a file.
func sweepText(c config.Config, axes []sweepAxis, repeats int) string {
	var b strings.Builder
	b.WriteString(c.Text() + "\n[sweep]\n")
	for _, a := range axes {
		k, _ := config.KnobOf(c, a.key)
		switch {
		case a.key == "":
		case k.Choices != nil || k.Commas: // names, which may hold commas
			names := strings.Fields(a.values)
			for i, name := range names {
				names[i] = strconv.Quote(name)
			}
			fmt.Fprintf(&b, "%s = [%s]\n", a.key, strings.Join(names, ", "))
		default:
			fmt.Fprintf(&b, "%s = %s\n", a.key, strconv.Quote(a.values))
		}
	}
	fmt.Fprintf(&b, "repeats = %d\n", repeats)
	return b.String()
}

// sweepValues reads the values of an axis; the error is a sentence without the
// line of a file that nobody has seen.
func (m *Model) sweepValues(a sweepAxis) ([]string, error) {
	p, err := sweep.Parse([]byte(sweepText(m.sweepBase(), []sweepAxis{a}, 1)), "the sweep", nil)
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
func (m *Model) sweepKeys() []string {
	var keys []string
	for _, r := range m.scene.Rows() {
		if r.Key != scene.PaceKey && r.Key != config.RepeatKnob.Key && r.Key != config.RealisedKnob.Key && r.Key != config.WatchKnob.Key {
			keys = append(keys, r.Key)
		}
	}
	return append(keys, config.MethodKnob.Key)
}

// usual is a range around the value in force, or every choice there is.
func (m *Model) usual(key string) string {
	c := m.sweepBase()
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
		if _, err := m.sweepValues(sweepAxis{key, text}); err == nil {
			return text
		}
	}
	return "0..1 5"
}

// sweepKey opens the lens on a sweep, or asks for the first one.
func (m *Model) sweepKey() tea.Cmd {
	if m.sweeps.job.UnderWay() || m.sweeps.picture != nil {
		m.toggleLens(sweepLens)
		return nil
	}
	return m.askSweep()
}

// askSweep opens the form of a new sweep.
func (m *Model) askSweep() tea.Cmd {
	if m.sweeps.job.UnderWay() {
		m.scene.Say("a sweep is under way: esc in its lens stops it, finished runs stay")
		return nil
	}
	f := &m.sweeps.form
	if f.repeats == 0 {
		f.repeats = 5
	}
	if keys := m.sweepKeys(); f.axes[0].key == "" || !m.scene.HasRow(f.axes[0].key) {
		f.axes = [2]sweepAxis{{key: keys[0]}}
		for _, key := range keys {
			if key == m.scene.Selected {
				f.axes[0].key = key
			}
		}
		f.axes[0].values = m.usual(f.axes[0].key)
	}
	return m.sweepDialog(0)
}

// sweepDialog is the form: every line opens an entry or a list and comes back.
func (m *Model) sweepDialog(line int) tea.Cmd {
	f := &m.sweeps.form
	name := func(key string) string {
		k, _ := config.KnobOf(m.scene.InForce(), key)
		return scene.NameOf(k)
	}
	count := f.repeats
	for _, a := range f.axes {
		if values, err := m.sweepValues(a); a.key != "" && err == nil {
			count *= len(values)
		}
	}
	item := func(title, detail, long, value string) dialog.Item {
		return dialog.Item{Title: title, Detail: detail, Long: long, Value: value}
	}
	items := []dialog.Item{
		item("run it", fmt.Sprintf("%s runs of %d iterations", scene.Grouped(count), m.sweepBase().Iterations),
			"in the background, on all cores but one. Finished runs are kept: the same sweep goes on where it was stopped", "run"),
		item("parameter…", name(f.axes[0].key), "what is varied; the rest is as after a reset", "key0"),
		item("its values…", f.axes[0].values, valuesForm, "values0"),
	}
	if f.axes[1].key == "" {
		items = append(items, item("second parameter…", "none", "a second one makes a grid, and a heat map of it", "key1"))
	} else {
		items = append(items, item("second parameter…", name(f.axes[1].key), "a second one makes a grid, and a heat map of it", "key1"),
			item("its values…", f.axes[1].values, valuesForm, "values1"))
	}
	if f.axes[0].key == admm.AlphaKey || f.axes[1].key == admm.AlphaKey {
		items = append(items, item("cap c₃ on the loss…", cmp.Or(f.mostLoss, "none"), "for the optimal α: problem (28) of TIFS 2017 has no minimiser without it", "cap"))
	}
	items = append(items, item("draws of the noise…", strconv.Itoa(f.repeats), "runs at each point, on the same data, split and graph: a band shows what the noise does", "repeats"))
	return m.pick("Sweep", items, line, func(v any) tea.Cmd {
		switch v {
		case "run":
			return m.startSweep()
		case "key0", "key1":
			return m.pickSweepKey(int(v.(string)[3] - '0'))
		case "values0":
			return m.typeSweepValues(0)
		case "values1":
			return m.typeSweepValues(1)
		case "cap":
			return m.typeCap()
		}
		return m.typeRepeats()
	})
}

const valuesForm = "LOW..HIGH, log or linear, and how many points, such as 0.01..1 log 9; or a list: 0.1, 0.2, 0.5; names with blanks between"

// pickSweepKey chooses the parameter of an axis.
func (m *Model) pickSweepKey(axis int) tea.Cmd {
	f := &m.sweeps.form
	var items []dialog.Item
	selected := 0
	if axis == 1 {
		items = append(items, dialog.Item{Title: "none", Value: ""})
	}
	for _, key := range m.sweepKeys() {
		if axis == 1 && key == f.axes[0].key {
			continue
		}
		if key == f.axes[axis].key {
			selected = len(items)
		}
		k, _ := config.KnobOf(m.scene.InForce(), key)
		items = append(items, dialog.Item{Title: scene.NameOf(k), Detail: k.Words, Value: key})
	}
	p := dialog.NewPick("What is varied", items, selected, m.look())
	return m.open(p, func() tea.Cmd {
		if item, ok := p.Chosen(); ok {
			key := item.Value.(string)
			f.axes[axis] = sweepAxis{key: key}
			if key != "" {
				f.axes[axis].values = m.usual(key)
			}
			if axis == 0 && key == f.axes[1].key {
				f.axes[1] = sweepAxis{}
			}
		}
		return m.sweepDialog(1 + 2*axis)
	})
}

// typeSweepValues asks for the values of an axis.
func (m *Model) typeSweepValues(axis int) tea.Cmd {
	a := &m.sweeps.form.axes[axis]
	check := func(text string) error {
		_, err := m.sweepValues(sweepAxis{a.key, text})
		return err
	}
	label := "LOW..HIGH log POINTS, or a list with commas"
	if k, _ := config.KnobOf(m.scene.InForce(), a.key); k.Choices != nil {
		label = "names with blanks between"
	}
	e := dialog.NewEntry("Values of "+a.key, label, a.values, check, m.look())
	return m.open(e, func() tea.Cmd {
		if text, ok := e.Value(); ok {
			a.values = strings.TrimSpace(text)
		}
		return m.sweepDialog(2 + 2*axis)
	})
}

// typeCap asks for the largest loss that the optimal alpha may have.
func (m *Model) typeCap() tea.Cmd {
	f := &m.sweeps.form
	check := func(text string) error {
		if x, err := strconv.ParseFloat(strings.TrimSpace(text), 64); text != "" && (err != nil || !(x > 0) || math.IsInf(x, 1)) {
			return fmt.Errorf("c3 = %q, expected a positive number, or nothing for no cap", text)
		}
		return nil
	}
	e := dialog.NewEntry("Cap c₃ on the training loss", "a number; empty is no cap", f.mostLoss, check, m.look())
	return m.open(e, func() tea.Cmd {
		if text, ok := e.Value(); ok {
			f.mostLoss = strings.TrimSpace(text)
		}
		return m.sweepDialog(0)
	})
}

// mostRepeats is what the form takes; a plan file takes more.
const mostRepeats = 1000

func (m *Model) typeRepeats() tea.Cmd {
	f := &m.sweeps.form
	check := func(text string) error {
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err != nil || n < 1 || n > mostRepeats {
			return fmt.Errorf("%q draws, expected a whole number from 1 to %d", text, mostRepeats)
		}
		return nil
	}
	e := dialog.NewEntry("Draws of the noise at each point", "a whole number", strconv.Itoa(f.repeats), check, m.look())
	return m.open(e, func() tea.Cmd {
		if text, ok := e.Value(); ok {
			f.repeats, _ = strconv.Atoi(strings.TrimSpace(text))
		}
		return m.sweepDialog(0)
	})
}
