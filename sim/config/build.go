package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/sim/spell"
)

// Assignment is one `key = value` of a preset, a flag or the clipboard.
type Assignment struct {
	Key, Value string
	Where      string // "line 4 of x.toml", "--set"; for messages
	List       bool   // it was a list with texts in it, a line each
}

// Build makes a config of assignments, later ones winning, also over what they set back:
// the method first, because it brings its defaults, then the rest. Every error names where it
// came from, the key, and what is allowed.
func Build(assignments []Assignment) (Config, error) {
	c, _, err := BuildTelling(assignments)
	return c, err
}

// BuildTelling is Build, and says what the method does not take of what came before it; ""
// for nothing.
func BuildTelling(assignments []Assignment) (c Config, left string, err error) {
	c, _, left, err = build(assignments)
	return c, left, err
}

// Without is assignments without what the method does not take of what came before it, so that
// they are the same in any order, and that in words; "" for nothing.
func Without(assignments []Assignment) (list []Assignment, left string, err error) {
	c, gone, left, err := build(assignments)
	for _, a := range assignments {
		switch {
		case !slices.Contains(gone, a.Key):
			list = append(list, a)
		case a.Key == EventsKnob.Key && len(c.Events) > 0:
			a.Value = EventsKnob.Value(c)
			list = append(list, a)
		}
	}
	return list, left, err
}

// build is BuildTelling, and the keys of which something is left out.
func build(assignments []Assignment) (c Config, gone []string, left string, err error) {
	byKey := map[string]Assignment{}
	overridden := map[string]bool{} // words of a method that a later one replaces
	for _, a := range assignments {
		k, ok := KnobOf(Config{}, a.Key)
		if !ok {
			return Config{}, nil, "", fmt.Errorf("%s%w", prefix(a.Where), unknownKey(a.Key))
		}
		if err := checkUTF8(a.Key, a.Value); err != nil {
			return Config{}, nil, "", fmt.Errorf("%s%w", prefix(a.Where), err)
		}
		if k.Key == MethodKnob.Key {
			for _, own := range Knobs {
				if own.OfMethod {
					_, overridden[own.Key] = byKey[own.Key]
				}
			}
		}
		delete(overridden, a.Key)
		delete(byKey, SetsBack(a.Key))
		byKey[a.Key] = a
	}
	c = Default()
	var dropped []string
	method, given := byKey[MethodKnob.Key]
	if given {
		if _, known := admm.Find(method.Value); !known {
			return Config{}, nil, "", fmt.Errorf("%smethod = %q is unknown, expected one of %s%s", prefix(method.Where), method.Value,
				strings.Join(methodIDs(), " "), spell.Hint(method.Value, methodIDs()))
		}
		c = defaultFor(method.Value)
	}
	for _, k := range KnobsOf(c) { // nodes comes before what depends on it
		a, ok := byKey[k.Key]
		if !ok {
			continue
		}
		err := k.take(&c, a.Value)
		foreign := overridden[k.Key] && method.Where != a.Where // a preset's word for another method than the one asked for
		if foreign && (err != nil && takenBySome(byKey, k.Key) || err == nil && !k.Reads(c) && a.Value != k.Value(Default())) {
			gone, dropped = append(gone, k.Key), append(dropped, k.Key+" = "+a.Value)
			continue
		}
		if err != nil {
			return Config{}, nil, "", fmt.Errorf("%s%w", prefix(a.Where), err)
		}
	}
	if overridden[EventsKnob.Key] && len(c.Impossible()) > 0 {
		if err := happensUnderNone(c, byKey); err != nil {
			return Config{}, nil, "", fmt.Errorf("%s%w", prefix(byKey[EventsKnob.Key].Where), err)
		}
		gone, dropped = append(gone, EventsKnob.Key), append(dropped, InLine(c.DropEvents()))
	}
	if len(dropped) > 0 {
		left = c.Spec().Name + " does not take, and leaves out: " + strings.Join(dropped, ", ")
	}
	if err := network.Check(c.Topology, c.Nodes); err != nil { // where nobody reads it, too
		return c, gone, left, fmt.Errorf("%s%w", prefix(byKey[TopologyKnob.Key].Where), err)
	}
	if key, err := c.atOdds(); err != nil {
		return c, gone, left, fmt.Errorf("%s%w", prefix(byKey[key].Where), err)
	}
	if err := c.checkEvents(); err != nil {
		return c, gone, left, fmt.Errorf("%s%w", prefix(byKey[EventsKnob.Key].Where), err)
	}
	return c, gone, left, nil
}

// take is Set of a value wherever it comes from.
func (k Knob) take(c *Config, value string) error {
	if err := cmp.Or(k.checkBare(value), k.checkForm(value)); err != nil {
		return err
	}
	return k.Set(c, value)
}

