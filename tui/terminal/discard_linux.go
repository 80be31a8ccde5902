package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// discard drops what the system holds of what was written to a terminal. What is none has nothing
// to be dropped.
func discard(f *os.File) {
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	raw.Control(func(fd uintptr) { unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCOFLUSH) })
}
