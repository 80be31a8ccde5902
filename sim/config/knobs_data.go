package config

import (
	"fmt"
	"hash/crc32"
	"math"
	"strconv"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
)

// The knobs of what is learned on, and by whom.

// DataKnob is the data set.
var DataKnob = dataKnob()

// dataKnob tells of the kinds of data there are.
func dataKnob() *Knob {
	var about []string
	for _, kind := range data.Kinds {
		if kind.About != "" {
			about = append(about, kind.About)
		}
	}
	return &Knob{
		Declaration: admm.Declaration{
			Key: "data", Symbol: "data", Words: "data set", Counts: admm.AtReset,
			Formula: strings.Join(data.Forms(), " · "), Place: "TIFS 2017, section V; Sharing, section 5",
			Turning: strings.Join(about, " "),
		},
		Part: Setup, Form: Quoted, Shared: true, Commas: true,
		Reads: always,
		Value: func(c Config) string { return c.Data },
		Set: func(c *Config, v string) error {
			if _, _, err := DataKind(v); err != nil {
				return err
			}
			c.Data = v
			return nil
		},
		Say: func(_ Config, v string, _ int) string { return DataWords(v) },
	}
}

// ShuffleKnob is the order in which rows are dealt.
var ShuffleKnob = toggle(Knob{
	Declaration: admm.Declaration{
		Key: "shuffle", Symbol: "shuffle", Words: "deal the rows in random order", Counts: admm.AtReset,
		Turning: "file order keeps neighbours in the file at different nodes (row k goes to node k mod nodes)",
	},
	Part: Setup, Shared: true, Reads: always, Say: either("yes", "no"),
}, func(c *Config) *bool { return &c.Shuffle })

// TrainKnob is how many rows are trained on.
var TrainKnob = integer(Knob{
	Declaration: admm.Declaration{
		Key: "train", Symbol: "train", Words: "training rows, 0 = the papers' share 40,000 of 45,222; a test file overrides it", Counts: admm.AtReset,
		Turning: "More training rows: more records a node, less noise for the same ε; fewer test rows: a coarser error rate.",
	},
	Part: Setup, Shared: true, Reads: always,
	Say: func(_ Config, v string, _ int) string {
		if v == "0" {
			return "papers' share"
		}
		return v
	},
}, 0, 1e8, 1000, func(c *Config) *int { return &c.Train })

var heldOutRange = fmt.Sprintf("a share from 0 (none) to %g", mostHeldOut)

// HeldOutKnob is what part of the training rows settings are chosen by. A session in which
// it is 0 does not tell of it.
var HeldOutKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "held_out", Symbol: "held out", Words: "share of the training rows that nobody trains on, to choose settings by", Counts: admm.AtReset,
		Turning: "The last rows of the training part are set aside, so that a setting can be chosen without the test rows. Whoever chooses by them uses them all the same: that is in no ε.",
	},
	Part: Setup, Shared: true, Numeric: true, Range: heldOutRange,
	Reads: func(c Config) bool { return c.HeldOut > 0 },
	Value: func(c Config) string { return strconv.FormatFloat(c.HeldOut, 'g', -1, 64) },
	Set: func(c *Config, v string) error {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil || !(x >= 0 && x <= mostHeldOut) {
			return fmt.Errorf("held_out = %q, expected %s", v, heldOutRange)
		}
		c.HeldOut = x
		return nil
	},
	Nudge: func(c Config, n int) string {
		return strconv.FormatFloat(math.Min(mostHeldOut, math.Max(0, nudge(c.HeldOut, 0.05, n))), 'g', -1, 64)
	},
	Say: zero("none"),
}

// mostHeldOut leaves something to train on.
const mostHeldOut = 0.9

// NodesKnob is how many share the rows.
var NodesKnob = integer(Knob{
	Declaration: admm.Declaration{
		Key: "nodes", Symbol: "nodes", Words: "number of nodes", Counts: admm.AtReset,
		Turning: "More nodes: fewer records at each, so each record weighs more (C/B grows), and with it the noise or what an iteration is charged.",
	},
	Part: Setup, Reads: horizontal,
}, 1, MaxNodes, 1, func(c *Config) *int { return &c.Nodes })

