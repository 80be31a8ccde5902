package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// target is what is to be written.
type target struct {
	asked  string      // its name as it was asked for
	path   string      // what its links lead to
	info   fs.FileInfo // nil where there is nothing yet
	direct bool        // no ordinary file, or one that is open already: it is written as it is
}

// Check is why path must not be written by a command that reads these files, and all that
// lies in the folders among them, nil if nothing is known that stands against it.
func Check(path string, reads []string) error {
	_, err := aim(path, reads)
	return err
}

// aim finds what is to be written and refuses what must not be.
func aim(path string, reads []string) (target, error) {
	t := target{asked: path}
	refused := func(format string, args ...any) (target, error) {
		return t, fmt.Errorf("writing %s: %s", path, fmt.Sprintf(format, args...))
	}
	if path == "" {
		return t, errors.New("writing a file: its name is empty, expected the name of a file")
	}
	var err error
	if t.path, t.direct, err = follow(path); err != nil {
		return refused("%v; expected the name of a file", reason(err))
	}
	if isUnnamed(filepath.Base(t.path)) {
		return refused("what is called so is tidied away, as files that a killed program was writing; expected another name")
	}
	for _, r := range reads {
		if info, err := os.Stat(r); err == nil && info.IsDir() && inside(r, t.path, t.direct) {
			return refused("what lies in that folder is read (%s), and would be lost; expected another folder", r)
		}
	}
	t.info, err = os.Stat(t.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !t.direct:
		t.info = nil
		return t, nil
	case err != nil:
		return refused("%v; expected a name in a folder that can be written", reason(err))
	case t.info.IsDir():
		return refused("it is a folder, not an ordinary file; expected the name of a file")
	}
	for _, r := range reads {
		switch info, err := os.Stat(r); {
		case err != nil || !os.SameFile(info, t.info):
		case info.Mode().IsRegular():
			return refused("the same file is in use (%s), and would be lost; expected another name", r)
		case isPipe(info):
			return refused("the same pipe is read (%s), and would never end; expected another name", r)
		}
	}
	if !t.info.Mode().IsRegular() {
		t.direct = true
		return t, nil
	}
	goes := goesInto(t.info)
	if t.direct && goes != "standard error" { // into standard output, say, nothing else need go
		return t, nil
	}
	if goes != "" {
		_, err := refused("%s goes into it, too, and would be lost or stand in its midst; expected another name", goes)
		return t, OwnOutput{err, leadsTo(os.Stderr, t.info)}
	}
	// Root could write it all the same.
	if t.info.Mode().Perm()&0o222 == 0 {
		return refused("it is read-only; expected another name, or a file that may be written")
	}
	f, err := openOver(t.path)
	if err != nil {
		return refused("%v; expected a file that may be written", reason(err))
	}
	return t, f.Close()
}

// is reports whether that is the file that was there.
func (t target) is(info fs.FileInfo) bool {
	return t.info != nil && info != nil && os.SameFile(t.info, info)
}

// still reports whether now is the same place, and nobody has changed what was there.
func (t target) still(now target) bool {
	return t.path == now.path && t.direct == now.direct && (t.direct || Unchanged(t.info, now.info))
}

// Unchanged reports whether nobody has written a file or taken it away in between, nor made another
// in its place, which may have its number.
func Unchanged(was, now fs.FileInfo) bool {
	if was == nil || now == nil {
		return was == nil && now == nil
	}
	return os.SameFile(was, now) && was.ModTime().Equal(now.ModTime()) && was.Size() == now.Size()
}

// Same reports whether both names lead to one file, or would if there were one.
func Same(a, b string) bool {
	first, errA := lead(a)
	second, errB := lead(b)
	return errA == nil && errB == nil && first.is(second)
}

// Apart is why not all of these may be written into a folder, nil if nothing is known that
// stands against it: of two that are one ordinary file only the later would be there.
func Apart(folder string, names ...string) error {
	var before []end
	for _, name := range names {
		e, err := lead(filepath.Join(folder, name))
		if err != nil || e.info != nil && (!e.info.Mode().IsRegular() || goesInto(e.info) != "") {
			continue // the write says what is wrong; a device or standard output takes both
		}
		if i := slices.IndexFunc(before, e.is); i >= 0 {
			return fmt.Errorf("writing %s: it is the same file as %s, which is written, too; expected two files, or another folder", e.name, before[i].name)
		}
		before = append(before, e)
	}
	return nil
}

// end is what a name leads to.
type end struct {
	name, path string
	open       bool        // by a process, as /dev/stdout is
	info       fs.FileInfo // nil where there is nothing
}

func lead(name string) (e end, err error) {
	e.name = name
	if e.path, e.open, err = follow(name); err == nil {
		e.info, _ = os.Stat(e.path) // nil is what it says
	}
	return e, err
}

// is reports whether both are one file, or would be.
func (e end) is(o end) bool {
	if e.info != nil && o.info != nil {
		return os.SameFile(e.info, o.info)
	}
	return e.info == nil && o.info == nil && filepath.Base(e.path) == filepath.Base(o.path) && one(filepath.Dir(e.path), filepath.Dir(o.path))
}

