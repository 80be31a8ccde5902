package scene

import "testing"

// Where a list has no line yet the wheel chooses none: what is chosen by itself stays so when
// lines come.
func TestTheWheelChoosesNothingInAnEmptyList(t *testing.T) {
	for _, line := range []int{-1, 0, 3} {
		for _, key := range []string{"wheel up", "wheel down"} {
			c := Choice{Line: line}
			if known := c.Move(key, 0, 0); !known || c.Line != line {
				t.Errorf("%s: known %v, line %d becomes %d", key, known, line, c.Line)
			}
		}
	}
	c := Choice{Line: -1}
	if c.Move("up", 0, 0) || c.Line != -1 {
		t.Error("up is known in an empty list")
	}
	if c.Move("wheel down", 2, 5); c.Line != 3 {
		t.Errorf("the wheel goes from line 2 to %d, want 3", c.Line)
	}
}
