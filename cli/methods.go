package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim/admm"
)

// methodsCommand is `admmlab methods`: what can be learned with.
func methodsCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "methods",
		Short:             "list the methods with their variants",
		Args:              input.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows [][2]string
			for _, s := range admm.Catalogue() {
				words := s.Words
				var variants []string
				for _, v := range s.Variants {
					variants = append(variants, v.ID)
				}
				if variants != nil {
					words += " (variants: " + strings.Join(variants, ", ") + ")"
				}
				rows = append(rows, [2]string{s.ID, words})
			}
			return output.List(cmd.OutOrStdout(), rows)
		},
	}
}
