package sim

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
)

// wideRun is sharing on a small wide table between two parties, dense at both.
func wideRun(t *testing.T, more ...Assignment) (Config, *data.Dataset) {
	t.Helper()
	c, err := Build(append([]Assignment{
		{Key: "data", Value: "wide:150x700"}, {Key: "method", Value: "sharing"}, {Key: "parties", Value: "400"},
	}, more...))
	if err != nil {
		t.Fatal(err)
	}
	d, err := Load(c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, d
}

// Sharing without noise on dense tables ends at the pooled optimum of
// sum L + lambda/2 |x|^2 over all columns, found by another solver.
func TestSharingOnWideDataEndsAtThePooledOptimum(t *testing.T) {
	c, d := wideRun(t, Assignment{Key: "private", Value: "false"}, Assignment{Key: "iterations", Value: "200"})
	s, err := NewSession(c, d, admm.Serial)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range s.blocks {
		if !b.Rows().Dense {
			t.Fatal("a party's table is not dense")
		}
	}
	rows, _ := finish(s)
	joined := d.Rows.Select(s.people)
	joined.ScaleBlocks(s.cuts)
	want, found := models.Optimum(joined.SelectSigned(allOf(s.people), s.truth), 1, c.Set.Lambda)
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

func TestWideRowsAreTheSameOnAnyNumberOfCores(t *testing.T) {
	c, d := wideRun(t, Assignment{Key: "iterations", Value: "5"}, Assignment{Key: "data", Value: "wide:2600x700"})
	alone, err := NewSession(c, d, admm.Serial)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := finish(alone)
	pool := NewPool(4)
	defer pool.Close()
	together, err := setUp(c, d, pool.Each, host{progress: func(Loading) {}})
	if err != nil {
		t.Fatal(err)
	}
	got, _ := finish(together)
	sameRows(t, "wide data on four cores", want, got)
	if last := want[len(want)-1]; math.IsNaN(last.RealisedMax) {
		t.Error("nothing was measured")
	}
}

// A reset keeps tables and factors, and gives the same rows.
func TestAResetTakesTheTablesOver(t *testing.T) {
	c, d := wideRun(t, Assignment{Key: "iterations", Value: "4"})
	first, err := NewSession(c, d, admm.Serial)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := finish(first)
	again, err := setUp(c, d, admm.Serial, host{old: first})
	if err != nil {
		t.Fatal(err)
	}
	if again.blocks[0].Gram() != first.blocks[0].Gram() {
		t.Error("a reset copies the tables again")
	}
	got, _ := finish(again)
	sameRows(t, "after a reset", want, got)
	for _, change := range []Assignment{{Key: "parties", Value: "300"}, {Key: "seed", Value: "8"}} {
		other, _ := wideRun(t, change)
		s, err := setUp(other, d, admm.Serial, host{old: first})
		if err != nil || s.blocks[0].Gram() == first.blocks[0].Gram() {
			t.Errorf("%s = %s: the tables of another deal were taken over, %v", change.Key, change.Value, err)
		}
	}
}

// Setting up tells how far it is, from the first tile to the last, and never goes
// back.
func TestSettingUpTellsHowFarItIs(t *testing.T) {
	c, _ := wideRun(t, Assignment{Key: "iterations", Value: "1"})
	var words []string
	parts := map[string][]float64{}
	err := Run(context.Background(), c, func(l Loading) {
		words = append(words, l.What)
		parts[l.What] = append(parts[l.What], l.Part)
	}, func(Row, []Notice) error { return nil })
	if words = slices.Compact(words); err != nil || strings.Join(words, ", ") != "drawing wide data, preparing wide 150 x 700" {
		t.Fatalf("told %q, %v", words, err)
	}
	for what, p := range parts {
		if !slices.IsSorted(p) || p[len(p)-1] > 1 {
			t.Errorf("%s: %v", what, p)
		}
	}
	if p := parts[words[1]]; len(p) < 4 || p[len(p)-1] < 1-1e-9 {
		t.Errorf("preparing ends at %v", p)
	}
}

// Whoever stops while the tables are made does not wait for them.
func TestSettingUpCanBeStopped(t *testing.T) {
	c, _ := wideRun(t)
	ctx, stop := context.WithCancel(context.Background())
	err := Run(ctx, c, func(l Loading) {
		if strings.HasPrefix(l.What, "preparing") {
			stop()
		}
	}, func(Row, []Notice) error { t.Error("a row after the stop"); return nil })
	if err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

func TestWideSizes(t *testing.T) {
	for key, want := range map[string]string{
		"wide:700": "ROWSxCOLUMNS", "wide:7e2x500": "ROWSxCOLUMNS", "wide:700x50": "100 to 20000",
		"wide:10x500": "20 to 1000000", "wide:900000x9000": "entries", "wide:700x500x3": "ROWSxCOLUMNS", "wide:-700x500": "20 to",
		"wid": "did you mean wide",
	} {
		err := checkData(key)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", key, err, want)
		}
		if _, err := Load(key, nil); err == nil {
			t.Errorf("%s is loaded", key)
		}
	}
	if err := checkData("wide:"); err == nil || !strings.Contains(err.Error(), "names no size") {
		t.Errorf("wide: without a size: %v", err)
	}
	if err := checkData("wide"); err != nil || DataWords("wide") != "wide 7000 x 5000" {
		t.Errorf("%v, %s", err, DataWords("wide"))
	}
}

// The data are no toy: all parties together learn much more than the best of them
// alone, and are still wrong now and then. The population is frozen, so this
// raises no false alarm.
func TestPartiesOfWideDataNeedEachOther(t *testing.T) {
	c, d := wideRun(t, Assignment{Key: "data", Value: "wide:1400x1000"}, Assignment{Key: "parties", Value: "400,800"},
		Assignment{Key: "private", Value: "false"}, Assignment{Key: "iterations", Value: "60"})
	pool := NewPool(runtime.GOMAXPROCS(0))
	defer pool.Close()
	s, err := NewSession(c, d, pool.Each)
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := finish(s)
	all := rows[len(rows)-1]
	if all.TestError < 0.03 || all.TestError > 0.12 {
		t.Errorf("together they err on %.3g of the test rows", all.TestError)
	}
	held := make([]int, s.size.Test)
	for k := range held {
		held[k] = d.TestFrom + k
	}
	for m, b := range s.blocks {
		var r admm.Round
		alone := s.spec.New(admm.Problem{Blocks: []*models.Block{b}, Labels: s.truth, Each: pool.Each})
		for k := range 60 {
			r = alone.Step(admm.Step{Iteration: k + 1, Set: s.set})
		}
		loss, wrong := models.NewHeld(d.Rows.Block(held, s.cuts[m], s.cuts[m+1], true), pick(d.Labels, held)).Measure(r.Mean)
		if loss < 1.2*all.TestLoss || wrong > 0.25 {
			t.Errorf("party %d alone has the test loss %.3g and errs on %.3g; all together %.3g", m+1, loss, wrong, all.TestLoss)
		}
	}
}

// The attack on the column space works on dense tables; on wider ones, whose
// eigenvalues would take minutes, it is refused in words.
func TestTheColumnAttackOnWideData(t *testing.T) {
	for _, of := range []struct{ size, parties, refusal string }{{"wide:700x300", "10", ""}, {"wide:20x1300", "650", "fewer columns"}} {
		c, d := wideRun(t, Assignment{Key: "data", Value: of.size}, Assignment{Key: "parties", Value: of.parties}, Assignment{Key: "realised", Value: "false"})
		s, err := NewSession(c, d, admm.Serial)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s.Step()
		}
		words, err := s.Attack(AttackColumns)
		if (of.refusal == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), of.refusal) || err == nil && words == "" {
			t.Errorf("%s: %q, %v", of.size, words, err)
		}
	}
}

