package sim

import (
	"fmt"
	"slices"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
)

// Attacks are the attacks that work on the run itself.
var Attacks = []string{AttackLabels, AttackColumns}

const (
	// AttackLabels reads training labels out of sharing's public dual variable.
	AttackLabels = "labels"
	// AttackColumns tests whether a message lies in the column space of one
	// party's data or of a neighbour's.
	AttackColumns = "columns"
)

// Attack runs one of Attacks on what was sent in the last iteration and tells in
// words what came out.
func (s *Session) Attack(name string) (string, error) {
	if !s.spec.Vertical {
		return "", fmt.Errorf("the %s attack needs vertical sharing, and this is %s; take method sharing", name, s.spec.Name)
	}
	if s.last.Dual == nil {
		first := "make an iteration first"
		if wall := s.Wall(); wall != "" {
			first = wall
		}
		return "", fmt.Errorf("the %s attack reads what was sent, and nothing has been sent yet; %s", name, first)
	}
	switch name {
	case AttackLabels:
		made := s.made()
		return readLabels(s.last, made.SetAt(s.t), s.deal.Truth).Words(), nil
	case AttackColumns:
		switch d := s.blocks[0].Dim(); {
		case s.entry() < 0:
			return "", fmt.Errorf("the %s attack moves an entry of party 1, and its columns are all 0; cut the parties elsewhere", name)
		case d > widestAttack:
			return "", fmt.Errorf("the %s attack decomposes a square table of party 1's %d columns, expected at most %d; give party 1 fewer columns", name, d, widestAttack)
		}
		return s.columnSpace().Words(), nil
	}
	return "", fmt.Errorf("no attack is called %q, expected one of %v", name, Attacks)
}

// readLabels is the attack on the labels by what was sent in an iteration with these settings.
func readLabels(r admm.Round, set *admm.Settings, truth []float64) audit.LabelAttack {
	sums := make([]float64, len(r.Dual))
	for _, message := range r.Broadcast {
		linear.AddScaled(sums, 1, message)
	}
	return audit.Labels(r.Dual, sums, set.Rho[0], truth)
}

// widestAttack is how many columns an eigendecomposition takes seconds for.
const widestAttack = 600

// entry is the first entry of party 1 that is not 0, -1 if there is none.
func (s *Session) entry() int {
	return slices.IndexFunc(s.blocks[0].Rows().Value, func(v float64) bool { return v != 0 })
}

// columnSpace attacks the last message of party 1: were its data the real ones, or
// the same with one entry of one column moved?
func (s *Session) columnSpace() audit.SpaceAttack {
	rows := s.blocks[0].Rows()
	rows.Value = slices.Clone(rows.Value)
	rows.Value[s.entry()] /= 2
	other := models.NewBlock(rows)
	other.Share(s.each)
	return audit.ColumnSpace(s.last.Broadcast[0], s.blocks[0], other)
}
