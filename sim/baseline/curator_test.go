package baseline

import (
	"fmt"
	"math"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// Chaudhuri, Monteleoni and Sarwate 2011, Algorithm 2, by its own formulas: c = 1/4,
//
//	epsilon' = epsilon - ln(1 + 2c/(n Lambda) + c^2/(n Lambda)^2), Delta = 0, or else
//	Delta = c/(n (e^(epsilon/4) - 1)) - Lambda, epsilon' = epsilon/2; rate epsilon'/2
//
// is what the calibration "proved" does with C/B = 1/n and R = Lambda.
func TestTheCuratorIsAlgorithm2(t *testing.T) {
	for _, v := range []struct{ n, lambda, epsilon, rate, delta float64 }{
		{40000, 1e-3, 1, .493769450249, 0},
		{40000, 1e-5, .1, .025, 2.36888020698e-4},
	} {
		got := privacy.CalibrateDVP("proved", v.epsilon, privacy.Node{Weight: 1 / v.n, C1: 0.25, Regulariser: v.lambda})
		near(t, "rate", got.Zeta, v.rate, 1e-12)
		near(t, "Delta", got.Phi, v.delta, 1e-15)
		// The curator takes no more noise than that, and promises no more.
		least := privacy.CalibrateDVP("balanced", v.epsilon, privacy.Node{Weight: 1 / v.n, C1: 0.25, Regulariser: v.lambda})
		if least.Zeta < got.Zeta || least.Cost(105, 0)[privacy.Replace].Pure > v.epsilon*(1+1e-12) {
			t.Errorf("ε = %g: rate %g at a cost of %g, Algorithm 2 has %g", v.epsilon, least.Zeta, least.Cost(105, 0)[privacy.Replace].Pure, got.Zeta)
		}
	}
}

// last is the curator's model after all draws.
func last(p *Pool, o Curator, epsilon float64) (out Private) {
	for out = range p.Curator(o, epsilon) {
	}
	if out.Draws != o.Draws {
		panic("the draws are not complete")
	}
	return out
}

// The total is the accountants', whichever neighbours are meant, and is used up.
func TestTheCuratorSpendsItsTotal(t *testing.T) {
	p := byRows(table(80, dim)).Pool()
	for _, adjacency := range []privacy.Adjacency{privacy.Replace, privacy.Remove} {
		for _, epsilon := range []float64{0.05, 8} {
			got := last(p, Curator{Adjacency: adjacency, Delta: 1e-5, Draws: 1, Noise: noise.New(1)}, epsilon)
			a := account.New(1e-5)
			c := p.calibrate(got.Alpha, got.R).Cost(dim, 0)[adjacency]
			a.Add(account.Step{Pure: c.Pure, Dim: c.Dim, Shift: c.Shift, Convex: c.Convex, Det: c.Det})
			if total := a.Best().Epsilon; !(total <= epsilon && total > epsilon*(1-1e-6)) {
				t.Errorf("adjacency %v: a total of %g, asked for %g", adjacency, total, epsilon)
			}
		}
	}
}

// With much to spend the curator ends at the pooled optimum; mean and range are those of
// the draws, and less to spend is worse.
func TestTheCuratorTendsToThePooledOptimum(t *testing.T) {
	for name, p := range map[string]*Pool{"rows": byRows(table(200, dim)).Pool(), "columns": byColumns(table(200, dim)).Pool()} {
		want := p.Optimum()
		o := Curator{Adjacency: privacy.Replace, Delta: 1e-5, Draws: 8, Noise: noise.New(3)}
		near(t, name, last(p, o, 1e6).Mean.TrainLoss, want.TrainLoss, 1e-6)
		before := math.Inf(1)
		for _, epsilon := range []float64{1, 100} {
			got := last(p, o, epsilon)
			wide := got.High.TrainLoss - got.Low.TrainLoss
			if !(got.Low.TrainLoss < got.Mean.TrainLoss && got.Mean.TrainLoss < got.High.TrainLoss && wide < before && got.Draws == 8) {
				t.Errorf("%s, ε = %g: %+v, as wide as %g before", name, epsilon, got, before)
			}
			before = wide
		}
	}
}

// A mean of scores is of no model, and has no length.
func TestAMeanOfDrawsHasNoLength(t *testing.T) {
	var p Private
	p.add(Score{TestError: 0.2, Norm: 3})
	p.add(Score{TestError: 0.4, Norm: 5})
	if p.Mean.Norm != 0 || math.Abs(p.Mean.TestError-0.3) > 1e-15 || p.Draws != 2 {
		t.Errorf("%+v", p)
	}
}

// The curator's own regulariser is the best of those tried, for this total, and hides
// more where there is less to spend.
func TestTheCuratorChoosesItsRegulariser(t *testing.T) {
	p := byRows(table(400, dim)).Pool()
	o := Curator{Adjacency: privacy.Replace, Delta: 1e-5, Draws: trials, Noise: noise.New(3)}
	before := math.Inf(1)
	for _, epsilon := range []float64{0.1, 30} {
		best := last(p, o, epsilon)
		for _, r := range []float64{best.R / math.Sqrt(10), best.R * math.Sqrt(10)} {
			other, ok := p.within(o, epsilon, r)
			for range trials {
				p.draw(o, &other)
			}
			if !ok || other.Mean.TrainLoss < best.Mean.TrainLoss && r >= p.r {
				t.Errorf("ε = %g: R' = %g has the loss %g, the curator with %g has %g", epsilon, r, other.Mean.TrainLoss, best.R, best.Mean.TrainLoss)
			}
		}
		if !(best.R <= before) {
			t.Errorf("ε = %g: R' = %g after %g", epsilon, best.R, before)
		}
		before = best.R
	}
}

// Two parties scale each row's block to unit norm: rows of norm sqrt(2) and the
// regulariser lambda are rows within the unit ball and lambda/2.
func TestTheCuratorOfColumnsKeepsItsRowsWithinTheUnitBall(t *testing.T) {
	rows, labels := table(60, dim)
	cuts := []int{0, 2, dim}
	c := Columns{Loss: models.Logistic{}, Labels: labels, Lambda: 0.7}
	for m := range 2 {
		c.Blocks = append(c.Blocks, rows.Block(upTo(len(labels)), cuts[m], cuts[m+1], true))
	}
	held := rows.Select(upTo(len(labels)))
	held.ScaleBlocks(cuts)
	r := Rows{Loss: models.Logistic{}, C: []float64{60}, R: []float64{0.35}}
	signed := held.SelectSigned(upTo(len(labels)), labels)
	for k := range signed.Value {
		signed.Value[k] /= math.Sqrt2
	}
	r.Records = []data.Rows{signed}
	c.Test, r.Test = models.NewHeld(held, labels), models.NewHeld(held, labels)
	o := Curator{Adjacency: privacy.Replace, Delta: 1e-5, Draws: 3, Noise: noise.New(3)}
	columns, whole := c.Pool(), r.Pool()
	for _, epsilon := range []float64{0.5} {
		a, b := last(columns, o, epsilon), last(whole, o, epsilon)
		near(t, "alpha", a.Alpha, b.Alpha, 1e-6*b.Alpha)
		near(t, "regulariser", a.R, 2*b.R, 1e-6*b.R)
		for j := range columns.f {
			near(t, "model", columns.f[j]*math.Sqrt2, whole.f[j], 1e-6)
		}
	}
}

// Constant answers: 3 of 4 labels of one class.
func TestTheMajorityAnswersEverybodyAlike(t *testing.T) {
	got := Majority(models.Logistic{}, [][]float64{{1, -1}, {-1, -1}}, []float64{3, 10}, []float64{1, 1, -1, -1, -1})
	near(t, "mean over nodes of C times the loss", got.TrainLossC, (3*(-0.5*math.Log(0.25)-0.5*math.Log(0.75))-10*math.Log(0.75))/2, 1e-14)
	near(t, "train loss", got.TrainLoss, -0.25*math.Log(0.25)-0.75*math.Log(0.75), 1e-15)
	near(t, "test loss", got.TestLoss, -0.4*math.Log(0.25)-0.6*math.Log(0.75), 1e-15)
	near(t, "test error", got.TestError, 0.4, 0)
	near(t, "test error", Majority(models.Logistic{}, [][]float64{{1, 1, -1}}, nil, []float64{1, -1, -1}).TestError, 2./3, 1e-15)
	one := Majority(models.Logistic{}, [][]float64{{-1, -1}}, nil, []float64{-1})
	if one.TrainLoss != 0 || one.TestLoss != 0 || one.TestError != 0 || !math.IsInf(Majority(models.Logistic{}, [][]float64{{-1}}, nil, []float64{1}).TestLoss, 1) {
		t.Errorf("of one class alone: %+v", one)
	}
	if one.TrainLossC != 0 {
		t.Errorf("without C the loss with its factor is %g", one.TrainLossC)
	}
}

// The best answer for everybody, by search, under each loss.
func TestTheMajorityAnswersByItsLoss(t *testing.T) {
	for _, l := range []models.Loss{models.Logistic{}, models.Huber{H: 0.5}, models.Huber{H: 3}} {
		for _, p := range []float64{0.1, 0.4, 0.5, 0.6, 0.75, 0.99} {
			mean := func(s float64) float64 { return p*l.Value(s) + (1-p)*l.Value(-s) }
			least := math.Inf(1)
			for s := -10.0; s <= 10; s += 0.001 {
				least = math.Min(least, mean(s))
			}
			if got := mean(l.Score(p)); !(got <= least+1e-12) {
				t.Errorf("%v, p = %g: score %g costs %g, another %g", l, p, l.Score(p), got, least)
			}
		}
		labels := []float64{1, 1, 1, -1}
		near(t, "train loss", Majority(l, [][]float64{labels}, nil, labels).TrainLoss, 0.75*l.Value(l.Score(0.75))+0.25*l.Value(-l.Score(0.75)), 1e-15)
	}
}

// The loss and the error of the majority class are of one answer under each loss, also where
// the training labels are even: the score 0 then, which answers -1 and costs L(0).
func TestTheMajorityHasOneAnswer(t *testing.T) {
	for _, l := range []models.Loss{models.Logistic{}, models.Huber{H: 0.5}, models.Huber{H: 1}, models.Huber{H: 3}} {
		if s := l.Score(0.5); s != 0 {
			t.Errorf("%v: the best score for even labels is %g, want 0", l, s)
		}
		for _, train := range [][]float64{{1, -1}, {1, -1, -1}, {1, 1, -1}} {
			for _, test := range []float64{-1, 1} {
				wrong := 0.0
				if answers := l.Score(share(train)) > 0; answers != (test > 0) {
					wrong = 1
				}
				got := Majority(l, [][]float64{train}, nil, []float64{test})
				near(t, fmt.Sprintf("%v, trained on %v, error on %g", l, train, test), got.TestError, wrong, 0)
			}
		}
	}
}

// DVP with one node and one iteration is the curator, under Huber's loss with its c1 = 1, too.
func TestTheCuratorTakesItsLoss(t *testing.T) {
	rows, labels := table(60, dim)
	p := byRows(rows, labels)
	p.Loss = models.Huber{H: 0.5}
	p.Test = p.Test.Under(p.Loss)
	pool := p.Pool()
	weight, alpha, r := 5.0/60, 0.3, 0.2
	near(t, "alpha hat", pool.calibrate(alpha, r).AlphaHat, alpha/2, 1e-15)
	near(t, "Phi", pool.calibrate(alpha, r).Phi, weight/math.Expm1(alpha/2)-r, 1e-12)
	f, found := models.Optimum(pool.local.Rows(), p.Loss, weight, r)
	got := pool.Optimum()
	want := 0.0
	for _, records := range p.Records {
		for i := range records.Len() {
			want += p.Loss.Value(records.Dot(i, f)) / float64(records.Len()) / nodes
		}
	}
	near(t, "pooled optimum", got.TrainLoss, want, 1e-9)
	if !found.Reached() || got.GradientNorm > models.Promise {
		t.Errorf("gradients left: %g and %g", found.GradientNorm, got.GradientNorm)
	}
}

// The training loss of the majority class is the mean over nodes, as that of a run beside it: with
// C = 1 it is the loss with the factor C.
func TestTheMajorityIsMeasuredAsARunIs(t *testing.T) {
	loss := models.Logistic{}
	got := Majority(loss, [][]float64{{-1, -1, -1, -1, -1, -1, -1, -1}, {1}, {1}}, []float64{1, 1, 1}, []float64{1, -1})
	s := loss.Score(0.2)
	near(t, "train loss", got.TrainLoss, (loss.Value(-s)+2*loss.Value(s))/3, 1e-15)
	near(t, "with C = 1", got.TrainLossC, got.TrainLoss, 1e-15)
}
