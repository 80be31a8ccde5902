package samples

import (
	"fmt"
	"math"
	"slices"

	"admmlab/sim/numeral"
)

// Theory is what the papers say of a method; a method with None has no theorem.
type Theory struct {
	None     string            // why there is none, as a sentence
	Not      map[string]string // by variant: why none is on it, likewise
	Covered  string            // why none is on it where ε₂ adds its noise to every model, likewise; "" where it does not
	Theorems []Theorem         // of the method with its noise, or of one without any
	Bare     []Theorem         // of a method with noise, where that is off
	whole    law               // what the noise does to the limit of the run, of nothing without
}

// covered is the Covered of methods whose theorems are on noise in the objective.
const covered = "The theorems on the number of records are on minimisers as they are. With repair (ε₂) another noise is on every model that is sent, which moves what the run ends at, and no theorem has it."

// Theorem is one statement of a paper, or of two.
type Theorem struct {
	Name  string   // "TIFS 2017, Theorem 10"
	Short string   // "TIFS 12"
	Proof string   // in its place for what is proved, where theorems have one proof
	Of    string   // what it speaks of, as a clause
	Fails int      // it holds but for a chance of so many delta
	Wrong []string // where its print and its proof do not hold, a sentence each
	// printed are its terms with the smallest constants that its proof allows.
	printed func(q Question) statement
	// own is the noise of one node alone, of nothing where none is in it. Where skip is set,
	// another theorem's proof is the same, and where all, it speaks of all nodes together.
	own       law
	skip, all bool
}

// statement is the right-hand side of a theorem.
type statement struct {
	Factor float64 // that multiplies all terms
	Free   string  // the constant that the proof leaves open: Factor is the least it can be
	Unit   bool    // nothing in the proof bounds it: Factor is 1, and records are multiples of it
	Terms  []Term
	None   string // why no number of records meets it, "" where one does
}

// Term is a part of what is asked for.
type Term struct {
	Name    string  // what it comes from, in a word or two
	Formula string  // as printed
	Value   float64 // records; of what is proved, a part of the excess
}

// Reading is how a theorem is taken.
type Reading int

// The readings.
const (
	Printed Reading = iota // its terms with the smallest constants that its proof allows
	Proved                 // what the proof of this package gives in its place
	Limit                  // the same for what the run ends at, with its own rho
)

// Words name a reading.
func (r Reading) Words() string {
	return [...]string{"as printed", "as proved here", "this run's limit"}[r]
}

// Ask is what one reading of one theorem asks for.
type Ask struct {
	Theorem
	Reading Reading
	Records float64 // at each node; +Inf: no number is enough
	Factor  float64 // of the printed terms
	Free    string  // as of statement
	Unit    bool    // Records is a multiple of Free
	Terms   []Term
	Leads   string  // the name of the term that asks for most
	Rho     float64 // that it presumes, in the method's own scale; NaN where it can presume none
	Fails   int     // it holds but for a chance of so many delta
	None    string  // why no number is enough, or nothing is asked; "" where one is
	Promise float64 // the excess that is promised with the records there are, NaN where none is
}

// Asks are what the theorems ask for, the run's own limit last; nil for a method with None.
func (t Theory) Asks(q Question, private bool) []Ask {
	theorems, whole := t.Theorems, t.whole
	if !private && t.Bare != nil {
		theorems, whole = t.Bare, law{}
	}
	var list []Ask
	for _, one := range theorems {
		list = append(list, one.read(q))
		if !one.skip {
			list = append(list, one.prove(q))
		}
	}
	if list == nil {
		return nil
	}
	last := Ask{
		Theorem: Theorem{Name: "the run's limit", Short: "limit", Of: "what this run ends at if its noise stands still, all nodes together, with the ρ in force"},
		Reading: Limit, Rho: q.Rho, Promise: math.NaN(),
	}
	if q.NoLimit != "" {
		last.None, last.Records = q.NoLimit, math.NaN()
		return append(list, last)
	}
	return append(list, last.proven(q, whole, q.regulariser(), q.nodes()))
}

