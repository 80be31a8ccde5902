package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// filled is a temporary file that waits for its place.
type filled struct {
	to         *os.File // itself, open and so held until it has its place, or, of a batch Anew, is full; nil where that is written at once
	name, path string   // of itself, and of its place as it was asked for
	told       string   // what errors call it while it is filled
	folder     *os.Root // in which it is, one of the batch; nil where that cannot be read
	place      target   // its place
	reads      []string
	into       bool        // it is copied into what is there
	full       fs.FileInfo // of itself once it was filled
}

// create makes the file that is filled, in a folder, which is tidied first.
func (b *Batch) create(o *filled, folder string) (err error) {
	if o.told = o.path; folder != filepath.Dir(o.place.path) {
		o.told = fmt.Sprintf("%s, which is filled in %s first", o.path, folder)
	}
	if o.folder = b.folder(folder); o.folder == nil {
		if o.folder, err = os.OpenRoot(folder); err == nil {
			b.folders = append(b.folders, o.folder)
		}
		Tidy(folder, o.reads)
	}
	if o.to, err = create(folder, o.place.info); err != nil {
		return fmt.Errorf("writing %s: %w; expected a folder that can be written", o.told, reason(err))
	}
	o.name = o.to.Name()
	return nil
}

// folder is what the batch has open of a name, if it is still called so.
func (b *Batch) folder(name string) *os.Root {
	for _, open := range b.folders {
		is, err := open.Stat(".")
		if named, errNamed := os.Stat(name); err == nil && errNamed == nil && os.SameFile(is, named) {
			return open
		}
	}
	return nil
}

// again is why one of these is not to be brought to its place, as far as nothing of it is written there yet.
func again(list []filled) error {
	for _, one := range list {
		if err := one.again(); err != nil {
			return err
		}
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
func changed(path string) error { return fmt.Errorf("writing %s: %w", path, errChanged) }

var errChanged = errors.New("it is no longer what it was when this began; expected a file that nothing else changes meanwhile")

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

// keep gives o such a name in the folder in which it is, or where that lets nobody write, or has it no
// more, where temporary files are. The file that it was to stand for may have become a secret: nobody
// else can read it.
func (o filled) keep() string {
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
		if !spoilt {
			o.remove()
		}
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
				if err := os.Rename(at, o.name); err != nil {
					return fmt.Errorf("taking %s away again, which is the new one: %w", at, reason(err))
				}
				return nil
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
}
