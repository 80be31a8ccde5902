package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Who takes a folder back takes back what was made for it, and nothing else.
func TestAFolderIsTakenBack(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "mine")
	if err := os.Mkdir(mine, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{mine, filepath.Join(mine, "new"), filepath.Join(mine, "new", "below", "deep") + "/", mine + "/new/../é/./x"} {
		unmake, err := MakeFolder(path, 0o700)
		if info, stat := os.Stat(path); err != nil || stat != nil || !info.IsDir() {
			t.Fatal(path, err, stat)
		}
		unmake()
		if left, err := os.ReadDir(mine); err != nil || len(left) > 0 {
			t.Errorf("%s leaves %v, %v", path, left, err)
		}
	}
	moved := filepath.Join(dir, "moved")
	for _, path := range []string{moved, filepath.Join(moved, "below")} { // and somebody else's is in its place
		unmake, err := MakeFolder(path, 0o700)
		if err := errors.Join(err, os.Rename(moved, filepath.Join(dir, "away")), os.MkdirAll(path, 0o700)); err != nil {
			t.Fatal(err)
		}
		unmake()
		if _, err := os.Stat(path); err != nil {
			t.Errorf("somebody else's folder is taken away: %v", err)
		}
		if err := errors.Join(os.RemoveAll(moved), os.RemoveAll(filepath.Join(dir, "away"))); err != nil {
			t.Fatal(err)
		}
	}
	unmake, err := MakeFolder(filepath.Join(dir, "new", "below"), 0o700)
	if err := errors.Join(err, os.WriteFile(filepath.Join(dir, "new", "theirs"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	unmake()
	holds(t, filepath.Join(dir, "new"), map[string]string{"theirs": ""})
}
