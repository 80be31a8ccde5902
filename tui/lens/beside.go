package lens

import (
	"fmt"
	"slices"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/tui/dialog"
	"admmlab/tui/help"
	"admmlab/tui/scene"
)

// pick offers what can run beside, and to take away what does.
func (l *Compare) pick(s *scene.Scene) scene.Wish {
	if !s.Heard {
		return scene.Say{Text: "nothing to compare with yet"}
	}
	var items []dialog.Item
	for i, k := range s.Companions {
		items = append(items, offer("take away "+s.CompanionName(i+1), "beside now", "its curve goes; the others stay", func() scene.Wish {
			if !slices.ContainsFunc(s.Companions, func(now *scene.Companion) bool { return now.ID == k.ID }) {
				return scene.Say{Text: "it is beside no longer: another run has begun meanwhile"}
			}
			if len(s.Companions) == 1 {
				return scene.All{scene.TakeAway{ID: k.ID}, scene.Close{Lens: l.Name()}}
			}
			return scene.TakeAway{ID: k.ID}
		}))
	}
	if len(s.Companions) < runner.MaxCompanions {
		items = append(items, offers(s)...)
	}
	items = append(items, offer("match a budget…", "ε for all", "each run's noise is calibrated so that it reaches the limit within one total ε"+racedWords(s),
		func() scene.Wish { return matchBudget(s) }))
	return scene.Pick{
		Title: "Side by side: the same data, split and noise draws", Items: items,
		Then: func(v any) scene.Wish { return v.(func() scene.Wish)() },
	}
}

// racedWords say what a race brings beside the run at the keys, "" where it has runs beside.
func racedWords(s *scene.Scene) string {
	if len(s.Companions) > 0 {
		return ""
	}
	var names []string
	for _, c := range scene.Raced(s.Anew()) {
		names = append(names, c.Spec().Name)
	}
	return "; " + strings.Join(names, ", ") + " come beside, as in Fig. 5 of Recycled ADMM"
}

func offer(title, detail, long string, do func() scene.Wish) dialog.Item {
	return dialog.Item{Title: title, Detail: detail, Long: long, Value: do}
}

// offers are the runs that could go beside, each as it is when it is chosen: the run may have been
// changed, or another have begun, since they were listed.
func offers(s *scene.Scene) []dialog.Item {
	items := []dialog.Item{
		offer("this run as it is", "a copy", "a copy stays as it is while the knobs turn this one: what differs is what you turn",
			func() scene.Wish { return scene.Accompany{Config: s.Replay()} }),
	}
	now := s.Next()
	if k, ok := config.KnobOf(now, s.Selected); ok && k.Reads(now) && !k.Shared {
		items = append(items, offer("another "+config.KnobName(k)+"…", "now "+config.ShortValue(now, k.Key, k.Value(now)), "this run with another "+k.Words+" from the start",
			func() scene.Wish { return typeBeside(s, k) }))
	}
	for _, spec := range admm.Catalogue() {
		if spec.ID == now.Method {
			continue
		}
		words := spec.Words + ", with the parameters of its paper"
		if !spec.Vertical && !now.Spec().Vertical {
			words += ", C as here"
		}
		items = append(items, offer(spec.Name, spec.Short, words, func() scene.Wish {
			start := s.Base
			start.Set.C = s.Next().Set.C
			return scene.Accompany{Config: scene.OtherMethod(start, spec.ID)}
		}))
	}
	if past := s.Past(); past != nil {
		items = append(items, offer(s.Staying(), past.Label, "the dotted curve, computed again beside this one",
			func() scene.Wish {
				past := s.Past()
				if past == nil {
					return scene.Say{Text: "there is no run before any more"}
				}
				return scene.Accompany{Config: past.Config, Origin: past.Origin}
			}))
	}
	return items
}

func typeBeside(s *scene.Scene, k config.Knob) scene.Wish {
	c, label := s.Replay(), k.Words
	if k.Range != "" {
		label += " · " + k.Range
	}
	if _, dropped, _ := k.Throughout(c, k.Value(c)); len(dropped) > 0 {
		label += "; leaves out " + scene.NumberedOf(len(dropped), "change") + " of it on the way"
	}
	return scene.Entry{
		Title: "Beside, with another " + config.KnobName(k), Label: label, Value: k.Value(c), Help: help.Parameter(k, c),
		Check: func(text string) error { _, _, err := k.Throughout(c, strings.TrimSpace(text)); return err },
		Then: func(text string) scene.Wish {
			next, _, err := k.Throughout(c, text)
			if err != nil {
				return nil
			}
			return scene.Accompany{Config: next}
		},
	}
}

// matchBudget asks for the budget within which all runs start anew.
func matchBudget(s *scene.Scene) scene.Wish {
	if err := s.Unfit(); err != nil {
		return scene.Say{Text: err.Error(), Warn: true}
	}
	c := s.Anew()
	switch spec := c.Spec(); {
	case !spec.Private():
		return scene.Say{Text: spec.Name + " adds no noise that could be matched to a budget: m picks a method with noise", Warn: true}
	case !c.Set.Private:
		return scene.Say{Text: "the noise is off: none can be matched to a budget", Warn: true}
	}
	c.Iterations, c.Events = c.Limit(), nil // there may be many, and they are left out
	budget, value := config.BudgetKnob, "10"
	if c.Budget > 0 {
		value = budget.Value(c)
	}
	return scene.Entry{
		Title: fmt.Sprintf("Total ε that each run may spend in %s", numeral.Counted(c.Iterations, "iteration")),
		Label: fmt.Sprintf("an ε above 0 · accountant %s, δ = %s; both, and the limit, are knobs", c.Accountant, numeral.AtMost(c.Set.Delta, 3)), Value: value, Help: help.Panel((&Compare{}).Name(), c),
		Check: func(text string) error {
			_, err := config.ParseTotal(strings.TrimSpace(text))
			return err
		},
		Then: func(text string) scene.Wish { return scene.Race{Budget: text} },
	}
}
