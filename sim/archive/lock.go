package archive

import (
	"os"
	"path/filepath"
	"time"

	"admmlab/sim/files"
)

const (
	// lockFile is what laboratories that share the folder take in turn, to read a run and
	// write it changed.
	lockFile = ".lock"
	// lockTime is how long one waits for another, which may have been stopped in
	// mid-write. Then it goes on all the same: a run counts for more than its name.
	lockTime = 2 * time.Second
)

// lock takes the folder, and returns how to give it back.
func (a *Archive) lock() (unlock func()) {
	f, err := os.OpenFile(filepath.Join(a.folder, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return func() {} // there is no folder yet, or writing the run will say what is wrong
	}
	for end := time.Now().Add(lockTime); files.Lock(f) != nil && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	return func() { files.Close(f) }
}

// there reports whether there is a file or folder of that name.
func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
