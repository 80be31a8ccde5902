package cli

import (
	"io"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/presets"
)

// presetsCommand is `admmlab presets`: the experiments that come with the program.
func presetsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "presets [NAME]",
		Short: "list the presets, or print one as session text",
		Args:  input.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				p, err := presets.Find(args[0])
				if err != nil {
					return err
				}
				_, err = io.WriteString(cmd.OutOrStdout(), p.Config.Text())
				return err
			}
			var rows [][2]string
			for _, p := range presets.All() {
				rows = append(rows, [2]string{p.Name, p.Config.Title})
			}
			for _, f := range presets.Figures() {
				if f.Missing == "" {
					rows = append(rows, [2]string{f.Name, "figure, as a session the first curve that the screen has of it: " + f.Title})
				}
			}
			return output.List(cmd.OutOrStdout(), rows)
		},
		ValidArgsFunction: input.FirstOf(input.SessionNames, cobra.ShellCompDirectiveNoFileComp),
	}
}
