package archive

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"admmlab/sim/files"
)

// lockFile is what laboratories that share the folder take in turn, behind the folder itself, to
// read a run and write it changed. The folder can be taken by whoever reads it, also where
// somebody else has made the file; the file also from another machine, where a network has the
// lock of nothing but files that can be written.
const lockFile = ".lock"

// lockTime is how long one waits for another, which may have been stopped in mid-write. Tests
// lower it.
var lockTime = 2 * time.Second

// errBusy is why the folder could not be taken.
var errBusy = errors.New("another laboratory has been writing there for some seconds, or was stopped while it did")

// lock takes the folder, and returns how to give it back. With errBusy there is nothing to be
// given back, and only what must not be lost is to be written: a run counts for more than its
// name.
func (a *Archive) lock() (unlock func(), busy error) { return a.lockWithin(context.Background()) }

// lockWithin is lock for who waits no longer than until ctx ends.
func (a *Archive) lockWithin(ctx context.Context) (unlock func(), busy error) {
	end := time.Now().Add(lockTime)
	over := func() bool { return ctx.Err() != nil || !time.Now().Before(end) }
	release, taken := files.Hold(a.folder)
	for ; taken; release, taken = files.Hold(a.folder) {
		if over() {
			return func() {}, errBusy
		}
		time.Sleep(5 * time.Millisecond)
	}
	f, err := os.OpenFile(filepath.Join(a.folder, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return release, nil // the folder is held, or not there yet
	}
	for ; files.Lock(f) != nil; time.Sleep(5 * time.Millisecond) {
		if over() {
			f.Close() // nothing was written
			release()
			return func() {}, errBusy
		}
	}
	return func() { files.Close(f); release() }, nil
}

// standing is the file of a run as it stands, nil where there is none.
func (a *Archive) standing(id string) fs.FileInfo {
	info, err := os.Lstat(a.Path(id))
	if err != nil {
		return nil
	}
	return info
}

// errOvertaken is why a run was not written: another laboratory has written it since it was read.
var errOvertaken = errors.New("another laboratory has changed it meanwhile")

// untilAlone reads a run and writes it changed until nobody has changed it in between. One that
// was stopped there finds so what others have written since, without the lock.
func untilAlone(change func() error) error {
	for {
		if err := change(); !errors.Is(err, errOvertaken) {
			return err
		}
	}
}

// there reports whether there is a file or folder of that name.
func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
