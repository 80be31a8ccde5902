package scene

import "admmlab/sim/config"

// Pending is a value asked for that the runner has not confirmed yet, or that
// counts only after a reset.
type Pending struct {
	Value string
	Seq   int  // of the command that carries it
	Reset bool // waits for r
}

// PendingEdge is an edge to be cut or joined that the runner has not confirmed yet.
type PendingEdge struct {
	Event config.Event
	Seq   int // of the command that carries it, 0 = none
}

// Paces are the speeds of [ and ], in iterations a second; 0 is flat out.
var Paces = []float64{1, 5, 20, 60, 0}

// DefaultPace is the speed a laboratory opens with, by its place among Paces.
const DefaultPace = 2

// Row is one line of the parameters panel.
type Row struct {
	Key  string
	Knob config.Knob // zero for the pace, which is no part of a session
	Part string      // heading it stands under, "" for none
}

// PaceKey names the line of the speed.
const PaceKey = "pace"

// headings are what parts of the panel stand under.
var headings = map[config.Part]string{config.Accounting: "accounting", config.Setup: "after reset (r)"}

// RowsOf are the lines of the parameters panel under c.
func RowsOf(c config.Config) []Row {
	var list []Row
	for part := config.Numbers; part <= config.Setup; part++ {
		for _, k := range config.KnobsOf(c) {
			if k.Part == part && k.Reads(c) {
				list = append(list, Row{k.Key, k, headings[part]})
			}
		}
		if part == config.Running {
			list = append(list, Row{Key: PaceKey})
		}
	}
	return list
}
