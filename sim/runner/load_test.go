package runner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		_, err := Load(key, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v does not say %q in one line", key, err, want)
		}
	}
	parts := 0.0
	good := write("good.txt", strings.Repeat("+1 1:0.5 3:1\n-1 2:1\n", 9000))
	d, err := Load("libsvm:"+good, func(l sim.Loading) { parts = l.Part })
	if err != nil || d.Len() != 18000 || parts <= 0 || parts > 1 {
		t.Errorf("%v rows, progress ends at %g, %v", d, parts, err)
	}
}
