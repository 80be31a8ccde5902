package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// Knob is one key of the session text with what a person needs to know of it.
type Knob struct {
	admm.Declaration
	Choices func(c Config) []string // nil unless it is picked from a list
	Reads   func(c Config) bool     // whether the method in force reads it
	get     func(c Config) string
	set     func(c *Config, value string) error
	step    func(c Config, n int) string // the value n presses away
}

// knobs is the one table of keys; flags, text form, panel and help read it.
var knobs = map[string]Knob{}

var order = []string{
	"title", "caption", "data", "shuffle", "train", "nodes", "topology", "parties", "method", "variant", "order", "dual_step",
	"private", "alpha", "rho", "eta", "growth", "gamma", "C", "epsilon", "delta", "sigma", "b1", "lambda",
	"labels", "repair", "adjacency", "budget", "accountant", "stop", "realised", "watch",
	"seed", "repeat", "iterations", "events",
}

// Keys are all keys, in the order of the text form.
func Keys() []string { return append([]string(nil), order...) }

// KnobOf is the knob of a key under the config's method.
func KnobOf(c Config, key string) (Knob, bool) {
	k, ok := knobs[key]
	if p, declared := c.Spec().Parameter(key); ok && declared {
		k.Declaration = p.Declaration
	}
	return k, ok
}

// Value is the knob's value in c, in the text form.
func (k Knob) Value(c Config) string { return k.get(c) }

// Assign is c with the knob at value.
func (k Knob) Assign(c Config, value string) (Config, error) {
	c = c.Clone()
	if err := k.set(&c, value); err != nil {
		return c, err
	}
	return c, c.check()
}

// Nudge is the value n presses of an arrow away; the same value at a bound.
func (k Knob) Nudge(c Config, n int) string { return k.step(c, n) }

func init() {
	for _, k := range append(setup(), choices()...) {
		knobs[k.Key] = k
	}
	for _, key := range []string{"alpha", "rho", "eta", "growth", "gamma", "C", "epsilon", "delta", "sigma", "b1", "lambda", "labels", "repair"} {
		knobs[key] = number(key)
	}
}

// number is the knob of a method's parameter. A key the method does not read is
// kept with its bounds, so that a script may set it for several methods.
func number(key string) Knob {
	find := func(c Config) admm.Parameter {
		if p, ok := c.Spec().Parameter(key); ok {
			return p
		}
		for _, s := range admm.Catalogue() {
			if p, ok := s.Parameter(key); ok {
				return p
			}
		}
		panic("sim: no method declares " + key)
	}
	return Knob{
		Declaration: find(Config{}).Declaration,
		Reads: func(c Config) bool {
			p, ok := c.Spec().Parameter(key)
			return ok && (p.Hidden == "" || p.Hidden != c.Set.Variant)
		},
		get: func(c Config) string { return find(c).Get(&c.Set).String() },
		set: func(c *Config, value string) error {
			p := find(*c)
			v, err := admm.ParseNumbers(value)
			if err != nil {
				return fmt.Errorf("%s = %q: %w, expected %g to %g", key, value, err, p.Min, p.Max)
			}
			if err := p.Check(v, c.Nodes); err != nil {
				return err
			}
			p.Set(&c.Set, v)
			return nil
		},
		step: func(c Config, n int) string {
			p := find(c)
			v := append(admm.PerNode(nil), p.Get(&c.Set)...)
			for i := range v {
				v[i] = math.Min(p.Max, math.Max(p.Min, nudge(v[i], p.Step, n)))
			}
			return v.String()
		},
	}
}

// rungSlack covers the rounding of a rung to two digits: 0.56 is the rung
// 0.5623 and 3.2 the rung 3.162, up to 0.021 of a step away.
const rungSlack = 0.05

