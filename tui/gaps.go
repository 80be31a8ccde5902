package tui

import (
	"context"
	"math"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/network"
	"admmlab/tui/job"
)

// mostGaps is how many graphs the spectral gaps are kept of.
const mostGaps = 64

// gaps are the spectral gaps of the graphs that were looked at: for 1,000 nodes one takes a
// tenth of a second, so it is computed in the background, one at a time.
type gaps struct {
	known map[*network.Graph]float64
	job   *job.Job
}

// measure asks for the gap of a graph, where it is not known and no other is under way.
func (g *gaps) measure(jobs *job.List, graph *network.Graph) {
	if _, known := g.known[graph]; known || graph == nil || g.job.UnderWay() {
		return
	}
	g.job = job.Start(jobs, job.Task[job.None, float64]{
		Name: "the spectral gap",
		Work: func(context.Context, func(job.None)) (float64, error) { return graph.SpectralGap(), nil },
		Done: func(gap float64, err error) tea.Cmd {
			if err != nil {
				gap = math.NaN()
			}
			if g.known == nil || len(g.known) >= mostGaps {
				g.known = map[*network.Graph]float64{}
			}
			g.known[graph] = gap
			return nil
		},
	})
}
