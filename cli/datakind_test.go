package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"admmlab/models/data"
)

// A kind of data that only this file knows is in the help, is completed, and is
// what a path with its extension stands for.
func TestTheCommandLineKnowsEveryKindOfData(t *testing.T) {
	kinds, forms := data.Kinds, data.Forms()
	t.Cleanup(func() { data.Kinds = kinds })
	data.Kinds = append(slices.Clone(kinds), data.Kind{
		Name: "toy", Argument: "PATH", Asked: "path", Extension: ".toy",
		Offers: []data.Offer{{Key: "toy:", Title: "Toy file…", Detail: "a file", Long: "toy:PATH, any file"}},
		Words:  func(string) (name, size string) { return "toy file", "" },
		Read: func(files []data.File) (*data.Dataset, error) {
			d := &data.Dataset{Rows: data.NewRows(1, 40, 1), Columns: []string{"side"}, TestFrom: 40}
			for i := range 40 {
				d.Rows.Append([]int32{0}, []float64{1})
				d.Labels = append(d.Labels, float64(2*(i%2)-1))
			}
			return d, nil
		},
	})
	if out, _, _ := lab("run", "--help"); !strings.Contains(strings.Join(strings.Fields(out), " "), forms[len(forms)-1]+", toy:PATH, or a PATH") {
		t.Errorf("run --help does not name toy:PATH:\n%s", out)
	}
	out, _, _ := lab("__complete", "run", "--data", "")
	for _, k := range data.Kinds {
		for _, o := range k.Offers {
			if !strings.Contains(out, o.Key+"\t"+o.Long+"\n") {
				t.Errorf("--data does not offer %s:\n%s", o.Key, out)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "x.toy")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, errOut, code := lab("run", "--data", path, "--set", "C=1", "--iterations", "3")
	if code != 0 || strings.Count(out, "\n") != 4 {
		t.Errorf("code %d: %s%s", code, out, errOut)
	}
	if _, errOut, code := lab("run", "--data", "toy:"); code != exitError || !strings.Contains(errOut, `data = "toy:" names no path, expected toy:PATH`) {
		t.Errorf("code %d: %s", code, errOut)
	}
}
