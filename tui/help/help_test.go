package help

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/privacy/account"
	"admmlab/sim/runner"
)

// Parts are the names of all panels and lenses. The test package beside this one fills
// them in, for panels import help.
var Parts []string

// configs are all methods with all their readings, noise on and off.
func configs() []config.Config {
	var all []config.Config
	for _, s := range admm.Catalogue() {
		c := config.Default().WithMethod(s.ID)
		all = append(all, c)
		for _, v := range s.Variants {
			c.Set.Variant = v.ID
			all = append(all, c)
		}
		if s.Private() {
			c.Set.Private = false
			all = append(all, c)
		}
	}
	return all
}

// nonsense is what a text put together of empty parts looks like.
var nonsense = regexp.MustCompile(`\(\s*\)|%!|,\s*[,.;]|\.\.($|[^.])|;\s*[.;]|: *\.|\s$|\n{3}|\bNaN\b|\t|## `)

func check(t *testing.T, what, text string) {
	t.Helper()
	if text == "" {
		t.Errorf("%s has no text", what)
		return
	}
	if strings.Contains(text, ":\n\n") {
		t.Errorf("%s: nothing follows a colon in\n%s", what, text)
	}
	text = strings.ReplaceAll(text, "{...}", "{}") // a formula of the paper
	text = strings.ReplaceAll(text, "= ...\"", "= t\"")
	for line := range strings.SplitSeq(text, "\n") {
		if bad := nonsense.FindString(line); bad != "" {
			t.Errorf("%s: %q in the line %q", what, bad, line)
		}
	}
}

// people turn these; the others are written into files.
func turned(key string) bool { return !slices.Contains([]string{"title", "caption"}, key) }

func TestEveryParameterHasAHelpUnderEveryMethod(t *testing.T) {
	for _, c := range configs() {
		for _, key := range config.Keys() {
			k, ok := config.KnobOf(c, key)
			if !ok {
				t.Fatalf("%s is a key and no knob", key)
			}
			what := c.Method + " " + key
			text := Parameter(k, c)
			check(t, what, text)
			if !strings.Contains(text, k.Words) && !strings.Contains(text, sentence(k.Words)) {
				t.Errorf("%s: the text does not say what it is", what)
			}
			if !strings.Contains(text, "\nCounts: ") {
				t.Errorf("%s: the text does not say when a change counts", what)
			}
			if k.Place != "" && !strings.Contains(text, "Place\n  "+k.Place) {
				t.Errorf("%s: the text does not say where it stands", what)
			}
			if k.Formula != "" && !strings.Contains(text, "Formula\n  "+k.Formula) {
				t.Errorf("%s: the text has no formula", what)
			}
			if turned(key) && k.Reads(c) && k.Turning == "" && lookup(parameterTexts, c.Method+" "+key, key) == "" {
				t.Errorf("%s: the text does not say what turning it does", what)
			}
		}
	}
}

func TestHelpSaysWhatIsSetAndWhatIsAllowed(t *testing.T) {
	c := config.Default().WithMethod("dvp")
	k, _ := config.KnobOf(c, "rho")
	if got := Parameter(k, c); !strings.Contains(got, "Now 0.003162; allowed: 1e-12 to 1e6, or one value per node, separated by commas; the method starts with 0.003162.") {
		t.Errorf("the text of ρ opens\n%s", got)
	}
	k, _ = config.KnobOf(c, "gamma")
	if got := Parameter(k, c); !strings.Contains(got, "DVP does not read it") {
		t.Errorf("the text of γ under DVP is\n%s", got)
	}
}

// Under N(0, σ²I) no density has the rate α.
func TestAlphaIsToldAsTheVariantReadsIt(t *testing.T) {
	for _, method := range []string{"radmm", "mradmm"} {
		c := config.Default().WithMethod(method)
		for variant, words := range map[string]string{"tight": "exp(−α|ε|)", "printed": "exp(−α|ε|)", "output": "exp(−αh|n|)", "gaussian": "N(0, σ²I)"} {
			c.Set.Variant = variant
			k, _ := config.KnobOf(c, "alpha")
			if !strings.Contains(k.Words, words) || !strings.Contains(Parameter(k, c), sentence(k.Words)) {
				t.Errorf("%s, %s: α is %q", method, variant, k.Words)
			}
			if variant == "gaussian" && strings.Contains(k.Words+k.Turning+k.Formula, "density") {
				t.Errorf("%s: a density of rate α under Gaussian noise: %q", method, k.Words)
			}
		}
	}
}

