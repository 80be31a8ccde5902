package deal

import (
	"math"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/linear"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/privacy"
)

// Worlds are the problems of D and D', which differ in the first record of a holder, for
// sharing in its first column or its first person; f(0) is the same in both.
func (l *Deal) Worlds(c config.Config, holder int, a privacy.Adjacency, worst bool) [2]admm.Problem {
	loss := c.LossFunction()
	var worlds [2]admm.Problem
	for w := range worlds {
		p := &worlds[w]
		p.Each, p.Labels, p.Loss, p.Start = models.Serial, l.Truth, loss, l.Starts(c)
		for i, local := range l.Locals {
			rows := local.Rows()
			if w == 1 && i == holder {
				rows = otherRecord(rows, loss, a, worst)
			}
			p.Locals = append(p.Locals, models.NewLocal(rows).Under(loss))
		}
		for i, block := range l.Blocks {
			rows := block.Rows()
			if w == 1 && i == holder {
				rows = otherBlock(rows, a)
			}
			p.Blocks = append(p.Blocks, models.NewBlock(rows))
		}
	}
	return worlds
}

// otherRecord is a node's signed rows with the first exchanged for its worst counterpart under the loss,
// or for itself with the other label, or taken out: a record of zeros pulls at nothing.
func otherRecord(rows data.Rows, loss models.Loss, a privacy.Adjacency, worst bool) data.Rows {
	var other []float64
	switch index, value := rows.Row(0); {
	case worst:
		_, other = audit.WorstPair(loss, a)
	default:
		other = make([]float64, len(index))
		if a == privacy.Replace {
			linear.AddScaled(other, -1, value)
		}
	}
	changed := data.NewRows(rows.Dim, rows.Len(), len(rows.Index)/max(1, rows.Len())+1)
	for i := range rows.Len() {
		index, value := rows.Row(i)
		if i == 0 {
			value = other
		}
		changed.Append(index, value)
	}
	return changed
}

// otherBlock is a party's columns with the first changed by 1 in norm at most, or the
// first person's row turned round; an empty one becomes a unit row along the first column.
func otherBlock(rows data.Rows, a privacy.Adjacency) data.Rows {
	dense := data.NewDense(rows.Dim, rows.Len())
	for i := range rows.Len() {
		index, value := rows.Row(i)
		for k, j := range index {
			dense.Value[i*rows.Dim+int(j)] = value[k]
		}
	}
	if a == privacy.Remove {
		row := dense.Value[:rows.Dim]
		if linear.Norm(row) == 0 {
			row[0] = 1
		}
		for j, v := range row {
			row[j] = -v
		}
		return dense
	}
	column := make([]float64, rows.Len())
	for i := range column {
		column[i] = dense.Value[i*rows.Dim]
	}
	turn(column)
	for i, v := range column {
		dense.Value[i*rows.Dim] = v
	}
	return dense
}

// turn changes a column by 1 in norm, or by its own norm where that is less, so that it
// points elsewhere: along the person who has least of it. Of the square of the change,
// step² (1 − √3 |u|/2) with u the part of that person in the unit column, none is above step².
func turn(column []float64) {
	least := 0
	for i, v := range column {
		if math.Abs(v) < math.Abs(column[least]) {
			least = i
		}
	}
	size := linear.Norm(column)
	if size == 0 {
		column[least] = 1
		return
	}
	// Of unit length the column is turned by 60 degrees: half of it stays.
	step := min(1, size)
	for i := range column {
		column[i] -= float64(step / 2 * column[i] / size)
	}
	column[least] += math.Copysign(float64(step*math.Sqrt(3)/2), column[least])
}
