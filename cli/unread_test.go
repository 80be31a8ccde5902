package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A key that no run reads is told in one line and is no error; one that some run reads is
// not told.
func TestAKeyThatNoRunReadsIsTold(t *testing.T) {
	small := []string{"--data", "census:600", "--set", "C=60", "--iterations", "2"}
	gamma := append([]string{"--set", "gamma=0.5"}, small...)
	held := written(t, "held_out = 0.2\n")
	plan := filepath.Join(t.TempDir(), "plan.toml")
	if err := os.WriteFile(plan, []byte("[sweep]\nrepeats = 1\nalpha = [0.5]\niterations = [2, 3]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	noises := filepath.Join(t.TempDir(), "noises.toml")
	if err := os.WriteFile(noises, []byte("method = \"sharing\"\ndata = \"census:60\"\niterations = 2\n[sweep]\nrepeats = 1\nepsilon = [0.5, 2]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{append([]string{"run"}, gamma...), "--set gamma=0.5 changes nothing: DVP does not read gamma\n"},
		{append([]string{"run", "--set", "method=radmm"}, gamma...), ""},
		{append([]string{"run", held, "--set", "held_out=0"}, small...), ""},
		{append([]string{"--plain"}, gamma...), "DVP does not read gamma\n"},
		{append([]string{"compare", "tifs-fig3-dvp-0.1", "tifs-fig3-pvp-0.1"}, gamma...), "DVP and PVP do not read gamma\n"},
		{append([]string{"compare", "tifs-fig3-dvp-0.1", "recycled-fig5-radmm"}, gamma...), ""},
		{[]string{"--plain", "tifs-fig5", "--data", "census:400", "--iterations", "1", "--set", "alpha=0.3", "--set", "C=20"}, "--set alpha=0.3 changes nothing: every curve that reads it varies it\n"},
		{append([]string{"sweep", plan, "--out", filepath.Join(t.TempDir(), "out")}, gamma...), "DVP does not read gamma\n--iterations 2 changes nothing: the plan sweeps it\n"},
		{append([]string{"run", "--set", "adjacency=remove"}, small...), ""},
		{[]string{"run", "sharing-fig3-noise-1", "--data", "census:600", "--iterations", "2", "--set", "schedule=geometric:0.9"}, "--set schedule=geometric:0.9 changes nothing while σ is set\n"},
		{[]string{"run", "sharing-fig3-noise-1", "--data", "census:600", "--iterations", "2", "--set", "epsilon=1", "--set", "sigma=2"}, "--set epsilon=1 changes nothing while σ is set\n"},
		{[]string{"run", "sharing-fig3-noise-1", "--data", "census:600", "--iterations", "2", "--set", "epsilon=1", "--set", "schedule=geometric:0.9"}, ""},
		{append([]string{"figure", "recycled-fig5", "--out", filepath.Join(t.TempDir(), "fig.csv"), "--set", "sigma=3"}, small...), "--set sigma=3 changes nothing: ADMM, DVP, M-ADMM, R-ADMM and MR-ADMM do not read sigma\n"},
		{append([]string{"sweep", plan, "--out", filepath.Join(t.TempDir(), "out"), "--set", "alpha=3"}, small...), "--iterations 2 changes nothing: the plan sweeps it\n--set alpha=3 changes nothing: the plan sweeps it\n"},
		{[]string{"sweep", plan, "--out", filepath.Join(t.TempDir(), "out"), "--data", "census:600", "--set", "C=60", "--iterations", "9"}, "--iterations 9 changes nothing: the plan sweeps it\n"},
		{[]string{"sweep", noises, "--out", filepath.Join(t.TempDir(), "out"), "--set", "sigma=5"}, "--set sigma=5 changes nothing: the plan sweeps epsilon, which sets it back\n"},
		{append([]string{"run", "--set", "stop=true", "--set", "accountant=PLD"}, small...), "--set stop=true changes nothing while budget = 0\n--set accountant=PLD changes nothing while budget = 0\n"},
		{append([]string{"run", "--set", "stop=true", "--set", "accountant=PLD", "--set", "budget=5"}, small...), ""},
		{append([]string{"run", "--set", "watch=3", "--set", "realised=true"}, small...), "--set watch=3 changes nothing: who is watched is seen in the laboratory alone\n"},
		{append([]string{"--plain", "--set", "watch=3", "--set", "realised=true"}, small...), "--set watch=3 changes nothing: sentences tell no record's loss\n--set realised=true changes nothing: sentences tell no record's loss\n"},
		{append([]string{"compare", "tifs-fig3-dvp-0.1", "--set", "watch=3", "--set", "realised=false"}, small...), "--set watch=3 changes nothing: who is watched is seen in the laboratory alone\n"},
		{[]string{"sweep", noises, "--out", filepath.Join(t.TempDir(), "out"), "--set", "watch=3", "--set", "realised=false"}, "--set watch=3 changes nothing: no record's loss is in what comes out\n--set realised=false changes nothing: no record's loss is in what comes out\n"},
		{[]string{"sweep", noises, "--out", filepath.Join(t.TempDir(), "out"), "--set", "realised=true", "--set", "events=at 2: stop_when = realised_max > 1"}, ""},
		{append([]string{"figure", "recycled-fig5", "--out", filepath.Join(t.TempDir(), "fig.csv"), "--set", "realised=false"}, small...), "--set realised=false changes nothing: no record's loss is in what comes out\n"},
		{append([]string{"bound", "--set", "delta=1e-3"}, small...), "--set delta=1e-3 changes nothing: no proved total of ε is in what comes out, and none ends a run\n"},
		{append([]string{"bound", "--set", "delta=1e-3", "--set", "adjacency=remove", "--set", "events=at 2: budget = 1"}, small...), ""},
		{append([]string{"figure", "recycled-fig5", "--out", filepath.Join(t.TempDir(), "fig.csv"), "--set", "delta=1e-7", "--set", "adjacency=remove"}, small...), "--set delta=1e-7 changes nothing: no proved total of ε is in what comes out, and none ends a run\n--set adjacency=remove changes nothing: no proved total of ε is in what comes out, and none ends a run\n"},
		{append([]string{"figure", "tifs-fig3", "--out", filepath.Join(t.TempDir(), "fig.csv"), "--set", "delta=1e-7", "--set", "budget=1"}, small...), ""},
		{append([]string{"figure", "recycled-fig5", "--out", filepath.Join(t.TempDir(), "fig.csv"), "--set", "delta=1e-7", "--set", "method=radmm", "--set", "variant=gaussian"}, small...), ""},
		{[]string{"audit", "columns", "--data", "census:200", "--set", "adjacency=person", "--set", "delta=1e-6"}, "--set adjacency=person changes nothing: no proved total of ε is in what comes out, and none ends a run\n"},
		{append([]string{"audit", "run", "--trials", "32", "--set", "shuffle=false", "--set", "train=300"}, small...), "--set shuffle=false changes nothing: the audit is made on small data of its own\n"},
		{append([]string{"audit", "run", "--trials", "32", "--set", "shuffle=false", "--set", "budget=9"}, small...), ""},
		{[]string{"audit", "run", "--set", "method=sharing", "--set", "epsilon=1", "--iterations", "5", "--trials", "32", "--set", "held_out=0.3", "--set", "train=3000"}, "--set held_out=0.3 changes nothing: the audit is made on small data of its own\n--set train=3000 changes nothing: the audit is made on small data of its own\n"},
		{append([]string{"bound", "--set", "realised=true", "--set", "stop_when=realised_max > 1e-9"}, small...), ""},
		{[]string{"audit", "columns", "--data", "census:200", "--set", "realised=false", "--set", "stop_when=realised_max > 9"}, ""},
		{append([]string{"audit", "run", "--trials", "32", "--set", "watch=3", "--set", "repeat=2"}, small...), "--set watch=3 changes nothing: an audit measures no record's loss\n--set repeat=2 changes nothing: an audit draws the noise of many runs, by the seed alone\n"},
		{append([]string{"run", "--set", "private=false", "--set", "alpha=3", "--set", "schedule=geometric:0.9", "--set", "rho=0.1"}, small...), "--set alpha=3 changes nothing while private = false\n--set schedule=geometric:0.9 changes nothing while private = false\n"},
		{[]string{"audit", "labels", "--data", "census:200", "--set", "labels=3", "--set", "realised=true"}, "--set labels=3 changes nothing: the attack is tried with each of two\n--set realised=true changes nothing: an attack measures no record's loss\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "sgd_step=3", "--set", "sgd_batch=9"}, ""},
		{[]string{"figure", "sharing-fig1", "--data", "census:200", "--iterations", "2", "--set", "sgd_step=3", "--out", filepath.Join(t.TempDir(), "fig.csv")}, ""},
		{[]string{"audit", "labels", "--data", "census:200", "--set", "sgd_step=3", "--set", "sgd_batch=9"}, "--set sgd_step=3 changes nothing: the level of the gradient method is not in what comes out\n--set sgd_batch=9 changes nothing: the level of the gradient method is not in what comes out\n"},
		{[]string{"--plain", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "sgd_step=3"}, "--set sgd_step=3 changes nothing: the level of the gradient method is not in what comes out\n"},
		{[]string{"sweep", noises, "--out", filepath.Join(t.TempDir(), "out"), "--set", "sgd_batch=9"}, "--set sgd_batch=9 changes nothing: the level of the gradient method is not in what comes out\n"},
		{append([]string{"audit", "run", "--trials", "32", "--set", "sgd_step=3"}, small...), "--set sgd_step=3 changes nothing: DVP does not read sgd_step\n"},
		{[]string{"audit", "columns", "--data", "census:200", "--set", "variant=printed"}, "--set variant=printed changes nothing: the attack is tried with each of two\n"},
		{[]string{"audit", "labels", "--data", "census:200", "--set", "private=false", "--set", "repeat=3"}, ""},
		{[]string{"audit", "columns", "--data", "census:200", "--set", "sigma=0", "--set", "b1=3"}, ""},
		{append([]string{"run", "--set", "private=false", "--set", "alpha=3", "--set", "events=at 2: private = true"}, small...), ""},
		{append([]string{"run", "--set", "alpha=3", "--set", "rho=2", "--set", "events=at 1: alpha = 0.2"}, small...), "--set alpha=3 changes nothing while at 1: alpha = 0.2\n"},
		{append([]string{"run", "--set", "alpha=3", "--set", "private=false", "--set", "events=at 1: alpha = 0.2\nat 2: private = true"}, small...), "--set alpha=3 changes nothing while at 1: alpha = 0.2\n"},
		{append([]string{"run", "--set", "alpha=3", "--set", "events=at 2: alpha = 0.2"}, small...), ""},
		{append([]string{"run", "--stop-when", "test_error < 0.9", "--set", "events=at 2: stop_when = none"}, small...), "--stop-when test_error < 0.9 changes nothing while at 2: stop_when = none\n"},
		{append([]string{"run", "--stop-when", "test_error < 0.9", "--set", "events=at 2: stop_when = none", "--set", "iterations=1"}, small...), ""},
		{append([]string{"audit", "run", "--trials", "32", "--stop-when", "test_error < 0.9", "--set", "events=at 2: stop_when = none"}, small...), "--stop-when test_error < 0.9 changes nothing while at 2: stop_when = none\n"},
		{[]string{"run", "--data", "census:200", "--set", "C=20", "--set", "iterations=3", "--set", "events=at 2: iterations = 2"}, "--set iterations=3 changes nothing while at 2: iterations = 2\n"},
		{[]string{"run", "--data", "census:200", "--set", "C=20", "--set", "iterations=1", "--set", "events=at 2: iterations = 2"}, ""}, // which would be the last
		{[]string{"run", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "sigma=3", "--set", "events=at 1: epsilon = 2"}, "--set sigma=3 changes nothing while at 1: epsilon = 2\n"},
		{append([]string{"run", "--iterations", "4", "--set", "private=false", "--set", "alpha=3", "--set", "events=at 3: private = true\nat 3: alpha = 1"}, small[:4]...), "--set alpha=3 changes nothing while private = false, then at 3: alpha = 1\n"},
		{append([]string{"run", "--iterations", "4", "--set", "private=false", "--set", "alpha=3", "--set", "events=at 3: private = true\nat 4: alpha = 1"}, small[:4]...), ""},
		{[]string{"run", "--data", "census:200", "--iterations", "4", "--set", "method=sharing", "--set", "epsilon=0.5", "--set", "sigma=3", "--set", "events=at 3: epsilon = 1"}, "--set epsilon=0.5 changes nothing while σ is set, then at 3: epsilon = 1\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "4", "--set", "method=sharing", "--set", "epsilon=0.5", "--set", "sigma=3", "--set", "events=at 3: sigma = 0"}, ""},
		{append([]string{"run", "--set", "method=radmm", "--iterations", "6", "--set", "private=false", "--set", "alpha=3", "--set", "events=at 2: private = true\nat 3: alpha = 1"}, small[:4]...), "--set alpha=3 changes nothing while private = false, then at 3: alpha = 1\n"},
		{append([]string{"run", "--set", "method=radmm", "--iterations", "6", "--set", "private=false", "--set", "alpha=3", "--set", "events=at 4: private = true\nat 5: private = false"}, small[:4]...), "--set alpha=3 changes nothing while private = false\n"},
		{append([]string{"run", "--set", "method=radmm", "--set", "schedule=geometric:0.5"}, small...), "--set schedule=geometric:0.5 changes nothing while iterations = 2\n"},
		{append([]string{"run", "--set", "method=radmm", "--iterations", "3", "--set", "schedule=geometric:0.5"}, small[:4]...), ""},
		{append([]string{"run", "--iterations", "3", "--set", "method=radmm", "--set", "private=false", "--set", "events=at 2: private = true\nat 3: private = false", "--set", "repair=0.1", "--set", "repeat=2"}, small[:4]...),
			"--set repair=0.1 changes nothing while private = false\n--set repeat=2 changes nothing while private = false\n"},
		{append([]string{"run", "--iterations", "2", "--set", "method=mradmm", "--set", "private=false", "--set", "events=at 2: private = true", "--set", "repair=0.1", "--set", "repeat=2"}, small[:4]...),
			"--set repair=0.1 changes nothing while private = false\n--set repeat=2 changes nothing while private = false\n"},
		{append([]string{"run", "--iterations", "3", "--set", "method=mradmm", "--set", "private=false", "--set", "events=at 2: private = true", "--set", "repair=0.1", "--set", "repeat=2"}, small[:4]...), ""},
		{append([]string{"run", "--iterations", "1", "--set", "schedule=geometric:0.5"}, small[:4]...), "--set schedule=geometric:0.5 changes nothing while iterations = 1\n"},
		{append([]string{"run", "--set", "schedule=geometric:0.5", "--set", "events=at 2: private = false"}, small...), "--set schedule=geometric:0.5 changes nothing while private = false\n"},
		{append([]string{"run", "--set", "method=radmm", "--set", "gamma=3", "--set", "events=at 2: topology = edges:"}, small...), ""}, // an even step is of what was sent before
		{append([]string{"run", "--set", "method=radmm", "--set", "gamma=3", "--set", "topology=edges:", "--set", "events=at 2: rho = 1"}, small...), "--set gamma=3 changes nothing while topology = edges:\n"},
		{append([]string{"run", "--set", "method=radmm", "--set", "gamma=3", "--set", "events=at 2: gamma = 1"}, small...), "--set gamma=3 changes nothing while at 2: gamma = 1\n"},
		{append([]string{"run", "--set", "method=radmm", "--set", "gamma=3", "--set", "events=at 2: gamma = 1\nat 2: stop_when = test_error < 0.9"}, small...), ""}, // of the words at the end
		{append([]string{"run", "--set", "method=radmm", "--set", "gamma=3", "--set", "budget=1e-3", "--set", "events=at 2: gamma = 1"}, small...), ""},
		{append([]string{"run", "--set", "method=radmm", "--set", "gamma=3", "--set", "budget=1e-3", "--set", "stop=false", "--set", "events=at 2: gamma = 1"}, small...), "--set gamma=3 changes nothing while at 2: gamma = 1\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "3", "--set", "method=sharing", "--set", "lambda=3", "--set", "events=at 2: lambda = 1"}, "--set lambda=3 changes nothing while at 2: lambda = 1\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "3", "--set", "method=sharing", "--set", "lambda=3", "--set", "variant=printed", "--set", "events=at 2: lambda = 1"}, ""},
		{[]string{"run", "--data", "census:200", "--iterations", "1", "--set", "method=sharing", "--set", "lambda=3", "--set", "events=at 2: lambda = 1"}, ""},                                // of the optimum
		{[]string{"run", "--data", "census:200", "--iterations", "3", "--set", "method=sharing", "--set", "lambda=3", "--set", "order=gauss-seidel", "--set", "events=at 2: lambda = 1"}, ""}, // party 2 hears the noise of party 1
		{[]string{"run", "--data", "census:200", "--iterations", "3", "--set", "method=sharing", "--set", "lambda=3", "--set", "order=gauss-seidel", "--set", "epsilon=1", "--set", "events=at 2: lambda = 1"}, "--set lambda=3 changes nothing while at 2: lambda = 1\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "sigma=3", "--set", "epsilon=0.5"}, "--set sigma=3 changes nothing: the --set epsilon=0.5 after it sets it back\n"},
		{[]string{"audit", "columns", "--data", "census:200", "--set", "sigma=3", "--set", "epsilon=0.5"}, "--set sigma=3 changes nothing: the --set epsilon=0.5 after it sets it back\n"},
		{append([]string{"run", "--set", "sigma=3", "--set", "epsilon=0.5"}, small...), "--set sigma=3 changes nothing: DVP does not read sigma\n--set epsilon=0.5 changes nothing: DVP does not read epsilon\n"},
		{append([]string{"run", "--set", "method=madmm", "--set", "nodes=1", "--set", "alpha=2", "--set", "schedule=geometric:0.5", "--set", "variant=printed", "--set", "adjacency=remove", "--set", "delta=1e-3"}, small...),
			"--set alpha=2 changes nothing while nodes = 1\n--set schedule=geometric:0.5 changes nothing while nodes = 1\n--set variant=printed changes nothing while nodes = 1\n--set adjacency=remove changes nothing while nodes = 1\n--set delta=1e-3 changes nothing while nodes = 1\n"},
		{append([]string{"run", "--set", "method=madmm", "--set", "nodes=1", "--set", "repair=0.1", "--set", "repeat=3"}, small...), ""},
		{append([]string{"run", "--set", "topology=edges:", "--set", "eta=3", "--set", "split=skewed", "--set", "alpha=1"}, small...), "--set eta=3 changes nothing while topology = edges:\n"},
		{append([]string{"run", "--set", "topology=edges:", "--set", "eta=3", "--set", "events=at 2: join 1-2"}, small...), ""},
		{append([]string{"run", "--set", "topology= EDGES: ", "--set", "eta=3"}, small...), "--set eta=3 changes nothing while topology = edges:\n"},
		{append([]string{"run", "--set", "method=madmm", "--set", "topology=edges:", "--set", "alpha=3"}, small...), "--set alpha=3 changes nothing while topology = edges:\n"},
		{append([]string{"run", "--set", "method=madmm", "--set", "nodes=1", "--set", "repeat=3"}, small...), "--set repeat=3 changes nothing while nodes = 1\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "private=false", "--set", "labels=2", "--set", "repeat=3"}, ""},
		{[]string{"run", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "sigma=0", "--set", "b1=3"}, "--set b1=3 changes nothing: Sharing does not read b1\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "3", "--set", "method=sharing", "--set", "sigma=0", "--set", "b1=3", "--set", "events=at 2: variant = printed"}, ""},
		{append([]string{"bound", "--set", "method=pvp", "--set", "repair=0.1"}, small...), "--set repair=0.1 changes nothing: it counts in the closing step alone, which is left out here\n"},
		{[]string{"audit", "run", "--data", "census:200", "--set", "method=sharing", "--set", "epsilon=1", "--set", "labels=1", "--iterations", "2", "--trials", "32"}, "--set labels=1 changes nothing: an audit of whole runs attacks the messages, and flips no label\n"},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=admm"}, small...), "--seed 3 changes nothing while nothing is drawn\n"},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "private=false", "--set", "topology=star"}, small...), "--seed 3 changes nothing while nothing is drawn\n"},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "private=false", "--set", "topology=random", "--set", "events=at 1: topology = ring"}, small...), "--seed 3 changes nothing while nothing is drawn\n--set topology=random changes nothing while at 1: topology = ring\n"},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=radmm", "--set", "private=false", "--iterations", "3", "--set", "events=at 2: private = true\nat 3: private = false"}, small[:4]...), "--seed 3 changes nothing while nothing is drawn\n"},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=admm", "--set", "nodes=1", "--set", "topology=random", "--set", "split=skewed"}, small...), "changes nothing while nothing is drawn\n--set topology=random changes nothing while nodes = 1\n--set split=skewed changes nothing while nodes = 1\n"},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=admm", "--set", "split=skewed:0.5"}, small...), ""},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=admm", "--set", "start=1"}, small...), ""},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=admm", "--set", "events=at 2: topology = random"}, small...), ""},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "private=false", "--set", "events=at 2: private = true"}, small...), ""},
		{[]string{"run", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "private=false", "--set", "shuffle=false", "--seed", "3"}, ""}, // of the gradient method's batches
		{[]string{"--plain", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "private=false", "--set", "shuffle=false", "--seed", "3"}, "--seed 3 changes nothing: the level of the gradient method is not in what comes out\n"},
		{[]string{"--plain", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "private=false", "--set", "labels=2", "--set", "shuffle=false", "--seed", "3"}, ""},
		{[]string{"--plain", "--data", "census:200", "--iterations", "2", "--set", "method=sharing", "--set", "shuffle=false", "--seed", "3"}, ""},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=admm", "--set", "split=skewed"}, small...), "--seed 3 changes nothing while nothing is drawn\n"},         // all are sorted
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=admm", "--set", "topology=small-world"}, small...), "--seed 3 changes nothing while nothing is drawn\n"}, // of five nodes it is complete
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=admm", "--set", "topology=small-world", "--set", "nodes=6"}, small...), ""},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=madmm", "--set", "nodes=1"}, small...), "--seed 3 changes nothing while nothing is drawn\n"},
		{append([]string{"run", "--seed", "3", "--set", "shuffle=false", "--set", "method=radmm", "--set", "private=false", "--iterations", "4", "--set", "events=at 4: private = true"}, small[:4]...), "--seed 3 changes nothing while nothing is drawn\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "1", "--set", "method=sharing", "--set", "epsilon=0.5", "--set", "repeat=3"}, "--set repeat=3 changes nothing while iterations = 1\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "3", "--set", "method=sharing", "--set", "epsilon=0.5", "--set", "repeat=3", "--set", "events=at 2: private = false"}, "--set repeat=3 changes nothing while private = false\n"},
		{[]string{"run", "--data", "census:200", "--iterations", "1", "--set", "method=sharing", "--set", "epsilon=0.5", "--set", "repeat=3", "--set", "labels=1"}, ""},
		{[]string{"run", "--data", "census:200", "--iterations", "1", "--set", "method=sharing", "--set", "sigma=0.5", "--set", "repeat=3"}, ""},
		{[]string{"--plain", "--data", "census:200", "--iterations", "1", "--set", "method=sharing", "--set", "epsilon=0.5", "--set", "shuffle=false", "--seed", "3"}, "--seed 3 changes nothing: the level of the gradient method is not in what comes out\n"},
		{append([]string{"run", "--set", "h=0.3", "--set", "loss=logistic"}, small...), "--set h=0.3 changes nothing while loss = logistic\n"},
		{append([]string{"run", "--set", "h=0.3", "--set", "loss=huber"}, small...), ""},
		{append([]string{"run", "--set", "method=mradmm", "--set", "dual_step=common"}, small...), "--set dual_step=common changes nothing while eta and growth are the same at every node\n"},
		{append([]string{"run", "--set", "method=mradmm", "--set", "dual_step=common", "--set", "events=at 2: eta = 1,2,1,1,1"}, small...), ""},
		{append([]string{"run", "--set", "private=false", "--set", "budget=2", "--set", "stop=false"}, small...), ""},
		{append([]string{"run", "--set", "nodes=1", "--set", "eta=3", "--set", "topology=star", "--set", "split=skewed:0.001:none", "--set", "alpha=1"}, small...), "--set eta=3 changes nothing while nodes = 1\n--set topology=star changes nothing while nodes = 1\n--set split=skewed:0.001:none changes nothing while nodes = 1\n"},
		{[]string{"compare", "sharing-fig3-noise-1", "--budget", "1", "--data", "census:600", "--iterations", "2", "--set", "variant=isotropic", "--set", "sigma=700", "--set", "epsilon=3"},
			"--set sigma=700 changes nothing: the --set epsilon=3 after it sets it back\n--set sigma=700 changes nothing: --budget chooses the noise\n--set epsilon=3 changes nothing: --budget chooses the noise\n"},
		{[]string{"compare", "sharing-fig3-noise-1", "--budget", "1", "--data", "census:600", "--iterations", "2", "--set", "variant=isotropic", "--set", "schedule=geometric:0.9"}, ""},
		{[]string{"tune", "sharing-fig3-noise-1", "--budget", "1", "--over", "rho", "--repeats", "1", "--data", "census:300", "--iterations", "2", "--set", "variant=isotropic", "--set", "schedule=geometric:0.9", "--out", filepath.Join(t.TempDir(), "tuned")}, ""},
		{append([]string{"compare", "tifs-fig3-dvp-0.1", "--budget", "1", "--set", "alpha=3", "--set", "rho=0.1"}, small...), "--set alpha=3 changes nothing: --budget chooses the noise\n"},
		{append([]string{"tune", "--budget", "1", "--over", "rho", "--repeats", "1", "--out", filepath.Join(t.TempDir(), "tuned"), "--set", "alpha=3", "--set", "budget=2", "--set", "held_out=0.3", "--set", "realised=true"}, small...),
			"--set alpha=3 changes nothing: --budget chooses the noise\n--set budget=2 changes nothing: --budget is the total\n--set held_out=0.3 changes nothing: nothing is held out without --choose-on held-out\n--set realised=true changes nothing: a tune measures no losses of records\n"},
	} {
		_, errOut, code := lab(c.args...)
		if code != 0 || strings.Count(errOut, "changes nothing") != strings.Count(c.says, "\n") || !strings.Contains(errOut, c.says) {
			t.Errorf("%q: exit code %d, want %q in %q", c.args, code, c.says, errOut)
		}
	}
}

