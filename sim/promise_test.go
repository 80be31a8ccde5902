package sim

import (
	"strings"
	"testing"

	"admmlab/models"
)

// Where a run ends is told of the settings in force: that they will change is told with it,
// until they have.
func TestWhereARunEndsIsToldWithTheChangesToCome(t *testing.T) {
	for _, lines := range [][]string{
		{`method = "admm"`, `events = ["at 3: cut 1-2", "at 9: rho = 1"]`, "iterations = 4"},
		{`method = "radmm"`, "private = false", `events = ["at 3: gamma = 3", "at 9: rho = 1"]`, "iterations = 4"},
		{`method = "sharing"`, `events = ["at 3: lambda = 3", "at 9: rho = 1"]`, "iterations = 4"},
	} {
		s := start(t, small(t, lines...), models.Serial)
		for s.Ready() {
			row, _ := s.Step()
			l, ok := row.Converges()
			if told := strings.Contains(l.Detail, "; the changes that are scheduled from t = 3 on are not in it"); !ok || told != (row.Iteration < 3) {
				t.Errorf("%s, t = %d: %s", lines[0], row.Iteration, l.Detail)
			}
			if strings.Contains(l.Detail, "t = 9") {
				t.Errorf("t = %d: told of what comes after the limit: %s", row.Iteration, l.Detail)
			}
		}
	}
}
