package config

import (
	"testing"

	"admmlab/sim/admm"
)

// What can be turned in mid-run can be read again, whatever was turned before it: a knob may
// be one that only another variant reads.
func TestWhatIsTurnedOneAfterTheOtherCanBeReadAgain(t *testing.T) {
	turns := func(c Config) (list []Event) {
		for _, k := range KnobsOf(c) {
			if k.Counts == admm.AtReset || !k.Reads(c) {
				continue
			}
			var values []string
			if k.Choices != nil {
				values = k.Choices(c)
			}
			if k.Nudge != nil {
				values = append(values, k.Nudge(c, 1))
			}
			for _, v := range values {
				if _, err := k.Assign(c, v); err == nil {
					list = append(list, Event{At: 3, Key: k.Key, Value: v})
				}
			}
		}
		return list
	}
	unread := 0
	for _, spec := range admm.Catalogue() {
		c := Default().WithMethod(spec.ID)
		for _, first := range turns(c) {
			k, _ := KnobOf(c, first.Key)
			now, err := k.Assign(c, first.Value)
			if err != nil {
				t.Fatal(err)
			}
			for _, second := range turns(now) {
				again := c.Clone()
				again.Events = []Event{first, second}
				if err := again.check(); err != nil {
					t.Errorf("%s: %q, then %q: %v", spec.ID, first, second, err)
				}
				if second.Check(c) == nil {
					continue
				}
				unread++
				if read, err := ParseText([]byte(again.Text()), "x"); err != nil || len(read.Events) != 2 {
					t.Errorf("%s: %q, then %q: read again with %v, %v", spec.ID, first, second, read.Events, err)
				}
			}
		}
	}
	if unread == 0 {
		t.Error("no knob was tried that is not read at the start")
	}
	before := Event{At: 2, Key: "b1", Value: "2"}
	c := Default().WithMethod("sharing")
	c.Events = []Event{before, {At: 3, Key: "variant", Value: "printed"}}
	if err := c.check(); err == nil || err.Error() != `event "at 2: b1 = 2": Sharing does not read b1` {
		t.Errorf("%v", err)
	}
	if gone := c.DropEvents(); len(gone) != 1 || gone[0] != before || len(c.Events) != 1 {
		t.Errorf("%v is dropped of them", gone)
	}
}
