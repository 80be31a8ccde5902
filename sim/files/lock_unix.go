//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package files

import (
	"errors"
	"os"
	"syscall"
)

// Lock takes a file for whoever opened it until it is closed, also by kill -9. It does
// not wait: an error says that somebody else has it. Where the file system has no such lock
// nobody is kept out.
func Lock(f *os.File) error {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return err
	}
	return nil
}

// Close gives a file that Lock has taken to others, and closes it: at once, also where a
// program that is being started has it from this one for a moment.
func Close(f *os.File) error {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) // closing does so, too
	return f.Close()
}

// Hold takes a folder as Lock takes a file; taken is that somebody else has it.
func Hold(folder string) (release func(), taken bool) {
	f, err := os.OpenFile(folder, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0) // a pipe in its place is none
	if err != nil {
		return func() {}, false // writing into it says what is wrong
	}
	if Lock(f) != nil {
		f.Close() // a folder: nothing can be lost
		return func() {}, true
	}
	return func() { Close(f) }, false
}
