//go:build unix

package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openForWriting opens what is there without waiting: the usual open of a named pipe
// comes back when somebody opens it for reading, which may be never.
func openForWriting(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_TRUNC|syscall.O_NONBLOCK, 0)
}

// nobodyReads reports whether a pipe could not be opened because it has no reader yet.
func nobodyReads(err error) bool { return errors.Is(err, syscall.ENXIO) }

// stays reports whether another file in its place would not do: it has several names,
// or an owner that a new file would not have.
func stays(old fs.FileInfo, f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return true
	}
	is, known := old.Sys().(*syscall.Stat_t)
	would, knownToo := info.Sys().(*syscall.Stat_t)
	return known && knownToo && (is.Nlink > 1 || is.Uid != would.Uid || is.Gid != would.Gid)
}
