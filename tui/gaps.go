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

// gaps are the spectral gaps of the graphs there were: for 1,000 nodes one takes a
// tenth of a second, so it is computed in the background.
type gaps struct {
	known map[*network.Graph]float64
	asked *network.Graph
	job   *job.Job
}

// measure asks for the gap of a graph, once.
func (g *gaps) measure(jobs *job.List, graph *network.Graph) {
	if graph == nil || graph == g.asked {
		return
	}
	g.asked = graph
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