// The c₁ of Sharing's Lemma 1 bounds R” of its regulariser |x|²/2, that of the other papers L”:
// whoever works σ out by the formula takes 1, under any loss.
func TestTheFirstConstantOfLemma1IsNotThatOfTheLoss(t *testing.T) {
	for _, c := range []struct{ method, key, words string }{
		{"sharing", "b1", "c₁ = 1 bounds R'' of R = |x|²/2"},
		{"sharing", "loss", "(|R''| ≤ c₁; 1 for |x|²/2, whatever L is)"},
		{"dvp", "loss", "but the c₁ of Sharing's Lemma 1"},
	} {
		of := config.Default().WithMethod(c.method)
		k, _ := config.KnobOf(of, c.key)
		if text := Parameter(k, of); !strings.Contains(text, c.words) {
			t.Errorf("%s under %s: no %q in\n%s", c.key, c.method, c.words, text)
		}
	}
}

func TestEveryPanelAndLensHasAHelpUnderEveryMethod(t *testing.T) {
	for _, c := range configs() {
		for _, part := range append(Parts, "keys") {
			check(t, c.Method+" "+part+" (texts/panels.txt, texts/lenses.txt)", Panel(part, c))
		}
		check(t, c.Method+" variant", Variant(c))
	}
	if Panel("nonsense", config.Default()) != "" {
		t.Error("a panel that does not exist has a text")
	}
}

func TestTheFirstPageSaysWhoLearnsWhatUnderEveryMethod(t *testing.T) {
	keys := []Hint{{"space", "run or pause"}}
	for _, c := range configs() {
		text := First(c, false, keys)
		check(t, c.Method+" first page", strings.ReplaceAll(text, "\t", " "))
		spec := c.Spec()
		wants := []string{"does somebody earn more than 50,000 dollars a year?", "census 45,222", "Privacy ", "space   \trun or pause", spec.Name}
		switch {
		case spec.Vertical:
			wants = append(wants, "2 parties", "a change of one column, or of one person")
		case spec.Private() && c.Set.Private:
			wants = append(wants, "5 nodes", "any one record", "A small α is much noise")
		case spec.Private():
			wants = append(wants, "switched off", "nothing is promised")
		default:
			wants = append(wants, "nothing is promised")
		}
		for _, want := range wants {
			if spec.Vertical && !c.Set.Private && want == "a change of one column, or of one person" {
				continue
			}
			if !strings.Contains(text, want) {
				t.Errorf("%s: the first page lacks %q:\n%s", spec.Name, want, text)
			}
		}
	}
	if text := First(config.Default(), true, keys); !strings.Contains(text, "every run's trail") {
		t.Errorf("the first page does not speak of the plane:\n%s", text)
	}
	c := config.Default()
	c.Data = "wide"
	if text := First(c, false, keys); !strings.Contains(text, "which of two classes is a row of?") {
		t.Errorf("the first page of data without a question is\n%s", text)
	}
}

// The first page names the knob that sets the noise, and speaks of one node alone as of one.
func TestTheFirstPageIsOfWhatIsSet(t *testing.T) {
	c := config.Default().WithMethod("sharing")
	for sigma, want := range map[float64]string{0: "A small ε is much noise.", 0.3: "A large σ is much noise."} {
		c.Set.Sigma = sigma
		if text := First(c, false, nil); !strings.Contains(text, want) {
			t.Errorf("with σ = %g the first page lacks %q:\n%s", sigma, want, text)
		}
	}
	c = config.Default()
	c.Nodes = 1
	text := First(c, false, nil)
	check(t, "first page of one node", strings.ReplaceAll(text, "\t", " "))
	if !strings.Contains(text, "One node learns a classifier alone: ") || strings.Contains(text, "together") {
		t.Errorf("the first page of one node is\n%s", text)
	}
}

