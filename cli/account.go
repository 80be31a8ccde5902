package cli

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim/files"
	"admmlab/sim/privacy/account"
)

// accountRequest is what the command line asks of the accountants, as text.
type accountRequest struct {
	files                        []string
	delta, budget, group, format string
}

// accountCommand is `admmlab account`: what given releases cost together.
func accountCommand() *cobra.Command {
	var ask accountRequest
	cmd := &cobra.Command{
		Use:   "account [STEP]...",
		Short: "compose privacy costs without a run",
		Long: "Says what releases of one holder cost together, by every accountant, and which\n" +
			"total is the smallest that is proved.\n" +
			"A STEP is one text (in quotes) of an optional count and what is known of the\n" +
			"release:\n" +
			"  50 x pure=1      a pure ε, with delta=D if it may fail\n" +
			"  25 x dim=105 shift=0.44 det=0.0134 convex\n" +
			"                   noise of density ∝ exp(-τ|n|) in dim dimensions;\n" +
			"                   shift = τ times the largest move it hides; convex and\n" +
			"                   det = ln(1+x) for noise in the objective (DVP, R-ADMM,\n" +
			"                   M-ADMM; det alone means it, too), neither for output\n" +
			"                   noise (PVP)\n" +
			"  10 x mu=0.5      Gaussian noise, mu = sensitivity/σ\n" +
			"A FILE has one step a line and # comments; the steps of all files come before\n" +
			"those of the command line. The totals protect whatever neighbours the\n" +
			"steps' numbers are true for.\n" +
			"With --group K a last line bounds K records at once, of one person for example:\n" +
			"K times an ε of the curve δ(ε), at δ (e^(K ε) - 1)/(e^ε - 1); Gaussian noise of\n" +
			"mu is for them noise of K mu.\n" +
			"Exit codes: 0 done, also where nothing is proved; 1 bad input.",
		Example: "  admmlab account --delta 1e-5 \"100 x pure=0.1\"\n  admmlab account \"50 x dim=105 shift=1 det=0.01 convex\" --budget 8\n  admmlab account --file steps.txt --format csv",
		RunE: func(cmd *cobra.Command, args []string) error {
			budgeted, grouped := cmd.Flags().Changed("budget"), cmd.Flags().Changed("group")
			table, err := input.Heed(cmd.Context(), func() (accountTable, error) {
				steps, err := collectSteps(cmd.Context(), ask.files, args)
				if err != nil {
					return accountTable{}, err
				}
				return ask.compose(steps, budgeted, grouped)
			})
			if err != nil {
				return err
			}
			return output.WriteTable(cmd.OutOrStdout(), ask.format, table.columns, table.rows)
		},
		ValidArgsFunction: cobra.FixedCompletions([]string{"pure=", "dim=", "mu="}, cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp),
	}
	cmd.Flags().StringArrayVar(&ask.files, "file", nil, "read steps from this FILE, one a line; may be repeated")
	cmd.Flags().StringVar(&ask.delta, "delta", "1e-5", "the δ at which totals are stated, from 0 to below 1")
	cmd.Flags().StringVar(&ask.budget, "budget", "", "an ε: say how many more steps like the last one fit, counted up to 2^30")
	cmd.Flags().StringVar(&ask.group, "group", "", "say what K records at once cost, K from 2 to 1000")
	input.FormatFlag(cmd, &ask.format)
	input.Offer(cmd, cobra.NoFileCompletions, "delta", "budget", "group")
	return cmd
}

// accountTable is what every accountant says.
type accountTable struct {
	columns []string
	rows    [][]output.Cell
}

