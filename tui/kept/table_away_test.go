package kept

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
)

// A name that is given while the folder of the runs is away for a moment waits for it.
func TestANameWaitsForItsFolder(t *testing.T) {
	dir := t.TempDir()
	place := filepath.Join(dir, "place")
	if err := os.Mkdir(place, 0o700); err != nil {
		t.Fatal(err)
	}
	runs := archive.Open(filepath.Join(place, "runs"))
	run := archive.Record{ID: "2026-01-01-000000-abcd", Began: time.Now(), Config: config.Default(), Last: sim.Row{Iteration: 1}}
	if err := runs.Save(run, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(place, place+".away"); err != nil {
		t.Fatal(err)
	}
	again, told := naming(run.ID, "precious").do(runs)
	if told == nil || again.again == nil {
		t.Fatalf("%v, and it is not tried again", told)
	}
	os.RemoveAll(place) // a lock may have been made meanwhile
	if err := os.Rename(place+".away", place); err != nil {
		t.Fatal(err)
	}
	if err := again.again(); err != nil {
		t.Fatal(err)
	}
	if list, _, err := runs.List(t.Context()); err != nil || len(list) != 1 || list[0].Name != "precious" {
		t.Errorf("%v, %v", list, err)
	}
}
