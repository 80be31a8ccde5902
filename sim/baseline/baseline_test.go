package baseline

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/network"
)

// table is n dense rows of dim columns within the unit ball, and labels that a
// linear model gets right now and then.
func table(n, dim int) (data.Rows, []float64) {
	rng := rand.New(rand.NewPCG(5, 5))
	rows, labels := data.NewRows(dim, n, dim), make([]float64, n)
	index := make([]int32, dim)
	for i := range labels {
		value, sum := make([]float64, dim), 0.3*rng.NormFloat64()
		for j := range value {
			index[j], value[j] = int32(j), rng.NormFloat64()/float64(dim)
			sum += value[j] * float64(j%3-1)
		}
		labels[i] = math.Copysign(1, sum)
		rows.Append(index, value)
	}
	return rows, labels
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

const nodes, dim = 4, 6

// all is one number for every node.
func all(v float64) []float64 { return slices.Repeat([]float64{v}, nodes) }

func byRows(rows data.Rows, labels []float64) Rows {
	p := Rows{Loss: models.Logistic{}, C: all(5), R: all(0.2), Test: models.NewHeld(rows, labels)}
	parts, err := data.Holding{}.Deal(nil, upTo(len(labels)), nodes, nil)
	if err != nil {
		panic(err)
	}
	for _, part := range parts {
		p.Records = append(p.Records, rows.SelectSigned(part, labels))
	}
	return p
}

func byColumns(rows data.Rows, labels []float64) Columns {
	return Columns{
		Loss:   models.Logistic{},
		Blocks: []data.Rows{rows.Block(upTo(len(labels)), 0, 2, false), rows.Block(upTo(len(labels)), 2, dim, false)},
		Labels: labels, Lambda: 0.7, Test: models.NewHeld(rows, labels),
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.12g, want %.12g within %g", what, got, want, tolerance)
	}
}

// settled is where plain ADMM on p stands after so many iterations.
func settled(t *testing.T, p Rows, kind string, iterations int) (end admm.Round) {
	t.Helper()
	spec, _ := admm.Find("admm")
	set := spec.Defaults()
	set.C, set.Rho, set.Eta = p.C, p.R, admm.PerNode{0.5}
	var locals []*models.Local
	for _, records := range p.Records {
		locals = append(locals, models.NewLocal(records))
	}
	graph, err := network.Parse(kind, nodes, 1)
	if err != nil {
		t.Fatal(err)
	}
	method := spec.New(admm.Problem{Locals: locals, Each: models.Serial})
	for k := range iterations {
		end = method.Step(admm.Step{Iteration: k + 1, Graph: graph, Set: &set})
	}
	return end
}

// The consensus of plain ADMM, which knows nothing of this package.
func TestTheCentralisedModelIsWhereTheNetworkEnds(t *testing.T) {
	rows, labels := table(80, dim)
	p := byRows(rows, labels)
	end := settled(t, p, "ring", 2000)
	got := p.Pool().Optimum()
	near(t, "train loss", got.TrainLoss, end.TrainLoss, 1e-8)
	near(t, "train loss times C", got.TrainLossC, p.C[0]*end.TrainLoss, 1e-8*p.C[0])
	loss, wrong := p.Test.Measure(end.Mean)
	near(t, "test loss", got.TestLoss, loss, 1e-8)
	near(t, "test error", got.TestError, wrong, 0)
}

// Plain sharing over the same columns.
func TestTheCentralisedModelIsWhereThePartiesEnd(t *testing.T) {
	rows, labels := table(60, dim)
	p := byColumns(rows, labels)
	spec, _ := admm.Find("sharing")
	set := spec.Defaults()
	set.Private, set.Lambda, set.Rho = false, p.Lambda, []float64{1}
	method := spec.New(admm.Problem{Blocks: []*models.Block{models.NewBlock(p.Blocks[0]), models.NewBlock(p.Blocks[1])}, Labels: labels, Loss: models.Logistic{}, Each: models.Serial})
	var end admm.Round
	for k := range 2000 {
		end = method.Step(admm.Step{Iteration: k + 1, Set: &set})
	}
	got := p.Pool().Optimum()
	near(t, "objective", got.TrainLoss, end.TrainLoss, 1e-8)
	if got.TrainLossC != 0 {
		t.Errorf("parties have no C, and %g is the loss with it", got.TrainLossC)
	}
	loss, wrong := p.Test.Measure(end.Mean)
	near(t, "test loss", got.TestLoss, loss, 1e-8)
	near(t, "test error", got.TestError, wrong, 0)
}

// A node alone is a network of one: its own optimum, measured by itself.
func TestALocalModelIsItsOwnOptimum(t *testing.T) {
	rows, labels := table(81, dim) // the nodes differ in size
	p := byRows(rows, labels)
	var want Score
	for _, records := range p.Records {
		alone := Rows{Loss: models.Logistic{}, Records: []data.Rows{records}, C: p.C[:1], R: p.R[:1], Test: p.Test}.Pool().Optimum()
		want.TrainLoss += alone.TrainLoss / nodes
		want.TestLoss += alone.TestLoss / nodes
		want.TestError += alone.TestError / nodes
	}
	got := p.Local(models.Serial)
	near(t, "train loss", got.TrainLoss, want.TrainLoss, 1e-8)
	near(t, "test loss", got.TestLoss, want.TestLoss, 1e-8)
	near(t, "test error", got.TestError, want.TestError, 1e-12)
	if all := p.Pool().Optimum(); !(got.TrainLoss < all.TrainLoss && got.TestLoss > all.TestLoss) {
		t.Errorf("alone %+v, together %+v: alone must fit its own rows better and all rows worse", got, all)
	}
}

// A party alone is the whole problem with its columns only.
func TestAPartyAloneSeesItsColumnsOnly(t *testing.T) {
	rows, labels := table(60, dim)
	p := byColumns(rows, labels)
	for m, block := range p.Blocks {
		own := Columns{Loss: models.Logistic{}, Blocks: []data.Rows{block}, Labels: labels, Lambda: p.Lambda, Test: models.NewHeld(block, labels)}.Pool().Optimum()
		got := p.Party(m).Optimum()
		near(t, "objective", got.TrainLoss, own.TrainLoss, 1e-12)
		near(t, "test loss", got.TestLoss, own.TestLoss, 1e-12)
		near(t, "test error", got.TestError, own.TestError, 0)
	}
	all, one, two := p.Pool().Optimum(), p.Party(0).Optimum(), p.Party(1).Optimum()
	if !(all.TrainLoss < one.TrainLoss && all.TrainLoss < two.TrainLoss) {
		t.Errorf("together %g, alone %g and %g", all.TrainLoss, one.TrainLoss, two.TrainLoss)
	}
}

// Line 5 of SGD against differences of sum_i L(Y_i D^i x).
func TestTheSlopeIsTheGradient(t *testing.T) {
	plain, labels := table(20, dim)
	rows := byColumns(plain, labels).signed(0, 2)
	batch := []int{3, 7, 11}
	loss := func(x []float64) (sum float64) {
		for _, i := range batch {
			sum += models.Logistic{}.Value(labels[i] * plain.Dot(i, x))
		}
		return sum
	}
	x, got := []float64{0.3, -1, 2, 0.1, -0.4, 1.5}, make([]float64, dim)
	slope(got, models.Logistic{}, rows, batch, x)
	const h = 1e-5
	for j := range x {
		up, down := append([]float64(nil), x...), append([]float64(nil), x...)
		up[j] += h
		down[j] -= h
		near(t, "slope", got[j], (loss(up)-loss(down))/(2*h), 1e-9)
	}
}

// passes are the scores of the first so many passes.
func passes(p Columns, o SGD, count int) (list []Score) {
	for s := range p.Pool().SGD(o) {
		if list = append(list, s); len(list) == count {
			break
		}
	}
	return list
}

// With small steps the gradient method tends to the pooled optimum, regulariser
// included; one large batch leaves no chance in it.
func TestSGDTendsToThePooledOptimum(t *testing.T) {
	rows, labels := table(60, dim)
	p := byColumns(rows, labels)
	want := p.Pool().Optimum()
	whole := passes(p, SGD{Step: 40, Batch: 60, Seed: 1}, 4000)
	near(t, "objective of whole batches", whole[3999].TrainLoss, want.TrainLoss, 1e-8)
	near(t, "test loss of whole batches", whole[3999].TestLoss, want.TestLoss, 1e-6)
	small := passes(p, SGD{Step: 2, Batch: 5, Seed: 1}, 2000)
	near(t, "objective of small batches", small[1999].TrainLoss, want.TrainLoss, 1e-4)
	if !(small[0].TrainLoss > small[100].TrainLoss && small[1999].TrainLoss >= want.TrainLoss) {
		t.Errorf("first %g, then %g, at last %g, below the optimum %g", small[0].TrainLoss, small[100].TrainLoss, small[1999].TrainLoss, want.TrainLoss)
	}
}

func TestSGDDependsOnItsSeedOnly(t *testing.T) {
	p := byColumns(table(60, dim))
	run := func(seed uint64) Score { return passes(p, SGD{Step: 1, Batch: 7, Seed: seed}, 3)[2] }
	if run(1) != run(1) || run(1) == run(2) {
		t.Errorf("seed 1 gives %v and %v, seed 2 %v", run(1), run(1), run(2))
	}
}

// A dense table is the same problem.
func TestDenseColumnsGiveTheSameScores(t *testing.T) {
	p := byColumns(table(40, dim))
	dense := p
	dense.Blocks = nil
	for _, block := range p.Blocks {
		copied := data.NewDense(block.Dim, block.Len())
		for i := range block.Len() {
			columns, entries := block.Row(i)
			_, row := copied.Row(i)
			for k, j := range columns {
				row[j] = entries[k]
			}
		}
		dense.Blocks = append(dense.Blocks, copied)
	}
	near(t, "centralised", dense.Pool().Optimum().TrainLoss, p.Pool().Optimum().TrainLoss, 1e-12)
	near(t, "party 2", dense.Party(1).Optimum().TestLoss, p.Party(1).Optimum().TestLoss, 1e-12)
	o := SGD{Step: 1, Batch: 7, Seed: 1}
	near(t, "SGD", passes(dense, o, 2)[1].TrainLoss, passes(p, o, 2)[1].TrainLoss, 1e-12)
}

// Nodes of unequal size, each with its own C and rho: what the network minimises is the
// sum of their objectives, and the pooled optimum is where it ends. No record pulls the
// curator's problem harder than the largest C_i/(N B_i).
func TestThePooledOptimumIsThatOfTheNodesOwnObjectives(t *testing.T) {
	rows, labels := table(80, dim)
	p := byRows(rows, labels)
	p.Records = nil
	for _, part := range [][]int{upTo(80)[:40], upTo(80)[40:50], upTo(80)[50:75], upTo(80)[75:]} {
		p.Records = append(p.Records, rows.SelectSigned(part, labels))
	}
	p.C, p.R = []float64{5, 3, 8, 1}, []float64{0.2, 0.5, 0.1, 0.3}
	end := settled(t, p, "path", 3000)
	pool := p.Pool()
	got := pool.Optimum()
	near(t, "train loss", got.TrainLoss, end.TrainLoss, 1e-8)
	for j, f := range pool.f {
		near(t, "model", f, end.Mean[j], 1e-8)
	}
	timesC := 0.0
	for i, loss := range end.Losses {
		timesC += p.C[i] * loss / nodes
	}
	near(t, "mean over nodes of C times the loss", got.TrainLossC, timesC, 1e-7)
	near(t, "pull of a record", pool.weight, 8./(4*25), 1e-15)
	if p.C = all(5); math.Abs(p.Pool().Optimum().TrainLoss-got.TrainLoss) < 1e-4 {
		t.Error("with one C for all nodes it is the same")
	}
}

// Rows that a plane separates have less loss the longer the model is, and none is the last.
func TestRowsThatAPlaneSeparatesHaveLongClassifiers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	rows, labels := data.NewRows(2, 80, 160), make([]float64, 80)
	for i := range labels {
		labels[i] = float64(2*(i%2) - 1)
		rows.Append([]int32{0, 1}, []float64{labels[i] * (0.5 + 0.3*rng.Float64()), 0.5 * (rng.Float64() - 0.5)})
	}
	pool, before := byRows(rows, labels).Pool(), math.Inf(1)
	for _, length := range []float64{5, 12, 20, 25} {
		s, err := pool.OfNorm(length, func() {})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "the norm that was asked for", s.Norm, length, 1e-4*length)
		if !(s.TrainLoss < before) {
			t.Errorf("norm %g: loss %g after %g", length, s.TrainLoss, before)
		}
		before = s.TrainLoss
	}
	if s, err := pool.OfNorm(1e6, func() {}); err == nil || !(s.Norm > 25) || strings.Contains(err.Error(), "is least") {
		t.Errorf("norm 1e6: norm %g, %v", s.Norm, err)
	}
}
