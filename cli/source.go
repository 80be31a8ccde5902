package cli

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"admmlab/models/data"
	"admmlab/presets"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// source is where a command line takes its session from: a preset or file, then
// --data, --iterations and --seed, then every --set, later ones winning.
type source struct {
	set                    []string
	data, iterations, seed string // as text: config.Build says what is wrong with them
}

func (o *source) flags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.set, "set", nil, "set a key of the session text, key=value; may be repeated")
	cmd.Flags().StringVar(&o.data, config.DataKnob.Key, "", ansi.Wordwrap("data: "+strings.Join(data.Forms(), ", ")+", or a PATH", 54, ""))
	cmd.Flags().StringVar(&o.iterations, config.IterationsKnob.Key, "", "how many iterations")
	cmd.Flags().StringVar(&o.seed, config.SeedKnob.Key, "", "seed of split, random graph and noise")
	offer(cmd, config.DataKnob.Key, completeData, cobra.ShellCompDirectiveNoSpace)
	offer(cmd, "set", completeSet, cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp)
}

// config builds the session of a command line.
func (o *source) config(cmd *cobra.Command, args []string) (config.Config, error) {
	var list []config.Assignment
	if len(args) == 1 {
		base, err := baseText(args[0])
		if err != nil {
			return config.Config{}, err
		}
		list = base
	}
	more, err := o.assignments(cmd)
	if err != nil {
		return config.Config{}, err
	}
	return config.Build(append(list, more...))
}

// assignments are what the flags say, in the order in which they win.
func (o *source) assignments(cmd *cobra.Command) ([]config.Assignment, error) {
	var list []config.Assignment
	for _, f := range []struct{ key, value string }{{config.DataKnob.Key, runner.DataKey(o.data)}, {config.IterationsKnob.Key, o.iterations}, {config.SeedKnob.Key, o.seed}} {
		if cmd.Flags().Changed(f.key) { // an empty value is a mistake, not a wish for the default
			list = append(list, config.Assignment{Key: f.key, Value: f.value, Where: "--" + f.key})
		}
	}
	for _, s := range o.set {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return nil, fmt.Errorf("--set %s: expected key=value, such as --set alpha=0.1", s)
		}
		list = append(list, config.Assignment{Key: strings.TrimSpace(key), Value: strings.TrimSpace(value), Where: "--set"})
	}
	return list, nil
}

// companions are the other curves of a figure that was named, to run beside its first.
func (o *source) companions(cmd *cobra.Command, args []string) ([]config.Config, error) {
	if len(args) == 0 {
		return nil, nil
	}
	f, err := presets.FindFigure(args[0])
	if err != nil {
		return nil, nil // it is not a figure
	}
	more, err := o.assignments(cmd)
	if err != nil {
		return nil, err
	}
	list, err := f.Together(1+runner.MaxCompanions, more)
	return list[min(1, len(list)):], err
}

// baseText reads a preset by name or else a session file.
func baseText(name string) ([]config.Assignment, error) {
	p, presetErr := presets.Find(name)
	if presetErr == nil {
		return config.Assignments([]byte(p.Config.Text()), "preset "+name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		if os.IsNotExist(err) {
			if err := undrawable(name); err != nil {
				return nil, err
			}
			return nil, fmt.Errorf("%w, and there is no file of that name", presetErr)
		}
		return nil, fmt.Errorf("reading the session file: %w", err)
	}
	return config.Assignments(text, name)
}

// undrawable is why the figure of that name has no runs; nil if it has, or is none.
func undrawable(name string) error {
	if _, err := presets.FindFigure(name); err != nil {
		return nil
	}
	_, err := presets.Find(name)
	return err
}

// offer completes a flag's value from a list.
func offer(cmd *cobra.Command, flag string, values func() []string, how cobra.ShellCompDirective) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), how
	})
	if err != nil {
		panic(err) // a flag named wrongly by the caller
	}
}

// completeSource offers the presets and files for the one argument there is.
func completeSource(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return presetNames(), cobra.ShellCompDirectiveDefault
}

// completePreset offers the presets only.
func completePreset(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return presetNames(), cobra.ShellCompDirectiveNoFileComp
}

func presetNames() []string {
	var names []string
	for _, p := range presets.All() {
		names = append(names, p.Name+"\t"+p.Config.Title)
	}
	return append(names, figureNames()...)
}

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

// completeData offers what there is to pick from; a shell that finds no match
// completes a path.
func completeData() []string {
	var list []string
	for _, kind := range data.Kinds {
		for _, o := range kind.Offers {
			list = append(list, o.Key+"\t"+o.Long)
		}
	}
	return list
}

// completeSet offers every key, and every choice of a key that has some.
func completeSet() []string {
	var list []string
	for _, spec := range admm.Catalogue() {
		list = append(list, "method="+spec.ID+"\t"+spec.Words)
	}
	c := config.Default()
	for _, key := range config.Keys() {
		k, _ := config.KnobOf(c, key)
		if key == config.MethodKnob.Key {
			continue
		}
		if k.Choices == nil || k.Choices(c) == nil {
			list = append(list, key+"=\t"+k.Words)
			continue
		}
		for _, choice := range k.Choices(c) {
			list = append(list, key+"="+choice+"\t"+k.Words)
		}
	}
	return list
}

// version is the module version the binary was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "built from source"
	}
	return info.Main.Version
}
