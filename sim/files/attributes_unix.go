//go:build darwin || freebsd || linux || netbsd

package files

import (
	"bytes"
	"maps"
	"os"

	"golang.org/x/sys/unix"
)

// alike reports whether a file has the extended attributes of one by name, access control
// lists among them; what cannot be read counts as none.
func alike(path string, f *os.File) bool {
	fd := int(f.Fd())
	named := attributes(func(to []byte) (int, error) { return unix.Listxattr(path, to) }, func(name string, to []byte) (int, error) { return unix.Getxattr(path, name, to) })
	open := attributes(func(to []byte) (int, error) { return unix.Flistxattr(fd, to) }, func(name string, to []byte) (int, error) { return unix.Fgetxattr(fd, name, to) })
	return maps.Equal(named, open)
}

func attributes(list func(to []byte) (int, error), get func(name string, to []byte) (int, error)) map[string]string {
	found := map[string]string{}
	names := sized(list)
	for name := range bytes.SplitSeq(names, []byte{0}) {
		if len(name) > 0 {
			found[string(name)] = string(sized(func(to []byte) (int, error) { return get(string(name), to) }))
		}
	}
	return found
}

// sized is what read gives into a text of the length that it asks for.
func sized(read func(to []byte) (int, error)) []byte {
	size, err := read(nil)
	if err != nil || size <= 0 {
		return nil
	}
	text := make([]byte, size)
	n, err := read(text)
	if err != nil {
		return nil // it has grown meanwhile
	}
	return text[:n]
}