// underEach are the assignments under every method, without what it does not take, and the keys of
// that.
func underEach(byKey map[string]Assignment, tell func(c Config, refused []string)) {
	for _, method := range methodIDs() {
		c, refused := defaultFor(method), []string(nil)
		for _, k := range KnobsOf(c) {
			if a, ok := byKey[k.Key]; ok && k.Key != MethodKnob.Key && k.take(&c, a.Value) != nil {
				refused = append(refused, k.Key)
			}
		}
		tell(c, refused)
	}
}

// takenBySome reports whether there is a method that takes the value of a key: one that none takes is
// a slip, not a word for another method.
func takenBySome(byKey map[string]Assignment, key string) (some bool) {
	underEach(byKey, func(c Config, refused []string) {
		_, known := KnobOf(c, key)
		some = some || known && !slices.Contains(refused, key)
	})
	return some
}

// happensUnderNone is why the first event of c that happens under no method cannot happen, by a method
// that reads its key if there is one; nil where each event happens under some.
func happensUnderNone(c Config, byKey map[string]Assignment) (err error) {
	never, others := c.Impossible(), []Config{c}
	underEach(byKey, func(other Config, _ []string) {
		cannot := other.Impossible()
		never = slices.DeleteFunc(never, func(i int) bool { return !slices.Contains(cannot, i) })
		others = append(others, other)
	})
	if len(never) == 0 {
		return nil
	}
	read := false
	for _, other := range others {
		other.eachEvent(func(i int, why error) {
			if i != never[0] {
				return
			}
			k, known := KnobOf(other, other.Events[i].Key)
			if reads := known && k.Reads(other); err == nil || reads && !read {
				err, read = fmt.Errorf("event %q: %w", c.Events[i], why), reads
			}
		})
	}
	return err
}

// checkBare refuses what stands for an empty list, or for one with texts in it, where a number
// or true or false stands bare in a session text: quoted, it would not be what was written.
func (k Knob) checkBare(value string) error {
	expected := cmp.Or(k.Range, "true or false")
	switch {
	case k.Form != Bare:
	case value == "":
		return fmt.Errorf("%s has no value, expected %s", k.Key, expected)
	case strings.Contains(value, "\n"):
		return fmt.Errorf("%s is a list with texts in it, expected %s", k.Key, expected)
	}
	return nil
}

// checkForm is what is wrong with a value wherever it comes from, before its knob reads it.
func (k Knob) checkForm(value string) error {
	if err := k.checkLength(value); err != nil {
		return err
	}
	return k.checkSmall(value)
}

// How many characters a value has at most: every frame of the screen goes over it.
const (
	mostTitle  = 1_000
	mostText   = 20_000  // a caption, a name of data, a split over 1,000 nodes
	mostNumber = 100_000 // a number for each of 1,000 nodes
)

// checkLength refuses a value that is too long to be shown. Changes on the way are counted
// one by one, and edges are as many as a graph has.
func (k Knob) checkLength(value string) error {
	most := mostText
	switch {
	case k.Form == Lines, k.Key == TopologyKnob.Key:
		return nil
	case k.Key == TitleKnob.Key:
		most = mostTitle
	case k.Form == Bare:
		most = mostNumber
	}
	if n := utf8.RuneCountInString(value); n > most {
		return fmt.Errorf("%s has %s characters, expected at most %s", k.Key, numeral.Group(n), numeral.Group(most))
	}
	return nil
}

// checkSmall refuses a number that is not 0 and would be read as 0, which means something
// else: no budget, noise by another key.
func (k Knob) checkSmall(value string) error {
	if !k.Numeric {
		return nil
	}
	for _, part := range admm.Listed(value) {
		if data.Vanishes(part) {
			return fmt.Errorf("%s = %q is too small to be told from 0, expected %s", k.Key, value, k.Range)
		}
	}
	return nil
}

// SetsBack is the key of what a value of a key sets back to 0, as ε does σ under sharing;
// "" for nothing.
func SetsBack(key string) string {
	p, _ := admm.FindParameter(key)
	return p.Clears
}

// Last are the assignments that count, by key: of several the last, and none of what a
// later one sets back.
func Last(assignments []Assignment) map[string]string {
	last := map[string]string{}
	for _, a := range assignments {
		delete(last, SetsBack(a.Key))
		last[a.Key] = a.Value
	}
	return last
}

// check looks at what no single key can see.
func (c Config) check() error {
	if err := c.checkKeys(); err != nil {
		return err
	}
	return c.checkEvents()
}

func (c Config) checkKeys() error {
	_, err := c.atOdds()
	return err
}

