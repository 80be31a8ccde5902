package cli

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
)

// runsCommand is `admmlab runs`: what the laboratory has kept.
func runsCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "runs [NAME or ID]",
		Short: "list the runs tried in the laboratory, or print one as session text",
		Long: "Every run on the laboratory's screen that made an iteration is kept in a folder\n" +
			"of your own, under $XDG_DATA_HOME/admmlab/runs or ~/.local/share/admmlab/runs:\n" +
			fmt.Sprintf("the newest %d, and all with a name.\n", archive.Most) +
			"epsilon_tight is the smallest total that is proved, for the δ and the neighbours\n" +
			"beside it, those of its last iteration; doubt says where a run would not be the\n" +
			"same again, because its files of data have changed.",
		Example: "  admmlab runs\n  admmlab runs baseline > baseline.toml && admmlab run baseline.toml",
		Args:    input.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := output.CheckFormat(format); err != nil {
				return err
			}
			runs, err := input.OpenArchive()
			if err != nil {
				return err
			}
			var notes []string
			records, err := input.Heed(cmd.Context(), func() (records []archive.Record, err error) {
				records, notes, err = runs.List(cmd.Context())
				return records, err
			})
			if err != nil {
				return err
			}
			input.TellNotes(cmd.ErrOrStderr(), notes)
			if len(args) == 0 {
				lines, err := input.Heed(cmd.Context(), func() ([][]output.Cell, error) {
					err := archive.Doubt(cmd.Context(), records, runner.Origin)
					return runLines(records), err
				})
				if err != nil {
					return err
				}
				return output.WriteTable(cmd.OutOrStdout(), format, runColumns, lines)
			}
			r, err := input.FindRun(records, args[0])
			if err != nil {
				return err
			}
			if _, err := input.TellDoubt(cmd.Context(), cmd.ErrOrStderr(), r); err != nil {
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), r.Config.Text())
			return err
		},
		ValidArgsFunction: input.FirstOf(input.KeptNames, cobra.ShellCompDirectiveNoFileComp),
	}
	input.FormatFlag(cmd, &format)
	return cmd
}

var runColumns = []string{
	"id", "began", "name", config.MethodKnob.Key, "settings",
	rows.TrainLoss.Name, rows.TestError.Name, rows.EpsilonTotal.Name, rows.Tight.Name, rows.TightDelta.Name, "neighbours",
	config.SeedKnob.Key, config.IterationsKnob.Key, "changes", "end", "doubt",
}

func runLines(records []archive.Record) (lines [][]output.Cell) {
	for _, r := range records {
		var settings []string
		for _, d := range r.Settings() {
			if d.Values[0] != "" {
				settings = append(settings, d.Key+"="+d.Values[0])
			}
		}
		lines = append(lines, []output.Cell{
			output.Said(r.ID), output.As(r.Began.Format(time.RFC3339), r.Began.Local().Format("2006-01-02 15:04")), output.Said(r.Name), output.Said(r.Config.Method),
			output.Said(strings.Join(settings, " ")),
			output.Entry(rows.TrainLoss, "", r.Last), output.Entry(rows.TestError, "", r.Last),
			output.Entry(rows.EpsilonTotal, "", r.Last), output.Entry(rows.Tight, "", r.Last), output.Entry(rows.TightDelta, "", r.Last), output.Said(neighbours(r)),
			output.As(r.Config.Seed, fmt.Sprint(r.Config.Seed)), output.Whole(r.Last.Iteration), output.Whole(r.Changes()), output.Said(string(r.End)), output.Said(r.Doubt),
		})
	}
	return lines
}

// neighbours are what the total of a run compares, "" where none is proved.
func neighbours(r archive.Record) string {
	if math.IsNaN(r.Last.Tight) {
		return ""
	}
	return config.NeighbourWords(r.Config.After(r.Last.Iteration))
}
