//go:build unix && !darwin && !freebsd && !linux && !netbsd

package files

import "os"

// alike reports whether a file has the extended attributes of one by name, which nothing
// here can read.
func alike(path string, f *os.File) bool { return true }
