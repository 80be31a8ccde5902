package sim

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/privacy/account"
)

// The wall is a filter: whatever method, variant, graph, accountant, neighbours, schedule,
// repair and live changes, after no iteration is the total of any node past the budget
// that was in force when it was computed. What is left without a guess can be made, and a
// filter's bound is above what is spent.
//
//	go test ./sim -run RapidWall -rapid.checks=20000    a longer search
//	go test ./sim -fuzz FuzzTheWall                     a search by coverage
func TestRapidWall(t *testing.T) {
	serial(t)
	if !checksAsked() {
		wallReach = 12
		t.Cleanup(func() { wallReach = 25 })
	}
	quickly(t, "20")
	rapid.Check(t, wallHolds)
}

// wallReach is the most iterations a run begins with; the everyday search makes fewer.
var wallReach = 25

func FuzzTheWall(f *testing.F) { f.Fuzz(rapid.MakeFuzz(wallHolds)) }

// wallData is one small table for all.
var wallData = sync.OnceValue(func() *data.Dataset {
	kind, size, err := config.DataKind("census:60")
	if err != nil {
		panic(err)
	}
	d, err := kind.Draw(size, nil)
	if err != nil {
		panic(err)
	}
	return d
})

// wallEvent draws a change that the wall has to mind.
func wallEvent(t *rapid.T, c config.Config) config.Event {
	spec := c.Spec()
	event := func(key string, value any) config.Event { return config.Event{Key: key, Value: fmt.Sprint(value)} }
	each := func(key string, g *rapid.Generator[float64]) config.Event {
		return event(key, eachNode(t, c, g, key))
	}
	switch rapid.SampledFrom([]string{"noise", "C", "eta", "rho", "repair", "growth", "budget", "budget", "stop", "accountant", "adjacency", "delta", "variant", "iterations", "edge", "sigma", "order", "private"}).Draw(t, "change") {
	case "noise":
		return each(spec.NoiseKnob, decades(-3, 2))
	case "C":
		return each("C", decades(-2, 1))
	case "eta":
		return each("eta", decades(-3, 1))
	case "rho":
		return each("rho", decades(-3, 1))
	case "repair":
		return event("repair", decades(-3, 0).Draw(t, "repair"))
	case "growth":
		return each("growth", rapid.Float64Range(1, 1.2))
	case "budget":
		return event("budget", rapid.OneOf(rapid.Just(0.0), decades(-1, 2)).Draw(t, "budget"))
	case "stop":
		return event("stop", rapid.Bool().Draw(t, "stop"))
	case "accountant":
		return event("accountant", rapid.SampledFrom(append([]string{account.Best}, account.Names()...)).Draw(t, "accountant"))
	case "adjacency":
		return event("adjacency", rapid.SampledFrom(spec.Adjacency[:]).Draw(t, "adjacency").ID)
	case "delta":
		return event("delta", decades(-12, -2).Draw(t, "delta"))
	case "variant":
		return event("variant", rapid.SampledFrom(spec.Variants).Draw(t, "variant").ID)
	case "iterations":
		return event("iterations", rapid.IntRange(1, wallReach+5).Draw(t, "iterations"))
	case "sigma":
		return event("sigma", rapid.OneOf(rapid.Just(0.0), decades(-1, 5)).Draw(t, "sigma"))
	case "private":
		return event("private", rapid.Bool().Draw(t, "private"))
	case "order":
		return event("order", rapid.SampledFrom([]string{"jacobi", "gauss-seidel"}).Draw(t, "order"))
	}
	edge := network.Edge{rapid.IntRange(0, 1).Draw(t, "i"), rapid.IntRange(2, 5).Draw(t, "j")}
	return config.Event{Edge: edge, Join: rapid.Bool().Draw(t, "join")}
}

