package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/sim/runner"
)

// runCommand is `admmlab run`: the same session without a screen.
func runCommand() *cobra.Command {
	var o source
	var format, path string
	cmd := &cobra.Command{
		Use:   "run [PRESET or FILE]",
		Short: "run a session without a screen and write its rows",
		Long: "Rows go to standard output or, whole or not at all, to --out. Progress and\n" +
			"notices go to standard error.\n" +
			"Exit codes: 0 done, or stopped by its own budget; 1 bad input or a file that\n" +
			"cannot be read or written; 3 the run left the finite range, its rows are\n" +
			"written; 130 interrupted, the rows so far are on standard output, --out is not\n" +
			"written.",
		Example: "  admmlab run --iterations 50 --out rows.csv\n  admmlab run recycled-fig4-growth-1.04 --format jsonl\n  admmlab run --set alpha=0.1 --set topology=star",
		Args:    atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			toFile := cmd.Flags().Changed("out")
			if toFile && path == "" {
				return errors.New("writing rows: --out is empty, expected the name of a file")
			}
			c, err := o.config(cmd, args)
			if err != nil {
				return err
			}
			write := func(out io.Writer) error {
				return writeRows(cmd.Context(), c, format, out, cmd.ErrOrStderr())
			}
			if !toFile {
				return write(cmd.OutOrStdout())
			}
			return wholeFile(cmd.Context(), path, readBy(args, c), write)
		},
		ValidArgsFunction: firstOf(sessionNames, cobra.ShellCompDirectiveDefault),
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&format, "format", "csv", "format of the rows, csv or jsonl")
	cmd.Flags().StringVar(&path, "out", "", "write to this FILE instead of standard output")
	offer(cmd, oneOf([]string{"csv", "jsonl"}), "format")
	return cmd
}

// writeRows runs c and writes its rows to out. A halted or interrupted run
// leaves the rows so far; one that never began leaves nothing, not even a header.
func writeRows(ctx context.Context, c config.Config, format string, out, errOut io.Writer) error {
	w, err := report.NewWriter(out, format, c.Method)
	if err != nil {
		return err
	}
	seen := isTerminal(out) // then the rows are the progress
	p := newProgress(errOut, c.Iterations)
	p.live = p.live && !seen
	last, halted := 0, false
	err = runner.Run(ctx, c, p.loading, func(r sim.Row, notices []sim.Notice) error {
		for _, n := range notices {
			p.clear()
			if n.Kind != sim.Finished {
				fmt.Fprintf(errOut, "t %d: %s\n", n.Iteration, escape.Terminal(behindItsIteration(n)))
			}
			halted = halted || n.Kind == sim.Diverged
		}
		p.at(r.Iteration)
		last = r.Iteration
		if err := w.Write(r); err != nil || !seen {
			return err
		}
		return w.Flush()
	})
	p.clear()
	if errors.Is(err, context.Canceled) {
		fmt.Fprintf(errOut, "interrupted after iteration %d of %d\n", last, c.Iterations)
	}
	if last > 0 {
		if flushErr := w.Flush(); err == nil && flushErr != nil {
			err = fmt.Errorf("writing rows: %w", flushErr)
		}
	}
	if err == nil && halted {
		err = errHalted
	}
	return err
}

// wholeFile writes path whole or not at all, and never over what is read. A run that
// halted has whole rows, too.
func wholeFile(ctx context.Context, path string, reads []string, write func(io.Writer) error) error {
	var halt error
	err := files.Write(ctx, path, reads, func(w io.Writer) error {
		err := write(w)
		if errors.Is(err, errHalted) {
			halt, err = err, nil
		}
		return err
	})
	return errors.Join(err, halt)
}
