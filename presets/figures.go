package presets

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
	"admmlab/sim/spell"
)

// Figure is a figure of a paper as a text file tells it: which runs of which
// presets stand in which panel.
type Figure struct {
	Name    string `toml:"-"` // as typed: "recycled-fig5"
	Title   string
	Caption string // what is seen, what of the paper it is, and what it cannot be
	// Missing is why the laboratory cannot draw it; then there are no panels.
	Missing string
	Repeats int // draws of the noise for every noisy curve: their mean and range; 0 is 1
	Columns int // panels side by side; 0 is 2
	Panels  []Panel
}

// Panel is one chart.
type Panel struct {
	Title  string
	X      string // "" for iterations, a key that all curves vary, or a column of rows
	Y      string // a column of rows, as in rows.Columns
	At     int    // with X: which iteration; 0 is the last
	Trail  bool   // with X a column: every run's way, a point an iteration
	Log    string // axes with a logarithmic scale: "x", "y", "xy"
	Curves []Curve
}

// Curve is one line: a preset's run, or a baseline or formula beside it.
type Curve struct {
	Label  string
	Preset string
	Set    []string // key=value, as with --set
	Vary   string   // "alpha=0.1,0.5,1": one run and one point for each
	// Baseline is one of level.References, on the data and split of the preset.
	Baseline string
	// Formula is one of Formulas, with its constants in Numbers; it reads the first
	// curve of its panel.
	Formula string
	Numbers []float64
}

// Formulas are what a Curve can plot beside runs: TIFS 2017, section V-C.
var Formulas = []string{"accuracy, least", "accuracy, late mean", "privacy utility"}

//go:embed figures/*.toml
var figureFiles embed.FS

// figureOrder is paper by paper.
var figureOrder = []string{
	"tifs-fig1", "tifs-fig2", "tifs-fig3", "tifs-fig4", "tifs-fig5", "tifs-table2",
	"aisec-fig1", "aisec-fig2", "aisec-fig3",
	"recycled-fig1", "recycled-fig2", "recycled-fig3", "recycled-fig4", "recycled-fig5", "recycled-cost",
	"sharing-fig1", "sharing-fig2", "sharing-fig3",
}

// Figures are the figures of the four papers, all of them, and Table II of TIFS 2017, paper
// by paper.
func Figures() []Figure {
	all := make([]Figure, len(figureOrder))
	for i, name := range figureOrder {
		all[i] = figure(name)
	}
	return all
}

// FindFigure is the figure of a name; the error hints at the nearest one.
func FindFigure(name string) (Figure, error) {
	if slices.Contains(figureOrder, name) {
		return figure(name), nil
	}
	return Figure{}, fmt.Errorf("no figure is called %q%s; admmlab figure --list lists them", name, spell.Hint(name, figureOrder))
}

// Together are sessions of a figure that can be watched side by side: those of its
// first panel, no two the same, so many at most (those without noise go first), with
// more assignments put over their presets'. There are none where it cannot be drawn.
func (f Figure) Together(most int, more []config.Assignment) ([]Point, error) {
	var list []Point
	if len(f.Panels) == 0 {
		return nil, nil
	}
	for _, c := range f.Panels[0].Curves {
		if c.Baseline != "" || c.Formula != "" {
			continue
		}
		points, err := c.Sessions(more)
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			if !slices.ContainsFunc(list, func(other Point) bool { return len(config.Differences(other.Config, p.Config)) == 0 }) {
				list = append(list, p)
			}
		}
	}
	for i := len(list) - 1; i >= 0 && len(list) > most; i-- {
		if c := list[i].Config; !c.Spec().Private() || !c.Set.Private {
			list = slices.Delete(list, i, i+1)
		}
	}
	return list[:min(most, len(list))], nil
}

// SideBySide is the caption of a figure over runs of Together, the first at the keys, behind which
// of its runs they are: one draw each, and with what the others take from the first.
func (f Figure) SideBySide(list []config.Config) string {
	all, _ := f.Together(math.MaxInt, nil)
	words := fmt.Sprintf("Here: %s, %d of %d runs", f.Panels[0].Title, len(list), len(all))
	if f.Repeats > 1 {
		words += ", one draw each"
	}
	var taken []string
	for _, c := range list[1:] {
		taken = append(taken, c.TakenFrom(list[0])...)
	}
	slices.Sort(taken)
	if taken = slices.Compact(taken); len(taken) > 0 {
		words += ", with the " + strings.Join(taken, ", ") + " of the first"
	}
	return words + ". " + f.Caption
}

// First is the first session of a figure that stands together with others on the screen, with
// more assignments put over it. Its words are those of its preset: the figure's tell of all
// its runs.
func (f Figure) First(more []config.Assignment) (Point, error) {
	list, err := f.Together(1+runner.MaxCompanions, more)
	switch {
	case err != nil:
		return Point{}, err
	case len(list) == 0:
		return Point{}, fmt.Errorf("%s cannot be run: %s", f.Name, f.Missing)
	}
	return list[0], nil
}

// figure reads one of our files, which the tests all read.
func figure(name string) Figure {
	text, err := figureFiles.ReadFile("figures/" + name + ".toml")
	if err != nil {
		panic("presets: " + err.Error())
	}
	f, err := parseFigure(text)
	if err != nil {
		panic("presets: figure " + name + ": " + err.Error())
	}
	f.Name = name
	return f
}

