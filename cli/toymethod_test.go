package cli

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/realised"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/sim/samples"
	"admmlab/tui/help"
)

// Neighbour pull: no publication; a method small enough to read at a glance.
//
//	1  for t = 1, 2, ...
//	2    every node i: draw eps_i with density exp(-alpha |eps|)
//	3      f_i(t) = argmin (C/B_i) sum L + rho/2 |f|^2 + eps_i.f + eta sum_j |f - (f_i(t-1) + f_j(t-1))/2|^2
//	4    broadcast f_i(t)
//
// Deviations from print: none.
type toy struct {
	locals  []*models.Local
	in      admm.Step
	f, next [][]float64
	noise   []float64
	visits  int
	priced  []privacy.Charge
	charges []privacy.Charge
}

func toySpec() admm.Spec {
	dvp, _ := admm.Find("dvp")
	return admm.Spec{
		ID: "toy", Name: "Toy", Short: "pull only",
		Words:     "neighbour pull: noisy minimisers without dual variables",
		Citation:  "nobody, nowhere",
		Algorithm: []string{"draw ε with density ∝ exp(−α|ε|)", "f ← argmin O(f) + ε·f + η Σ_j |f − (f+f_j)/2|²", "broadcast f"},
		Differs:   []string{"None: there is no print to differ from."},
		Turn:      1,
		Variants:  []admm.Variant{{ID: "only", Words: "the only one", Note: "Nothing breaks."}},
		Parameters: slices.DeleteFunc(slices.Clone(dvp.Parameters), func(p admm.Parameter) bool {
			return !slices.Contains([]string{"alpha", "rho", "eta", "C", "delta"}, p.Key)
		}),
		NoiseKnob: "alpha", NoiseEnters: "in the objective",
		Adjacency:  dvp.Adjacency,
		TotalWords: "the sum over iterations", TotalNotes: []string{"Every iteration of the toy pays."},
		Samples:  samples.Theory{None: "Nobody has proved anything of the toy."},
		Realised: admm.Measure{Told: true},
		Audit: admm.Audit{
			Tune:  func(s *admm.Settings) { s.Alpha, s.Rho, s.Eta = admm.PerNode{1}, admm.PerNode{0.02}, admm.PerNode{10} },
			At:    2,
			Story: func(string) string { return "The toy hides it in the objective." },
		},
		New: func(p admm.Problem) admm.Method { return newToy(p) },
	}
}

func newToy(p admm.Problem) *toy {
	m := &toy{locals: p.Locals, noise: make([]float64, p.Locals[0].Dim())}
	for range p.Locals {
		m.f, m.next = append(m.f, make([]float64, len(m.noise))), append(m.next, make([]float64, len(m.noise)))
	}
	return m
}

// node is the public part of node i's problem.
func (m *toy) node(i int) privacy.Node {
	return privacy.Node{
		Weight:      m.in.Set.C.At(i) / float64(m.locals[i].Records()),
		C1:          m.locals[i].Loss().C1(),
		Regulariser: m.in.Set.Rho.At(i), Penalty: m.in.Set.Eta.At(i) * float64(m.in.Graph.Degree(i)),
	}
}

func (m *toy) Price(in admm.Step) admm.Price {
	m.in, m.priced = in, m.priced[:0]
	for i := range m.locals {
		if in.Set.Private {
			c := privacy.ChargeRecycled(len(m.noise), in.Set.Alpha.At(i), m.node(i))
			m.priced = append(m.priced, privacy.Charge{Node: i, Printed: c.Cost[privacy.Replace].Pure, Cost: c.Cost})
		}
	}
	return admm.Price{Charges: m.priced}
}

func (m *toy) Carried() admm.Carried { return admm.Carried{Vectors: m.f, Locals: m.locals} }

func (m *toy) Step(in admm.Step) admm.Round {
	m.charges = append(m.charges[:0], m.Price(in).Charges...)
	m.visits = 0
	r := admm.Round{Iteration: in.Iteration, Mean: make([]float64, len(m.noise))}
	for i, local := range m.locals {
		r.GradientNorm = math.Max(r.GradientNorm, m.minimise(i, local))
	}
	m.f, m.next = m.next, m.f
	for i, f := range m.f {
		for k, v := range f {
			r.Mean[k] += v / float64(len(m.f))
		}
		r.Losses = append(r.Losses, m.locals[i].MeanLoss(f))
		r.TrainLoss += r.Losses[i] / float64(len(m.f))
	}
	r.Models, r.Broadcast, r.Charges, r.Work = m.f, m.f, m.charges, admm.Broadcasts(m.in.Graph, m.f)
	r.Work.Minimisations, r.Work.Visits = len(m.f), m.visits
	return r
}