func TestMethodHelpHoldsWhatTheMethodDeclares(t *testing.T) {
	for _, s := range admm.Catalogue() {
		text := Panel("method", config.Default().WithMethod(s.ID))
		parts := slices.Concat([]string{s.Name, s.Words, s.Citation, s.TotalWords}, s.Algorithm, s.Differs)
		for _, v := range s.Variants {
			parts = append(parts, v.Words, v.Note)
		}
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("the text of %s lacks %q", s.Name, part)
			}
		}
		for _, part := range s.TotalNotes {
			if !strings.Contains(Panel("privacy", config.Default().WithMethod(s.ID)), part) {
				t.Errorf("the privacy lesson of %s lacks %q", s.Name, part)
			}
		}
	}
}

func TestPrivacyHelpWarnsUnderEveryMethod(t *testing.T) {
	for _, c := range configs() {
		text := Panel("privacy", c)
		for _, part := range []string{"replayable seed", "not for releasing data", "computed from raw data and is not protected"} {
			if !strings.Contains(text, part) {
				t.Errorf("the privacy text of %s lacks %q", c.Method, part)
			}
		}
		if off := strings.Contains(text, "The noise is off"); off != (c.Spec().Private() && !c.Set.Private) {
			t.Errorf("%s with noise %v: the text says %v that it is off", c.Method, c.Set.Private, off)
		}
	}
}

func TestPrivacyHelpHasALineOnEachAccountant(t *testing.T) {
	for _, part := range []string{"privacy", "ledger"} {
		text := Panel(part, config.Default())
		for _, name := range account.Names() {
			if !strings.Contains(text, "\n  "+name+": ") {
				t.Errorf("the text of %s says nothing of the accountant %s", part, name)
			}
		}
	}
}

