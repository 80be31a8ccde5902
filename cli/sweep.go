package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/runner"
	"admmlab/sim/sweep"
)

// sweepCommand is `admmlab sweep`: one session over and over.
func sweepCommand() *cobra.Command {
	var o input.Source
	var dir string
	var weighs []string
	cmd := &cobra.Command{
		Use:   "sweep FILE --out DIR",
		Short: "run a session over a grid of values and several draws of the noise",
		Long: "FILE is a session with a table [sweep]: one or two keys with a list or a range\n" +
			"of values, and repeats, the number of draws of the noise for each. All cores\n" +
			"work, one run each. Every finished run is on disk at once: interrupted, killed\n" +
			"or changed, the same command goes on with what is missing.\n" +
			"DIR gets " + sweep.RunsFile + " (the finished runs), " + sweep.PlanFile + " (the plan, which makes\n" +
			"them again; one written or edited by hand is not replaced: " + sweep.AuthoredFile + "\n" +
			"tells what the program has written), " + sweep.ResultsFile + ", " + sweep.SummaryFile + ",\n" +
			"curves, heat map and trade-off as SVG, and the page " + sweep.PageFile + ".\n" +
			"A sweep over alpha also finds the optimal alpha of TIFS 2017, section V-C; its\n" +
			"problem (28) has the weights omega, the cap c3 on the loss, the largest alpha\n" +
			"alpha_max and loss, train_loss or train_loss_c: a table [optimum] sets them, or\n" +
			"--optimum, which needs no run anew.\n" +
			"Exit codes: 0 done; 1 bad input, runs that cannot be made or a folder that\n" +
			"cannot be written; 3 some run left the finite range, all are written; 130\n" +
			"interrupted, finished runs are kept.",
		Example: "  admmlab sweep alpha.toml --out alpha\n  admmlab sweep alpha.toml --out quick --data census:2000 --set C=60 --iterations 20\n" +
			"  admmlab sweep alpha.toml --out alpha --optimum c3=0.5 --optimum omega=0.02,6,9,1",
		Args: onePlan,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dir == "" {
				return errors.New("admmlab sweep needs --out DIR, the folder for its results; an earlier one goes on")
			}
			over, err := o.Assignments(cmd)
			if err != nil {
				return err
			}
			weights, err := input.Assigned("--optimum", sweep.MostLossKey+"=0.5", weighs)
			if err != nil {
				return err
			}
			plan, err := readPlan(cmd.Context(), args[0], over, weights)
			if err != nil {
				return err
			}
			configs := plan.Configs()
			input.TellUnread(cmd.ErrOrStderr(), over, configs...)
			swept := map[string]string{}
			for _, a := range plan.Axes {
				if back := config.SetsBack(a.Key); back != "" {
					swept[back] = "the plan sweeps " + a.Key + ", which sets it back"
				}
			}
			for _, a := range plan.Axes {
				swept[a.Key] = "the plan sweeps it"
			}
			input.TellOutdone(cmd.ErrOrStderr(), over, sweep.Unseen(configs), swept)
			return runSweep(cmd.Context(), plan, dir, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
		ValidArgsFunction: input.FirstOf(func() []string { return []string{"toml"} }, cobra.ShellCompDirectiveFilterFileExt),
	}
	o.Flags(cmd)
	cmd.Flags().StringArrayVar(&weighs, "optimum", nil, "set a key of [optimum], key=value; may be repeated\n("+strings.Join(sweep.OptimumKeys, ", ")+")")
	input.Offer(cmd, cobra.NoFileCompletions, "optimum")
	input.FolderFlag(cmd, &dir, "folder of the results, made if need be; its runs are kept")
	return cmd
}

func onePlan(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%[1]s takes the FILE of a plan; %[1]s --help shows one", cmd.CommandPath())
	}
	return input.AtMostOne(cmd, args)
}

// readPlan is the plan of a file with what the flags change in it.
func readPlan(ctx context.Context, name string, over, weighs []config.Assignment) (sweep.Plan, error) {
	return input.Heed(ctx, func() (sweep.Plan, error) {
		text, err := files.Read(ctx, name, files.MostText)
		if err != nil {
			return sweep.Plan{}, fmt.Errorf("reading the plan: %w", err)
		}
		plan, err := sweep.Parse(text, name, over, weighs...)
		plan.Source = name
		return plan, err
	})
}

// runSweep makes a sweep and tells of it: progress on errOut, what came out on out.
func runSweep(ctx context.Context, plan sweep.Plan, dir string, out, errOut io.Writer) error {
	if err := files.Endless(input.ReadBy(nil, plan.Configs()...)); err != nil {
		return err
	}
	p := output.NewProgress(errOut, plan.Runs())
	kept := 0
	host := runner.NewHost()
	defer host.Close()
	results, err := plan.Run(ctx, host, dir, runtime.GOMAXPROCS(0), func(at sweep.Progress) {
		kept = at.Kept
		if at.Loading != nil {
			p.Loading(*at.Loading)
			return
		}
		p.Show(func(time.Time) string { return sweepLine(at) })
	})
	p.Clear()
	output.Notes(errOut, results.Note)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintf(errOut, "interrupted: %s are kept in %s; the same command goes on\n", results.Kept(), escape.Terminal(dir))
	}
	if err != nil {
		return err
	}
	if kept > 0 {
		fmt.Fprintf(errOut, "%d of %d runs were there already\n", kept, plan.Runs())
	}
	for _, line := range results.Told() {
		fmt.Fprintln(errOut, escape.Terminal(line))
	}
	if err := tellSweep(out, results); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%s tells more\n", escape.Terminal(filepath.Join(dir, sweep.PageFile))); err != nil {
		return err
	}
	if results.Diverged() > 0 {
		return errHalted
	}
	return nil
}

// sweepLine is how far it is.
func sweepLine(at sweep.Progress) string {
	line := fmt.Sprintf("run %d of %d done", at.Done, at.Runs)
	if at.Failed > 0 {
		line += fmt.Sprintf(", %d failed", at.Failed)
	}
	if at.Left >= 0 {
		line += ", " + at.Left.Round(time.Second).String() + " left"
	}
	return line
}

// tellSweep writes what came out in a few lines.
func tellSweep(out io.Writer, results sweep.Results) error {
	var b strings.Builder
	across := results.Plan.Across().Key
	for _, m := range results.Compared() {
		fmt.Fprintf(&b, "%s, medians, %s across", m.Words, across)
		if down, two := results.Plan.Down(); two {
			fmt.Fprintf(&b, ", %s down", down.Key)
		}
		fmt.Fprintf(&b, "\n%s\n\n", strings.Join(results.HeatMap(m, 0, sweep.Shades), "\n"))
	}
	if across == admm.AlphaKey {
		for _, c := range results.Plan.Curves() {
			fmt.Fprintf(&b, "%s\n  %s\n\n", escape.Terminal(strings.TrimSpace("optimal alpha "+c.Label)), strings.Join(results.OptimumWords(c), "\n  "))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
