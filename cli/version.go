package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
)

// versionCommand is `admmlab version`: what this program was built from, for a
// report of a mistake or to build the same again.
func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "say what this program was built from",
		Args:              input.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprint(cmd.OutOrStdout(), buildWords(version(), info))
			return err
		},
	}
}

// version is the module version the binary was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "built from source"
	}
	return info.Main.Version
}

// buildWords says what is known of a build, one fact a line.
func buildWords(name string, info *debug.BuildInfo) string {
	if info == nil {
		return "admmlab " + name + "\n"
	}
	facts := map[string]string{}
	for _, s := range info.Settings {
		facts[s.Key] = s.Value
	}
	commit := cmp.Or(facts["vcs.revision"], "not recorded (built outside of a checkout, or with -buildvcs=false)")
	if facts["vcs.modified"] == "true" {
		commit += ", with changes that are not committed"
	}
	paths := "no"
	if facts["-trimpath"] == "true" {
		paths = "yes"
	}
	return fmt.Sprintf("admmlab %s\ncommit   %s\ndate     %s\ngo       %s %s/%s\ntrimpath %s\n", name, commit,
		cmp.Or(facts["vcs.time"], "not recorded"), info.GoVersion, cmp.Or(facts["GOOS"], "?"), cmp.Or(facts["GOARCH"], "?"), paths)
}
