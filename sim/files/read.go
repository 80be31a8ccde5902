package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
)

// The most that is read of one file, in bytes. What is larger is a mistake, such as a
// device without an end: it is refused and not taken into memory.
const (
	MostText = 16 << 20  // sessions, plans and steps
	MostKeys = 1 << 20   // scripts of demos, of which every key takes a hundred times its length
	MostKept = 64 << 20  // kept runs, which hold a session
	MostRuns = 256 << 20 // finished runs of sweeps, which take four times that
	MostData = 1 << 30   // data
)

// Reader reads a file. A read ends with the context's error soon after that ends, also
// where nobody writes to a pipe or types on a terminal.
type Reader struct {
	ctx  context.Context
	file *os.File
	path string
	size int64
	done int64
	most int64
}

// Open opens a file for reading, at most so many bytes of it.
func Open(ctx context.Context, path string, most int64) (*Reader, error) {
	f, err := openForReading(path)
	if err != nil {
		return nil, err
	}
	r := &Reader{ctx: ctx, file: f, path: path, most: most}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = fmt.Errorf("%s is a folder", path)
	case endless(path, info) != nil:
		err = endless(path, info)
	case info.Mode().IsRegular() && info.Size() > most:
		err = r.tooLarge()
	default:
		r.size = info.Size()
		return r, nil
	}
	f.Close() // read only: nothing can be lost
	return nil, err
}

// Endless is why not all of these must be read, as the program's own output goes into one, nil
// if nothing is known that stands against it: what writes before it reads asks first.
func Endless(reads []string) error {
	for _, path := range reads {
		if info, err := os.Stat(path); err == nil {
			if err := endless(path, info); err != nil {
				return fmt.Errorf("reading %s: %w", path, err)
			}
		}
	}
	return nil
}

// Unspoken is why nothing must be told before these files are opened: standard error goes into one;
// nil where it goes elsewhere.
func Unspoken(paths ...string) error {
	for _, path := range paths {
		if err := Endless([]string{path}); Silent(err) {
			return err
		}
	}
	return nil
}

// OwnOutput is why a file is not read, or not written: the program's own output goes into it.
type OwnOutput struct {
	error
	errors bool // standard error does
}

// Silent reports whether an error is an OwnOutput that to tell of on standard error would write into
// the file.
func Silent(err error) bool {
	var own OwnOutput
	return errors.As(err, &own) && own.errors
}

// Twice is why not all of these can be read: a pipe that is named twice, as /dev/stdin may be,
// has nothing for the second; nil if nothing is known that stands against it.
func Twice(reads []string) error {
	for i, path := range reads {
		if info, err := os.Stat(path); err != nil || !isPipe(info) {
			continue
		}
		if slices.ContainsFunc(reads[:i], func(other string) bool { return Same(path, other) }) {
			return fmt.Errorf("reading %s: it is named twice, and what it gives it gives once; expected files, or each pipe once", path)
		}
	}
	return nil
}

func endless(path string, info fs.FileInfo) error {
	if goes := goesInto(info); goes != "" && (info.Mode().IsRegular() || isPipe(info)) {
		return OwnOutput{fmt.Errorf("%s goes into %s itself: send it elsewhere", goes, path), leadsTo(os.Stderr, info)}
	}
	return nil
}

// isPipe reports whether it is a pipe, with a name or without.
func isPipe(info fs.FileInfo) bool { return info.Mode()&fs.ModeNamedPipe != 0 }

// goesInto is what of the program's own output goes into a file, "" for nothing.
func goesInto(info fs.FileInfo) string {
	for _, s := range []struct {
		file *os.File
		name string
	}{{os.Stdout, "standard output"}, {os.Stderr, "standard error"}} {
		if leadsTo(s.file, info) {
			return s.name
		}
	}
	return ""
}

func leadsTo(file *os.File, info fs.FileInfo) bool {
	to, err := file.Stat()
	return err == nil && os.SameFile(info, to)
}

// Size is how large the file is in bytes, 0 where nobody knows.
func (r *Reader) Size() int64 { return r.size }

func (r *Reader) Read(p []byte) (int, error) {
	n, err := read(r.ctx, r.file, p)
	if r.done += int64(n); r.done > r.most {
		return 0, r.tooLarge()
	}
	return n, err
}

// Close closes the file.
func (r *Reader) Close() error { return r.file.Close() }

func (r *Reader) tooLarge() error {
	size, unit := r.most>>20, "MiB"
	if size >= 1<<10 {
		size, unit = size>>10, "GiB"
	}
	return fmt.Errorf("%s is larger than %d %s, the most that is read of such a file", r.path, size, unit)
}

// Read reads a whole Text of at most so many bytes.
func Read(ctx context.Context, path string, most int64) ([]byte, error) {
	r, err := Open(ctx, path, most)
	if err != nil {
		return nil, err
	}
	defer r.Close() // read only: nothing can be lost
	return io.ReadAll(Text(r))
}
