package scene

import (
	"slices"

	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// Pending is a value asked for that the runner has not confirmed yet, or that
// counts only after a reset.
type Pending struct {
	Value string
	Seq   int  // of the command that carries it
	Reset bool // waits for r
}

// Paces are the speeds of [ and ], in iterations a second; 0 is flat out.
var Paces = []float64{1, 5, 20, 60, 0}

const DefaultPace = 2

// Row is one line of the parameters panel.
type Row struct {
	Key  string
	Knob config.Knob // zero for the pace, which is no part of a session
	Part string      // heading it stands under, "" for none
}

// PaceKey names the line of the speed.
const PaceKey = "pace"

// hidden are knobs with a panel or a place of their own.
var hidden = []string{"title", "caption", "events", "method"}

// accounting are the knobs that say how privacy is added up, watched and paid; the
// δ of sharing also sets the noise and stands with the method's own numbers.
var accounting = []string{"adjacency", "delta", "budget", "accountant", "stop", "realised", "watch", "repair"}

func RowsOf(c config.Config) []Row {
	spec := c.Spec()
	groups := make([][]Row, 6)
	for _, key := range config.Keys() {
		k, ok := config.KnobOf(c, key)
		if !ok || slices.Contains(hidden, key) || !k.Reads(c) {
			continue
		}
		group, part := 2, ""
		switch _, own := spec.Parameter(key); {
		case slices.Contains(accounting, key) && !(spec.Vertical && key == "delta"):
			group, part = 4, "accounting"
		case k.Counts == admm.AtReset:
			group, part = 5, "after reset (r)"
		case own:
			group = 0
		case key == "variant", key == "private", key == "order":
			group = 1
		}
		groups[group] = append(groups[group], Row{key, k, part})
	}
	groups[3] = []Row{{Key: PaceKey}}
	return slices.Concat(groups...)
}
