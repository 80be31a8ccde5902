package sim

import (
	"reflect"
	"slices"
	"sync"
	"testing"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/level"
)

// A data set is shared: whatever sessions of all methods do on it at the same time,
// with pictures, attacks and randomised labels, it stays as it was made.
func TestSessionsOnlyReadADataSet(t *testing.T) {
	d := load(t, "census:200")
	before := *d
	before.Rows.Start, before.Rows.Index, before.Rows.Value = slices.Clone(d.Rows.Start), slices.Clone(d.Rows.Index), slices.Clone(d.Rows.Value)
	before.Labels, before.Columns = slices.Clone(d.Labels), slices.Clone(d.Columns)
	var together sync.WaitGroup
	for _, spec := range admm.Catalogue() {
		lines := []string{`method = "` + spec.ID + `"`, "iterations = 6", "watch = 3"}
		if spec.Vertical {
			lines = append(lines, "labels = 1")
		}
		c := small(t, lines...)
		c.Data = d.Name
		together.Go(func() {
			s, err := NewSession(c, d, models.Serial)
			if err != nil {
				t.Errorf("%s: %v", spec.ID, err)
				return
			}
			s.Tap(0)
			finish(s)
			s.Exposure(10, 5)
			s.Attack(AttackLabels) // refused where there is nothing to attack
			s.Attack(AttackColumns)
			if _, err := level.Reference("local", c, s.deal, models.Serial); err != nil {
				t.Errorf("%s: %v", spec.ID, err)
			}
		})
	}
	together.Wait()
	if !reflect.DeepEqual(&before, d) {
		t.Error("the data set is not what it was")
	}
}
