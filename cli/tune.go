package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/numeral"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
	"admmlab/sim/sweep"
	"admmlab/sim/tune"
)

// tuning is what `admmlab tune` was asked for.
type tuning struct {
	budget, repeats, chooseOn, format, dir string
	over, methods                          []string // as typed, each with commas between
}

// What settings are chosen by.
var choosers = []string{"test", "held-out"}

// tuneCommand is `admmlab tune`: the best setting at a total ε.
func tuneCommand() *cobra.Command {
	var o input.Source
	var t tuning
	cmd := &cobra.Command{
		Use:   "tune [PRESET or FILE] --budget E",
		Short: "find the setting that learns best at a total ε",
		Long: "Varies numbers of a method, each setting with the noise that spends E by the\n" +
			"limit, and lists the settings, best first. It begins with a grid around the\n" +
			"session's values and halves it, one draw of the noise after the other; the last\n" +
			"round runs what is left, and the neighbours of the best, with fresh draws. Which\n" +
			"settings cannot be told from the best stands on standard error.\n" +
			"Choosing by data is in no ε: neither by the test rows nor, with --choose-on\n" +
			"held-out, by a fifth of the training rows that nobody trains on.\n" +
			"All cores work, one run each. Every finished run is on disk at once:\n" +
			"interrupted, the same command goes on. DIR gets " + tune.TableFile + ", " + tune.BestFile + ", the\n" +
			"session of the best for admmlab run (one written or edited by hand is not\n" +
			"replaced), and " + sweep.AuthoredFile + ", which tells what the program has written.\n" +
			"Exit codes: 0 done; 1 bad input, no setting within the budget or a folder that\n" +
			"cannot be written; 3 some run left the finite range, the table is written; 130\n" +
			"interrupted, finished runs are kept.",
		Example: "  admmlab tune --budget 4\n  admmlab tune mine.toml --budget 1 --over rho,eta --choose-on held-out\n  admmlab tune --budget 4 --methods dvp,mradmm --data census:5000 --set C=500",
		Args:    input.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			plan, err := t.plan(cmd, &o, args)
			if err != nil {
				return err
			}
			if t.dir == "" {
				if t.dir, err = plan.Folder(); err != nil {
					return fmt.Errorf("%w, or --out DIR", err)
				}
			}
			host := runner.NewHost()
			defer host.Close()
			host.Spare(input.ReadBy(args)...)
			return t.run(cmd.Context(), host, plan, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
		ValidArgsFunction: input.FirstOf(input.SessionNames, cobra.ShellCompDirectiveDefault),
	}
	o.Flags(cmd)
	cmd.Flags().Lookup(input.StopWhenFlag).Usage = "none alone: settings are compared at the limit"
	cmd.Flags().StringVar(&t.budget, config.BudgetKnob.Key, "", "total ε that each run spends, by its own noise")
	cmd.Flags().StringArrayVar(&t.over, "over", nil, "keys to vary, as rho,eta; each method has its usual ones")
	cmd.Flags().StringArrayVar(&t.methods, "methods", nil, "methods to tune, as dvp,mradmm, instead of the session's")
	cmd.Flags().StringVar(&t.repeats, "repeats", strconv.Itoa(tune.DefaultRepeats), "draws of the noise in the last round")
	cmd.Flags().StringVar(&t.chooseOn, "choose-on", "test", "rows that settings are chosen by, test or held-out")
	input.FolderFlag(cmd, &t.dir, "folder of the runs; without, one of the lab's own")
	input.FormatFlag(cmd, &t.format)
	input.Offer(cmd, input.OneOf(choosers), "choose-on")
	input.Offer(cmd, t.tunableKeys, "over")
	input.Offer(cmd, tunableMethods, "methods")
	input.Offer(cmd, cobra.NoFileCompletions, config.BudgetKnob.Key, "repeats")
	return cmd
}

// tunableMethods completes those that add noise, which a budget is kept with.
func tunableMethods(*cobra.Command, []string, string) (list []string, _ cobra.ShellCompDirective) {
	for _, spec := range admm.Catalogue() {
		if spec.Private() {
			list = append(list, spec.ID+"\t"+spec.Words)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// tunableKeys completes the keys that some method can be tuned over, of those that stand before it
// where there are any.
func (t *tuning) tunableKeys(*cobra.Command, []string, string) (list []string, _ cobra.ShellCompDirective) {
	var taken []string
	methods, _ := names("--methods", "", "", t.methods)
	for _, spec := range admm.Catalogue() {
		if spec.Private() && (len(methods) == 0 || slices.Contains(methods, spec.ID)) {
			taken = append(taken, tune.Knobs(config.Default().WithMethod(spec.ID))...)
		}
	}
	for _, key := range admm.ParameterKeys() {
		if slices.Contains(taken, key) {
			list = append(list, key)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// plan is what the flags ask for.
func (t *tuning) plan(cmd *cobra.Command, o *input.Source, args []string) (tune.Plan, error) {
	var none tune.Plan
	if err := output.CheckFormat(t.format); err != nil {
		return none, err
	}
	if !slices.Contains(choosers, t.chooseOn) {
		return none, fmt.Errorf("--choose-on %s: expected %s", t.chooseOn, strings.Join(choosers, " or "))
	}
	if !cmd.Flags().Changed(config.BudgetKnob.Key) {
		return none, errors.New("admmlab tune needs --budget E, the total ε at which settings are compared")
	}
	if _, err := config.ParseTotal(t.budget); err != nil {
		return none, fmt.Errorf("--budget: %w", err)
	}
	if cmd.Flags().Changed("out") && t.dir == "" {
		return none, errors.New("--out: expected the name of a folder")
	}
	over, err := names("--over", "keys of numbers", "rho,eta", t.over)
	if err != nil {
		return none, err
	}
	methods, err := names("--methods", "methods", "dvp,mradmm", t.methods)
	if err != nil {
		return none, err
	}
	repeats, err := strconv.Atoi(t.repeats)
	if err != nil {
		return none, fmt.Errorf("--repeats %s: expected a whole number from 1 to %d", t.repeats, tune.MostRepeats)
	}
	budget := config.Assignment{Key: config.BudgetKnob.Key, Value: t.budget, Where: "--budget"}
	if len(methods) == 0 {
		methods = []string{""}
	}
	var sessions []config.Config
	for _, id := range methods {
		more := []config.Assignment{budget}
		if id != "" {
			more = append(more, config.Assignment{Key: config.MethodKnob.Key, Value: id, Where: "--methods"})
		}
		c, err := o.Config(cmd, args, more...)
		if err != nil {
			return none, err
		}
		sessions = append(sessions, c)
	}
	goes := input.ReadBy(args, sessions...)
	for _, name := range []string{sweep.RunsFile, sweep.AuthoredFile, tune.TableFile, tune.BestFile} {
		goes = append(goes, filepath.Join(t.dir, name))
	}
	if err := files.Unspoken(goes...); err != nil {
		return none, err
	}
	o.Tell(cmd.ErrOrStderr(), input.Budgeted(sessions)...)
	chosen := map[string]string{}
	if t.chooseOn == "test" {
		chosen[config.HeldOutKnob.Key] = "nothing is held out without --choose-on held-out"
	}
	if len(t.methods) > 0 {
		chosen[config.MethodKnob.Key] = "--methods names them"
	}
	input.TellOutdone(cmd.ErrOrStderr(), o.Over, input.Spending(sessions), config.Unmeasured("a tune measures no losses of records"), config.Unlevelled(sessions...), chosen)
	plan, err := tune.New(sessions, over, repeats, t.chooseOn == "held-out")
	if err != nil {
		return none, err
	}
	if plan.Without != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), plan.Without)
	}
	return plan, nil
}

// names are those in the values of a flag, which stand with commas between.
func names(flag, what, such string, values []string) ([]string, error) {
	if len(values) == 0 {
		return nil, nil
	}
	text := strings.Join(values, ",")
	list, expected := strings.Split(text, ","), fmt.Sprintf("expected %s with a comma between, as %s", what, such)
	switch {
	case text == "":
		return nil, fmt.Errorf("%s is empty, expected %s, as %s", flag, what, such)
	case slices.Contains(list, ""):
		return nil, fmt.Errorf("%s %s: a name is empty, %s", flag, text, expected)
	case strings.ContainsAny(text, "\r\n"):
		return nil, fmt.Errorf("%s %q: a line ends in it, %s", flag, text, expected)
	}
	return list, nil
}

// run tunes and tells of it: the table on out, all else on errOut.
func (t *tuning) run(ctx context.Context, host *runner.Host, plan tune.Plan, out, errOut io.Writer) error {
	begins, runs, iterations := plan.Work()
	stated := false // once the folder is there
	p := output.NewProgress(errOut, runs)
	results, err := plan.Run(ctx, host, t.dir, runtime.GOMAXPROCS(0), func(at tune.Progress) {
		if !stated {
			fmt.Fprintf(errOut, "%d settings to begin with, at most %s runs with %s iterations together\n", begins, numeral.Group(runs), numeral.Group(iterations))
			stated = true
		}
		if at.Loading != nil {
			p.Loading(*at.Loading)
			return
		}
		p.Show(func(time.Time) string { return tuneLine(at) })
	})
	p.Clear()
	output.Notes(errOut, results.Note)
	if runs, none := os.Stat(filepath.Join(t.dir, sweep.RunsFile)); errors.Is(err, context.Canceled) && (none != nil || runs.Size() == 0) {
		fmt.Fprintln(errOut, "interrupted before the first run: nothing is kept")
	} else if errors.Is(err, context.Canceled) {
		fmt.Fprintf(errOut, "interrupted: finished runs are kept in %s; the same command goes on\n", escape.Terminal(t.dir))
	}
	if err != nil {
		return err
	}
	if err := output.WriteTable(out, t.format, results.Columns(), tuneRows(results)); err != nil {
		return err
	}
	for _, sentence := range results.Words() {
		fmt.Fprintln(errOut, escape.Terminal(sentence))
	}
	fmt.Fprintf(errOut, "%s is the session of the best\n", escape.Terminal(filepath.Join(t.dir, tune.BestFile)))
	if results.Diverged > 0 {
		return errHalted
	}
	return nil
}

// tuneLine is how far it is.
func tuneLine(at tune.Progress) string {
	const wide = 20
	done := wide * at.Done / max(1, at.Runs)
	line := fmt.Sprintf("[%s%s] %s, run %d of %d", strings.Repeat("#", done), strings.Repeat("-", wide-done), at.Stage, at.Done, at.Runs)
	if at.Left >= 0 {
		line += ", " + at.Left.Round(time.Second).String() + " left"
	}
	return line
}

// tuneRows are the settings for a table: what is a promise is rounded up.
func tuneRows(r tune.Results) [][]output.Cell {
	var list [][]output.Cell
	for _, l := range r.Lines {
		var row []output.Cell
		for i, v := range l.Entries() {
			x, isNumber := v.(float64)
			switch {
			case v == nil:
				row = append(row, output.Bound(math.NaN()))
			case !isNumber:
				row = append(row, output.As(v, fmt.Sprint(v)))
			case slices.Contains([]string{rows.Tight.Name, rows.TightDelta.Name}, r.Columns()[i]):
				row = append(row, output.Bound(x))
			case slices.Contains([]string{"held_out_error", "test_error", "low", "high"}, r.Columns()[i]):
				row = append(row, output.Share(x))
			default:
				row = append(row, output.Measured(x))
			}
		}
		list = append(list, row)
	}
	return list
}