// parseFigure reads a definition and refuses what cannot be drawn.
func parseFigure(text []byte) (Figure, error) {
	var f Figure
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		var strict *toml.StrictMissingError
		if errors.As(err, &strict) {
			return f, fmt.Errorf("a key is not known: %s", strict.String())
		}
		return f, err
	}
	f.Repeats, f.Columns = max(1, f.Repeats), max(1, f.Columns)
	if (f.Missing == "") == (len(f.Panels) == 0) {
		return f, fmt.Errorf("expected panels or, instead, what is missing")
	}
	for _, p := range f.Panels {
		for _, c := range p.Curves {
			if err := c.check(p); err != nil {
				return f, fmt.Errorf("panel %q, curve %q: %w", p.Title, c.Label, err)
			}
		}
	}
	return f, nil
}

func (c Curve) check(p Panel) error {
	switch {
	case c.Label == "":
		return fmt.Errorf("no label")
	case !plotted(p.Y):
		return fmt.Errorf("y = %q is not a column of numbers", p.Y)
	case c.Formula != "" && !slices.Contains(Formulas, c.Formula):
		return fmt.Errorf("formula = %q, expected one of %q", c.Formula, Formulas)
	case p.Trail && (!plotted(p.X) || c.Formula != "" || c.Baseline != "" || c.Vary != ""):
		return fmt.Errorf("a trail is of one run over a column of numbers, found x = %q", p.X)
	case c.Formula != "":
		return nil
	case c.Baseline != "" && !slices.Contains(level.References, c.Baseline):
		return fmt.Errorf("baseline = %q, expected one of %q", c.Baseline, level.References)
	case c.Vary != "" && p.X == "":
		return fmt.Errorf("vary = %q over iterations, expected x", c.Vary)
	}
	key, _, _ := strings.Cut(c.Vary, "=")
	if c.Vary != "" && key != p.X && !plotted(p.X) {
		return fmt.Errorf("x = %q and vary = %q: expected the same key, or a column", p.X, c.Vary)
	}
	_, err := c.Sessions(nil)
	return err
}

// plotted reports whether a column of rows holds numbers.
func plotted(column string) bool {
	c, ok := rows.Find(column)
	return ok && c.Value != nil
}

// Point is one session of a curve.
type Point struct {
	Config config.Config
	At     float64 // of the varied key; 0 where nothing is varied
	Left   string  // what its method does not take of the preset, and what its curve varies instead, "" for nothing
}

// Varies reports whether every curve of f that is run, with more put over its preset, and
// reads the key varies it, so that nothing else that sets it counts.
func (f Figure) Varies(key string, more []config.Assignment) bool {
	some := false
	for _, p := range f.Panels {
		for _, c := range p.Curves {
			if c.Preset == "" { // a formula alone
				continue
			}
			if varied, _, _ := strings.Cut(c.Vary, "="); varied == key {
				some = true
				continue
			}
			points, err := c.Sessions(more)
			if err != nil || slices.ContainsFunc(points, func(p Point) bool { return p.Config.Counts(key) }) {
				return false
			}
		}
	}
	return some
}

// Sessions are the sessions of a curve, one for each value it varies, with more
// assignments put over those of its preset. What a curve varies stays varied, in every
// iteration.
func (c Curve) Sessions(more []config.Assignment) ([]Point, error) {
	p, err := Find(c.Preset)
	if err != nil {
		return nil, err
	}
	list, err := config.Assignments([]byte(p.Config.Text()), "preset "+c.Preset)
	if err != nil {
		return nil, err
	}
	add := func(assignment string) error {
		key, value, ok := strings.Cut(assignment, "=")
		if !ok {
			return fmt.Errorf("%q: expected key=value", assignment)
		}
		list = append(list, config.Assignment{Key: key, Value: value, Where: "curve " + c.Label})
		return nil
	}
	for _, s := range c.Set {
		if err := add(s); err != nil {
			return nil, err
		}
	}
	list = append(list, more...)
	asked := slices.ContainsFunc(more, func(a config.Assignment) bool { return a.Key == config.RealisedKnob.Key })
	build := func(own ...string) (config.Config, string, error) {
		c, left, err := config.BuildTelling(list)
		if err == nil && !asked { // drawn are means, not people
			c = c.WithoutLosses()
		}
		return renamed(c, p.Config, own), left, err
	}
	key, values, varied := strings.Cut(c.Vary, "=")
	if !varied {
		only, left, err := build(c.Set...)
		return []Point{{Config: only, Left: left}}, err
	}
	var points []Point
	fixed := len(list)
	for value := range strings.SplitSeq(values, ",") {
		list = list[:fixed:fixed]
		if err := add(key + "=" + value); err != nil {
			return nil, err
		}
		built, left, err := build(append(slices.Clone(c.Set), key+"="+value)...)
		if err != nil {
			return nil, err
		}
		k, _ := config.KnobOf(built, key)
		built, changes, err := k.Throughout(built, value)
		if err != nil {
			return nil, err
		}
		if len(changes) > 0 {
			left = strings.TrimPrefix(left+fmt.Sprintf("; a curve varies %s throughout, and leaves out: %s", key, config.InLine(changes)), "; ")
		}
		at, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, fmt.Errorf("vary = %q: %q is not a number", c.Vary, value)
		}
		points = append(points, Point{built, at, left})
	}
	return points, nil
}

// joined stands between the title of a preset and what a curve has otherwise.
const joined = ", with "

// renamed is a session of a curve under a title that tells what of the curve's own assignments
// is not as in its preset, whose caption is then not said of it.
func renamed(session, preset config.Config, own []string) config.Config {
	var with []string
	for _, assignment := range own {
		key, _, _ := strings.Cut(assignment, "=")
		if k, ok := config.KnobOf(session, key); ok && k.Value(preset) != k.Value(session) {
			with = append(with, key+" = "+config.ShortValue(session, key, k.Value(session)))
		}
	}
	if len(with) > 0 {
		session.Title, session.Caption = preset.Title+joined+strings.Join(with, ", "), ""
	}
	return session
}
