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
