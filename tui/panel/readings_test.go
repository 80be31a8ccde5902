package panel

import (
	"strings"
	"testing"

	"admmlab/tui/grid"
)

// What is read of a curve is whole in every width that has room for it and for what a total goes with, which
// stands at the end of a name: the beginning of a long one gives way.
func TestAValueIsReadWhole(t *testing.T) {
	for _, name := range []string{"α 0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1,2", "MR-ADMM δ 0.0123, removed"} {
		r := reading{stroke: "─ ", name: name, value: "68.6"}
		for width := 6; width < 70; width++ {
			got := r.within(width)
			switch {
			case grid.Cells(got) > width:
				t.Errorf("%q in %d columns", got, width)
			case width >= grid.Cells("─ "+name+" 68.6") && got != "─ "+name+" 68.6":
				t.Errorf("in %d columns %q", width, got)
			case width >= 25 && (!strings.HasSuffix(got, name[len(name)-15:]+" 68.6") || !strings.HasPrefix(got, "─ ")):
				t.Errorf("in %d columns %q", width, got)
			}
		}
	}
	if got := (reading{value: "3 to 4"}).within(4); got != "3 t…" {
		t.Errorf("a value alone is %q", got)
	}
}
