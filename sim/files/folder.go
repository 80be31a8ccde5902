package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// MakeFolder makes a folder, and those above it that are not there. unmake takes back what
// was made, but for folders that something else is in, and for none that somebody has put in the
// place of one that was moved: it is for what is refused or fails after all.
func MakeFolder(path string, mode fs.FileMode) (unmake func(), err error) {
	var absent []string // the innermost last
	for i := range len(path) {
		at := path[:i+1]
		if i+1 < len(path) && !os.IsPathSeparator(path[i+1]) || slices.Contains([]string{".", ".."}, filepath.Base(at)) {
			continue
		}
		if _, err := os.Lstat(at); errors.Is(err, fs.ErrNotExist) {
			absent = append(absent, at)
		}
	}
	err = os.MkdirAll(path, mode)
	made := map[string]fs.FileInfo{}
	for _, at := range absent {
		made[at], _ = os.Lstat(at)
	}
	unmake = func() {
		for _, at := range slices.Backward(absent) {
			if now, err := os.Lstat(at); err == nil && os.SameFile(made[at], now) {
				os.Remove(at)
			}
		}
	}
	if err != nil {
		unmake()
		return func() {}, err
	}
	return unmake, nil
}
