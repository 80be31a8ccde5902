package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/privacy/account"
	"admmlab/sim/rows"
)

// The knobs of the account of privacy and of the run as a whole.

// TitleKnob is the experiment's name.
var TitleKnob = text(Knob{
	Declaration: admm.Declaration{Key: "title", Symbol: "title", Words: "name of the experiment", Counts: admm.AtReset},
	Prose:       true,
}, func(c *Config) *string { return &c.Title })

// CaptionKnob is what to look for.
var CaptionKnob = text(Knob{
	Declaration: admm.Declaration{Key: "caption", Symbol: "caption", Words: "what to look for", Counts: admm.AtReset},
	Prose:       true,
}, func(c *Config) *string { return &c.Caption })

const budgetRange = "a number from 0 (no wall) to 1e6"

// ParseTotal reads a budget that noise is matched to: unlike a wall, it cannot be none.
func ParseTotal(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	why := ""
	if data.Vanishes(text) {
		why = " is too small to be told from 0"
	}
	if err != nil || !(x > 0 && x <= MaxBudget) {
		return 0, fmt.Errorf("budget = %q%s, expected a total ε above 0, at most 1e6", text, why)
	}
	return x, nil
}

// BudgetKnob is what may be spent.
var BudgetKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "budget", Symbol: "budget", Words: "ε that may be spent in all, 0 = no wall", Counts: admm.NextIteration,
		Formula: "total ε ≤ budget at δ, by the chosen accountant", Place: "not in the papers",
		Turning: "Draws a wall in the privacy chart and says how many iterations are left before it.",
	},
	Part: Accounting, Numeric: true, Range: budgetRange,
	Reads: noisy,
	Value: func(c Config) string { return strconv.FormatFloat(c.Budget, 'g', -1, 64) },
	Set: func(c *Config, v string) error {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil || !(x >= 0 && x <= MaxBudget) {
			return fmt.Errorf("budget = %q, expected %s", v, budgetRange)
		}
		c.Budget = x
		return nil
	},
	Nudge: func(c Config, n int) string {
		return strconv.FormatFloat(math.Min(MaxBudget, math.Max(0, nudge(c.Budget, 0.5, n))), 'g', -1, 64)
	},
	Say: zero("none"),
}

// AccountantKnob is who adds up.
var AccountantKnob = choice(Knob{
	Declaration: admm.Declaration{
		Key: "accountant", Symbol: "accountant", Name: "account", Words: "whose total is held against the budget", Counts: admm.NextIteration, Needs: admm.NeedsBudget | admm.NeedsPrivate,
		Turning: "best is the smallest valid total. basic adds up; the others buy a smaller total with δ: each says in the ledger when it is valid and why.",
	},
	Part: Accounting, Reads: noisy,
	Choices: func(Config) []string { return append([]string{account.Best}, account.Names()...) },
}, func(c *Config) *string { return &c.Accountant })

// StopKnob is whether the budget stops the run.
var StopKnob = toggle(Knob{
	Declaration: admm.Declaration{
		Key: "stop", Symbol: "stop", Words: "pause at the budget", Counts: admm.NextIteration, Needs: admm.NeedsBudget,
		Turning: "On: the run pauses where the next iteration would break the budget. Off: the wall is only drawn.",
	},
	Part: Accounting, Reads: noisy,
}, func(c *Config) *bool { return &c.Stop })

// KeepsBudget reports whether no iteration under c may pass its budget.
func (c Config) KeepsBudget() bool { return c.Stop && c.Budget > 0 && c.Spec().Private() }

