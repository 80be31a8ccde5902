// Package cli is the command line: it turns flags into a session and hands it to
// the screen (package tui), to the plain sentences (plain.go), to the row writer
// (run.go), to comparisons (compare.go) or to the sweeps (sweep.go). It computes
// nothing of a run, and is the only package that knows the screen.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"admmlab/presets"
	"admmlab/tui"
)

// Exit codes that scripts may rely on.
const (
	exitError       = 1   // bad input, unreadable data, a file that cannot be written
	exitHalted      = 3   // the run left the finite range; the rows so far are written
	exitInterrupted = 130 // ended by SIGINT, SIGTERM or SIGHUP; standard output has the rows so far
)

// errHalted marks a run that could not go on; its reason is already told.
var errHalted = errors.New("the run halted")

// Main runs one command line, without the program's name, and returns the exit
// code. A panic, too, is one line: its trace would help nobody who only pressed
// enter.
func Main(args []string, out, errOut io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(errOut, "admmlab: a mistake in the program, not yours: %v; please report it with this command line\n", r)
			code = exitError
		}
	}()
	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errOut)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errHalted):
		return exitHalted
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	fmt.Fprintf(errOut, "admmlab: %v\n", err)
	return exitError
}

// rootCommand is `admmlab`: the lab itself.
func rootCommand() *cobra.Command {
	var o source
	var ascii, noMouse, plain, noArchive bool
	cmd := &cobra.Command{
		Use:   "admmlab [PRESET or FILE]",
		Short: "a laboratory for private distributed learning",
		Long: "Pick a private ADMM method, turn its knobs while it runs, and watch loss, error\n" +
			"and the privacy bill move together. Without arguments it opens on the embedded\n" +
			"census. It is a simulation with a replayable seed: not for releasing data.",
		Example: "  admmlab\n  admmlab tifs-fig3-dvp-0.1\n  admmlab --set method=mradmm --set growth=1.04\n  admmlab --data ~/uci-adult",
		Args:    atMostOne,
		Version: version(),
		// Main tells of errors, in a sentence.
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := o.config(cmd, args)
			if err != nil {
				return err
			}
			if why := noScreen(cmd.OutOrStdout()); plain || why != "" {
				if !plain {
					fmt.Fprintf(cmd.ErrOrStderr(), "admmlab: %s, so sentences instead of a screen (as with --plain)\n", why)
				}
				return sentences(cmd.Context(), c, cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			companions, err := o.companions(cmd, args)
			if err != nil {
				return err
			}
			lab := tui.Options{Start: c, Companions: companions, Presets: presets.All(), Figures: presets.Figures(), ASCII: ascii, NoMouse: noMouse}
			if !noArchive {
				lab.Runs, lab.Unkept = openArchive()
			}
			return tui.Run(cmd.Context(), lab)
		},
		ValidArgsFunction: completeSource,
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&ascii, "ascii", false, "no box drawing, for consoles without it")
	cmd.Flags().BoolVar(&noMouse, "no-mouse", false, "leave the mouse to the terminal")
	cmd.Flags().BoolVar(&noArchive, "no-archive", false, "keep no run on this computer")
	cmd.Flags().BoolVar(&plain, "plain", false, "sentences instead of a screen, for logs and screen readers")
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; %s --help lists the flags", err, cmd.CommandPath())
	})
	cmd.AddCommand(runCommand(), compareCommand(), sweepCommand(), auditCommand(), accountCommand(), figureCommand(), runsCommand(), presetsCommand(), methodsCommand(), topologiesCommand(), versionCommand())
	return cmd
}

// noScreen is why a full screen cannot be drawn, or "".
func noScreen(out io.Writer) string {
	switch {
	case !isTerminal(out):
		return "the output is not a terminal"
	case !isTerminal(os.Stdin):
		return "the input is not a terminal"
	case os.Getenv("TERM") == "dumb":
		return "TERM is dumb"
	}
	return ""
}
