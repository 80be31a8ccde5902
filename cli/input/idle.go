package input

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"admmlab/models/data"
	"admmlab/presets"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/escape"
)

// said is what a flag said, or a line of a script: --set rho=1, --iterations 9, line 1 of d.txt: rho=1.
func said(a config.Assignment) string {
	switch {
	case strings.ReplaceAll(a.Where, "-", "_") == "__"+a.Key:
		return a.Where + " " + a.Value
	case !strings.HasPrefix(a.Where, "-"):
		return a.Where + ": " + a.Key + "=" + a.Value
	}
	return a.Where + " " + a.Key + "=" + a.Value
}

// Unread tells of the keys that flags set and no run reads, and of a file that is not read because
// drawn data have its name, a line each.
func Unread(over []config.Assignment, configs ...config.Config) (list []string) {
	var methods []string
	for _, c := range configs {
		if name := c.Spec().Name; !slices.Contains(methods, name) {
			methods = append(methods, name)
		}
	}
	who := strings.Join(methods, ", ") + " does"
	if len(methods) > 1 {
		who = strings.Join(methods[:len(methods)-1], ", ") + " and " + methods[len(methods)-1] + " do"
	}
	back, next := make([]int, len(over)), map[string]int{} // which behind each sets its key back, the first; 0 for none
	for i, a := range slices.Backward(over) {
		back[i] = next[a.Key]
		next[config.SetsBack(a.Key)] = i
	}
	for i, a := range over {
		line := fmt.Sprintf("%s changes nothing: %s not read %s", said(a), who, a.Key)
		counts, why := config.Used(a.Key, configs...)
		if why != "" {
			line = fmt.Sprintf("%s changes nothing while %s", said(a), why)
		}
		if later := back[i]; counts && later > 0 {
			counts, line = false, fmt.Sprintf("%s changes nothing: the %s after it sets it back", said(a), said(over[later]))
		}
		if !counts {
			list = append(list, line)
		}
		if line := drawnFor(a); line != "" {
			list = append(list, line)
		}
	}
	return once(list)
}

// once is a list with the first of equal lines alone: flags may be many.
func once(list []string) []string {
	had := map[string]bool{}
	return slices.DeleteFunc(list, func(line string) bool {
		again := had[line]
		had[line] = true
		return again
	})
}

// TellUnread writes what Unread tells.
func TellUnread(out io.Writer, over []config.Assignment, configs ...config.Config) {
	for _, line := range Unread(over, configs...) {
		fmt.Fprintln(out, escape.Terminal(line))
	}
}

// TellOutdone writes which of the keys that flags set are decided by something else,
// which is told by key as a clause: of those that by has of a key the last.
func TellOutdone(out io.Writer, over []config.Assignment, by ...map[string]string) {
	all := map[string]string{}
	for _, keys := range by {
		maps.Copy(all, keys)
	}
	for _, line := range outdone(over, all) {
		fmt.Fprintln(out, escape.Terminal(line))
	}
}

// outdone are the lines of TellOutdone.
func outdone(over []config.Assignment, by map[string]string) (told []string) {
	for _, a := range over {
		if by[a.Key] != "" {
			told = append(told, fmt.Sprintf("%s changes nothing: %s", said(a), by[a.Key]))
		}
	}
	return once(told)
}

// Varied is why keys that a figure varies are decided by it.
func Varied(f presets.Figure, over []config.Assignment) map[string]string {
	by, asked := map[string]string{}, map[string]bool{}
	for _, a := range over {
		if !asked[a.Key] && f.Varies(a.Key, over) {
			by[a.Key] = "every curve that reads it varies it"
		}
		asked[a.Key] = true
	}
	return by
}

// Untotalled are the keys that count in proved totals of ε alone, where nothing that comes of
// configs has one and none ends a run.
func Untotalled(configs ...config.Config) map[string]string {
	keys := map[string]string{}
	if slices.ContainsFunc(configs, endsEarly) {
		return keys
	}
	const why = "no proved total of ε is in what comes out, and none ends a run"
	keys[config.AdjacencyKnob.Key] = why
	if !slices.ContainsFunc(configs, func(c config.Config) bool {
		p, ok := c.Spec().Parameter(admm.DeltaKey)
		return ok && !p.Accounts // the noise follows it
	}) {
		keys[admm.DeltaKey] = why
	}
	return keys
}

// Undealt are the keys of which rows of its data c works on, where it is held to small data
// that a budget or a condition on its own does not shorten.
func Undealt(c config.Config) map[string]string {
	keys := map[string]string{}
	if endsEarly(c) {
		return keys
	}
	const why = "the audit is made on small data of its own"
	keys[config.ShuffleKnob.Key] = why
	if c.Spec().Vertical { // else C/B stays as it was
		keys[config.TrainKnob.Key], keys[config.HeldOutKnob.Key] = why, why
	}
	return keys
}

// endsEarly reports whether a budget or a condition may end c before its limit.
func endsEarly(c config.Config) bool {
	set := func(k *config.Knob, list []config.Stretch) bool {
		none := k.Value(config.Config{})
		return slices.ContainsFunc(list, func(s config.Stretch) bool { return s.Value != none })
	}
	return set(config.BudgetKnob, c.Stretches(config.BudgetKnob, c.Limit())) || set(config.StopWhenKnob, c.Conditions(c.Limit()))
}

// Spending are the keys that are decided where --budget chooses the noise of all configs.
func Spending(configs []config.Config) map[string]string {
	by := map[string]string{config.BudgetKnob.Key: "--budget is the total", config.StopKnob.Key: "every run keeps within --budget"}
	for _, c := range configs {
		const why = "--budget chooses the noise"
		by[c.Spec().NoiseKnob] = why
		if back := config.SetsBack(c.Spec().NoiseKnob); back != "" {
			by[back] = why
		}
	}
	return by
}

// drawnFor tells of a file or folder that --data does not read because drawn data have its name, ""
// for none.
func drawnFor(a config.Assignment) string {
	if kind, _, _ := data.Find(a.Value); a.Where != dataFlag || kind.Draw == nil {
		return ""
	}
	if _, err := os.Stat(a.Value); err != nil {
		return ""
	}
	return fmt.Sprintf("%s is taken as the data that are drawn, not as what has that name here: ./%[1]s means that", a.Value)
}