// minimise is lines 2 and 3 at node i.
func (m *toy) minimise(i int, local *models.Local) float64 {
	node, neighbours := m.node(i), m.in.Graph.Neighbours(i)
	clear(m.noise)
	if m.in.Set.Private {
		m.in.Noise.GammaNorm(m.noise, noise.Dual, i, m.in.Iteration, m.in.Set.Alpha.At(i))
	}
	l := slices.Clone(m.noise)
	for k := range l {
		for _, j := range neighbours {
			l[k] -= m.in.Set.Eta.At(i) * (m.f[i][k] + m.f[j][k])
		}
	}
	q := node.Regulariser + 2*node.Penalty
	copy(m.next[i], m.f[i])
	out := local.Minimise(m.next[i], models.Subproblem{Weight: node.Weight, Curvature: q, Linear: l})
	if m.in.Meter != nil && m.in.Set.Private {
		m.in.Meter.Objective(i, realised.Release{Noise: m.noise, Drawn: linear.Norm(m.noise), Rate: m.in.Set.Alpha.At(i), Weight: node.Weight, Curvature: q, Model: m.next[i]})
	}
	m.visits += (out.Passes + out.Bends) * local.Records()
	return out.GradientNorm
}

// A method is one file and one line in the catalogue: everything else knows it, or says
// why not.

// withMethod adds a method to the catalogue while the test runs.
func withMethod(t *testing.T, spec admm.Spec) {
	t.Helper()
	t.Cleanup(admm.Use(append(slices.Clone(admm.Catalogue()), spec)...))
}

// toyRun is a run of the toy on a few people.
func toyRun(args ...string) []string {
	return append([]string{"run", "--data", "census:600", "--set", "method=toy", "--set", "C=60", "--iterations", "4"}, args...)
}

