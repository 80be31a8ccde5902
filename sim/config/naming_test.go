package config

import (
	"strings"
	"testing"

	"admmlab/sim/rows"
)

func TestNamesTellRunsApart(t *testing.T) {
	dvp := Default()
	strict := dvp
	strict.Set.Alpha = []float64{0.1}
	strictDense := strict
	strictDense.Topology = "complete"
	strictLoose := strict
	strictLoose.Set.Delta = 0.1
	removed := dvp
	removed.Set.Adjacency = "remove"
	pvp := dvp.WithMethod("pvp")
	odd := dvp
	odd.Set.Delta = 0.12345
	near, next := dvp, dvp
	near.Set.Alpha, next.Set.Alpha = []float64{0.5001}, []float64{0.50011}
	odder := dvp
	odder.Set.Delta = 0.12349
	lists, nearly := dvp, dvp
	lists.Set.Rho, nearly.Set.Rho = []float64{0.3, 0.3, 0.3, 0.3, 12345}, []float64{0.3, 0.3, 0.3, 0.3, 12346}
	own := dvp
	own.Set.Alpha = []float64{0.5, 0.5, 0.5, 0.5, 0.5001}
	path, fan, long, longer := dvp, dvp, dvp, dvp
	path.Topology, fan.Topology = "edges:1-2,2-3", "edges:1-2,1-3"
	long.Topology = "edges:1-2,1-3,1-4,1-5,1-6,1-7,1-8,1-9,1-10,1-11"
	longer.Topology = long.Topology[:len(long.Topology)-1] + "2"
	silent := strict
	silent.Set.Private = false
	late, later := dvp, dvp
	late.StopWhen, _ = rows.ParseCondition("test_error < 12.34 %")
	later.StopWhen, _ = rows.ParseCondition("test_error < 0.12345")
	sigma, epsilon, twice := dvp.WithMethod("sharing"), dvp.WithMethod("sharing"), dvp.WithMethod("sharing")
	sigma.Set.Sigma, epsilon.Set.Sigma, twice.Set.Sigma = 3, 0, 0
	epsilon.Set.Epsilon, twice.Set.Epsilon = 0.3, 0.30001
	low, high, zero := dvp, dvp, dvp
	low.Budget, high.Budget, zero.Budget = 0.2, 9, 0
	lowOff, highOff, basic := low, high, low
	lowOff.Stop, highOff.Stop, basic.Accountant = false, false, "basic"
	strictHigh := strict
	strictHigh.Budget = 9
	other := pvp
	other.Set.Adjacency, other.Set.Delta = "remove", 0.1
	for _, test := range []struct {
		configs []Config
		want    string
	}{
		{[]Config{dvp}, "DVP"},
		{[]Config{dvp, dvp}, "DVP;DVP"},
		{[]Config{dvp, strict}, "α 0.5;α 0.1"},
		{[]Config{dvp, pvp}, "DVP;PVP"},
		{[]Config{dvp, strict, pvp}, "DVP α 0.5;DVP α 0.1;PVP"},
		{[]Config{dvp, strict, strictDense}, "α 0.5;α 0.1 graph ring;α 0.1 graph complete"},
		{[]Config{dvp, pvp, dvp.WithMethod("sharing")}, "DVP;PVP;Sharing, column"},
		{[]Config{dvp, removed}, "record replaced;record removed"}, // what totals go with is told though names are distinct
		{[]Config{strict, removed, pvp}, "DVP α 0.1;DVP α 0.5, removed;PVP"},
		{[]Config{dvp, strictLoose}, "α 0.5;α 0.1 δ 0.1"},
		{[]Config{dvp, other, other}, "DVP;PVP δ 0.1, removed;PVP δ 0.1, removed"}, // and where some are the same run
		{[]Config{removed, removed, pvp}, "DVP;DVP;PVP, replaced"},
		{[]Config{dvp, dvp.WithMethod("admm"), removed, removed}, "DVP, replaced;ADMM;DVP, removed;DVP, removed"},
		{[]Config{dvp, odd}, "δ 1e-5;δ 0.124"}, // no total is proved at less than its name says
		// The budget is named last, where nothing else tells runs apart.
		{[]Config{low, high}, "budget 0.2;budget 9"},
		{[]Config{low, strictHigh}, "α 0.5;α 0.1"},
		{[]Config{low, high, strict}, "α 0.5 budget 0.2;α 0.5 budget 9;α 0.1"},
		{[]Config{low, high, basic}, "account best budget 0.2;account best budget 9;account basic"},
		{[]Config{lowOff, zero, highOff}, "stop off budget 0.2;stop on;stop off budget 9"},
		// As many digits as tell the values apart.
		{[]Config{dvp, near}, "α 0.5;α 0.5001"},
		{[]Config{dvp, near, next}, "α 0.5;α 0.5001;α 0.50011"},
		{[]Config{strict, near}, "α 0.1;α 0.5"},
		{[]Config{odd, odder}, "δ 0.12345;δ 0.12349"},
		{[]Config{lists, nearly}, "ρ 0.3,0.3,0.3,0.3,12.345k;ρ 0.3,0.3,0.3,0.3,12.346k"},
		{[]Config{dvp, own}, "α 0.5;α 0.5,0.5,0.5,0.5,0.5001"},
		{[]Config{dvp, path}, "graph ring;graph 2 edges"},
		{[]Config{path, fan}, "graph 1-2,2-3;graph 1-2,1-3"},
		{[]Config{long, longer}, "graph 10 edges 1da5e5f1;graph 10 edges 84acb44b"},
		{[]Config{dvp, silent}, "noise on;noise off"},
		{[]Config{late, dvp}, "until error < 12.3 %;DVP"},
		{[]Config{late, later}, "until error < 12.34 %;until error < 12.35 %"},
		{[]Config{sigma, epsilon, twice}, "σ 3;σ 0 ε 0.3;σ 0 ε 0.30001"},
	} {
		if got := strings.Join(Names(test.configs), ";"); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// What the screen calls something, and a key in the wrong case, lead to the key.
// Whatever one knob is set to, no two settings have one name.
func TestNamesTellAllValuesOfAKnobApart(t *testing.T) {
	for _, method := range []string{"mradmm", "sharing"} { // which read the most
		base := Default().WithMethod(method)
		for _, k := range KnobsOf(base) {
			if k.Shared || !k.Reads(base) {
				continue
			}
			values := []string{
				"0", "1", "0.5", "0.50001", "0.500000001", "1e-5", "1.00001e-5", "0.5,0.5,0.5,0.5,0.5000001", "1000000", "1000001", "geometric:0.99", "geometric:0.990001",
				"linear:0.5@10", "linear:0.5@11", "edges:", "edges:1-2", "edges:1-3", "test_error < 0.1", "test_error < 0.1000001", "test_error <= 0.1", "train_loss < 0.1",
			}
			if k.Choices != nil {
				values = append(values, k.Choices(base)...)
			}
			before := []Config{base}
			for _, v := range values {
				c, err := k.Assign(base, v)
				if err != nil {
					continue
				}
				for _, other := range before {
					if names := Names([]Config{c, other}); names[0] == names[1] && len(Differences(c, other)) > 0 {
						t.Errorf("%s: %s = %s and %s are both %q", method, k.Key, k.Value(other), k.Value(c), names[0])
					}
				}
				before = append(before, c)
			}
		}
	}
}

func TestAnUnknownKeyLeadsToTheKey(t *testing.T) {
	for key, want := range map[string]string{"graph": "the key is topology", "limit": "the key is iterations", "α": "the key is alpha", "c": "did you mean C?", "Rho": "did you mean rho?", "noise": "the key is private"} {
		if _, err := Build([]Assignment{{Key: key, Value: "1"}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", key, err, want)
		}
	}
}

// Totals up to an iteration go with all that was in force in one of them, and what is changed
// within one iteration is in force in none.
func TestTotalsGoWithWhatWasInForce(t *testing.T) {
	c, err := ParseText([]byte("adjacency = \"replace\"\ndelta = 1e-9\nevents = [\"at 3: adjacency = remove\", \"at 3: adjacency = replace\", \"at 4: delta = 0.2\", \"at 4: delta = 1e-9\", \"at 5: delta = 0.1\", \"at 8: adjacency = remove\"]"), "test")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int]string{
		0: "", 1: "at δ ≤ 1e-9, one record replaced", 4: "at δ ≤ 1e-9, one record replaced", 5: "at δ ≤ 0.1, one record replaced", 7: "at δ ≤ 0.1, one record replaced", 12: "at δ ≤ 0.1, one record replaced or one record removed",
	} {
		if got := c.Promises(at).Words(); got != want {
			t.Errorf("after %d iterations: %q, want %q", at, got, want)
		}
	}
}
