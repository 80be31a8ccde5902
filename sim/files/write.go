package files

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Write writes path with what write gives it, which is asked only once nothing stands
// against it; reads are the files and folders that the command reads, which are never
// written over.
// What write returns is returned as it is; errors of its writer name path.
//
// An ordinary file is filled beside its place and moved there when it is safely on
// disk. One that must stay where it is, because it has several names, belongs to
// somebody else or lies in a folder that cannot be written, is then copied into: first
// what it grows by, so that a disk that is full is noticed before anything old is lost.
// Into a device, a pipe or what is open already write writes at once; a pipe is waited
// for until somebody reads it or ctx ends.
func Write(ctx context.Context, path string, reads []string, write func(io.Writer) error) error {
	t, err := aim(path, reads)
	if err != nil {
		return err
	}
	if t.direct {
		return t.stream(ctx, write)
	}
	settle := func(temporary *os.File) error { return os.Rename(temporary.Name(), t.path) }
	folders := []string{filepath.Dir(t.path)}
	if t.info != nil {
		// Whoever may write a file may do so where its folder is not his.
		folders = append(folders, os.TempDir())
	}
	for i, folder := range folders {
		f, err := create(folder, t.info)
		if err != nil && i+1 < len(folders) {
			continue
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w; expected a folder that can be written", path, reason(err))
		}
		if i > 0 || t.info != nil && stays(t.info, f) {
			return through(f, path, nil, write, t.copyInto) // the mode of f is nobody's
		}
		return through(f, path, t.info, write, settle)
	}
	return nil
}

// WriteNew is Write that replaces nothing: where there is something of that name
// already, a number is put behind it, as in rows-2.csv. It returns the name that was
// taken.
func WriteNew(path string, write func(io.Writer) error) (string, error) {
	f, err := create(filepath.Dir(path), nil)
	if err != nil {
		return "", fmt.Errorf("writing %s: %w; expected a folder that can be written", path, reason(err))
	}
	taken, ending := path, filepath.Ext(path)
	err = through(f, path, nil, write, func(temporary *os.File) error {
		for n := 2; ; n++ {
			err := claim(temporary.Name(), taken)
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

// through lets write fill a temporary file and, once that is safely on disk, hands it
// to settle for its place; old is what has been there, nil for nothing.
func through(f *os.File, path string, old fs.FileInfo, write func(io.Writer) error, settle func(*os.File) error) error {
	defer os.Remove(f.Name()) // after a rename there is nothing left to remove
	defer f.Close()           // twice is harmless
	if err := write(named{f, path}); err != nil {
		return err
	}
	var err error
	if old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	if err = errors.Join(err, f.Sync()); err == nil {
		err = settle(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, reason(err))
	}
	return nil
}

// stream writes into what is not an ordinary file.
func (t target) stream(ctx context.Context, write func(io.Writer) error) error {
	f, err := t.open(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", t.asked, reason(err))
	}
	if f != os.Stdout && f != os.Stderr {
		defer f.Close() // twice is harmless
		defer context.AfterFunc(ctx, func() { f.Close() })()
	}
	w := bufio.NewWriter(named{f, t.asked})
	err = write(w)
	flushed := w.Flush()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case flushed != nil:
		return flushed
	}
	return nil
}

// named is a file whose errors have the name under which it was asked for.
type named struct {
	f    *os.File
	path string
}

func (n named) Write(p []byte) (int, error) {
	written, err := n.f.Write(p)
	if err != nil {
		err = fmt.Errorf("writing %s: %w", n.path, reason(err))
	}
	return written, err
}

// reason is an error of a file without the names of call and file.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
