package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/presets"
	"admmlab/presets/reproduce"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/level"
	"admmlab/sim/report"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
)

// figureRequest is what `admmlab figure` was asked for.
type figureRequest struct {
	input.Source
	path string // of the drawing
	list bool
}

// figureCommand is `admmlab figure`: the papers' figures, computed here.
func figureCommand() *cobra.Command {
	var ask figureRequest
	cmd := &cobra.Command{
		Use:   "figure NAME",
		Short: "draw a figure of one of the papers from runs made here",
		Long: "Without --out it says what the figure shows and what of the paper's it is. With\n" +
			"--out it makes all its runs, on all cores, and writes the file whole or not at\n" +
			"all: a drawing as .svg, .png or .pdf, or as .csv the numbers behind it,\n" +
			"baselines included. --data, --iterations, --stop-when, --seed and --set go to\n" +
			"every run; a key that varies along a curve stays varied, changes of it on the\n" +
			"way are left out, and curves keep their names. What was set stands in the title,\n" +
			"in .csv in the name of each panel.\n" +
			"Standard error tells what there is to know of the data, and how many runs lost\n" +
			"their guarantee, ended before their limit or left the finite range.\n" +
			"Exit codes: 0 done; 1 bad input or a file that cannot be written; 3 some run\n" +
			"left the finite range, the file is written; 130 interrupted, nothing is written.",
		Example:           "  admmlab figure --list\n  admmlab figure recycled-fig5 --out fig5.svg\n  admmlab figure sharing-fig3 --out fig3.csv --iterations 20",
		Args:              input.AtMostOne,
		RunE:              ask.run,
		ValidArgsFunction: input.FirstOf(input.FigureNames, cobra.ShellCompDirectiveNoFileComp),
	}
	ask.Flags(cmd)
	cmd.Flags().StringVar(&ask.path, "out", "", "draw into this FILE: .svg, .png, .pdf, or .csv for the numbers")
	cmd.Flags().BoolVar(&ask.list, "list", false, "list the figures of the four papers, and Table II of TIFS 2017")
	return cmd
}

