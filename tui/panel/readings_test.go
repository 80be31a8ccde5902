package panel

import (
	"strings"
	"testing"

	"admmlab/tui/grid"
)

// What is read of a curve is whole in every width that has room for it: a long name gives way.
func TestAValueIsReadWhole(t *testing.T) {
	r := reading{name: "─ α 0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1,2 ", value: "68.6"}
	for width := 6; width < 70; width++ {
		got := r.within(width)
		if grid.Cells(got) > width || !strings.HasSuffix(got, " 68.6") || width >= grid.Cells(r.name+r.value) && got != r.name+r.value {
			t.Errorf("in %d columns %q", width, got)
		}
	}
	if got := (reading{value: "3 to 4"}).within(4); got != " 3 to 4" && got != "3 to 4" {
		t.Errorf("a value alone is %q", got)
	}
}
