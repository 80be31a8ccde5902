package config

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/numeral"
)

// Names are short and tell runs side by side apart: the method if it differs, then
// values that differ until all are distinct. Where the totals of one go with something else
// than those of the first its name says so: no total stands without it.
func Names(configs []Config) []string {
	list := make([]string, len(configs))
	differences := Differences(configs...)
	sort.SliceStable(differences, func(i, j int) bool { return nameRank(differences[i].Key) < nameRank(differences[j].Key) })
	for _, d := range differences {
		if d.Key == EventsKnob.Key {
			continue
		}
		told, promise := distinct(list), d.Key == AdjacencyKnob.Key || d.Key == admm.DeltaKey
		if told && !promise {
			continue
		}
		before, words := slices.Clone(list), d.Words(configs)
		for i, value := range d.Values {
			owed := promise && value != d.Values[0]
			if value == "" || !owed && (told || sameAsPeers(before, d.Values, i)) {
				continue
			}
			k, _ := KnobOf(configs[i], d.Key)
			word := KnobName(k) + " " + words[i]
			switch d.Key {
			case MethodKnob.Key:
				word = configs[i].Spec().Name
			case AdjacencyKnob.Key:
				word = strings.TrimPrefix(NeighbourWords(configs[i]), "one ")
				if list[i] != "" { // there is little room for names
					spec := configs[i].Spec()
					list[i], word = list[i]+",", spec.Adjacency[spec.AdjacencyOf(&configs[i].Set)].Word
				}
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
	case MethodKnob.Key:
		return 0
	case PrivateKnob.Key: // without noise its parameters say nothing
		return 1
	case admm.AlphaKey, admm.SigmaKey:
		return 2
	case AdjacencyKnob.Key, admm.DeltaKey:
		return 3
	case VariantKnob.Key:
		return 5
	case BudgetKnob.Key: // runs with one total have each its own noise, which says more
		return 6
	}
	return 4
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

// KnobName is what people call a knob: a word, or the symbol of its paper.
func KnobName(k Knob) string { return cmp.Or(k.Name, k.Symbol) }

// Few digits are enough for most numbers, and Exact ones for all.
const Few, Exact = 3, 17

// ShortValue is a value of the text form under c, made short for reading.
func ShortValue(c Config, key, value string) string { return inDigits(c, key, value, Few) }

// Words are the values of d, of which configs are, made short for reading: with so many digits
// that those which differ read differently.
func (d Difference) Words(configs []Config) []string {
	most := different(d.words(configs, Exact))
	for digits := Few; ; digits++ {
		if words := d.words(configs, digits); digits == Exact || different(words) == most {
			return words
		}
	}
}

func (d Difference) words(configs []Config, digits int) []string {
	list := make([]string, len(configs))
	for i, value := range d.Values {
		if value != "" {
			list[i] = inDigits(configs[i], d.Key, value, digits)
		}
	}
	return list
}

// different is how many different ones there are: a list of one and the same value reads as that value.
func different(words []string) int {
	list := slices.Clone(words)
	for i, text := range list {
		if values := slices.Compact(strings.Split(text, ",")); len(values) == 1 {
			list[i] = values[0]
		}
	}
	return len(slices.Compact(slices.Sorted(slices.Values(list))))
}

// inDigits is ShortValue with so many digits.
func inDigits(c Config, key, value string, digits int) string {
	k, _ := KnobOf(c, key)
	if k.Say != nil {
		if words := k.Say(c, value, digits); words != "" {
			return numeral.GroupAll(words)
		}
	}
	if v, err := strconv.ParseFloat(value, 64); err == nil {
		switch whole := v == math.Trunc(v) && v < 1e9; { // which is told with all its digits
		case key == admm.DeltaKey: // a total is proved at no less
			return numeral.AtMost(v, digits)
		case key == BudgetKnob.Key && !whole: // it must not look larger than it is
			return numeral.AtLeast(v, digits)
		}
	}
	if k.Numeric {
		return numeral.DigitsAll(value, digits)
	}
	if k.Prose {
		return value
	}
	return numeral.GroupAll(value)
}

// NeighbourWords is what the totals of c compare, in a few words.
func NeighbourWords(c Config) string {
	spec := c.Spec()
	return spec.Adjacency[spec.AdjacencyOf(&c.Set)].Short
}
