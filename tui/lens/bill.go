package lens

import (
	"math"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/privacy/account"
	"admmlab/tui/scene"
)

// billed asks for the bill.
type billed struct{ curves bool }

// Bill is the ledger and what is left of the budget.
type Bill struct {
	sim.Ledger
	Config  config.Config // in force where it was added up
	Left    int           // iterations, -1 without a budget
	Guess   string        // why Left is a guess, "" if it is none
	Exactly bool          // no more are left than that
	// Unaffordable is why none is left whatever the budget, "" where a larger one may help.
	Unaffordable string
	// Curves are nil where they were not asked for, or nothing is proved; Drawn tells
	// the two apart.
	Curves *sim.Curves
	Drawn  bool
}

func (billed) Needs() (tap int, realised bool) { return -1, false }

func (p billed) Paint(from *sim.Session) any {
	b := &Bill{Ledger: from.Ledger(), Config: from.Config(), Left: -1}
	if p.curves {
		b.Curves, b.Drawn = from.Curves(), true
		return b
	}
	if left, guess, ok := from.Left(); ok {
		if b.Left, b.Guess, b.Exactly = left, guess, from.LeftExactly(); left == 0 {
			b.Unaffordable = from.Unaffordable()
		}
	}
	return b
}

// billOf is nil until it has come.
func billOf(s *scene.Scene) *Bill {
	b, _ := s.State.Picture.(*Bill)
	return b
}

// billedUnder are the settings that the bill was added up under: those of the iteration that is
// read, and with them those that were turned since and count from the next on. Without a bill
// they are those in force.
func billedUnder(s *scene.Scene) config.Config {
	if b := billOf(s); b != nil {
		return b.Config
	}
	return s.InForce()
}

// reportedUnder are the settings that the total of that iteration is reported under, and the
// iteration from which the neighbours and the δ of the bill count in their place, 0 where they
// are the same.
func reportedUnder(s *scene.Scene) (c config.Config, from int) {
	c = billedUnder(s)
	t := s.State.At // of the bill, which takes its time
	if then := s.Run.Under(c, t); billOf(s) != nil && t > 0 && scene.PromiseWords(then, c) != "" {
		return then, t + 1
	}
	return c, 0
}

// ledgerTotals are the totals under the chosen adjacency, nil while there are
// none.
func ledgerTotals(s *scene.Scene) []account.Total {
	if billOf(s) == nil {
		return nil
	}
	return billOf(s).Totals[billOf(s).Adjacency]
}

// bestTotal is the total that is reported under the chosen adjacency.
func bestTotal(s *scene.Scene) account.Total {
	if billOf(s) == nil {
		return account.Total{Epsilon: math.Inf(1)}
	}
	return billOf(s).Best[billOf(s).Adjacency]
}
