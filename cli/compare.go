package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/figure"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/sim/runner"
)

// comparison is what `admmlab compare` was asked for.
type comparison struct {
	asked        input.Sides
	match        bool   // first calibrate their noise to the budget of the first
	format       string // of the table
	dir, picture string // folder for files, "" for none, and format of the charts in it
	batch        files.Batch
}

// compareCommand is `admmlab compare`: sessions side by side.
func compareCommand() *cobra.Command {
	var o input.Source
	var c comparison
	var budget string
	cmd := &cobra.Command{
		Use:   "compare SESSION [SESSION] [SESSION] [SESSION]",
		Short: "run up to four sessions on the same data and draws, with a report and charts",
		Long: "A SESSION is a preset, a session file, or a run of the laboratory by ID or name.\n" +
			"All run on the data, split, rows held out, draws, loss and limit of the first,\n" +
			"on all cores; the last values are a table on standard output, with the test\n" +
			"errors of what each is measured against: majority class, one trusted curator at\n" +
			"the same total ε, and the optimum over everybody's data; under sharing also\n" +
			"party 1 alone and the gradient method; and what each cost in passes over the\n" +
			"data, messages and bytes.\n" +
			"With --budget the noise of each is chosen so that it spends that ε by the\n" +
			"limit, by the accountant and at the δ of the first.\n" +
			"DIR gets report.md, the charts loss, error and privacy, and of each run rows and\n" +
			"session (A-dvp.csv, A-dvp.toml), after all runs are done and each file whole;\n" +
			"those of the same name are replaced. One session alone has a report of its own.\n" +
			"Exit codes: 0 done; 1 bad input or a folder that cannot be written; 3 some run\n" +
			"left the finite range, all is written; 130 interrupted, nothing is written.",
		Example: "  admmlab compare tifs-fig3-dvp-0.1 mine.toml --iterations 50\n  admmlab compare recycled-fig5-dvp recycled-fig5-mradmm --budget 10 --out race",
		Args:    oneToFour,
		RunE: func(cmd *cobra.Command, args []string) error {
			over, err := o.Assignments(cmd)
			if err != nil {
				return err
			}
			said, more := over, over
			if c.match = cmd.Flags().Changed(config.BudgetKnob.Key); c.match {
				if _, err := config.ParseTotal(budget); err != nil {
					return fmt.Errorf("--budget: %w", err)
				}
				said = append(slices.Clip(over), config.Assignment{Key: config.BudgetKnob.Key, Value: budget, Where: "--budget"})
				more = append(slices.Clip(said), config.Assignment{Key: config.StopKnob.Key, Value: "true", Where: "--budget"})
			}
			if err := c.check(cmd.Flags().Changed("out"), cmd.Flags().Changed("charts")); err != nil {
				return err
			}
			var told bytes.Buffer // until it is known where it goes
			c.asked, err = input.SideBySide(cmd.Context(), args, more, &told)
			err = cmp.Or(err, files.Unspoken(slices.Concat(c.asked.Reads, c.paths())...))
			if !files.Silent(err) {
				cmd.ErrOrStderr().Write(told.Bytes())
			}
			if err != nil {
				return err
			}
			run := c.asked.Configs
			if c.match {
				run = input.Budgeted(run)
			}
			input.TellUnread(cmd.ErrOrStderr(), said, run...)
			input.TellOutdone(cmd.ErrOrStderr(), over, config.Unwatched())
			if c.match {
				input.TellOutdone(cmd.ErrOrStderr(), over, input.Spending(c.asked.Configs))
				if slices.ContainsFunc(c.asked.Configs, func(c config.Config) bool { return len(c.Events) > 0 }) {
					fmt.Fprintln(cmd.ErrOrStderr(), "the changes on the way (events) are left out: the noise is chosen for settings that stay as they are from the start")
				}
			}
			return c.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
		ValidArgsFunction: input.CompleteSessions,
	}
	o.Flags(cmd)
	cmd.Flags().StringVar(&budget, config.BudgetKnob.Key, "", "total ε that each run spends, by its own noise")
	input.FolderFlag(cmd, &c.dir, "folder for report, charts, rows and sessions, made if need be")
	cmd.Flags().StringVar(&c.picture, "charts", "svg", "format of the charts in --out, svg, png or pdf")
	input.FormatFlag(cmd, &c.format)
	input.Offer(cmd, input.OneOf(figure.Formats), "charts")
	input.Offer(cmd, cobra.NoFileCompletions, config.BudgetKnob.Key)
	return cmd
}

// check refuses before any work is done for it what cannot be written.
func (c comparison) check(outGiven, chartsGiven bool) error {
	switch {
	case !slices.Contains(figure.Formats, c.picture):
		return fmt.Errorf("--charts %s: expected %s", c.picture, strings.Join(figure.Formats, ", "))
	case c.dir == "" && chartsGiven && !outGiven:
		return fmt.Errorf("--charts %s: expected also --out DIR, where the charts go", c.picture)
	case c.dir == "" && outGiven:
		return errors.New("--out: expected the name of a folder")
	}
	return output.CheckFormat(c.format)
}

func oneToFour(cmd *cobra.Command, args []string) error {
	if n := len(args); n < 1 || n > runner.MaxCompanions+1 {
		return fmt.Errorf("%s takes one to four sessions, found %d; admmlab presets and admmlab runs list some", cmd.CommandPath(), n)
	}
	return nil
}

// run makes the runs, writes their files and tells how they ended: both of these also where
// there is no room for the other.
func (c *comparison) run(ctx context.Context, out, errOut io.Writer) (err error) {
	var sides []side
	made := false
	work := func(rows []*report.Writer) (err error) {
		sides, err = c.sides(ctx, errOut, rows)
		made = err == nil
		return err
	}
	if c.dir == "" {
		err = work(nil)
	} else {
		err = c.fill(ctx, work, &sides)
	}
	if !made {
		return err
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(errOut, "interrupted before all files were written; those of the folder stay as they were")
		return err
	}
	if err = cmp.Or(err, writeSides(out, c.format, sides)); err != nil {
		return err
	}
	tellCompared(errOut, sides)
	if c.dir != "" {
		output.Notes(errOut, escape.Terminal(files.Older(c.dir, c.files(), sidePatterns()...)))
		fmt.Fprintf(errOut, "%s tells more\n", escape.Terminal(filepath.Join(c.dir, "report.md")))
	}
	return halted(sides)
}

// fill makes sides by work and writes their files. All are begun first, so that a folder that
// cannot be written costs no run; what happens to their places later costs no rows. The page is
// there last. Where nothing is written no new folder stays.
func (c *comparison) fill(ctx context.Context, work func([]*report.Writer) error, sides *[]side) (err error) {
	unmake, err := files.MakeFolder(c.dir, 0o755)
	if err != nil {
		return fmt.Errorf("making the folder of the comparison: %w; expected a folder that can be written", err)
	}
	release, taken := files.Hold(c.dir)
	defer release()
	if taken {
		return fmt.Errorf("another comparison is writing to %s; wait for it, or choose another folder", c.dir)
	}
	defer func() {
		c.batch.Close() // what was filled goes first
		if err != nil {
			unmake()
		}
	}()
	if err := files.Apart(c.dir, c.files()...); err != nil {
		return err
	}
	rows, err := c.begin()
	if err == nil {
		err = work(rows)
	}
	if err != nil {
		return err
	}
	if err := c.writeFiles(ctx, rows, *sides); err != nil {
		return c.batch.Fail(ctx, err)
	}
	return c.batch.Settle(ctx)
}

// sides makes the runs, one core each, and hands their rows to rows, none where nobody asks
// for them.
func (c comparison) sides(ctx context.Context, errOut io.Writer, rows []*report.Writer) ([]side, error) {
	total := 0
	for _, one := range c.asked.Configs {
		total += one.Limit()
	}
	p := output.NewProgress(errOut, total)
	defer p.Clear()
	h := runner.NewHost()
	defer h.Close()
	set, err := h.Load(ctx, c.asked.Configs[0].Data, p.Loading) // of all of them: it is read once
	if err != nil {
		return nil, err
	}
	configs, err := c.matched(ctx, set, errOut)
	if err != nil {
		return nil, err
	}
	sides := newSides(configs, rows)
	for i := range sides {
		sides[i].data = set.Key
	}
	for i, doubt := range c.asked.Doubts {
		if doubt != "" {
			sides[i].report.Notices = []sim.Notice{{Kind: sim.Data, Text: doubt}}
		}
	}
	done, failed := 0, error(nil)
	tell := func(i int, notices []sim.Notice) {
		for _, n := range notices {
			if tells(n) {
				p.Clear()
				fmt.Fprintf(errOut, "%s %s\n", report.Letter(i), noticeLine(n))
			}
		}
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	err = h.RunAll(running, configs, runtime.GOMAXPROCS(0), runner.Watcher{
		Loading: p.Loading,
		News: func(i int, notices []sim.Notice) {
			tell(i, notices)
			sides[i].hear(notices)
		},
		Row: func(i int, r sim.Row, notices []sim.Notice) {
			tell(i, notices)
			if err := sides[i].take(r, notices); err != nil && failed == nil {
				failed = err
				stop()
			}
			done++
			p.At(done)
		},
		Made: func(i int, replay config.Config) { sides[i].ended(replay) },
		Done: func(i int, err error) {
			if err != nil && failed == nil {
				failed = fmt.Errorf("%s, %s: %w", report.Letter(i), sides[i].name, err)
			}
		},
	})
	if failed != nil {
		err = failed
	}
	if err == nil {
		err = measure(ctx, h, sides)
	}
	runtime.KeepAlive(set)
	p.Clear()
	if ctx.Err() != nil {
		fmt.Fprintf(errOut, "interrupted after %d of %d iterations; nothing is written\n", done, total)
		return nil, ctx.Err()
	}
	call(sides) // with their last values
	return sides, err
}

// measure computes what the runs are measured against as they ended.
func measure(ctx context.Context, h *runner.Host, sides []side) error {
	for i := range sides {
		r := &sides[i].report
		levels, err := h.LevelsAt(ctx, r.Now, report.CuratorTotal(r.Last.Tight), nil)
		if err != nil {
			return err
		}
		r.Levels = levels
	}
	return nil
}

// matched are the configs, calibrated if that was asked for.
func (c comparison) matched(ctx context.Context, set *data.Dataset, errOut io.Writer) ([]config.Config, error) {
	if !c.match {
		return c.asked.Configs, nil
	}
	var list []config.Config
	for i, asked := range c.asked.Configs {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if keys := differing(asked, c.asked.Configs[0], admm.DeltaKey, config.AccountantKnob.Key, config.StopKnob.Key); keys != nil {
			fmt.Fprintf(errOut, "%s, as A has it, by which the budget is matched: %s\n", report.Letter(i), strings.Join(keys, ", "))
		}
		fit, doubt, err := runner.Matched(ctx, asked, c.asked.Configs[0], set)
		if err != nil {
			return nil, fmt.Errorf("%s, %s, within the budget: %w", report.Letter(i), asked.Spec().Name, err)
		}
		if doubt != "" {
			fmt.Fprintf(errOut, "%s: its noise %s\n", report.Letter(i), doubt)
		}
		list = append(list, fit)
	}
	return list, nil
}

// differing are those of keys in which two sessions differ.
func differing(a, b config.Config, keys ...string) (list []string) {
	for _, d := range config.Differences(a, b) {
		if slices.Contains(keys, d.Key) {
			list = append(list, d.Key)
		}
	}
	return list
}
