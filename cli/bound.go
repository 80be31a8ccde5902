package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/sim/samples"
)

// bounding is what `admmlab bound` is asked, as text.
type bounding struct{ excess, chance, norm, format string }

// boundCommand is `admmlab bound`: how many records the papers' theorems ask for.
func boundCommand() *cobra.Command {
	var o input.Source
	var b bounding
	cmd := &cobra.Command{
		Use:   "bound [PRESET or FILE]",
		Short: "say how many records the papers' theorems ask for, and what a run really does",
		Long: "The theorems on the number of records (TIFS 2017 section IV, AISec 2016 section\n" +
			"4, Recycled ADMM section VI) promise that with so many at each node what is\n" +
			"learned has at most T more mean loss than a reference classifier of norm N, but\n" +
			"for a small chance. The table has each theorem as printed, with the smallest\n" +
			"constant that its proof allows; as proved here, with every constant; and the\n" +
			"same proof for what this run ends at, with its own ρ. β × and w × are constants\n" +
			"that the papers leave open.\n" +
			"The run is then made, with its last iteration but for PVP's closing step, and\n" +
			"how much worse than the reference it is stands on standard error, with Δ(t) and\n" +
			"where each theorem as printed does not hold. Both losses look at all records:\n" +
			"they are in no ε.\n" +
			"Exit codes: 0 done; 1 bad input, or a method without a theorem, which says why;\n" +
			"3 the run left the finite range; 130 interrupted.",
		Example: "  admmlab bound --iterations 50\n  admmlab bound recycled-fig4-growth-1.04 --excess 0.1\n  admmlab bound --set method=pvp --norm 5 --format csv",
		Args:    input.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := b.question(cmd.Flags().Changed("norm"))
			if err != nil {
				return err
			}
			c, err := o.Config(cmd, args)
			if err != nil {
				return err
			}
			if none := sim.NoTheorem(c); none != "" {
				return errors.New(c.Spec().Name + ": " + none)
			}
			o.Tell(cmd.ErrOrStderr(), c)
			outdone := map[string]string{}
			if c.Spec().Audit.Closing != nil {
				outdone["repair"] = "it counts in the closing step alone, which is left out here"
			}
			input.TellOutdone(cmd.ErrOrStderr(), o.Over, config.Unmeasured("no record's loss is measured here", c), input.Untotalled(c), outdone)
			return b.run(cmd.Context(), c, q, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
		ValidArgsFunction: input.FirstOf(input.SessionNames, cobra.ShellCompDirectiveDefault),
	}
	o.Flags(cmd)
	cmd.Flags().StringVar(&b.excess, "excess", "0.05", "T, how much more mean loss than the reference: τ of Recycled,\nα_acc/C of TIFS")
	cmd.Flags().StringVar(&b.chance, "chance", "0.05", "δ of the theorems, at most 0.19: one may fail with five times that")
	cmd.Flags().StringVar(&b.norm, "norm", "", "norm N of the reference, the best classifier of that norm;\nwithout, the pooled optimum")
	input.FormatFlag(cmd, &b.format)
	input.Offer(cmd, cobra.NoFileCompletions, "excess", "chance", "norm")
	return cmd
}

// question is what the flags say of it; its norm is 0 for the pooled optimum, unless normed.
func (b bounding) question(normed bool) (q samples.Question, err error) {
	if err := output.CheckFormat(b.format); err != nil {
		return q, err
	}
	for _, one := range []struct {
		into        *float64
		flag, value string
		low, high   float64
		expected    string
	}{
		{&q.Excess, "excess", b.excess, samples.Least, samples.Most, "a mean loss from %s to %s, such as 0.05"},
		{&q.Chance, "chance", b.chance, samples.LeastChance, samples.MostChance, "a number from %s to %s, such as 0.05: a theorem may fail with five times that"},
		{&q.Norm, "norm", b.norm, samples.Least, samples.Most, "a length from %s to %s, such as 5"},
	} {
		if one.flag == "norm" && !normed {
			continue
		}
		if *one.into, err = strconv.ParseFloat(one.value, 64); err != nil || !(*one.into >= one.low && *one.into <= one.high) {
			return q, fmt.Errorf("--%s %s: expected "+one.expected, one.flag, one.value, numeral.Exact(one.low, 2), numeral.Exact(one.high, 2))
		}
	}
	return q, nil
}

// run measures a run of c and writes what is asked for to out, all else to errOut.
func (b bounding) run(ctx context.Context, c config.Config, q samples.Question, out, errOut io.Writer) error {
	host := runner.NewHost()
	defer host.Close()
	last := sim.Alike(c, c.Limit())
	if last < 1 {
		limit := fmt.Sprintf("iterations = %d", c.Limit())
		if c.Limit() != c.Iterations {
			limit += " by the changes on the way"
		}
		return fmt.Errorf("%s: the last iteration of %s is of a kind of its own and is not measured, expected one before it", limit, c.Spec().Name)
	}
	p := output.NewProgress(errOut, last)
	e, err := host.Excess(ctx, c, last, q.Norm, p.Loading, func(r sim.Row, notices []sim.Notice) error {
		for _, n := range notices {
			if tells(n) {
				p.Clear()
				fmt.Fprintln(errOut, noticeLine(n))
			}
		}
		p.At(r.Iteration)
		return nil
	})
	p.Clear()
	if err != nil {
		return err
	}
	given := q.Norm > 0
	q.Norm, q.Gap, q.Run = e.Reference.Norm, e.Delta(), e.Run
	asks := e.Theory.Asks(q, e.Private)
	if err := output.WriteTable(out, b.format, boundColumns, boundRows(asks, q)); err != nil {
		return err
	}
	tell := func(line string) { fmt.Fprintln(errOut, escape.Terminal(line)) }
	smallest := " at the smallest node"
	if q.Alone() {
		smallest = ""
	}
	tell(fmt.Sprintf("τ = %s (α_acc = Cτ = %s), δ = %s, %s%s, ρ = %s in force",
		numeral.Short(q.Excess), numeral.Short(q.C*q.Excess), numeral.Short(q.Chance), numeral.Counted(q.Records, "record"), smallest, numeral.Short(asks[len(asks)-1].Rho)))
	if e.Iteration < last {
		tell(fmt.Sprintf("the run ended at t = %d of %d", e.Iteration, last))
	}
	for _, line := range e.Words(q, asks, given) {
		tell(line)
	}
	for _, a := range asks {
		if a.None != "" {
			tell(a.Short + ", " + a.Reading.Words() + ": " + a.None)
		}
	}
	for _, w := range samples.Wrong(asks) {
		tell(strings.Join(w.Of, "; ") + " as printed: " + w.Words)
	}
	return nil
}

var boundColumns = []string{"theorem", "reading", "asks_for", "there_are", "beside", "leads", "rho", "chance"}

// boundRows are the asks for a table; what is asked for is exact for programs, in units of
// the constant that the papers leave open, if there is one.
func boundRows(asks []samples.Ask, q samples.Question) [][]output.Cell {
	var rows [][]output.Cell
	for _, a := range asks {
		leads := a.Leads
		if leads == "" {
			leads = "-"
		}
		chance := output.Bound(float64(a.Fails) * q.Chance)
		if a.Fails == 0 {
			chance = output.Absent()
		}
		rows = append(rows, []output.Cell{
			output.Said(a.Short), output.Said(a.Reading.Words()), output.As(a.Records, a.Amount()), output.As(q.Records, numeral.Group(q.Records)),
			output.Said(a.Beside(q.Records)), output.Said(leads), output.Measured(a.Rho), chance,
		})
	}
	return rows
}
