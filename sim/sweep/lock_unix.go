//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package sweep

import (
	"os"
	"syscall"
)

// lock takes the file for this process until it is closed, also by kill -9.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
