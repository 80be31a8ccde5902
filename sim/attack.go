package sim

import (
	"fmt"
	"slices"

	"admmlab/models/data"
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
		return "", fmt.Errorf("the %s attack reads what was sent, and nothing has been sent yet; make an iteration first", name)
	}
	switch name {
	case AttackLabels:
		return audit.Labels(s.last.Dual, s.truth).Words(), nil
	case AttackColumns:
		if len(s.blocks[0].Value) == 0 {
			return "", fmt.Errorf("the %s attack moves an entry of party 1, and its columns are all 0; cut the parties elsewhere", name)
		}
		return s.columnSpace().Words(), nil
	}
	return "", fmt.Errorf("no attack is called %q, expected one of %v", name, Attacks)
}

// columnSpace attacks the last message of party 1: were its data the real ones, or
// the same with one entry of one column moved?
func (s *Session) columnSpace() audit.SpaceAttack {
	own := s.blocks[0]
	other := data.Rows{Dim: own.Dim, Start: own.Start, Index: own.Index, Value: slices.Clone(own.Value)}
	other.Value[0] /= 2
	return audit.ColumnSpace(s.last.Broadcast[0], own, other)
}
