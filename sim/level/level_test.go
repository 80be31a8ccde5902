package level

import (
	"math"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// small is a config on 600 census people with the given keys, as a person would
// write them.
func small(t *testing.T, lines ...string) config.Config {
	t.Helper()
	text := "data = \"census:600\"\nC = 60\n" + strings.Join(lines, "\n")
	c, err := config.ParseText([]byte(text), "test.toml")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return c
}

// dealOf is what a run of c works on.
func dealOf(t *testing.T, c config.Config) *deal.Deal {
	t.Helper()
	set, err := data.Census(600, nil)
	if err != nil {
		t.Fatal(err)
	}
	dealt, err := deal.New(c, set, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return dealt
}

// levels are those of a run of c, all of them.
func levels(t *testing.T, c config.Config, totals ...float64) *Levels {
	t.Helper()
	return levelsOf(c, dealOf(t, c), totals)
}

func levelsOf(c config.Config, dealt *deal.Deal, totals []float64) (last *Levels) {
	for last = range Of(c, dealt, models.Serial, totals) {
	}
	return last
}

// Every method is measured against what there is on its data.
func TestEveryMethodHasItsLevels(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		c := small(t, `method = "`+spec.ID+`"`, "iterations = 4")
		want := []string{"majority class", "trusted curator", "pooled optimum"}
		switch {
		case spec.Vertical:
			want = []string{"majority class", "party 1 alone", "gradient method", "pooled optimum"}
		case !spec.Private():
			want = []string{"majority class", "pooled optimum"}
		}
		l := levels(t, c, 1)
		if got := namesOf(l.At(1, 2)); !slices.Equal(got, want) {
			t.Errorf("%s is measured against %q, want %q", spec.ID, got, want)
		}
		if (l.NoCurator == "") != slices.Contains(want, "trusted curator") {
			t.Errorf("%s: why there is no curator: %q", spec.ID, l.NoCurator)
		}
		pooled, err := Reference("centralised", c, dealOf(t, c), models.Serial)
		if err != nil || *l.Pooled != pooled[0] {
			t.Errorf("%s: pooled %+v, the baseline says %+v, %v", spec.ID, l.Pooled, pooled, err)
		}
		for _, level := range l.At(1, 2) {
			if !(level.TrainLoss > 0 && level.TestLoss > 0 && level.TestError > 0 && level.TestError < 1) {
				t.Errorf("%s: %+v", spec.ID, level)
			}
		}
	}
}

// Where no noise of a curator keeps within a total, that is the reason why there is none.
func TestATotalThatNoCuratorKeepsIsTold(t *testing.T) {
	if l := levels(t, small(t, "delta = 1e-300"), 1e-305); l.Curator != nil || !strings.Contains(l.NoCurator, "no noise") {
		t.Errorf("%d curators; none, as %q", len(l.Curator), l.NoCurator)
	}
	if l := levels(t, small(t, "delta = 1e-300"), 1e-305, 1); len(l.Curator) != 1 || l.NoCurator != "" {
		t.Errorf("at another total there is one: %d, %q", len(l.Curator), l.NoCurator)
	}
}

func namesOf(list []Level) (names []string) {
	for _, l := range list {
		names = append(names, l.Name)
	}
	return names
}

// Under sharing a curator stands beside a person that changes, and promises more; the
// gradient method takes its step and batch from the session.
func TestLevelsOfSharing(t *testing.T) {
	c := small(t, `method = "sharing"`, `adjacency = "person"`, "iterations = 3")
	l := levels(t, c, 1)
	if len(l.Curator) != 1 || l.Mind == "" || len(l.SGD) != 3 {
		t.Fatalf("%+v", l)
	}
	at := l.At(math.NaN(), 2)
	if k := slices.Index(namesOf(at), "gradient method"); k < 0 || at[k].Score != l.SGD[1] {
		t.Errorf("after 2 passes: %+v", at)
	}
	other := levels(t, small(t, `method = "sharing"`, "iterations = 3", "sgd_step = 1", "sgd_batch = 7"))
	if other.SGD[2] == l.SGD[2] || *other.Alone != *l.Alone {
		t.Errorf("step 1 and batch 7 give %+v, step 100 and batch 32 %+v", other.SGD[2], l.SGD[2])
	}
}

// Whoever asks may stop after every piece; what was told stays as it was.
func TestLevelsCanBeStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs at once here")
	}
	c := small(t)
	dealt := dealOf(t, c)
	for stop := 1; stop < 30; stop++ {
		pieces := 0
		for l := range Of(c, dealt, models.Serial, []float64{1, 10}) {
			if pieces++; pieces == 1 && (l.Pooled != nil || l.Curator != nil) {
				t.Fatalf("at once: %+v", l)
			}
			if pieces == stop {
				break
			}
		}
	}
	var told []*Levels
	for l := range Of(c, dealt, models.Serial, []float64{10, 1}) {
		if len(told) == 0 || told[len(told)-1] != l {
			told = append(told, l)
		}
	}
	if len(told) != 4 || told[1].Curator != nil || told[2].Curator[0].Epsilon != 10 || len(told[2].Curator) != 1 || told[3].Curator[0].Epsilon != 1 {
		t.Errorf("told %d times", len(told))
	}
}

