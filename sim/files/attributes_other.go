//go:build unix && !darwin && !freebsd && !linux && !netbsd

package files

// alike reports whether two files have the same extended attributes, which nothing here can
// read.
func alike(a, b string) bool { return true }
