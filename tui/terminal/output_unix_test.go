//go:build unix

package terminal

import (
	"bufio"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A terminal that another program has told not to let anybody wait (O_NONBLOCK), as its flags are those of
// all who have it from one shell, is one that is only slow: it gets the whole of what it is sent.
func TestATerminalThatLetsNobodyWaitGetsAll(t *testing.T) {
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	r, w := os.NewFile(uintptr(ends[0]), "r"), os.NewFile(uintptr(ends[1]), "w") // which waits, as standard output does
	defer r.Close()
	if err := unix.SetNonblock(ends[1], true); err != nil {
		t.Fatal(err)
	}
	s := Open(r, w)
	frame := strings.Repeat("a frame ", 1<<15) // more than a pipe holds
	s.out.Write([]byte(frame))
	s.out.Write([]byte("another"))
	if !s.Late() {
		t.Fatal("it is not late while it takes nothing")
	}
	taken := bufio.NewReader(r)
	for _, want := range []string{frame, "another"} {
		got := make([]byte, len(want))
		if _, err := io.ReadFull(taken, got); err != nil || string(got) != want {
			t.Fatalf("%d bytes: %v", len(got), err)
		}
	}
	s.out.Close()
	w.Close()
}
