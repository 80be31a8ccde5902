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

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/models"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/rows"
	"admmlab/sim/spell"
)

// auditColumns are the columns of `admmlab audit`, in this order.
var auditColumns = []string{"target", "epsilon", "delta", "trials", "tpr", "fpr", "lower_bound", "ceiling", "verdict", "exact_loss", "delta_needed", rows.Neighbours.Name}

const (
	fewestTrials = 32         // audit.New
	mostTrials   = 10_000_000 // an audit keeps every loss in memory
)

// auditRequest is what the command line asks of the audits, as text.
type auditRequest struct {
	trials, seed, confidence, format string
	refused                          []audit.Refusal // to be told of
	loss                             lossRequest
	under                            models.Loss // that loss asks for
}

// auditCommand is `admmlab audit`: attacks on what the methods claim.
func auditCommand() *cobra.Command {
	var ask auditRequest
	cmd := &cobra.Command{
		Use:   "audit [TARGET]...",
		Short: "attack what the methods claim of one step, or of a whole run",
		Long: "Runs one step of a method over and over, with the worst record there is and with\n" +
			"its counterpart, lets the best attacker guess which it was, and turns his hits\n" +
			"into a lower bound on ε that is wrong with probability 1 - confidence.\n" +
			"A TARGET is a method and a variant, such as dvp-printed; dvp-printed-remove is\n" +
			"its step where a record is taken out, pvp-printed-closing PVP's last step.\n" +
			"Without one all are audited. Variants called printed are held to the paper's\n" +
			"number, the others to what their noise is said to prove.\n" +
			"  tpr, fpr      how often the attacker says D when it is D, and when it is not,\n" +
			"                of all runs that count\n" +
			"  lower_bound   what the step leaks at least: the best of what was known after\n" +
			"                1/8, 1/4, 1/2 and all of them\n" +
			"  ceiling       what a perfect attacker would have shown in so few runs\n" +
			"  verdict       refutes the claim, does not refute it, or ran too little to\n" +
			"                tell\n" +
			"  exact_loss    the largest of any run, by its exact odds: a pure ε below falls\n" +
			"  delta_needed  with δ, what ε needs of it at least, by the odds of all runs\n" +
			"audit run attacks the total of the settings you name. The other commands below\n" +
			"tell three attacks as stories, with their result.\n" +
			"Exit codes: 0 done, whatever the verdicts say; 1 bad input; 130 interrupted,\n" +
			"what was found so far is written.",
		Example: "  admmlab audit\n  admmlab audit dvp-printed dvp-proved --trials 40000\n  admmlab audit --format csv --seed 3\n  admmlab audit run --set alpha=1 --iterations 4\n  admmlab audit labels",
		RunE: func(cmd *cobra.Command, args []string) error {
			targets, err := ask.choose(args)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				ask.refused = audit.Refusals(ask.under)
			}
			return ask.run(cmd.Context(), targets, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, t := range audit.Targets(models.Logistic{}) {
				names = append(names, t.ID()+"\t"+t.Name())
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
	ask.flags(cmd)
	ask.loss.flags(cmd)
	cmd.Flags().StringVar(&ask.seed, "seed", "7", "seed of the noise")
	input.Offer(cmd, cobra.NoFileCompletions, "seed")
	cmd.AddCommand(auditRunCommand(), labelsCommand(), columnsCommand(), printedDVPCommand())
	return cmd
}

// lossRequest is a loss as the command line asks for it.
type lossRequest struct {
	loss, h string
	given   func() bool // whether h was
}

func (r *lossRequest) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.loss, "loss", "logistic", "loss L of the audited step, logistic or huber")
	cmd.Flags().StringVar(&r.h, "h", "0.5", "h of huber, whose c₁ is 1/(2h)")
	r.given = func() bool { return cmd.Flags().Changed("h") }
	input.Offer(cmd, input.OneOf(config.LossKnob.Choices(config.Default())), "loss")
	input.Offer(cmd, cobra.NoFileCompletions, "h")
}

// read is the loss.
func (r lossRequest) read() (models.Loss, error) {
	c, err := config.Build([]config.Assignment{
		{Key: config.LossKnob.Key, Value: r.loss, Where: "--loss"}, {Key: config.HKnob.Key, Value: r.h, Where: "--h"},
	})
	if err == nil && r.given() && !config.HKnob.Reads(c) {
		err = fmt.Errorf("--h %s: the loss %s has no h, expected --loss huber with it", r.h, r.loss)
	}
	return c.LossFunction(), err
}

// flags are those that all audits have.
func (r *auditRequest) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.trials, "trials", "16000", "runs of each data set; half choose the threshold")
	cmd.Flags().StringVar(&r.confidence, "confidence", "0.999999", "confidence of each lower bound, between 0 and 1")
	input.FormatFlag(cmd, &r.format)
	input.Offer(cmd, cobra.NoFileCompletions, "trials", "confidence")
}

// numbers are how many runs, and the confidence of each conclusion.
func (r auditRequest) numbers() (trials int, confidence float64, err error) {
	trials, err = strconv.Atoi(r.trials)
	if err != nil || trials < fewestTrials || trials > mostTrials {
		return 0, 0, fmt.Errorf("--trials %s: expected a whole number from %d to %d", r.trials, fewestTrials, mostTrials)
	}
	confidence, err = strconv.ParseFloat(r.confidence, 64)
	if left := 1 - confidence; err != nil || !(left > 0 && left < 1) {
		return 0, 0, fmt.Errorf("--confidence %s: expected a number between 0 and 1, no nearer to either than 1e-16, such as 0.999999", r.confidence)
	}
	return trials, confidence, output.CheckFormat(r.format)
}

