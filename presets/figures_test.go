package presets

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"admmlab/sim/admm"
	"admmlab/sim/config"
)

func TestEveryFigureFileIsListedOnce(t *testing.T) {
	listed := map[string]bool{}
	for _, f := range Figures() {
		if listed[f.Name] {
			t.Errorf("%s is listed twice", f.Name)
		}
		listed[f.Name] = true
		if f.Title == "" || len(f.Caption) < 60 {
			t.Errorf("%s: title %q, caption %q", f.Name, f.Title, f.Caption)
		}
	}
	paths, err := fs.Glob(figureFiles, "figures/*.toml")
	if err != nil || len(paths) != len(listed) {
		t.Errorf("%d files for %d names, %v", len(paths), len(listed), err)
	}
}

// "Fig. 3." at the head of a caption in a paper: every number has its definition.
// Skips where the papers are not beside the repository.
func TestEveryFigureOfThePapersIsThere(t *testing.T) {
	for prefix, paper := range map[string]string{
		"tifs": "zhang-zhu-2017-dvp-pvp", "aisec": "zhang-zhu-2016-dvp",
		"recycled": "zhang-khalili-liu-2019-recycled-admm", "sharing": "admm-sharing-2019",
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "shared", "papers", paper+".txt"))
		if err != nil {
			t.Skipf("the papers are not here: %v", err)
		}
		found := regexp.MustCompile(`(?m)^(?:Fig\.|Figure) (\d)[.:]`).FindAllSubmatch(text, -1)
		if len(found) == 0 {
			t.Errorf("%s has no captions", paper)
		}
		for _, m := range found {
			if _, err := FindFigure(prefix + "-fig" + string(m[1])); err != nil {
				t.Errorf("%s, Fig. %s: %v", paper, m[1], err)
			}
		}
	}
}

