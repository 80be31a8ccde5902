package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"admmlab/sim"
	"admmlab/sim/escape"
)

func isTerminal(w any) bool {
	w = beneath(w)
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// progress is one line that is written over, only where somebody can see it.
type progress struct {
	out   io.Writer
	plain bool // ASCII only
	live  bool
	total int
	began time.Time
	first time.Time // when the first iteration was done: loading is not part of the rate
	last  time.Time
	shown bool
}

func newProgress(out io.Writer, total int) *progress {
	p := &progress{out: out, live: isTerminal(out), total: total, began: time.Now()}
	if text, ok := out.(*escape.Writer); ok {
		p.out, p.plain = text.To, text.Plain // it moves the cursor
	}
	return p
}

// show writes the line at most ten times a second, and not before anything took
// half a second.
func (p *progress) show(line func(now time.Time) string) {
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

func (p *progress) loading(l sim.Loading) {
	p.show(func(time.Time) string {
		done := min(20, max(0, int(20*l.Part)))
		return fmt.Sprintf("%s [%s%s] %3.0f %%", l.What, strings.Repeat("#", done), strings.Repeat("-", 20-done), 100*l.Part)
	})
}

func (p *progress) ran(done, all int) {
	p.show(func(now time.Time) string {
		return fmt.Sprintf("run %d of %d, %.0f s", done, all, now.Sub(p.began).Seconds())
	})
}

func (p *progress) at(t int) {
	if p.first.IsZero() {
		p.first = time.Now()
	}
	p.show(func(now time.Time) string {
		line := fmt.Sprintf("iteration %d of %d (%.0f %%)", t, p.total, 100*float64(t)/float64(p.total))
		if spent := now.Sub(p.first).Seconds(); t > 1 && spent > 0 {
			line += fmt.Sprintf(", %.3g it/s", float64(t-1)/spent)
		}
		return line
	})
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}
