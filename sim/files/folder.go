package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder makes a folder, and those above it that are not there. unmake takes back what
// was made, but for folders that something else is in: it is for what is refused or fails
// after all.
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
	unmake = func() {
		for _, made := range absent {
			os.Remove(made)
		}
	}
	if err := os.MkdirAll(path, mode); err != nil {
		unmake()
		return func() {}, err
	}
	return unmake, nil
}