// walledConfig draws a session with a budget and a schedule.
func walledConfig(t *rapid.T) config.Config {
	specs := slices.DeleteFunc(slices.Clone(admm.Catalogue()), func(s admm.Spec) bool { return !s.Private() })
	spec := rapid.SampledFrom(specs).Draw(t, "method")
	nodes := rapid.IntRange(2, 5).Draw(t, "nodes")
	c, err := config.Build([]config.Assignment{
		{Key: "method", Value: spec.ID}, {Key: "data", Value: "census:60"}, {Key: "C", Value: "2"}, {Key: "nodes", Value: fmt.Sprint(nodes)},
		{Key: "train", Value: fmt.Sprint(rapid.IntRange(30, 50).Draw(t, "train"))}, {Key: "topology", Value: graphOf(t, nodes)},
		{Key: "iterations", Value: fmt.Sprint(rapid.IntRange(1, wallReach).Draw(t, "limit"))}, {Key: "realised", Value: "false"},
		{Key: "budget", Value: fmt.Sprint(decades(-1, 2).Draw(t, "budget at the start"))},
		{Key: "split", Value: splitOf(t, nodes)}, {Key: "schedule", Value: ruleOf(t)},
		{Key: "start", Value: rapid.SampledFrom([]string{"0", "2"}).Draw(t, "start")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if spec.Vertical {
		c.Set.Lambda = decades(0, 6).Draw(t, "lambda")
	}
	for range rapid.IntRange(0, 6).Draw(t, "settings") {
		e := wallEvent(t, c)
		k, ok := config.KnobOf(c, e.Key)
		if !ok || e.Check(c) != nil {
			continue
		}
		if next, err := k.Assign(c, e.Value); err == nil {
			c = next
		}
	}
	for range rapid.IntRange(0, 4).Draw(t, "events") {
		e := wallEvent(t, c)
		if e.At = rapid.IntRange(1, 20).Draw(t, "at"); e.Check(c) == nil {
			c.Events = append(c.Events, e)
		}
	}
	return c
}

func wallHolds(t *rapid.T) {
	c := walledConfig(t)
	s, err := NewSession(c, wallData(), models.Serial)
	if err != nil {
		t.Skip(err)
	}
	saved := s.Save()
	promised, at, told := 0, 0, wallsTold(t, s.News(), 0)
	var rows []Row
	for len(rows) < 60 {
		if rapid.IntRange(0, 5).Draw(t, "change now") == 0 {
			told += wallsTold(t, s.Change(wallEvent(t, s.Config())), s.t)
			promised = 0
		}
		left, guess, ok := s.Left()
		if s.Ready() != s.prepareAgain() {
			t.Fatal("asked twice, the wall gives two answers")
		}
		if !s.Ready() {
			// What is left is reckoned with exact minimisers; that one missed is known afterwards only.
			lapsed, _ := s.Lapsed()
			if s.t < promised && s.t < s.now.Iterations && s.halted == "" && lapsed == 0 {
				t.Fatalf("t=%d: stopped, and at t = %d it was to reach %d\n%s", s.t, at, promised, s.Replay().Text())
			}
			if !s.Finished() && s.halted == "" && (told == 0 || ok && left != 0) {
				t.Fatalf("t=%d: stopped, told %d times, %d left", s.t, told, left)
			}
			break
		}
		if promised = max(promised, s.t+left); !ok || guess != "" || !s.next.enforced {
			promised = 0
		} else {
			at = s.t
		}
		row, notices := s.Step()
		rows = append(rows, row)
		told = wallsTold(t, notices, s.t)
		if now := s.now; now.Stop && now.Budget > 0 {
			if from, why := s.Lapsed(); from > 0 && !s.missed {
				t.Fatalf("t=%d: within a budget, and nothing is promised from t = %d on, as %s\n%s", s.t, from, why, s.Replay().Text())
			}
			withinBudget(t, s, row)
		}
		if slices.ContainsFunc(notices, func(n Notice) bool { return n.Kind == Failed }) {
			t.Fatal(s.halted)
		}
		if len(rows) == 5 {
			saved = s.Save()
		}
	}
	replay(t, s, wallData(), rows)
	if s.halted == "" {
		resume(t, s, wallData(), saved, rows)
	}
}

// The answer of the reverse question holds wherever it is no guess: with the noise and the
// budget that it offers the run reaches its limit, within the total that was asked for.
func TestRapidReverseQuestion(t *testing.T) {
	serial(t)
	if !checksAsked() {
		wallReach = 12
		t.Cleanup(func() { wallReach = 25 })
	}
	quickly(t, "20")
	rapid.Check(t, func(t *rapid.T) {
		c := walledConfig(t)
		s, err := NewSession(c, wallData(), models.Serial)
		if err != nil {
			t.Skip(err)
		}
		for range rapid.IntRange(0, 6).Draw(t, "iterations before") {
			if rapid.IntRange(0, 5).Draw(t, "change now") == 0 {
				s.Change(wallEvent(t, s.Config()))
			}
			if s.Ready() {
				s.Step()
			}
		}
		within := rapid.OneOf(rapid.Just(0.0), decades(-1, 2)).Draw(t, "within")
		value, guess, err := s.Affordable(within, rapid.SampledFrom([]int{0, 4}).Draw(t, "digits"))
		if err != nil || guess != "" {
			return
		}
		s.Change(config.Event{Key: s.spec.NoiseKnob, Value: fmt.Sprint(value)})
		if within > 0 {
			s.Change(config.Event{Key: config.BudgetKnob.Key, Value: fmt.Sprint(within)})
		}
		for s.Ready() {
			s.Step()
		}
		if s.halted != "" || s.missed {
			return // minimisers that are not exact are known afterwards only
		}
		if r := s.newest; s.t < s.now.Iterations || !(r.Tight <= s.now.Budget*(1+1e-9)) {
			t.Fatalf("%s = %g was to reach t = %d within %g: it reaches t = %d with %g by %q\n%s",
				s.spec.NoiseKnob, value, s.now.Iterations, s.now.Budget, s.t, r.Tight, r.Accountant, s.Replay().Text())
		}
	})
}

// prepareAgain prepares the next iteration anew.
func (s *Session) prepareAgain() bool {
	s.next.made = false
	return s.Ready()
}

// wallsTold counts what is told of the wall.
func wallsTold(t *rapid.T, notices []Notice, at int) int {
	n := 0
	for _, one := range notices {
		if one.Kind == Wall {
			if n++; one.Iteration != at || strings.Contains(one.Text, "NaN") {
				t.Fatalf("at t = %d: %+v", at, one)
			}
		}
	}
	if n > 1 {
		t.Fatalf("told %d times: %v", n, notices)
	}
	return n
}

// withinBudget holds every node's account against the budget in force.
func withinBudget(t *rapid.T, s *Session, row Row) {
	for node, class := range s.totals.of {
		total := totalBy(s.totals.classes[class][s.spec.AdjacencyOf(s.set)], s.now.Accountant)
		if !total.Valid || !(total.Epsilon <= s.now.Budget) {
			t.Fatalf("t=%d: node %d is at %g (%s, valid: %v), past the budget of %g\n%s",
				row.Iteration, node+1, total.Epsilon, total.Name, total.Valid, s.now.Budget, s.Replay().Text())
		}
	}
	if row.Accountant == Filter && !(row.Spent <= row.Tight*(1+1e-9) && math.Abs(row.Tight-s.now.Budget) <= 1e-9*s.now.Budget) {
		t.Fatalf("t=%d: the filter says %g of a budget of %g, spent %g", row.Iteration, row.Tight, s.now.Budget, row.Spent)
	}
	if math.IsInf(row.Tight, 1) {
		t.Fatalf("t=%d: nothing is proved within a budget", row.Iteration)
	}
}
