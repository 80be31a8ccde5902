package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"admmlab/presets"
	"admmlab/sim"
	"admmlab/sim/admm"
)

// source is where a command line takes its session from: a preset or file, then
// --data, --iterations and --seed, then every --set, later ones winning.
type source struct {
	set        []string
	data       string
	iterations int
	seed       string
}

func (o *source) flags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.set, "set", nil, "set a key of the session text, `key=value`; may be repeated")
	cmd.Flags().StringVar(&o.data, "data", "", "data set: census, census:N, adult:PATH, libsvm:TRAIN[:TEST], csv:PATH, or a bare `PATH`")
	cmd.Flags().IntVar(&o.iterations, "iterations", 0, "iteration limit `N`")
	cmd.Flags().StringVar(&o.seed, "seed", "", "seed `N` of split, random graph and noise")
	for flag, values := range map[string]func() []string{"set": completeSet, "data": func() []string { return nil }} {
		err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			if list := values(); list != nil {
				return list, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		})
		if err != nil {
			panic(err) // a flag named wrongly above
		}
	}
}

// config builds the session of a command line.
func (o *source) config(args []string) (sim.Config, error) {
	var list []sim.Assignment
	if len(args) == 1 {
		base, err := baseText(args[0])
		if err != nil {
			return sim.Config{}, err
		}
		list = base
	}
	if o.data != "" {
		list = append(list, sim.Assignment{Key: "data", Value: dataKey(o.data), Where: "--data"})
	}
	if o.iterations != 0 {
		list = append(list, sim.Assignment{Key: "iterations", Value: strconv.Itoa(o.iterations), Where: "--iterations"})
	}
	if o.seed != "" {
		list = append(list, sim.Assignment{Key: "seed", Value: o.seed, Where: "--seed"})
	}
	for _, s := range o.set {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return sim.Config{}, fmt.Errorf("--set %s: expected key=value, such as --set alpha=0.1", s)
		}
		list = append(list, sim.Assignment{Key: strings.TrimSpace(key), Value: strings.TrimSpace(value), Where: "--set"})
	}
	return sim.Build(list)
}

// baseText reads a preset by name or else a session file.
func baseText(name string) ([]sim.Assignment, error) {
	p, presetErr := presets.Find(name)
	if presetErr == nil {
		return sim.Assignments([]byte(p.Config.Text()), "preset "+name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		if os.IsNotExist(err) {
			return nil, fmt.Errorf("%w, and there is no file of that name", presetErr)
		}
		return nil, fmt.Errorf("reading the session file: %w", err)
	}
	return sim.Assignments(text, name)
}

// dataKey is the data key of a bare path: a folder with adult.data, a .csv file,
// or else LIBSVM.
func dataKey(v string) string {
	kind, _, _ := strings.Cut(v, ":")
	switch kind {
	case "census", "adult", "libsvm", "csv":
		return v
	}
	if _, err := os.Stat(filepath.Join(v, "adult.data")); err == nil {
		return "adult:" + v
	}
	if info, err := os.Stat(v); err == nil && info.IsDir() {
		return "adult:" + v
	}
	if strings.EqualFold(filepath.Ext(v), ".csv") {
		return "csv:" + v
	}
	if _, err := os.Stat(v); err == nil {
		return "libsvm:" + v
	}
	return v // Build says what is expected
}

func completeSource(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, p := range presets.All() {
		names = append(names, p.Name+"\t"+p.Config.Title)
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeSet offers every key, and every choice of a key that has some.
func completeSet() []string {
	var list []string
	for _, spec := range admm.Catalogue() {
		list = append(list, "method="+spec.ID+"\t"+spec.Words)
	}
	c := sim.Default()
	for _, key := range sim.Keys() {
		k, _ := sim.KnobOf(c, key)
		if key == "method" {
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
