package scene

import (
	"cmp"
	"slices"

	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// Pending is a value asked for that the runner has not confirmed yet, or that
// counts only after a reset.
type Pending struct {
	Value string
	Seq   int  // of the command that carries it, or came before it
	Reset bool // waits for r
}

// Kind is a topology, and the seed that its graph was drawn with.
type Kind struct {
	Name string
	Seed uint64
}

// PendingEdge is an edge to be cut or joined that the runner has not confirmed yet.
type PendingEdge struct {
	Event config.Event
	Seq   int // of the command that carries it
}

// Paces are the speeds of [ and ], in iterations a second; 0 is flat out.
var Paces = []float64{1, 5, 20, 60, 0}

// DefaultPace is the speed a laboratory opens with, by its place among Paces.
const DefaultPace = 2

// Row is a parameter of the parameters panel.
type Row struct {
	Key     string
	Knob    config.Knob // zero for the pace, which is no part of a session
	Part    config.Part
	Default string // value that the method starts with, in the text form
}

// PaceKey names the line of the speed.
const PaceKey = "pace"

// Fold is a part of the panel that is folded behind its heading until somebody asks.
type Fold struct {
	Key     string // chosen as a parameter is; no parameter has a blank in its key
	Heading string
	Words   string // what stands in it
}

// folds are the parts that fold; the others are always in sight.
var folds = map[config.Part]Fold{
	config.Accounting: {"part accounting", "accounting", "what adds up, watches and bounds the privacy, and when to stop"},
	config.Setup:      {"part setup", "after reset (r)", "what counts when the run starts again"},
}

// Line is one line of the parameters panel: a parameter, or the heading of a part.
type Line struct {
	Row
	Fold   *Fold // of a heading, else nil
	Hidden int   // parameters that a heading hides
}

// RowsOf are the parameters of the panel under c.
func RowsOf(c config.Config) []Row {
	var list []Row
	start := config.Default().WithMethod(c.Method)
	knobs := config.KnobsOf(c)
	slices.SortStableFunc(knobs, func(a, b config.Knob) int { return cmp.Compare(ownPlace(c, a.Key), ownPlace(c, b.Key)) })
	for part := config.Numbers; part <= config.Setup; part++ {
		for _, k := range knobs {
			if k.Part == part && k.Reads(c) {
				list = append(list, Row{k.Key, k, part, k.Value(start)})
			}
		}
		if part == config.Running {
			list = append(list, Row{Key: PaceKey, Part: part})
		}
	}
	return list
}

// ownPlace is where a method lists its own number, the most telling one first; all others
// come after them.
func ownPlace(c config.Config, key string) int {
	own := c.Spec().Parameters
	if at := slices.IndexFunc(own, func(p admm.Parameter) bool { return p.Key == key }); at >= 0 {
		return at
	}
	return len(own)
}

// Lines are what is in sight of the parameters panel, from the top. A folded part
// hides what is as the method starts with it and was not touched in this run; never
// the chosen parameter, nor one that waits for its value.
func (s *Scene) Lines() []Line {
	var lines []Line
	now, part, heading := s.InForce(), config.Elsewhere, 0
	for _, r := range s.Rows() {
		fold, folds := folds[r.Part]
		if folds && r.Part != part {
			heading = len(lines)
			lines = append(lines, Line{Row: Row{Key: fold.Key, Part: r.Part}, Fold: &fold})
		}
		part = r.Part
		if folds && !s.Unfolded[part] && s.ordinary(r, now) {
			lines[heading].Hidden++
			continue
		}
		lines = append(lines, Line{Row: r})
	}
	return lines
}

// ordinary reports whether there is nothing to say of a parameter.
func (s *Scene) ordinary(r Row, now config.Config) bool {
	_, waits := s.Pending[r.Key]
	return r.Key != s.Selected && !waits && s.Since[r.Key] == 0 && r.Knob.Value(now) == r.Default
}

// Reveal unfolds the part of a parameter that is out of sight.
func (s *Scene) Reveal(key string) {
	at := slices.IndexFunc(s.Rows(), func(r Row) bool { return r.Key == key })
	if at < 0 || slices.ContainsFunc(s.Lines(), func(l Line) bool { return l.Key == key }) {
		return
	}
	s.SetFold(s.Rows()[at].Part, true)
}

// UnfoldAll unfolds every part of the parameters panel, and returns those that were folded.
func (s *Scene) UnfoldAll() []config.Part {
	var parts []config.Part
	for _, l := range s.Lines() {
		if l.Fold != nil && !s.Unfolded[l.Part] {
			parts = append(parts, l.Part)
		}
	}
	for _, part := range parts {
		s.SetFold(part, true)
	}
	return parts
}

// SetFold folds a part of the parameters panel, or unfolds it.
func (s *Scene) SetFold(part config.Part, open bool) {
	if s.Unfolded == nil {
		s.Unfolded = map[config.Part]bool{}
	}
	s.Unfolded[part], s.Dirty = open, true
}