// run audits the targets and writes what came out, when interrupted too.
func (r auditRequest) run(ctx context.Context, targets []audit.Target, out, errOut io.Writer) error {
	trials, confidence, err := r.numbers()
	if err != nil {
		return err
	}
	seed, err := strconv.ParseUint(r.seed, 10, 64)
	if err != nil {
		return fmt.Errorf("--seed %s: expected a whole number from 0 to %d", r.seed, uint64(math.MaxUint64))
	}
	for _, r := range r.refused {
		fmt.Fprintf(errOut, "%s is not audited: %s\n", r.ID, r.Why)
	}
	results, at, stopped := runAudits(ctx, targets, trials, seed, confidence, output.NewProgress(errOut, trials))
	if len(results) == 0 {
		return stopped
	}
	if err := output.WriteTable(out, r.format, auditColumns, auditRows(results, audit.Target.ID)); err != nil {
		return err
	}
	if r.format == "table" {
		fmt.Fprintf(out, "\nε is what is claimed for one step; each lower bound holds with confidence %s.\n", r.confidence)
	}
	if stopped != nil {
		fmt.Fprintf(errOut, "interrupted in audit %d of %d\n", at, len(targets))
	}
	return stopped
}

// choose finds the targets by name, or all of them, in the order asked for, under the loss
// asked for.
func (r *auditRequest) choose(names []string) ([]audit.Target, error) {
	var err error
	if r.under, err = r.loss.read(); err != nil {
		return nil, err
	}
	all := audit.Targets(r.under)
	if len(names) == 0 {
		return all, nil
	}
	known := make([]string, len(all))
	for i, t := range all {
		known[i] = t.ID()
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
			for _, r := range audit.Refusals(r.under) {
				if r.ID == method || r.ID == name {
					return nil, fmt.Errorf("%s cannot be audited: %s", r.ID, r.Why)
				}
			}
			return nil, fmt.Errorf("no target is called %q%s; expected one of %s", name, spell.Hint(name, known), strings.Join(known, " "))
		}
	}
	return list, nil
}

// runAudits runs the audits one after the other. When it is interrupted it
// returns what was found so far, the audit under way included where it has a run, and the
// number of that one.
func runAudits(ctx context.Context, targets []audit.Target, trials int, seed uint64, confidence float64, p *output.Progress) (results []audit.Result, at int, err error) {
	defer p.Clear()
	for i, t := range targets {
		a, err := audit.New(t, trials, seed, confidence)
		if err != nil {
			return results, i + 1, err
		}
		for done := false; !done; {
			if err := ctx.Err(); err != nil {
				if r := a.Result(); r.Done > 0 {
					results = append(results, r)
				}
				return results, i + 1, err
			}
			done = a.Step()
			p.Show(func(time.Time) string {
				r := a.Result()
				return fmt.Sprintf("%s, %d of %d: run %d of %d, at least ε = %s", t.ID(), i+1, len(targets), r.Done, r.Trials, output.DownTo(r.LowerBound, 3))
			})
		}
		results = append(results, a.Result())
	}
	return results, len(targets), nil
}

// auditRows are a line for each result, that begins with the name of what was audited.
func auditRows(results []audit.Result, name func(audit.Target) string) [][]output.Cell {
	var rows [][]output.Cell
	for _, r := range results {
		tpr, fpr := r.TPR, r.FPR
		if r.Tested == 0 {
			tpr, fpr = math.NaN(), math.NaN()
		}
		digits := r.Digits(4)
		loss, delta := byOdds(r, digits)
		rows = append(rows, []output.Cell{
			output.Said(name(r.Target)),
			output.As(r.Target.Epsilon, output.UpTo(r.Target.Epsilon, digits)), output.As(r.Target.Delta, output.UpTo(r.Target.Delta, digits)),
			output.Whole(r.Done), rate(tpr), rate(fpr),
			output.As(r.LowerBound, output.DownTo(r.LowerBound, digits)), output.As(r.Ceiling, output.DownTo(r.Ceiling, digits)),
			output.Said(r.Verdict.String()), loss, delta, output.Said(r.Target.Neighbours()),
		})
	}
	return rows
}

// byOdds are what the exact odds of the runs show, which may refute where the bound does not: the
// largest loss against a pure claim, the delta that is needed against another.
func byOdds(r audit.Result, digits int) (loss, delta output.Cell) {
	if r.Target.Delta > 0 {
		return output.Absent(), output.As(r.Needs, output.DownTo(r.Needs, digits))
	}
	return output.As(r.Largest, output.DownTo(r.Largest, digits)), output.Absent()
}

// rate is a share of runs, NaN where none was counted.
func rate(v float64) output.Cell {
	if math.IsNaN(v) {
		return output.As(v, "-")
	}
	return output.As(v, fmt.Sprintf("%.4f", v))
}

// limit is a share that no other is below, or above, rounded to that side.
func limit(v float64, side func(float64) float64) output.Cell {
	if math.IsNaN(v) {
		return rate(v)
	}
	const unit = 1e4
	return output.As(v, fmt.Sprintf("%.4f", side(v*unit)/unit))
}
