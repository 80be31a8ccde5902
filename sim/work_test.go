package sim

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/config"
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

// Between the changes that come into force together somebody asks whether to go on:
// there may be a million of them.
func TestARunStopsAmongItsChanges(t *testing.T) {
	c := small(t, "events = [\n"+strings.Repeat("  \"at 2: alpha = 0.25\",\n", 1000)+"]")
	deal, err := NewDeal(c, load(t, c.Data), nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	s, err := SetUp(c, deal, models.Serial, Aid{Stop: func() bool { asked++; return asked > 100 }})
	if err != nil {
		t.Fatal(err)
	}
	s.Step()
	if s.Ready() || asked != 101 || s.News() != nil {
		t.Errorf("ready: %t, asked %d times, news %v", s.Ready(), asked, s.News())
	}
}
