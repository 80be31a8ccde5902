//go:build unix

package output

import (
	"bytes"
	"io"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// A terminal or pipe that another program has told to let nobody wait (O_NONBLOCK), as its flags are
// those of all who have it, gets every row: it is only slow.
func TestAnOutletThatLetsNobodyWaitGetsAll(t *testing.T) {
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	r, w := os.NewFile(uintptr(ends[0]), "r"), os.NewFile(uintptr(ends[1]), "w") // which waits, as standard output does
	defer r.Close()
	if err := unix.SetNonblock(ends[1], true); err != nil {
		t.Fatal(err)
	}
	full := 0
	for n := 0; n >= 0; n, _ = unix.Write(ends[1], make([]byte, 512)) {
		full += n
	}
	rows := bytes.Repeat([]byte("a row\n"), 1<<16)
	wrote := make(chan error, 1)
	go func() {
		s := Open(w, io.Discard, false)
		_, err := s.Out.Write(rows)
		s.Close()
		w.Close()
		wrote <- err
	}()
	got, err := io.ReadAll(r)
	if wrong := <-wrote; len(got) != full+len(rows) || !bytes.Equal(got[full:], rows) || err != nil || wrong != nil {
		t.Errorf("%d of %d bytes, %v, %v", len(got)-full, len(rows), err, wrong)
	}
}