// Tables of another deal come in the place of the old ones, not beside them. Whatever
// is asked of a run that has made room is answered, and it goes on no more.
func TestAnotherDealMakesRoom(t *testing.T) {
	r := NewRunner()
	defer r.Close()
	c := small(t, `method = "sharing"`, "iterations = 20")
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
	r.commands <- Command{Seq: 2, Order: Start, Config: c, Run: true}
	r.commands <- Command{Seq: 3, Order: Beside, Beside: []Companion{{ID: 1, Config: c}}}
	r.commands <- Command{Seq: 4, Order: Look, Look: LookLedger, At: 7}
	gather(t, r, level(20, 1))
	c.Seed = 99
	r.commands <- Command{Seq: 5, Order: Start, Config: c, Run: true}
	rows, beside := gather(t, r, func(b Batch) bool { return b.Generation == 2 && level(20, 1)(b) })
	alone, _ := script(t, c)
	sameRows(t, "the next run", alone, rows[len(rows)-20:])
	sameRows(t, "beside it", alone, beside[1][len(beside[1])-20:])

	s := start(t, c, admm.Serial)
	s.Step()
	bare := &Runner{session: s, companions: []*companion{{session: s}}, past: &rewound{session: s}}
	bare.makeRoom()
	for _, lens := range []Lens{LookNothing, LookLedger, LookExposure, LookWire} {
		bare.lens = lens
		if state := bare.state(); !strings.Contains(state.Halted, "room") || s.Ready() || bare.past.late() || bare.behind() {
			t.Errorf("after it has made room: %+v", state)
		}
	}
	for _, name := range Attacks {
		if _, err := s.Attack(name); err == nil {
			t.Errorf("the attack %s has an answer without a run", name)
		}
	}
}
