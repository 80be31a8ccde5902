package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"admmlab/presets"
	"admmlab/sim/admm"
	"admmlab/sim/network"
)

func presetsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "presets [NAME]",
		Short: "list the presets, or print one as session text",
		Args:  atMostOne,
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
					rows = append(rows, [2]string{f.Name, "figure, as a session its first curve: " + f.Title})
				}
			}
			return list(cmd.OutOrStdout(), rows)
		},
		ValidArgsFunction: completePreset,
	}
}

func methodsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "methods",
		Short: "list the methods with their variants",
		Args:  none,
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
			return list(cmd.OutOrStdout(), rows)
		},
	}
}

func topologiesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "topologies",
		Short: "list the kinds of graph",
		Args:  none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows [][2]string
			for _, k := range network.Kinds() {
				rows = append(rows, [2]string{k.Name, k.Words})
			}
			rows = append(rows, [2]string{"edges:1-2,2-3", "a list of edges between nodes counted from 1"})
			return list(cmd.OutOrStdout(), rows)
		},
	}
}

// list writes two columns, one line each.
func list(out io.Writer, rows [][2]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\n", r[0], r[1])
	}
	return w.Flush()
}
