package report

import (
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
)

func TestAReportSaysWhatIsProvedOfTheEnd(t *testing.T) {
	r := Report{Replay: config.Default(), Now: config.Default(), Last: sim.NoRow()}
	write := func() string {
		var b strings.Builder
		if err := r.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if strings.Contains(write(), "converge") {
		t.Error("it speaks of an end of which no row does")
	}
	r.Last.Lights = []sim.Light{{Name: "other"}, {Name: admm.Converges, Detail: "proved by Theorem 1", Numbers: "(i) 3 > 2\n(ii) 2 > 1"}}
	if text := write(); !strings.Contains(text, "## Will it converge\n\nproved by Theorem 1.\n\n- (i) 3 \\> 2\n- (ii) 2 \\> 1\n") {
		t.Errorf("the report says\n%s", text)
	}
}
