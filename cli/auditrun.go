package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/runner"
)

// pointColumns are the columns of `admmlab audit run --points`, in this order.
var pointColumns = []string{"alarm", "alarm_low", "alarm_high", "miss", "miss_low", "miss_high", "least"}

// auditRunCommand is `admmlab audit run`: an attack on the total of a session.
func auditRunCommand() *cobra.Command {
	var o input.Source
	var ask auditRequest
	var points bool
	cmd := &cobra.Command{
		Use:   "run [PRESET or FILE]",
		Short: "attack the total of a whole run, with the settings you name",
		Long: fmt.Sprintf("Makes the whole run over and over, from its first iteration to its last, with\n"+
			"one data set and with its neighbour, lets the best attacker guess which it was\n"+
			"from all that was sent, and holds what he shows against the total that the\n"+
			"noise proves and against the one the paper states. Neighbours are those of the\n"+
			"session (adjacency). Without --iterations the first %d iterations are audited.\n"+
			"The data are the session's where thousands of runs on them take a minute;\n"+
			"otherwise two records a node (sharing: two people), the worst there are, with\n"+
			"the same C/B, graph and parameters. Standard error says which.\n"+
			"--points writes measured places on the trade-off curve instead: how often a\n"+
			"test takes D' for D (alarm) and D for D' (miss), with exact limits that hold\n"+
			"together with the confidence, and the fewest misses that the claim leaves,\n"+
			"which standard error names.\n"+
			"Exit codes: 0 done, whatever the verdict; 1 bad input, or nothing is promised\n"+
			"that could be attacked; 3 the run left the finite range; 130 interrupted, what\n"+
			"was found so far is written.", sim.AuditIterations),
		Example: "  admmlab audit run\n  admmlab audit run --set variant=printed --set alpha=1.5 --iterations 3\n  admmlab audit run mine.toml --set adjacency=remove --points --format csv",
		Args:    input.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			trials, confidence, err := ask.numbers()
			if err != nil {
				return err
			}
			c, err := o.Config(cmd, args)
			if err != nil {
				return err
			}
			o.Tell(cmd.ErrOrStderr(), c)
			input.TellOutdone(cmd.ErrOrStderr(), o.Over, config.Unmeasured("an audit measures no record's loss"), config.Unlevelled(c),
				map[string]string{config.RepeatKnob.Key: "an audit draws the noise of many runs, by the seed alone", admm.LabelsKey: "an audit of whole runs attacks the messages, and flips no label"})
			most := sim.AuditIterations
			said := slices.ContainsFunc(o.Over, func(a config.Assignment) bool { return a.Key == config.IterationsKnob.Key })
			if said && c.Counts(config.IterationsKnob.Key) {
				most = config.MaxIterations
			}
			results, on, stopped := auditRun(cmd.Context(), c, most, trials, confidence, output.NewProgress(cmd.ErrOrStderr(), trials))
			if results == nil {
				return stopped
			}
			if results[0].Target.Small {
				input.TellOutdone(cmd.ErrOrStderr(), o.Over, input.Undealt(c))
			}
			fmt.Fprintln(cmd.ErrOrStderr(), escape.Terminal(on))
			if points {
				claim := results[0].Target
				fmt.Fprintf(cmd.ErrOrStderr(), "least is what this claim leaves: %s, %s\n", claim.Claim(), claim.Neighbours())
				err = output.WriteTable(cmd.OutOrStdout(), ask.format, pointColumns, pointRows(results[0]))
			} else {
				err = writeTotals(cmd.OutOrStdout(), ask.format, results)
			}
			if r := results[0]; stopped != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "interrupted after %d of %d runs\n", r.Done, r.Trials)
			}
			return cmp.Or(err, stopped)
		},
		ValidArgsFunction: input.FirstOf(input.SessionNames, cobra.ShellCompDirectiveDefault),
	}
	o.Flags(cmd)
	ask.flags(cmd)
	cmd.Flags().BoolVar(&points, "points", false, "write measured places on the trade-off curve")
	return cmd
}

// auditRun audits the first most iterations of runs of c. When it is interrupted it returns what was found so
// far.
func auditRun(ctx context.Context, c config.Config, most, trials int, confidence float64, p *output.Progress) (results []audit.Result, on string, err error) {
	defer p.Clear()
	host := runner.NewHost()
	defer host.Close()
	a, on, err := host.Audit(ctx, c, most, p.Loading, trials, c.Seed, confidence)
	if err != nil {
		return nil, "", err
	}
	for done := false; !done; {
		if err := ctx.Err(); err != nil {
			if a.Result().Done == 0 {
				return nil, "", err
			}
			return a.Results(), on, err
		}
		done = a.Step()
		p.Show(func(time.Time) string {
			r := a.Result()
			return fmt.Sprintf("run %d of %d, at least ε = %s", r.Done, r.Trials, output.DownTo(r.LowerBound, 3))
		})
	}
	return a.Results(), on, nil
}

// writeTotals is what an audit of a run says of each claim; for people in words, too.
func writeTotals(out io.Writer, format string, results []audit.Result) error {
	columns := slices.Concat([]string{"claim"}, auditColumns[1:])
	err := output.WriteTable(out, format, columns, auditRows(results, func(t audit.Target) string { return t.By }))
	if err != nil || format != "table" {
		return err
	}
	for _, r := range results {
		fmt.Fprintln(out)
		output.Story(out, "Claim: "+r.Target.Claim()+". "+r.Words())
	}
	return nil
}

// pointRows are the measured points that are known.
func pointRows(r audit.Result) [][]output.Cell {
	var rows [][]output.Cell
	for _, p := range r.Points {
		if p.Known() {
			rows = append(rows, []output.Cell{
				rate(p.Alarm.Measured), limit(p.Alarm.Low, math.Floor), limit(p.Alarm.High, math.Ceil),
				rate(p.Miss.Measured), limit(p.Miss.Low, math.Floor), limit(p.Miss.High, math.Ceil), limit(r.Target.Misses(p.Alarm.Measured), math.Floor),
			})
		}
	}
	return rows
}
