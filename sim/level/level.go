// Package level is what a run is measured against: the majority class, the pooled
// optimum, a trusted curator at the run's total, under sharing party 1 alone and the
// gradient method; and single baselines by name. It says which of them there are for a
// config, and where they stand at a point of a run.
//
// It knows no session and no method by name, starts nothing and opens no file: the
// minimising is package baseline's.
package level

import (
	"fmt"
	"iter"
	"slices"

	"admmlab/models"
	"admmlab/models/elementary"
	"admmlab/sim/admm"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
)

// Levels are what a run is measured against, as far as they are known: a value never
// changes once it is told, the next one knows more.
type Levels struct {
	Majority  baseline.Score     // the class that most training labels have, for everybody
	Pooled    *baseline.Score    // the optimum over everybody's data, without noise
	NoPool    string             // why there is none, as a clause; then neither curator nor gradient method
	Curator   []baseline.Private // one trusted curator, by rising total ε
	NoCurator string             // why nobody is such a curator, as a clause; "" where one is
	Mind      string             // what to mind of the curator, as a clause; "" for nothing
	Alone     *baseline.Score    // sharing: party 1 with its own columns
	SGD       []baseline.Score   // sharing: the gradient method, after each pass
}

// Level is one of them, as a run stands.
type Level struct {
	Name, Short string // in words, and in one
	baseline.Score
	About  bool              // between two totals at which it was computed, or beyond them
	Spread *baseline.Private // of the curator, over draws of the noise; else nil
}

// Told is a number of the level in words: a "~" stands before one that was read off.
func (l Level) Told(words string) string {
	if l.About {
		return "~" + words
	}
	return words
}

// Named is a value of the level in words behind its short name, as its line in a chart is called.
func (l Level) Named(words string) string { return l.Short + " " + l.Told(words) }

const (
	// curatorDraws is how many draws of the noise the curator's level is the mean of.
	curatorDraws = 20
	// mostPasses bounds the passes of the gradient method.
	mostPasses = 500
)

// CuratorTotals are total ε at which a curator is computed to know its level at any: four
// a decade from 0.01 to 100, those that tell most first.
var CuratorTotals = curatorTotals()

func curatorTotals() (list []float64) {
	const most = 8 // quarters of a decade from 1
	for _, every := range []int{4, 2, 1} {
		for k := 0; k <= most; k += every {
			if every < 4 && k%(2*every) == 0 {
				continue
			}
			list = append(list, elementary.Pow(10, float64(k)/4))
			if k > 0 {
				list = append(list, elementary.Pow(10, -float64(k)/4))
			}
		}
	}
	return list
}

// Key tells levels apart: runs with the same key are measured against the same.
type Key struct {
	Data      string
	Deal      deal.Key
	Loss      models.Loss
	C, R      string // of each node, or lambda
	Vertical  bool
	Private   bool // and with it:
	Adjacency privacy.Adjacency
	Delta     float64
	Seed      uint64
	SGD       config.Descent // sharing, with
	Passes    int
}

// KeyOf is the key of the levels that a run of c is measured against.
func KeyOf(c config.Config) Key {
	spec := c.Spec()
	k := Key{Data: c.Data, Deal: deal.KeyOf(c), Loss: c.LossFunction(), Vertical: spec.Vertical}
	if !spec.Vertical {
		rho := make(admm.PerNode, len(c.Set.Rho))
		for i := range rho {
			rho[i] = regulariser(c, i)
		}
		k.C, k.R = c.Set.C.String(), rho.String()
	} else {
		k.R, k.SGD, k.Passes, k.Seed = admm.PerNode{c.Set.Lambda}.String(), c.Descent, min(c.Limit(), mostPasses), c.Seed
	}
	if spec.Private() && c.Set.Private {
		k.Private, k.Adjacency, k.Delta, k.Seed = true, spec.AdjacencyOf(&c.Set), c.Set.Delta, c.Seed
	}
	return k
}

