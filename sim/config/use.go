package config

import (
	"cmp"
	"fmt"
	"slices"

	"admmlab/sim/admm"
	"admmlab/sim/network"
)

// Use is whether the knob of a key is read at some time in a run of c, or would be at another
// value of it, and why it counts at none of these: "σ is set", "private = false"; "" where it
// counts.
func (c Config) Use(key string) (read bool, idle string) {
	if key == HKnob.Key && c.Loss != huber {
		return false, LossKnob.Key + " = " + c.Loss
	}
	if key == SeedKnob.Key {
		if c.Spec().Vertical || c.seeded() { // of sharing the gradient method beside it is, too
			return true, ""
		}
		return true, "nothing is drawn"
	}
	first, limit := 1, c.Limit()
	c = c.After(1)
	switch {
	case key == StopWhenKnob.Key: // a row is held against what counts next
		first = min(2, limit)
	case key == IterationsKnob.Key && c.Iterations > 1: // nor is the first iteration the last
		first = 2
	}
	replaced, by := limit+1, ""
	for _, e := range c.Events {
		if e.At < replaced && (e.Key == key || SetsBack(e.Key) == key) {
			replaced, by = e.At, e.String()
		}
	}
	counts, upTo, ends := false, limit, limit
	if p, _ := c.Spec().Parameter(key); p.Spares != nil && c.endsEarly(limit) {
		ends = 1
	}
	linked := false
	look := func(from, to int) {
		now := c
		now.Events = c.firstJoin(upTo) // there may be many, and no other knob reads the rest
		k, ok := KnobOf(now, key)
		if !ok || !k.MayRead(now) {
			return
		}
		read = true
		why, alone := now.idle(k), now.alone(k)
		if why == alone && linked && (from-1)%c.Spec().Turn != 0 { // an even step is of what was sent before
			why = ""
		}
		linked = alone == ""
		switch {
		case why != "":
			idle = cmp.Or(idle, why)
		case !now.spares(k, from, to, ends):
			counts = true
		}
	}
	behind := 1
	if replaced > first {
		upTo = min(replaced-1, limit)
		c.turn(1, upTo, look)
		if counts {
			return true, ""
		}
		behind, upTo = upTo, limit
		if idle != "" {
			by = idle + ", then " + by
		}
	}
	c.turn(behind, limit, look)
	switch {
	case counts:
		return true, by
	case read && idle == "":
		idle = fmt.Sprintf("%s = %d", IterationsKnob.Key, limit)
	}
	return read, idle
}

// spares reports whether the iterations from one and before another come out the same at any value
// of a knob. What is told at the end of a run is told of its own values: ends is the first iteration
// that may be the last.
func (c *Config) spares(k Knob, from, to, ends int) bool {
	p, _ := c.Spec().Parameter(k.Key)
	turn := c.Spec().Turn
	draws := k.Needs&admm.NeedsDraws != 0
	noise := k.Needs&admm.NeedsNoise != 0 || p.Draws || draws
	silent := c.Spec().Silent
	for t := from; t < min(to, from+2*turn); t++ {
		free := (t-1)%turn != 0 // is computed from what was sent, and adds no noise
		switch {
		case p.Spares != nil && p.Spares(&c.Set, t) && t < ends:
		case noise && free:
		case draws && !c.draws() && silent != nil && silent(&c.Set, t):
		case k.Key == scheduleKey && t == 1:
		default:
			return false
		}
	}
	return true
}

// firstJoin is the first event up to an iteration, as they are listed, that joins an edge; nil for none.
func (c *Config) firstJoin(upTo int) []Event {
	i := slices.IndexFunc(c.Events, func(e Event) bool { return e.Key == "" && e.Join && e.At <= upTo })
	if i < 0 {
		return nil
	}
	return c.Events[i : i+1]
}

// Used is whether the knob of a key counts in any of configs, and if not why it does not in the
// first that reads it; "" where none does.
func Used(key string, configs ...Config) (counts bool, idle string) {
	for _, c := range configs {
		read, why := c.Use(key)
		if read && why == "" {
			return true, ""
		}
		idle = cmp.Or(idle, why)
	}
	return false, idle
}

