//go:build unix

package runner

import (
	"context"
	"os"

	"golang.org/x/sys/unix"
)

// openAtOnce opens a file for reading. The usual open of a named pipe comes back
// when somebody opens it for writing, which may be never.
func openAtOnce(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
}

// ear is how many milliseconds may pass until the end of a context is heard.
const ear = 20

// await returns when there is something to read, the end of the file included, or
// with ctx's error. A pipe nobody has opened for writing yet looks to a read like
// one that has ended; poll knows better.
func await(ctx context.Context, f *os.File) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	for {
		ready, polled := 0, error(nil)
		err := raw.Control(func(fd uintptr) {
			ready, polled = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, ear)
		})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case ready > 0 || polled != nil && polled != unix.EINTR:
			return nil // if something is wrong, the read says what
		}
	}
}
