package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/files"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/runner"
)

// runCommand is `admmlab run`: the same session without a screen.
func runCommand() *cobra.Command {
	var o input.Source
	var format, path, model string
	cmd := &cobra.Command{
		Use:   "run [PRESET or FILE]",
		Short: "run a session without a screen and write its rows",
		Long: "Rows go to standard output or, whole or not at all, to --out. Progress and\n" +
			"notices go to standard error, and after all rows the total ε, what the run cost\n" +
			"in passes over the data, messages and bytes, what it is measured against (the\n" +
			"optimum over everybody's data, the majority class, and one trusted curator at\n" +
			"the same total ε), and what is proved of where it ends.\n" +
			"--model writes the weights the run ends with, one line a column of the data, and\n" +
			"says which of them may be looked at under which promise, or that there is none.\n" +
			"Exit codes: 0 done, or stopped by its own condition or budget; 1 bad input or a\n" +
			"file that cannot be read or written; 3 the run left the finite range, its rows\n" +
			"are written; 130 interrupted, the rows so far are on standard output, --out and\n" +
			"--model are not written (--out is where it had all its rows by then).\n\nKeys of --set, as in session files:\n" + keyHelp(),
		Example: "  admmlab run --iterations 50 --out rows.csv\n  admmlab run recycled-fig4-growth-1.04 --format jsonl\n  admmlab run --set alpha=0.1 --set topology=star --model weights.csv",
		Args:    input.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			toFile := cmd.Flags().Changed("out")
			if toFile && path == "" {
				return errors.New("writing rows: --out is empty, expected the name of a file")
			}
			toModel := cmd.Flags().Changed("model")
			if toModel {
				if _, err := report.ModelFormat(model); err != nil {
					return err
				}
			}
			c, err := o.Config(cmd, args)
			if err != nil {
				return err
			}
			o.Tell(cmd.ErrOrStderr(), c)
			input.TellOutdone(cmd.ErrOrStderr(), o.Over, config.Unwatched())
			r := rowRun{ctx: cmd.Context(), config: c, format: format, errOut: cmd.ErrOrStderr(), host: runner.NewHost(), keeps: toModel}
			defer r.host.Close()
			reads := input.ReadBy(args, c)
			work := func() error { return r.write(cmd.OutOrStdout()) }
			if toFile {
				work = func() error { return r.writeRows(path, reads, r.write) }
			}
			if toModel {
				err = r.writeModel(model, path, reads, work)
			} else {
				err = work()
			}
			if err == nil || errors.Is(err, errHalted) {
				return cmp.Or(r.measure(), err)
			}
			return err
		},
		ValidArgsFunction: input.FirstOf(input.SessionNames, cobra.ShellCompDirectiveDefault),
	}
	o.Flags(cmd)
	cmd.Flags().StringVar(&format, "format", "csv", "format of the rows, csv or jsonl")
	cmd.Flags().StringVar(&path, "out", "", "write to this FILE instead of standard output")
	cmd.Flags().StringVar(&model, "model", "", "write the weights of the last iteration to this FILE, .csv or .json")
	input.Offer(cmd, input.OneOf([]string{"csv", "jsonl"}), "format")
	return cmd
}

// rowRun is a run whose rows are written.
type rowRun struct {
	ctx    context.Context
	config config.Config
	format string
	errOut io.Writer
	host   *runner.Host

	set  *data.Dataset // held for what the run is measured against: a pipe is read once
	last sim.Row

	keeps  bool // the model
	model  *sim.Model
	filled bool // the file of rows is, safely on disk, whatever stands against its place
	halted bool // the run left the finite range
}

// standardOutput is the name of it, where the system has one.
const standardOutput = "/dev/stdout"

// writeModel makes the run by work and writes its model, whole or not at all. The file is
// begun first, so that one that cannot be written costs no run.
func (r *rowRun) writeModel(path, rows string, reads []string, work func() error) error {
	if files.Same(path, cmp.Or(rows, standardOutput)) {
		return fmt.Errorf("--model %s: that is where the rows go, expected another file", path)
	}
	format, err := report.ModelFormat(path)
	if err != nil {
		return err
	}
	var lost error // why rows that are whole have no place, which is nothing against the model
	all := false   // rows are there, or filled
	err = files.Write(r.ctx, path, reads, func(w io.Writer) error {
		err := work()
		if r.halted {
			fmt.Fprintln(r.errOut, "the model is not written: its numbers left the finite range")
		}
		if r.halted || err != nil && !(r.filled && r.model != nil) {
			return err
		}
		lost, all = err, true
		return report.WriteModel(r.ctx, w, format, r.model)
	})
	switch {
	case err == nil:
		return lost
	case lost != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(r.errOut, "interrupted: the model is not written")
		return lost
	case lost != nil:
		return fmt.Errorf("%w; and %w", lost, err)
	case all && errors.Is(err, context.Canceled):
		fmt.Fprintln(r.errOut, "interrupted: all rows are written, and the model is not")
	}
	return err
}

