package terminal

import (
	"io"
	"os"
	"time"
)

// input is the file of a terminal, read through a guard. It has a descriptor of its own
// so that raw mode and cancelled reads work as with the file itself.
type input struct {
	*os.File
	guard guard
	chunk [1 << 9]byte
	held  []byte
	rest  []byte // of held, what has not been read yet
	more  bool   // something had come behind the last chunk when that was passed
	gone  func() // told when there is no terminal any more, nil for nobody
}

// Read gives what the guard lets through, which may be nothing; where that waits to hear
// whether ESC is a key, so does Read. It reads so much less than bubbletea has room for that
// nothing stays behind, which would wait for the next key: of a byte, ESC, five may go on.
// What is only begun may wait for the next Read where the rest of it has come already.
func (i *input) Read(p []byte) (int, error) {
	if len(i.rest) == 0 {
		i.held = i.held[:0]
		for {
			n, err := i.File.Read(i.chunk[:min(len(i.chunk), len(p))])
			now := time.Now()
			if i.more {
				i.guard.late(now)
			}
			i.more = err == nil && readable(i.File, 0)
			i.held = append(i.held, i.guard.pass(i.chunk[:n], i.more, now)...)
			switch {
			case err == nil:
			case closed(i.File):
				if i.gone != nil {
					i.gone()
				}
				return 0, err
			case err != io.EOF: // which is of a line that was typed while the terminal was another's
				return 0, err
			}
			if !i.more && i.guard.waits() {
				i.more = readable(i.File, escTimeout)
			}
			room := len(i.held)+(len(escKey)+1)*len(i.chunk) <= len(p)
			if !i.more || !i.guard.waits() || !room {
				break
			}
		}
		if !i.more {
			i.held = append(i.held, i.guard.alone()...)
		}
		i.rest = i.held
	}
	n := copy(p, i.rest)
	i.rest = i.rest[n:]
	return n, nil
}
