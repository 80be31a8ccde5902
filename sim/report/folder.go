package report

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

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

// Own reports whether a path lies where DataFolder keeps this person's data, which is
// nobody else's to read.
func Own(path string) bool {
	home, err := DataFolder("")
	if err != nil {
		return false
	}
	rest, err := filepath.Rel(home, path)
	return err == nil && filepath.IsLocal(rest)
}

func dataHome() (string, error) {
	switch runtime.GOOS {
	case "windows", "darwin", "ios": // data and settings are in one place there
		return os.UserConfigDir()
	}
	home, err := os.UserHomeDir()
	return home + filepath.FromSlash("/.local/share"), err // not joined: see files.Straight
}
