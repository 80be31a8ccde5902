package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
// that must stay where it is, because it has several names, belongs to somebody else, has an
// access control list or other attributes of its own, or lies in a folder that cannot be
// written, is then copied into: first what it grows by and its holes, so that a disk that is
// full is noticed before anything old is lost.
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
	one, old := filled{f.Name(), path, t, aside || t.info != nil && t.stays(f)}, t.info
	if one.into {
		old = nil // the mode of f is nobody's
	}
	whole := false
	defer func() {
		if !whole { // an error, or a panic
			one.remove()
		}
	}()
	if err := fill(f, path, old, write); err != nil {
		return err
	}
	b.filled, whole = append(b.filled, one), true
	return nil
}

// Settle brings all to their places: those that are moved in the order in which they were
// filled, then those that are copied, for which there is room by then. Where one finds no
// room, or cannot be moved, all are as they were.
func (b *Batch) Settle() error {
	defer b.Close()
	var into, moves []filled
	for _, one := range b.filled {
		if one.into {
			into = append(into, one)
		} else {
			moves = append(moves, one)
		}
	}
	var undo []func()
	fail := func(one filled, err error) error {
		for _, back := range slices.Backward(undo) {
			back()
		}
		return fmt.Errorf("writing %s: %w", one.path, reason(err))
	}
	makeRoom := func(one filled) error {
		before, err := one.place.makeRoom(one.name)
		if err == nil {
			undo = append(undo, func() { os.Truncate(one.place.path, before) })
		}
		return err
	}
	for _, one := range into {
		if err := makeRoom(one); err != nil {
			return fail(one, err)
		}
	}
	for _, one := range moves {
		back, forget := func() {}, func() {}
		if len(b.filled) > 1 {
			back, forget = one.remember()
		}
		err := os.Rename(one.name, one.place.path)
		defer forget()
		switch {
		case err == nil:
			undo = append(undo, back)
		case makeRoom(one) == nil: // a mount of its own, say: it can be written, and not replaced
			into = append(into, one)
		default:
			return fail(one, err)
		}
	}
	for _, one := range into {
		if err := one.place.copyInto(one.name); err != nil {
			return fmt.Errorf("writing %s: %w", one.path, reason(err))
		}
	}
	return nil
}

// remember gives what is in its place a second name, where the file system has that. back
// brings it back to its place, and forget, which must follow, takes the name away.
func (o filled) remember() (back, forget func()) {
	at, saved := o.place.path, unnamedIn(filepath.Dir(o.place.path))
	err := os.Link(at, saved)
	return func() {
		switch {
		case err == nil:
			os.Rename(saved, at)
		case errors.Is(err, fs.ErrNotExist): // nothing was there
			os.Remove(at)
		}
	}, func() { os.Remove(saved) }
}

// Close removes what is not in its place. It may be called twice.
func (b *Batch) Close() {
	for _, one := range b.filled {
		one.remove()
	}
	b.filled = nil
}

func (o filled) remove() { os.Remove(o.name) } // after a rename there is nothing left to remove
