//go:build unix

package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// movesOpen is whether a file that is open can have another name.
const movesOpen = true

// openForReading opens a file without waiting: the usual open of a named pipe comes back
// when somebody opens it for writing, which may be never.
func openForReading(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// ear is how many milliseconds may pass until the end of a context is heard.
const ear = 20

// read reads what there is to read, the end of the file included, or ends with ctx's
// error. A pipe nobody has opened for writing yet looks to a read like one that has
// ended; poll knows better. What poll has seen may be gone, as on a terminal that others
// read, too: f was opened not to wait for more.
func read(ctx context.Context, f *os.File, p []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	for {
		got := error(unix.EAGAIN)
		err := raw.Control(func(fd uintptr) {
			ready, polled := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, ear)
			if ctx.Err() == nil && (ready > 0 || polled != nil && polled != unix.EINTR) { // if something is wrong, the read says what
				n, got = unix.Read(int(fd), p)
			}
		})
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case err != nil:
			return 0, err
		case got == unix.EAGAIN, got == unix.EINTR:
			continue
		case got != nil:
			return 0, &fs.PathError{Op: "read", Path: f.Name(), Err: got}
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

// writable waits until file has room for something; false where that cannot be waited for.
func writable(file *os.File) bool {
	polled := []unix.PollFd{{Fd: int32(file.Fd()), Events: unix.POLLOUT}}
	for {
		if n, err := unix.Poll(polled, -1); err != unix.EINTR {
			return err == nil && n > 0
		}
	}
}

// openForWriting opens what is there without waiting, as for reading, and begins it anew; it is an error
// where that is something else by now, which stays as it is.
func (t target) openForWriting() (*os.File, error) {
	f, err := os.OpenFile(t.path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	now, err := f.Stat()
	switch {
	case err != nil:
	case !t.is(now):
		err = errChanged
	case now.Mode().IsRegular():
		err = f.Truncate(0)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// openOver opens an ordinary file that is to be written over. What may be there since it was looked
// at is not waited for, as a pipe, nor followed, as a link.
func openOver(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
}

// inherited is the descriptor of this process that a name such as /dev/fd/3 stands for, a copy
// that writes where that one does; nil for any other name. On Linux opening the name would
// begin the file again.
func inherited(path string) (*os.File, error) {
	folder, _ := filepath.EvalSymlinks(filepath.Dir(path))
	n, err := strconv.Atoi(filepath.Base(path))
	if own := fmt.Sprintf("/proc/%d/", os.Getpid()); err != nil || folder != "/dev/fd" && !(strings.HasPrefix(folder, own) && filepath.Base(folder) == "fd") {
		return nil, nil
	}
	fd, err := unix.Dup(n)
	if err != nil {
		return nil, err
	}
	unix.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), path), nil
}

// nobodyReads reports whether a pipe could not be opened because it has no reader yet.
func nobodyReads(err error) bool { return errors.Is(err, syscall.ENXIO) }

// sparse reports whether a file may have holes, for which the disk has set no room aside.
func sparse(info fs.FileInfo) bool {
	is, known := info.Sys().(*syscall.Stat_t)
	return !known || int64(is.Blocks)*512 < info.Size()
}

// stays reports whether f, which is new, would not do in the place of t: that has several
// names, or an owner, a mode or an access control list that a new file would not have.
func (t target) stays(f *os.File) bool {
	if t.info.Mode()&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) != 0 {
		return true // what becomes of these the system decides, as where anybody writes into it
	}
	info, err := f.Stat()
	if err != nil || f.Chmod(t.info.Mode().Perm()) != nil { // some file systems have no modes
		return true
	}
	// Lists and modes are in each other, so that both are held against each other.
	same := alike(t.path, f.Name())
	if f.Chmod(info.Mode().Perm()) != nil || !same {
		return true
	}
	is, known := t.info.Sys().(*syscall.Stat_t)
	would, knownToo := info.Sys().(*syscall.Stat_t)
	return known && knownToo && (is.Nlink > 1 || is.Uid != would.Uid || is.Gid != would.Gid)
}

// changed reports whether the file that t was has by now what a new one, which was made to stand for
// it, has not.
func (t target) changed(now fs.FileInfo, name string) bool {
	is, known := now.Sys().(*syscall.Stat_t)
	was, knownToo := t.info.Sys().(*syscall.Stat_t)
	return now.Mode() != t.info.Mode() || !alike(t.path, name) ||
		known && knownToo && (is.Nlink != was.Nlink || is.Uid != was.Uid || is.Gid != was.Gid)
}
