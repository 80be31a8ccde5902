package input

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"admmlab/cli/output"
	"admmlab/sim/files"
)

// AtMostOne says in words what cobra says in numbers.
func AtMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s takes one name at most, found %d: %s", cmd.CommandPath(), len(args), strings.Join(args, " "))
	}
	return nil
}

// None is for commands that take no names.
func None(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no names, found %s", cmd.CommandPath(), strings.Join(args, " "))
	}
	return nil
}

// FolderFlag adds --out to a command that fills a folder.
func FolderFlag(cmd *cobra.Command, dir *string, words string) {
	cmd.Flags().Var((*folder)(dir), "out", words)
	Offer(cmd, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs), "out")
}

// folder is a flag for one whose files are named by joining.
type folder string

func (f *folder) String() string { return string(*f) }

func (f *folder) Set(path string) error {
	*f = folder(files.Straight(path))
	return nil
}

func (*folder) Type() string { return "string" }

// FormatFlag adds --format to a command that writes a table.
func FormatFlag(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "table", "table, csv or jsonl; only the first rounds")
	Offer(cmd, OneOf(output.Formats), "format")
}
