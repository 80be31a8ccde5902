package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"admmlab/sim/audit"
	"admmlab/sim/spell"
)

// auditColumns are the columns of `admmlab audit`, in this order.
var auditColumns = []string{"target", "epsilon", "delta", "trials", "tpr", "fpr", "lower_bound", "ceiling", "verdict"}

const (
	fewestTrials = 32         // audit.New
	mostTrials   = 10_000_000 // an audit keeps every loss in memory
)

// auditRequest is what the command line asks of the audits, as text.
type auditRequest struct{ trials, seed, confidence, format string }

// auditCommand is `admmlab audit`: attacks on what the methods claim.
func auditCommand() *cobra.Command {
	var ask auditRequest
	cmd := &cobra.Command{
		Use:   "audit [TARGET]...",
		Short: "attack what the methods claim of one step",
		Long: "Runs one step of a method over and over, with the worst record there is and with\n" +
			"its counterpart, lets the best attacker guess which it was, and turns his hits\n" +
			"into a lower bound on ε that is wrong with probability 1 - confidence.\n" +
			"A TARGET is a method and a variant, such as dvp-printed; without one all are\n" +
			"audited. Variants called printed are held to the paper's number, the others to\n" +
			"what their noise is said to prove.\n" +
			"  tpr, fpr      how often the attacker says D when it is D, and when it is not\n" +
			"  lower_bound   what the step leaks at least\n" +
			"  ceiling       what a perfect attacker would have shown in so few runs\n" +
			"  verdict       refutes the claim, does not refute it, or ran too little to tell\n" +
			"The commands below tell three attacks as stories, with their result.\n" +
			"Exit codes: 0 done, whatever the verdicts say; 1 bad input; 130 interrupted,\n" +
			"what was found so far is written.",
		Example: "  admmlab audit\n  admmlab audit dvp-printed dvp-proved --trials 40000\n  admmlab audit --format csv --seed 3\n  admmlab audit labels",
		RunE: func(cmd *cobra.Command, args []string) error {
			targets, err := chooseTargets(args)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				for _, r := range audit.Refusals() {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s is not audited: %s\n", r.Method, r.Why)
				}
			}
			return ask.run(cmd.Context(), targets, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, t := range audit.Targets() {
				names = append(names, targetName(t)+"\t"+t.Name())
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().StringVar(&ask.trials, "trials", "16000", "runs of each data set; half choose the threshold")
	cmd.Flags().StringVar(&ask.seed, "seed", "7", "seed of the noise")
	cmd.Flags().StringVar(&ask.confidence, "confidence", "0.999999", "confidence of each lower bound, between 0 and 1")
	formatFlag(cmd, &ask.format)
	offer(cmd, cobra.NoFileCompletions, "trials", "seed", "confidence")
	cmd.AddCommand(labelsCommand(), columnsCommand(), printedDVPCommand())
	return cmd
}

// run audits the targets and writes what came out, when interrupted too.
func (r auditRequest) run(ctx context.Context, targets []audit.Target, out, errOut io.Writer) error {
	trials, err := strconv.Atoi(r.trials)
	if err != nil || trials < fewestTrials || trials > mostTrials {
		return fmt.Errorf("--trials %s: expected a whole number from %d to %d", r.trials, fewestTrials, mostTrials)
	}
	seed, err := strconv.ParseUint(r.seed, 10, 64)
	if err != nil {
		return fmt.Errorf("--seed %s: expected a whole number from 0 to %d", r.seed, uint64(math.MaxUint64))
	}
	confidence, err := strconv.ParseFloat(r.confidence, 64)
	if err != nil || !(confidence > 0 && confidence < 1) {
		return fmt.Errorf("--confidence %s: expected a number between 0 and 1, such as 0.999999", r.confidence)
	}
	if err := checkFormat(r.format); err != nil {
		return err
	}
	results, stopped := runAudits(ctx, targets, trials, seed, 1-confidence, newProgress(errOut, trials))
	if len(results) == 0 {
		return stopped
	}
	if err := writeTable(out, r.format, auditColumns, auditRows(results)); err != nil {
		return err
	}
	if r.format == "table" {
		fmt.Fprintf(out, "\nε is what is claimed for one step; each lower bound holds with confidence %s.\n", r.confidence)
	}
	if stopped != nil {
		fmt.Fprintf(errOut, "interrupted in audit %d of %d\n", len(results), len(targets))
	}
	return stopped
}

// targetName is how the command line calls a target.
func targetName(t audit.Target) string { return t.Method + "-" + t.Variant }

// chooseTargets finds the targets by name, or all of them, in the order asked for.
func chooseTargets(names []string) ([]audit.Target, error) {
	all := audit.Targets()
	if len(names) == 0 {
		return all, nil
	}
	known := make([]string, len(all))
	for i, t := range all {
		known[i] = targetName(t)
	}
	var list []audit.Target
	for _, name := range names {
		found := false
		for i, t := range all {
			if known[i] == name {
				list, found = append(list, t), true
			}
		}
		if method, _, _ := strings.Cut(name, "-"); !found {
			for _, r := range audit.Refusals() {
				if r.Method == method {
					return nil, fmt.Errorf("%s cannot be audited: %s", method, r.Why)
				}
			}
			return nil, fmt.Errorf("no target is called %q%s; expected one of %s", name, spell.Hint(name, known), strings.Join(known, " "))
		}
	}
	return list, nil
}

// runAudits runs the audits one after the other. When it is interrupted it
// returns what was found so far, the audit under way included.
func runAudits(ctx context.Context, targets []audit.Target, trials int, seed uint64, beta float64, p *progress) ([]audit.Result, error) {
	defer p.clear()
	var results []audit.Result
	for i, t := range targets {
		a, err := audit.New(t, trials, seed, beta)
		if err != nil {
			return results, err
		}
		for done := false; !done; {
			if err := ctx.Err(); err != nil {
				if r := a.Result(); r.Done > 0 {
					results = append(results, r)
				}
				return results, err
			}
			done = a.Step()
			p.show(func(time.Time) string {
				r := a.Result()
				return fmt.Sprintf("%s, %d of %d: run %d of %d, at least ε = %s", targetName(t), i+1, len(targets), r.Done, r.Trials, downTo(r.LowerBound, 3))
			})
		}
		results = append(results, a.Result())
	}
	return results, nil
}

// auditRows are a line for each result.
func auditRows(results []audit.Result) [][]cell {
	var rows [][]cell
	for _, r := range results {
		tpr, fpr := r.TPR, r.FPR
		if r.Tested == 0 {
			tpr, fpr = math.NaN(), math.NaN()
		}
		rows = append(rows, []cell{
			said(targetName(r.Target)),
			{r.Target.Epsilon, upTo(r.Target.Epsilon, 4)}, {r.Target.Delta, upTo(r.Target.Delta, 4)},
			{r.Done, fmt.Sprint(r.Done)}, rate(tpr), rate(fpr),
			{r.LowerBound, downTo(r.LowerBound, 4)}, {r.Ceiling, downTo(r.Ceiling, 4)},
			said(r.Verdict.String()),
		})
	}
	return rows
}

// rate is a share of runs, NaN where none was counted.
func rate(v float64) cell {
	if math.IsNaN(v) {
		return cell{v, "-"}
	}
	return cell{v, fmt.Sprintf("%.4f", v)}
}