// nudge moves v by n steps: by addition, or on the ladder of quarter decades
// rounded to two digits (1, 1.8, 3.2, 5.6, 10) when step is 0.
func nudge(v, step float64, n int) float64 {
	if step > 0 {
		return math.Round((v+float64(n)*step)/step) * step
	}
	rung := math.Log10(v) * 4
	var next float64
	if n > 0 {
		next = math.Floor(rung+rungSlack) + float64(n)
	} else {
		next = math.Ceil(rung-rungSlack) + float64(n)
	}
	x, err := strconv.ParseFloat(strconv.FormatFloat(math.Pow(10, next/4), 'e', 1, 64), 64)
	if err != nil || x == 0 {
		return v
	}
	return x
}

func always(Config) bool       { return true }
func horizontal(c Config) bool { return !c.Spec().Vertical }
func vertical(c Config) bool   { return c.Spec().Vertical }
func noisy(c Config) bool      { return c.Spec().Private() }

// setup are the knobs of data, network and run.
func setup() []Knob {
	return []Knob{
		text("title", "name of the experiment", func(c *Config) *string { return &c.Title }),
		text("caption", "what to look for", func(c *Config) *string { return &c.Caption }),
		{
			Declaration: admm.Declaration{
				Key: "data", Symbol: "data", Words: "data set", Counts: admm.AtReset,
				Formula: "census · census:N · wide · wide:ROWSxCOLUMNS · adult:PATH · libsvm:TRAIN[:TEST] · csv:PATH", Place: "TIFS 2017, section V; Sharing, section 5",
				Turning: "The embedded census is a synthetic sample of 45,222 people with the columns of UCI Adult. wide is drawn, too, and of the size of gisette: 6,000 training and 1,000 test rows of 5,000 columns, half of them distractors; wide:700x500 is a smaller one. adult:PATH reads the real adult.data and adult.test from a folder.",
			},
			Reads: always,
			get:   func(c Config) string { return c.Data },
			set: func(c *Config, v string) error {
				if err := CheckData(v); err != nil {
					return err
				}
				c.Data = v
				return nil
			},
		},
		toggle("shuffle", "deal the rows in random order", "file order keeps neighbours in the file at different nodes (row k goes to node k mod nodes)",
			admm.AtReset, always, func(c *Config) *bool { return &c.Shuffle }),
		integer("train", "training rows, 0 = the papers' share 40,000 of 45,222; a test file overrides it", "More training rows: more records a node, less noise for the same ε; fewer test rows: a coarser error rate.",
			0, 1e8, 1000, admm.AtReset, always, func(c *Config) *int { return &c.Train }),
		integer("nodes", "number of nodes", "More nodes: fewer records at each, so each record weighs more (C/B grows) and the noise with it.",
			1, MaxNodes, 1, admm.AtReset, horizontal, func(c *Config) *int { return &c.Nodes }),
		{
			Declaration: admm.Declaration{
				Key: "topology", Symbol: "graph", Words: "who hears whom", Counts: admm.NextIteration,
				Formula: "G(𝒫, ℰ); spectral gap = second smallest eigenvalue of D − A", Place: "TIFS 2017, section II",
				Turning: "The larger the spectral gap, the faster the nodes agree. A graph in two pieces goes on, but the pieces no longer learn from each other.",
			},
			Choices: func(Config) []string {
				var names []string
				for _, k := range network.Kinds() {
					names = append(names, k.Name)
				}
				return names
			},
			Reads: horizontal,
			get:   func(c Config) string { return c.Topology },
			set: func(c *Config, v string) error {
				if err := network.Check(v, c.Nodes); err != nil {
					return err
				}
				c.Topology = v
				return nil
			},
		},
		parties(),
		seed(),
		integer("repeat", "which of many draws of the noise", "Another number: other noise, with the same data, split and graph. What differs between repeats is chance.",
			0, MaxRepeat, 1, admm.AtReset, noisy, func(c *Config) *int { return &c.Repeat }),
		integer("iterations", "iteration limit; PVP's last iteration is its closing DVP step", "The run pauses here. Raise it to go on.",
			1, MaxIterations, 10, admm.NextIteration, always, func(c *Config) *int { return &c.Iterations }),
		{
			Declaration: admm.Declaration{Key: "events", Symbol: "events", Words: "changes in mid-run, such as at 40: alpha = 0.1", Counts: admm.AtReset},
			Reads:       always,
			get: func(c Config) string {
				lines := make([]string, len(c.Events))
				for i, e := range c.Events {
					lines[i] = e.String()
				}
				return strings.Join(lines, "\n")
			},
			set: func(c *Config, v string) error {
				events, err := ParseEvents(v)
				c.Events = events
				return err
			},
		},
	}
}

