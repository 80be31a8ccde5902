package admm

import (
	"fmt"
	"slices"
	"strings"

	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/samples"
)

// Spec declares one published method: the panel, the flags, the text form and
// the help all read it. Check says which fields a method owes.
type Spec struct {
	ID        string // as the session text names it
	Name      string
	Short     string // two words for the list
	Words     string // one line
	Citation  string
	Algorithm []string // the update, line by line
	Differs   []string // paragraphs: what differs from print, and what print gets wrong; or "None."

	Vertical   bool // columns are dealt to parties, not rows to nodes
	SharedRho  bool // rho is the network's: each of N nodes has rho/N
	Turn       int  // iterations of one turn of the algorithm: 2 for R-ADMM, odd and even; otherwise 1
	Variants   []Variant
	Parameters []Parameter
	DualSteps  []string       // choices of Settings.DualStep, nil if there is none
	Asks       []Asked        // conditions of its theorems that its Rounds report, a light each
	Samples    samples.Theory // how many records its theorems ask for, or why there is none

	// Of a method with noise only.
	Silent      func(*Settings, int) bool           // whether an iteration draws no noise, nil = none but those between turns
	NoiseKnob   string                              // the parameter that says how much noise there is; more of it is less noise
	Tunable     []string                            // parameters to be tuned at a total ε, unless others are asked for
	NoiseEnters string                              // where the noise enters, for the wire view
	Adjacency   [privacy.Adjacencies]AdjacencyWords // which data sets are neighbours
	Adds        privacy.Composition                 // how the paper adds charges
	TotalWords  string                              // the printed total, in words and formula
	TotalNotes  []string                            // paragraphs: what to know of that total
	Adaptive    Adaptive                            // where it makes Adaptive charges: why, and what mends it
	Realised    Measure                             // how what a record really lost is measured
	Audit       Audit                               // the step that sim/audit attacks

	New func(Problem) Method
}

// Adaptive is why charges depend on what was drawn, and what mends it.
type Adaptive struct {
	Light string               // of what does not hold then
	Words string               // as a clause
	Where func(*Settings) bool // whether they do under settings, once the noise is on; nil for never
	Mend  Mend
}

// Measure says whether what each record really lost is measured: Told, or None with why.
type Measure struct {
	// Told: the steps tell the Meter of every noisy release. The session halts a run that
	// charges a node and does not.
	Told bool
	None string            // why no record's realised loss is known, as a clause for the screen
	Mind map[string]string // by variant: what to mind of the numbers, as a sentence
}

// Audit says how sim/audit attacks a step: with what settings, which iteration, what is
// claimed and how the step hides what it hides. What to attack the audit learns from the
// Meter: noise in the objective or on the model; vertical methods send messages. It runs
// two nodes, or parties, of the worst records there are, with C/B = 1.
type Audit struct {
	None string // why no step is attacked, as a clause for the screen; the rest is empty then

	Tune func(*Settings) // to where a false claim shows
	At   int             // the iteration attacked: the first that pays and has one before it
	// Closing further tunes the settings for an attack on the closing step, made at At as
	// if that were the limit; nil where the last iteration is like the others.
	Closing func(*Settings)
	Claim   func(variant string, epsilon, delta float64) string // the claim in words, with its place; nil or "" is what the noise proves
	Story   func(variant string) string                         // how the step hides the exchange
}

// tune sets the knobs of a horizontal step that is attacked.
func tune(alpha, rho, eta float64) func(*Settings) {
	return func(s *Settings) { s.Alpha, s.Rho, s.Eta = PerNode{alpha}, PerNode{rho}, PerNode{eta} }
}

// printedOnly is a claim about one step of the variant "printed": a format of epsilon, which
// is not flattered.
func printedOnly(format string) func(string, float64, float64) string {
	return func(variant string, epsilon, _ float64) string {
		if variant != "printed" {
			return ""
		}
		return fmt.Sprintf(format, numeral.AtMost(epsilon, 3))
	}
}

// always is one story for all variants.
func always(story string) func(string) string { return func(string) string { return story } }

// Asked is a condition that a method's theorems ask for.
type Asked struct {
	Name    string // as of Condition
	Variant string // under which it is asked for, "" = all
	Words   string // what it means, what it rests on and what mends it
}

// NoiseNeedsNeighbours reports whether a node without neighbours adds no noise.
func (s Spec) NoiseNeedsNeighbours() bool {
	return slices.ContainsFunc(s.Asks, func(a Asked) bool { return a.Name == asksNeighbour.Name })
}

