package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"admmlab/cli/output"
	"admmlab/sim/config"
	"admmlab/sim/sweep"
	"admmlab/sim/tune"
)

// tuneArgs are some forty runs of some hundredths of a second.
func tuneArgs(t *testing.T, dir string, more ...string) []string {
	session := written(t, "data = \"census:600\"\nC = 60\niterations = 20\naccountant = \"basic\"\n")
	return append([]string{"tune", session, "--budget", "20", "--over", "eta", "--repeats", "5", "--format", "csv", "--out", dir}, more...)
}

// kill -9 loses no finished run, and what comes out in the end is what one go gives.
func TestAKilledTuneLosesNoFinishedRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole, errOut, code := lab(tuneArgs(t, t.TempDir())...)
	if code != 0 {
		t.Fatal(errOut)
	}
	cmd := program(t, nil, tuneArgs(t, dir)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	seen := finished(t, dir, 3)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal("it was over before it could be killed: ", err)
	}
	ends(t, cmd)
	out, errOut, code := lab(tuneArgs(t, dir)...)
	if after := read(t, dir, sweep.RunsFile); code != 0 || out != whole || read(t, dir, tune.TableFile) != whole || !strings.HasPrefix(after, seen) {
		t.Errorf("code %d, %s\n%s\nin one go:\n%s", code, errOut, out, whole)
	}
}

// One that fails before its first run leaves no folder where there was none.
func TestATuneThatCannotBeginLeavesNoFolder(t *testing.T) {
	t.Parallel()
	for _, more := range [][]string{{"--data", "csv:/nonexistent"}, {"--budget", "1e-12"}} {
		dir := t.TempDir()
		out, errOut, code := lab(append(tuneArgs(t, filepath.Join(dir, "new", "below")), more...)...)
		if code == 0 || out != "" {
			t.Errorf("%q: code %d, %s", more, code, errOut)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%q: left %v, %v", more, left, err)
		}
	}
}

// A signal ends it, with nothing on standard output and the way to go on.
func TestSignalsToATune(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := program(t, nil, tuneArgs(t, dir, "--iterations", "400")...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	finished(t, dir, 1)
	cmd.Process.Signal(syscall.SIGINT)
	if code := ends(t, cmd); code != exitInterrupted || out.Len() > 0 || !strings.Contains(errOut.String(), "finished runs are kept in "+dir) {
		t.Errorf("code %d: %s%s", code, out.String(), errOut.String())
	}
}

// The table rounds, a promise up; the other formats have every bit.
func TestTheTableOfATune(t *testing.T) {
	other := config.Default().WithMethod("mradmm")
	r := tune.Results{Plan: tune.Plan{Keys: []string{"eta", "growth"}}, Lines: []tune.Line{
		{Rank: 1, Config: config.Default(), Values: []string{"3.2", ""}, Noise: "0.5512345", Epsilon: 3.99991, Delta: 1e-5, Error: 0.15704, Low: 0.155, High: 0.1601, Runs: 10},
		{Rank: 2, Config: other, Values: []string{"1,2,1,1,1", "1.01"}, Why: "too much is spent"},
	}}
	for format, want := range map[string]string{
		"table": "rank  method  eta        growth  alpha  ε  δ     test error  low     high  runs  neighbours\n" +
			"1     dvp     3.2        -       0.551  4  1e-5  15.7 %      15.5 %  16 %  10    one record replaced\n" +
			"2     mradmm  1,2,1,1,1  1.01    -      -  -     -           -       -     0     -\n",
		"csv": "rank,method,eta,growth,alpha,epsilon_tight,delta,test_error,low,high,runs,neighbours\n" +
			"1,dvp,3.2,,0.5512345,3.99991,1e-05,0.15704,0.155,0.1601,10,one record replaced\n" +
			"2,mradmm,\"1,2,1,1,1\",1.01,,,,,,,0,\n",
		"jsonl": `{"rank":1,"method":"dvp","eta":3.2,"growth":null,"alpha":0.5512345,"epsilon_tight":3.99991,"delta":1e-05,"test_error":0.15704,"low":0.155,"high":0.1601,"runs":10,"neighbours":"one record replaced"}` + "\n" +
			`{"rank":2,"method":"mradmm","eta":"1,2,1,1,1","growth":1.01,"alpha":null,"epsilon_tight":null,"delta":null,"test_error":null,"low":null,"high":null,"runs":0,"neighbours":null}` + "\n",
	} {
		var out bytes.Buffer
		if err := output.WriteTable(&out, format, r.Columns(), tuneRows(r)); err != nil || out.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, out.String(), want)
		}
	}
}

// A list of names is read to its end, or refused: a line end is no comma.
func TestWhatATuneIsAskedForIsReadToItsEnd(t *testing.T) {
	small := []string{"tune", "--budget", "4", "--data", "census:60", "--set", "C=1", "--set", "nodes=2", "--iterations", "1", "--out", t.TempDir()}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--over", "rho\neta"}, `--over "rho\neta": a line ends in it, expected keys of numbers with a comma between, as rho,eta`},
		{[]string{"--over", "rho,eta\n"}, `--over "rho,eta\n": a line ends in it`},
		{[]string{"--methods", "dvp\npvp", "--over", "rho"}, `--methods "dvp\npvp": a line ends in it, expected methods with a comma between, as dvp,mradmm`},
		{[]string{"--methods", "dvp\r\nnonsense"}, `--methods "dvp\r\nnonsense": a line ends in it`},
		{[]string{"--methods", "dvp,,pvp"}, "--methods dvp,,pvp: a name is empty"},
		{[]string{"--over", "rho,"}, "--over rho,: a name is empty"},
		{[]string{"--over", "rho", "--over", "nonsense"}, `"nonsense" is no number of a method`},
	} {
		out, errOut, code := lab(append(small, c.args...)...)
		if code != 1 || out != "" || !strings.Contains(errOut, c.says) || strings.Count(errOut, "\n") != 1 {
			t.Errorf("%q: exit code %d, %q, want %q in %q", c.args, code, out, c.says, errOut)
		}
	}
}

// --repeats is a whole number as every other of the program: with ten digits, whatever zeros
// stand before it.
func TestTheDrawsOfATuneAreADecimalNumber(t *testing.T) {
	draws := func(repeats string) (errOut string, code int) {
		_, errOut, code = lab("tune", "--budget", "4", "--over", "eta", "--data", "census:60", "--set", "C=1", "--set", "nodes=2", "--iterations", "1", "--repeats", repeats, "--out", t.TempDir())
		return errOut, code
	}
	if errOut, code := draws("010"); code != 0 || !strings.Contains(errOut, "(10 draws of the noise") {
		t.Errorf("010: exit code %d, %q", code, errOut)
	}
	for _, wrong := range []string{"", "0xa", "1_0", "many"} {
		if errOut, code := draws(wrong); code != 1 || errOut != "admmlab: --repeats "+wrong+": expected a whole number from 1 to 100\n" {
			t.Errorf("%s: exit code %d, %q", wrong, code, errOut)
		}
	}
}
