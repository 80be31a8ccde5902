package level

import (
	"fmt"
	"strings"

	"admmlab/models"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/spell"
)

// References are the names of the baselines that a run can be held against.
var References = []string{"centralised", "local", BySGD}

// BySGD is the name of the gradient method among them.
const BySGD = "sgd"

// byRows is the problem of a run of c over the nodes' rows.
func byRows(c config.Config, dealt *deal.Deal) baseline.Rows {
	p := baseline.Rows{Loss: c.LossFunction(), Test: dealt.Test.Under(c.LossFunction())}
	for i, local := range dealt.Locals {
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

// byColumns is the problem of a run of c over the parties' columns, with the labels as they
// are: randomised response is the method's business.
func byColumns(c config.Config, dealt *deal.Deal) baseline.Columns {
	p := baseline.Columns{Labels: dealt.Truth, Loss: c.LossFunction(), Lambda: c.Set.Lambda, Test: dealt.Test.Under(c.LossFunction())}
	for _, b := range dealt.Blocks {
		p.Blocks = append(p.Blocks, b.Rows())
	}
	return p
}

// descent is the gradient method beside a run of c.
func descent(c config.Config) baseline.SGD {
	return baseline.SGD{Step: c.Descent.Step, Batch: c.Descent.Batch, Seed: c.Seed}
}

// Reference is a baseline on the rows, split and regulariser that a run of c starts with:
// "centralised", the minimiser over everybody's rows or columns; "local", nodes that
// keep to themselves, under sharing party 1 on its own columns; "sgd", the gradient
// method over distributed features, one score for each of the run's iterations,
// the others one only. Nothing of it is private.
// Its pieces are those of each.
func Reference(name string, c config.Config, dealt *deal.Deal, each models.Each) ([]baseline.Score, error) {
	vertical := c.Spec().Vertical
	switch {
	case name == "centralised" && vertical:
		return []baseline.Score{byColumns(c, dealt).Pool().Share(each).Optimum()}, nil
	case name == "centralised":
		return []baseline.Score{byRows(c, dealt).Pool().Share(each).Optimum()}, nil
	case name == "local" && vertical:
		return []baseline.Score{byColumns(c, dealt).Party(0).Share(each).Optimum()}, nil
	case name == "local":
		return []baseline.Score{byRows(c, dealt).Local(each)}, nil
	case name == BySGD && vertical:
		var list []baseline.Score
		for score := range byColumns(c, dealt).Pool().Share(each).SGD(descent(c)) {
			if each(1, func(int) { list = append(list, score) }); len(list) == c.Limit() {
				break
			}
		}
		return list, nil
	case name == BySGD:
		return nil, fmt.Errorf("the baseline sgd is for data split by columns, expected method = sharing, found %s", c.Method)
	}
	return nil, fmt.Errorf("no baseline is called %q, expected one of %s%s", name, strings.Join(References, " "), spell.Hint(name, References))
}
