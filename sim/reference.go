package sim

import (
	"fmt"
	"strings"

	"admmlab/sim/baseline"
	"admmlab/sim/spell"
)

// References are the names of the baselines that a session can be held against.
var References = []string{"centralised", "local", "sgd"}

// The sharing paper names neither. Of seven steps from 1 to 300 and four batches from
// 1 to 100 these come closest to the pooled optimum of the census in 50 epochs.
const (
	sgdStep  = 100.0
	sgdBatch = 32
)

// Reference is a baseline on the rows, split and regulariser the run started with:
// "centralised", the minimiser over everybody's rows or columns; "local", nodes that
// keep to themselves, under sharing party 1 on its own columns; "sgd", the gradient
// method over distributed features, one score for each of the session's iterations,
// the others one only. Nothing of it is private.
func (s *Session) Reference(name string) ([]baseline.Score, error) {
	set := s.start.Set
	rows := baseline.Rows{C: set.C, R: set.Rho, Test: s.test}
	for _, p := range s.deal.locals {
		rows.Records = append(rows.Records, p.Rows())
	}
	if s.spec.SharedRho {
		rows.R /= float64(len(rows.Records))
	}
	columns := baseline.Columns{Labels: s.deal.truth, Lambda: set.Lambda, Test: s.test}
	for _, b := range s.deal.blocks {
		columns.Blocks = append(columns.Blocks, b.Rows())
	}
	switch {
	case name == "centralised" && s.spec.Vertical:
		return []baseline.Score{columns.Centralised()}, nil
	case name == "centralised":
		return []baseline.Score{rows.Centralised()}, nil
	case name == "local" && s.spec.Vertical:
		return []baseline.Score{columns.Alone(0)}, nil
	case name == "local":
		return []baseline.Score{rows.Local()}, nil
	case name == "sgd" && s.spec.Vertical:
		return columns.SGD(baseline.SGD{Step: sgdStep, Batch: sgdBatch, Epochs: s.start.Iterations, Seed: s.start.Seed}), nil
	case name == "sgd":
		return nil, fmt.Errorf("the baseline sgd is for data split by columns, expected method = sharing, found %s", s.start.Method)
	}
	return nil, fmt.Errorf("no baseline is called %q, expected one of %s%s", name, strings.Join(References, " "), spell.Hint(name, References))
}
