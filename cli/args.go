package cli

import (
	"fmt"
	"strings"

	"admmlab/cli/output"

	"github.com/spf13/cobra"
)

// atMostOne and none say in words what cobra says in numbers.
func atMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s takes one name at most, found %d: %s", cmd.CommandPath(), len(args), strings.Join(args, " "))
	}
	return nil
}

func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no names, found %s", cmd.CommandPath(), strings.Join(args, " "))
	}
	return nil
}

// folderFlag adds --out to a command that fills a folder.
func folderFlag(cmd *cobra.Command, dir *string, words string) {
	cmd.Flags().StringVar(dir, "out", "", words)
	offer(cmd, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs), "out")
}

// formatFlag adds --format to a command that writes a table.
func formatFlag(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "table", "table, csv or jsonl; only the first rounds")
	offer(cmd, oneOf(output.Formats), "format")
}
