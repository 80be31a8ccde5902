package presets

import (
	"io/fs"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// rowsOf runs a config to its limit and returns its rows.
func rowsOf(t *testing.T, c config.Config, d *data.Dataset) []sim.Row {
	t.Helper()
	s, err := sim.NewSession(c, d, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	var all []sim.Row
	for !s.Finished() && s.Halted() == "" {
		row, _ := s.Step()
		all = append(all, row)
	}
	return all
}

func TestEveryFileIsListedOnce(t *testing.T) {
	listed := map[string]bool{}
	for _, name := range order {
		if listed[name] {
			t.Errorf("%s is listed twice", name)
		}
		listed[name] = true
	}
	paths, err := fs.Glob(files, "files/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(strings.TrimPrefix(path, "files/"), ".toml")
		if !listed[name] {
			t.Errorf("%s is in no list: add it to order", path)
		}
	}
	if len(paths) != len(order) {
		t.Errorf("%d files and %d names", len(paths), len(order))
	}
}

func TestTitlesAndCaptionsFitTheScreen(t *testing.T) {
	titles := map[string]string{}
	for _, p := range All() {
		title, caption := p.Config.Title, p.Config.Caption
		if n := utf8.RuneCountInString(title); n == 0 || n > 50 {
			t.Errorf("%s: the title has %d characters, expected 1 to 50", p.Name, n)
		}
		if n := utf8.RuneCountInString(caption); n == 0 || n > 300 {
			t.Errorf("%s: the caption has %d characters, expected 1 to 300", p.Name, n)
		}
		if other, taken := titles[title]; taken {
			t.Errorf("%s and %s have the same title", p.Name, other)
		}
		titles[title] = p.Name
	}
}

func TestTextFormBringsEveryPresetBack(t *testing.T) {
	for _, p := range All() {
		again, err := config.ParseText([]byte(p.Config.Text()), p.Name)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		// Keys that the method does not read are not part of the text.
		if got, want := again.Text(), p.Config.Text(); got != want {
			t.Errorf("%s came back as\n%s\nwant\n%s", p.Name, got, want)
		}
		if !reflect.DeepEqual(again.Events, p.Config.Events) || !reflect.DeepEqual(again.Parties, p.Config.Parties) {
			t.Errorf("%s lost its events or parties", p.Name)
		}
	}
}

// A caption tells of the run that its file makes, whatever is put over it, turned on the way or
// written by somebody else.
func TestACaptionTellsOfItsOwnSettingsAlone(t *testing.T) {
	p, err := Find("tifs-fig3-dvp-0.5")
	if err != nil {
		t.Fatal(err)
	}
	for what, v := range map[string]struct {
		change func(*config.Config)
		strays bool
	}{
		"as it is":                  {func(*config.Config) {}, false},
		"without losses of records": {func(c *config.Config) { c.Realised = false }, false},
		"a record watched":          {func(c *config.Config) { c.Watch = 5 }, false},
		"another title":             {func(c *config.Config) { c.Title = "mine" }, false},
		"another α":                 {func(c *config.Config) { c.Set.Alpha = []float64{5} }, true},
		"other data":                {func(c *config.Config) { c.Data = "census:2000" }, true},
		"another limit":             {func(c *config.Config) { c.Iterations = 3 }, true},
		"a change on the way":       {func(c *config.Config) { c.Events = []config.Event{{At: 4, Key: "alpha", Value: "5"}} }, true},
		"words of somebody else":    {func(c *config.Config) { c.Iterations, c.Caption = 3, "three of them" }, false},
		"without words":             {func(c *config.Config) { c.Iterations, c.Caption = 3, "" }, false},
		"a record watched for a while": {func(c *config.Config) {
			c.Events = []config.Event{{At: 4, Key: "watch", Value: "5"}, {At: 6, Key: "watch", Value: "0"}}
		}, false},
		"a record watched, and another α": {func(c *config.Config) {
			c.Events = []config.Event{{At: 4, Key: "watch", Value: "5"}, {At: 4, Key: "alpha", Value: "5"}}
		}, true},
	} {
		c := p.Config.Clone()
		v.change(&c)
		if got := Strays(c); got != v.strays {
			t.Errorf("%s: strays %t, want %t", what, got, v.strays)
		}
	}
	for _, p := range All() {
		if again, err := config.ParseText([]byte(p.Config.Text()), p.Name); err != nil || Strays(again) {
			t.Errorf("%s strays from itself, %v", p.Name, err)
		}
	}
}

func TestEventsLieWithinTheRun(t *testing.T) {
	for _, p := range All() {
		for _, e := range p.Config.Events {
			if e.At > p.Config.Iterations {
				t.Errorf("%s: %v comes after the limit %d", p.Name, e, p.Config.Iterations)
			}
		}
	}
}

func TestEveryPresetRuns(t *testing.T) {
	// The sizes that give every node a row and every party its columns.
	sets := map[string]*data.Dataset{}
	for kind, key := range map[string]string{"census": "census:2000", "wide": "wide:20x500"} {
		d, err := runner.Load(t.Context(), key, nil)
		if err != nil {
			t.Fatal(err)
		}
		sets[kind] = d
	}
	for _, p := range All() {
		c := p.Config
		d := sets[c.Data]
		if c.Data == "wide" { // a tenth of its 5,000 columns and of the cuts: the whole takes seconds to set up
			if last := slices.Max(c.Parties); last >= 5000 {
				t.Errorf("%s leaves nothing for its last party: it begins after column %d", p.Name, last)
			}
			c.Parties = slices.Clone(c.Parties)
			for k := range c.Parties {
				c.Parties[k] /= 10
			}
		}
		c.Data, c.Iterations = d.Name, 3
		done := rowsOf(t, c, d)
		if len(done) != 3 {
			t.Errorf("%s made %d rows of 3", p.Name, len(done))
			continue
		}
		for _, r := range done {
			for _, v := range []float64{r.TrainLoss, r.TestLoss, r.TestError, r.Disagreement} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s, iteration %d: a metric is %v", p.Name, r.Iteration, v)
				}
			}
		}
	}
}

