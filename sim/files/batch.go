package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Batch writes files that belong together: none is in its place before all are filled, so
// that where one has no room all stay as they were.
type Batch struct {
	Anew   bool     // what is in it can be made again: nothing of it stays where it has no place
	Aims   Aims     // what names must still lead to when they are written, nil for whatever it is
	begun  []filled // which wait to be filled
	filled []filled

	folders []*os.Root // in which they are, wherever these are moved
}

// Aims are what names led to when that began which they are written by.
type Aims map[string]target

// Take notes what path leads to; the error is that of Check.
func (a Aims) Take(path string, reads []string) error {
	t, err := aim(path, reads)
	if err == nil {
		a[path] = t
	}
	return err
}

// hit reports whether t is what path led to, as far as that was noted.
func (a Aims) hit(path string, t target) bool {
	was, noted := a[path]
	return !noted || was.still(t)
}

// Begin begins a file that Write fills later, behind what goes into its writer until then, so that what
// stands against it is told before its content is made, and what happens to its place meanwhile costs no
// content. So it is with a device, a pipe or what is open already: Settle writes into it what was filled.
// reads are the files and folders that the command reads, which are never written over.
func (b *Batch) Begin(path string, reads []string) (io.Writer, error) {
	one, err := b.place(path, reads)
	if err == nil && one.place.direct {
		err = b.create(&one, os.TempDir())
	}
	if err != nil {
		return nil, err
	}
	b.begun = append(b.begun, one)
	return named{one.to, one.told}, nil
}

// place aims at path and makes the file that is filled for it.
func (b *Batch) place(path string, reads []string) (one filled, err error) {
	t, err := aim(path, reads)
	one = filled{path: path, place: t, reads: reads}
	switch {
	case err != nil:
		return one, err
	case !b.Aims.hit(path, t):
		return one, changed(path)
	case t.direct:
		return one, nil
	}
	err = b.create(&one, filepath.Dir(t.path))
	aside := err != nil && t.info != nil
	if aside { // whoever may write a file may do so where its folder is not his
		err = b.create(&one, os.TempDir())
	}
	if err != nil {
		return one, err
	}
	one.into = aside || t.info != nil && t.stays(one.to)
	return one, nil
}

// taken is what was begun of path, or is begun now.
func (b *Batch) taken(path string, reads []string) (filled, error) {
	i := slices.IndexFunc(b.begun, func(o filled) bool { return o.path == path })
	if i < 0 {
		return b.place(path, reads)
	}
	one := b.begun[i]
	b.begun = slices.Delete(b.begun, i, i+1)
	return one, nil
}

// Write fills path with what write gives it, which is asked only once nothing stands
// against it; reads are as Begin has them.
// What write returns is returned as it is; errors of its writer name path.
//
// An ordinary file is filled beside its place and moved there by Settle, safely on disk. One
// that must stay where it is, because it has several names, belongs to somebody else, has an
// access control list or other attributes of its own, or lies in a folder that cannot be
// written, is then copied into: first what it grows by and its holes, so that a disk that is
// full is noticed before anything old is lost.
// Settle looks at path again, which may lead to something else by then.
// Into a device, a pipe or what is open already, where it was not begun before, write writes at once; a pipe
// is waited for until somebody reads it or ctx ends.
func (b *Batch) Write(ctx context.Context, path string, reads []string, write func(io.Writer) error) error {
	one, err := b.taken(path, reads)
	switch {
	case err != nil:
		return err
	case one.to == nil:
		return one.place.stream(ctx, write)
	}
	whole := false
	defer func() {
		if !whole { // an error, or a panic
			one.remove()
		}
	}()
	old := one.place.info
	if one.into || one.place.direct {
		old = nil // the mode of the temporary file is nobody's
	}
	if one.full, err = fill(one.to, one.told, old, write); err != nil {
		return err
	}
	if b.Anew { // nobody reads it any more but by its name: many cost no descriptors
		one.to.Close()
	}
	b.filled, whole = append(b.filled, one), true
	return nil
}

