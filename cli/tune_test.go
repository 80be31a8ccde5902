package cli

import (
	"bytes"
	"strings"
	"syscall"
	"testing"

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
