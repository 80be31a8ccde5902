//go:build !race

// Runs on all of the census take half a minute under the race detector, and
// there is nothing in them that runs at once.

package presets

import (
	"math"
	"regexp"
	"testing"

	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
)

// "0.01 before, 1.5 at t = 99", "the loss jumps from 0.43 to 1.9 at once",
// "0.57 at once, 0.335 at t = 60": what captions say is what happens.
func TestCaptionsTellWhatHappens(t *testing.T) {
	if testing.Short() {
		t.Skip("runs presets on all of the census")
	}
	census, err := runner.Load(t.Context(), "census", nil)
	if err != nil {
		t.Fatal(err)
	}
	run := func(name string, iterations int) func(t int) sim.Row {
		p, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		p.Config.Iterations, p.Config.Realised = iterations, false // no caption tells of records
		all := rowsOf(t, p.Config, census)
		return func(t int) sim.Row { return all[t-1] }
	}
	near := func(what string, got, want, tolerance float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tolerance) {
			t.Errorf("%s is %.4g, the caption says %.4g", what, got, want)
		}
	}
	ring := run("lesson-cut-the-ring", 150)
	near("disagreement before the cut", ring(59).Disagreement, 0.01, 0.005)
	near("disagreement before the join", ring(99).Disagreement, 1.5, 0.05)
	near("disagreement at the end", ring(150).Disagreement, 0, 0.01)

	alpha := run("lesson-turn-alpha", 41)
	near("loss before the turn", alpha(39).TrainLoss, 0.43, 0.005)
	near("loss after the turn", alpha(40).TrainLoss, 1.9, 0.05)
	near("a step's charge after the turn", alpha(41).EpsilonTotal-alpha(40).EpsilonTotal, 0.1, 1e-9)

	// RADMM II-D, of M-ADMM: "the privacy and accuracy can be improved simultaneously".
	madmm, dvp := run("recycled-fig5-madmm", 100), run("recycled-fig5-dvp", 100)
	near("M-ADMM's loss at t = 20", madmm(20).TrainLoss, 0.44, 0.005)
	near("M-ADMM's loss at the end", madmm(100).TrainLoss, 0.68, 0.005)
	near("DVP's loss at the end", dvp(100).TrainLoss, 0.39, 0.005)
	near("DVP's total beside M-ADMM's", dvp(100).EpsilonTotal, madmm(100).EpsilonTotal, 0.1)

	// TIFS, Tables II and III at alpha = 0.3.
	dual, primal := run("tifs-tables-dvp", 100), run("tifs-tables-pvp", 101)
	near("DVP's loss", dual(100).TrainLoss, 0.398, 0.0005)
	near("DVP's loss times C", dual(100).TrainLossC, 697, 0.5)
	near("DVP's error", dual(100).TestError, 0.157, 0.0005)
	near("PVP's loss at t = 2", primal(2).TrainLoss, 55, 0.5)
	near("PVP's loss at t = 100", primal(100).TrainLoss, 40, 0.5)
	near("PVP's loss at the end", primal(101).TrainLoss, 30, 0.5)
	near("PVP's loss times C at the end", primal(101).TrainLossC, 52400, 50)
	near("PVP's error at the end", primal(101).TestError, 0.203, 0.0005)

	// RADMM VII-B, of output perturbation: "our conclusion would still hold".
	output := run("lesson-output-noise", 100)
	near("MR-ADMM's loss", output(100).TrainLoss, 0.37, 0.005)
	near("MR-ADMM's error", output(100).TestError, 0.167, 0.001)
	near("MR-ADMM's total", output(100).Tight, 0.99, 0.01)
	p, err := Find("lesson-output-noise")
	if err != nil {
		t.Fatal(err)
	}
	p.Config.Realised, p.Config.Set.Growth = false, []float64{1}
	recycled := rowsOf(t, p.Config, census)
	near("R-ADMM's loss", recycled[99].TrainLoss, 1.0, 0.05)
	near("R-ADMM's error", recycled[99].TestError, 0.27, 0.005)
	near("R-ADMM's total", recycled[99].Tight, 0.99, 0.01)
	c := p.Config.WithMethod("pvp")
	c.Realised, c.Set.Variant, c.Set.Rho, c.Set.Alpha = false, "released", []float64{0.22 / 5}, []float64{0.27}
	plain := rowsOf(t, c, census)
	near("ADMM's loss", plain[99].TrainLoss, 0.68, 0.005)
	near("ADMM's total", plain[99].Tight, 0.99, 0.01)

	// TIFS, Definition 4, has an alpha_p(t) of every iteration, and section V one for all.
	rising := run("lesson-rising-alpha", 100)
	near("the loss with a rising alpha", rising(100).TrainLoss, 0.42, 0.005)
	near("its total", rising(100).Tight, 0.97, 0.005)
	near("its alpha at the end", rising(100).EpsilonStep, 0.634, 0.001)
	if p, err = Find("lesson-rising-alpha"); err != nil {
		t.Fatal(err)
	}
	p.Config.Realised, p.Config.Schedule, p.Config.Set.Alpha = false, config.Schedule{}, []float64{0.274}
	flat := rowsOf(t, p.Config, census)
	near("the loss with one alpha", flat[99].TrainLoss, 0.66, 0.005)
	near("its total", flat[99].Tight, 1, 0.005)
	p.Config.Schedule, p.Config.Set.Alpha = config.Schedule{Factor: 0.97}, []float64{0.648}
	falling := rowsOf(t, p.Config, census)
	near("the loss with a falling alpha", falling[99].TrainLoss, 48, 0.5)
	near("its total", falling[99].Tight, 0.97, 0.005)

	skewed := run("lesson-skewed-labels", 100)
	near("the nodes' own loss", skewed(20).TrainLoss, 0.15, 0.005)
	near("the error at t = 20", skewed(20).TestError, 0.19, 0.002)
	near("the error at the end", skewed(100).TestError, 0.151, 0.001)
	if p, err = Find("lesson-skewed-labels"); err != nil {
		t.Fatal(err)
	}
	p.Config.Iterations, p.Config.Split = 20, data.Holding{}
	even := rowsOf(t, p.Config, census)
	near("the error of an even split", even[19].TestError, 0.155, 0.001)

	order := run("lesson-sharing-order", 60)
	near("loss when parties go one by one", order(40).TrainLoss, 0.57, 0.005)
	near("loss at t = 60", order(60).TrainLoss, 0.335, 0.0005)
}

// A total is rounded up wherever it is told: a caption and the screen say the same number.
func TestACaptionRoundsItsTotalUp(t *testing.T) {
	if testing.Short() {
		t.Skip("runs presets on all of the census")
	}
	census, err := runner.Load(t.Context(), "census", nil)
	if err != nil {
		t.Fatal(err)
	}
	told := regexp.MustCompile(`printed (?:total )?(?:is )?(\d+(?:\.\d+)?)`)
	for _, p := range All() {
		words := told.FindStringSubmatch(p.Config.Caption)
		if words == nil {
			continue
		}
		p.Config.Realised = false
		all := rowsOf(t, p.Config, census)
		if total := numeral.AtMost(all[len(all)-1].EpsilonTotal, 3); words[1] != total {
			t.Errorf("%s: the caption says %s, the screen %s", p.Name, words[1], total)
		}
	}
}
