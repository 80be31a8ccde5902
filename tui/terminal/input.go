package terminal

import (
	"os"
	"time"
)

// input is the file of a terminal, read through a guard. It has a descriptor of its own
// so that raw mode and cancelled reads work as with the file itself.
type input struct {
	*os.File
	guard guard
	chunk [1 << 11]byte
	rest  []byte // what has not been read yet
}

// Read gives what the guard lets through, which may be nothing. It reads half of what
// bubbletea has room for, so that nothing stays behind: it would wait for the next key.
func (i *input) Read(p []byte) (int, error) {
	if len(i.rest) == 0 {
		n, err := i.File.Read(i.chunk[:min(len(i.chunk), len(p))])
		i.rest = i.guard.pass(i.chunk[:n], time.Now())
		if err != nil {
			return 0, err
		}
	}
	n := copy(p, i.rest)
	i.rest = i.rest[n:]
	return n, nil
}
