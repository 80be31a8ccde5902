package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/privacy/account"
	"admmlab/sim/rows"
)

// Config is everything that decides a run, before any change in mid-run.
type Config struct {
	Title   string // of a preset; empty for a run set up by hand
	Caption string // what to look for

	Data       string  // a data key: see data.Kinds
	Shuffle    bool    // deal the rows in an order drawn from Seed; false = file order
	Train      int     // training rows, the rest test; 0 = the papers' share
	HeldOut    float64 // share of the training rows that nobody trains on, to choose settings by
	Nodes      int
	Split      data.Holding // which node holds which training rows
	Topology   string       // a kind of network.Kinds, or edges:1-2,2-3
	Parties    []int        // sharing: columns at which to cut; nil = two halves
	Loss       string       // logistic or huber
	H          float64      // of huber, > 0
	Method     string       // an ID of admm.Catalogue
	Set        admm.Settings
	Start      float64  // size of the models before the first iteration, see sim; 0 = they are 0
	Schedule   Schedule // of the method's noise knob
	Seed       uint64
	Repeat     int            // which of many draws of the noise; data, split and graph stay
	Iterations int            // limit
	StopWhen   rows.Condition // the run stands where its newest row meets it
	Budget     float64        // epsilon that may be spent, 0 = no wall
	Accountant string         // whose total is held against the budget
	Realised   bool           // measure every record's realised privacy loss
	Watch      int            // row of the data set to watch, from 1; 0 = none
	Descent    Descent        // sharing: the gradient method beside it
	Stop       bool           // pause where the next iteration would break the budget
	Events     []Event
}

// Descent is what the baseline SGD is told, see sim/baseline: the sharing paper names
// neither number.
type Descent struct {
	Step  float64 // of its first batch; the t-th has Step/sqrt(t)
	Batch int     // samples a step
}

const (
	// MaxNodes is the largest network the lab runs.
	MaxNodes = 1000
	// MaxIterations is the largest iteration limit.
	MaxIterations = 1_000_000
	// MaxBudget is the largest budget.
	MaxBudget = 1e6
	// MaxRepeat is the largest number of a repeat.
	MaxRepeat = 999_999
)

// Default is what the lab opens with: DVP on the embedded census, five nodes
// in a ring, alpha 0.5.
func Default() Config { return defaultFor("dvp") }

func defaultFor(method string) Config {
	spec, _ := admm.Find(method)
	return Config{
		Data: "census", Loss: logistic, H: 0.5, Shuffle: true, Nodes: 5, Topology: "ring",
		Method: method, Set: spec.Defaults(), Seed: 7, Iterations: 100,
		Accountant: account.Best, Stop: true, Realised: true,
		// Of seven steps from 1 to 300 and four batches from 1 to 100 these come closest
		// to the pooled optimum of the census in 50 epochs.
		Descent: Descent{Step: 100, Batch: 32},
	}
}

// WithMethod is the config with another method and that method's own defaults;
// data, network, seed and limit stay, events that the new method cannot take go.
func (c Config) WithMethod(method string) Config {
	spec, ok := admm.Find(method)
	if !ok {
		return c
	}
	c.Method, c.Set = method, spec.Defaults()
	c.Title, c.Caption = "", ""
	c.Events = nil
	return c
}

// Spec is the catalogue entry of the config's method.
func (c Config) Spec() admm.Spec {
	spec, _ := admm.Find(c.Method)
	return spec
}

// Clone is a copy that shares no slice.
func (c Config) Clone() Config {
	c.Parties = slices.Clone(c.Parties)
	c.Split.Sizes = slices.Clone(c.Split.Sizes)
	c.Events = slices.Clone(c.Events)
	c.Set = c.Set.Clone()
	return c
}

func methodIDs() []string {
	var ids []string
	for _, s := range admm.Catalogue() {
		ids = append(ids, s.ID)
	}
	return ids
}

// cuts are the party boundaries on a table of dim columns, 0 and dim included.
func (c Config) Cuts(dim int) ([]int, error) {
	if dim < 2 {
		return nil, fmt.Errorf("cutting the columns of the data into blocks for the parties: the data have %d, expected at least 2, one for each of two parties; take other data or another method", dim)
	}
	inner := c.Parties
	if inner == nil {
		inner = []int{dim / 2}
	}
	cuts := append(append([]int{0}, inner...), dim)
	for i := 1; i < len(cuts); i++ {
		if cuts[i] <= cuts[i-1] {
			return nil, fmt.Errorf("parties = %s does not cut %d columns into non-empty blocks, expected increasing columns from 1 to %d",
				joinInts(inner), dim, dim-1)
		}
	}
	return cuts, nil
}

func joinInts(v []int) string {
	parts := make([]string, len(v))
	for i, x := range v {
		parts[i] = strconv.Itoa(x)
	}
	return strings.Join(parts, ",")
}

// WithoutLosses is c without measuring what each record loses, for what shows none: it takes
// half the time, and no other number depends on it but where the run stops by it, now or
// after a change on the way.
func (c Config) WithoutLosses() Config {
	if !c.StopsByLosses() {
		c.Realised = false
	}
	return c
}

// StopsByLosses reports whether a run of c may stop by what records lose.
func (c Config) StopsByLosses() bool {
	return slices.ContainsFunc(c.Conditions(c.Limit()), func(s Stretch) bool {
		until, err := rows.ParseCondition(s.Value)
		return err == nil && until.Column == rows.Realised
	})
}
