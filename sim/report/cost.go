package report

import (
	"fmt"
	"math"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/rows"
)

// Cost is what the iterations of a run took and sent up to a row, in a sentence without a full
// stop.
func Cost(now config.Config, r *rows.Row) string {
	c, each := r.Cost, ""
	switch {
	case now.Spec().Vertical:
		each = " at each party"
	case now.Nodes > 1:
		each = " at each node"
	}
	words := fmt.Sprintf("%s%s, %s over the training rows; %s, %s",
		numeral.Amount(c.Minimisations, "minimisation", "minimisations"), each, numeral.Amount(c.Passes, "pass", "passes"), numeral.Amount(c.Messages, "message", "messages"), numeral.Bytes(c.Bytes))
	if c.Needed < c.Bytes {
		words += fmt.Sprintf(", of which %s are needed: the rest follows from what was heard before", numeral.Bytes(c.Needed))
	}
	return words
}

// costs are the values of a row's cost.
func costs(r *rows.Row) (list []value) {
	for _, c := range rows.Costs {
		text := digits(c.Value(r))
		if v := c.Value(r); (c == rows.Bytes || c == rows.BytesNeeded) && !math.IsNaN(v) {
			text = numeral.Bytes(v)
		}
		list = append(list, value{c.Words, text})
	}
	return list
}
