package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
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

// filled is a temporary file that waits for its place.
type filled struct {
	to         *os.File // itself, open and so held until it has its place; nil where that is written at once
	name, path string   // of itself, and of its place as it was asked for
	folder     *os.Root // in which it is, wherever that is moved; nil where that cannot be read
	place      target   // its place
	reads      []string
	into       bool        // it is copied into what is there
	full       fs.FileInfo // of itself once it was filled
}

// Begin begins a file that Write fills later, so that what stands against it is told before its
// content is made, and what happens to its place meanwhile costs no content. So it is with a device, a pipe
// or what is open already: what Write fills is written into it by Settle. reads are the files and folders
// that the command reads, which are never written over.
func (b *Batch) Begin(path string, reads []string) error {
	one, err := b.place(path, reads)
	if err == nil && one.place.direct {
		err = one.create(os.TempDir())
	}
	if err == nil {
		b.begun = append(b.begun, one)
	}
	return err
}

// create makes the file that is filled, in a folder.
func (o *filled) create(folder string) (err error) {
	if o.to, err = create(folder, o.place.info); err != nil {
		return fmt.Errorf("writing %s: %w; expected a folder that can be written", o.path, reason(err))
	}
	o.name = o.to.Name()
	o.folder, _ = os.OpenRoot(folder)
	return nil
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
	err = one.create(filepath.Dir(t.path))
	aside := err != nil && t.info != nil
	if aside { // whoever may write a file may do so where its folder is not his
		err = one.create(os.TempDir())
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
	if one.full, err = fill(one.to, path, old, write); err != nil {
		return err
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
	err := b.settle(ctx)
	if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return err
	}
	return b.Fail(err)
}

// Fail ends the batch with an error for which not all of it can be filled: what was stays under names
// that the error tells, as where Settle fails.
func (b *Batch) Fail(err error) error {
	defer b.Close()
	if b.Anew || len(b.filled) == 0 {
		return err
	}
	return fmt.Errorf("%w; what was to be written is kept: %s", err, b.keep())
}

// settle leaves in b, where it fails, what it has brought to no place.
func (b *Batch) settle(ctx context.Context) error {
	for _, one := range b.filled {
		if err := one.again(); err != nil {
			return err
		}
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
	torn := ""                  // the one that was being copied
	fail := func(one filled, err error) error {
		if !one.place.direct { // which says so itself
			err = fmt.Errorf("writing %s: %w", one.path, reason(err))
		}
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
	makeRoom := func(one filled) error {
		before, err := one.place.makeRoom(one.name)
		if err == nil {
			undo = append(undo, func() error {
				switch {
				case one.name == torn:
					return fmt.Errorf("%s is part of the old one and part of the new", one.place.path)
				case placed[one.name]:
					return fmt.Errorf("%s is the new one", one.place.path)
				}
				return os.Truncate(one.place.path, before)
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
			return fail(one, err)
		}
		placed[one.name] = true
	}
	for _, one := range into {
		if err := makeRoom(one); err != nil {
			return fail(one, err)
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
			return fail(one, err)
		}
	}
	for _, one := range into {
		begun, err := one.place.copyInto(one.name)
		if err != nil {
			if begun {
				torn = one.name
			}
			return fail(one, err)
		}
		placed[one.name] = true
	}
	return nil
}

// again is why the place is not to be written any more, nil if it is as it was when it was aimed at,
// as far as that decided how it is written. What has gone since can be lost no more.
func (o filled) again() error {
	if o.astray() {
		return fmt.Errorf("writing %s: its folder has been moved or removed since this began; expected one that stays", o.path)
	}
	if o.spoilt() {
		return fmt.Errorf("writing %s: what was filled for it, %s, has been removed or replaced since; expected a folder in which nobody else does that", o.path, o.name)
	}
	now, err := aim(o.path, o.reads)
	switch was := o.place; {
	case err != nil:
		return err
	case now.path == was.path && now.info == nil && !o.into:
		return nil
	case was.still(now) && (o.into || was.direct || !was.changed(now.info, o.name)):
		return nil
	}
	return changed(o.path)
}

// spoilt reports whether o is no longer what was filled, as far as its folder lets anybody look.
func (o filled) spoilt() bool {
	stat, name := os.Lstat, o.name
	if o.folder != nil {
		stat, name = o.folder.Lstat, filepath.Base(o.name)
	}
	now, err := stat(name)
	return !errors.Is(err, fs.ErrPermission) && (err != nil || !Unchanged(o.full, now))
}

// changed is why a file is not written over.
func changed(path string) error {
	return fmt.Errorf("writing %s: it %w; expected a file that nothing else changes meanwhile", path, errChanged)
}

var errChanged = errors.New("is no longer what it was when this began")

// astray reports whether the folder in which o is has another name by now, or none, as far as it lets
// anybody look.
func (o filled) astray() bool {
	if o.folder == nil {
		return false
	}
	is, err := o.folder.Stat(".")
	named, errNamed := os.Stat(filepath.Dir(o.name))
	return !errors.Is(errors.Join(err, errNamed), fs.ErrPermission) && (err != nil || errNamed != nil || !os.SameFile(is, named))
}

// kept is what a file is called that has no place any more: Tidy is not to find it.
const kept = "admmlab-%020d.kept"

// keep gives what was filled names that stay, and tells them.
func (b *Batch) keep() string {
	var told []string
	for _, one := range b.filled {
		told = append(told, one.path+" "+one.keep())
	}
	b.filled = nil
	return strings.Join(told, ", ")
}

// keep gives o such a name in the folder in which it is, or where that lets nobody write, or has it no
// more, where temporary files are. The file that it was to stand for may have become a secret: nobody
// else can read it.
func (o filled) keep() string {
	if o.folder != nil {
		defer o.folder.Close()
	}
	defer o.to.Close()
	o.to.Chmod(0o600)
	in, to, spoilt := filepath.Dir(o.name), fmt.Sprintf(kept, rand.Uint64()), o.spoilt()
	if !movesOpen {
		o.to.Close()
	}
	if !spoilt && o.rename(to) == nil {
		if o.astray() {
			return "as " + to + " in the folder that was " + in
		}
		return "as " + filepath.Join(in, to)
	}
	if aside := filepath.Join(os.TempDir(), to); o.copyTo(aside) == nil {
		return "as " + aside
	}
	if spoilt {
		return "nowhere, as it was removed or replaced"
	}
	return "as " + o.name + ", which is tidied away in an hour"
}

// rename gives o another name in the folder in which it is.
func (o filled) rename(to string) error {
	if o.folder == nil {
		return os.Rename(o.name, filepath.Join(filepath.Dir(o.name), to))
	}
	return o.folder.Rename(filepath.Base(o.name), to)
}

// content is what o was filled with, from its beginning.
func (o filled) content() io.Reader { return io.NewSectionReader(o.to, 0, math.MaxInt64) }

// copyTo makes a copy of o, whatever its name leads to by now.
func (o filled) copyTo(name string) error {
	to, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, o.content())
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		os.Remove(name)
	}
	return err
}

// remember gives what is in its place a second name, where the file system has that. back
// brings it back to its place, and o to its own, and forget, which must follow, takes the name away,
// but where that failed: what was in its place is nowhere else then.
func (o filled) remember() (back func() error, forget func()) {
	at, saved := o.place.path, movedIn(filepath.Dir(o.place.path))
	err := os.Link(at, saved)
	stays := false
	return func() error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // nothing was there
				return os.Rename(at, o.name)
			case err != nil:
				return fmt.Errorf("%s is the new one, as its file system has no second names", at)
			}
			err := os.Link(at, o.name)
			if err == nil {
				err = os.Rename(saved, at)
			}
			if err != nil {
				stays = true
				return fmt.Errorf("putting %s back, which is %s now: %w", at, saved, reason(err))
			}
			return nil
		}, func() {
			if !stays {
				os.Remove(saved)
			}
		}
}

// Close removes what is not in its place. It may be called twice.
func (b *Batch) Close() {
	for _, one := range slices.Concat(b.begun, b.filled) {
		one.remove()
	}
	b.begun, b.filled = nil, nil
}

// remove removes it; after a rename there is nothing left to remove.
func (o filled) remove() {
	if o.to == nil {
		return
	}
	o.to.Close() // twice is harmless
	if o.folder == nil {
		os.Remove(o.name)
		return
	}
	o.folder.Remove(filepath.Base(o.name))
	o.folder.Close()
}
