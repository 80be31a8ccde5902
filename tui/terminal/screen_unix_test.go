//go:build unix

package terminal

import (
	"testing"

	"github.com/creack/pty"
)

// A terminal whose size nobody has set, as on a serial line, has the one that the environment
// names, or that of old.
func TestAnUnknownSizeIsTheUsualOne(t *testing.T) {
	control, file, err := pty.Open()
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	defer control.Close()
	defer file.Close()
	screen := Open(file, file)
	defer screen.out.Close()
	for _, c := range []struct {
		reported      pty.Winsize
		columns, rows string // of the environment
		w, h          int
	}{
		{pty.Winsize{Cols: 120, Rows: 36}, "90", "30", 120, 36},
		{pty.Winsize{}, "", "", 80, 24},
		{pty.Winsize{}, "90", "30", 90, 30},
		{pty.Winsize{}, "0", "-3", 80, 24},
		{pty.Winsize{}, "wide", "99999", 80, MostRows},
		{pty.Winsize{Cols: 120}, "90", "30", 120, 30},
		{pty.Winsize{Rows: 36}, "", "", 80, 36},
	} {
		t.Setenv("COLUMNS", c.columns)
		t.Setenv("LINES", c.rows)
		if err := pty.Setsize(control, &c.reported); err != nil {
			t.Fatal(err)
		}
		if w, h := screen.size(); w != c.w || h != c.h {
			t.Errorf("%+v, COLUMNS=%s LINES=%s: %d by %d, want %d by %d", c.reported, c.columns, c.rows, w, h, c.w, c.h)
		}
	}
}
