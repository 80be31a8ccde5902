package report

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"admmlab/sim/files"
)

// DataFolder is where the laboratory keeps this person's data of a kind: admmlab/KIND
// in $XDG_DATA_HOME, or else where the system has data of programs (~/.local/share on
// Linux).
func DataFolder(kind string) (string, error) {
	base := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(base) { // the XDG specification tells to ignore it then
		var err error
		if base, err = dataHome(); err != nil {
			return "", fmt.Errorf("finding the folder for %s: %w; expected HOME or XDG_DATA_HOME to be set", kind, err)
		}
	}
	return filepath.Join(files.Straight(base), "admmlab", kind), nil
}

// Own reports whether a path leads to where DataFolder keeps this person's data, which is
// nobody else's to read, or to a file of that under another name.
func Own(path string) bool {
	return slices.ContainsFunc([]string{"", "runs", "sweeps", "tunes"}, func(kind string) bool { // each may be a link
		folder, err := DataFolder(kind)
		return err == nil && files.Inside(folder, path)
	})
}

func dataHome() (string, error) {
	switch runtime.GOOS {
	case "windows", "darwin", "ios": // data and settings are in one place there
		return os.UserConfigDir()
	}
	home, err := os.UserHomeDir()
	return home + filepath.FromSlash("/.local/share"), err // not joined: see files.Straight
}
