package admm

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"admmlab/sim/numeral"
)

// When tells when a change of a knob counts.
type When int

const (
	// NextIteration: the change is in force from the next iteration on.
	NextIteration When = iota
	// AtReset: the run must start again.
	AtReset
)

func (w When) String() string {
	if w == AtReset {
		return "after reset"
	}
	return "next iteration"
}

// Need is what a run has to have for a knob to count in it: any of the following together.
type Need int

const (
	// NeedsPrivate: it counts where the noise is on.
	NeedsPrivate Need = 1 << iota
	// NeedsNoise: it says how much noise of the method there is, or what that costs. See
	// Spec.NoiseNeedsNeighbours.
	NeedsNoise
	// NeedsNeighbours: it says who they are, what they hold, or how hard they pull.
	NeedsNeighbours
	// NeedsBudget: it says how a budget is held.
	NeedsBudget
	// NeedsDraws: it says which draws there are, of the method's noise or of what Draws.
	NeedsDraws
)

// Declaration is what a person needs to know of a knob.
type Declaration struct {
	Key     string // in the session text
	Symbol  string // on screen
	Name    string // on its line of a panel, where it is not the symbol
	Words   string // what it is
	Formula string // where it stands
	Place   string // paper and equation
	Turning string // what turning it does
	Counts  When
	Needs   Need
}

// Parameter is a number a method reads.
type Parameter struct {
	Declaration
	Default  float64
	Min, Max float64                   // both allowed
	Step     float64                   // one press of an arrow; 0 = multiply by 10^(1/4)
	EachNode bool                      // may differ from node to node
	Hidden   string                    // variant under which it is not read, "" = none
	Reads    map[string]Declaration    // by variant, where it is something else there
	Zero     string                    // what 0 is called, "" = 0
	Idle     float64                   // its value under a method that does not declare it, 0 = Default
	Spares   func(*Settings, int) bool // whether an iteration comes out the same at any value; nil = none does
	Accounts bool                      // it only adds up privacy: no model depends on it
	Draws    bool                      // above 0 something is drawn beside the method's noise
	Clears   string                    // key of what a new value sets back to 0; while that is set, it counts in its place
	clears   func(*Settings) *float64  // its place, nil = nothing
	one      func(*Settings) *float64
	many     func(*Settings) *PerNode // with neither its place is Settings.Own
}

// Get is the parameter's value, one number unless it differs over nodes.
func (p Parameter) Get(s *Settings) PerNode {
	switch {
	case p.many != nil:
		return *p.many(s)
	case p.one != nil:
		return PerNode{*p.one(s)}
	}
	return s.Own[p.Key]
}

// GivesWay reports whether another value counts in its place.
func (p Parameter) GivesWay(s *Settings) bool { return p.clears != nil && *p.clears(s) != 0 }

// Set stores a value that Check has passed.
func (p Parameter) Set(s *Settings, v PerNode) {
	if p.clears != nil {
		*p.clears(s) = 0
	}
	p.put(s, v)
}

func (p Parameter) put(s *Settings, v PerNode) {
	switch {
	case p.many != nil:
		*p.many(s) = slices.Clone(v)
	case p.one != nil:
		*p.one(s) = v[0]
	default:
		own := map[string]PerNode{p.Key: slices.Clone(v)} // a new map: settings of the past keep theirs
		for key, other := range s.Own {
			if key != p.Key {
				own[key] = other
			}
		}
		s.Own = own
	}
}

// Check returns nil if v is allowed: one number, or nodes of them where the
// parameter may differ over nodes.
func (p Parameter) Check(v PerNode, nodes int) error {
	if len(v) != 1 && !p.EachNode {
		return fmt.Errorf("%s is one number, not %d", p.Key, len(v))
	}
	if len(v) != 1 && nodes == 1 {
		return fmt.Errorf("%s has %d values, expected one, as there is one node", p.Key, len(v))
	}
	if len(v) != 1 && len(v) != nodes {
		return fmt.Errorf("%s has %d values, expected one for all nodes or one for each of the %d", p.Key, len(v), nodes)
	}
	for _, x := range v {
		if !(x >= p.Min && x <= p.Max) {
			expected := p.Range()
			if x > 0 { // "above 0" would not say what is wrong with it
				expected = numeral.Given(p.Min) + " to " + numeral.Given(p.Max)
			}
			found := numeral.Given(x)
			if math.IsNaN(x) { // for which there is no numeral
				found = "nan"
			}
			return fmt.Errorf("%s = %s is out of range, expected %s", p.Key, found, expected)
		}
	}
	return nil
}

// Range is what may be typed, in words: what hints and refusals tell.
func (p Parameter) Range() string {
	words := numeral.Given(p.Min) + " to " + numeral.Given(p.Max)
	if p.Min <= 1e-300 && p.Max >= 1e300 {
		words = "a number above 0"
	}
	if p.EachNode {
		words += ", or one value per node, separated by commas"
	}
	return words
}

// Under is what the parameter is under a variant.
func (p Parameter) Under(variant string) Declaration {
	if d, ok := p.Reads[variant]; ok {
		return d
	}
	return p.Declaration
}

// Listed are the entries of a list: with commas between them, and with brackets around
// them or, as in a flag, without.
func Listed(text string) []string {
	list := strings.TrimSpace(text)
	if strings.HasPrefix(list, "[") && strings.HasSuffix(list, "]") {
		list = strings.TrimSuffix(strings.TrimSpace(list[1:len(list)-1]), ",") // TOML takes one behind the last
	}
	parts := strings.Split(list, ",")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return parts
}

// ParseNumbers reads "0.5", "0.5, 0.52, 0.45" or "[0.5, 0.52, 0.45]".
func ParseNumbers(text string) (PerNode, error) {
	var v PerNode
	parts := Listed(text)
	for _, part := range parts {
		x, err := strconv.ParseFloat(part, 64)
		switch {
		case err != nil && len(parts) == 1:
			return nil, errors.New("not a number")
		case err != nil:
			return nil, fmt.Errorf("%q is not a number", part)
		}
		v = append(v, x)
	}
	return v, nil
}

// String is the form ParseNumbers reads, exact to the last bit.
func (p PerNode) String() string {
	parts := make([]string, len(p))
	for i, v := range p {
		parts[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strings.Join(parts, ",")
}

// Keys of parameters that others than their methods name.
const (
	AlphaKey   = "alpha"
	EpsilonKey = "epsilon"
	DeltaKey   = "delta"
	SigmaKey   = "sigma"
	LambdaKey  = "lambda"
	lossKey    = "C"
	LabelsKey  = "labels"
	gammaKey   = "gamma"
	growthKey  = "growth"
	variantKey = "variant"
	// DualStepKey is declared by sim/config, beside Order's.
	DualStepKey = "dual_step"
)