// SplitKnob is which node holds which training rows.
var SplitKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "split", Symbol: "split", Words: "which node holds which training rows", Counts: admm.AtReset, Needs: admm.NeedsNeighbours,
		Formula: "even · sizes:5,3,1,1 · skewed:s · skewed:s:COLUMN;  share of a group at node i = (1−s) that of all + s that of block i", Place: "the theorems on privacy are for any B_p; Recycled ADMM, section VIII: \"evenly distributed across nodes\", TIFS 2017 does not say; s as in Karimireddy et al., SCAFFOLD, ICML 2020, section 7, where 1−s is called similarity",
		Turning: "Under even as many everywhere, at random. sizes: in this proportion, so many exactly where they add up to the training rows; a node with few records has a large C/B, more noise or a larger ε, and the light B ≥ C is of every node. " +
			"skewed: a share s of the rows, drawn from the seed, is sorted by the label (or a column such as age, as the scaled record of length at most 1 has it, or a group such as sex) and cut into blocks, the lowest for node 1; the rest is dealt evenly. 0 is even, 1 as far apart as can be: then most nodes know one class only. skewed alone is skewed:1; sizes and skewed go together with a blank between. " +
			"Who holds which record, and so every B_p, is taken as public: neighbours differ in one record that stays at its node. A split by label or group makes that say more: where somebody's record lies tells about them, and that is in no ε. " +
			"Under sharing every party holds all people: who holds which columns is parties.",
	},
	Part: Setup, Form: Quoted, Shared: true, Commas: true, Range: data.HoldingForms,
	Reads: horizontal,
	Value: func(c Config) string { return c.Split.String() },
	Set: func(c *Config, v string) error {
		h, err := data.ParseHolding(v)
		if err != nil {
			return fmt.Errorf("split = %q: %w", v, err)
		}
		c.Split = h
		return nil
	},
	Nudge: func(c Config, n int) string {
		h := c.Split
		h.Skew = math.Min(1, math.Max(0, nudge(h.Skew, 0.25, n)))
		return h.String()
	},
}

// mostNamed is how long a list of edges may be in a name that it tells from another; one that is longer is told
// by a checksum.
const mostNamed = 40

// TopologyKnob is the graph. An edge that is cut or joined moves it.
var TopologyKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "topology", Symbol: "graph", Words: "who hears whom", Counts: admm.NextIteration, Needs: admm.NeedsNeighbours,
		Formula: "G(𝒫, ℰ); spectral gap = second smallest eigenvalue of D − A", Place: "TIFS 2017, section II",
		Turning: "The larger the spectral gap, the faster the nodes agree. A graph in two pieces goes on, but the pieces no longer learn from each other.",
	},
	Part: Running, Form: Quoted, Commas: true,
	Reads: horizontal,
	Choices: func(Config) []string {
		var names []string
		for _, k := range network.Kinds() {
			names = append(names, k.Name)
		}
		return names
	},
	Explain: func(Config) []Choice {
		var list []Choice
		for _, k := range network.Kinds() {
			list = append(list, Choice{k.Name, k.Name, k.Words})
		}
		return list
	},
	Value: func(c Config) string { return c.Topology },
	Set: func(c *Config, v string) error {
		if err := network.Check(v, c.Nodes); err != nil {
			return err
		}
		c.Topology = network.Spelt(v)
		return nil
	},
	Nudge: func(c Config, n int) string {
		var names []string
		for _, k := range network.Kinds() {
			names = append(names, k.Name)
		}
		return around(names, c.Topology, n)
	},
	Say: func(_ Config, v string, digits int) string {
		rest, ok := strings.CutPrefix(v, "edges:")
		edges := numeral.Counted(strings.Count(rest, ",")+1, "edge")
		switch {
		case !ok:
			return ""
		case rest == "":
			return "0 edges"
		case digits <= Few:
			return edges
		case len(rest) <= mostNamed:
			return rest
		}
		return fmt.Sprintf("%s %x", edges, crc32.ChecksumIEEE([]byte(rest)))
	},
}

const partiesRange = "increasing columns such as 66 or 40,80"

// PartiesKnob is where the columns are cut for vertical sharing.
var PartiesKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "parties", Symbol: "cuts", Words: "columns at which the parties are cut", Counts: admm.AtReset,
		Formula: "𝒟 = [𝒟_1 … 𝒟_M]", Place: "Sharing, section 2; a9a is cut at 66, gisette at 2000,4000",
		Turning: "One cut makes two parties, two cuts three. Each party's block of a row is scaled to unit norm.",
	},
	Part: Setup, Form: Quoted, Commas: true, Range: partiesRange,
	Reads: vertical,
	Value: func(c Config) string { return joinInts(c.Parties) },
	Set: func(c *Config, v string) error {
		c.Parties = nil
		for _, part := range admm.Listed(v) {
			if v == "" {
				break
			}
			n, err := strconv.Atoi(part)
			if err != nil || n < 1 || (len(c.Parties) > 0 && n <= c.Parties[len(c.Parties)-1]) {
				return fmt.Errorf("parties = %q, expected %s", v, partiesRange)
			}
			c.Parties = append(c.Parties, n)
		}
		return nil
	},
	Say: func(_ Config, v string, _ int) string {
		if v == "" {
			return "halves"
		}
		return ""
	},
}
