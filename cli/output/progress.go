package output

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"admmlab/sim"
	"admmlab/sim/escape"
	"admmlab/sim/numeral"
)

// IsTerminal reports whether what is written to w is seen as it comes.
func IsTerminal(w any) bool {
	w = beneath(w)
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// Progress is one line that is written over, only where somebody can see it.
type Progress struct {
	out   io.Writer
	plain bool // ASCII only
	live  bool
	total int
	began time.Time
	first time.Time // when the first iteration was done: loading is not part of the rate
	last  time.Time
	shown bool
}

// NewProgress is the progress of so many iterations on out.
func NewProgress(out io.Writer, total int) *Progress {
	p := &Progress{out: out, live: IsTerminal(out), total: total, began: time.Now()}
	if text, ok := out.(*escape.Writer); ok {
		p.out, p.plain = text.To, text.Plain // it moves the cursor
	}
	return p
}

// Show writes the line at most ten times a second, and not before anything took
// half a second.
func (p *Progress) Show(line func(now time.Time) string) {
	now := time.Now()
	if !p.live || now.Sub(p.began) < time.Second/2 || now.Sub(p.last) < time.Second/10 {
		return
	}
	p.last, p.shown = now, true
	words := escape.Terminal(line(now))
	if p.plain {
		words = escape.ASCII(words)
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", words)
}

// Loading is a data set that is being made ready.
func (p *Progress) Loading(l sim.Loading) {
	p.Show(func(time.Time) string {
		done := min(20, max(0, int(20*l.Part)))
		return fmt.Sprintf("%s [%s%s] %3.0f %%", l.What, strings.Repeat("#", done), strings.Repeat("-", 20-done), 100*l.Part)
	})
}

// Ran is so many runs of all that are done.
func (p *Progress) Ran(done, all int) {
	p.Show(func(now time.Time) string {
		return fmt.Sprintf("run %d of %d, %.0f s", done, all, now.Sub(p.began).Seconds())
	})
}

// At is an iteration that is done.
func (p *Progress) At(t int) {
	if p.first.IsZero() {
		p.first = time.Now()
	}
	p.Show(func(now time.Time) string {
		line := fmt.Sprintf("iteration %d of %d (%.0f %%)", t, p.total, 100*float64(t)/float64(p.total))
		if spent := now.Sub(p.first).Seconds(); t > 1 && spent > 0 {
			line += ", " + numeral.Short(float64(t-1)/spent) + " it/s"
		}
		return line
	})
}

// Clear takes the line away.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}
