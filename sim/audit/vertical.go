package audit

import (
	"math"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/privacy"
)

// pairsOfColumns are the worst cases of vertical sharing: party 1 holds one column, D or
// D', at right angles. The adversary's party 2 sends what makes the public target w of
// party 1 parallel to D.
var pairsOfColumns = [privacy.Adjacencies][2][]float64{
	privacy.Replace: {{0.3, 0.4, 0, 0}, {-0.4, 0.3, 0, 0}}, // a column changed by 0.71 <= 1
	privacy.Remove:  {{0.3, 0.3, 0, 0}, {-0.3, 0.3, 0, 0}}, // the row of the first person replaced
}

// vertical is the stage of sharing, tuned to rho = 1 and a small lambda, so that the
// message is nearly the projection of w on the column.
func (s *stage) vertical() {
	column, other := pairsOfColumns[s.neighbour][0], pairsOfColumns[s.neighbour][1]
	n := len(column)
	// With y(0) = z(0) = 0, party 1 silent and party 2 sending v, iteration 1
	// ends in z = argmin and y = Y L'(Y z) = v - z, and the target of iteration
	// 2 is w = z - v - y = -2 Y L'(Y z): choose s = -L', then z, then v. s = 2 D for w = 4 D.
	labels, sent := make([]float64, n), make([]float64, n)
	for i := range labels {
		labels[i] = 1
		share := math.Max(2*column[i], 1e-9)
		sent[i] = s.risk.Margin(share) - share
	}
	worlds := [2]data.Rows{oneColumn(column), oneColumn(other)}
	for w, rows := range worlds {
		s.problem[w] = admm.Problem{
			Blocks: []*models.Block{models.NewBlock(rows), models.NewBlock(unitColumns(n))}, Labels: labels, Loss: s.risk, Each: models.Serial,
		}
		// Party 2's columns are those of the unit matrix: its noise, on x or on
		// the message, can be any message.
		s.prepared[w] = [][][]float64{{make([]float64, n), sent}}
	}
	if s.set.Variant == "printed" {
		s.loss = func(r admm.Round) float64 { return certainty(r.Broadcast[0], worlds) }
		return
	}
	var centre [2][]float64
	for w := range centre {
		centre[w] = append(centre[w], s.quiet(w, s.at).Broadcast[0]...)
	}
	// l = (|u - u'|^2 - |u - u_D|^2) / (2 sigma^2)
	s.loss = func(r admm.Round) float64 {
		sum := 0.0
		for i, u := range r.Broadcast[0] {
			own, other := u-centre[0][i], u-centre[1][i]
			sum += float64((other - own) * (other + own))
		}
		return sum / (2 * s.rate * s.rate)
	}
}

// certainty is the privacy loss of noise that stays in the column space: the
// supports touch in a set of probability 0, so it is infinite or nothing.
func certainty(message []float64, worlds [2]data.Rows) float64 {
	switch ColumnSpace(message, models.NewBlock(worlds[0]), models.NewBlock(worlds[1])).Verdict {
	case FromFirst:
		return math.Inf(1)
	case FromOther:
		return math.Inf(-1)
	}
	return 0
}

func oneColumn(values []float64) data.Rows {
	rows := data.NewRows(1, len(values), 1)
	for _, v := range values {
		if v == 0 {
			rows.Append(nil, nil)
			continue
		}
		rows.Append([]int32{0}, []float64{v})
	}
	return rows
}

func unitColumns(n int) data.Rows {
	rows := data.NewRows(n, n, 1)
	for i := range n {
		rows.Append([]int32{int32(i)}, []float64{1})
	}
	return rows
}
