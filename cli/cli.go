// Package cli is the command line: one command a file, each with its flags, its help
// and what it does. Reading order: this file, which lists the commands; run.go, then any
// other. What commands are given is package input, how they speak package output.
//
// It computes nothing of a run, and it is the only package that knows the screen,
// which lab.go opens.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"admmlab/cli/output"
	"admmlab/sim"
	"admmlab/sim/escape"
	"admmlab/sim/files"
)

// Signals is a context that ends with the first of the signals that end the program. They
// are heard until the process ends, also behind the last line: there none of them is to be the
// reason for another exit code, or for a trace.
func Signals() context.Context {
	ctx, _ := signal.NotifyContext(context.Background(), endingSignals()...)
	return ctx
}

// Main runs one command line, without the program's name, until ctx ends, and returns the
// exit code. A panic, too, is one line: its trace would help nobody who only pressed
// enter.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) (code int) {
	settleZone()
	log.SetOutput(io.Discard) // of libraries, which panic with the same words
	streams := output.Open(stdout, stderr, asciiOnly(args))
	defer streams.EndBlocked(ctx, exitInterrupted)()
	defer streams.Close()
	out, errOut := streams.Out, streams.Err
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(errOut, "admmlab: a mistake in the program, not yours: %s; please report it with this command line\n", escape.Terminal(fmt.Sprint(r)))
			code = exitError
		}
	}()
	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errOut)
	root.InitDefaultCompletionCmd() // it writes to what is set by then
	if cmd, _, err := root.Find([]string{"completion"}); err == nil {
		cmd.RunE = knownOnly // any name would print the help
	}
	err := root.ExecuteContext(ctx)
	if lost := out.Err(); lost != nil && (err == nil || errors.Is(err, lost)) {
		if at := (*fs.PathError)(nil); errors.As(lost, &at) {
			lost = at.Err
		}
		err = fmt.Errorf("writing to standard output: %w", lost)
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errHalted):
		return exitHalted
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	if files.Silent(err) {
		return exitError // in silence: what is read stays as it is
	}
	fmt.Fprintf(errOut, "admmlab: %s\n", output.Sentence(err))
	if _, halted := errors.AsType[sim.Halted](err); halted {
		return exitHalted
	}
	return exitError
}

// endingSignals are those that end the program. What was ignored at its start, as nohup has
// it, stays so.
func endingSignals() []os.Signal {
	return slices.DeleteFunc([]os.Signal{syscall.SIGTERM, syscall.SIGQUIT, os.Interrupt, syscall.SIGHUP}, signal.Ignored)
}

// settleZone keeps package time, which reads the time zone when it is first asked for, from
// waiting where TZ names a pipe, by its path or by the way to it from the folder of the zones:
// times are then those of UTC, as where TZ names nothing.
func settleZone() {
	path := strings.TrimPrefix(os.Getenv("TZ"), ":")
	info, err := os.Stat(path)
	switch {
	case path == "", filepath.IsAbs(path) && (err != nil || info.Mode().IsRegular()), filepath.IsLocal(path):
		return
	}
	os.Setenv("TZ", "UTC")
}

// asciiOnly reports whether a command line asks for --ascii. It counts for help and for
// what is wrong with that very line, so that it cannot wait for the flags to be read.
func asciiOnly(args []string) (asked bool) {
	for _, a := range args {
		value, is := strings.CutPrefix(a, "--ascii")
		switch set, err := strconv.ParseBool(strings.TrimPrefix(value, "=")); {
		case a == "--":
			return asked
		case is && value == "":
			asked = true
		case is && value[0] == '=' && err == nil:
			asked = set
		}
	}
	return asked
}

// rootCommand is `admmlab`, the laboratory itself, with every other command below it.
func rootCommand() *cobra.Command {
	root := labCommand()
	root.AddCommand(runCommand(), compareCommand(), sweepCommand(), tuneCommand(), auditCommand(), accountCommand(), boundCommand(), figureCommand(),
		demoCommand(), runsCommand(), presetsCommand(), methodsCommand(), topologiesCommand(), versionCommand())
	root.SetHelpCommand(helpCommand())
	root.PersistentPreRun = func(cmd *cobra.Command, args []string) {
		if cmd.Name() == cobra.ShellCompRequestCmd { // what is wrong with these cobra writes to standard error itself
			for i, a := range args {
				args[i] = escape.Terminal(a)
			}
		}
	}
	return root
}
