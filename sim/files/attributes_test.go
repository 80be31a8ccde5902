//go:build darwin || freebsd || linux || netbsd

package files

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Who may read a file, and what else is noted of it, stays as it is where it is written over:
// the bits of its mode alone would say something else beside a list, or without one.
func TestAccessControlListsStay(t *testing.T) {
	list := func(entries ...[3]uint32) []byte { // as Linux has it: version, and tag, rights and id of each
		text := binary.LittleEndian.AppendUint32(nil, 2)
		for _, e := range entries {
			text = binary.LittleEndian.AppendUint16(text, uint16(e[0]))
			text = binary.LittleEndian.AppendUint16(text, uint16(e[1]))
			text = binary.LittleEndian.AppendUint32(text, e[2])
		}
		return text
	}
	const nobody = ^uint32(0)
	whole := list([3]uint32{1, 6, nobody}, [3]uint32{2, 4, 1000}, [3]uint32{4, 0, nobody}, [3]uint32{0x10, 4, nobody}, [3]uint32{0x20, 0, nobody})
	set := func(path, name string, value []byte) {
		t.Helper()
		if err := unix.Setxattr(path, name, value, 0); err != nil {
			t.Skipf("no %s here: %v", name, err)
		}
	}
	has := func(path, name string) string {
		value := make([]byte, 1000)
		n, err := unix.Getxattr(path, name, value)
		if err != nil {
			return ""
		}
		return string(value[:n])
	}
	write := func(path string) {
		t.Helper()
		if err := Write(t.Context(), path, nil, writing("new")); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "new" {
			t.Errorf("%q, %v", text, err)
		}
		if left := Matching(filepath.Dir(path), ".admmlab-*"); left != nil {
			t.Errorf("left over: %v", left)
		}
	}

	dir := t.TempDir()
	noted := filepath.Join(dir, "noted")
	put(t, noted, "old", 0o644)
	set(noted, "user.note", []byte("mine"))
	write(noted)
	if got := has(noted, "user.note"); got != "mine" {
		t.Errorf("the note is %q", got)
	}

	closed := filepath.Join(dir, "closed")
	put(t, closed, "old", 0o600)
	set(closed, "system.posix_acl_access", whole)
	write(closed)
	if got := has(closed, "system.posix_acl_access"); got != string(whole) || mode(t, closed) != 0o640 {
		t.Errorf("the list is %x, the mode %v", got, mode(t, closed))
	}

	// And it gets none where its folder has one for new files.
	open := filepath.Join(dir, "open")
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(open, "plain")
	put(t, plain, strings.Repeat("old", 10), 0o640)
	set(open, "system.posix_acl_default", whole)
	write(plain)
	if got := has(plain, "system.posix_acl_access"); got != "" || mode(t, plain) != 0o640 {
		t.Errorf("the list is %x, the mode %v", got, mode(t, plain))
	}
}