// choices are the knobs picked from a list.
func choices() []Knob {
	return []Knob{
		{
			Declaration: admm.Declaration{Key: "method", Symbol: "method", Words: "method", Counts: admm.AtReset,
				Turning: "Each method starts with the parameters of its paper."},
			Choices: func(Config) []string { return methodIDs() },
			Reads:   always,
			get:     func(c Config) string { return c.Method },
			set:     func(*Config, string) error { return nil }, // Build and WithMethod set it
		},
		choice("variant", "reading of the method", "What the paper prints, what its proof covers, and what is tight do not always agree; the note says what breaks.",
			func(c Config) []string {
				var ids []string
				for _, v := range c.Spec().Variants {
					ids = append(ids, v.ID)
				}
				return ids
			}, noisy, func(c *Config) *string { return &c.Set.Variant }),
		choice("order", "order of the parties' updates", "jacobi is printed: all parties at once. gauss-seidel: one after the other, each with the newest messages; steadier, not parallel.",
			func(Config) []string { return []string{"jacobi", "gauss-seidel"} }, vertical, func(c *Config) *string { return &c.Set.Order }),
		choice("dual_step", "dual step of MR-ADMM", "own is printed: λ_i moves by η_i. With unequal η_i the network then minimises Σ O_i/η_i and Theorem 1 is false. common moves every λ_i by the smallest η and ends at the right model.",
			func(c Config) []string { return c.Spec().DualSteps }, func(c Config) bool { return c.Spec().DualSteps != nil },
			func(c *Config) *string { return &c.Set.DualStep }),
		choice("adjacency", "which data sets count as neighbours", "Replacing one record is the papers' neighbour; taking one out moves the gradient half as far, so its bound is smaller. Two numbers for two promises: the noise is the same.",
			func(c Config) []string {
				spec := c.Spec()
				return []string{spec.Adjacency[privacy.Replace].ID, spec.Adjacency[privacy.Remove].ID}
			}, noisy, func(c *Config) *string { return &c.Set.Adjacency }),
		budget(),
		choice("accountant", "whose total is held against the budget", "best is the smallest valid total. basic adds up; the others buy a smaller total with δ: each says in the ledger when it is valid and why.",
			func(Config) []string { return append([]string{account.Best}, account.Names()...) }, noisy, func(c *Config) *string { return &c.Accountant }),
		toggle("stop", "pause at the budget", "On: the run pauses where the next iteration would break the budget. Off: the wall is only drawn.",
			admm.NextIteration, noisy, func(c *Config) *bool { return &c.Stop }),
		toggle("realised", "measure what each record really lost", "The exact log likelihood ratio of what was sent, with each record and without it. It costs time, and it is not a guarantee.",
			admm.AtReset, noisy, func(c *Config) *bool { return &c.Realised }),
		integer("watch", "record to watch, its row in the data set; 0 = none", "Shows one person's attributes and realised loss beside the bound. Under PVP with a hidden own term its loss is exact only if it is watched from the start.",
			0, 1e8, 1, admm.NextIteration, noisy, func(c *Config) *int { return &c.Watch }),
		toggle("private", "noise on or off", "Off: the method without noise and without any privacy. Once off, nothing is promised for this run any more.",
			admm.NextIteration, noisy, func(c *Config) *bool { return &c.Set.Private }),
	}
}
