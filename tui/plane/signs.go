package plane

import (
	"fmt"

	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// Signs are the curves in sight, with their marks, and what stands between them.
func (p *Plane) Signs(s *scene.Scene) (list []scene.Sign) {
	v := p.view(s)
	kept, w := 0, newWalk(v.axis, chart.Finest)
	for _, r := range v.runs {
		if r.role == chart.Trail {
			kept++
			continue
		}
		means := r.name + ", from its first iteration to its newest"
		if _, but := newest(w.pieces(r, p.quantity(s))); but != "" {
			means = r.name + but + ": a new one begins where its total falls, or its bound is lost"
		}
		list = append(list, scene.Sign{Mark: chart.Stroke(r.role, s.ASCII), Means: means})
	}
	if kept > 0 {
		list = append(list, scene.Sign{Mark: chart.Stroke(chart.Trail, s.ASCII), Means: scene.NumberedOf(kept, "kept run") + " on the same data, with the same neighbours and δ (h lists all)"})
	}
	signs := chart.SignsOf(s.ASCII)
	list = append(list,
		scene.Sign{Mark: chart.Stroke(chart.Reference, s.ASCII), Means: "one trusted curator at each total ε (v takes it away, with the levels)"},
		scene.Sign{Mark: signs.Level, Means: "the majority class and the pooled optimum"},
		scene.Sign{Mark: signs.Point, Means: "where a run stands now, or where its guarantee ended"},
	)
	if s.Cursor > 0 {
		list = append(list, scene.Sign{Mark: signs.Read, Means: fmt.Sprintf("where a run stood at t = %d", s.Cursor)})
	}
	return list
}
