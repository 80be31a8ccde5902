package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/presets"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/tui"
)

// labRequest is how the laboratory was asked for.
type labRequest struct {
	input.Source
	ascii, noMouse, noArchive bool
	plain                     bool // sentences, no screen
	cast                      string
}

// labCommand is `admmlab`: the laboratory on the screen, or in sentences.
func labCommand() *cobra.Command {
	var ask labRequest
	cmd := &cobra.Command{
		Use:   "admmlab [PRESET or FILE]",
		Short: "a laboratory for private distributed learning",
		Long: "Pick a private ADMM method, turn its knobs while it runs, and watch loss, error\n" +
			"and the privacy bill move together. Without arguments it opens on the embedded\n" +
			"census. It is a simulation with a replayable seed: not for releasing data.",
		Example: "  admmlab\n  admmlab tifs-fig3-dvp-0.1\n  admmlab --set method=mradmm --set growth=1.04\n  admmlab --data ~/uci-adult",
		Args:    input.AtMostOne,
		Version: version(),
		// Main tells of errors, in a sentence.
		SilenceErrors: true, SilenceUsage: true,
		RunE:              ask.run,
		ValidArgsFunction: input.FirstOf(input.SessionNames, cobra.ShellCompDirectiveDefault),
	}
	ask.Flags(cmd)
	cmd.Flags().BoolVar(&ask.ascii, "ascii", false, "ASCII only, on the screen and in sentences: a letter for α, ε, η; files that are written are as without it")
	cmd.Flags().BoolVar(&ask.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	cmd.Flags().BoolVar(&ask.noArchive, "no-archive", false, "keep no run of the screen on this computer; sweeps and tuning keep theirs, as they say")
	cmd.Flags().BoolVar(&ask.plain, "plain", false, "sentences instead of a screen, for logs and screen readers")
	castFlag(cmd, &ask.cast)
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if bad := (*pflag.InvalidValueError)(nil); errors.As(err, &bad) {
			want := map[string]string{"int": "a whole number", "bool": "true or false", "stringSlice": "words with commas between them, without quotation marks"}[bad.GetFlag().Value.Type()]
			err = fmt.Errorf("--%s %s: expected %s", bad.GetFlag().Name, bad.GetValue(), want)
		}
		return fmt.Errorf("%w; %s --help lists the flags", err, cmd.CommandPath())
	})
	return cmd
}

// run opens the screen, or tells in sentences where there can be none.
func (r *labRequest) run(cmd *cobra.Command, args []string) error {
	c, err := r.Config(cmd, args)
	if err != nil {
		return err
	}
	companions, err := r.Together(args)
	if err != nil {
		return err
	}
	if why := noScreen(cmd.OutOrStdout()); r.plain || why != "" {
		if cmd.Flags().Changed("cast") {
			return fmt.Errorf("recording %s: %s, and a cast is a recording of the screen", r.cast, cmp.Or(why, "--plain asks for sentences"))
		}
		if err := files.Endless(input.ReadBy(args, c)); err != nil {
			return err
		}
		if !r.plain {
			fmt.Fprintf(cmd.ErrOrStderr(), "admmlab: %s, so sentences instead of a screen (as with --plain)\n", why)
		}
		r.Tell(cmd.ErrOrStderr(), c)
		input.TellOutdone(cmd.ErrOrStderr(), r.Over, config.Unmeasured("sentences tell no record's loss", c), config.Unlevelled(c))
		if n := len(companions); n > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: sentences are of one curve alone, the first of %d that the screen has side by side; admmlab figure draws all\n", escape.Terminal(args[0]), 1+n)
		}
		return sentences(cmd.Context(), c, cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	host := runner.NewHost()
	lab := tui.Options{Host: host, Start: c, Companions: companions, Presets: presets.All(), Figures: presets.Figures(), ASCII: r.ascii, NoMouse: r.noMouse}
	if len(companions) > 0 && len(r.Over) == 0 {
		f, _ := presets.FindFigure(args[0]) // it has companions
		lab.Caption = f.SideBySide(append([]config.Config{c}, companions...))
	}
	lab.News = strings.Join(r.News(append(companions, c)...), "; ")
	reads := input.ReadBy(args, append(companions, c)...)
	if !r.noArchive {
		if lab.Runs, lab.Unkept = input.OpenArchive(); lab.Runs != nil {
			reads = append(reads, lab.Runs.Folder())
		}
	}
	recording, err := openCast(cmd, r.cast, reads)
	if err != nil {
		return err
	}
	host.Spare(append(reads, r.cast)...)
	left, err := onScreen(cmd, lab, recording)
	if err = cmp.Or(err, left); err != nil {
		return err // without waiting for what may hang, as a disk that does not answer
	}
	host.Close()
	return nil
}

// onScreen shows the laboratory and records it, where there is a recording, which it closes. left is
// what could not be kept or recorded; it is told also where something else ended it, whose exit
// code that is.
func onScreen(cmd *cobra.Command, lab tui.Options, recording io.WriteCloser) (left, err error) {
	ctx := cmd.Context()
	if lab.Show == nil || lab.Show.Columns == 0 { // on a terminal, which is to be given back
		var stop func()
		ctx, stop = signal.NotifyContext(ctx, syscall.SIGHUP) // it is gone, nohup or not
		defer stop()
		// Where a standard stream has a reader that goes, a write then fails like any other; up to
		// the last one, which says what is missing.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	}
	if recording != nil {
		lab.Cast = recording
	}
	left, err = tui.Run(ctx, lab)
	if recording != nil {
		left = errors.Join(left, recording.Close())
	}
	if left != nil && err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "admmlab: %s\n", output.Sentence(left))
	}
	return left, err
}

// castFlag adds --cast to a command that opens the screen.
func castFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "cast", "", "record the screen into FILE, which asciinema plays")
}

// openCast begins the file of a recording, nil where none is asked for.
func openCast(cmd *cobra.Command, path string, reads []string) (io.WriteCloser, error) {
	if !cmd.Flags().Changed("cast") {
		return nil, nil
	}
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		if f, err := os.Open(path); err == nil {
			defer f.Close() // read only: nothing can be lost
			if output.IsTerminal(f) {
				return nil, fmt.Errorf("recording %s: it is a terminal; expected the name of a file", path)
			}
		}
	}
	if err := notOwn(path); err != nil {
		return nil, fmt.Errorf("recording %s: %w", path, err)
	}
	return files.Grow(cmd.Context(), path, reads)
}

// notOwn is why what sweeps and tuning read and write must not be written over, nil where a path leads to
// none of it.
func notOwn(path string) error {
	if report.Own(path) {
		return errors.New("that is in the folder where the laboratory keeps its own; expected another")
	}
	return nil
}

// noScreen is why a full screen cannot be drawn, or "".
func noScreen(out io.Writer) string {
	switch {
	case !output.IsTerminal(out):
		return "the output is not a terminal"
	case !output.IsTerminal(os.Stdin):
		return "the input is not a terminal"
	case os.Getenv("TERM") == "dumb":
		return "TERM is dumb"
	}
	return ""
}
