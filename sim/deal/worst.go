package deal

import (
	"fmt"
	"math"
	"slices"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/privacy"
)

// pairOf is how many records a node has where an audit makes the data.
const pairOf = 2

// Worst is c on small data of the worst records there are, with C_i/B_i as it was at
// every node, and what it works on.
func (l *Deal) Worst(c config.Config, a privacy.Adjacency) (config.Config, *Deal, error) {
	c.Shuffle, c.Split, c.HeldOut = false, data.Holding{}, 0
	d := &data.Dataset{Name: "worst records", Columns: []string{"along", "across"}, Classes: [2]string{"-1", "+1"}}
	if c.Spec().Vertical {
		parties := len(l.Blocks)
		c.Train, c.Parties = 2, nil
		for m := 1; m < parties; m++ {
			c.Parties = append(c.Parties, m)
		}
		d.Columns = slices.Repeat([]string{"column"}, parties)
		d.Rows = data.NewDense(parties, 4) // each party has a column
		for i := range d.Rows.Value {
			if person := i / parties; person != 1 || a == privacy.Remove {
				d.Rows.Value[i] = 1 / math.Sqrt(float64(parties))
			}
		}
		d.Labels = []float64{1, 1, 1, -1}
	} else {
		c.Train = pairOf * c.Nodes
		parameter, _ := admm.FindParameter("C")
		scaled := func(v admm.PerNode) (admm.PerNode, error) {
			own := make(admm.PerNode, c.Nodes)
			for i, local := range l.Locals {
				own[i] = v.At(i) * pairOf / float64(local.Records())
			}
			if err := parameter.Check(own, c.Nodes); err != nil { // no change on the way would be made with it
				return nil, fmt.Errorf("the run cannot be audited: its data are too many, and on two records a node %w; raise C", err)
			}
			return own.Short(), nil
		}
		var err error
		if c.Set.C, err = scaled(c.Set.C); err != nil {
			return c, nil, err
		}
		if err := scaleEvents(c.Events, scaled); err != nil {
			return c, nil, err
		}
		record, _ := audit.WorstPair(c.LossFunction(), a)
		d.Rows = data.NewRows(2, c.Train+2, 2)
		for range c.Nodes {
			d.Rows.Append([]int32{0, 1}, record)
		}
		for range c.Nodes + 2 {
			d.Rows.Append([]int32{0}, []float64{1})
		}
		d.Labels = slices.Repeat([]float64{1}, c.Train+2)
		d.Labels[c.Train+1] = -1
	}
	d.TestFrom = d.Len()
	worst, err := New(c, d, nil, nil)
	return c, worst, err
}

// scaleEvents scales C where it is changed on the way.
func scaleEvents(events []config.Event, scaled func(admm.PerNode) (admm.PerNode, error)) error {
	for i, e := range events {
		if e.Key != "C" {
			continue
		}
		v, err := admm.ParseNumbers(e.Value)
		if err != nil {
			return fmt.Errorf("cannot audit the run: its change %q is not a number", e.Words())
		}
		if v, err = scaled(v); err != nil {
			return err
		}
		events[i].Value = v.String()
	}
	return nil
}