// Inside reports whether a path leads to what lies in a folder, however deep, or would if it
// were there, or to an ordinary file of that folder under another name.
func Inside(folder, path string) bool {
	path, open, err := follow(path)
	return err == nil && inside(folder, path, open)
}

// inside is Inside of what follow makes of a path.
func inside(folder, path string, open bool) bool {
	folder = real(folder)
	for at, last := real(path), ""; at != last && !open; at, last = filepath.Dir(at), at {
		if at == folder || one(at, folder) {
			return true
		}
	}
	return among(folder, path)
}

// real is a path without links, as far as there is something.
func real(path string) string {
	full, err := Full(path)
	if err != nil {
		return path
	}
	rest := ""
	for at := full; ; at = filepath.Dir(at) {
		if is, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(is, rest)
		}
		if at == filepath.Dir(at) {
			return full
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// among reports whether an ordinary file in the folder is the file, too, under another name.
func among(folder, file string) (is bool) {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	filepath.WalkDir(folder, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil // who reads it says what is wrong
		}
		if other, err := e.Info(); err == nil && os.SameFile(info, other) {
			is = true
			return fs.SkipAll
		}
		return nil
	})
	return is
}

// one reports whether both are there and are one.
func one(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(first, second)
}

// mostLinks ends a circle of links, as the system does.
const mostLinks = 40

// follow is what the links of a path lead to, whether or not it is there; open reports
// whether that is a name for what a process has open, as /dev/stdout is.
func follow(path string) (end string, open bool, err error) {
	for range mostLinks {
		path = Straight(path)
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err == nil && (folder == "/dev" || strings.HasPrefix(folder, "/dev/fd") || strings.HasPrefix(folder, "/proc/")) {
			return path, true, nil
		}
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, false, nil // opening it says what is wrong
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", false, err
		}
		if !filepath.IsAbs(to) { // not joined: .. goes up from where a linked folder really is
			to = filepath.Dir(path) + string(filepath.Separator) + to
		}
		path = to
	}
	return "", false, errors.New("its links lead in a circle")
}

// open opens what is written as it is.
func (t target) open(ctx context.Context) (*os.File, error) {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if info, err := f.Stat(); err == nil && os.SameFile(info, t.info) {
			return f, nil // to go on where it is, and not to begin it again
		}
	}
	if t.info.Mode().IsRegular() {
		if f, err := inherited(t.path); f != nil || err != nil {
			return f, err
		}
	}
	for {
		f, err := t.openForWriting()
		if !isPipe(t.info) || !nobodyReads(err) {
			return f, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second / 50):
		}
	}
}

// copyInto writes a file over its target, which keeps its place and has room for it. left is what is there
// where that fails, "" for what was there.
func (t target) copyInto(name string) (left string, err error) {
	err = t.over(name, func(to, from *os.File, size int64, _ fs.FileInfo) error {
		copied, err := copyRange(to, from, 0, size)
		if copied > 0 {
			left = "part of the old one and part of the new"
		}
		if err == nil { // else what is left of the old one stays
			err = to.Truncate(size)
		}
		if err == nil {
			left = "the new one, perhaps not safely on the disk"
		}
		return cmp.Or(err, to.Sync())
	})
	return left, err
}

// makeRoom sees to it that copyInto finds room for a file: what the target grows by is
// written, and the holes in what it has are filled with the zeros that they are read as.
// Nothing old is lost by that. begun is whether it may have grown, from what it has before.
func (t target) makeRoom(name string) (begun bool, before int64, err error) {
	err = t.over(name, func(to, from *os.File, size int64, old fs.FileInfo) error {
		begun, before = true, old.Size()
		_, err := copyRange(to, from, before, max(0, size-before))
		if err == nil && sparse(old) {
			err = fillHoles(to, t.path, min(size, before))
		}
		return cmp.Or(err, to.Sync())
	})
	return begun, before, err
}

// over opens a file and the target that it is to be written over, for do, with the size of
// the one and what is known of the other.
func (t target) over(name string, do func(to, from *os.File, size int64, old fs.FileInfo) error) error {
	from, err := os.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := openOver(t.path)
	if err != nil {
		return err
	}
	defer to.Close() // twice is harmless
	size, err := from.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	old, err := to.Stat()
	if err != nil {
		return err
	}
	if !t.is(old) {
		return errChanged
	}
	return cmp.Or(do(to, from, size, old), shut(to))
}

// shut closes what was written. A disk on the network may tell only then that it has no room; tests do as it does.
var shut = (*os.File).Close

// fillHoles writes the first n bytes of a file over themselves.
func fillHoles(f *os.File, path string, n int64) error {
	same, err := os.Open(path)
	if err != nil {
		return err
	}
	defer same.Close()
	_, err = copyRange(f, same, 0, n)
	return err
}

// copyRange does not write at an offset, as that would not tell of what was written before an error.
func copyRange(to, from *os.File, at, n int64) (copied int64, err error) {
	if _, err := to.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	return io.Copy(to, io.NewSectionReader(from, at, n))
}
