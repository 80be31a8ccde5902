//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package files

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A child that is being started has a copy of what its parent holds until it is another program.
func TestALockEndsThoughACopyIsOpen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "taken")
	open := func() *os.File {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := open()
	if err := Lock(f); err != nil {
		t.Fatal(err)
	}
	copied, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(copied)
	second := open()
	defer second.Close()
	if Lock(second) == nil {
		t.Error("two have it")
	}
	if err := Close(f); err != nil {
		t.Error(err)
	}
	if err := Lock(second); err != nil {
		t.Errorf("nobody has it: %v", err)
	}
}