// Where η grows without bound no run ends where Theorem 1 of Recycled ADMM says, as the light
// "converges" tells; a caption that names the theorem there says so, too.
func TestACaptionClaimsNoTheoremOfARunThatFreezes(t *testing.T) {
	for _, p := range All() {
		c := p.Config.Caption
		if p.Config.Method == "mradmm" && slices.Max(p.Config.Set.Growth) > 1 && strings.Contains(c, "Theorem 1") && !strings.Contains(c, "freezes") {
			t.Errorf("%s: %s", p.Name, c)
		}
	}
}

// "TABLE II, VALUES OF ρ: Algorithm 1 2 3, ρ 10^{-10} 10^{-2.5} 10^{-1}; TABLE III, VALUES
// OF C^R: 1750 1750 1750", chosen "for a fixed α_p (0.3 in this experiment)": TIFS 2017, V-C.
func TestThePresetsHaveTheValuesOfTheTables(t *testing.T) {
	for name, rho := range map[string]float64{"tifs-fig3-admm": 1e-10, "tifs-tables-dvp": math.Pow(10, -2.5), "tifs-tables-pvp": 0.1} {
		p, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		set := p.Config.Set
		if math.Abs(set.Rho.At(0)-rho) > 1e-12*rho || set.C.At(0) != 1750 {
			t.Errorf("%s: ρ = %v and C = %v, want %g and 1750", name, set.Rho, set.C, rho)
		}
		if p.Config.Spec().Private() && set.Alpha.At(0) != 0.3 {
			t.Errorf("%s: α = %v", name, set.Alpha)
		}
	}
}

func TestFindHintsAtTheNearestName(t *testing.T) {
	p, err := Find("lesson-cut-the-ring")
	if err != nil || p.Config.Iterations != 150 {
		t.Errorf("Find gave %v, %v", p.Name, err)
	}
	if _, err := Find("lesson-cut-the-rink"); err == nil || !strings.Contains(err.Error(), "did you mean lesson-cut-the-ring?") {
		t.Errorf("the error is %v", err)
	}
}

func TestPresetsAreNotShared(t *testing.T) {
	All()[0].Config.Set.Eta[0] = 99
	if All()[0].Config.Set.Eta[0] == 99 {
		t.Error("changing one copy changed the next")
	}
}

// The papers chose ρ by results on the data: their private experiments say that no total has
// it in it.
func TestAPapersChoiceIsSaidToBeInNoEpsilon(t *testing.T) {
	some := 0
	for _, p := range All() {
		private := p.Config.Spec().Private() && p.Config.Set.Private
		chosen := private && (strings.HasPrefix(p.Name, "tifs-") || strings.HasPrefix(p.Name, "recycled-"))
		if said := strings.HasSuffix(p.Config.Caption, "in no ε."); said != chosen {
			t.Errorf("%s: %q", p.Name, p.Config.Caption)
		}
		if chosen {
			some++
		}
	}
	if some < 10 {
		t.Errorf("%d private experiments of the papers", some)
	}
}
