package admm

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/linear"
	"admmlab/sim/network"
	"admmlab/sim/noise"
)

// trace is one run of the independent implementation, whose inputs traceRows and
// wave rebuild.
type trace struct {
	Name       string
	Algorithm  string
	Nodes      int
	Records    []int
	Dimension  int
	Phase      float64 `json:"data_phase"`
	Topology   string
	Noise      *float64 `json:"noise_amplitude"`
	C, Rho     values
	Start      *float64 `json:"start_amplitude"`
	Eta        float64
	Alpha      float64
	Gamma      float64
	Grow       float64                            `json:"qgrow"`
	EtaPerNode *struct{ Start, Growth []float64 } `json:"eta_per_node"`
	PVP        string
	PerNode    []struct {
		AlphaHat float64 `json:"alpha_hat"`
		Phi      float64
		Zeta     float64 `json:"zeta_as_proved"`
	} `json:"per_node"`
	Loss    string
	H       float64 `json:"huber_h"`
	Samples int
	Cuts    []int   `json:"column_cuts"`
	Lambda  float64 `json:"lambda_"`
	Order   string
	NoiseOn string `json:"noise_on"`
	Trace   []struct {
		T         int
		F, V      [][]float64
		Dual      [][]float64 `json:"lambda_"`
		Loss      float64     `json:"average_loss"`
		Error     float64     `json:"error_of_mean_classifier"`
		X         [][]float64
		Z         []float64
		Y         []float64 `json:"y_dual"`
		LogLoss   float64   `json:"log_loss"`
		Objective float64
	}
}

const agreement = 1e-8

// values are one number, or one for each node.
type values PerNode

func (v *values) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]float64)(v))
	}
	*v = values{0}
	return json.Unmarshal(text, &(*v)[0])
}

// traceFiles are the files of runs, and how many runs of each are held to.
var traceFiles = map[string]int{
	"traces.json": 16,
	"losses.json": 8, // under Huber's loss, with rho and C per node, and from a start that is not 0
}

// wholeTraces are all iterations of the runs, which are not part of the project;
// thinTraces some of them, which are.
var (
	wholeTraces = filepath.Join("..", "..", "..", "shared", "reference")
	thinTraces  = "testdata"
)

var thin = flag.Bool("thin", false, "write testdata anew from the whole traces")

// kept are the iterations that stay: even and odd ones, the first and the last.
var kept = []float64{1, 2, 5, 8}

// The traces that every clean checkout is held to are those of the independent
// implementation, thinned: some iterations, to 11 digits after the point.
func TestTheThinnedTracesAreOfTheWhole(t *testing.T) {
	for name := range traceFiles {
		t.Run(name, func(t *testing.T) { thinned(t, name) })
	}
}

func thinned(t *testing.T, name string) {
	wholeTraces, thinTraces := filepath.Join(wholeTraces, name), filepath.Join(thinTraces, name)
	text, err := os.ReadFile(wholeTraces)
	if err != nil {
		t.Skipf("the whole reference traces are not at %s: %v", wholeTraces, err)
	}
	var runs []map[string]any
	if err := json.Unmarshal(text, &runs); err != nil {
		t.Fatal(err)
	}
	for _, run := range runs {
		run["trace"] = slices.DeleteFunc(run["trace"].([]any), func(at any) bool {
			return !slices.Contains(kept, at.(map[string]any)["t"].(float64))
		})
		rounded(run)
	}
	want, err := json.Marshal(runs)
	if err != nil {
		t.Fatal(err)
	}
	if *thin {
		if err := os.WriteFile(thinTraces, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(thinTraces); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what thinning %s gives (%v); write it anew with go test ./sim/admm -run Thinned -thin", thinTraces, wholeTraces, err)
	}
}

// rounded rounds all numbers in a decoded JSON value and returns it.
func rounded(v any) any {
	switch v := v.(type) {
	case float64:
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', 11, 64), 64)
		return v
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = rounded(v[k])
		}
	}
	return v
}

