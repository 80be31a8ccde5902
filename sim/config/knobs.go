package config

import (
	"fmt"
	"strings"
	"unicode"

	"admmlab/sim/admm"
	"admmlab/sim/spell"
)

// Knobs are all knobs that are no number of a method, in the order of the text form.
// Tests add to them before anything runs.
var Knobs = []*Knob{
	TitleKnob, CaptionKnob,
	DataKnob, ShuffleKnob, TrainKnob, HeldOutKnob, NodesKnob, SplitKnob, TopologyKnob, PartiesKnob, LossKnob, HKnob,
	MethodKnob, VariantKnob, OrderKnob, DualStepKnob, PrivateKnob,
	numbersHere,
	AdjacencyKnob, BudgetKnob, AccountantKnob, StopKnob, StopWhenKnob, RealisedKnob, WatchKnob,
	SGDStepKnob, SGDBatchKnob,
	ScheduleKnob, StartKnob, SeedKnob, RepeatKnob, IterationsKnob, EventsKnob,
}

// numbersHere is the place of the methods' numbers in the order.
var numbersHere = &Knob{}

// Keys are all keys, in the order of the text form.
func Keys() []string {
	var keys []string
	for _, k := range Knobs {
		if k == numbersHere {
			keys = append(keys, admm.ParameterKeys()...)
			continue
		}
		keys = append(keys, k.Key)
	}
	return keys
}

// KnobOf is the knob of a key under the config's method.
func KnobOf(c Config, key string) (Knob, bool) {
	if key == "" {
		return Knob{}, false
	}
	for _, k := range Knobs {
		if k.Key == key {
			return *k, true
		}
	}
	return numberKnob(c, key)
}

// MayRead reports whether a run of c reads the knob, or would at another value of it: a share
// of 0 is a choice.
func (k Knob) MayRead(c Config) bool {
	if k.Reads(c) || k.Nudge == nil {
		return k.Reads(c)
	}
	next, err := k.Assign(c, k.Nudge(c, 1))
	return err == nil && k.Reads(next)
}

// KnobsOf are all knobs under the config's method, in the order of the text form.
func KnobsOf(c Config) []Knob {
	var list []Knob
	for _, k := range Knobs {
		if k != numbersHere {
			list = append(list, *k)
			continue
		}
		for _, key := range admm.ParameterKeys() {
			n, _ := numberKnob(c, key)
			list = append(list, n)
		}
	}
	return list
}

// unknownKey says that there is no such key, with a hint. The screen has names of its own.
func unknownKey(key string) error {
	for _, k := range KnobsOf(Default()) {
		if strings.EqualFold(key, k.Key) {
			return fmt.Errorf("no key is called %q (did you mean %s?)", key, k.Key)
		}
		if !strings.EqualFold(key, KnobName(k)) && !strings.EqualFold(key, k.Symbol) {
			continue
		}
		if strings.ContainsFunc(key, func(r rune) bool { return r > unicode.MaxASCII }) { // which --ascii would spell as the key
			return fmt.Errorf("keys are in ASCII, the key is %s", k.Key)
		}
		return fmt.Errorf("no key is called %q (the screen says %s, the key is %s)", key, KnobName(k), k.Key)
	}
	return fmt.Errorf("no key is called %q%s", key, spell.Hint(key, Keys()))
}
