package input

import (
	"github.com/spf13/cobra"

	"admmlab/models/data"
	"admmlab/presets"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/rows"
)

// Offer completes the values of flags.
func Offer(cmd *cobra.Command, complete cobra.CompletionFunc, flags ...string) {
	for _, flag := range flags {
		if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(err) // a flag named wrongly by the caller
		}
	}
}

// OneOf completes a value from a short list.
func OneOf(values []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
}

// FirstOf completes the one name there is from a list.
func FirstOf(values func() []string, how cobra.ShellCompDirective) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		list, _ := Heed(cmd.Context(), func() ([]string, error) { return values(), nil }) // ended: none
		return list, how
	}
}

// SessionNames are the presets and the figures that can be run, with their titles.
func SessionNames() []string {
	var names []string
	for _, p := range presets.All() {
		names = append(names, p.Name+"\t"+p.Config.Title)
	}
	return append(names, FigureNames()...)
}

// FigureNames are those that can be drawn, with their titles.
func FigureNames() []string {
	var names []string
	for _, f := range presets.Figures() {
		if f.Missing == "" {
			names = append(names, f.Name+"\t"+f.Title)
		}
	}
	return names
}

// dataSets completes --data with what there is to pick from; a shell that finds no
// match completes a path.
func dataSets(*cobra.Command, []string, string) (list []string, _ cobra.ShellCompDirective) {
	for _, kind := range data.Kinds {
		for _, o := range kind.Offers {
			list = append(list, o.Key+"\t"+o.Long)
		}
	}
	return list, cobra.ShellCompDirectiveNoSpace
}

// conditions completes --stop-when with what a row is held against a number by.
func conditions(*cobra.Command, []string, string) (list []string, _ cobra.ShellCompDirective) {
	for _, c := range rows.Columns {
		if c.Value != nil {
			list = append(list, c.Name+" <", c.Name+" >")
		}
	}
	return append(list, "none"), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// settings completes --set with every key, and every choice of a key that has some, of the method that
// stands before it, or else the preset's.
func (o *Source) settings(cmd *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	for _, spec := range admm.Catalogue() {
		if o.Method != "" && spec.ID != o.Method {
			continue
		}
		list = append(list, "method="+spec.ID+"\t"+spec.Words)
	}
	c := config.Default()
	before, _ := o.Assignments(cmd)
	method := config.Last(before)[config.MethodKnob.Key]
	if method == "" && len(args) > 0 {
		if p, err := presets.Find(args[0]); err == nil {
			method = p.Config.Method
		}
	}
	if spec, ok := admm.Find(method); ok {
		c = c.WithMethod(spec.ID)
	}
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
	return list, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
