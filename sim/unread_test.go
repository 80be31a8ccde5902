package sim

import (
	"fmt"
	"testing"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// What a method does not read changes nothing, to the last bit: the command line says so
// of such a key, and the text of a run leaves it out.
func TestAKnobThatIsNotReadChangesNothing(t *testing.T) {
	serial(t)
	const people = "census:90"
	d := load(t, people)
	rows := func(c config.Config) []Row {
		s, err := NewSession(c, d, models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		list, _ := finish(s)
		return list
	}
	for _, spec := range admm.Catalogue() {
		variants := spec.Variants
		if len(variants) == 0 {
			variants = []admm.Variant{{}}
		}
		for _, v := range variants {
			text := fmt.Sprintf("data = %q\nmethod = %q\nnodes = 3\niterations = 3\n", people, spec.ID)
			if v.ID != "" {
				text += fmt.Sprintf("variant = %q\n", v.ID)
			}
			c, err := config.ParseText([]byte(text), "test.toml")
			if err != nil {
				t.Fatal(err)
			}
			want, turned := rows(c), 0
			for _, k := range config.KnobsOf(c) {
				if k.Reads(c) {
					continue
				}
				var values []string
				if k.Choices != nil {
					values = k.Choices(c)
				}
				if k.Nudge != nil {
					values = append(values, k.Nudge(c, 2))
				}
				for _, value := range values {
					other, err := k.Assign(c, value)
					if err != nil || k.Reads(other) {
						continue // none of this method's, or read where it is set
					}
					turned++
					sameRows(t, fmt.Sprintf("%s %s with %s = %s", spec.ID, v.ID, k.Key, value), want, rows(other))
				}
			}
			if turned < 3 {
				t.Errorf("%s %s: only %d values of what it does not read were tried", spec.ID, v.ID, turned)
			}
		}
	}
}
