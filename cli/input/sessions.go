package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"admmlab/presets"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/sim/spell"
)

// Sides are the sessions of a command line as they run alongside the first.
type Sides struct {
	Configs []config.Config
	Doubts  []string // of each that was kept why it would not be the same again, or ""
	// Reads are the files that they name, data included which only the first reads: none of
	// them is to be written over.
	Reads []string
}

// SideBySide reads the named sessions, and says on errOut what running alongside the first
// changes of them.
func SideBySide(ctx context.Context, names []string, more []config.Assignment, errOut io.Writer) (Sides, error) {
	if err := files.Twice(names); err != nil {
		return Sides{}, err
	}
	reads, err := Heed(ctx, func() ([]string, error) { return keptFiles(ctx, names) })
	if err != nil {
		return Sides{}, err
	}
	all := Sides{Reads: reads, Doubts: make([]string, len(names))}
	for i, name := range names {
		c, err := Heed(ctx, func() (config.Config, error) {
			text, left, doubt, err := sessionText(ctx, name, more, errOut)
			all.Doubts[i] = doubt
			if err != nil {
				return config.Config{}, err
			}
			c, gone, err := config.BuildTelling(text)
			if err != nil {
				return c, fmt.Errorf("%s: %w", name, err)
			}
			if gone != "" {
				left = append(left, gone)
			}
			for _, line := range left {
				fmt.Fprintf(errOut, "%s, %s: %s\n", report.Letter(i), escape.Terminal(name), escape.Terminal(line))
			}
			return c, nil
		})
		if err != nil {
			return Sides{}, err
		}
		if all.Reads = append(all.Reads, ReadBy(nil, c)...); given(name) {
			all.Reads = append(all.Reads, ReadBy([]string{name})...)
		}
		if i == 0 {
			first := c.AsCompanionOf(c)
			if first.Iterations != c.Iterations || len(first.Events) != len(c.Events) {
				fmt.Fprintf(errOut, "%s, %s: iterations = %d from the start, where its changes of the limit end it\n", report.Letter(i), escape.Terminal(name), first.Iterations)
			}
			all.Configs = append(all.Configs, first)
			continue
		}
		next := c.AsCompanionOf(all.Configs[0])
		var keys []string
		for _, d := range config.Differences(c, next) {
			keys = append(keys, d.Key)
		}
		if keys != nil {
			fmt.Fprintf(errOut, "%s, %s, as %s has it: %s\n", report.Letter(i), escape.Terminal(name), escape.Terminal(names[0]), strings.Join(keys, ", "))
		}
		all.Configs = append(all.Configs, next)
	}
	return all, nil
}

// given reports whether a name is that of a preset or a file, which a folder is not.
func given(name string) bool {
	_, unknown := presets.Find(name)
	info, err := os.Stat(name)
	return unknown == nil || err == nil && !info.IsDir()
}

// sessionText is textUnder, or the text under more of a run that was kept, of which it
// says on errOut, and in doubt, where that would not be the same again.
func sessionText(ctx context.Context, name string, more []config.Assignment, errOut io.Writer) (text []config.Assignment, left []string, doubt string, err error) {
	if given(name) {
		if slices.Contains(KeptNames(), name) {
			fmt.Fprintf(errOut, "%s is taken as the preset or file, not as the kept run of that name: its ID means that one\n", escape.Terminal(name))
		}
		if told := passedBy(name); told != "" {
			fmt.Fprintln(errOut, escape.Terminal(told))
		}
		text, left, err := textUnder(name, more, func() ([]config.Assignment, error) { return baseText(ctx, name) })
		return text, left, "", err
	}
	runs, err := OpenArchive()
	if err != nil {
		return nil, nil, "", err
	}
	records, notes, err := runs.List(ctx)
	if err != nil {
		return nil, nil, "", err
	}
	TellNotes(errOut, notes)
	r, err := FindRun(records, name)
	if err == nil {
		doubt, err := TellDoubt(ctx, errOut, r)
		if err != nil {
			return nil, nil, "", err
		}
		text, err := config.Assignments([]byte(r.Config.Text()), "run "+name)
		return append(text, more...), nil, doubt, err
	} else if errors.As(err, &severalRuns{}) {
		return nil, nil, "", err
	}
	if err := undrawable(name); err != nil {
		return nil, nil, "", err
	}
	var known []string
	for _, p := range presets.All() {
		known = append(known, p.Name)
	}
	for _, r := range records {
		known = append(known, r.ID, r.Name)
	}
	return nil, nil, "", fmt.Errorf("no preset, session file or kept run is called %q%s; admmlab presets and admmlab runs list them", name, spell.Hint(name, known))
}

// CompleteSessions offers presets, kept runs and files, four times.
func CompleteSessions(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > runner.MaxCompanions {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	kept, _ := Heed(cmd.Context(), func() ([]string, error) { return KeptNames(), nil }) // ended: none
	return append(SessionNames(), kept...), cobra.ShellCompDirectiveDefault
}