// Settle brings all to their places: first what is written into devices and pipes, then those that are
// moved, each in the order in which they were filled, then those that are copied, for which there is room
// by then. ctx ends the wait for a pipe's reader, and then nothing is kept. Where one finds no
// room, or cannot be moved, all are as they were; so they are where one's place is no longer what
// it was. What is in no place then stays under names that the error tells, but where it is made Anew.
func (b *Batch) Settle(ctx context.Context) error {
	defer b.Close()
	if err := b.settle(ctx); err != nil {
		return b.Fail(ctx, err)
	}
	return nil
}

// Fail ends the batch with an error for which not all of it can be filled: what was stays under names
// that the error tells, as where Settle fails, but where that is the end of ctx.
func (b *Batch) Fail(ctx context.Context, err error) error {
	defer b.Close()
	if b.Anew || len(b.filled) == 0 || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return err
	}
	return fmt.Errorf("%w; what was to be written is kept: %s", err, b.keep())
}

// settle leaves in b, where it fails, what it has brought to no place.
func (b *Batch) settle(ctx context.Context) error {
	if err := again(b.filled); err != nil {
		return err
	}
	var streams, into, moves []filled
	for _, one := range b.filled {
		switch {
		case one.place.direct:
			streams = append(streams, one)
		case one.into:
			into = append(into, one)
		default:
			moves = append(moves, one)
		}
	}
	var undo []func() error
	placed := map[string]bool{} // by the name that it had
	torn := map[string]string{} // by that name, what is in the place of the one that was being copied
	fail := func(err error) error {
		for _, back := range slices.Backward(undo) {
			if stays := back(); stays != nil {
				err = fmt.Errorf("%w; and %w", err, stays)
			}
		}
		b.filled = slices.DeleteFunc(b.filled, func(o filled) bool {
			if placed[o.name] {
				o.remove()
			}
			return placed[o.name]
		})
		return err
	}
	failed := func(one filled, err error) error {
		return fail(fmt.Errorf("writing %s: %w", one.path, reason(err)))
	}
	makeRoom := func(one filled) error {
		begun, before, err := one.place.makeRoom(one.name)
		if begun {
			undo = append(undo, func() error {
				switch left := torn[one.name]; {
				case left != "" && before > 0:
					return fmt.Errorf("%s is %s", one.place.path, left)
				case placed[one.name]:
					return fmt.Errorf("%s is the new one", one.place.path)
				}
				if err := os.Truncate(one.place.path, before); err != nil {
					return fmt.Errorf("%s has part of the new one behind it: %w", one.place.path, reason(err))
				}
				return nil
			})
		}
		return err
	}
	for _, one := range streams {
		err := one.place.stream(ctx, func(w io.Writer) error {
			_, err := io.Copy(w, one.content())
			return err
		})
		if err != nil {
			return fail(err)
		}
		placed[one.name] = true
	}
	if len(streams) > 0 { // whose readers may have come late
		if err := again(slices.Concat(into, moves)); err != nil {
			return fail(err)
		}
	}
	for _, one := range into {
		if err := makeRoom(one); err != nil {
			return failed(one, err)
		}
	}
	for _, one := range moves {
		back, forget := func() error { return nil }, func() {}
		if len(b.filled) > 1 {
			back, forget = one.remember()
		}
		if !movesOpen {
			one.to.Close()
		}
		err := os.Rename(one.name, one.place.path)
		defer forget()
		switch {
		case err == nil:
			placed[one.name] = true
			undo = append(undo, func() error {
				err := back()
				placed[one.name] = err != nil
				return err
			})
		case makeRoom(one) == nil: // a mount of its own, say: it can be written, and not replaced
			into = append(into, one)
		default:
			return failed(one, err)
		}
	}
	for _, one := range into {
		left, err := one.place.copyInto(one.name)
		if err != nil {
			torn[one.name] = left
			return failed(one, err)
		}
		placed[one.name] = true
	}
	return nil
}

// keep gives what was filled names that stay, and tells them.
func (b *Batch) keep() string {
	var told []string
	for _, one := range b.filled {
		told = append(told, one.path+" "+one.keep())
	}
	b.filled = nil
	return strings.Join(told, ", ")
}

// Close removes what is not in its place. It may be called twice.
func (b *Batch) Close() {
	for _, one := range slices.Concat(b.begun, b.filled) {
		one.remove()
	}
	for _, folder := range b.folders {
		folder.Close()
	}
	b.begun, b.filled, b.folders = nil, nil, nil
}
