package scene

import (
	"slices"
	"sort"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// Names are short and tell runs side by side apart: the method if it differs, then
// values that differ until all are distinct.
func Names(configs []config.Config) []string {
	list := make([]string, len(configs))
	differences := config.Differences(configs...)
	sort.SliceStable(differences, func(i, j int) bool { return nameRank(differences[i].Key) < nameRank(differences[j].Key) })
	for _, d := range differences {
		if d.Key == config.EventsKnob.Key || d.Key == config.BudgetKnob.Key {
			continue
		}
		if distinct(list) {
			break
		}
		before := slices.Clone(list)
		for i, value := range d.Values {
			if value == "" || sameAsPeers(before, d.Values, i) {
				continue
			}
			k, _ := config.KnobOf(configs[i], d.Key)
			word := NameOf(k) + " " + Short(configs[i], d.Key, value)
			if d.Key == config.MethodKnob.Key {
				word = configs[i].Spec().Name
			}
			list[i] = strings.TrimSpace(list[i] + " " + word)
		}
	}
	for i := range list {
		if list[i] == "" {
			list[i] = configs[i].Spec().Name
		}
	}
	return list
}

// nameRank is how telling a difference is.
func nameRank(key string) int {
	switch key {
	case config.MethodKnob.Key:
		return 0
	case admm.AlphaKey, admm.SigmaKey:
		return 1
	case config.VariantKnob.Key:
		return 3
	}
	return 2
}

// sameAsPeers reports whether all runs that bear name i so far agree in a value: it
// would tell nobody apart.
func sameAsPeers(list, values []string, i int) bool {
	for k := range list {
		if list[k] == list[i] && values[k] != values[i] {
			return false
		}
	}
	return true
}

func distinct(list []string) bool {
	seen := map[string]bool{}
	for _, s := range list {
		if s == "" || seen[s] {
			return false
		}
		seen[s] = true
	}
	return true
}
