package runner

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"admmlab/sim"
)

func TestLoadNamesFileLineAndWhatWasExpected(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for key, want := range map[string]string{
		"libsvm:" + write("bad.txt", "+1 1:0.5\n-1 2:x\n"): "line 2",
		"csv:" + write("bad.csv", "a,b\n1,2\n3\n"):         "line 3",
		"adult:" + dir:       "adult.data",
		"libsvm:" + dir:      "folder",
		"csv:" + dir + "/no": "no such file",
		"census:900000000":   "census",
		"wide:700":           "ROWSxCOLUMNS", "wide:10x500": "20 to 1000000", "wide:900000x9000": "entries", "wid": "did you mean wide",
	} {
		_, err := Load(t.Context(), key, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v does not say %q in one line", key, err, want)
		}
	}
	parts := 0.0
	good := write("good.txt", strings.Repeat("+1 1:0.5 3:1\n-1 2:1\n", 9000))
	d, err := Load(t.Context(), "libsvm:"+good, func(l sim.Loading) { parts = l.Part })
	if err != nil || d.Len() != 18000 || parts <= 0 || parts > 1 {
		t.Errorf("%v rows, progress ends at %g, %v", d, parts, err)
	}
}

// Progress grows with the bytes of all files and ends with the last.
func TestReadingTellsHowFarItIs(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, lines int) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(strings.Repeat("+1 1:0.5 3:1\n-1 2:1\n", lines)), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	train, test := write("train", 9000), write("test", 5000)
	last := 0.0
	d, err := Load(t.Context(), "libsvm:"+train+":"+test, func(l sim.Loading) {
		if l.What != "reading train" || l.Part <= last {
			t.Errorf("%s: progress went from %g to %g", l.What, last, l.Part)
		}
		last = l.Part
	})
	if err != nil || d.Len() != 28000 || d.TestFrom != 18000 || last != 1 {
		t.Errorf("%v, progress ended at %g", err, last)
	}
}

// Whoever ends the context while data are drawn or read gets its error, not half a
// table.
func TestLoadingCanBeEnded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(path, []byte(strings.Repeat("1,0\n2,1\n", 1<<18)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"wide:500x500", "census:200000", "csv:" + path} {
		ctx, end := context.WithCancel(t.Context())
		told := 0
		d, err := Load(ctx, key, func(sim.Loading) { told++; end() })
		if d != nil || err != context.Canceled || told != 1 {
			t.Errorf("%s: %v, %v after %d words", key, d, err, told)
		}
		if _, err := Load(ctx, key, func(sim.Loading) { t.Errorf("%s: begun under a context that has ended", key) }); err != context.Canceled {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// Deadlines are errors of a context, too.
func TestLoadingEndsAtADeadline(t *testing.T) {
	ctx, end := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer end()
	if _, err := Load(ctx, "wide:500x500", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}
