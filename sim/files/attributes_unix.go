//go:build darwin || freebsd || linux || netbsd

package files

import (
	"bytes"
	"maps"

	"golang.org/x/sys/unix"
)

// alike reports whether two files have the same extended attributes, access control lists among
// them; what cannot be read counts as none.
func alike(a, b string) bool { return maps.Equal(attributes(a), attributes(b)) }

func attributes(path string) map[string]string {
	found := map[string]string{}
	names := sized(func(to []byte) (int, error) { return unix.Listxattr(path, to) })
	for name := range bytes.SplitSeq(names, []byte{0}) {
		if len(name) > 0 {
			found[string(name)] = string(sized(func(to []byte) (int, error) { return unix.Getxattr(path, string(name), to) }))
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
