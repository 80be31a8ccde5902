package sim

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// Twice as many events are twice as much work and not four times.
func TestEventsAreMadeInLinearTime(t *testing.T) {
	work := func(n int) uint64 {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "  \"at %d: %s\",\n", 1+i/(n/2), []string{"alpha = 0.25", "cut 1-2", "join 1-2", "topology = star", "C = 3", "topology = ring"}[i%6])
		}
		c, err := config.ParseText([]byte("data = \"census:60\"\nC = 4\niterations = 3\nevents = [\n"+b.String()+"]\n"), "test")
		if err != nil {
			t.Fatal(err)
		}
		d, err := data.Census(60, nil)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s, err := NewSession(c, d, models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		for !s.Finished() {
			s.Step()
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := work(1200), work(4800); many > 6*few {
		t.Errorf("1,200 events take %d bytes, 4,800 take %d", few, many)
	}
}

// The list of all edges of a large graph has megabytes, and many may be cut at once.
func TestACutSpellsNoGraphOut(t *testing.T) {
	const cuts = 100
	var events strings.Builder
	for i := range cuts {
		fmt.Fprintf(&events, "\"at 1: cut %d-%d\", ", i+1, i+101)
	}
	c := small(t, "nodes = 200", `topology = "complete"`, "realised = false", "events = ["+events.String()+"]")
	c.Set.C = []float64{1}
	s := start(t, c, models.Serial)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.Ready()
	runtime.ReadMemStats(&after)
	list := s.Next().Topology
	if n := 200*199/2 - cuts; strings.Count(list, "-") != n {
		t.Fatalf("%d edges, want %d", strings.Count(list, "-"), n)
	}
	if each := (after.TotalAlloc - before.TotalAlloc) / cuts; each > uint64(len(list))/3 {
		t.Errorf("a cut takes %d bytes, the list of all edges has %d", each, len(list))
	}
}

// The changes that come into force together are pieces of work, as there may be a million
// of them: who ends the work ends them.
func TestARunStopsAmongItsChanges(t *testing.T) {
	c := small(t, "events = [\n"+strings.Repeat("  \"at 2: alpha = 0.25\",\n", 1000)+"]")
	dealt, err := deal.New(c, load(t, c.Data), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	pieces, most := 0, math.MaxInt
	s, err := SetUp(c, dealt, func(n int, do func(int)) {
		if pieces++; pieces > most {
			panic("enough")
		}
		models.Serial(n, do)
	}, Aid{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if why := recover(); why != "enough" || pieces != most+1 {
			t.Errorf("%v after %d pieces, expected an end after %d", why, pieces, most)
		}
	}()
	s.Ready()
	most = pieces + 500 // the first iteration takes less
	s.Step()
}

// Nodes that cost one thing and another have accounts of their own, up to a thousand, and what
// is asked of each takes milliseconds: it is asked in pieces, so that who ends the work ends it
// between two nodes.
func TestWhatIsAskedOfEveryAccountIsPiecesOfWork(t *testing.T) {
	const nodes, iterations = 6, 4
	c := small(t, "nodes = 6", `alpha = "0.5, 0.6, 0.7, 0.8, 0.9, 1"`, "iterations = 4", "budget = 50")
	pieces := 0
	s, before := start(t, c, func(n int, do func(int)) {
		pieces++
		models.Serial(n, do)
	}), start(t, c, models.Serial)
	before.Step()
	before.Step()
	s.Resume(before.Save(), nil) // whose pieces are its own from there on
	if len(s.totals.classes) != nodes {
		t.Fatalf("%d accounts", len(s.totals.classes))
	}
	n := s.prepare()
	for _, test := range []struct {
		name  string
		least int
		ask   func()
	}{
		{"the wall", nodes, func() { s.wall(n) }},
		{"iterations that are foreseen", 2 + nodes, func() { s.lasts(&n.terms, iterations-2, 50) }},
		{"what is left of the budget", nodes, func() { s.Left() }},
		{"the ledger", 2 * nodes, func() { s.Ledger() }},
		{"the curves", 2 * nodes, func() { s.Curves() }},
	} {
		pieces = 0
		if test.ask(); pieces < test.least {
			t.Errorf("%s: %d pieces, expected at least %d", test.name, pieces, test.least)
		}
	}
}