// compose composes the steps and asks every accountant.
func (r accountRequest) compose(steps []repeated, budgeted, grouped bool) (none accountTable, err error) {
	delta, err := strconv.ParseFloat(r.delta, 64)
	if err != nil || !(delta >= 0 && delta < 1) {
		return none, fmt.Errorf("--delta %s: expected a number from 0 to below 1, such as 1e-5", r.delta)
	}
	delta = math.Abs(delta) // -0 is 0
	budget := math.NaN()
	if budgeted {
		if budget, err = strconv.ParseFloat(r.budget, 64); err != nil || !(budget >= 0) || math.IsInf(budget, 1) {
			return none, fmt.Errorf("--budget %s: expected a finite ε of at least 0", r.budget)
		}
	}
	group := 0
	if grouped {
		if group, err = strconv.Atoi(r.group); err != nil || group < 2 || group > 1000 {
			return none, fmt.Errorf("--group %s: expected how many records, a whole number from 2 to 1000", r.group)
		}
	}
	if err := output.CheckFormat(r.format); err != nil {
		return none, err
	}
	a := account.New(delta)
	for _, s := range steps {
		for range s.count {
			a.Add(s.step)
		}
	}
	columns, rows := accountRows(a, delta, steps[len(steps)-1].step, budget)
	if grouped {
		rows = append(rows, groupRow(a, group, delta, budgeted))
	}
	return accountTable{columns, rows}, nil
}

// groupRow is what so many records at once cost.
func groupRow(a *account.Account, records int, delta float64, budgeted bool) []output.Cell {
	epsilon := a.Group(records, delta)
	total := account.Total{Epsilon: epsilon, Delta: delta, Valid: !math.IsInf(epsilon, 1), Why: "a chain of neighbours, each one record from the next"}
	if !total.Valid {
		total.Why = "nothing that is proved of one record holds for so many at this δ"
	}
	total.Name = fmt.Sprintf("%d records", records)
	row := totalCells(total)
	if budgeted {
		row = slices.Insert(row, 4, output.Absent())
	}
	return row
}

// totalCells are the cells of a total without what a budget asks.
func totalCells(t account.Total) []output.Cell {
	proved := map[bool]string{true: "yes", false: "no"}[t.Valid]
	return []output.Cell{output.Said(t.Name), output.As(t.Epsilon, output.UpTo(t.Epsilon, 6)), output.As(t.Delta, output.UpTo(t.Delta, 6)), output.As(t.Valid, proved), output.Said(t.Why)}
}

// collectSteps are the steps of all files, then those of the command line.
func collectSteps(ctx context.Context, names, args []string) ([]repeated, error) {
	var steps []repeated
	if err := files.Twice(names); err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := files.Read(ctx, name, files.MostText)
		if err != nil {
			return nil, fmt.Errorf("reading the steps: %w; expected a file with one step a line", err)
		}
		list, err := parseSteps(string(text), name)
		if err != nil {
			return nil, err
		}
		steps = append(steps, list...)
	}
	for i, arg := range args {
		s, err := parseStep(arg, fmt.Sprintf("step %d", i+1))
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	if len(steps) == 0 {
		return nil, fmt.Errorf("there is no step to account for; %s, or --file FILE", stepForm)
	}
	return steps, nil
}

// accountRows are a line for each accountant and one for the smallest valid total;
// with a budget (not NaN) each says how many more steps like next it lets through.
func accountRows(a *account.Account, delta float64, next account.Step, budget float64) ([]string, [][]output.Cell) {
	columns := []string{"accountant", "epsilon", "delta", "valid", "why"}
	asked := !math.IsNaN(budget)
	if asked {
		columns = slices.Insert(columns, 4, "more")
	}
	best := a.Best()
	if best.Valid {
		best.Why = best.Name + " is the smallest that is proved"
	} else {
		best.Delta = delta
	}
	best.Name = account.Best
	var rows [][]output.Cell
	for _, t := range append(a.Totals(), best) {
		row := totalCells(t)
		if asked {
			row = slices.Insert(row, 4, moreSteps(a.Iterations(nil, []account.Steps{{Step: next, Count: 1}}, budget, t.Name)))
		}
		rows = append(rows, row)
	}
	return columns, rows
}

// moreSteps is a count, which the accounts end at 2^30.
func moreSteps(n int) output.Cell {
	if n >= 1<<30 {
		return output.As(n, "over 1e9")
	}
	return output.Whole(n)
}