// write runs the session and writes its rows to out. A halted or interrupted run
// leaves the rows so far; one that never began leaves nothing, not even a header.
func (r *rowRun) write(out io.Writer) error {
	w, err := report.NewWriter(out, r.format, r.config.Method)
	if err != nil {
		return err
	}
	seen, beside := output.IsTerminal(out), r.errOut
	if seen { // then the rows are the progress
		beside = io.Discard
	}
	p := output.NewProgress(beside, r.config.Limit())
	if r.set, err = r.host.Load(r.ctx, r.config.Data, p.Loading); err == nil {
		show := func(row sim.Row, notices []sim.Notice) error {
			for _, n := range notices {
				p.Clear()
				if n.Kind != sim.Finished {
					fmt.Fprintln(r.errOut, noticeLine(n))
				}
				r.halted = r.halted || n.Kind == sim.Diverged
			}
			if row.Iteration == 0 { // no row, and a header that says so
				return w.Flush()
			}
			p.At(row.Iteration)
			r.last = row
			if err := w.Write(row); err != nil || !seen {
				return err
			}
			return w.Flush()
		}
		if r.keeps {
			r.model, err = r.host.Model(r.ctx, r.config, 0, "", p.Loading, show)
		} else {
			err = r.host.Run(r.ctx, r.config, p.Loading, show)
		}
	}
	p.Clear()
	last := r.last.Iteration
	if errors.Is(err, context.Canceled) {
		fmt.Fprintf(r.errOut, "interrupted after iteration %d of %d\n", last, r.config.Limit())
	}
	if last > 0 {
		if flushErr := w.Flush(); err == nil && flushErr != nil {
			err = fmt.Errorf("writing rows: %w", flushErr)
		}
	}
	if err == nil && r.halted {
		err = errHalted
	}
	return err
}

// measure tells what the run is measured against as it ended. All rows are written by
// then: who does not wait for it loses nothing.
func (r *rowRun) measure() error {
	if r.last.Iteration == 0 {
		return nil
	}
	end := report.Ended(r.config, r.last)
	levels, err := r.host.LevelsAt(r.ctx, end.Now, report.CuratorTotal(r.last.Tight), nil)
	runtime.KeepAlive(r.set)
	if r.ctx.Err() != nil {
		fmt.Fprintln(r.errOut, "interrupted: all rows are written; what the run is measured against is left out")
		return nil
	}
	if err != nil {
		return err
	}
	end.Levels = levels
	table := tabwriter.NewWriter(r.errOut, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "after iteration %d\ttrain loss\ttest error\n", r.last.Iteration)
	line := func(name string, loss, wrong float64) {
		fmt.Fprintf(table, "  %s\t%s\t%s %%\n", name, numeral.Short(loss), numeral.Short(100*wrong))
	}
	line("this run", r.last.TrainLoss, r.last.TestError)
	for _, l := range end.Against() {
		line(l.Name, l.TrainLoss, l.TestError)
	}
	table.Flush()
	fmt.Fprintln(r.errOut, report.Cost(end.Now, &r.last))
	if words := end.Promise(); words != "" {
		fmt.Fprintln(r.errOut, words)
	}
	if l, ok := r.last.Converges(); ok {
		fmt.Fprintf(r.errOut, "will it converge: %s\n", l.Detail)
	}
	for _, note := range end.AgainstNotes() {
		fmt.Fprintln(r.errOut, note)
	}
	return nil
}

// writeRows writes the rows into path, whole or not at all, and never over what is read. A run that
// halted has whole rows, too.
func (r *rowRun) writeRows(path string, reads []string, write func(io.Writer) error) error {
	var halt error
	var b files.Batch
	defer b.Close()
	err := b.Write(r.ctx, path, reads, func(w io.Writer) error {
		err := write(w)
		if errors.Is(err, errHalted) {
			halt, err = err, nil
		}
		return err
	})
	if err == nil {
		r.filled = halt == nil
		err = b.Settle(r.ctx)
	}
	return cmp.Or(err, halt)
}
