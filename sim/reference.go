package sim

import (
	"fmt"
	"strings"

	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/spell"
)

// References are the names of the baselines that a session can be held against.
var References = []string{"centralised", "local", "sgd"}

// rows is the problem of a run of c over the nodes' rows, as it starts.
func (l *Deal) byRows(c config.Config) baseline.Rows {
	p := baseline.Rows{Loss: c.LossFunction(), Test: l.test.Under(c.LossFunction())}
	for i, local := range l.locals {
		p.Records, p.C, p.R = append(p.Records, local.Rows()), append(p.C, c.Set.C.At(i)), append(p.R, regulariser(c, i))
	}
	return p
}

// regulariser is r_i in node i's objective with r_i/2 |f|^2.
func regulariser(c config.Config, i int) float64 {
	if c.Spec().SharedRho {
		return c.Set.Rho.At(i) / float64(c.Nodes)
	}
	return c.Set.Rho.At(i)
}

// byColumns is the problem of a run of c over the parties' columns, as it starts, with
// the labels as they are: randomised response is the method's business.
func (l *Deal) byColumns(c config.Config) baseline.Columns {
	p := baseline.Columns{Labels: l.truth, Loss: c.LossFunction(), Lambda: c.Set.Lambda, Test: l.test.Under(c.LossFunction())}
	for _, b := range l.blocks {
		p.Blocks = append(p.Blocks, b.Rows())
	}
	return p
}

// descent is the gradient method beside a run of c.
func descent(c config.Config) baseline.SGD {
	return baseline.SGD{Step: c.Descent.Step, Batch: c.Descent.Batch, Seed: c.Seed}
}

// Reference is a baseline on the rows, split and regulariser the run started with:
// "centralised", the minimiser over everybody's rows or columns; "local", nodes that
// keep to themselves, under sharing party 1 on its own columns; "sgd", the gradient
// method over distributed features, one score for each of the session's iterations,
// the others one only. Nothing of it is private.
func (s *Session) Reference(name string) ([]baseline.Score, error) {
	c, l := s.start, s.deal
	switch {
	case name == "centralised" && s.spec.Vertical:
		return []baseline.Score{l.byColumns(c).Centralised()}, nil
	case name == "centralised":
		return []baseline.Score{l.byRows(c).Centralised()}, nil
	case name == "local" && s.spec.Vertical:
		return []baseline.Score{l.byColumns(c).Alone(0)}, nil
	case name == "local":
		return []baseline.Score{l.byRows(c).Local()}, nil
	case name == "sgd" && s.spec.Vertical:
		var list []baseline.Score
		for score := range l.byColumns(c).Pool().SGD(descent(c)) {
			if list = append(list, score); len(list) == c.Iterations {
				break
			}
		}
		return list, nil
	case name == "sgd":
		return nil, fmt.Errorf("the baseline sgd is for data split by columns, expected method = sharing, found %s", c.Method)
	}
	return nil, fmt.Errorf("no baseline is called %q, expected one of %s%s", name, strings.Join(References, " "), spell.Hint(name, References))
}
