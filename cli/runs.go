package cli

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/report"
	"admmlab/sim/spell"
	"admmlab/tui/chart"
)

// openArchive is this person's archive, or why there is none.
func openArchive() (*archive.Archive, error) {
	folder, err := report.DataFolder("runs")
	if err != nil {
		return nil, err
	}
	return archive.Open(folder), nil
}

// runsCommand is `admmlab runs`: what the laboratory has kept.
func runsCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "runs [NAME or ID]",
		Short: "list the runs tried in the laboratory, or print one as session text",
		Long: "Every run of the laboratory that made an iteration is kept in a folder of your\n" +
			"own, under $XDG_DATA_HOME/admmlab/runs or ~/.local/share/admmlab/runs.\n" +
			"epsilon_tight is the smallest total that is proved.",
		Example: "  admmlab runs\n  admmlab runs baseline > baseline.toml && admmlab run baseline.toml",
		Args:    atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			runs, err := openArchive()
			if err != nil {
				return err
			}
			records, notes, err := runs.List()
			if err != nil {
				return err
			}
			for _, n := range notes {
				fmt.Fprintf(cmd.ErrOrStderr(), "admmlab: %s\n", n)
			}
			if len(args) == 0 {
				return writeRuns(cmd.OutOrStdout(), format, records)
			}
			r, err := findRun(records, args[0])
			if err != nil {
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), r.Config.Text())
			return err
		},
		ValidArgsFunction: completeRun,
	}
	formatFlag(cmd, &format)
	return cmd
}

// findRun is the run of an ID or else the newest of a name.
func findRun(records []archive.Record, name string) (archive.Record, error) {
	var known []string
	for _, r := range records {
		if r.ID == name {
			return r, nil
		}
		known = append(known, r.ID)
	}
	for _, r := range records {
		if r.Name == name {
			return r, nil
		}
		if r.Name != "" {
			known = append(known, r.Name)
		}
	}
	return archive.Record{}, fmt.Errorf("no run is called %q%s; admmlab runs lists them", name, spell.Hint(name, known))
}

var runColumns = []string{
	"id", "began", "name", config.MethodKnob.Key, "settings",
	report.TrainLossColumn.Name, report.TestErrorColumn.Name, report.EpsilonTotalColumn.Name, report.TightColumn.Name,
	config.SeedKnob.Key, config.IterationsKnob.Key, "changes", "end",
}

func writeRuns(out io.Writer, format string, records []archive.Record) error {
	var rows [][]cell
	for _, r := range records {
		var settings []string
		for _, d := range r.Settings() {
			if d.Values[0] != "" {
				settings = append(settings, d.Key+"="+d.Values[0])
			}
		}
		rows = append(rows, []cell{
			said(r.ID), {r.Began.Format(time.RFC3339), r.Began.Local().Format("2006-01-02 15:04")}, said(printable(r.Name)), said(r.Config.Method),
			said(printable(strings.Join(settings, " "))),
			entry(report.TrainLossColumn, "", r.Last), entry(report.TestErrorColumn, "", r.Last),
			entry(report.EpsilonTotalColumn, "", r.Last), entry(report.TightColumn, "", r.Last),
			{r.Config.Seed, fmt.Sprint(r.Config.Seed)}, {r.Last.Iteration, fmt.Sprint(r.Last.Iteration)}, {r.Changes(), fmt.Sprint(r.Changes())}, said(string(r.End)),
		})
	}
	return writeTable(out, format, runColumns, rows)
}

// entry is a row's entry in a column.
func entry(c *report.Column, method string, r sim.Row) cell {
	switch {
	case c.Value != nil && c.Bound:
		return bound(c.Value(&r))
	case c.Value != nil:
		return measured(c.Value(&r))
	case c == report.IterationColumn:
		return cell{r.Iteration, fmt.Sprint(r.Iteration)}
	}
	return said(c.Text(method, &r))
}

// measured is a number as it is, bound one that is not to be flattered.
func measured(v float64) cell {
	return cell{v, chart.Number(v)}
}

func bound(v float64) cell {
	if math.IsNaN(v) {
		return cell{nil, "-"}
	}
	return cell{v, upTo(v, 4)}
}

// printable is a name without what would steer the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, s)
}

// completeRun offers names and IDs.
func completeRun(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	runs, err := openArchive()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	records, _, _ := runs.List() // nothing to offer is no mistake
	var names []string
	for _, r := range records {
		if r.Name != "" {
			names = append(names, printable(r.Name))
		}
		names = append(names, r.ID)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
