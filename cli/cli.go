// Package cli is the command line: one command a file, each with its flags, its help
// and what it does. Reading order: this file, which lists the commands; source.go
// (flags -> session), run.go, then any other. What commands share (exit.go, args.go,
// source.go, complete.go, kept.go, progress.go, table.go) knows no command.
//
// It computes nothing of a run, and it is the only package that knows the screen,
// which lab.go opens.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"admmlab/sim/escape"
	"admmlab/sim/files"
)

// Main runs one command line, without the program's name, and returns the exit
// code. A panic, too, is one line: its trace would help nobody who only pressed
// enter.
//
// Nothing hidden reaches a terminal, whoever wrote it: names, paths and files come from
// anywhere.
func Main(args []string, stdout, stderr io.Writer) (code int) {
	if f, ok := stdout.(*os.File); ok && files.Closed(f) {
		stdout = closed{}
	}
	outlets := [...]*outlet{{to: stdout}, {to: stderr}}
	plain := asciiOnly(args)
	out, errOut := &escape.Writer{To: outlets[0], Plain: plain}, &escape.Writer{To: outlets[1], Plain: plain}
	defer errOut.Close()
	defer out.Close()
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer endBlocked(ctx, outlets[:]...)()
	defer stop()
	err := root.ExecuteContext(ctx)
	if err == nil && out.Err() != nil {
		err = fmt.Errorf("writing to standard output: %w", out.Err())
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errHalted):
		return exitHalted
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	text := sentence(err)
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest/2], "") + " … " + strings.ToValidUTF8(text[len(text)-longest/2:], "")
	}
	fmt.Fprintf(errOut, "admmlab: %s\n", text)
	return exitError
}

// longest is how many bytes of a sentence are told: what it quotes may be a whole file.
const longest = 4096

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

// sentence is an error in one line.
func sentence(err error) string {
	several, joined := err.(interface{ Unwrap() []error })
	if !joined {
		return escape.Terminal(err.Error())
	}
	var list []string
	for _, e := range several.Unwrap() {
		list = append(list, sentence(e))
	}
	return strings.Join(list, "; ")
}

// rootCommand is `admmlab`, the laboratory itself, with every other command below it.
func rootCommand() *cobra.Command {
	root := labCommand()
	root.AddCommand(runCommand(), compareCommand(), sweepCommand(), tuneCommand(), auditCommand(), accountCommand(), boundCommand(), figureCommand(),
		demoCommand(), runsCommand(), presetsCommand(), methodsCommand(), topologiesCommand(), versionCommand())
	root.SetHelpCommand(helpCommand())
	return root
}
