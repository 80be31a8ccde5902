//go:build !unix

package files

import (
	"context"
	"io/fs"
	"os"
)

// openForReading opens a file for reading.
func openForReading(path string) (*os.File, error) { return os.Open(path) }

// await returns ctx's error: here a read of a file does not wait for anybody.
func await(ctx context.Context, _ *os.File) error { return ctx.Err() }

func openForWriting(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
}

// nobodyReads is never the case where named pipes are none of the file system.
func nobodyReads(error) bool { return false }

func stays(fs.FileInfo, *os.File) bool { return false }

// Closed reports whether f was closed when the program began, which nobody knows here.
func Closed(*os.File) bool { return false }
