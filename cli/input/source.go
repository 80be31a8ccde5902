// Package input is what a command line is given: flags, names of presets, files and kept
// runs, and the sessions that they make; how shells complete them.
//
// It knows no command, runs nothing, and writes nothing but what it has to say of a name
// or a flag.
package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"admmlab/models/data"
	"admmlab/presets"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/files"
	"admmlab/sim/runner"
)

// Source is where a command line takes its session from: a preset or file, then
// --data, --iterations, --stop-when and --seed, then every --set, later ones winning.
type Source struct {
	Set                              []string // key=value
	Method                           string   // of every session of the command, unless --set names one; "" where the preset or file does
	data, iterations, stopWhen, seed string   // as text: config.Build says what is wrong with them

	text *[]config.Assignment // of the preset or file once it is read: a pipe has it once only
	Over []config.Assignment  // what the flags said when it was read last
	left []string             // what methods do not take of the preset or file
}

const (
	// StopWhenFlag sets config.StopWhenKnob.
	StopWhenFlag = "stop-when"
	// dataFlag is where what --data says comes from.
	dataFlag = "--data"
)

// Flags are those that name a session.
func (o *Source) Flags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.Set, "set", nil, "set a key of the session text, key=value; may be repeated\n(admmlab run --help lists the keys)")
	cmd.Flags().StringVar(&o.data, config.DataKnob.Key, "", ansi.Wordwrap("data: "+strings.Join(data.Forms(), ", ")+", or a PATH", 54, ""))
	cmd.Flags().StringVar(&o.iterations, config.IterationsKnob.Key, "", "how many iterations")
	cmd.Flags().StringVar(&o.stopWhen, StopWhenFlag, "", "stop where a row meets this, such as \"test_error < 0.16\"")
	cmd.Flags().StringVar(&o.seed, config.SeedKnob.Key, "", "seed of split, random graph and noise")
	Offer(cmd, dataSets, config.DataKnob.Key)
	Offer(cmd, o.settings, "set")
	Offer(cmd, conditions, StopWhenFlag)
	Offer(cmd, cobra.NoFileCompletions, config.IterationsKnob.Key, config.SeedKnob.Key)
}

// Config builds the session of a command line; what is in over wins over its flags.
func (o *Source) Config(cmd *cobra.Command, args []string, over ...config.Assignment) (config.Config, error) {
	more, err := o.Assignments(cmd)
	if err != nil {
		return config.Config{}, err
	}
	o.Over = more
	return Heed(cmd.Context(), func() (config.Config, error) {
		text := slices.Concat(more, over)
		if len(args) == 1 {
			var left []string
			if text, left, err = textUnder(args[0], text, func() ([]config.Assignment, error) { return o.base(cmd.Context(), args[0]) }); err != nil {
				return config.Config{}, err
			}
			for _, line := range append(left, passedBy(args[0])) {
				o.leave(line)
			}
		}
		c, left, err := config.BuildTelling(text)
		o.leave(left)
		return c, err
	})
}

// base is baseText, read once.
func (o *Source) base(ctx context.Context, name string) ([]config.Assignment, error) {
	if o.text == nil {
		text, err := baseText(ctx, name)
		if err != nil {
			return nil, err
		}
		o.text = &text
	}
	return *o.text, nil
}

// News are what of the session is left out, and the keys that flags set and no run reads, a
// line each.
func (o *Source) News(configs ...config.Config) []string {
	return append(slices.Clone(o.left), Unread(o.Over, configs...)...)
}

// Tell writes News.
func (o *Source) Tell(out io.Writer, configs ...config.Config) {
	for _, line := range o.News(configs...) {
		fmt.Fprintln(out, escape.Terminal(line))
	}
}

// Assignments are what the flags say, in the order in which they win.
func (o *Source) Assignments(cmd *cobra.Command) ([]config.Assignment, error) {
	var list []config.Assignment
	for _, f := range []struct{ flag, key, value string }{
		{config.DataKnob.Key, config.DataKnob.Key, runner.DataKey(o.data)}, {config.IterationsKnob.Key, config.IterationsKnob.Key, o.iterations},
		{StopWhenFlag, config.StopWhenKnob.Key, o.stopWhen}, {config.SeedKnob.Key, config.SeedKnob.Key, o.seed},
	} {
		if cmd.Flags().Changed(f.flag) { // an empty value is a mistake, not a wish for the default
			if f.flag == StopWhenFlag && strings.TrimSpace(f.value) == "" {
				return nil, errors.New("--stop-when is empty, expected a condition, such as \"test_error < 0.16\", or none")
			}
			list = append(list, config.Assignment{Key: f.key, Value: f.value, Where: "--" + f.flag})
		}
	}
	if o.Method != "" {
		list = append(list, config.Assignment{Key: config.MethodKnob.Key, Value: o.Method, Where: "--set"})
	}
	set, err := Assigned("--set", "alpha=0.1", o.Set)
	return append(list, set...), err
}