// Of computes what a run of c on a deal is measured against, piece by piece: what is known
// by then, the same pointer while nothing is new. The curator comes last, at each of the
// totals in turn. Between two pieces the caller may stop.
func Of(c config.Config, dealt *deal.Deal, each models.Each, totals []float64) iter.Seq[*Levels] {
	return func(yield func(*Levels) bool) {
		var labels [][]float64
		var costs []float64
		train := 0
		for i, rows := range dealt.Rows {
			labels, train = append(labels, dealt.Data.LabelsOf(rows)), train+len(rows)
			if !c.Spec().Vertical {
				costs = append(costs, c.Set.C.At(i))
			}
		}
		g := gauge{yield: yield, now: Levels{Majority: baseline.Majority(c.LossFunction(), labels, costs, dealt.Test.Labels())}}
		g.judge(c)
		var pool *baseline.Pool
		whole := dealt.Data.Rows
		once := baseline.Once(train, len(whole.Value))
		switch {
		case !once:
			g.now.NoPool = fmt.Sprintf("%d rows of %d columns with %d entries are too many to minimise in one hand beside the run", train, whole.Dim, len(whole.Value))
			g.private = false
		case g.private && !baseline.Handy(train, whole.Dim, len(whole.Value)):
			g.now.NoCurator = fmt.Sprintf("%d rows of %d columns are too many to minimise over and over beside the run", train, whole.Dim)
			g.private = false
		}
		if !g.tell() {
			return
		}
		if once {
			pool = Pool(c, dealt).Share(each)
			optimum := pool.Optimum()
			if g.now.Pooled = &optimum; !g.tell() {
				return
			}
		}
		if (!c.Spec().Vertical || g.vertical(c, byColumns(c, dealt), pool, each)) && g.private {
			g.curator(pool, totals)
		}
	}
}

// Pool is all data of a run of c in one hand.
func Pool(c config.Config, dealt *deal.Deal) *baseline.Pool {
	if c.Spec().Vertical {
		return byColumns(c, dealt).Pool()
	}
	return byRows(c, dealt).Pool()
}

// gauge is Of under way.
type gauge struct {
	yield   func(*Levels) bool
	now     Levels
	told    *Levels
	private bool // there is a curator
	trust   baseline.Curator
}

// judge says whether there is a curator beside a run of c, and what it promises. One who
// holds the pooled rows protects a row with its label, whoever holds which part of it.
func (g *gauge) judge(c config.Config) {
	spec := c.Spec()
	if !spec.Private() || !c.Set.Private {
		g.now.NoCurator = "the run ends without noise, and a curator without noise gives the pooled optimum"
		return
	}
	adjacency := spec.AdjacencyOf(&c.Set)
	if spec.Vertical {
		if spec.Adjacency[adjacency].ID != admm.Person {
			g.now.NoCurator = "noise in the objective hides a row; nothing like it is known for a column that changes"
			return
		}
		adjacency = privacy.Replace
		g.now.Mind = "the curator protects a person's whole row and label, the run one party's part of it"
	}
	g.private = true
	g.trust = baseline.Curator{Adjacency: adjacency, Delta: c.Set.Delta, Draws: curatorDraws, Noise: noise.New(c.Seed)}
}

// tell tells what is known now.
func (g *gauge) tell() bool {
	next := g.now
	g.told = &next
	return g.yield(g.told)
}

// pause lets the caller stop between two pieces that make nothing known.
func (g *gauge) pause() bool { return g.yield(g.told) }

// vertical is party 1 alone and the gradient method; pool is all columns, nil where they
// are too many for one hand, and then for the gradient method, too.
func (g *gauge) vertical(c config.Config, p baseline.Columns, pool *baseline.Pool, each models.Each) bool {
	if baseline.Once(p.Blocks[0].Len(), len(p.Blocks[0].Value)) {
		alone := p.Party(0).Share(each).Optimum()
		if g.now.Alone = &alone; !g.tell() {
			return false
		}
	}
	if pool == nil {
		return true
	}
	var list []baseline.Score
	for s := range pool.SGD(descent(c)) {
		if list = append(list, s); len(list) == min(c.Limit(), mostPasses) {
			break
		}
		if !g.pause() {
			return false
		}
	}
	g.now.SGD = list
	return g.tell()
}

