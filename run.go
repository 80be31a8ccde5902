package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"admmlab/sim"
)

// runCommand is `admmlab run`: the same session without a screen.
func runCommand() *cobra.Command {
	var o source
	var format, path string
	cmd := &cobra.Command{
		Use:   "run [PRESET or FILE]",
		Short: "run a session without a screen and write its rows",
		Long: "Rows go to standard output or, whole or not at all, to --out. Progress and notices go to standard error.\n" +
			"Exit codes: 0 done, 1 bad input, 3 the run left the finite range, 130 interrupted.",
		Example: "  admmlab run --iterations 50 --out rows.csv\n  admmlab run recycled-fig4-growth-1.04 --format jsonl\n  admmlab run --set alpha=0.1 --set topology=star",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := o.config(args)
			if err != nil {
				return err
			}
			if path == "" {
				return writeRows(cmd.Context(), c, format, cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return wholeFile(path, func(w io.Writer) error {
				return writeRows(cmd.Context(), c, format, w, cmd.ErrOrStderr())
			})
		},
		ValidArgsFunction: completeSource,
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&format, "format", "csv", "`csv or jsonl`")
	cmd.Flags().StringVar(&path, "out", "", "write to `FILE` instead of standard output")
	return cmd
}

// writeRows runs c and writes its rows to out. A halted or interrupted run
// leaves the rows so far.
func writeRows(ctx context.Context, c sim.Config, format string, out, errOut io.Writer) error {
	w, err := sim.NewWriter(out, format, c.Method)
	if err != nil {
		return err
	}
	halted := false
	p := newProgress(errOut, c.Iterations)
	err = sim.Run(ctx, c, p.loading, func(r sim.Row, notices []sim.Notice) error {
		for _, n := range notices {
			p.clear()
			if n.Kind != sim.Finished {
				fmt.Fprintf(errOut, "t %d: %s\n", n.Iteration, n.Text)
			}
			halted = halted || n.Kind == sim.Diverged
		}
		p.at(r.Iteration)
		return w.Write(r)
	})
	p.clear()
	if flushErr := w.Flush(); err == nil {
		err = flushErr
	}
	if err == nil && halted {
		err = errHalted
	}
	return err
}

// wholeFile writes path through a temporary file in the same folder, so that it
// is there whole or not at all. A run that halted has whole rows, too.
func wholeFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".admmlab-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w; expected a folder that can be written", path, err)
	}
	defer func() {
		if err != nil && err != errHalted {
			os.Remove(f.Name()) // best effort: the message matters more
		}
	}()
	halt := write(f)
	if halt != nil && halt != errHalted {
		f.Close()
		return halt
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return halt
}

// progress is one line that is written over, only where somebody can see it.
type progress struct {
	out   io.Writer
	live  bool
	total int
	began time.Time
	last  time.Time
	shown bool
}

func newProgress(out io.Writer, total int) *progress {
	f, ok := out.(*os.File)
	return &progress{out: out, live: ok && term.IsTerminal(f.Fd()), total: total, began: time.Now()}
}

// show writes the line at most ten times a second, and not before anything took
// half a second.
func (p *progress) show(line string) {
	now := time.Now()
	if !p.live || now.Sub(p.began) < time.Second/2 || now.Sub(p.last) < time.Second/10 {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.out, "\r\x1b[K%s", line)
}

func (p *progress) loading(l sim.Loading) {
	p.show(fmt.Sprintf("reading %s %3.0f %%", l.What, 100*l.Part))
}

func (p *progress) at(t int) {
	p.show(fmt.Sprintf("iteration %d of %d (%.0f %%), %.0f it/s", t, p.total,
		100*float64(t)/float64(p.total), float64(t)/time.Since(p.began).Seconds()))
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}