// Assigned are the keys that a flag sets, each as key=value. What a session text has between
// quotes is taken to its end, as the name of a file may end in a space.
func Assigned(flag, such string, values []string) (list []config.Assignment, err error) {
	for _, s := range values {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return nil, fmt.Errorf("%[1]s %[2]s: expected key=value, such as %[1]s %[3]s", flag, s, such)
		}
		key, value = strings.TrimSpace(key), strings.TrimLeft(value, " \t\r\n")
		if k, ok := config.KnobOf(config.Config{}, key); !ok || k.Form != config.Quoted {
			value = strings.TrimSpace(value)
		}
		list = append(list, config.Assignment{Key: key, Value: value, Where: flag})
	}
	return list, nil
}

// Budgeted are configs as they are run where --budget chooses their noise: without changes on
// the way, and by the key that it chooses.
func Budgeted(configs []config.Config) []config.Config {
	var list []config.Config
	for _, c := range configs {
		c.Events = nil
		if k, ok := config.KnobOf(c, c.Spec().NoiseKnob); ok {
			if next, err := k.Assign(c, k.Value(c)); err == nil {
				c = next
			}
		}
		list = append(list, c)
	}
	return list
}

// Together are the runs beside the session of the command line where its name is that of a
// figure: Config is then the first curve of the figure as the flags leave it.
func (o *Source) Together(args []string) ([]config.Config, error) {
	if len(args) == 0 {
		return nil, nil
	}
	f, err := presets.FindFigure(args[0])
	if err != nil {
		return nil, nil // it is not a figure
	}
	points, err := f.Together(1+runner.MaxCompanions, o.Over)
	if err != nil || len(points) == 0 {
		return nil, err
	}
	var list []config.Config
	for _, p := range points[1:] {
		list = append(list, p.Config)
		o.leave(p.Left)
	}
	return list, nil
}

// leave notes what is left out of a session, "" for nothing.
func (o *Source) leave(left string) {
	if left != "" && !slices.Contains(o.left, left) {
		o.left = append(o.left, left)
	}
}

// ReadBy are the files that a command line reads: sessions that are no presets, and the
// data of all that are run.
func ReadBy(names []string, configs ...config.Config) []string {
	var list []string
	for _, name := range names {
		if _, err := presets.Find(name); err != nil {
			list = append(list, name)
		}
	}
	for _, c := range configs {
		list = append(list, runner.Files(c.Data)...)
	}
	return list
}

// passedBy tells of a file that is not read because a preset has its name, "" for none.
func passedBy(name string) string {
	_, noPreset := presets.Find(name)
	if at, err := os.Stat(name); noPreset != nil || err != nil || at.IsDir() {
		return ""
	}
	return fmt.Sprintf("%s is taken as the preset, not as the file of that name: ./%[1]s means that one", name)
}

// textUnder is the base text of a preset or file with more put over it, and what of both is
// left out, a line each. That of a figure is its first curve: more decides which one that is,
// and what it reads, so that all that is put over it must be in more.
func textUnder(name string, more []config.Assignment, base func() ([]config.Assignment, error)) (text []config.Assignment, left []string, err error) {
	f, err := presets.FindFigure(name)
	if err != nil || f.Missing != "" {
		text, err = base()
		return slices.Concat(text, more), nil, err
	}
	first, err := f.First(more)
	if err != nil {
		return nil, nil, err
	}
	if left = outdone(more, Varied(f, more)); first.Left != "" {
		left = append(left, first.Left)
	}
	text, err = config.Assignments([]byte(first.Config.Text()), "preset "+name)
	return text, left, err
}

// baseText reads a preset by name or else a session file.
func baseText(ctx context.Context, name string) ([]config.Assignment, error) {
	p, presetErr := presets.Find(name)
	if presetErr == nil {
		return config.Assignments([]byte(p.Config.Text()), "preset "+name)
	}
	text, err := files.Read(ctx, name, files.MostText)
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
