package cli

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"admmlab/sim/config"
	"admmlab/sim/spell"
)

// helpCommand is `admmlab help`: what --help says of a command.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "say what a command does",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return knownOnly(found, rest)
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, c := range found.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// knownOnly refuses what is no command below cmd; with no name at all it says what
// there is.
func knownOnly(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var known []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	if known == nil {
		return fmt.Errorf("%s has no command below it, found %s", cmd.CommandPath(), strings.Join(args, " "))
	}
	return fmt.Errorf("%s has no command %q%s; expected one of %s", cmd.CommandPath(), args[0], spell.Hint(args[0], known), strings.Join(known, " "))
}

// keyHelp lists the keys of a session with their words, in lines of 80 cells.
func keyHelp() string {
	var b strings.Builder
	c := config.Default()
	for _, key := range config.Keys() {
		k, _ := config.KnobOf(c, key)
		words := ansi.Wordwrap(k.Words, 64, "")
		fmt.Fprintf(&b, "  %-12s  %s\n", key, strings.ReplaceAll(words, "\n", "\n"+strings.Repeat(" ", 16)))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
