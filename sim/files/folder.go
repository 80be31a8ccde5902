package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder makes a folder, and those above it that are not there. unmake takes back what
// was made, but for folders that something else is in, and for none that somebody has put in the
// place of one that was moved: it is for what is refused or fails after all.
func MakeFolder(path string, mode fs.FileMode) (unmake func(), err error) {
	full, err := Full(path)
	if err != nil {
		return func() {}, err
	}
	var absent []string                                             // the innermost first
	for at := full; at != filepath.Dir(at); at = filepath.Dir(at) { // a drive may be absent, too
		if _, err := os.Lstat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		absent = append(absent, at)
	}
	err = os.MkdirAll(path, mode)
	made := map[string]fs.FileInfo{}
	for _, at := range absent {
		made[at], _ = os.Lstat(at)
	}
	unmake = func() {
		for _, at := range absent {
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
