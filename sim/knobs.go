package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
	"admmlab/sim/spell"
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
	"seed", "iterations", "events",
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
	c = c.clone()
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
			if key == "epsilon" {
				c.Set.Sigma = 0 // the noise is set by epsilon from now on
			}
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
				Formula: "census · census:N · adult:PATH · libsvm:TRAIN[:TEST] · csv:PATH", Place: "TIFS 2017, section V; Sharing, section 5",
				Turning: "The embedded census is a synthetic sample of 45,222 people with the columns of UCI Adult. adult:PATH reads the real adult.data and adult.test from a folder.",
			},
			Reads: always,
			get:   func(c Config) string { return c.Data },
			set: func(c *Config, v string) error {
				if err := checkData(v); err != nil {
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
				if _, err := network.Parse(v, c.Nodes, c.Seed); err != nil {
					return err
				}
				c.Topology = v
				return nil
			},
		},
		parties(),
		seed(),
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

func text(key, words string, field func(*Config) *string) Knob {
	return Knob{
		Declaration: admm.Declaration{Key: key, Symbol: key, Words: words, Counts: admm.AtReset},
		Reads:       always,
		get:         func(c Config) string { return *field(&c) },
		set:         func(c *Config, v string) error { *field(c) = v; return nil },
	}
}

func choice(key, words, turning string, list func(Config) []string, reads func(Config) bool, field func(*Config) *string) Knob {
	return Knob{
		Declaration: admm.Declaration{Key: key, Symbol: key, Words: words, Turning: turning, Counts: admm.NextIteration},
		Choices:     list, Reads: reads,
		get: func(c Config) string { return *field(&c) },
		set: func(c *Config, v string) error {
			allowed := list(*c)
			if !reads(*c) {
				return nil // nothing to choose: kept as it is
			}
			for _, a := range allowed {
				if a == v {
					*field(c) = v
					return nil
				}
			}
			return fmt.Errorf("%s = %q is not a choice of %s, expected one of %s%s", key, v, c.Method, strings.Join(allowed, " "), spell.Hint(v, allowed))
		},
		step: func(c Config, n int) string {
			allowed := list(c)
			for i, a := range allowed {
				if a == *field(&c) {
					return allowed[((i+n)%len(allowed)+len(allowed))%len(allowed)]
				}
			}
			return *field(&c)
		},
	}
}

func toggle(key, words, turning string, when admm.When, reads func(Config) bool, field func(*Config) *bool) Knob {
	return Knob{
		Declaration: admm.Declaration{Key: key, Symbol: key, Words: words, Turning: turning, Counts: when},
		Choices:     func(Config) []string { return []string{"true", "false"} }, Reads: reads,
		get: func(c Config) string { return strconv.FormatBool(*field(&c)) },
		set: func(c *Config, v string) error {
			b, err := strconv.ParseBool(v)
			if err != nil {
				return fmt.Errorf("%s = %q, expected true or false", key, v)
			}
			*field(c) = b
			return nil
		},
		step: func(c Config, n int) string { return strconv.FormatBool(*field(&c) != (n%2 != 0)) },
	}
}

func integer(key, words, turning string, low, high, by int, when admm.When, reads func(Config) bool, field func(*Config) *int) Knob {
	return Knob{
		Declaration: admm.Declaration{Key: key, Symbol: key, Words: words, Turning: turning, Counts: when},
		Reads:       reads,
		get:         func(c Config) string { return strconv.Itoa(*field(&c)) },
		set: func(c *Config, v string) error {
			n, err := strconv.Atoi(v)
			if err != nil || n < low || n > high {
				return fmt.Errorf("%s = %q, expected a whole number from %d to %d", key, v, low, high)
			}
			*field(c) = n
			return nil
		},
		step: func(c Config, n int) string {
			return strconv.Itoa(min(high, max(low, *field(&c)+n*by)))
		},
	}
}

func seed() Knob {
	return Knob{
		Declaration: admm.Declaration{
			Key: "seed", Symbol: "seed", Words: "seed of split, random graph and noise", Counts: admm.AtReset,
			Turning: "The same seed replays a run bit for bit. Runs that differ in one parameter share their noise draws, so that what differs on screen is the parameter.",
		},
		Reads: always,
		get:   func(c Config) string { return strconv.FormatUint(c.Seed, 10) },
		set: func(c *Config, v string) error {
			n, err := strconv.ParseUint(v, 10, 64)
			if err != nil {
				return fmt.Errorf("seed = %q, expected a whole number from 0 to 18446744073709551615", v)
			}
			c.Seed = n
			return nil
		},
		step: func(c Config, n int) string { return strconv.FormatUint(c.Seed+uint64(n), 10) },
	}
}

func budget() Knob {
	return Knob{
		Declaration: admm.Declaration{
			Key: "budget", Symbol: "budget", Words: "ε that may be spent in all, 0 = no wall", Counts: admm.NextIteration,
			Formula: "total ε ≤ budget at δ, by the chosen accountant", Place: "not in the papers",
			Turning: "Draws a wall in the privacy chart and says how many iterations are left before it.",
		},
		Reads: noisy,
		get:   func(c Config) string { return strconv.FormatFloat(c.Budget, 'g', -1, 64) },
		set: func(c *Config, v string) error {
			x, err := strconv.ParseFloat(v, 64)
			if err != nil || !(x >= 0 && x <= 1e6) {
				return fmt.Errorf("budget = %q, expected a number from 0 (no wall) to 1e6", v)
			}
			c.Budget = x
			return nil
		},
		step: func(c Config, n int) string {
			return strconv.FormatFloat(math.Min(1e6, math.Max(0, nudge(c.Budget, 0.5, n))), 'g', -1, 64)
		},
	}
}

func parties() Knob {
	return Knob{
		Declaration: admm.Declaration{
			Key: "parties", Symbol: "cuts", Words: "columns at which the parties are cut", Counts: admm.AtReset,
			Formula: "𝒟 = [𝒟_1 … 𝒟_M]", Place: "Sharing, section 2; a9a is cut at 66, gisette at 2000,4000",
			Turning: "One cut makes two parties, two cuts three. Each party's block of a row is scaled to unit norm.",
		},
		Reads: vertical,
		get:   func(c Config) string { return joinInts(c.Parties) },
		set: func(c *Config, v string) error {
			c.Parties = nil
			for _, part := range strings.Split(v, ",") {
				if v == "" {
					break
				}
				n, err := strconv.Atoi(strings.TrimSpace(part))
				if err != nil || n < 1 || (len(c.Parties) > 0 && n <= c.Parties[len(c.Parties)-1]) {
					return fmt.Errorf("parties = %q, expected increasing columns such as 66 or 40,80", v)
				}
				c.Parties = append(c.Parties, n)
			}
			return nil
		},
	}
}

// checkData looks at the form of a data key, without opening anything.
func checkData(v string) error {
	kind, rest, found := strings.Cut(v, ":")
	switch kind {
	case "census":
		n, err := strconv.Atoi(rest)
		if !found || (err == nil && n >= 2 && n <= data.MaxPeople) {
			return nil
		}
		return fmt.Errorf("data = %q, expected census or census:N with N from 2 to %d", v, data.MaxPeople)
	case "adult", "libsvm", "csv":
		if rest != "" {
			return nil
		}
		return fmt.Errorf("data = %q names no file, expected %s:PATH", v, kind)
	}
	return fmt.Errorf("data = %q is unknown, expected census, census:N, adult:PATH, libsvm:TRAIN[:TEST] or csv:PATH%s",
		v, spell.Hint(kind, []string{"census", "adult", "libsvm", "csv"}))
}