// Counts reports whether the knob of a key is read at some time in a run of c, and not in vain.
func (c Config) Counts(key string) bool {
	read, idle := c.Use(key)
	return read && idle == ""
}

// idle is why a knob counts at no value under c, whose only event may be one that joins an edge; ""
// where it counts.
func (c *Config) idle(k Knob) string {
	needs := func(n admm.Need) bool { return k.Needs&n != 0 }
	switch by := c.GivesWay(k.Key); {
	case by != "":
		return by + " is set"
	case (c.ofNoise(k) || needs(admm.NeedsPrivate)) && !c.Set.Private:
		return PrivateKnob.Key + " = false"
	case needs(admm.NeedsBudget) && c.Budget == 0:
		return BudgetKnob.Key + " = 0"
	case k.Key == admm.DualStepKey && c.Set.Eta.Equal() && c.Set.Growth.Equal():
		return "eta and growth are the same at every node"
	}
	return c.alone(k)
}

// alone is idle of a knob for which there have to be neighbours, and are none.
func (c *Config) alone(k Knob) string {
	switch {
	case k.Needs&admm.NeedsNeighbours == 0 && !(c.ofNoise(k) && c.Spec().NoiseNeedsNeighbours()) || c.Spec().Vertical:
		return ""
	case c.Nodes == 1:
		return NodesKnob.Key + " = 1"
	case c.Topology == edgeless && len(c.Events) == 0 && k.Key != TopologyKnob.Key && k.Key != SplitKnob.Key:
		return TopologyKnob.Key + " = " + edgeless
	}
	return ""
}

// ofNoise reports whether a knob says how much noise of the method there is, or which alone.
func (c *Config) ofNoise(k Knob) bool {
	return k.Needs&admm.NeedsNoise != 0 || k.Needs&admm.NeedsDraws != 0 && !c.draws()
}

// edgeless is the graph in which nobody hears anybody.
const edgeless = "edges:"

// deals reports whether the records that each node holds, their graph or their first models are
// drawn, or which records the parties hold.
func (c *Config) deals() bool {
	if c.Shuffle || c.Spec().Vertical {
		return c.Shuffle
	}
	return c.Start > 0 || c.Nodes > 1 && c.Split.Skew > 0 && c.Split.Skew < 1 || network.Seeded(c.Topology, c.Nodes)
}

// draws reports whether something is drawn beside the noise of the method.
func (c *Config) draws() bool {
	return slices.ContainsFunc(c.Spec().Parameters, func(p admm.Parameter) bool {
		return p.Draws && p.Get(&c.Set)[0] > 0 && (c.Set.Private || p.Needs&admm.NeedsPrivate == 0)
	})
}

// Unmeasured are the keys of the losses of records where nothing that comes of configs has
// them, and why: whether they are measured counts all the same where a run stops by them.
func Unmeasured(why string, configs ...Config) map[string]string {
	keys := Unwatched()
	if !slices.ContainsFunc(configs, Config.StopsByLosses) {
		keys[RealisedKnob.Key], keys[WatchKnob.Key] = why, why
	}
	return keys
}

// Unwatched is the key of the record that is watched, where nothing shows it.
func Unwatched() map[string]string {
	return map[string]string{WatchKnob.Key: "who is watched is seen in the laboratory alone"}
}

// Unlevelled are the keys that count in the gradient method alone that sharing is held against, where
// nothing that comes of configs shows that level.
func Unlevelled(configs ...Config) map[string]string {
	keys := map[string]string{}
	for _, k := range []*Knob{SGDStepKnob, SGDBatchKnob, SeedKnob} {
		if slices.ContainsFunc(configs, func(c Config) bool { return c.Spec().Vertical && c.Counts(k.Key) }) {
			keys[k.Key] = "the level of the gradient method is not in what comes out"
		}
	}
	if slices.ContainsFunc(configs, Config.seeded) {
		delete(keys, SeedKnob.Key)
	}
	return keys
}

// seeded reports whether something in the rows of c is drawn by its seed.
func (c Config) seeded() bool {
	return c.ever(c.Limit(), (*Config).deals) || c.Counts(RepeatKnob.Key)
}
