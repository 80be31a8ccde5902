package config

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"admmlab/models/elementary"
	"admmlab/sim/admm"
)

// Schedule is the rule by which the noise knob of a method changes over iterations: in
// iteration t it counts At(t) times its value, whatever set that value and when. The zero
// value changes nothing.
type Schedule struct {
	Factor float64 // an iteration; with Until the one that is reached there; 0 = constant
	Until  int     // 0 = geometric, else linear until then and constant afterwards
}

const (
	scheduleKey = "schedule"

	constantWord, geometricWord, linearWord = "constant", "geometric", "linear"

	leastRate, mostRate     = 0.5, 2    // of geometric
	leastFactor, mostFactor = 1e-6, 1e6 // of linear

	scheduleRange = "constant, geometric:0.98 (a factor an iteration, 0.5 to 2) or linear:0.1@50 (a factor, 1e-6 to 1e6, reached at an iteration from 2 to 1000000)"
)

// ParseSchedule reads the form of String.
func ParseSchedule(text string) (Schedule, error) {
	wrong := errors.New("expected " + scheduleRange)
	if text == constantWord {
		return Schedule{}, nil
	}
	if rate, found := strings.CutPrefix(text, geometricWord+":"); found {
		x, err := strconv.ParseFloat(rate, 64)
		if err != nil || !(x >= leastRate && x <= mostRate) {
			return Schedule{}, wrong
		}
		return Schedule{Factor: x}.short(), nil
	}
	rest, found := strings.CutPrefix(text, linearWord+":")
	to, at, also := strings.Cut(rest, "@")
	x, err := strconv.ParseFloat(to, 64)
	until, err2 := strconv.Atoi(at)
	if !found || !also || err != nil || err2 != nil || !(x >= leastFactor && x <= mostFactor) || until < 2 || until > MaxIterations {
		return Schedule{}, wrong
	}
	return Schedule{x, until}.short(), nil
}

// short is s, and the zero value where nothing changes.
func (s Schedule) short() Schedule {
	if s.Factor == 1 {
		return Schedule{}
	}
	return s
}

// Constant reports whether nothing changes.
func (s Schedule) Constant() bool { return s.Factor == 0 }

// String is constant, geometric:FACTOR or linear:FACTOR@ITERATION.
func (s Schedule) String() string {
	factor := strconv.FormatFloat(s.Factor, 'g', -1, 64)
	switch {
	case s.Constant():
		return constantWord
	case s.Until == 0:
		return geometricWord + ":" + factor
	}
	return fmt.Sprintf("%s:%s@%d", linearWord, factor, s.Until)
}

// At is the factor in iteration t, from 1:
//
//	geometric  q^(t-1)
//	linear     1 + (q-1) (t-1)/(T-1) for t < T, q from T on
func (s Schedule) At(t int) float64 {
	switch {
	case s.Constant():
		return 1
	case s.Until == 0:
		return elementary.Pow(s.Factor, float64(t-1))
	case t >= s.Until:
		return s.Factor
	}
	return 1 + float64((s.Factor-1)*(float64(t-1)/float64(s.Until-1)))
}

// Scaled is set with the noise knob of a method times factor, within what is allowed; set
// itself where nothing changes, and where another value counts in the knob's place.
func Scaled(spec admm.Spec, set *admm.Settings, factor float64) *admm.Settings {
	p, ok := spec.Parameter(spec.NoiseKnob)
	if factor == 1 || !ok || p.GivesWay(set) {
		return set
	}
	value := slices.Clone(p.Get(set))
	for i, v := range value {
		value[i] = math.Min(p.Max, math.Max(p.Min, v*factor))
	}
	scaled := *set
	p.Set(&scaled, value)
	return &scaled
}

// SetAt are the settings that count in iteration t.
func (c Config) SetAt(t int) *admm.Settings {
	set := c.Spec().InForce(c.Set)
	return Scaled(c.Spec(), &set, c.Schedule.At(t))
}

// GivesWay is the symbol of what sets the noise in the place of the knob of a key, as σ
// does for ε and its schedule under sharing; "" where that knob counts itself.
func (c Config) GivesWay(key string) string {
	p, ok := c.Spec().Parameter(c.Spec().NoiseKnob)
	if !ok || !p.GivesWay(&c.Set) || key != p.Key && key != scheduleKey {
		return ""
	}
	return symbolOf(p.Clears)
}

