package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// readerTime is how long Grow waits for the reader of a pipe: whatever is being recorded
// would wait, too.
const readerTime = 2 * time.Second

// Grow opens what is written bit by bit, under the rules of Write but one: what is in it
// can be read at any time, and stays there when the program is killed, so that an ordinary
// file begins anew at once. Of a write that has no room nothing stays in such a file.
func Grow(ctx context.Context, path string, reads []string) (io.WriteCloser, error) {
	t, err := aim(path, reads)
	if err != nil {
		return nil, err
	}
	if t.direct {
		patience, done := context.WithTimeout(ctx, readerTime)
		defer done()
		f, err := t.open(patience)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			return nil, fmt.Errorf("writing %s: nobody reads this pipe; start its reader first", path)
		case err != nil:
			return nil, fmt.Errorf("writing %s: %w", path, reason(err))
		}
		return growing{named: named{f, path}}, nil
	}
	f, err := os.OpenFile(t.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w; expected a folder that can be written", path, reason(err))
	}
	if err = Lock(f); err == nil {
		err = f.Truncate(0)
	} else {
		err = errors.New("somebody else is writing it; choose another name")
	}
	if err != nil {
		f.Close() // nothing was written
		return nil, fmt.Errorf("writing %s: %w", path, reason(err))
	}
	return growing{named: named{f, path}, cut: true}, nil
}

// growing is a file that is written bit by bit.
type growing struct {
	named
	cut bool // what was written of a bit can be taken back
}

func (g growing) Write(p []byte) (int, error) {
	n, err := g.named.Write(p)
	if err == nil || !g.cut || n == 0 {
		return n, err
	}
	if info, stated := g.f.Stat(); stated == nil && g.f.Truncate(info.Size()-int64(n)) == nil {
		n = 0
	}
	return n, err
}

// Close closes it, but not what belongs to the whole program. It is an error where its name leads to
// what was written no more.
func (g growing) Close() error {
	if g.f == os.Stdout || g.f == os.Stderr {
		return nil
	}
	is, err := g.f.Stat()
	named, errNamed := os.Stat(g.path)
	gone := g.cut && err == nil && !os.SameFile(is, named) && !errors.Is(errNamed, fs.ErrPermission)
	if err := g.f.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", g.path, reason(err))
	}
	if gone {
		return fmt.Errorf("writing %s: it has been moved, removed or replaced since this began, and what was written went with it; expected a file that nobody else moves meanwhile", g.path)
	}
	return nil
}
