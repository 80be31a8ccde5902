package files

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Batch writes files that belong together: none is in its place before all are filled, so
// that where one has no room all stay as they were.
type Batch struct {
	filled []filled
}

// filled is a temporary file that waits for its place.
type filled struct {
	name, path string // of itself, and of its place as it was asked for
	place      target // its place
	into       bool   // it is copied into what is there
}

// Write fills path with what write gives it, which is asked only once nothing stands
// against it; reads are the files and folders that the command reads, which are never
// written over.
// What write returns is returned as it is; errors of its writer name path.
//
// An ordinary file is filled beside its place and moved there by Settle, safely on disk. One
// that must stay where it is, because it has several names, belongs to
// somebody else or lies in a folder that cannot be written, is then copied into: first
// what it grows by and its holes, so that a disk that is full is noticed before anything old
// is lost.
// Into a device, a pipe or what is open already write writes at once; a pipe is waited
// for until somebody reads it or ctx ends.
func (b *Batch) Write(ctx context.Context, path string, reads []string, write func(io.Writer) error) error {
	t, err := aim(path, reads)
	if err != nil {
		return err
	}
	if t.direct {
		return t.stream(ctx, write)
	}
	f, err := create(filepath.Dir(t.path), t.info)
	aside := err != nil && t.info != nil
	if aside { // whoever may write a file may do so where its folder is not his
		f, err = create(os.TempDir(), t.info)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w; expected a folder that can be written", path, reason(err))
	}
	one, old := filled{f.Name(), path, t, aside || t.info != nil && stays(t.info, f)}, t.info
	if one.into {
		old = nil // the mode of f is nobody's
	}
	if err := fill(f, path, old, write); err != nil {
		one.remove()
		return err
	}
	b.filled = append(b.filled, one)
	return nil
}

// Settle brings all to their places, in the order in which they were filled, once there is
// room for those that are copied.
func (b *Batch) Settle() error {
	defer b.Close()
	undo := func() {}
	for _, one := range b.filled {
		if !one.into {
			continue
		}
		before, err := one.place.makeRoom(one.name)
		if err != nil {
			undo()
			return fmt.Errorf("writing %s: %w", one.path, reason(err))
		}
		others := undo
		undo = func() { os.Truncate(one.place.path, before); others() }
	}
	for _, one := range b.filled {
		if err := one.settle(); err != nil {
			return fmt.Errorf("writing %s: %w", one.path, reason(err))
		}
	}
	return nil
}

// settle brings one to its place.
func (o filled) settle() error {
	if o.into {
		return o.place.copyInto(o.name)
	}
	return os.Rename(o.name, o.place.path)
}

// Close removes what is not in its place. It may be called twice.
func (b *Batch) Close() {
	for _, one := range b.filled {
		one.remove()
	}
	b.filled = nil
}

func (o filled) remove() { os.Remove(o.name) } // after a rename there is nothing left to remove
