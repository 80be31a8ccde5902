package report

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheDataFolderIsThePersonsOwn(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", "/data")
	if folder, err := DataFolder("runs"); err != nil || folder != filepath.FromSlash("/data/admmlab/runs") {
		t.Errorf("with XDG_DATA_HOME: %s, %v", folder, err)
	}
	for path, own := range map[string]bool{"/data/admmlab/tunes/a": true, "/data/admmlab": true, "/data/admmlabs/a": false, "/data": false, "race": false} {
		if Own(filepath.FromSlash(path)) != own {
			t.Errorf("%s is said to be in the person's data folder: %v", path, !own)
		}
	}
	t.Setenv("XDG_DATA_HOME", "relative") // to be ignored
	t.Setenv("HOME", "/home/ada")
	if folder, err := DataFolder("sweeps"); err != nil || !strings.HasPrefix(folder, filepath.FromSlash("/home/ada/")) {
		t.Errorf("with HOME: %s, %v", folder, err)
	}
	t.Setenv("HOME", "")
	if folder, err := DataFolder("runs"); err == nil || !strings.Contains(err.Error(), "expected HOME or XDG_DATA_HOME") {
		t.Errorf("without a home: %s, %v", folder, err)
	}
}

// As for the system, .. goes up from where a linked folder really is.
func TestTheDataFolderIsUpFromWhereALinkedFolderIs(t *testing.T) {
	near, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	up := filepath.Join(near, "link") + filepath.FromSlash("/..")
	if err := errors.Join(os.MkdirAll(filepath.Join(near, "far", "sub"), 0o700), os.Symlink(filepath.Join("far", "sub"), filepath.Join(near, "link"))); err != nil {
		t.Skip("no links here: ", err)
	}
	for _, name := range []string{"XDG_DATA_HOME", "HOME"} {
		t.Setenv("XDG_DATA_HOME", "")
		t.Setenv(name, up)
		if folder, err := DataFolder("runs"); err != nil || !strings.HasPrefix(folder, filepath.Join(near, "far")+string(filepath.Separator)) {
			t.Errorf("%s=%s: %s, %v", name, up, folder, err)
		}
	}
}