// StopWhenKnob is the condition under which it stands still before the limit.
var StopWhenKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "stop_when", Symbol: "stop_when", Name: "until", Words: "stop where a number of the row meets this, such as test_error < 0.16", Counts: admm.NextIteration,
		Formula: "COLUMN < NUMBER, also with <=, > and >=; none for no condition", Place: "not in the papers",
		Turning: "The run stands where its newest row meets it, and goes on once it no longer does or is none. Choosing when to stop by a loss or an error looks at the data, and that is in no ε.",
	},
	Part: Accounting, Form: Quoted, Reads: always,
	Value: func(c Config) string { return c.StopWhen.String() },
	Set: func(c *Config, v string) error {
		condition, err := rows.ParseCondition(v)
		if err != nil {
			return fmt.Errorf("stop_when = %q: %w", v, err)
		}
		c.StopWhen = condition
		return nil
	},
	Say: func(_ Config, v string, digits int) string {
		condition, err := rows.ParseCondition(v)
		if err != nil {
			return ""
		}
		return condition.InDigits(digits)
	},
}

// RealisedKnob is whether realised losses are measured.
var RealisedKnob = toggle(Knob{
	Declaration: admm.Declaration{
		Key: "realised", Symbol: "realised", Name: "measure", Words: "measure what each record really lost", Counts: admm.AtReset,
		Turning: "The exact log likelihood ratio of what was sent, with each record and without it. It costs time, and it is not a guarantee.",
	},
	Part: Accounting, Reads: measured,
}, func(c *Config) *bool { return &c.Realised })

// WatchKnob is the record that is looked at.
var WatchKnob = integer(Knob{
	Declaration: admm.Declaration{
		Key: "watch", Symbol: "watch", Words: "record to watch, its row in the data set; 0 = none", Counts: admm.NextIteration,
		Turning: "Shows one person's attributes and realised loss beside the bound. Under PVP with a hidden own term its loss is exact only if it is watched from the start.",
	},
	Part: Accounting, Reads: measured,
	Say: func(_ Config, v string, _ int) string {
		if v == "0" {
			return "nobody"
		}
		return "row " + v
	},
}, 0, 1e8, 1, func(c *Config) *int { return &c.Watch })

const sgdStepRange = "a number from 1e-6 to 1e6"

// SGDStepKnob is the step of the gradient method that sharing is held against.
var SGDStepKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "sgd_step", Symbol: "sgd_step", Name: "SGD step", Words: "step of the gradient method beside the run", Counts: admm.AtReset,
		Formula: "x ← x − step/√t (1/|b| Σ l'_i D^i + λ/N x)", Place: "Sharing, Fig. 1, after Hu et al., FDML, KDD 2019; the paper names no step",
		Turning: "No row depends on it: it is what the level SGD is made with. A larger step learns faster at first and then swings about the optimum.",
	},
	Part: Setup, Numeric: true, Range: sgdStepRange,
	Reads: vertical,
	Value: func(c Config) string { return strconv.FormatFloat(c.Descent.Step, 'g', -1, 64) },
	Set: func(c *Config, v string) error {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil || !(x >= 1e-6 && x <= 1e6) {
			return fmt.Errorf("sgd_step = %q, expected %s", v, sgdStepRange)
		}
		c.Descent.Step = x
		return nil
	},
	Nudge: func(c Config, n int) string {
		return strconv.FormatFloat(math.Min(1e6, math.Max(1e-6, nudge(c.Descent.Step, 0, n))), 'g', -1, 64)
	},
}

// SGDBatchKnob is how many samples it takes a step.
var SGDBatchKnob = integer(Knob{
	Declaration: admm.Declaration{
		Key: "sgd_batch", Symbol: "sgd_batch", Name: "SGD batch", Words: "samples in one step of the gradient method beside the run", Counts: admm.AtReset,
		Place:   "Sharing, Fig. 1, after Hu et al., FDML, KDD 2019; the paper names no batch",
		Turning: "No row depends on it. A larger batch makes fewer and steadier steps in one pass over the samples.",
	},
	Part: Setup, Reads: vertical,
}, 1, 1e8, 1, func(c *Config) *int { return &c.Descent.Batch })

const startRange = "a number from 0 to 1000"