func TestEveryLightOfARunHasAText(t *testing.T) {
	d, err := runner.Load(t.Context(), "census:300", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range configs() {
		c.Data, c.Topology = "census:300", "path" // a path is bipartite
		s, err := sim.NewSession(c, d, models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		row, _ := s.Step()
		for _, l := range row.Lights {
			if lightText(l.Name) == "" {
				t.Errorf("%s: neither its Spec nor texts/lights.txt says anything of %q", c.Method, l.Name)
			}
			if !slices.Contains(lights(c), l.Name) {
				t.Errorf("%s: the panel's text leaves out %q", c.Method, l.Name)
			}
			check(t, c.Method+" "+l.Name, Light(l))
		}
	}
}

func TestLightSaysItsStateInWords(t *testing.T) {
	for state, want := range map[sim.LightState]string{sim.Good: "new: holds.", sim.Note: "worth knowing", sim.Broken: "does not hold"} {
		text := Light(sim.Light{Name: "new", State: state, Detail: "what it means"})
		if !strings.Contains(text, want) || !strings.Contains(text, "What it means.") {
			t.Errorf("the text is %q, want %q and the detail in it", text, want)
		}
	}
}

// Under a method without noise nothing is ever promised, and all lights may be lit; where the
// noise proves no bound, too.
func TestTheGuaranteesSayWhenNothingIsPromised(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		text := Panel("guarantees", config.Default().WithMethod(spec.ID))
		for _, part := range []string{"one of them is out", "the noise itself may prove no bound"} {
			if strings.Contains(text, part) != spec.Private() {
				t.Errorf("%s: %q is in the text: %v", spec.Name, part, !spec.Private())
			}
		}
	}
}

// Only what attacks the messages of a run needs a run of its method.
func TestTheAttacksSayWhichNeedARunOfTheirMethod(t *testing.T) {
	text := Panel("attacks", config.Default())
	for _, part := range []string{"attacks on the messages of sharing are on the run", "the audits of a step are on the method they name, whatever runs"} {
		if !strings.Contains(text, part) {
			t.Errorf("the text lacks %q", part)
		}
	}
}

// A section nobody asks for is a misspelt heading.
func TestNoSectionIsUnused(t *testing.T) {
	known := map[string]bool{}
	for _, s := range admm.Catalogue() {
		known[s.ID] = true
		for _, key := range config.Keys() {
			known[key], known[s.ID+" "+key] = true, true
		}
	}
	for heading := range parameterTexts {
		if !known[heading] {
			t.Errorf("texts/parameters.txt: nothing is called %q", heading)
		}
	}
	shown := map[string]bool{}
	for _, c := range configs() {
		for _, name := range lights(c) {
			shown[name] = true
		}
	}
	for heading := range lightTexts {
		if !shown[heading] {
			t.Errorf("texts/lights.txt: no light is called %q", heading)
		}
	}
	everything := ""
	for _, c := range configs() {
		for _, part := range append(Parts, "keys") {
			everything += Panel(part, c)
		}
	}
	for _, texts := range []map[string]string{privacyTexts, panelTexts, lensTexts} {
		for heading, text := range texts {
			first, _, _ := strings.Cut(text, "\n")
			if !strings.Contains(everything, first) {
				t.Errorf("the section %q is never shown", heading)
			}
		}
	}
}

func TestParagraphsAreJoinedAndFormulasAreNot(t *testing.T) {
	got := sections("for editors\n\n## a\none\ntwo:\n  x = 1\n  y = 2\nthree\n\nfour\n\n## b c\nfive\n")
	if want := "one two:\n  x = 1\n  y = 2\nthree\n\nfour"; got["a"] != want {
		t.Errorf("got %q, want %q", got["a"], want)
	}
	if got["b c"] != "five" || len(got) != 2 {
		t.Errorf("sections %q", got)
	}
}

// The text of the loss chart holds for both losses: what a model that knows nothing has.
func TestTheLossChartSpeaksOfBothLosses(t *testing.T) {
	for _, id := range []string{"dvp", "sharing"} {
		text := Panel("loss", config.Default().WithMethod(id))
		if !strings.Contains(text, "ln 2 = 0.693, under huber 1 while h is at most 1") || strings.Contains(text, "Σ ln(1 + exp") {
			t.Errorf("%s: %s", id, text)
		}
	}
	logistic := models.Logistic{}
	if v := logistic.Value(0); math.Abs(v-0.693) > 5e-4 {
		t.Errorf("the logistic loss has %g at 0", v)
	}
	for h, one := range map[float64]bool{0.01: true, 0.5: true, 1: true, 3: false} {
		if v := (models.Huber{H: h}).Value(0); (math.Abs(v-1) < 1e-12) != one {
			t.Errorf("huber with h = %g has %g at 0", h, v)
		}
	}
}

// Columns stand by weight in lens w, people in the order of the table.
func TestTheWireSaysWhichNumbersComeFirst(t *testing.T) {
	c, err := config.Build([]config.Assignment{{Key: "method", Value: "sharing"}})
	if err != nil {
		t.Fatal(err)
	}
	if text := lens("wire", c); !strings.Contains(text, "the largest first (under sharing the first people)") {
		t.Error(text)
	}
}

// Under lens x ? says what the lens says: that a loss where noise is on a model is one Newton
// step's.
func TestTheHelpOfTheExposureKnowsOfTheNewtonStep(t *testing.T) {
	if text := lens("exposure", config.Default().WithMethod("pvp")); !strings.Contains(text, "one Newton step") || strings.Contains(text, "It is exact, and") {
		t.Error(text)
	}
}

// A symbol, or a value, that opens a sentence stays as it is written: it is q = 1, and not Q = 1.
func TestWhatOpensASentenceIsWrittenAsItIs(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		c := config.Default().WithMethod(spec.ID)
		for _, k := range config.KnobsOf(c) {
			_, text, told := strings.Cut(Parameter(k, c), "Turning it\n  ")
			if !told {
				continue
			}
			first := strings.TrimRight(strings.Fields(text)[0], ":,")
			for _, word := range append(values(k, c), k.Symbol) {
				if first != word && strings.EqualFold(first, word) && strings.HasPrefix(turning(k, c), word) {
					t.Errorf("%s, %s begins with %q, expected %q", spec.ID, k.Key, first, word)
				}
			}
		}
	}
}
