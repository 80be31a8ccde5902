package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/runner"
)

// labelsCommand is `admmlab audit labels`.
func labelsCommand() *cobra.Command {
	return sharingAttack("labels", "read the labels out of vertical sharing's dual variable",
		audit.LabelAttack{}.Describe(), sim.AttackLabels, []reading{
			{admm.LabelsKey, "0", "As printed, labels as they are"},
			{admm.LabelsKey, "1", "Each label flipped once with ε_Y = 1 (--set labels=1)"},
		})
}

// columnsCommand is `admmlab audit columns`.
func columnsCommand() *cobra.Command {
	return sharingAttack("columns", "tell two data sets apart by the noise that vertical sharing prints",
		audit.SpaceAttack{}.Describe(), sim.AttackColumns, []reading{
			{config.VariantKnob.Key, "printed", "Noise on x, as printed (--set variant=printed)"},
			{config.VariantKnob.Key, "isotropic", "Noise on the message (--set variant=isotropic)"},
		})
}

// reading is a setting under which an attack is tried.
type reading struct{ key, value, words string }

// vain is why an attack has nothing to try where no value of the key changes what is attacked.
func (r reading) vain(cmd *cobra.Command, while string) error {
	return fmt.Errorf("%s tries two values of %[2]s, and %[2]s changes nothing while %[3]s", cmd.CommandPath(), r.key, while)
}

// sharingAttack is a command that attacks vertical sharing after its first
// iterations, once under each reading.
func sharingAttack(name, short, describe, attack string, readings []reading) *cobra.Command {
	o := input.Source{Method: "sharing"}
	cmd := &cobra.Command{
		Use:               name,
		Short:             short,
		Long:              "Runs vertical sharing for one iteration (more with --iterations) and attacks\nwhat was sent, under two settings. The attack computes from raw data: its\nanswers are for people who study the method.",
		Example:           "  admmlab audit " + name + "\n  admmlab audit " + name + " --data census:6000 --set sigma=10",
		Args:              input.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed(config.IterationsKnob.Key) {
				if err := cmd.Flags().Set(config.IterationsKnob.Key, "1"); err != nil {
					return err
				}
			}
			base, err := o.Config(cmd, args)
			if err != nil {
				return err
			}
			if spec := base.Spec(); !spec.Vertical {
				return fmt.Errorf("%s attacks vertical sharing, and method = %s is %s: leave that out", cmd.CommandPath(), spec.ID, spec.Name)
			}
			var configs []config.Config
			var without []config.Event
			for _, r := range readings {
				knob, _ := config.KnobOf(base, r.key)
				c, dropped, err := knob.Throughout(base, r.value)
				if err != nil {
					return err
				}
				if _, idle := c.Use(r.key); idle != "" {
					return r.vain(cmd, idle)
				}
				configs, without = append(configs, c), dropped
			}
			if err := files.Endless(input.ReadBy(args, configs...)); err != nil {
				return err
			}
			o.Tell(cmd.ErrOrStderr(), configs...)
			if len(without) > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "the attack is tried with each of two throughout, and leaves out: %s\n", escape.Terminal(config.InLine(without)))
			}
			input.TellOutdone(cmd.ErrOrStderr(), o.Over, config.Unmeasured("an attack measures no record's loss", configs...), input.Untotalled(configs...), config.Unlevelled(configs...),
				map[string]string{readings[0].key: "the attack is tried with each of two"})
			out := cmd.OutOrStdout()
			output.Story(out, describe)
			p := output.NewProgress(cmd.ErrOrStderr(), base.Limit())
			host := runner.NewHost()
			defer host.Close()
			if err := host.Keep(cmd.Context(), base.Data, p.Loading); err != nil {
				p.Clear()
				return err
			}
			told := map[string]bool{}
			for i, r := range readings {
				words, last, err := attackRun(cmd.Context(), host, configs[i], attack, p, cmd.ErrOrStderr(), told)
				if err != nil {
					return err
				}
				attacked := configs[i].After(last)
				attacked.Events = nil
				if _, idle := attacked.Use(r.key); idle != "" {
					return r.vain(cmd, fmt.Sprintf("%s, as at t = %d, whose message is attacked", idle, last))
				}
				fmt.Fprintln(out)
				output.Story(out, r.words+": "+words)
			}
			return nil
		},
	}
	o.Flags(cmd)
	return cmd
}

// attackRun runs c to its end and attacks what was sent last, in which iteration it returns.
// What befalls the run is told on errOut, what another run has told only once; nothing is read
// from one that halts.
func attackRun(ctx context.Context, host *runner.Host, c config.Config, attack string, p *output.Progress, errOut io.Writer, told map[string]bool) (words string, last int, err error) {
	defer p.Clear()
	halted := false
	words, err = host.Attack(ctx, c, attack, p.Loading, func(r sim.Row, notices []sim.Notice) error {
		for _, n := range notices {
			halted = halted || n.Kind == sim.Diverged
			if line := noticeLine(n); n.Kind != sim.Finished && !told[line] {
				told[line] = true
				p.Clear()
				fmt.Fprintln(errOut, line)
			}
		}
		last = r.Iteration
		p.At(last)
		return nil
	})
	if err == nil && halted {
		err = errHalted
	}
	return words, last, err
}