// Use is whether the knob of a key is read at some time in a run of c, or would be at another
// value of it, and why it counts at none of these: "σ is set", "private = false"; "" where it
// counts.
func (c Config) Use(key string) (read bool, idle string) {
	if key == HKnob.Key && c.Loss != huber {
		return false, LossKnob.Key + " = " + c.Loss
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
	turns := c.turnings(limit)
	counts, upTo := false, limit
	look := func(t int) {
		now := c
		now.Events = c.firstJoin(upTo) // there may be many, and no other knob reads the rest
		k, ok := KnobOf(now, key)
		if !ok || !k.MayRead(now) {
			return
		}
		read = true
		end := upTo + 1
		if i, _ := slices.BinarySearch(turns, t+1); i < len(turns) {
			end = min(end, turns[i])
		}
		switch why := now.idle(key); {
		case why != "":
			idle = cmp.Or(idle, why)
		case !now.spares(k, t, end, limit):
			counts = true
		}
	}
	behind := 1
	if replaced > first {
		upTo = min(replaced-1, limit)
		look(1)
		c.turn(1, upTo, look)
		if counts {
			return true, ""
		}
		behind, upTo = upTo, limit
		if idle != "" {
			by = idle + ", then " + by
		}
	}
	look(behind)
	c.turn(behind, limit, look)
	switch {
	case counts:
		return true, by
	case read && idle == "":
		idle = fmt.Sprintf("%s = %d", IterationsKnob.Key, limit)
	}
	return read, idle
}

// turnings are the iterations up to a limit in which events turn knobs, in their order.
func (c *Config) turnings(limit int) (list []int) {
	for _, e := range c.Events {
		if e.Key != "" && e.At <= limit {
			list = append(list, e.At)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// spares reports whether the iterations from one and before another come out the same at any value
// of a knob. What is told at the end of a run is told of its own values.
func (c *Config) spares(k Knob, from, to, limit int) bool {
	p, _ := c.Spec().Parameter(k.Key)
	turn := c.Spec().Turn
	for t := from; t < min(to, from+2*turn); t++ {
		switch {
		case p.Spares != nil && p.Spares(&c.Set, t) && t < limit:
		case k.Needs&admm.NeedsNoise != 0 && (t-1)%turn != 0: // is computed from what was sent
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

// Counts reports whether the knob of a key is read at some time in a run of c, and not in vain.
func (c Config) Counts(key string) bool {
	read, idle := c.Use(key)
	return read && idle == ""
}

// idle is why the knob of a key counts at no value under c, whose only event may be one that
// joins an edge; "" where it counts.
func (c *Config) idle(key string) string {
	k, _ := KnobOf(*c, key)
	needs := func(n admm.Need) bool { return k.Needs&n != 0 }
	noise := needs(admm.NeedsNoise) || needs(admm.NeedsDraws) && !c.draws()
	switch by := c.GivesWay(key); {
	case by != "":
		return by + " is set"
	case (noise || needs(admm.NeedsPrivate)) && !c.Set.Private:
		return PrivateKnob.Key + " = false"
	case needs(admm.NeedsBudget) && c.Budget == 0:
		return BudgetKnob.Key + " = 0"
	case key == admm.DualStepKey && c.Set.Eta.Equal() && c.Set.Growth.Equal():
		return "eta and growth are the same at every node"
	}
	if !needs(admm.NeedsNeighbours) && !(noise && c.Spec().NoiseNeedsNeighbours()) || c.Spec().Vertical {
		return ""
	}
	switch {
	case c.Nodes == 1:
		return NodesKnob.Key + " = 1"
	case c.Topology == edgeless && len(c.Events) == 0 && key != TopologyKnob.Key && key != SplitKnob.Key:
		return TopologyKnob.Key + " = " + edgeless
	}
	return ""
}

// edgeless is the graph in which nobody hears anybody.
const edgeless = "edges:"

// draws reports whether something is drawn beside the noise of the method.
func (c *Config) draws() bool {
	return slices.ContainsFunc(c.Spec().Parameters, func(p admm.Parameter) bool {
		return p.Draws && p.Get(&c.Set)[0] > 0 && (c.Set.Private || p.Needs&admm.NeedsPrivate == 0)
	})
}

// symbolOf is how people know a parameter.
func symbolOf(key string) string {
	p, _ := admm.FindParameter(key)
	return p.Symbol
}

// ScheduleKnob is the rule.
var ScheduleKnob = &Knob{
	Declaration: admm.Declaration{
		Key: scheduleKey, Symbol: "α(t)", Words: "rule by which α (sharing: ε) changes over the iterations", Counts: admm.AtReset, Needs: admm.NeedsNoise,
		Formula: "α(t) = α · g(t);  geometric:q: g = q^(t−1);  linear:q@T: g = 1 + (q−1)(t−1)/(T−1) until T, then q", Place: "α_p(t): TIFS 2017, Definition 4 and Algorithms 2 and 3; α_i(k): Recycled ADMM, Algorithm 3 and eq. (32). The papers allow any; TIFS, section V, tests \"by fixing the value of α_p(t) at node p for the entire running\", Recycled, section VIII, with α_i(k) = α",
		Turning: "A falling α(t) spends most at first, a rising one at the end, when what is sent is nearly the result. t counts every iteration, R-ADMM's free even ones too. A change of α in mid-run, by hand or by event, changes α and leaves g as it is. " +
			"Budget, iterations left and the reverse question (which α lasts to the limit) know the rule. Under sharing it counts while ε sets the noise, not while σ is set directly. Values beyond what α may be count as its bound.",
	},
	Part: Setup, Form: Quoted, Range: scheduleRange,
	Reads: noisy,
	Value: func(c Config) string { return c.Schedule.String() },
	Say: func(c Config, v string, digits int) string {
		by := c.GivesWay(scheduleKey)
		switch {
		case by == "" || v == constantWord:
			return ""
		case digits > Few:
			return v + " idle: set by " + by
		}
		return "idle: set by " + by
	},
	Set: func(c *Config, v string) error {
		s, err := ParseSchedule(v)
		if err != nil {
			return fmt.Errorf("schedule = %q: %w", v, err)
		}
		c.Schedule = s
		return nil
	},
	Nudge: func(c Config, n int) string {
		s := c.Schedule
		switch {
		case s.Until > 0:
			x := nudge(s.Factor, 0, n)
			if x == 1 { // that is constant, which has no iteration to come back to
				x = nudge(x, 0, cmp.Compare(n, 0))
			}
			s.Factor = math.Min(mostFactor, math.Max(leastFactor, x))
		case s.Constant():
			s.Factor = 1
			fallthrough
		default:
			s.Factor = math.Min(mostRate, math.Max(leastRate, nudge(s.Factor, 0.01, n)))
		}
		return s.short().String()
	},
}
