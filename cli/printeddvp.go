package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim/audit"
	"admmlab/sim/config"
)

// printedDVPCommand is `admmlab audit printed-dvp`.
func printedDVPCommand() *cobra.Command {
	var ask lossRequest
	cmd := &cobra.Command{
		Use:               "printed-dvp",
		Short:             "find the pair of records that DVP's printed noise rate does not hide",
		Long:              "Computes exactly, without a run, how much exchanging two records whose loss\ngradients differ as much as any changes the density of a broadcast model of norm\n|f|, with the noise rate of Algorithm 2 and with the one its proof arrives at.\nA pair that also changes the determinant of that density may do more: what is\nnot refuted here may still be broken.",
		Args:              input.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			loss, err := ask.read()
			if err != nil {
				return err
			}
			output.Story(out, audit.Pair{}.Describe())
			for _, r := range []reading{{config.VariantKnob.Key, "printed", "ζ = α̂, as printed"}, {config.VariantKnob.Key, "proved", "ζ = α̂/2, as proved"}} {
				fmt.Fprintln(out)
				for _, norm := range []float64{0, 3, 100} {
					// B = C records of 3 columns, strong pull of the neighbours.
					p, err := audit.PrintedDVP(audit.DVPCase{
						Loss: loss, Variant: r.value, Dim: 3, Records: 50, C: 50, Rho: 0.01, Penalty: 1, Alpha: 1, NormF: norm,
					})
					if err != nil {
						return err
					}
					output.Story(out, r.words+": "+p.Words())
				}
			}
			return nil
		},
	}
	ask.flags(cmd)
	return cmd
}