// atOdds is the key whose value does not go with the others, and why; nil where all do.
func (c Config) atOdds() (key string, err error) {
	if !c.Spec().Vertical { // whose nodes are parties once it runs
		if err := network.Check(c.Topology, c.Nodes); err != nil {
			return TopologyKnob.Key, err
		}
		if err := c.Split.Fits(c.Nodes); err != nil {
			return SplitKnob.Key, err
		}
	}
	for _, p := range c.Spec().Parameters {
		if err := p.Check(p.Get(&c.Set), c.Nodes); err != nil {
			return p.Key, err
		}
	}
	return "", nil
}

func (c Config) checkEvents() (first error) {
	c.eachEvent(func(i int, err error) {
		if err != nil && first == nil {
			first = fmt.Errorf("event %q: %w", c.Events[i], err)
		}
	})
	return first
}

// Impossible are the places in c.Events of those that cannot happen.
func (c Config) Impossible() (places []int) {
	c.eachEvent(func(i int, err error) {
		if err != nil {
			places = append(places, i)
		}
	})
	slices.Sort(places)
	return places
}

// DropEvents takes the events that cannot happen out of c and returns them.
func (c *Config) DropEvents() (gone []Event) {
	places := c.Impossible()
	for _, i := range places {
		gone = append(gone, c.Events[i])
	}
	c.Events = Except(c.Events, places)
	return gone
}

// Except are the events but for those at these places, which are sorted.
func Except(events []Event, places []int) []Event {
	if len(places) == 0 {
		return events
	}
	var list []Event
	for i, e := range events {
		if len(places) > 0 && places[0] == i {
			places = places[1:]
			continue
		}
		list = append(list, e)
	}
	return list
}

// eachEvent tells of the events of c, in the order in which they happen, why one cannot, nil
// if it can: one may turn what another variant reads.
func (c Config) eachEvent(tell func(i int, err error)) {
	order := make([]int, len(c.Events))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.Events[a].At, c.Events[b].At) })
	now := c
	for _, i := range order {
		next, err := c.Events[i].under(now)
		if err == nil {
			now = next
		}
		tell(i, err)
	}
}

// Check is why the event cannot happen under c, nil if it can.
func (e Event) Check(c Config) error {
	_, err := e.under(c)
	return err
}

// under is c, without its events, once the event has turned its knob.
func (e Event) under(c Config) (Config, error) {
	c.Events = nil // no knob but their own reads them, and there may be many
	if e.Key == "" {
		if c.Spec().Vertical {
			return c, fmt.Errorf("%s has parties, not a graph: there is no edge to %s", c.Spec().Name, e.Verb())
		}
		if max(e.Edge[0], e.Edge[1]) >= c.Nodes {
			if c.Nodes == 1 {
				return c, fmt.Errorf("edge %s: there is one node, and no edge", e.Edge)
			}
			return c, fmt.Errorf("edge %s leaves the nodes 1 to %d", e.Edge, c.Nodes)
		}
		return c, nil
	}
	k, ok := KnobOf(c, e.Key)
	if !ok {
		return c, unknownKey(e.Key)
	}
	if k.Counts == admm.AtReset {
		return c, fmt.Errorf("%s counts after a reset only, it cannot change in mid-run", e.Key)
	}
	if !k.Reads(c) {
		return c, fmt.Errorf("%s does not read %s", c.Spec().Name, e.Key)
	}
	next := c.Clone()
	return next, cmp.Or(k.checkForm(e.Value), k.Set(&next, e.Value))
}

// Assign is c with the knob at value.
func (k Knob) Assign(c Config, value string) (Config, error) {
	c, err := k.with(c, value)
	if err != nil {
		return c, err
	}
	return c, c.check()
}

// Throughout is c with the knob at value in every iteration, without the changes that would
// take its place, which are dropped. Some of the others may be impossible then.
func (k Knob) Throughout(c Config, value string) (next Config, dropped []Event, err error) {
	var kept []Event
	for _, e := range c.Events {
		if e.Replaces(k.Key) {
			dropped = append(dropped, e)
		} else {
			kept = append(kept, e)
		}
	}
	c.Events = kept
	next, err = k.Put(c, value)
	return next, dropped, err
}

// Put is Assign without a look at the events, of which there may be many: some may be
// impossible then.
func (k Knob) Put(c Config, value string) (Config, error) {
	c, err := k.with(c, value)
	if err != nil {
		return c, err
	}
	return c, c.checkKeys()
}

// Spelt is a value as the text form has it, 015 as 15; as it is where c cannot have it.
func (k Knob) Spelt(c Config, value string) string {
	set, err := k.with(c, value)
	if err != nil {
		return value
	}
	return k.Value(set)
}

// with is c with the knob at value, whether or not that goes with the others.
func (k Knob) with(c Config, value string) (Config, error) {
	c = c.Clone()
	if err := cmp.Or(checkUTF8(k.Key, value), k.checkForm(value)); err != nil {
		return c, err
	}
	return c, k.Set(&c, value)
}

func prefix(where string) string {
	if where == "" {
		return ""
	}
	return where + ": "
}