// StartKnob is where the models begin.
var StartKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "start", Symbol: "start", Words: "size of the random models before the first iteration, 0 = they are 0", Counts: admm.AtReset,
		Formula: "f_i(0) = start · z_i, z_i ~ N(0, I_d), λ_i(0) = 0", Place: "TIFS 2017, Algorithms 1 to 3; Recycled ADMM, Algorithms 1 to 3: \"generate f_i(0) randomly\", from a law they do not name",
		Turning: "z_i is drawn from the seed, another one for every node, the same ones whatever start and repeat are. No record decides f_i(0), so that it costs no ε. All nodes know all of them: the first iteration needs the neighbours' f_i(0). No optimum and no bound depends on it, only the way there. Vertical sharing starts x, y and z at 0, as its paper does in section 5.",
	},
	Part: Setup, Numeric: true, Range: startRange,
	Reads: horizontal,
	Value: func(c Config) string { return strconv.FormatFloat(c.Start, 'g', -1, 64) },
	Set: func(c *Config, v string) error {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil || !(x >= 0 && x <= 1000) {
			return fmt.Errorf("start = %q, expected %s", v, startRange)
		}
		c.Start = x
		return nil
	},
	Nudge: func(c Config, n int) string {
		return strconv.FormatFloat(math.Min(1000, math.Max(0, nudge(c.Start, 0.5, n))), 'g', -1, 64)
	},
	Say: zero("at 0"),
}

const seedRange = "a whole number from 0 to 18446744073709551615"

// SeedKnob is what all that is random is drawn from. It is quoted in the text, which
// has no whole numbers above 2^63.
var SeedKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "seed", Symbol: "seed", Words: "seed of split, random graph and noise", Counts: admm.AtReset,
		Turning: "The same seed replays a run bit for bit. Runs that differ in one parameter share their noise draws, so that what differs on screen is the parameter.",
	},
	Part: Setup, Form: Quoted, Shared: true, Range: seedRange,
	Reads: always,
	Value: func(c Config) string { return strconv.FormatUint(c.Seed, 10) },
	Set: func(c *Config, v string) error {
		n, err := strconv.ParseUint(v, 10, 64)
		if err != nil {
			return fmt.Errorf("seed = %q, expected %s", v, seedRange)
		}
		c.Seed = n
		return nil
	},
	Nudge: func(c Config, n int) string { return strconv.FormatUint(c.Seed+uint64(n), 10) },
}

// RepeatKnob is which draw of the noise it is.
var RepeatKnob = integer(Knob{
	Declaration: admm.Declaration{
		Key: "repeat", Symbol: "repeat", Words: "which of many draws of the noise", Counts: admm.AtReset, Needs: admm.NeedsDraws,
		Turning: "Another number: other noise, with the same data, split and graph. What differs between repeats is chance.",
	},
	Part: Setup, Shared: true, Reads: noisy,
}, 0, MaxRepeat, 1, func(c *Config) *int { return &c.Repeat })

// IterationsKnob is the limit.
var IterationsKnob = integer(Knob{
	Declaration: admm.Declaration{
		Key: "iterations", Symbol: "iterations", Name: "limit", Words: "iteration limit; PVP's last iteration is its closing DVP step", Counts: admm.NextIteration,
		Turning: "The run pauses here. Raise it to go on.",
	},
	Part: Running, Shared: true, Reads: always,
}, 1, MaxIterations, 10, func(c *Config) *int { return &c.Iterations })

// EventsKnob is what changes in mid-run. Those that another method cannot take go
// with the method they were written for.
var EventsKnob = &Knob{
	Declaration: admm.Declaration{Key: "events", Symbol: "events", Words: "changes in mid-run, such as at 40: alpha = 0.1", Counts: admm.AtReset},
	Form:        Lines, OfMethod: true,
	Reads: always,
	Value: func(c Config) string {
		lines := make([]string, len(c.Events))
		for i, e := range c.Events {
			lines[i] = e.String()
		}
		return strings.Join(lines, "\n")
	},
	Set: func(c *Config, v string) error {
		events, err := ParseEvents(v)
		c.Events = events
		return err
	},
}