// run lists the figures, explains one, or draws it.
func (r *figureRequest) run(cmd *cobra.Command, args []string) error {
	out := cmd.OutOrStdout()
	switch {
	case r.list && len(args) > 0:
		return fmt.Errorf("%s --list lists all figures and takes no name, found %s", cmd.CommandPath(), args[0])
	case r.list && cmd.Flags().NFlag() > 1:
		return fmt.Errorf("%s --list lists all figures and takes no other flag", cmd.CommandPath())
	case r.list:
		return listFigures(out)
	case len(args) == 0:
		return fmt.Errorf("which figure? %s --list lists them", cmd.CommandPath())
	}
	f, err := presets.FindFigure(args[0])
	if err != nil {
		return err
	}
	if f.Missing != "" {
		return fmt.Errorf("%s cannot be drawn: %s", f.Name, f.Missing)
	}
	if !cmd.Flags().Changed("out") {
		if cmd.Flags().NFlag() > 0 {
			return fmt.Errorf("%s %s without --out draws nothing and takes no other flag, expected --out FILE", cmd.CommandPath(), f.Name)
		}
		_, err := fmt.Fprintf(out, "%s\n\n%s\n\nPanels: %s.\nadmmlab figure %s --out FILE draws it.\n", f.Title, f.Caption, panels(f), f.Name)
		return err
	}
	more, err := r.Assignments(cmd)
	if err != nil {
		return err
	}
	if err := tellUnreadBy(cmd.ErrOrStderr(), f, more); err != nil {
		return err
	}
	result, err := drawFigure(cmd.Context(), f, more, r.path, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	for _, line := range result.Told {
		fmt.Fprintln(cmd.ErrOrStderr(), escape.Terminal(line))
	}
	words := "\n" + f.Caption
	if more != nil {
		words = "Drawn with " + report.Straying(f.Caption) + "."
	}
	if files.Same(r.path, standardOutput) { // which has the drawing, and nothing behind it
		out = cmd.ErrOrStderr()
	}
	if _, err = fmt.Fprintf(out, "%s\n%s\n", f.Title, words); err != nil {
		return err
	}
	if result.Diverged > 0 {
		return errHalted
	}
	return nil
}

// tellUnreadBy writes what of more and their presets the curves of f leave out, and which of
// more no run of it reads.
func tellUnreadBy(errOut io.Writer, f presets.Figure, more []config.Assignment) error {
	var configs []config.Config
	var left, axes []string
	levelled := false
	for _, p := range f.Panels {
		axes = append(axes, p.X, p.Y)
		for _, c := range p.Curves {
			levelled = levelled || c.Baseline == level.BySGD
			if c.Preset == "" { // a formula alone
				continue
			}
			points, err := c.Sessions(more)
			if err != nil {
				return err
			}
			for _, at := range points {
				configs = append(configs, at.Config)
				if at.Left != "" && !slices.Contains(left, at.Left) {
					left = append(left, at.Left)
				}
			}
		}
	}
	for _, line := range left {
		fmt.Fprintln(errOut, escape.Terminal(line))
	}
	input.TellUnread(errOut, more, configs...)
	var unlevelled map[string]string
	if !levelled {
		unlevelled = config.Unlevelled(configs...)
	}
	input.TellOutdone(errOut, more, config.Unmeasured("no record's loss is in what comes out", configs...), unlevelled, untotalled(axes, configs), input.Varied(f, more))
	return nil
}

// untotalled is input.Untotalled where configs are drawn over these columns.
func untotalled(axes []string, configs []config.Config) map[string]string {
	shows := func(columns ...*rows.Column) bool {
		return slices.ContainsFunc(columns, func(c *rows.Column) bool { return slices.Contains(axes, c.Name) })
	}
	if shows(rows.Tight, rows.TightDelta) {
		return nil
	}
	keys := input.Untotalled(configs...)
	if shows(rows.EpsilonStep, rows.EpsilonTotal) && slices.ContainsFunc(configs, func(c config.Config) bool {
		return slices.ContainsFunc(c.Stretches(config.VariantKnob, c.Limit()), func(s config.Stretch) bool { return s.Value == admm.GaussianVariant })
	}) {
		delete(keys, admm.DeltaKey)
	}
	return keys
}

// drawFigure computes f and writes it to path in the format of its ending.
func drawFigure(ctx context.Context, f presets.Figure, more []config.Assignment, path string, errOut io.Writer) (result reproduce.Result, err error) {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if !slices.Contains(reproduce.Formats, format) {
		return result, fmt.Errorf("--out %s: expected a name that ends in .%s", path, strings.Join(reproduce.Formats, ", ."))
	}
	p := output.NewProgress(errOut, 0)
	defer p.Clear()
	var reads []string
	for _, a := range more {
		if a.Key == config.DataKnob.Key {
			reads = append(reads, runner.Files(a.Value)...)
		}
	}
	err = files.Write(ctx, path, reads, func(w io.Writer) error {
		result, err = reproduce.Run(ctx, f, reproduce.Options{
			More: more, Workers: runtime.GOMAXPROCS(0), Loading: p.Loading, Ran: p.Ran,
		})
		if errors.Is(err, context.Canceled) {
			p.Clear()
			fmt.Fprintln(errOut, "interrupted; nothing is written")
		}
		if err != nil {
			return err
		}
		return result.Write(w, format)
	})
	return result, err
}

func panels(f presets.Figure) string {
	var titles []string
	for _, p := range f.Panels {
		titles = append(titles, p.Title)
	}
	return strings.Join(titles, "; ")
}

func listFigures(out io.Writer) error {
	var rows [][2]string
	for _, f := range presets.Figures() {
		words := f.Title
		if f.Missing != "" {
			words += " (cannot be drawn)"
		}
		rows = append(rows, [2]string{f.Name, words})
	}
	return output.List(out, rows)
}
