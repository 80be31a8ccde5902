package config

import (
	"admmlab/sim/admm"
	"admmlab/sim/privacy"
)

// The knobs that say which method runs, and in which reading.

// MethodKnob is the method; Build and WithMethod set it, as it brings its defaults.
var MethodKnob = &Knob{
	Declaration: admm.Declaration{Key: "method", Symbol: "method", Words: "method", Counts: admm.AtReset,
		Turning: "Each method starts with the parameters of its paper; picked in the laboratory (m) it keeps what was set otherwise, where it takes that."},
	Form: Quoted, Reads: always,
	Choices: func(Config) []string { return methodIDs() },
	Explain: func(Config) []Choice {
		var list []Choice
		for _, s := range admm.Catalogue() {
			list = append(list, Choice{s.ID, s.Name, s.Words})
		}
		return list
	},
	Value: func(c Config) string { return c.Method },
	Set:   func(*Config, string) error { return nil },
	Say: func(_ Config, v string, _ int) string {
		spec, _ := admm.Find(v)
		return spec.Name
	},
}

// VariantKnob is the reading of the method.
var VariantKnob = choice(Knob{
	Declaration: admm.Declaration{
		Key: "variant", Symbol: "variant", Words: "reading of the method", Counts: admm.NextIteration, Needs: admm.NeedsNoise,
		Turning: "What the paper prints, what its proof covers, and what is tight do not always agree; the note says what breaks.",
	},
	Part: Readings, OfMethod: true, Reads: noisy,
	Choices: func(c Config) []string {
		var ids []string
		for _, v := range c.Spec().Variants {
			ids = append(ids, v.ID)
		}
		return ids
	},
	Explain: func(c Config) []Choice {
		var list []Choice
		for _, v := range c.Spec().Variants {
			list = append(list, Choice{v.ID, v.Words, v.Note})
		}
		return list
	},
	Say: func(c Config, v string, _ int) string {
		known, _ := c.Spec().Variant(v)
		return known.Words
	},
}, func(c *Config) *string { return &c.Set.Variant })

// OrderKnob is the order of the parties' updates.
var OrderKnob = choice(Knob{
	Declaration: admm.Declaration{
		Key: "order", Symbol: "order", Words: "order of the parties' updates", Counts: admm.NextIteration,
		Turning: "jacobi is printed: all parties at once. gauss-seidel: one after the other, each with the newest messages; steadier, not parallel.",
	},
	Part: Readings, OfMethod: true, Reads: vertical,
	Choices: func(Config) []string { return []string{"jacobi", "gauss-seidel"} },
	Say: func(_ Config, v string, _ int) string {
		if v == "gauss-seidel" {
			return "one by one"
		}
		return "all at once"
	},
}, func(c *Config) *string { return &c.Set.Order })

// DualStepKnob is the dual step of a method whose nodes have penalties of their own.
var DualStepKnob = choice(Knob{
	Declaration: admm.Declaration{
		Key: admm.DualStepKey, Symbol: "dual_step", Name: "dual", Words: "dual step of MR-ADMM", Counts: admm.NextIteration, Needs: admm.NeedsNeighbours,
		Turning: "Printed is own: λ_i moves by η_i. With unequal η_i Theorem 1 is then false: with η constant the network minimises Σ O_i/η_i. common moves every λ_i by the smallest η, and with η constant ends at the right model.",
	},
	Part: Running, OfMethod: true,
	Reads:   func(c Config) bool { return c.Spec().DualSteps != nil },
	Choices: func(c Config) []string { return c.Spec().DualSteps },
}, func(c *Config) *string { return &c.Set.DualStep })

// PrivateKnob is whether there is noise.
var PrivateKnob = toggle(Knob{
	Declaration: admm.Declaration{
		Key: "private", Symbol: "private", Name: "noise", Words: "noise on or off", Counts: admm.NextIteration,
		Turning: "Off: the method without noise and without any privacy. Once off, nothing is promised for this run any more.",
	},
	Part: Readings, Reads: noisy,
}, func(c *Config) *bool { return &c.Set.Private })

// AdjacencyKnob is which data sets the totals compare.
var AdjacencyKnob = choice(Knob{
	Declaration: admm.Declaration{
		Key: "adjacency", Symbol: "adjacency", Name: "versus", Words: "which data sets count as neighbours", Counts: admm.NextIteration, Needs: admm.NeedsNoise,
		Turning: "Replacing one record is the papers' neighbour; taking one out moves the gradient half as far, so its bound is smaller. Two numbers for two promises: the noise is the same.",
	},
	Part: Accounting, OfMethod: true, Reads: noisy,
	Choices: func(c Config) []string {
		spec := c.Spec()
		return []string{spec.Adjacency[privacy.Replace].ID, spec.Adjacency[privacy.Remove].ID}
	},
	Explain: func(c Config) []Choice {
		var list []Choice
		for _, a := range c.Spec().Adjacency {
			list = append(list, Choice{a.ID, a.ID, a.Words})
		}
		return list
	},
}, func(c *Config) *string { return &c.Set.Adjacency })
