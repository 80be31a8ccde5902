package input

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"admmlab/sim/config"
)

// A session from a pipe is there once, however many methods are made of it.
func TestASessionFromAPipeIsReadOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	wrote := make(chan error, 1)
	go func() { wrote <- os.WriteFile(path, []byte("data = \"census:600\"\nC = 60\nseed = 3\n"), 0) }()
	var o Source
	cmd := &cobra.Command{}
	o.Flags(cmd)
	cmd.SetContext(t.Context())
	for _, method := range []string{"dvp", "pvp"} {
		c, err := o.Config(cmd, []string{path}, config.Assignment{Key: "method", Value: method})
		if err != nil || c.Method != method || c.Data != "census:600" || c.Seed != 3 {
			t.Errorf("%s: %+v, %v", method, c, err)
		}
	}
	if err := <-wrote; err != nil {
		t.Error(err)
	}
}

// The name of a file may end in a space; around numbers spaces are none of theirs.
func TestAFlagTakesATextToItsEnd(t *testing.T) {
	var o Source
	cmd := &cobra.Command{}
	o.Flags(cmd)
	o.Set = []string{" data = csv:trail.csv ", "alpha = 0.1 ", "nodes= 3 "}
	cmd.SetContext(t.Context())
	c, err := o.Config(cmd, nil)
	if err != nil || c.Data != "csv:trail.csv " || c.Set.Alpha[0] != 0.1 || c.Nodes != 3 {
		t.Errorf("%+v, %v", c, err)
	}
}

// Whatever is being checked, the end of the context is heard at once.
func TestCheckingEndsWithItsContext(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	still := make(chan bool)
	go end()
	if _, err := Heed(ctx, func() (int, error) { <-still; return 0, nil }); err != context.Canceled {
		t.Errorf("%v", err)
	}
	close(still)
}

// What is asked for beside the flags, such as a method to tune, goes over a figure's first curve
// as over a preset: a flag that it reads counts, and one that it does not take is left out.
func TestAMethodOverAFigureReadsTheFlags(t *testing.T) {
	for _, name := range []string{"tifs-fig3", "tifs-fig3-dvp-0.5"} {
		for _, method := range []string{"dvp", "mradmm"} {
			o := Source{}
			cmd := &cobra.Command{}
			cmd.SetContext(t.Context())
			o.Flags(cmd)
			o.Set = []string{"gamma=9", "variant=output"}
			c, err := o.Config(cmd, []string{name}, config.Assignment{Key: config.MethodKnob.Key, Value: method, Where: "--methods"})
			if err != nil || c.Method != method {
				t.Fatalf("%s over %s: %v, %v", method, name, c.Method, err)
			}
			if k, _ := config.KnobOf(c, "gamma"); method == "mradmm" && k.Value(c) != "9" {
				t.Errorf("%s over %s: gamma = %s, and 9 was set", method, name, k.Value(c))
			}
			if told := slices.Contains(o.News(c), "DVP does not take, and leaves out: variant = output"); told != (method == "dvp") {
				t.Errorf("%s over %s: %q is told", method, name, o.News(c))
			}
		}
	}
}
