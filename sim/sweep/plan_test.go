package sweep

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/tradeoff"
)

// small is a session that runs in milliseconds.
const small = "data = \"census:300\"\nC = 30\niterations = 4\nrealised = false\n"

func parse(t *testing.T, text string, over ...config.Assignment) Plan {
	t.Helper()
	p, err := Parse([]byte(text), "plan.toml", over)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestValuesOfAnAxis(t *testing.T) {
	for line, want := range map[string]string{
		`alpha = "0.01..1 log 5"`:                       "0.01 0.03162 0.1 0.3162 1",
		`alpha = "1e-160..1e160 log 3"`:                 "1e-160 1 1e+160",
		`alpha = "0.2..1 5"`:                            "0.2 0.4 0.6 0.8 1",
		`alpha = "0.5..1.5 linear 3"`:                   "0.5 1 1.5",
		`alpha = [0.1, "0.2..0.4 3", "0.3"]`:            "0.1 0.2 0.3 0.4",
		`alpha = "0.1, 0.25"`:                           "0.1 0.25",
		`alpha = "[0.1, 0.25,]"`:                        "0.1 0.25",
		`alpha = "[0.1]"`:                               "0.1",
		`alpha = ["0.1,0.2,0.3,0.4,0.5"]`:               "0.1,0.2,0.3,0.4,0.5",
		`alpha = ["0.1,0.2,0.3,0.4,0.5", 1]`:            "0.1,0.2,0.3,0.4,0.5 1",
		`C = "10..40000 log 3"`:                         "10 632.5 40000",
		`nodes = "2..8 log 3"`:                          "2 4 8",
		`iterations = "1..3 9"`:                         "1 2 3",
		`iterations = "1e1..2.0e1 linear 3"`:            "10 15 20",
		`nodes = "2..7 linear 3"`:                       "2 5 7",
		`seed = "100000..100004 linear 5"`:              "100000 100001 100002 100003 100004",
		`seed = "10001..10009 linear 3"`:                "10001 10005 10009",
		`seed = "9007199254740993..9007199254741993 2"`: "9007199254740993 9007199254741993",
		`seed = "7..18446744073709551615 linear 2"`:     "7 18446744073709551615",
		`alpha = "0.12341..0.12347 linear 4"`:           "0.12341 0.12343 0.12345 0.12347",
		`alpha = "0.123456..1 linear 3"`:                "0.123456 0.5617 1",
		`seed = [1, 2]`:                                 "1 2",
		`method = ["dvp", "pvp"]`:                       "dvp pvp",
		`shuffle = [true, false]`:                       "true false",
		`topology = ["ring", "edges:1-2,2-3,3-4,4-5"]`:  "ring edges:1-2,2-3,3-4,4-5",
	} {
		p := parse(t, small+"[sweep]\nrepeats = 1\n"+line)
		if got := strings.Join(p.Axes[0].Values, " "); got != want {
			t.Errorf("%s: %s, expected %s", line, got, want)
		}
	}
}

// The session needs the other axis to be one.
func TestARangeOfWholeNumbersBesideASweptMethod(t *testing.T) {
	p := parse(t, small+"train = 200\nadjacency = \"person\"\nepsilon = 5\n[sweep]\nmethod = [\"sharing\"]\niterations = \"2..9 linear 3\"\nrepeats = 1")
	if got := strings.Join(p.Axes[1].Values, " "); got != "2 6 9" {
		t.Errorf("%s", got)
	}
}

// The name of a file is taken to its end, in a list.
func TestAFileThatIsSweptMayEndInABlank(t *testing.T) {
	for line, want := range map[string]string{
		`data = ["csv:a.csv ", "csv:b.csv"]`: "csv:a.csv |csv:b.csv",
		`data = ["csv:a.csv "]`:              "csv:a.csv ",
	} {
		p := parse(t, small+"[sweep]\nrepeats = 1\n"+line)
		if got := strings.Join(p.Axes[0].Values, "|"); got != want {
			t.Errorf("%s: %q, expected %q", line, got, want)
		}
	}
}

// An empty text of a list is a value like others; between commas there is none.
func TestAnEmptyTextOfAListIsAValue(t *testing.T) {
	for line, want := range map[string]string{
		`stop_when = ["", "train_loss < 0.69"]`: "|train_loss < 0.69",
		`stop_when = ["train_loss < 0.69", ""]`: "train_loss < 0.69|",
		`alpha = "0.1,, 0.2,"`:                  "0.1|0.2",
	} {
		p := parse(t, small+"[sweep]\nrepeats = 1\n"+line)
		if got := strings.Join(p.Axes[0].Values, "|"); got != want || p.Runs() != 2 {
			t.Errorf("%s: %q in %d runs, expected %q", line, got, p.Runs(), want)
		}
		if again := parse(t, string(p.text)); strings.Join(again.Axes[0].Values, "|") != want {
			t.Errorf("%s is read back as %q", line, again.Axes[0].Values)
		}
	}
}

// Every refusal names the line, the key and what is allowed.
func TestWhatIsNoPlanIsRefused(t *testing.T) {
	var values []string
	for i := range 300_000 {
		values = append(values, fmt.Sprint(1+i))
	}
	long := strings.Join(values, ", ")
	for _, c := range []struct{ text, want string }{
		{small, "no [sweep] table"},
		{small + "[swep]\n", `line 5 of plan.toml: no table is called "swep" (did you mean sweep?)`},
		{small + "[sweep]\nrepeats = 3", "names 0 keys to sweep, expected one or two"},
		{small + "[sweep]\nalpha = [1]\nrho = [1]\neta = [1]", "names 3 keys"},
		{small + "[sweep]\nalfa = [1]", `line 6 of plan.toml: no key is called "alfa" (did you mean alpha?)`},
		{small + "[sweep]\nrepeat = 3", "repeats = K"},
		{small + "[sweep]\ncaption = \"x\"", "caption is a text"},
		{small + "[sweep]\nalpha = [0.1, 0.2]\nrepeats = 0", "repeats = \"0\", expected a whole number from 1"},
		{small + "[sweep]\nalpha = [0.1, -3]", "line 6 of plan.toml: alpha = -3 is out of range, expected"},
		{small + "[sweep]\nalpha = \"0.1..1 lg 3\"", `"lg" is not a way to spread points, expected LOW..HIGH`},
		{small + "[sweep]\nalpha = \"1..0.1 3\"", "from a number to a larger one"},
		{small + "[sweep]\nalpha = \"0..1 log 3\"", "cannot begin at 0"},
		{small + "method = \"mradmm\"\n[sweep]\ngrowth = \"0.5..1.5 linear 5\"", "growth = 0.5 is out of range, expected 1 to 2"},
		{small + "method = \"mradmm\"\n[sweep]\ngrowth = \"1.1..2.02 log 3\"", "growth = 2.02 is out of range, expected 1 to 2"},
		{small + "[sweep]\nnodes = \"2.5..6 linear 3\"", "line 6 of plan.toml: nodes = \"2.5\", expected a whole number from"},
		{small + "[sweep]\nnodes = \"2..6.5 linear 3\"", "line 6 of plan.toml: nodes = \"6.5\", expected a whole number from"},
		{small + "[sweep]\niterations = \"1.5..1.6 linear 2\"", "line 6 of plan.toml: iterations = \"1.5\", expected a whole number from"},
		{small + "[sweep]\nseed = \"1..2.5 linear 2\"", "line 6 of plan.toml: seed = \"2.5\", expected"},
		{small + "[sweep]\nalpha = \"0.1..1 1\"", "expected a whole number from 2 to 1000"},
		{small + "[sweep]\nalpha = \"0.1..1\"", "this range is not understood"},
		{small + "[sweep]\nbudget = \"1e-400..1 3\"", "line 6 of plan.toml: budget = \"1e-400..1 3\": an end of this range is too small to be told from 0"},
		{small + "[sweep]\ndata = [\"csv:x\\ncsv:y.csv\"]", "line 6 of plan.toml: data: a text in a list has a line end in it"}, // which would be two values
		{small + "[sweep]\ndata = \"csv:x\\ncsv:y.csv\"", "line 6 of plan.toml: data = \"csv:x\\ncsv:y.csv\" has a line end in it"},
		{small + "[sweep]\nalpha = []", "takes no value, expected 1 to 1000"},
		{small + "[sweep]\nalpha = [\"\", 0.5]", "line 6 of plan.toml: alpha has no value, expected a number above 0"},
		{small + "[sweep]\nschedule = [\"\", \"geometric:0.9\"]", "line 6 of plan.toml: schedule = \"\": expected constant"},
		{small + "[sweep]\nalpha = \"\"", "takes no value, expected 1 to 1000"},
		{small + "[sweep]\nalpha = [" + long + "]", "line 6 of plan.toml: alpha takes more than 1000 values, expected 1 to 1000"}, // at once, not after the square of it
		{small + "[sweep]\nmethod = [\"dvp\", \"pvq\"]", "(did you mean pvp?)"},
		{small + "[sweep]\nalpha = [0.1]\nalpha = [0.2]", "line 7"},
		{small + "[sweep]\nalpha = \"0.1..1 1000\"\nrho = \"0.1..1 1000\"", "5,000,000 runs, expected at most 20,000"},
		{"alhpa = 3\n[sweep]\nalpha = [0.1]", "line 1 of plan.toml: no key is called \"alhpa\""},
		{small + "[sweep]\nalpha = [1]\n[optimum]\nc4 = 3", `line 8 of plan.toml: no key of [optimum] is called "c4" (did you mean c3?)`},
		{small + "[sweep]\nalpha = [1]\n[optimum]\nlosss = \"train_loss\"", `line 8 of plan.toml: no key of [optimum] is called "losss" (did you mean loss?)`},
		{small + "[sweep]\nalpha = [1]\n[optimum]\nomega = [1, 2, 3]", "omega has 3 numbers, expected 4"},
		{small + "[sweep]\nalpha = [1]\n[optimum]\nc3 = -1", "expected positive numbers"},
		{small + "[sweep]\nalpha = [1]\n[optimum]\nloss = \"train_los_c\"", "expected one of train_loss train_loss_c (did you mean train_loss_c?)"},
		{small + "[sweep]\nstop = [true, false]", "stop changes nothing while budget = 0"},
		{small + "[sweep]\naccountant = [\"basic\", \"PLD\"]", "accountant changes nothing while budget = 0"},
		{"repeat = 999_998\n" + small + "[sweep]\nalpha = [1]\nrepeats = 3", "past the largest repeat"},
	} {
		if _, err := Parse([]byte(c.text), "plan.toml", nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n%v\nexpected %s", strings.TrimPrefix(c.text, small), err, c.want)
		}
	}
}

// A cell is the base with the values of its axes, and repeats differ in nothing
// but the draw of the noise.
func TestCellsAreTheBaseWithTheirValues(t *testing.T) {
	p := parse(t, "repeat = 5\neta = 0.5\n"+small+"[sweep]\nrho = [0.1, 0.2]\nalpha = [1, 2, 3]\nrepeats = 2", config.Assignment{Key: "eta", Value: "2"})
	if len(p.Cells) != 6 || p.Runs() != 12 {
		t.Fatalf("%d cells, %d runs", len(p.Cells), p.Runs())
	}
	if p.Across().Key != "alpha" {
		t.Errorf("%s runs across", p.Across().Key)
	}
	for i, curve := range p.Curves() {
		for j, cell := range curve.Cells {
			for k, run := range cell.runs {
				c := p.runs[run]
				if want := float64(j + 1); c.Set.Alpha[0] != want || c.Set.Rho[0] != []float64{0.1, 0.2}[i] || c.Set.Eta[0] != 2 || c.Repeat != 5+k {
					t.Errorf("curve %d, place %d, repeat %d runs\n%s", i, j, k, c.Text())
				}
			}
		}
	}
}

// The method brings its defaults, the base's word for another method goes.
func TestAMethodCanBeSwept(t *testing.T) {
	p := parse(t, small+"variant = \"printed\"\n[sweep]\nmethod = [\"dvp\", \"admm\", \"sharing\"]\nrepeats = 4")
	if p.Runs() != 4+1+4 {
		t.Errorf("%d runs, expected the repeats of the method without noise to be one run", p.Runs())
	}
}

// Draws are one run where nothing is drawn: the first, which a folder of before has, too.
func TestDrawsOfNoiseThatIsOffAreOneRun(t *testing.T) {
	p := parse(t, small+"repeat = 7\n[sweep]\nprivate = [\"true\", \"false\"]\nrepeats = 3")
	if p.Runs() != 3+1 || p.Configs()[3].Repeat != 7 || !strings.Contains(p.sessions[3], "\nrepeat = 7\n") {
		t.Errorf("%d runs, the last one of\n%s", p.Runs(), p.sessions[p.Runs()-1])
	}
	if drawn, alone := len(p.Cells[0].runs), len(p.Cells[1].runs); drawn != 3 || alone != 1 {
		t.Errorf("cells of %d and %d runs, expected 3 and 1", drawn, alone)
	}
	p = parse(t, small+"private = false\nevents = [\"at 3: private = true\"]\n[sweep]\nrho = [0.1, 0.2]\nrepeats = 3")
	if p.Runs() != 6 {
		t.Errorf("%d runs, expected every draw where the noise is turned on on the way", p.Runs())
	}
}

func TestThePlanIsWrittenAndReadBack(t *testing.T) {
	for _, text := range []string{
		"title = \"a \\\"b\\\"\"\n" + small + "events = [\"at 2: alpha = 0.1\", \"at 3: cut 1-2\"]\n[sweep]\nalpha = [0.1, 0.3]\nmethod = [\"dvp\", \"pvp\"]\n[optimum]\nc3 = 0.4",
		small + "[sweep]\nalpha = \"0.1..1 log 4\"\nrepeats = 2\n",
		"[sweep]\r\nalpha = [1]\r\n",
	} {
		p := parse(t, text, config.Assignment{Key: "eta", Value: "2"})
		q := parse(t, string(p.text))
		if !slices.Equal(p.sessions, q.sessions) || p.Optimum != q.Optimum || p.Title != q.Title || len(p.Cells) != len(q.Cells) {
			t.Errorf("%s\nis written as\n%s", text, p.text)
		}
	}
}

// What a method from elsewhere does not take of the plan is not in its file either, which
// could not be read back, and with which the same command would not go on.
func TestThePlanOfAnotherMethodIsReadBack(t *testing.T) {
	for _, own := range []string{
		"variant = \"own\"\nalpha = 2\n",
		"events = [\"at 2: variant = own\", \"at 3: alpha = 2\", \"at 3: C = 20\"]\n",
		"events = [\"at 2: variant = own\"]\n",
	} {
		method := config.Assignment{Key: "method", Value: "dvp", Where: "--set"}
		p := parse(t, small+"method = \"pvp\"\n"+own+"[sweep]\nrho = [0.1, 0.3]\nrepeats = 1\n", method)
		q := parse(t, string(p.text))
		if !slices.Equal(p.sessions, q.sessions) || !slices.Equal(p.Notes(), []string{"DVP does not take, and leaves out: " + map[bool]string{true: "variant = own", false: "at 2: variant = own"}[strings.HasPrefix(own, "variant")]}) || len(q.Notes()) > 0 {
			t.Errorf("%s: %q, then %q\n%s", own, p.Notes(), q.Notes(), p.text)
		}
		dir := t.TempDir()
		for range 2 {
			run(t, p, dir)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(small + "[sweep]\nalpha = \"0.01..1 log 9\"\n[optimum]\nomega = [1,2,3,4]")
	f.Add("[ sweep ] # x\r\nmethod = [\"dvp\"]")
	many := regexp.MustCompile(`(?s)sweep.*\d{3}`)
	f.Fuzz(func(t *testing.T, text string) {
		if many.MatchString(text) {
			t.Skip("so many points take their time")
		}
		p, err := Parse([]byte(text), "plan.toml", nil)
		if err == nil && (p.Runs() < 1 || p.Runs() > MostRuns) {
			t.Errorf("%d runs", p.Runs())
		}
	})
}

// Many events times many runs would not fit into memory.
func TestAPlanOfTooMuchTextIsRefused(t *testing.T) {
	events := strings.Repeat("\"at 1: alpha = 0.5\", ", 40_000)
	text := "events = [" + events + "]\n[sweep]\nC = \"1..1000 1000\"\nrepeats = 1\n"
	if _, err := Parse([]byte(text), "plan", nil); err == nil || !strings.Contains(err.Error(), "more than 64 MiB of text") {
		t.Errorf("%v", err)
	}
}

// Title and caption are in no session of a run.
func TestWordsOfAPlanCountOnce(t *testing.T) {
	p, err := Parse([]byte("caption = \""+strings.Repeat("x", 19_000)+"\"\n"+small+"[sweep]\nrho = [1, 2]\nrepeats = 2000\n"), "plan", nil)
	if err != nil || p.Runs() != 4000 {
		t.Errorf("%d runs, %v", p.Runs(), err)
	}
}

// What is swept is in the sessions as well.
func TestAPlanOfTooMuchTextOnItsAxesIsRefused(t *testing.T) {
	var edges []string
	for j := 2; j <= 100; j++ {
		for i := 1; i < j; i++ {
			edges = append(edges, fmt.Sprintf("%d-%d", i, j))
		}
	}
	text := func(repeats int) string {
		return fmt.Sprintf("nodes = 100\n%s[sweep]\ntopology = [\"edges:%s\", \"edges:%s\"]\nrho = [1, 2]\nrepeats = %d\n", small, strings.Join(edges, ","), strings.Join(edges[1:], ","), repeats)
	}
	if p, err := Parse([]byte(text(2)), "plan", nil); err != nil || p.Runs() != 8 {
		t.Errorf("%d runs, %v", p.Runs(), err)
	}
	if _, err := Parse([]byte(text(800)), "plan", nil); err == nil || !strings.Contains(err.Error(), "more than 64 MiB of text") {
		t.Errorf("%v", err)
	}
}

// Its runs count by their lines: a backslash takes four characters there.
func TestAPlanIsMeasuredByTheLinesOfItsRuns(t *testing.T) {
	text := func(sign string, repeats int) string {
		return fmt.Sprintf("method = \"dvp\"\ndata = \"csv:t.csv\"\nnodes = 2\nsplit = 'skewed:0.5:%s'\n[sweep]\nalpha = [0.1, 0.2]\nrepeats = %d\n", strings.Repeat(sign, 19_000), repeats)
	}
	if p, err := Parse([]byte(text("<", 950)), "plan", nil); err != nil || p.Runs() != 1900 {
		t.Errorf("%d runs, %v", p.Runs(), err)
	}
	if _, err := Parse([]byte(text(`\`, 950)), "plan", nil); err == nil || !strings.Contains(err.Error(), "more than 128 MiB where its finished runs are kept") {
		t.Errorf("%v", err)
	}
}

// Keys of [optimum] from elsewhere win over those of the file, and the plan that is written
// down has them.
func TestTheWeightsOfTheOptimumFromElsewhere(t *testing.T) {
	weighs := []config.Assignment{{Key: OmegaKey, Value: "[1, 2, 3, 4]", Where: "--optimum"}, {Key: MostKey, Value: "0.5", Where: "--optimum"}, {Key: LossKey, Value: "train_loss_c", Where: "--optimum"}}
	text := small + "[sweep]\nalpha = [0.1, 0.2]\n[optimum]\nc3 = 0.4\nalpha_max = 3"
	p, err := Parse([]byte(text), "plan.toml", nil, weighs...)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if want := (tradeoff.Utility{Omega: [4]float64{1, 2, 3, 4}, MostLoss: 0.4, MostAlpha: 0.5}); p.Optimum != want || p.Loss.Column != TrainLossC.Column {
			t.Errorf("%+v of %s, want %+v", p.Optimum, p.Loss.Column, want)
		}
		if p, err = Parse(p.text, "plan.toml", nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Parse([]byte(text), "plan.toml", nil, config.Assignment{Key: "c3", Value: "x", Where: "--optimum"}); err == nil || !strings.Contains(err.Error(), "--optimum: c3") {
		t.Error(err)
	}
}

// What a sweep says its totals go with reaches to where its runs end.
func TestASweepSpeaksOfTheLimitThatItsEventsMake(t *testing.T) {
	p, err := Parse([]byte("iterations = 4\nadjacency = \"replace\"\nevents = [\"at 3: iterations = 9\", \"at 6: adjacency = remove\", \"at 12: delta = 0.1\"]\n[sweep]\nalpha = \"0.1, 0.2\"\nrepeats = 1\n"), "x.toml", nil)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := (Results{Plan: p}).writePage(&page, ".", nil); err != nil {
		t.Fatal(err)
	}
	if want := "it proves at δ ≤ 1e-5, one record removed\n"; !strings.Contains(page.String(), want) {
		t.Errorf("no %q in %s", want, page.String())
	}
}

// The page says how to go on, from where the data are found.
func TestThePageSaysHowToGoOn(t *testing.T) {
	for data, want := range map[string]string{
		"census:300":    "In this folder, this makes what is missing and the files again:\n\n```sh\nadmmlab sweep plan.toml --out .\n```\n",
		"csv:table.csv": "Where the sweep was made, for its data are named from there, this makes what is missing and the files again:\n\n```sh\nadmmlab sweep 'a b/plan.toml' --out 'a b'\n```\n",
	} {
		p, err := Parse([]byte("data = \""+data+"\"\n[sweep]\nalpha = \"0.1, 0.2\"\nrepeats = 1\n"), "x.toml", nil)
		if err != nil {
			t.Fatal(err)
		}
		var page strings.Builder
		if err := (Results{Plan: p}).writePage(&page, "a b", nil); err != nil || !strings.HasSuffix(page.String(), want) {
			t.Errorf("%s: %v: no %q in %s", data, err, want, page.String())
		}
	}
}

// A folder whose name begins with a dash is named so that nobody takes it for a flag.
func TestThePageNamesAFolderThatBeginsWithADash(t *testing.T) {
	p := parse(t, "data = \"csv:table.csv\"\n[sweep]\nalpha = [0.1, 0.2]\nrepeats = 1\n")
	for _, dir := range []string{"-d", "./-d"} {
		var page strings.Builder
		if err := (Results{Plan: p}).writePage(&page, dir, nil); err != nil || !strings.Contains(page.String(), "\nadmmlab sweep ./-d/plan.toml --out ./-d\n") {
			t.Errorf("%s: %v: %s", dir, err, page.String())
		}
	}
}

// So is one whose name is not UTF-8.
func TestThePageNamesAFolderByItsBytes(t *testing.T) {
	p := parse(t, "data = \"csv:table.csv\"\n[sweep]\nalpha = [0.1, 0.2]\nrepeats = 1\n")
	var page strings.Builder
	if err := (Results{Plan: p}).writePage(&page, "o\xff", nil); err != nil || !strings.Contains(page.String(), "\nadmmlab sweep \"$(printf 'o\\377/plan.toml')\" --out \"$(printf 'o\\377')\"\n") {
		t.Errorf("%v: %s", err, page.String())
	}
}

// A key that changes no run is not swept, and one that is changed on the way is told of.
func TestASweepIsOverWhatCounts(t *testing.T) {
	if _, err := Parse([]byte("[sweep]\ngamma = [3, 6]\nrepeats = 1\n"), "x.toml", nil); err == nil || !strings.Contains(err.Error(), "line 2 of x.toml: no run of the plan reads gamma") {
		t.Error(err)
	}
	if _, err := Parse([]byte("private = false\n[sweep]\nalpha = [3, 6]\nrepeats = 1\n"), "x.toml", nil); err == nil || !strings.Contains(err.Error(), "line 3 of x.toml: alpha changes nothing while private = false") {
		t.Error(err)
	}
	if _, err := Parse([]byte("events = [\"at 1: alpha = 0.2\"]\n[sweep]\nalpha = [3, 6]\nrepeats = 1\n"), "x.toml", nil); err == nil || !strings.Contains(err.Error(), "alpha changes nothing while at 1: alpha = 0.2") {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"[sweep]\nwatch = [1, 2]\nrepeats = 1\n":                                                                                              "line 2 of x.toml: watch changes nothing: no record's loss is in what comes out",
		"[sweep]\nrealised = [true, false]\nrepeats = 1\n":                                                                                    "line 2 of x.toml: realised changes nothing: no record's loss",
		"method = \"sharing\"\n[sweep]\nsgd_step = [0.1, 200]\nrepeats = 1\n":                                                                 "line 3 of x.toml: sgd_step changes nothing: the level of the gradient method",
		"[sweep]\nstop_when = [\"none\", \"realised_max > 1\"]\nrealised = [true, false]\nrepeats = 1\n":                                      "",
		"method = \"admm\"\nshuffle = false\n[sweep]\nseed = [1, 2]\nrepeats = 1\n":                                                           "seed changes nothing while nothing is drawn",
		"method = \"sharing\"\nprivate = false\nshuffle = false\n[sweep]\nseed = [1, 2]\nrepeats = 1\n":                                       "seed changes nothing: the level of the gradient method",
		"method = \"radmm\"\nprivate = false\niterations = 2\nevents = [\"at 2: private = true\"]\n[sweep]\nrepair = [0, 0.1]\nrepeats = 1\n": "repair changes nothing while private = false",
		"method = \"radmm\"\niterations = 2\n[sweep]\nschedule = [\"geometric:0.5\", \"constant\"]\nrepeats = 1\n":                            "schedule changes nothing while iterations = 2",
	} {
		if _, err := Parse([]byte(text), "x.toml", nil); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	p, err := Parse([]byte("iterations = 5\nevents = [\"at 2: delta = 0.1\", \"at 9: alpha = 2\"]\n[sweep]\ndelta = [1e-9, 1e-5]\nalpha = [1, 2]\nrepeats = 1\n"), "x.toml", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := Results{Plan: p}
	var page, runs strings.Builder
	if err := r.writePage(&page, ".", nil); err != nil || strings.Count(page.String(), "is swept and changed on the way") != 1 || !strings.Contains(page.String(), "\n- delta is swept and") {
		t.Errorf("%v: %s", err, page.String())
	}
	if err := r.writeRuns(&runs); err != nil || !strings.HasPrefix(runs.String(), "alpha,delta,repeat,iteration,train_loss,test_error,epsilon_total,epsilon_tight,delta_of_run,end,") {
		t.Errorf("%v: %s", err, runs.String())
	}
}

// Swept values are not those of the whole run, either, where a change on the way sets the key back,
// counts in its place or cuts an edge of the graph that is swept; what comes behind the limit does
// not count.
func TestAChangeThatTakesThePlaceOfWhatIsSweptIsTold(t *testing.T) {
	for _, test := range []struct {
		key, values, event string
		told               bool
	}{
		{"sigma", "[0.5, 1]", "at 3: sigma = 2", true},
		{"sigma", "[0.5, 1]", "at 3: epsilon = 1", true},
		{"sigma", "[0.5, 1]", "at 30: epsilon = 1", false},
		{"sigma", "[0.5, 1]", "at 3: delta = 1e-3", false},
		{"epsilon", "[0.5, 1]", "at 3: sigma = 2", true},
		{"epsilon", "[0.5, 1]", "at 3: rho = 2", false},
	} {
		p := parse(t, "method = \"sharing\"\niterations = 8\nevents = [\""+test.event+"\"]\n[sweep]\nrepeats = 1\n"+test.key+" = "+test.values+"\n")
		if told := strings.Contains(strings.Join(p.Notes(), "\n"), test.key+" is swept and changed on the way"); told != test.told {
			t.Errorf("%s is swept, %s: told: %t, want %t", test.key, test.event, told, test.told)
		}
	}
	p := parse(t, "iterations = 8\nevents = [\"at 3: cut 1-2\"]\n[sweep]\nrepeats = 1\ntopology = [\"ring\", \"complete\"]\n")
	if notes := p.Notes(); len(notes) != 1 || !strings.HasPrefix(notes[0], "topology is swept and changed on the way") {
		t.Errorf("%q", notes)
	}
	p = parse(t, "iterations = 8\nevents = [\"at 3: cut 1-2\"]\n[sweep]\nrepeats = 1\nrho = [1, 2]\n")
	if notes := p.Notes(); len(notes) != 0 {
		t.Errorf("%q", notes)
	}
}

// What weighs loss against privacy is told to change nothing where no optimal alpha is sought.
func TestWeightsThatNothingReadsAreTold(t *testing.T) {
	for text, want := range map[string]int{
		"[sweep]\nrho = [1, 2]\n": 0, "[sweep]\nalpha = [1, 2]\n[optimum]\nc3 = 0.5\n": 0, "[sweep]\nrho = [1, 2]\n[optimum]\nc3 = 0.5\n": 1, "[sweep]\nalpha = [1, 2]\nrho = [1, 2, 3]\n[optimum]\nc3 = 0.5\n": 0,
	} {
		p, err := Parse([]byte(text), "x.toml", nil)
		if err != nil || strings.Count(strings.Join(p.Notes(), "\n"), "[optimum] changes nothing") != want {
			t.Errorf("%q: %v, %q", text, err, p.Notes())
		}
	}
	p, err := Parse([]byte("[sweep]\nrho = [1, 2]\n"), "x.toml", nil, config.Assignment{Key: "c3", Value: "0.5", Where: "--optimum"})
	if err != nil || len(p.Notes()) != 1 {
		t.Errorf("%v, %q", err, p.Notes())
	}
}

// Where nothing is proved, no δ is told.
func TestASweepWithoutNoisePromisesNothing(t *testing.T) {
	p, err := Parse([]byte("private = false\n[sweep]\nrho = \"0.1, 0.2\"\nrepeats = 1\n"), "x.toml", nil)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := (Results{Plan: p}).writePage(&page, ".", nil); err != nil || !strings.Contains(page.String(), "- nothing is proved: there is no noise") {
		t.Errorf("%v: %s", err, page.String())
	}
	var r Run
	if r.take(sim.Row{Iteration: 1, Tight: math.NaN()}, nil); !math.IsNaN(float64(r.Delta)) {
		t.Errorf("δ = %g of no total", float64(r.Delta))
	}
}

// A value in two spellings is one cell; seeds that no float64 tells apart are two.
func TestAValueInTwoSpellingsCountsOnce(t *testing.T) {
	for list, want := range map[string]string{
		`alpha = ["0.05", "0.050", "5e-2", "0.1"]`:                    "0.05 0.1",
		`alpha = ["0.10", "0.1..1 linear 2"]`:                         "0.10 1",
		`seed = ["9007199254740992", "9007199254740993", "1", "1.0"]`: "9007199254740992 9007199254740993 1",
	} {
		p := parse(t, "data = \"census:300\"\n[sweep]\nrepeats = 1\n"+list+"\n")
		if got := strings.Join(p.Axes[0].Values, " "); got != want {
			t.Errorf("%s: %s, expected %s", list, got, want)
		}
	}
}

// A plan is of as many runs as it makes: one a point where nothing is drawn.
func TestAPlanCountsItsRuns(t *testing.T) {
	text := func(more string, repeats int) string {
		return fmt.Sprintf("data = \"census:20\"\nC = 1\niterations = 1\n%s[sweep]\nrho = \"0.01..1 log 100\"\nrepeats = %d\n", more, repeats)
	}
	if p := parse(t, text("private = false\n", 201)); p.Runs() != 100 {
		t.Errorf("%d runs, want 100", p.Runs())
	}
	if _, err := Parse([]byte(text("", 201)), "x.toml", nil); err == nil || !strings.Contains(err.Error(), "the plan asks for 20,100 runs, expected at most 20,000") {
		t.Errorf("too many runs: %v", err)
	}
}
