package privacy

import (
	"math"
	"slices"

	"admmlab/models/elementary"
)

// Composition says how the paper adds its own charges over iterations.
type Composition int

const (
	// Basic adds epsilons (RADMM section V; TIFS17 states each step only).
	Basic Composition = iota
	// Strong is SHARING Corollary 1 (Dwork and Roth, Theorem 3.20), written
	// for steps that may differ:
	//	eps' = sqrt(2 ln(1/delta') sum eps^2) + sum eps (e^eps - 1)
	Strong
)

// String is the name the composition goes by.
func (c Composition) String() string {
	if c == Strong {
		return "Corollary 1"
	}
	return "basic"
}

// Ledger adds up charges, node by node. The zero Ledger is not usable: see
// NewLedger.
type Ledger struct {
	composition Composition
	slack       float64 // delta' of Corollary 1
	nodes       []account
	lapsed      int // iteration from which nothing is promised, 0 = none yet
	reason      string
}

type account struct {
	printed, delta  float64
	squares, excess float64 // sum eps^2 and sum eps (e^eps - 1), printed
}

// NewLedger makes an empty ledger for nodes accounts.
func NewLedger(nodes int, c Composition) *Ledger {
	return &Ledger{composition: c, nodes: make([]account, nodes)}
}

// Clone is a ledger of its own that stands where l does.
func (l *Ledger) Clone() *Ledger {
	c := *l
	c.nodes = slices.Clone(l.nodes)
	return &c
}

// Add books the charges of one iteration. slack is delta' of Corollary 1 and is
// ignored by basic composition.
func (l *Ledger) Add(charges []Charge, slack float64) {
	if l.lapsed > 0 {
		return
	}
	l.slack = slack
	for _, c := range charges {
		a := &l.nodes[c.Node]
		a.printed += c.Printed
		a.delta += c.Delta
		a.squares += float64(c.Printed * c.Printed)
		a.excess += float64(c.Printed * elementary.Expm1(c.Printed))
	}
}

// Lapse ends the guarantee at an iteration for a reason in words; the first
// lapse stays.
func (l *Ledger) Lapse(iteration int, reason string) {
	if l.lapsed == 0 {
		l.lapsed, l.reason = iteration, reason
	}
}

// Lapsed is the iteration from which nothing is promised and why; 0 while the
// guarantee stands.
func (l *Ledger) Lapsed() (int, string) { return l.lapsed, l.reason }

// Node is the printed total of one node so far, and its delta.
func (l *Ledger) Node(i int) (epsilon, delta float64) {
	a := l.nodes[i]
	if l.composition == Strong && (a.printed > 0 || a.delta > 0) { // a step that costs no epsilon is one of the T, too
		return math.Sqrt(2*elementary.Log(1/l.slack)*a.squares) + a.excess, a.delta + l.slack
	}
	return a.printed, a.delta
}

// Total is the printed total so far, the largest over nodes: a record lives at
// one node, so releases of different nodes do not add up.
func (l *Ledger) Total() (epsilon, delta float64) {
	for i := range l.nodes {
		e, d := l.Node(i)
		epsilon, delta = math.Max(epsilon, e), math.Max(delta, d)
	}
	return epsilon, delta
}
