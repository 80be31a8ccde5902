// Package presets holds prepared experiments: at least one for each figure of the
// papers that the laboratory can show, and lessons that change something in
// mid-run. Each is a text file in the form of package config, embedded.
//
// The captions say what was seen when the file was run to its limit. They are
// imitations: the papers leave out their graphs, often the number of nodes, and
// the default data are a synthetic census.
//
// The package never runs anything and knows no method by name.
package presets

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"admmlab/sim/config"
	"admmlab/sim/spell"
)

// Preset is a prepared experiment. Config.Title names it, Config.Caption says
// what to look for.
type Preset struct {
	Name   string // as typed: "tifs-fig3-dvp-0.5"
	Config config.Config
}

//go:embed files/*.toml
var files embed.FS

// order is how a teacher would walk through them.
var order = []string{
	"tifs-fig3-admm",
	"tifs-fig3-dvp-1",
	"tifs-fig3-dvp-0.5",
	"tifs-fig3-dvp-0.1",
	"tifs-fig3-dvp-0.01",
	"lesson-turn-alpha",
	"lesson-printed-or-proved",
	"lesson-noise-cliff",
	"lesson-too-many-nodes",
	"lesson-skewed-labels",
	"tifs-fig3-pvp-1",
	"tifs-fig3-pvp-0.5",
	"tifs-fig3-pvp-0.1",
	"tifs-fig3-pvp-0.01",
	"tifs-fig3-pvp-0.5-C-1750",
	"tifs-tables-dvp",
	"tifs-tables-pvp",
	"lesson-pvp-released",
	"lesson-rising-alpha",
	"lesson-cut-the-ring",
	"lesson-cut-the-ring-private",
	"lesson-path-ring-complete",
	"recycled-fig2-rho-0.22",
	"recycled-fig1a-5-nodes-gamma-0",
	"recycled-fig1a-5-nodes-gamma-0.5",
	"recycled-fig1a-5-nodes-gamma-5",
	"recycled-fig1a-20-nodes-gamma-0",
	"recycled-fig1a-20-nodes-gamma-0.5",
	"recycled-fig1a-20-nodes-gamma-5",
	"recycled-fig1b-own-eta-k-1",
	"recycled-fig1b-own-eta-k-5",
	"recycled-fig1c-growth-1.01",
	"recycled-fig1c-growth-1.05",
	"recycled-fig3-gamma-0.5-alpha-1",
	"recycled-fig3-gamma-5-alpha-1",
	"recycled-fig3-gamma-0.5-alpha-2",
	"recycled-fig3-gamma-5-alpha-2",
	"recycled-fig4-growth-1.01",
	"recycled-fig4-growth-1.02",
	"recycled-fig4-growth-1.03",
	"recycled-fig4-growth-1.04",
	"recycled-fig4-growth-1.05",
	"recycled-fig4-growth-1.01-alpha-2",
	"recycled-fig4-growth-1.02-alpha-2",
	"recycled-fig4-growth-1.03-alpha-2",
	"recycled-fig4-growth-1.04-alpha-2",
	"recycled-fig4-growth-1.05-alpha-2",
	"recycled-fig5-mradmm",
	"recycled-fig5-radmm",
	"recycled-fig5-madmm",
	"recycled-fig5-dvp",
	"recycled-fig5-dvp-proved",
	"lesson-output-noise",
	"sharing-fig1-2-parties",
	"sharing-fig2-3-parties",
	"sharing-fig2-wide-3-parties",
	"sharing-fig3-noise-1",
	"sharing-fig3-noise-3",
	"sharing-fig3-noise-10",
	"sharing-fig3-noise-30",
	"sharing-fig3-wide-noise-1",
	"lesson-sharing-honest-noise",
	"lesson-sharing-epsilon-1",
	"lesson-sharing-order",
}

// All is every preset, in the order of a lesson.
func All() []Preset {
	all := make([]Preset, len(order))
	for i, name := range order {
		all[i] = parse(name)
	}
	return all
}

// parse reads one of our files. One that does not parse is a mistake of ours,
// and the tests parse them all.
func parse(name string) Preset {
	text, err := files.ReadFile("files/" + name + ".toml")
	if err != nil {
		panic("presets: " + err.Error())
	}
	c, err := config.ParseText(text, "preset "+name)
	if err != nil {
		panic("presets: " + err.Error())
	}
	if ofThePapers(name) && c.Spec().Private() && c.Set.Private {
		c.Caption += onData
	}
	return Preset{Name: name, Config: c}
}

// onData says what the totals of TIFS 2017 (V-C) and Recycled ADMM (VIII) leave out: both
// chose ρ by results on the data.
const onData = " Choice of ρ: in no ε."

func ofThePapers(name string) bool {
	return strings.HasPrefix(name, "tifs-") || strings.HasPrefix(name, "recycled-")
}

// Strays reports whether c has the caption of a preset, or the title of a figure's curve, and other
// settings than it tells of. What is measured of records alone changes nothing else that is told.
func Strays(c config.Config) bool {
	told := false
	for _, p := range known() {
		meant, with := p.Config, ""
		switch rest, curve := strings.CutPrefix(c.Title, meant.Title+joined); {
		case c.Caption == "" && curve && strings.Contains(rest, " = "):
			meant.Title, meant.Caption, with = c.Title, c.Caption, rest
		case c.Caption == "" || meant.Caption != c.Caption:
			continue
		}
		if fits(c, meant, with) {
			return false
		}
		told = true
	}
	return told
}

// fits reports whether c has the settings that are meant but for those, and all those, that with
// names, as renamed does.
func fits(c, meant config.Config, with string) bool {
	c, meant = unmeasured(c), unmeasured(meant)
	var otherwise []string
	for _, d := range config.Differences(meant, c) {
		otherwise = append(otherwise, d.Key+" = "+config.ShortValue(c, d.Key, d.Values[1]))
	}
	parts := func(words string) []string { return slices.Sorted(strings.SplitSeq(words, ", ")) }
	return len(meant.Events) == len(c.Events) && slices.Equal(parts(strings.Join(otherwise, ", ")), parts(with))
}

// unmeasured is c without what is measured of records alone, and without whom that looks at, from
// the start or on the way.
func unmeasured(c config.Config) config.Config {
	c = c.WithoutLosses()
	c.Watch = 0
	c.Events = slices.DeleteFunc(slices.Clone(c.Events), func(e config.Event) bool { return e.Key == config.WatchKnob.Key })
	return c
}

var known = sync.OnceValue(All)

// Find is the preset of a name, or the first session of the figure of that name; the
// error hints at the nearest one.
func Find(name string) (Preset, error) {
	switch {
	case slices.Contains(order, name):
		return parse(name), nil
	case slices.Contains(figureOrder, name):
		p, err := figure(name).First(nil)
		return Preset{Name: name, Config: p.Config}, err
	}
	return Preset{}, fmt.Errorf("no preset is called %q%s; admmlab presets lists them", name, spell.Hint(name, slices.Concat(order, figureOrder)))
}