// Check says what the spec leaves out of what every method owes, nil if nothing.
func (s Spec) Check() error {
	var missing []string
	need := func(has bool, field string) {
		if !has {
			missing = append(missing, field)
		}
	}
	need(s.ID != "" && !strings.ContainsAny(s.ID, " -=,"), "ID (one word)")
	need(s.Name != "", "Name")
	need(s.Short != "", "Short")
	need(s.Words != "", "Words")
	need(s.Citation != "", "Citation")
	need(len(s.Algorithm) > 0, "Algorithm")
	need(len(s.Differs) > 0, `Differs (or "None.")`)
	need(s.Turn > 0, "Turn (1 unless only some iterations pay)")
	need(len(s.Parameters) > 0, "Parameters")
	need(s.New != nil, "New")
	need((s.Samples.None != "") != (s.Samples.Theorems != nil), "Samples (either theorems, or None and why)")
	for _, a := range s.Asks {
		need(a.Name != "" && a.Words != "", "Name and Words of each Asks")
	}
	need(s.Private() || s.NoiseKnob == "" && s.NoiseEnters == "", "Variants (a method with noise has one at least)")
	if s.Private() {
		_, declared := s.Parameter(s.NoiseKnob)
		need(declared, "NoiseKnob (one of its parameters)")
		for _, key := range s.Tunable {
			_, declared := s.Parameter(key)
			need(declared && key != s.NoiseKnob, "Tunable (some of its parameters, without NoiseKnob)")
		}
		need(s.NoiseEnters != "", "NoiseEnters")
		need(s.TotalWords != "", "TotalWords")
		need(len(s.TotalNotes) > 0, "TotalNotes")
		need(s.Realised.Told != (s.Realised.None != ""), "Realised (either Told, or None and why)")
		need(s.Audit.None != "" || s.Audit.Tune != nil && s.Audit.At > 1 && s.Audit.Story != nil, "Audit (None and why, or Tune, At of 2 or more, and Story)")
		for _, a := range s.Adjacency {
			need(a.ID != "" && a.Short != "" && a.Words != "" && a.Word != "", "Adjacency")
		}
		for _, v := range s.Variants {
			need(v.ID != "" && v.Words != "" && v.Note != "", "ID, Words and Note of each Variants")
		}
	}
	if missing == nil {
		return nil
	}
	return fmt.Errorf("the method %q lacks %s: every method declares these in its own file", s.ID, strings.Join(slices.Compact(missing), ", "))
}

// AdjacencyWords names a kind of neighbouring data sets.
type AdjacencyWords struct {
	ID    string
	Short string // what tells them apart, in a few words that promise nothing else
	Words string
	Word  string // the same in one
}

var byRecord = [privacy.Adjacencies]AdjacencyWords{
	privacy.Replace: {"replace", "one record replaced", "one record replaced by another (the papers' Hamming distance 1)", "replaced"},
	privacy.Remove:  {"remove", "one record removed", "one record taken out, C/B kept", "removed"},
}

// Person is the ID of the neighbours of byColumn that differ in a person's row.
const Person = "person"

var byColumn = [privacy.Adjacencies]AdjacencyWords{
	privacy.Replace: {"column", "one column changed by at most 1", "one feature column of one party changed by at most 1 in norm", "column"},
	privacy.Remove:  {Person, "one row at one party, not the label", "one person's row replaced at one party; the label is not in it", "person"},
}

// Measured is the change of the data that realised losses are of, whatever neighbours are chosen.
func (s Spec) Measured() string {
	if s.Vertical {
		return "one person's row zeroed at all parties"
	}
	return "one record removed"
}

// AdjacencyOf is the kind of neighbours the settings ask for.
func (s Spec) AdjacencyOf(set *Settings) privacy.Adjacency {
	if set.Adjacency == s.Adjacency[privacy.Remove].ID {
		return privacy.Remove
	}
	return privacy.Replace
}

// Printed is the ID of the variant that does what the paper prints: it is held to the
// paper's word, where the others are held to what their noise proves.
const Printed = "printed"

// Variant is one reading of a method.
type Variant struct {
	ID    string
	Words string
	Note  string // what breaks or what it costs, for the screen
}

// Private reports whether the method can add noise at all.
func (s Spec) Private() bool { return len(s.Variants) > 0 }

// SameObjective reports whether the same is minimised under both settings.
func (s Spec) SameObjective(a, b *Settings) bool {
	if s.Vertical {
		return a.Lambda == b.Lambda
	}
	return slices.Equal(a.C, b.C) && slices.Equal(a.Rho, b.Rho)
}

// Variant is one of the method's variants.
func (s Spec) Variant(id string) (Variant, bool) {
	for _, v := range s.Variants {
		if v.ID == id {
			return v, true
		}
	}
	return Variant{}, false
}

// Parameter is one of the method's parameters.
func (s Spec) Parameter(key string) (Parameter, bool) {
	for i := range s.Parameters { // by place: they are long to copy
		if s.Parameters[i].Key == key {
			return s.Parameters[i], true
		}
	}
	return Parameter{}, false
}

// Certified reports whether the output noise of ε₂ covers what inexact minimisers are
// left with under these settings.
func (s Spec) Certified(set *Settings) bool {
	_, reads := s.Parameter(repair().Key)
	return reads && set.Private && set.Repair > 0
}

const (
	tifs    = "Zhang and Zhu, IEEE TIFS 12(1), 2017"
	recycle = "Zhang, Khalili and Liu, IEEE TIFS 15, 2019"
	share   = "Learning Privately over Distributed Features, 2019"
)
