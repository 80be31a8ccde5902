package cli

import (
	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim/network"
)

// topologiesCommand is `admmlab topologies`: who can hear whom.
func topologiesCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "topologies",
		Short:             "list the kinds of graph",
		Args:              input.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows [][2]string
			for _, k := range network.Kinds() {
				rows = append(rows, [2]string{k.Name, k.Words})
			}
			rows = append(rows, [2]string{"edges:1-2,2-3", "a list of edges between nodes counted from 1"})
			return output.List(cmd.OutOrStdout(), rows)
		},
	}
}
