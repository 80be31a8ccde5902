package runner

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/models/data"
	"admmlab/sim/config"
)

// coins draws so many records, six if nobody says how many.
var coins = data.Kind{
	Name: "coins", Argument: "N", Asked: "number", Alone: true, About: "coins is a toy.",
	Offers: []data.Offer{{Key: "coins", Title: "coins", Detail: "6 coins", Long: "heads or tails"}},
	Check: func(argument string) error {
		if n, err := strconv.Atoi(argument); err != nil || n < 2 || n > 99 {
			return errors.New("expected 2 to 99 coins")
		}
		return nil
	},
	Words: func(argument string) (name, size string) { return "coin", argument },
	Draw: func(argument string, _ data.Progress) (*data.Dataset, error) {
		n := 6
		if argument != "" {
			fmt.Sscan(argument, &n)
		}
		return tosses(n), nil
	},
}

// toy reads a file and tosses a coin for each byte.
var toy = data.Kind{
	Name: "toy", Argument: "PATH", Asked: "path", Extension: ".toy",
	Offers: []data.Offer{{Key: "toy:", Title: "Toy file…", Detail: "a file", Long: "toy:PATH, any file"}},
	Words:  func(string) (name, size string) { return "toy file", "" },
	Read: func(files []data.File) (*data.Dataset, error) {
		text, err := io.ReadAll(files[0])
		return tosses(len(text)), err
	},
}

func tosses(n int) *data.Dataset {
	d := &data.Dataset{Rows: data.NewRows(1, n, 1), Columns: []string{"side"}, TestFrom: n}
	for i := range n {
		d.Rows.Append([]int32{0}, []float64{1})
		d.Labels = append(d.Labels, float64(2*(i%2)-1))
	}
	return d
}

// A key of a kind in the list is checked, told and found by it alone; nothing else
// names a kind. The two kinds here stand in this file only.
func TestAKindIsAddedInOneFile(t *testing.T) {
	kinds := data.Kinds
	t.Cleanup(func() { data.Kinds = kinds })
	data.Kinds = append(slices.Clone(kinds), coins, toy)
	for key, want := range map[string]string{
		"coins:0": `data = "coins:0": expected 2 to 99 coins`, "coins:": `data = "coins:" names no number, expected coins or coins:N`,
		"toy": `data = "toy" names no path, expected toy:PATH`, "coin:5": "(did you mean coins?)",
	} {
		if _, err := config.Build([]config.Assignment{{Key: "data", Value: key}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", key, err, want)
		}
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "x.Toy")
	if err := os.WriteFile(path, []byte("a toy"), 0o600); err != nil {
		t.Fatal(err)
	}
	key := DataKey(path)
	if key != "toy:"+path || config.DataWords(key) != "toy file" || config.DataWords("coins:9") != "coin 9" || config.DataName("coins:9") != "coin" {
		t.Errorf("%s is %q, coins:9 is %q", key, config.DataWords(key), config.DataWords("coins:9"))
	}
	for key, want := range map[string]int{"coins": 6, "coins:9": 9, key: 5} {
		if d, err := Load(t.Context(), key, nil); err != nil || d.Len() != want || d.Name != key {
			t.Errorf("%s: %+v, %v", key, d, err)
		}
	}
	t.Chdir(dir)
	here, err := filepath.Abs("x.Toy")
	if got := FullPaths("toy:x.Toy"); err != nil || got != "toy:"+here || FullPaths("coins:9") != "coins:9" {
		t.Errorf("toy:x.Toy is %s in full, %v", got, err)
	}
	if _, err := Load(t.Context(), "toy:no", nil); err == nil || !strings.Contains(err.Error(), "opening toy file: open no: no such file or directory; expected toy:PATH") {
		t.Errorf("%v", err)
	}
	c, err := config.Build([]config.Assignment{{Key: "data", Value: "coins:99"}, {Key: "iterations", Value: "2"}, {Key: "nodes", Value: "2"}, {Key: "C", Value: "1"}})
	if err != nil {
		t.Fatal(err)
	}
	if rows, _ := script(t, c); len(rows) != 2 {
		t.Errorf("%d rows", len(rows))
	}
}