// curator is the curator at each of the totals in turn.
func (g *gauge) curator(pool *baseline.Pool, totals []float64) {
	for _, epsilon := range totals {
		var one baseline.Private
		for one = range pool.Curator(g.trust, epsilon) {
			if !g.pause() {
				return
			}
		}
		if one.Draws == 0 {
			continue
		}
		list := g.now.Curator
		i, _ := slices.BinarySearchFunc(list, epsilon, func(p baseline.Private, e float64) int {
			switch {
			case p.Epsilon < e:
				return -1
			case p.Epsilon > e:
				return 1
			}
			return 0
		})
		g.now.Curator = slices.Insert(slices.Clone(list), i, one)
		if !g.tell() {
			return
		}
	}
	if len(totals) > 0 && g.now.Curator == nil {
		g.now.NoCurator = "no noise keeps one within so small a total"
		g.tell()
	}
}

// The names of the levels that depend on how far a run has come.
const (
	CuratorName  = "trusted curator" // on what it has spent
	GradientName = "gradient method" // on its iterations
)

// At are the levels that are known, where a run has spent a total of epsilon, NaN for
// none, in t iterations.
func (l *Levels) At(epsilon float64, t int) []Level {
	list := []Level{{Name: "majority class", Short: "majority", Score: l.Majority}}
	if l.Alone != nil {
		list = append(list, Level{Name: "party 1 alone", Short: "party 1", Score: *l.Alone})
	}
	if curator, ok := l.CuratorAt(epsilon); ok {
		list = append(list, curator)
	}
	if n := len(l.SGD); n > 0 && t > 0 {
		list = append(list, Level{Name: GradientName, Short: "SGD", Score: l.SGD[min(t, n)-1], About: t > n})
	}
	if l.Pooled != nil {
		list = append(list, Level{Name: "pooled optimum", Short: "pooled", Score: *l.Pooled})
	}
	return list
}

// CuratorAt is the curator's level at a total; false where none is known, or epsilon is none.
func (l *Levels) CuratorAt(epsilon float64) (Level, bool) {
	p, about, ok := l.curator(epsilon)
	return Level{Name: CuratorName, Short: "curator", Score: p.Mean, About: about, Spread: &p}, ok
}

// curator is the curator at a total, between the two totals about it, or at the nearest.
func (l *Levels) curator(epsilon float64) (p baseline.Private, about, ok bool) {
	list := l.Curator
	if len(list) == 0 || !(epsilon > 0) {
		return p, false, false
	}
	i := slices.IndexFunc(list, func(p baseline.Private) bool { return p.Epsilon >= epsilon })
	switch {
	case i < 0:
		return list[len(list)-1], true, true
	case i == 0 || list[i].Epsilon == epsilon:
		return list[i], list[i].Epsilon != epsilon, true
	}
	low, high := list[i-1], list[i]
	part := elementary.Log(epsilon/low.Epsilon) / elementary.Log(high.Epsilon/low.Epsilon)
	between := func(a, b baseline.Score) baseline.Score {
		return baseline.Score{
			TrainLoss:  a.TrainLoss + float64(part*(b.TrainLoss-a.TrainLoss)),
			TrainLossC: a.TrainLossC + float64(part*(b.TrainLossC-a.TrainLossC)),
			TestLoss:   a.TestLoss + float64(part*(b.TestLoss-a.TestLoss)),
			TestError:  a.TestError + float64(part*(b.TestError-a.TestError)),
		}
	}
	return baseline.Private{
		Epsilon: epsilon, Draws: min(low.Draws, high.Draws),
		Mean: between(low.Mean, high.Mean), Low: between(low.Low, high.Low), High: between(low.High, high.High),
	}, true, true
}