// What holds for the data of some runs is not told of all.
func TestWhatIsToldOfSomeDataIsNotToldOfAll(t *testing.T) {
	plan := written(t, "method = \"admm\"\ntrain = 200\nC = 20\niterations = 1\n[sweep]\nrho = [0.1, 1]\ndata = [\"census:600\", \"wide:300x100\"]\n")
	if _, errOut, code := lab("sweep", plan, "--out", t.TempDir()); code != 0 || !strings.Contains(errOut, "2 of 4 runs: train = 200 changes nothing: these data have a test part of their own\n") {
		t.Errorf("a sweep: exit code %d, %q", code, errOut)
	}
}

// What a method that is asked for does not take of a session is left out, and told: of each
// run, on a line of its own, and on the page of a sweep.
func TestWhatAMethodDoesNotTakeOfASessionIsTold(t *testing.T) {
	dir := t.TempDir()
	session, plan, script := filepath.Join(dir, "s.toml"), filepath.Join(dir, "p.toml"), filepath.Join(dir, "d.txt")
	text := "data = \"census:200\"\nC = 5\nvariant = \"balanced\"\niterations = 4\nevents = [\"at 2: variant = tight\", \"at 3: rho = 1\"]\n"
	for path, text := range map[string]string{session: text, plan: text + "[sweep]\nmethod = [\"dvp\", \"pvp\", \"mradmm\"]\nrepeats = 1\n",
		script: "start lesson-pvp-released data=census:200 C=5 iterations=1 method=mradmm sigma=2\nuntil finished\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const pvp, mradmm = "PVP does not take, and leaves out: variant = balanced, at 2: variant = tight\n", "MR-ADMM does not take, and leaves out: variant = balanced\n"
	for _, c := range []struct {
		says string
		args []string
	}{
		{"", []string{"run", session}},
		{pvp, []string{"run", session, "--set", "method=pvp"}},
		{pvp, []string{"--plain", session, "--set", "method=pvp"}},
		{pvp, []string{"bound", session, "--set", "method=pvp"}},
		{"A, " + session + ": " + pvp, []string{"compare", session, "--set", "method=pvp"}},
		{pvp + mradmm, []string{"tune", session, "--budget", "1", "--methods", "pvp,mradmm", "--over", "rho", "--repeats", "1", "--iterations", "1", "--out", filepath.Join(dir, "tuned")}},
		{"Sharing does not take, and leaves out: adjacency = replace\n", []string{"figure", "recycled-fig3", "--data", "census:200", "--set", "method=sharing", "--iterations", "1", "--out", filepath.Join(dir, "f.csv")}},
		{"MR-ADMM does not take, and leaves out: variant = released\n", []string{"demo", script, "--plain"}},
		{pvp + mradmm, []string{"sweep", plan, "--out", filepath.Join(dir, "out")}},
	} {
		_, errOut, code := lab(c.args...)
		if code != 0 || strings.Count(errOut, "leaves out") != strings.Count(c.says, "\n") || !strings.Contains(errOut, c.says) {
			t.Errorf("%q: exit code %d, want %q in %q", c.args, code, c.says, errOut)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "out", "sweep.md"))
	if err != nil || strings.Count(string(page), "does not take, and leaves out") != 2 {
		t.Errorf("%v; the page of the sweep:\n%s", err, page)
	}
}

// An empty value of a flag is a mistake, such as a variable of a script that is not set, and
// not a wish for what stands without the flag.
func TestAnEmptyFlagIsRefused(t *testing.T) {
	small := []string{"--data", "census:60", "--set", "C=1", "--set", "nodes=2", "--iterations", "2"}
	for _, args := range [][]string{
		{"account", "pure=1", "--group", ""},
		append([]string{"run", "--stop-when", " "}, small...),
		append([]string{"tune", "--budget", "1", "--over", ""}, small...),
		append([]string{"tune", "--budget", "1", "--methods", ""}, small...),
		{"audit", "dvp-printed", "--loss", "huber", "--h", ""},
	} {
		out, errOut, code := lab(args...)
		if code != 1 || out != "" || !strings.Contains(errOut, "expected") || strings.Contains(errOut, "true or false") {
			t.Errorf("%q: exit code %d, %q, %q", args, code, out, errOut)
		}
	}
}

// A demonstration tells what of its first line changes nothing, as a command line does.
func TestADemonstrationTellsWhatNoRunReads(t *testing.T) {
	script := filepath.Join(t.TempDir(), "d.txt")
	if err := os.WriteFile(script, []byte("start data=census:200 C=5 iterations=1 gamma=3\nuntil finished\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, errOut, code := lab("demo", script, "--plain")
	if code != 0 || errOut != "line 1 of "+script+": gamma=3 changes nothing: DVP does not read gamma\n" {
		t.Errorf("exit code %d, %q", code, errOut)
	}
}
