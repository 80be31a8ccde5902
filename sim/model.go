package sim

import (
	"slices"

	"admmlab/models/data"
	"admmlab/models/linear"
	"admmlab/sim/config"
)

// Model is what a run has learned, and which of it has left the nodes.
type Model struct {
	Row     Row           // of the iteration it is of
	Config  config.Config // in force
	Replay  config.Config // runs it again
	Holds   string        // who holds what, where that tells of the records; "" for an even split
	Lapsed  string        // from which iteration on nothing is promised, and why; "" while the guarantee stands
	Records *data.Dataset // whose columns the weights are of; not to be written to
	Cuts    []int         // sharing: at which columns the parties are cut, 0 and the last included

	Weights []float64   // of the model whose error the row has, one a column
	Nodes   [][]float64 // of each node; nil under sharing, where a party has its own columns' Weights
	// Sent is what the nodes sent where that is not Nodes, and SentMean the mean of it:
	// PVP's V. Both are nil where Nodes were sent, and under sharing, where no weight is.
	Sent     [][]float64
	SentMean []float64
}

// made is what the last iteration was made under: the config in force has what is due next
// already, where the run stands still.
func (s *Session) made() config.Config {
	now := s.Config()
	if s.newest.Set != nil {
		now.Set = s.newest.Set.Clone()
	}
	return now
}

// Model is a copy of what the last iteration came to; nil before there was one.
func (s *Session) Model() *Model {
	if s.last.Mean == nil {
		return nil
	}
	m := &Model{Row: s.newest, Config: s.made(), Replay: s.Replay().Clone(), Records: s.deal.Data, Holds: s.deal.HoldWords(s.start), Cuts: s.deal.Cuts, Weights: slices.Clone(s.last.Mean)}
	if key := s.deal.Data.Key; key != "" { // it may be run again from another folder
		m.Replay.Data = key
	}
	if from, reason := s.ledger.Lapsed(); from > 0 {
		m.Lapsed = noGuarantee(from, reason)
	} else if from = s.unfiltered(&m.Config.Set); from > 0 {
		m.Lapsed = noGuarantee(from, s.spec.Adaptive.Words)
	}
	if s.spec.Vertical {
		return m
	}
	m.Nodes = copies(s.last.Models)
	if slices.EqualFunc(s.last.Models, s.last.Broadcast, slices.Equal) {
		return m
	}
	m.Sent, m.SentMean = copies(s.last.Broadcast), make([]float64, len(m.Weights))
	for _, v := range m.Sent {
		linear.AddScaled(m.SentMean, 1/float64(len(m.Sent)), v)
	}
	return m
}

func copies(list [][]float64) [][]float64 {
	out := make([][]float64, len(list))
	for i, v := range list {
		out[i] = slices.Clone(v)
	}
	return out
}
