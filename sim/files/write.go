package files

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Write writes path with what write gives it, as a Batch of one.
func Write(ctx context.Context, path string, reads []string, write func(io.Writer) error) error {
	var b Batch
	defer b.Close()
	if err := b.Write(ctx, path, reads, write); err != nil {
		return err
	}
	return b.Settle(ctx)
}

// WriteNew is Write that replaces nothing: where there is something of that name
// already, a number is put behind it, as in rows-2.csv. It returns the name that was
// taken.
func WriteNew(path string, write func(io.Writer) error) (string, error) {
	path = Straight(path)
	f, err := create(filepath.Dir(path), nil)
	if err != nil {
		return "", fmt.Errorf("writing %s: %w; expected a folder that can be written", path, reason(err))
	}
	defer os.Remove(f.Name()) // after a rename there is nothing left to remove
	defer f.Close()           // twice is harmless
	if _, err := fill(f, path, nil, write); err != nil {
		return "", err
	}
	if err := f.Close(); err != nil {
		return "", fmt.Errorf("writing %s: %w", path, reason(err))
	}
	taken, ending := path, filepath.Ext(path)
	for n := 2; ; n++ {
		if err = claim(f.Name(), taken); !errors.Is(err, fs.ErrExist) || n > mostNames {
			break
		}
		taken = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ending), n, ending)
	}
	if err != nil {
		return "", fmt.Errorf("writing %s: %w", path, reason(err))
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

// fill lets write fill a temporary file of the mode of old, nil for a new file's, safely on disk. It
// returns what is known of it then.
func fill(f *os.File, path string, old fs.FileInfo, write func(io.Writer) error) (full fs.FileInfo, err error) {
	if err := write(named{f, path}); err != nil {
		return nil, err
	}
	if old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	err = errors.Join(err, f.Sync())
	full, statErr := f.Stat()
	if err = errors.Join(err, statErr); err != nil {
		return nil, fmt.Errorf("writing %s: %w", path, reason(err))
	}
	return full, nil
}

// lastWords is how long somebody who reads slowly has, once ctx has ended, to take what is
// written last.
const lastWords = 2 * time.Second

// Late is a context that ends lastWords after ctx, or with stop.
func Late(ctx context.Context) (late context.Context, stop func()) {
	late, over := context.WithCancel(context.WithoutCancel(ctx))
	without := context.AfterFunc(ctx, func() { time.AfterFunc(lastWords, over) })
	return late, func() {
		without()
		over()
	}
}

// stream writes into what is not an ordinary file.
func (t target) stream(ctx context.Context, write func(io.Writer) error) (err error) {
	f, err := t.open(ctx)
	if err == nil && f != os.Stdout && f != os.Stderr {
		defer func() {
			if closed := shut(f); closed != nil && err == nil {
				err = fmt.Errorf("writing %s: %w", t.asked, reason(closed))
			}
		}()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", t.asked, reason(err))
	}
	late, stop := Late(ctx)
	defer stop()
	w := bufio.NewWriter(unwaited{named{f, t.asked}, late})
	err = cmp.Or(write(w), w.Flush())
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// Waiting is a file that is written to until it has taken all. A terminal or a pipe returns at once where
// another program that has it, too, has set O_NONBLOCK: its flags are those of all.
type Waiting struct{ File *os.File }

func (w Waiting) Write(p []byte) (written int, err error) {
	for {
		n, err := w.File.Write(p[written:])
		written += n
		if !errors.Is(err, syscall.EAGAIN) || !writable(w.File) {
			return written, err
		}
	}
}

// named is a file whose errors have the name under which it was asked for.
type named struct {
	f    *os.File
	path string
}

func (n named) Write(p []byte) (int, error) {
	written, err := Waiting{n.f}.Write(p)
	if err != nil {
		err = fmt.Errorf("writing %s: %w", n.path, reason(err))
	}
	return written, err
}

// unwaited is a file on whose writes nobody waits once it is late: standard output cannot be
// closed under one. It takes no further write then.
type unwaited struct {
	named
	late context.Context
}

func (u unwaited) Write(p []byte) (int, error) {
	type result struct {
		written int
		err     error
	}
	done := make(chan result, 1)
	go func() {
		written, err := u.named.Write(p)
		done <- result{written, err}
	}()
	select {
	case r := <-done:
		return r.written, r.err
	case <-u.late.Done():
		return 0, u.late.Err()
	}
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