// The baselines stand where the papers plot them.
func TestBaselinesStandWhereThePapersPlotThem(t *testing.T) {
	for name, want := range map[string][]string{
		"sharing-fig1": {"sgd"}, "sharing-fig2": {"sgd"}, "sharing-fig3": {"centralised", "local"},
	} {
		f, err := FindFigure(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range f.Panels {
			there := map[string]bool{}
			for _, c := range p.Curves {
				there[c.Baseline] = true
			}
			for _, b := range want {
				if !there[b] {
					t.Errorf("%s, panel %s, leaves out the baseline %s", name, p.Title, b)
				}
			}
		}
	}
	// "green curves represent the non-private conventional ADMM" (RADMM, Figs 3 to 5)
	for _, name := range []string{"recycled-fig3", "recycled-fig4", "recycled-fig5"} {
		f, _ := FindFigure(name)
		for _, p := range f.Panels {
			plain := false
			for _, c := range p.Curves {
				plain = plain || c.Preset == "recycled-fig2-rho-0.22"
			}
			if p.Y != "epsilon_total" && !plain {
				t.Errorf("%s, panel %s, leaves out ADMM without noise", name, p.Title)
			}
		}
		if f.Repeats != 10 {
			t.Errorf("%s has %d repeats, the paper 10", name, f.Repeats)
		}
	}
}

func TestWrongDefinitionsAreRefused(t *testing.T) {
	head := "title = \"x\"\ncaption = \"y\"\n"
	panel := head + "[[panels]]\ntitle = \"p\"\ny = \"train_loss\"\n"
	for text, want := range map[string]string{
		head:                                    "what is missing",
		head + "colour = 1":                     "colour",
		head + "repeats = \"many\"":             "string",
		panel + "curves = [{ label = \"a\" }]":  "no preset",
		panel + "curves = [{ preset = \"a\" }]": "no label",
		panel + "curves = [{ label = \"a\", preset = \"tifs-fig3-admm\", set = [\"alpha\"] }]":                          "key=value",
		panel + "curves = [{ label = \"a\", preset = \"tifs-fig3-admm\", set = [\"rho=-1\"] }]":                         "rho",
		panel + "curves = [{ label = \"a\", preset = \"tifs-fig3-admm\", vary = \"rho=1,2\" }]":                         "expected x",
		panel + "x = \"alpha\"\ncurves = [{ label = \"a\", preset = \"tifs-fig3-admm\", vary = \"rho=1,2\" }]":          "same key",
		panel + "curves = [{ label = \"a\", preset = \"tifs-fig3-admm\", baseline = \"best\" }]":                        "baseline",
		panel + "curves = [{ label = \"a\", formula = \"best\" }]":                                                      "formula",
		strings.Replace(panel, "train_loss", "method", 1) + "curves = [{ label = \"a\", preset = \"tifs-fig3-admm\" }]": "column",
	} {
		if _, err := parseFigure([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, expected %q", text, err, want)
		}
	}
}

func TestWhatACurveVariesStaysVaried(t *testing.T) {
	c := Curve{Label: "a", Preset: "tifs-fig3-dvp-0.5", Vary: "alpha=0.1,1", Set: []string{"nodes=4"}}
	points, err := c.Sessions(nil)
	if err != nil || len(points) != 2 {
		t.Fatalf("%v, %v", points, err)
	}
	for i, want := range []float64{0.1, 1} {
		set := points[i].Config
		if points[i].At != want || set.Set.Alpha[0] != want || set.Nodes != 4 || set.Realised {
			t.Errorf("point %d is at %g with alpha %v, %d nodes, measured %t", i, points[i].At, set.Set.Alpha, set.Nodes, set.Realised)
		}
	}
}

// A point at a value of what is varied has that value in every iteration: changes of it on the
// way, and of what counts in its place, are left out, which is told, and no others.
func TestAPointOfACurveHasItsValueThroughout(t *testing.T) {
	for _, c := range []struct{ preset, vary, events, left, told string }{
		{"tifs-fig3-dvp-0.5", "alpha=0.1,1", "at 1: alpha = 3\nat 2: rho = 2\nat 3: alpha = 4", "at 2: rho = 2", "a curve varies alpha throughout, and leaves out: at 1: alpha = 3, at 3: alpha = 4"},
		{"sharing-fig3-noise-1", "epsilon=0.1,1", "at 2: sigma = 3", "", "a curve varies epsilon throughout, and leaves out: at 2: sigma = 3"},
		{"tifs-fig3-dvp-0.5", "alpha=0.1,1", "at 2: rho = 2", "at 2: rho = 2", ""},
		{"tifs-fig3-dvp-0.5", "alpha=0.1,1", "", "", ""},
	} {
		points, err := Curve{Label: "a", Preset: c.preset, Vary: c.vary}.Sessions([]config.Assignment{{Key: config.EventsKnob.Key, Value: c.events, Where: "test"}})
		if err != nil || len(points) != 2 {
			t.Fatalf("%s: %d points, %v", c.events, len(points), err)
		}
		for _, p := range points {
			if left := config.EventsKnob.Value(p.Config); left != c.left || p.Left != c.told {
				t.Errorf("%s at %g: %q is left, want %q; told is %q, want %q", c.vary, p.At, left, c.left, p.Left, c.told)
			}
		}
	}
}

// Drawn are means, not people: what records lose is measured only where a run stops by it, as
// it does elsewhere, or where that is asked for.
func TestAFigureMeasuresLossesOnlyWhereTheyEndARun(t *testing.T) {
	f, err := FindFigure("tifs-fig4")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		more string
		want bool
	}{
		{"", false}, {"stop_when=test_error < 0.2", false}, {"stop_when=realised_max > 1", true},
		{"events=at 3: stop_when = realised_max > 1", true}, {"realised=true", true}, {"realised=false\nstop_when=realised_max > 1", false},
	} {
		var more []config.Assignment
		for line := range strings.SplitSeq(c.more, "\n") {
			if key, value, set := strings.Cut(line, "="); set {
				more = append(more, config.Assignment{Key: key, Value: value, Where: "test"})
			}
		}
		points, err := f.Panels[0].Curves[0].Sessions(more)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range points {
			if p.Config.Realised != c.want {
				t.Errorf("%q at %g: losses are measured %t, expected %t", c.more, p.At, p.Config.Realised, c.want)
			}
		}
	}
}

func TestFindFigureHintsAtTheNearestName(t *testing.T) {
	if _, err := FindFigure("recycled-fig55"); err == nil || !strings.Contains(err.Error(), "did you mean recycled-fig5?") {
		t.Errorf("the error is %v", err)
	}
}

// A session of a figure has the words of its preset where it is the preset's run, or else a title
// that says what is another.
func TestASessionOfAFigureIsCalledWhatItIs(t *testing.T) {
	for _, c := range []struct{ figure, title string }{
		{"tifs-fig3", "TIFS Fig. 3(a): PVP at α = 0.01"},
		{"tifs-fig4", "TIFS Fig. 3(c): DVP at α = 0.5, with alpha = 0.01"},
		{"recycled-fig1", "Recycled ADMM Fig. 2: ρ = 0.22, with eta = 0.5, iterations = 100"},
		{"recycled-fig4", "Recycled ADMM Fig. 4: growth 1.01, α = 2"},
	} {
		p, err := Find(c.figure)
		if err != nil || p.Config.Title != c.title {
			t.Errorf("%s: %q, %v", c.figure, p.Config.Title, err)
		}
		if renamed := strings.Contains(c.title, "with"); renamed != (p.Config.Caption == "") || Strays(p.Config) {
			t.Errorf("%s has the caption %q", c.figure, p.Config.Caption)
		}
	}
	for _, f := range Figures() {
		for _, p := range f.Panels {
			for _, c := range p.Curves {
				if c.Preset == "" {
					continue
				}
				points, err := c.Sessions(nil)
				for _, at := range points {
					if Strays(at.Config) {
						t.Errorf("%s, panel %q, curve %q: %q tells of another run", f.Name, p.Title, c.Label, at.Config.Title)
					}
					if at.Config.Set.Alpha = (admm.PerNode{0.0123}); at.Config.Counts(admm.AlphaKey) && !Strays(at.Config) {
						t.Errorf("%s, panel %q, curve %q: %q is still said at another alpha", f.Name, p.Title, c.Label, at.Config.Title)
					}
				}
				if err != nil {
					t.Errorf("%s, panel %q, curve %q: %v", f.Name, p.Title, c.Label, err)
				}
			}
		}
	}
}

// A figure's name is good for a run and for some side by side.
func TestAFigureIsAPresetToo(t *testing.T) {
	for _, f := range Figures() {
		together, err := f.Together(4, []config.Assignment{{Key: "iterations", Value: "3"}})
		p, findErr := Find(f.Name)
		if f.Missing != "" {
			if findErr == nil || len(together) != 0 {
				t.Errorf("%s cannot be drawn, but gives %d sessions and %v", f.Name, len(together), findErr)
			}
			continue
		}
		p.Config.Iterations = 3
		if err != nil || findErr != nil || len(together) == 0 || len(together) > 4 {
			t.Errorf("%s: %d sessions, %v, %v", f.Name, len(together), err, findErr)
		}
		if len(config.Differences(p.Config, together[0].Config)) > 0 {
			t.Errorf("%s: the preset is not the first of those side by side", f.Name)
		}
		if c := p.Config; c.Title == f.Title || c.Caption == f.Caption {
			t.Errorf("%s: one of its runs says %q, %q, which is told of all of them", f.Name, c.Title, c.Caption)
		}
		for i, point := range together {
			c := point.Config
			if c.Iterations != 3 {
				t.Errorf("%s: session %d runs %d iterations", f.Name, i, c.Iterations)
			}
			for _, other := range together[:i] {
				if len(config.Differences(c, other.Config)) == 0 {
					t.Errorf("%s: session %d is there twice", f.Name, i)
				}
			}
		}
	}
	var methods []string
	four, _ := figure("recycled-fig5").Together(4, nil)
	for _, c := range four {
		methods = append(methods, c.Config.Method)
	}
	if got := strings.Join(methods, " "); got != "dvp madmm radmm mradmm" {
		t.Errorf("recycled-fig5 runs %s", got)
	}
}

// Side by side all run to the limit of the first, and PVP ends with another step at its own: no run
// of a figure is cut short, as its caption tells of the whole. What is said over them says which
// part of the figure they are.
func TestRunsOfAFigureSideBySideAreWhole(t *testing.T) {
	for _, f := range Figures() {
		together, err := f.Together(4, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range together {
			if beside := p.Config.AsCompanionOf(together[0].Config); beside.Iterations < p.Config.Iterations {
				t.Errorf("%s: run %d ends at %d instead of %d", f.Name, i, beside.Iterations, p.Config.Iterations)
			}
		}
	}
	for name, words := range map[string]string{
		"tifs-fig3":     "Here: (a) α = 0.01, 3 of 3 runs, with the limit of the first. ",
		"tifs-fig5":     "Here: (a) empirical risk C̄ of the final output, 4 of 28 runs, one draw each. ",
		"recycled-fig5": "Here: (a) α = 0.5, 4 of 5 runs, one draw each. ",
		"sharing-fig3":  "Here: (a) two parties, 4 of 5 runs. ",
	} {
		f := figure(name)
		together, err := f.Together(4, nil)
		var list []config.Config
		for _, p := range together {
			list = append(list, p.Config)
		}
		if got := f.SideBySide(list); err != nil || got != words+f.Caption {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}