// Between two totals the curator's level lies between theirs, beyond them it stays.
func TestTheCuratorBetweenTwoTotals(t *testing.T) {
	l := Levels{Curator: []baseline.Private{
		{Epsilon: 1, Mean: baseline.Score{TrainLoss: 4, TrainLossC: 40, TestError: 0.4}},
		{Epsilon: 100, Mean: baseline.Score{TrainLoss: 2, TrainLossC: 20, TestError: 0.2}},
	}}
	for _, v := range []struct {
		epsilon, loss float64
		about         bool
	}{{0.01, 4, true}, {1, 4, false}, {10, 3, true}, {100, 2, false}, {1e9, 2, true}, {math.Inf(1), 2, true}} {
		at := l.At(v.epsilon, 1)
		if len(at) != 2 || math.Abs(at[1].TrainLoss-v.loss) > 1e-12 || math.Abs(at[1].TrainLossC-10*v.loss) > 1e-12 || at[1].About != v.about {
			t.Errorf("ε = %g: %+v, want %g", v.epsilon, at, v.loss)
		}
	}
	for _, epsilon := range []float64{math.NaN(), 0} {
		if at := l.At(epsilon, 1); len(at) != 1 {
			t.Errorf("ε = %g: %+v", epsilon, at)
		}
	}
}

// What changes no level has the same key.
func TestRunsThatAreMeasuredAlikeHaveOneKey(t *testing.T) {
	base := KeyOf(small(t))
	for line, same := range map[string]bool{
		"alpha = 3": true, "eta = 2": true, "iterations = 7": true, `topology = "star"`: true, "budget = 3": true, `method = "pvp"` + "\nrho = 0.0031622776601683794": true,
		"rho = 3": false, "C = 50": false, "delta = 1e-6": false, `adjacency = "remove"`: false, "private = false": false, "seed = 8": false, "train = 400": false,
	} {
		text := strings.Split(line, "\n")
		if line == "C = 50" { // it stands in the text already
			c := small(t)
			c.Set.C = []float64{50}
			if KeyOf(c) == base {
				t.Error("C = 50 changes no key")
			}
			continue
		}
		if got := KeyOf(small(t, text...)) == base; got != same {
			t.Errorf("%s: the same key is %v, want %v", line, got, same)
		}
	}
}

// What is too much for one hand is left out, and the reason told; the rest is there. With
// so many columns that a factor takes minutes it is the curator alone, who minimises over
// and over.
func TestDataTooLargeForOneHandAreLeftOut(t *testing.T) {
	for _, method := range []string{"dvp", "sharing"} {
		c := small(t, `method = "`+method+`"`, `adjacency = "`+map[string]string{"dvp": "replace", "sharing": "person"}[method]+`"`, "iterations = 2")
		plain := levels(t, c, 1)
		long := changed(t, c, func(r *data.Rows) { r.Value = make([]float64, 23_000_000) }) // of which nothing is read
		if long.Pooled != nil || long.Curator != nil || long.SGD != nil || !strings.Contains(long.NoPool, "23000000 entries") || long.At(1, 1)[0].Name != "majority class" {
			t.Errorf("%s: %+v", method, long)
		}
		wide := changed(t, c, func(r *data.Rows) { r.Dim = 100_000 })
		if wide.Curator != nil || !strings.Contains(wide.NoCurator, "100000 columns") || wide.NoPool != "" {
			t.Errorf("%s: %+v", method, wide)
		}
		if *wide.Pooled != *plain.Pooled || len(wide.SGD) != len(plain.SGD) || method == "sharing" && *wide.Alone != *plain.Alone {
			t.Errorf("%s: levels %+v, with fewer columns %+v", method, wide, plain)
		}
	}
}

// changed are the levels of a run on a deal whose table has been changed.
func changed(t *testing.T, c config.Config, change func(*data.Rows)) *Levels {
	t.Helper()
	dealt := dealOf(t, c)
	table := *dealt.Data
	change(&table.Rows)
	dealt.Data = &table
	return levelsOf(c, dealt, CuratorTotals)
}

// Levels under another loss are other levels.
func TestLevelsAreOfTheirLoss(t *testing.T) {
	logistic, huber := small(t), small(t, `loss = "huber"`)
	wide := small(t, `loss = "huber"`, "h = 2")
	if a, b, c := KeyOf(logistic), KeyOf(huber), KeyOf(wide); a == b || b == c {
		t.Errorf("one key for levels of two losses: %+v, %+v, %+v", a, b, c)
	}
	if deal.KeyOf(logistic) != deal.KeyOf(huber) {
		t.Error("the same records are dealt twice")
	}
}