func readTraces(t *testing.T, folder, name string) []trace {
	t.Helper()
	path := filepath.Join(folder, name)
	text, err := os.ReadFile(path)
	if folder == wholeTraces && err != nil {
		t.Skipf("the whole reference traces are not at %s: %v", path, err)
	} else if err != nil {
		t.Fatal(err)
	}
	var runs []json.RawMessage
	if err := json.Unmarshal(text, &runs); err != nil {
		t.Fatal(err)
	}
	var all []trace
	for _, run := range runs {
		var one trace
		if err := json.Unmarshal(run, &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if len(all) != traceFiles[name] {
		t.Fatalf("%d reference traces, expected %d", len(all), traceFiles[name])
	}
	return all
}

// traceRows is x[g][j] = sin(0.7 s + 1.3 g + 2.1 j + 0.11 g j) with rows of unit
// norm, and its labels.
func traceRows(n, d int, s float64) (data.Rows, []float64) {
	rows, labels := data.NewRows(d, n, d), make([]float64, n)
	index := make([]int32, d)
	for j := range index {
		index[j] = int32(j)
	}
	for g := range n {
		x := make([]float64, d)
		for j := range x {
			x[j] = math.Sin(0.7*s + 1.3*float64(g) + 2.1*float64(j) + 0.11*float64(g*j))
		}
		length := linear.Norm(x)
		for j := range x {
			x[j] /= length
		}
		rows.Append(index, x)
		labels[g] = -1
		if math.Cos(1.1*float64(g)*s)+x[0] >= 0 {
			labels[g] = 1
		}
	}
	return rows, labels
}

// wave is the traces' deterministic noise, a sin(1 + 3 i + 7 t + 0.5 j), in place
// of a random draw of any rate.
type wave struct {
	amplitude float64
	root      []*mat.SymDense // (D'D)^(1/2) of each party where the draw is of xi
}

func (w wave) fill(dst []float64, node, t int) {
	for j := range dst {
		dst[j] = w.amplitude * math.Sin(1+3*float64(node)+7*float64(t)+0.5*float64(j))
	}
}

func (w wave) GammaNorm(dst []float64, _ noise.Purpose, node, t int, _ float64) {
	w.fill(dst, node, t)
}

// Gaussian gives the draw g for which the method's (D'D)^(-1/2) g is the traces'
// xi, or the traces' noise itself where it is added to the message.
func (w wave) Gaussian(dst []float64, _ noise.Purpose, node, t int, _ float64) {
	w.fill(dst, node, t)
	if w.root == nil {
		return
	}
	var g mat.VecDense
	g.MulVec(w.root[node], mat.NewVecDense(len(dst), append([]float64(nil), dst...)))
	copy(dst, g.RawVector().Data)
}

// loss is the trace's.
func (c trace) loss() models.Loss {
	if c.Loss == "huber" {
		return models.Huber{H: c.H}
	}
	return models.Logistic{}
}

// settings are the trace's parameters in our names.
func (c trace) settings(t *testing.T) (Spec, *Settings) {
	t.Helper()
	id := c.Algorithm
	spec, ok := Find(id)
	if !ok {
		t.Fatalf("no method %q", id)
	}
	set := spec.Defaults()
	set.Private = c.Noise != nil
	set.C, set.Rho, set.Gamma = PerNode(c.C), PerNode(c.Rho), c.Gamma
	set.Eta, set.Growth = PerNode{c.Eta}, PerNode{1}
	if c.Grow != 0 {
		set.Growth = PerNode{c.Grow}
	}
	if c.EtaPerNode != nil {
		set.Eta, set.Growth, set.DualStep = c.EtaPerNode.Start, c.EtaPerNode.Growth, "own"
	}
	if c.Alpha != 0 {
		set.Alpha = PerNode{c.Alpha}
	}
	switch id {
	case "dvp":
		set.Variant = "proved"
	case "pvp":
		set.Variant = c.PVP
	case "sharing":
		set.Lambda = c.Lambda
		set.Variant = map[string]string{"x": "printed", "message": "isotropic", "": "isotropic"}[c.NoiseOn]
		set.Order = map[string]string{"jacobi": "jacobi", "gs": "gauss-seidel"}[c.Order]
	}
	return spec, &set
}

// "Agreement is asked to 1e-8 in every number of every iteration."
func TestEveryReferenceTraceHolds(t *testing.T) {
	for _, folder := range []string{thinTraces, wholeTraces} {
		for name := range traceFiles {
			t.Run(filepath.ToSlash(filepath.Join(folder, name)), func(t *testing.T) {
				for _, c := range readTraces(t, folder, name) {
					t.Run(c.Name, func(t *testing.T) {
						if c.Algorithm == "sharing" {
							checkSharing(t, c)
						} else {
							checkConsensus(t, c)
						}
					})
				}
			})
		}
	}
}

func checkConsensus(t *testing.T, c trace) {
	spec, set := c.settings(t)
	total := 0
	for _, b := range c.Records {
		total += b
	}
	rows, labels := traceRows(total, c.Dimension, c.Phase)
	p := Problem{Each: models.Serial}
	for first, i := 0, 0; i < c.Nodes; i++ {
		var own []int
		for g := range c.Records[i] {
			own = append(own, first+g)
		}
		first += c.Records[i]
		p.Locals = append(p.Locals, models.NewLocal(rows.SelectSigned(own, labels)).Under(c.loss()))
	}
	if c.Start != nil {
		p.Start = vectors(c.Nodes, c.Dimension)
		for i, f := range p.Start {
			for j := range f {
				f[j] = *c.Start * math.Sin(2+float64(i)+0.9*float64(j))
			}
		}
	}
	graph, err := network.New(c.Topology, c.Nodes, 1)
	if err != nil {
		t.Fatal(err)
	}
	var source wave
	if c.Noise != nil {
		source.amplitude = *c.Noise
	}
	method := spec.New(p)
	now := 0
	for _, want := range c.Trace {
		var r Round
		for now < want.T {
			now++
			r = method.Step(Step{Iteration: now, Graph: graph, Set: set, Noise: source})
			if !(r.GradientNorm <= models.Promise) && !(math.IsNaN(r.GradientNorm) && now%2 == 0) {
				t.Errorf("t=%d gradient norm %g", now, r.GradientNorm)
			}
		}
		at := fmt.Sprintf("t=%d ", want.T)
		sameTable(t, at+"f", r.Models, want.F)
		sameTable(t, at+"lambda", duals(method), want.Dual)
		if want.V != nil {
			sameTable(t, at+"V", r.Broadcast, want.V)
		}
		same(t, at+"average loss", r.TrainLoss, want.Loss)
		same(t, at+"error", errorRate(rows, labels, r.Mean), want.Error)
	}
	if m, ok := method.(*dvp); ok {
		for i, want := range c.PerNode {
			same(t, "alpha hat", m.calibrate(i, set.Variant).AlphaHat, want.AlphaHat)
			same(t, "Phi", m.calibrate(i, set.Variant).Phi, want.Phi)
			same(t, "zeta", m.calibrate(i, set.Variant).Zeta, want.Zeta)
		}
	}
}

func checkSharing(t *testing.T, c trace) {
	spec, set := c.settings(t)
	rows, labels := traceRows(c.Samples, c.Cuts[len(c.Cuts)-1], c.Phase)
	p := Problem{Labels: labels, Loss: models.Logistic{}, Each: models.Serial}
	source := wave{}
	if c.Noise != nil {
		source.amplitude = *c.Noise
	}
	for m := 1; m < len(c.Cuts); m++ {
		block := rows.Block(all(rows), c.Cuts[m-1], c.Cuts[m], true)
		p.Blocks = append(p.Blocks, models.NewBlock(block))
		if c.NoiseOn == "x" {
			source.root = append(source.root, gramRoot(t, block))
		}
	}
	method := spec.New(p).(*sharing)
	now := 0
	for _, want := range c.Trace {
		var r Round
		for now < want.T {
			now++
			r = method.Step(Step{Iteration: now, Set: set, Noise: source})
		}
		at := fmt.Sprintf("t=%d ", want.T)
		sameTable(t, at+"x", r.Models, want.X)
		sameTable(t, at+"z", [][]float64{method.z}, [][]float64{want.Z})
		sameTable(t, at+"y", [][]float64{method.y}, [][]float64{want.Y})
		same(t, at+"objective", r.TrainLoss, want.Objective)
	}
}

// gramRoot is the symmetric square root of D'D, which must have full rank.
func gramRoot(t *testing.T, rows data.Rows) *mat.SymDense {
	t.Helper()
	d := rows.Dim
	gram := mat.NewSymDense(d, nil)
	for i := range rows.Len() {
		_, x := rows.Row(i)
		gram.SymRankOne(gram, 1, mat.NewVecDense(d, append([]float64(nil), x...)))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		t.Fatal("no eigenvalues of D'D")
	}
	var q mat.Dense
	eigen.VectorsTo(&q)
	root := mat.NewSymDense(d, nil)
	for k, value := range eigen.Values(nil) {
		if value < 1e-9 {
			t.Fatalf("D'D is singular: the trace's (D'D)^(-1) would not exist")
		}
		root.SymRankOne(root, math.Sqrt(value), q.ColView(k))
	}
	return root
}

func duals(m Method) [][]float64 {
	switch m := m.(type) {
	case *plain:
		return m.dual
	case *dvp:
		return m.dual
	case *pvp:
		return m.dual
	case *radmm:
		return m.dual
	case *madmm:
		return m.dual
	}
	return nil
}

func errorRate(rows data.Rows, labels, f []float64) float64 {
	wrong := 0
	for i := range rows.Len() {
		if (rows.Dot(i, f) > 0) != (labels[i] > 0) {
			wrong++
		}
	}
	return float64(wrong) / float64(rows.Len())
}

func same(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= agreement) {
		t.Errorf("%s = %.15g, the reference has %.15g", what, got, want)
	}
}

func sameTable(t *testing.T, what string, got, want [][]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d rows, the reference has %d", what, len(got), len(want))
	}
	for i := range want {
		if len(got[i]) != len(want[i]) {
			t.Fatalf("%s[%d] has %d numbers, the reference has %d", what, i, len(got[i]), len(want[i]))
		}
		for k := range want[i] {
			same(t, fmt.Sprintf("%s[%d][%d]", what, i, k), got[i][k], want[i][k])
		}
	}
}