func TestAMethodIsKnownToTheCommandLine(t *testing.T) {
	withMethod(t, toySpec())
	if out, _, _ := lab("methods"); !strings.Contains(out, "\ntoy ") || !strings.Contains(out, "(variants: only)") {
		t.Errorf("methods:\n%s", out)
	}
	out, errOut, code := lab(toyRun("--set", "alpha=0.2")...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != 5 || !strings.HasPrefix(lines[4], "4,toy,") || strings.Count(lines[4], ",,") > 0 {
		t.Fatalf("code %d, %s\n%s", code, errOut, out)
	}
	// 4 minimisations, some passes, 4 x 10 messages of 105 numbers; and what its total compares.
	if cost := strings.Split(lines[4], ",")[slices.Index(strings.Split(lines[0], ","), "minimisations"):]; len(cost) != 6 || cost[0] != "4" || cost[2] != "40" || cost[3] != "33600" || cost[4] != "33600" || !(atof(cost[1]) > 4) || cost[5] != "one record replaced" {
		t.Errorf("the toy costs %v", cost)
	}
	if _, errOut, code := lab(toyRun("--set", "method=toi")...); code == 0 || !strings.Contains(errOut, "toy") {
		t.Errorf("a misspelt method gets no hint: %s", errOut)
	}

	c, err := config.Build([]config.Assignment{{Key: "method", Value: "toy"}, {Key: "data", Value: "census:600"}, {Key: "C", Value: "60"}, {Key: "alpha", Value: "0.2"}, {Key: "iterations", Value: "4"}})
	if err != nil {
		t.Fatal(err)
	}
	back, err := config.ParseText([]byte(c.Text()), "toy.toml")
	if err != nil || back.Text() != c.Text() || back.Method != "toy" {
		t.Errorf("the text form: %v\n%s", err, c.Text())
	}
	file := filepath.Join(t.TempDir(), "toy.toml")
	if err := os.WriteFile(file, []byte(c.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, errOut, _ := lab("run", file); again != out {
		t.Errorf("the text form runs as\n%s%s", again, errOut)
	}

	for panel, want := range map[string]string{
		"method": "no print to differ from", "privacy": "Every iteration of the toy pays", "guarantees": "connected", "parameters": "α", "exposure": "", "attacks": "",
	} {
		if text := help.Panel(panel, c); text == "" || !strings.Contains(text, want) {
			t.Errorf("help on %s:\n%s", panel, text)
		}
	}
}

// toySession is a session of the toy with further settings.
func toySession(t *testing.T, set ...string) *sim.Session {
	t.Helper()
	list := []config.Assignment{{Key: "method", Value: "toy"}, {Key: "data", Value: "census:600"}, {Key: "C", Value: "60"}, {Key: "iterations", Value: "40"}}
	for _, s := range set {
		key, value, _ := strings.Cut(s, "=")
		list = append(list, config.Assignment{Key: key, Value: value})
	}
	c, err := config.Build(list)
	if err != nil {
		t.Fatal(err)
	}
	d, err := runner.Load(t.Context(), c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.NewSession(c, d, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// toTheEnd makes all iterations the session is ready for.
func toTheEnd(s *sim.Session) (rows []sim.Row, notices []sim.Notice) {
	for s.Ready() {
		row, told := s.Step()
		rows, notices = append(rows, row), append(notices, told...)
	}
	return rows, notices
}

func TestAMethodIsKnownToLedgerWallAndReverseQuestion(t *testing.T) {
	withMethod(t, toySpec())
	free := toySession(t, "alpha=0.02")
	rows, _ := toTheEnd(free)
	if last := rows[len(rows)-1]; len(rows) != 40 || !(last.Tight > 0 && last.EpsilonTotal > last.Tight && last.RealisedMax <= last.EpsilonTotal) {
		t.Fatalf("%d rows, the last %+v", len(rows), last)
	}
	if l := free.Ledger(); len(l.Totals[privacy.Replace]) == 0 {
		t.Error("the ledger is empty")
	}

	budget := toySession(t, "alpha=0.02", "budget=0.2")
	left, guess, ok := budget.Left()
	rows, notices := toTheEnd(budget)
	if last := rows[len(rows)-1]; !ok || guess != "" || len(rows) != left || len(rows) == 40 || last.Tight > 0.2 {
		t.Errorf("%d rows, %d iterations were left, spent %g of 0.2", len(rows), left, last.Tight)
	}
	if n := notices[len(notices)-1]; n.Kind != sim.Wall {
		t.Errorf("the wall says nothing: %+v", n)
	}

	asked := toySession(t, "budget=3")
	alpha, _, err := asked.Affordable(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	rows, _ = toTheEnd(toySession(t, "budget=3", "alpha="+admm.PerNode{alpha * (1 - 1e-6)}.String()))
	if last := rows[len(rows)-1]; len(rows) != 40 || last.Tight > 3 || last.Tight < 2.9 {
		t.Errorf("alpha = %g: %d rows, spent %g of 3", alpha, len(rows), last.Tight)
	}
}

// A method whose step charges something else than its price cannot go on.
type dearer struct{ *toy }

func (m dearer) Step(in admm.Step) admm.Round {
	r := m.toy.Step(in)
	r.Charges = slices.Clone(r.Charges)
	for i := range r.Charges {
		r.Charges[i].Printed *= 10
		r.Charges[i].Cost[privacy.Replace].Pure *= 10
	}
	return r
}

// One that charges for releases it tells nobody of cannot either.
type mute struct{ *toy }

func (m mute) Step(in admm.Step) admm.Round {
	in.Meter = nil
	return m.toy.Step(in)
}

// Nor can one that charges and tells of no record that it read.
type idle struct{ *toy }

func (m idle) Step(in admm.Step) admm.Round {
	r := m.toy.Step(in)
	r.Work = admm.Work{}
	return r
}

func TestAMethodThatBreaksItsContractHaltsInWords(t *testing.T) {
	for words, wrap := range map[string]func(*toy) admm.Method{
		"said before that it would be":       func(m *toy) admm.Method { return dearer{m} },
		"realised losses would leave it out": func(m *toy) admm.Method { return mute{m} },
		"says that it read no data for it":   func(m *toy) admm.Method { return idle{m} },
	} {
		t.Run(words, func(t *testing.T) {
			spec := toySpec()
			spec.New = func(p admm.Problem) admm.Method { return wrap(newToy(p)) }
			withMethod(t, spec)
			s := toySession(t, "budget=0.2", "alpha=0.02")
			rows, notices := toTheEnd(s)
			if n := notices[len(notices)-1]; len(rows) != 1 || n.Kind != sim.Failed || !strings.Contains(n.Text, words) || s.Halted() != n.Text {
				t.Errorf("%d rows, halted %q, %+v", len(rows), s.Halted(), n)
			}
		})
	}
}

// No command takes a run for done that a mistake of its method halts, and each says which.
func TestARunHaltedByAMistakeOfItsMethodIsNowhereDone(t *testing.T) {
	spec := toySpec()
	spec.New = func(p admm.Problem) admm.Method { return dearer{newToy(p)} }
	withMethod(t, spec)
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	text := "method = \"toy\"\ndata = \"census:600\"\nC = 60\niterations = 4\n"
	session, plan := written(t, text), written(t, text+"\n[sweep]\nrho = [0.2]\nrepeats = 2\n")
	for _, args := range [][]string{
		{"run", session, "--model", at("m.csv")},
		{"--plain", session},
		{"compare", session, session, "--set", "seed=3", "--out", at("compare")},
		{"sweep", plan, "--out", at("sweep")},
		{"tune", session, "--budget", "2", "--over", "eta", "--repeats", "1", "--out", at("tune")},
		{"figure", "recycled-fig2", "--data", "census:600", "--set", "C=60", "--set", "method=toy", "--iterations", "4", "--out", at("f.csv")},
		{"audit", "run", session},
	} {
		out, errOut, code := lab(args...)
		if code != exitError || strings.Count(errOut, "said before that it would be") != 1 {
			t.Errorf("%s: exit code %d\n%s%s", args[0], code, out, errOut)
		}
	}
	for _, name := range []string{"m.csv", "compare/report.md", "tune/best.toml", "f.csv"} {
		if _, err := os.Stat(at(name)); err == nil {
			t.Errorf("%s is written", name)
		}
	}
	if stored, err := os.ReadFile(at("sweep/runs.jsonl")); len(stored) > 0 {
		t.Errorf("the sweep has finished runs, %v: %s", err, stored)
	}
}

func TestAMethodIsKnownToExportSweepAndAudit(t *testing.T) {
	withMethod(t, toySpec())
	dir := t.TempDir()
	session := func(method string) string {
		return written(t, "method = \""+method+"\"\ndata = \"census:600\"\nC = 60\niterations = 3\n")
	}
	sides := filepath.Join(dir, "sides")
	if _, errOut, code := lab("compare", session("toy"), session("dvp"), "--out", sides); code != 0 {
		t.Errorf("compare: %s", errOut)
	}
	if page, err := os.ReadFile(filepath.Join(sides, "report.md")); err != nil || !strings.Contains(string(page), "Toy") {
		t.Errorf("the report of runs side by side: %v\n%s", err, page)
	}
	if rows, err := os.ReadFile(filepath.Join(sides, "A-toy.csv")); err != nil || !strings.Contains(string(rows), "\n3,toy,") {
		t.Errorf("rows: %v\n%s", err, rows)
	}
	s := toySession(t, "iterations=3")
	rows, notices := toTheEnd(s)
	var b strings.Builder
	if err := (report.Report{Replay: s.Replay(), Now: s.Config(), Last: rows[2], Notices: notices}).Write(&b); err != nil || !strings.Contains(b.String(), "--set method=toy") {
		t.Errorf("the report of a run: %v\n%s", err, b.String())
	}

	plan := written(t, "data = \"census:600\"\nC = 60\niterations = 3\n\n[sweep]\nmethod = [\"dvp\", \"toy\"]\nrepeats = 2\n")
	if _, errOut, code := lab("sweep", plan, "--out", filepath.Join(dir, "sweep")); code != 0 {
		t.Errorf("sweep: %s", errOut)
	}
	if results, err := os.ReadFile(filepath.Join(dir, "sweep", "results.csv")); err != nil || strings.Count(string(results), "toy") < 2 {
		t.Errorf("results of the sweep: %v\n%s", err, results)
	}

	out, errOut, code := lab("audit", "toy-only", "--trials", "4000", "--format", "csv")
	if code != 0 || !strings.Contains(out, "\ntoy-only,") || strings.Contains(out, ",refutes") {
		t.Errorf("audit: code %d %s\n%s", code, errOut, out)
	}
}

// What a method refuses is told where a person would look for it.
func TestWhatAMethodRefusesIsToldInItsWords(t *testing.T) {
	spec := toySpec()
	spec.Realised = admm.Measure{None: "nobody has derived the loss of a toy"}
	spec.Audit = admm.Audit{None: "a toy claims nothing"}
	withMethod(t, spec)
	out, errOut, code := lab(toyRun()...)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("code %d, %v\n%s", code, err, out)
	}
	if at := slices.Index(rows[0], "realised_max"); code != 0 || rows[len(rows)-1][at] != "" || !strings.Contains(errOut, "realised_max stays empty under Toy: nobody has derived the loss of a toy") {
		t.Errorf("code %d, %s\n%s", code, errOut, out)
	}
	c := config.Default().WithMethod("toy")
	if text := help.Panel("exposure", c); !strings.Contains(text, "nobody has derived") {
		t.Errorf("help on exposure:\n%s", text)
	}
	if text := help.Panel("attacks", c); !strings.Contains(text, "No audit attacks Toy: a toy claims nothing.") {
		t.Errorf("help on attacks:\n%s", text)
	}
	for _, name := range []string{"toy", "toy-only"} {
		if _, errOut, code := lab("audit", name); code == 0 || !strings.Contains(errOut, "a toy claims nothing") {
			t.Errorf("audit %s: code %d, %s", name, code, errOut)
		}
	}
}

func atof(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
