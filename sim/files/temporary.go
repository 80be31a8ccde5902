package files

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// unnamed is what the files are called that are still being written, with a number of as many
// digits as the largest has: nobody calls a file so by hand.
const unnamed = ".admmlab-%020d.tmp"

// unnamedIn is such a name in a folder, which nothing has yet.
func unnamedIn(folder string) string {
	return filepath.Join(folder, fmt.Sprintf(unnamed, rand.Uint64()))
}

// isUnnamed reports whether that is such a name.
func isUnnamed(name string) bool {
	var number uint64
	_, err := fmt.Sscanf(name, unnamed, &number)
	return err == nil && name == fmt.Sprintf(unnamed, number)
}

// create makes a temporary file in a folder, and takes it until it is closed. Its mode is
// what the umask leaves of a new file's; where it is to stand for an old one, which may be a
// secret, nobody else can read it meanwhile.
func create(folder string, old fs.FileInfo) (*os.File, error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = 0o600
	}
	for range mostNames {
		f, err := os.OpenFile(unnamedIn(folder), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			Lock(f) // it is new: nobody else has it
		}
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, fs.ErrExist
}

// movedIn is what a file in a folder is called while it is moved, which nothing is called yet: Tidy,
// which goes by how long ago it was written, is not to find it.
func movedIn(folder string) string {
	return filepath.Join(folder, fmt.Sprintf(".admmlab-%020d.moved", rand.Uint64()))
}

// Move gives a file another name that nothing has yet, "" to remove it, if it is the one that is
// meant: that is looked at once nobody can write another over it any more. Else done is false, and
// it is put back, but where there is a newer one by then. What can be put nowhere stays under a
// name of its own, which the error tells.
func Move(path, to string, meant func(fs.FileInfo) bool) (done bool, err error) {
	at := movedIn(filepath.Dir(path))
	if err := os.Rename(path, at); err != nil {
		return false, reason(err)
	}
	info, err := os.Lstat(at)
	if err == nil && meant(info) {
		if to != "" {
			err = claim(at, to)
		}
		if err == nil {
			os.Remove(at) // which may be its second name
			return true, nil
		}
	}
	switch back := claim(at, path); {
	case back != nil && !errors.Is(back, fs.ErrExist):
		return false, fmt.Errorf("putting %s back, which is %s now: %w", path, at, reason(back))
	case errors.Is(err, fs.ErrExist): // to is taken
		err = nil
	}
	os.Remove(at) // there is a newer one, or this was its second name
	return false, reason(err)
}

// leftOver is how old such a file must be before it is nobody's, where no lock tells: most
// writes take seconds, but the rows of a run take as long as the run.
const leftOver = time.Hour

// Tidy removes the temporary files that killed programs have left in a folder, but for those
// that somebody reads. What cannot be removed stays: it is in nobody's way.
func Tidy(folder string, reads []string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if !isUnnamed(e.Name()) || !e.Type().IsRegular() || slices.ContainsFunc(reads, func(r string) bool { return one(r, path) }) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftOver && !held(path) {
			os.Remove(path)
		}
	}
}

// held reports whether somebody writes a temporary file, or that cannot be known.
func held(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	return Lock(f) != nil
}
