package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// WriteWhole writes path through a temporary file in the same folder, so that it
// is there whole or not at all. A file of that name is replaced. What write returns
// is returned as it is.
func WriteWhole(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("writing %s: it is not an ordinary file; expected the name of a file", path)
	}
	return through(path, write, func(temporary string) error { return os.Rename(temporary, path) })
}

// WriteNew is WriteWhole that replaces nothing: where there is a file of that name
// already, a number is put behind it, as in rows-2.csv. It returns the name that
// was taken.
func WriteNew(path string, write func(io.Writer) error) (string, error) {
	taken := path
	ending := filepath.Ext(path)
	err := through(path, write, func(temporary string) error {
		for n := 2; ; n++ {
			err := claim(temporary, taken)
			if !errors.Is(err, fs.ErrExist) || n > mostNames {
				return err
			}
			taken = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ending), n, ending)
		}
	})
	if err != nil {
		return "", err
	}
	return taken, nil
}

// mostNames is how many numbers are tried: a folder that answers every name with
// "exists" must not hold up an export for ever.
const mostNames = 10_000

// claim gives a file another name unless that is taken. A link cannot overwrite
// what somebody else makes at the same moment, as a rename can; some file systems
// have none.
func claim(file, name string) error {
	err := os.Link(file, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(name); err == nil {
		return fs.ErrExist
	}
	return os.Rename(file, name)
}

// unnamed is what the files are called that are still being written.
const unnamed = ".admmlab-*"

// leftOver is how old such a file must be before it is nobody's: a write takes
// seconds at most.
const leftOver = time.Hour

// Sweep removes the temporary files that killed programs have left in a folder.
// What cannot be removed stays: it is in nobody's way.
func Sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if ours, _ := filepath.Match(unnamed, e.Name()); !ours || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftOver {
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// through lets write fill a temporary file beside path and, once that is safely on
// disk, hands it to settle for its final name.
func through(path string, write func(io.Writer) error, settle func(temporary string) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), unnamed)
	if err != nil {
		return fmt.Errorf("writing %s: %w; expected a folder that can be written", path, err)
	}
	defer os.Remove(f.Name()) // after a rename there is nothing left to remove
	defer f.Close()           // twice is harmless
	if err := write(f); err != nil {
		return err
	}
	// CreateTemp's file is for its owner only.
	if err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := settle(f.Name()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}
