package sim

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// What a method does not read, what does not count without noise or neighbours, or what a
// change takes the place of before it counts changes nothing, to the last bit: the
// command line says so of such a key, and the text of a run leaves out what its method does
// not read.
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
		for i, v := range variants {
			settings := []string{"nodes = 3", "nodes = 3\nprivate = false", "nodes = 1", "nodes = 3\n" + turned(spec, 1), "nodes = 3\n" + turned(spec, 2), "nodes = 3\nprivate = false\n" + turned(spec, 3), "nodes = 3\nprivate = false\n" + turned(spec, 3, "at 2: private = true"), "nodes = 3\nprivate = false\nshuffle = false"}
			if spec.Turn > 1 { // whose even iterations draw nothing
				settings = append(settings, "nodes = 3\nprivate = false\nshuffle = false\nevents = [\"at 2: private = true\", \"at 3: private = false\"]")
			}
			switch {
			case spec.Vertical:
				settings = []string{"", "private = false", "private = false\nlabels = 2", "sigma = 0\nevents = [\"at 2: variant = printed\"]", turned(spec, 1), "rho = 1000\n" + turned(spec, 2), "sigma = 1\n" + turned(spec, 2), "order = \"gauss-seidel\"\n" + turned(spec, 2), turned(spec, 3)}
			case i > 0 || v.ID == "":
				settings = settings[:1]
			}
			for _, more := range settings {
				text := fmt.Sprintf("data = %q\nmethod = %q\niterations = 3\n%s\n", people, spec.ID, more)
				if !spec.Vertical { // so that there is a total to differ
					text += "C = 5\n"
				}
				if v.ID != "" {
					text += fmt.Sprintf("variant = %q\n", v.ID)
				}
				c, err := config.ParseText([]byte(text), "test.toml")
				if err != nil {
					t.Fatal(err)
				}
				counts := func(k config.Knob, c config.Config) bool {
					read, idle := c.Use(k.Key)
					return read && idle == ""
				}
				want, tried := rows(c), 0
				for _, k := range config.KnobsOf(c) {
					if counts(k, c) {
						continue
					}
					var values []string
					if k.Choices != nil {
						values = k.Choices(c)
					}
					if k.Nudge != nil {
						values = append(values, k.Nudge(c, 2))
					}
					if p, is := admm.FindParameter(k.Key); is {
						for _, v := range []float64{p.Min, p.Max, math.SmallestNonzeroFloat64} {
							values = append(values, strconv.FormatFloat(v, 'g', -1, 64))
						}
					}
					for _, value := range values {
						other, err := k.Assign(c, value)
						if err != nil || counts(k, other) {
							continue // none of this method's, or read where it is set
						}
						tried++
						sameRows(t, fmt.Sprintf("%s %s, %s, with %s = %s", spec.ID, v.ID, more, k.Key, value), want, rows(other))
					}
				}
				if tried < 3 {
					t.Errorf("%s %s, %s: only %d values of what it does not read were tried", spec.ID, v.ID, more, tried)
				}
			}
		}
	}
}

// turned turns every knob to its own value before iteration t, behind other events.
func turned(spec admm.Spec, t int, before ...string) string {
	c, events := config.Default().WithMethod(spec.ID), ""
	for _, e := range before {
		events += strconv.Quote(e) + ","
	}
	c.Iterations = 3
	for _, k := range config.KnobsOf(c) {
		if k.Counts == admm.NextIteration && k.Reads(c) {
			events += fmt.Sprintf("\"at %d: %s = %s\",", t, k.Key, k.Value(c))
		}
	}
	return "events = [" + events + "]"
}
