//go:build !unix

package files

import (
	"context"
	"io/fs"
	"os"
)

// movesOpen is whether a file that is open can have another name.
const movesOpen = false

// openForReading opens a file for reading.
func openForReading(path string) (*os.File, error) { return os.Open(path) }

// read is f's Read, which here does not wait for anybody, unless ctx has ended.
func read(ctx context.Context, f *os.File, p []byte) (int, error) {
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return f.Read(p)
}

// writable is false: what is written to takes it, or fails.
func writable(*os.File) bool { return false }

// openForWriting opens what is there, which is never waited for, and begins it anew.
func (t target) openForWriting() (*os.File, error) {
	return os.OpenFile(t.path, os.O_WRONLY|os.O_TRUNC, 0)
}

func openOver(path string) (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) }

// inherited is nothing where no name stands for a descriptor.
func inherited(string) (*os.File, error) { return nil, nil }

// nobodyReads is never the case where named pipes are none of the file system.
func nobodyReads(error) bool { return false }

// sparse is never asked for: no file stays.
func sparse(fs.FileInfo) bool { return true }

func (t target) stays(*os.File) bool { return false }

func (t target) changed(now fs.FileInfo, _ string) bool { return now.Mode() != t.info.Mode() }
