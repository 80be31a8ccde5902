package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// discarding drops what the system holds of what was written to a terminal; nil for what is none.
func discarding(f *os.File) (discard func()) {
	raw, err := f.SyscallConn()
	if err != nil {
		return nil
	}
	return func() {
		raw.Control(func(fd uintptr) { unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCOFLUSH) })
	}
}