// read is the theorem as printed.
func (t Theorem) read(q Question) Ask {
	s := t.printed(q)
	q.Excess -= t.gap(q)
	a := Ask{Theorem: t, Reading: Printed, Factor: s.Factor, Free: s.Free, Unit: s.Unit, Terms: s.Terms, Rho: q.rho(q.tied()), Fails: t.Fails, None: s.None, Promise: math.NaN()}
	for _, term := range s.Terms {
		if term.Value >= a.Records {
			a.Records, a.Leads = term.Value, term.Name
		}
	}
	if a.None == "" && q.Norm == 0 {
		a.None = noReference
	}
	if a.None != "" {
		a.Records, a.Leads = math.Inf(1), ""
	}
	a.Records *= s.Factor
	return a
}

// prove is what holds in the theorem's place.
func (t Theorem) prove(q Question) Ask {
	q.Excess -= t.gap(q)
	a := Ask{Theorem: t, Reading: Proved, Rho: q.rho(q.tied())}
	if math.IsNaN(a.Rho) {
		a.Records, a.None, a.Promise = math.Inf(1), noRoom, math.NaN()
		if q.Excess > 0 {
			a.None = noReference
		}
		return a
	}
	together := 1.0
	if t.all {
		together = q.nodes()
	}
	a = a.proven(q, t.own, q.tied(), together)
	a.Promise += t.gap(q)
	return a
}

// gap is Delta(t) where the theorem takes it off the excess, as Recycled's do.
func (t Theorem) gap(q Question) float64 {
	if t.all {
		return q.Gap
	}
	return 0
}

const (
	noRoom      = "Δ(t) is as large as the excess: the theorem asks for τ > Δ(t)"
	noReference = "the reference is 0, and ρ = α_acc/|f⁰|² no number: another norm"
)

// proven fills in what the proof gives.
func (a Ask) proven(q Question, noise law, r, together float64) Ask {
	a.Fails = 2
	if noise.of == nil {
		noise.of, a.Fails = func(Question, float64, float64) Noise { return Noise{} }, 1
	}
	a.Factor = 1
	a.Records = q.enough(noise, r, together)
	a.Promise = q.parts(noise.of(q, float64(q.Records), r), float64(q.Records), r, together).Sum()
	at := a.Records
	if math.IsInf(at, 1) {
		at = most
	}
	p := q.parts(noise.of(q, at, r), at, r, together)
	a.Terms = []Term{
		{"regulariser", "λ|f⁰|²/2", p.Regulariser},
		{"noise", "s|f⁰| + s²/2λ", p.Noise},
		{"sampling", "2/(δnλ)", p.Sampling},
	}
	for _, term := range a.Terms[1:] {
		if term.Value >= a.Terms[1].Value {
			a.Leads = term.Name
		}
	}
	if math.IsInf(a.Records, 1) {
		switch {
		case !(p.Regulariser < q.Excess):
			a.Leads = a.Terms[0].Name
			rho := "ρ"
			if q.Shared {
				rho = "(ρ/N)"
			}
			a.None = fmt.Sprintf("%s|f⁰|²/2 alone is %s times the excess: a smaller ρ, a shorter reference or a larger excess", rho, numeral.Short(p.Regulariser/q.Excess))
		default:
			a.Leads = a.Terms[1].Name
			a.None = fmt.Sprintf("the noise does not shrink with the records, and costs %s times the excess: a larger α", numeral.Short(p.Noise/q.Excess))
		}
	}
	return a
}

// Fault is where theorems as printed, or their proofs, do not hold.
type Fault struct {
	Of    []string // the theorems, in short
	Words string
}

// Wrong are the faults of the theorems that are asked, each once.
func Wrong(asks []Ask) (list []Fault) {
	for _, a := range asks {
		if a.Reading != Printed {
			continue
		}
		for _, words := range a.Theorem.Wrong {
			i := slices.IndexFunc(list, func(f Fault) bool { return f.Words == words })
			if i < 0 {
				i, list = len(list), append(list, Fault{Words: words})
			}
			list[i].Of = append(list[i].Of, a.Short)
		}
	}
	return list
}
