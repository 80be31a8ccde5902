package sim

import (
	"math"
	"strings"
	"sync"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// wideRun is sharing on a small wide table between two parties, dense at both.
func wideRun(t *testing.T, more ...config.Assignment) (config.Config, *data.Dataset) {
	t.Helper()
	c, err := config.Build(append([]config.Assignment{
		{Key: "data", Value: "wide:150x700"}, {Key: "method", Value: "sharing"}, {Key: "parties", Value: "400"},
	}, more...))
	if err != nil {
		t.Fatal(err)
	}
	return c, load(t, c.Data)
}

// parallel is an Each with a goroutine a piece.
func parallel(n int, do func(i int)) {
	var working sync.WaitGroup
	for i := range n {
		working.Go(func() { do(i) })
	}
	working.Wait()
}

// Sharing without noise on dense tables ends at the pooled optimum of
// sum L + lambda/2 |x|^2 over all columns, found by another solver.
func TestSharingOnWideDataEndsAtThePooledOptimum(t *testing.T) {
	c, d := wideRun(t, config.Assignment{Key: "private", Value: "false"}, config.Assignment{Key: "iterations", Value: "200"})
	s, err := NewSession(c, d, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range s.blocks {
		if !b.Rows().Dense {
			t.Fatal("a party's table is not dense")
		}
	}
	rows, _ := finish(s)
	joined := d.Rows.Select(s.deal.Rows[0])
	joined.ScaleBlocks(s.deal.Cuts)
	want, found := models.Optimum(joined.SelectSigned(allOf(s.deal.Rows[0]), s.deal.Truth), models.Logistic{}, 1, c.Set.Lambda)
	distance := 0.0
	for j, x := range s.last.Mean {
		distance = math.Hypot(distance, x-want[j])
	}
	last := rows[len(rows)-1]
	if !found.Reached() || !(distance <= 1e-8) || !(last.Disagreement <= 1e-8) {
		t.Errorf("distance %g from the pooled optimum (gradient %g), primal residual %g", distance, found.GradientNorm, last.Disagreement)
	}
}

// allOf are the places of rows.
func allOf(rows []int) []int {
	list := make([]int, len(rows))
	for i := range list {
		list[i] = i
	}
	return list
}

// A reset keeps tables and factors, and gives the same rows.
func TestAResetTakesTheTablesOver(t *testing.T) {
	c, d := wideRun(t, config.Assignment{Key: "iterations", Value: "4"})
	first, err := NewSession(c, d, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := finish(first)
	again, err := SetUp(c, first.deal, models.Serial, Aid{Old: first})
	if err != nil {
		t.Fatal(err)
	}
	if &again.blocks[0].Gram()[0] != &first.blocks[0].Gram()[0] {
		t.Error("a reset copies the tables again")
	}
	got, _ := finish(again)
	sameRows(t, "after a reset", want, got)
	for _, change := range []config.Assignment{{Key: "parties", Value: "300"}, {Key: "seed", Value: "8"}} {
		other, _ := wideRun(t, change)
		if deal.KeyOf(other) == deal.KeyOf(c) {
			t.Errorf("%s = %s: the same deal", change.Key, change.Value)
		}
		dealt, err := deal.New(other, d, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := SetUp(other, dealt, models.Serial, Aid{Old: first})
		if err != nil || &s.blocks[0].Gram()[0] == &first.blocks[0].Gram()[0] {
			t.Errorf("%s = %s: the tables of another deal were taken over, %v", change.Key, change.Value, err)
		}
	}
}

// The data are no toy: all parties together learn much more than the best of them
// alone, and are still wrong now and then. The population is frozen, so this
// raises no false alarm.
func TestPartiesOfWideDataNeedEachOther(t *testing.T) {
	c, d := wideRun(t, config.Assignment{Key: "data", Value: "wide:1400x1000"}, config.Assignment{Key: "parties", Value: "400,800"},
		config.Assignment{Key: "private", Value: "false"}, config.Assignment{Key: "iterations", Value: "60"})
	s, err := NewSession(c, d, parallel)
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := finish(s)
	all := rows[len(rows)-1]
	if all.TestError < 0.03 || all.TestError > 0.12 {
		t.Errorf("together they err on %.3g of the test rows", all.TestError)
	}
	held := make([]int, s.deal.Size.Test)
	for k := range held {
		held[k] = d.TestFrom + k
	}
	for m, b := range s.blocks {
		var r admm.Round
		alone := s.spec.New(admm.Problem{Blocks: []*models.Block{b}, Labels: s.deal.Truth, Loss: models.Logistic{}, Each: parallel})
		for k := range 60 {
			r = alone.Step(admm.Step{Iteration: k + 1, Set: s.set})
		}
		loss, wrong := models.NewHeld(d.Rows.Block(held, s.deal.Cuts[m], s.deal.Cuts[m+1], true), d.LabelsOf(held)).Measure(r.Mean)
		if loss < 1.2*all.TestLoss || wrong > 0.25 {
			t.Errorf("party %d alone has the test loss %.3g and errs on %.3g; all together %.3g", m+1, loss, wrong, all.TestLoss)
		}
	}
}

// The attack on the column space works on dense tables; on wider ones, whose
// eigenvalues would take minutes, it is refused in words. It is made in pieces of the
// session, so that who ends the work ends it too.
func TestTheColumnAttackOnWideData(t *testing.T) {
	for _, of := range []struct{ size, parties, refusal string }{{"wide:700x300", "10", ""}, {"wide:20x1300", "650", "fewer columns"}} {
		c, d := wideRun(t, config.Assignment{Key: "data", Value: of.size}, config.Assignment{Key: "parties", Value: of.parties}, config.Assignment{Key: "realised", Value: "false"})
		pieces := 0
		s, err := NewSession(c, d, func(n int, do func(int)) {
			pieces++
			models.Serial(n, do)
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s.Step()
		}
		pieces = 0
		words, err := s.Attack(AttackColumns)
		if least := 6 * s.blocks[0].Dim(); err == nil && pieces < least {
			t.Errorf("%s: %d pieces, expected at least %d of two eigendecompositions", of.size, pieces, least)
		}
		if (of.refusal == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), of.refusal) || err == nil && words == "" {
			t.Errorf("%s: %q, %v", of.size, words, err)
		}
	}
}

// Four square tables of 5,000 columns are 0.75 GiB, and six, which the printed noise takes
// where columns are dependent, are 1.12: it is refused from the start and when it is
// turned to, and nothing is allocated before.
func TestPrintedNoiseTakesSixSquareTables(t *testing.T) {
	size, one := config.Assignment{Key: "data", Value: "wide:20x5000"}, config.Assignment{Key: "parties", Value: "1"}
	c, d := wideRun(t, size, one)
	s, err := NewSession(c, d, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(how string, err error) {
		if err == nil || !strings.Contains(err.Error(), "1.12 GiB") {
			t.Errorf("%s: %v", how, err)
		}
	}
	_, err = s.Apply(config.Event{Key: "variant", Value: "printed"})
	refused("turned", err)
	if s.set.Variant != "isotropic" {
		t.Error("a change that was refused has happened")
	}
	for _, more := range []config.Assignment{{Key: "variant", Value: "printed"}, {Key: "events", Value: "at 3: variant = printed"}} {
		c, _ := wideRun(t, size, one, more)
		_, err := NewSession(c, d, models.Serial)
		refused(more.Key, err)
	}
}
