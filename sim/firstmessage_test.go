package sim

import (
	"fmt"
	"testing"

	"admmlab/models"
)

// Before anything was sent w of (6) is 0, so that the first message of sharing costs nothing
// whatever ε is: the noise that lasts to the limit is that of the others, and what is left
// counts it.
func TestTheFirstMessageOfSharingIsNotPaidFor(t *testing.T) {
	serial(t)
	for _, order := range []string{"jacobi", "gauss-seidel"} {
		for _, iterations := range []int{2, 3, 10} {
			main := small(t, `method = "sharing"`, fmt.Sprintf("iterations = %d", iterations), `order = "`+order+`"`, "budget = 2", "realised = false")
			fit, _, err := Matched(main, main, load(t, main.Data), models.Serial)
			if err != nil {
				t.Fatal(err)
			}
			s := start(t, fit, models.Serial)
			left, _, _ := s.Left()
			rows, _ := finish(s)
			if last := rows[len(rows)-1]; len(rows) != iterations || last.Spent < 1.9999 || last.Spent > 2 {
				t.Errorf("%s: matched to 2, %d of %d iterations spend %g", order, len(rows), iterations, last.Spent)
			}
			if left != iterations {
				t.Errorf("%s: %d iterations were left of %d", order, left, iterations)
			}
		}
	}
	s := start(t, small(t, `method = "sharing"`, "iterations = 9", "epsilon = 1.9", "budget = 1.95"), models.Serial)
	left, _, _ := s.Left()
	if rows, _ := finish(s); left != 2 || len(rows) != 2 {
		t.Errorf("%d were left, %d are made: 2 want", left, len(rows))
	}
}
