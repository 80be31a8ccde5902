package rows

import (
	"math"
	"strconv"

	"admmlab/sim/admm"
)

// Column is one entry of a row: files, histories, archives and figures read its
// declaration and know no column by name.
type Column struct {
	Name    string  // in files
	Words   string  // at an axis
	Short   string  // in a narrow place, "" = Name
	Looks   string  // of numbers that are computed from the data and protected by nothing: which data; "" for what settings decide, and for what is private
	Dealt   bool    // where columns are dealt to parties settings decide it all the same, and what was sent
	Meaning string  // a line of docs/reference.md
	Times   float64 // what people read is so many times the number, 0 = 1; 100 for shares
	Bound   bool    // a promise, which is rounded up for people
	Aside   bool    // kept with a run, but not among the columns that scripts rely on
	Curve   bool    // kept over all iterations with an archived run

	// Value is the number, NaN where there is none; nil for a column of words.
	Value func(r *Row) float64
	// Put gives a row the number; nil where Value works it out from other columns.
	Put func(r *Row, v float64)

	// Of columns without Value: the text in files, how a row gets it back (nil where
	// it does not hold it), and whether it is a word rather than a whole number.
	Text    func(method string, r *Row) string
	PutText func(r *Row, text string) error
	Word    bool
}

// LooksAt is Looks of a method whose parties hold columns, or whose nodes hold rows.
func (c *Column) LooksAt(vertical bool) string {
	if vertical && c.Dealt {
		return ""
	}
	return c.Looks
}

// Columns are all columns, in the order of the files; later ones are added at the end.
// Tests add to them before anything runs.
var Columns = []*Column{
	Iteration, Method, TrainLoss, TestLoss, TestError, Disagreement,
	EpsilonStep, EpsilonTotal, Delta, GradientNorm,
	Tight, TightDelta, Accountant, Realised, Proved, Spent, TrainLossC,
	Minimisations, Passes, Messages, Bytes, BytesNeeded, Neighbours,
}

// The columns.
var (
	Iteration = &Column{
		Name: "iteration", Words: "iteration",
		Meaning: "every broadcast counts, so R-ADMM's odd and even updates are two iterations",
		Text:    func(_ string, r *Row) string { return strconv.Itoa(r.Iteration) },
		PutText: func(r *Row, text string) (err error) { r.Iteration, err = strconv.Atoi(text); return err },
	}
	Method = &Column{
		Name: "method", Words: "method", Word: true,
		Meaning: "its key in the session text",
		Text:    func(method string, _ *Row) string { return method },
	}
	TrainLoss = &Column{
		Name: "train_loss", Words: "training loss", Curve: true, Short: "loss", Looks: "training rows",
		Meaning: "mean over nodes of the node's mean loss (that of `loss`) at its own model; sharing: mean loss plus λ/(2N)·|x|², by the labels of the data, also where the run learns from randomised ones",
		Value:   func(r *Row) float64 { return r.TrainLoss },
		Put:     func(r *Row, v float64) { r.TrainLoss = v },
	}
	TestLoss = &Column{
		Name: "test_loss", Words: "test loss", Short: "test loss", Looks: "test rows",
		Meaning: "mean loss (that of `loss`) of the mean model on the test rows",
		Value:   func(r *Row) float64 { return r.TestLoss },
		Put:     func(r *Row, v float64) { r.TestLoss = v },
	}
	TestError = &Column{
		Name: "test_error", Words: "test error, %", Times: 100, Curve: true, Short: "error", Looks: "test rows",
		Meaning: "share of the test rows that the mean model gets wrong",
		Value:   func(r *Row) float64 { return r.TestError },
		Put:     func(r *Row, v float64) { r.TestError = v },
	}
	Disagreement = &Column{
		Name: "disagreement", Words: "disagreement", Short: "disagree", Looks: "training rows",
		Meaning: "largest distance of a node's model from the mean model; sharing: |Σ D_m x_m − z|/√N",
		Value:   func(r *Row) float64 { return r.Disagreement },
		Put:     func(r *Row, v float64) { r.Disagreement = v },
	}
	EpsilonStep = &Column{
		Name: "epsilon_step", Words: "ε of a step, printed", Bound: true, Short: "step ε",
		Meaning: "printed: what the paper counts for this iteration, and `repair` (ε₂) with it, but where the noise is on the model, which covers it by a wider reach: the sum of the charges of the node that pays most, by which `epsilon_total` grows, or by less where another node is worst off so far; under sharing, where totals do not add up, the charge alone",
		Value:   func(r *Row) float64 { return r.EpsilonStep },
		Put:     func(r *Row, v float64) { r.EpsilonStep = v },
	}
	EpsilonTotal = &Column{
		Name: "epsilon_total", Words: "total ε, printed", Bound: true, Curve: true, Short: "printed ε",
		Meaning: "the printed total, what the paper counts, with `repair` as in epsilon_step: that so far of the node worst off",
		Value:   func(r *Row) float64 { return r.EpsilonTotal },
		Put:     func(r *Row, v float64) { r.EpsilonTotal = v },
	}
	Delta = &Column{
		Name: "epsilon_total_delta", Words: "δ of the printed total", Aside: true, Short: "printed δ",
		Meaning: "the δ that goes with epsilon_total",
		Value: func(r *Row) float64 {
			if math.IsNaN(r.EpsilonTotal) {
				return math.NaN()
			}
			return r.Delta
		},
		Put: func(r *Row, v float64) {
			if !math.IsNaN(v) {
				r.Delta = v
			}
		},
	}
	GradientNorm = &Column{
		Name: "gradient_norm", Words: "gradient norm", Short: "gradient", Looks: "training rows",
		Meaning: "largest gradient any local minimiser was left with; sharing: that of the centre's step for z alone, while the parties' are held to 10⁻⁹ of max(1, |w|) by the light `solver`",
		Value:   func(r *Row) float64 { return r.GradientNorm },
		Put:     func(r *Row, v float64) { r.GradientNorm = v },
	}
	Tight = &Column{
		Name: "epsilon_tight", Words: "total ε", Bound: true, Curve: true, Short: "ε",
		Meaning: "the ε that everything for people shows: the smallest total that is proved for the neighbours chosen (`adjacency`); `+Inf` where the noise proves nothing; where charges depend on what was drawn (sharing with σ set) the budget that every iteration kept, empty if one did not",
		Value:   func(r *Row) float64 { return r.Tight },
		Put:     func(r *Row, v float64) { r.Tight = v },
	}
	TightDelta = &Column{
		Name: "delta", Words: "δ of the total", Bound: true, Short: "δ",
		Meaning: "the δ that goes with it",
		Value: func(r *Row) float64 {
			if r.Accountant == "" {
				return math.NaN()
			}
			return r.TightDelta
		},
		Put: func(r *Row, v float64) {
			if !math.IsNaN(v) {
				r.TightDelta = v
			}
		},
	}
	Accountant = &Column{
		Name: "accountant", Words: "accountant", Word: true,
		Meaning: "whose total it is; `filter` for a budget that was kept, `best` where no accountant proves one",
		Text:    func(_ string, r *Row) string { return r.Accountant },
		PutText: func(r *Row, text string) error { r.Accountant = text; return nil },
	}
	Realised = &Column{
		Name: "realised_max", Words: "largest realised loss", Bound: true, Short: "realised", Looks: "training rows",
		Meaning: "largest exact loss of any one record so far, against the data without it (sharing: with the person's row zeroed at all parties), whatever `neighbours` says: no guarantee, not to be released; `+Inf` once something that depends on the data was sent without noise, and 0 as long as nothing that does was sent at all, as in sharing's first iteration (with the noise on the message, all parties at once); empty where a hidden state leaves it unknown, which is under PVP's variants `own` and `printed` from the second iteration on (lens `x` has that of a watched record), and from the first model on that was sent with the noise of `repair` (ε₂) on it, as no exact loss of the sum of two noises is known; and from the first minimiser on that was missed, as the noise in what was sent is then unknown; and under sharing where λ/ρ is so small beside D'D, whose columns are dependent, that rounding would show in it; where noise goes onto a model (PVP, R- and MR-ADMM's `output` and `gaussian`) each record's is that of one Newton step to the model without it, which on nodes of a few records can be several times off (lens `x` says how far they can be, and has the exact one of a record watched from the start: this column depends on nobody who is watched)",
		Value:   func(r *Row) float64 { return r.RealisedMax },
		Put:     func(r *Row, v float64) { r.RealisedMax = v },
	}
)

// TrainLossC is the empirical loss as TIFS 2017, section V-C measures it,
//
//	C-bar(t) = (C^R/B_p) sum_i L(y_ip f_p(t)^T x_ip),
//
// the mean over nodes p.
var TrainLossC = &Column{
	Name: "train_loss_c", Words: "training loss times C", Curve: true, Short: "C·loss", Looks: "training rows",
	Meaning: "C̄ of TIFS 2017, V-C: mean over nodes of the node's C times its mean loss; empty under sharing, which has no C",
	Value:   func(r *Row) float64 { return r.TrainLossC },
	Put:     func(r *Row, v float64) { r.TrainLossC = v },
}

// What the iterations so far cost.
var (
	Minimisations = &Column{
		Name: "minimisations", Words: "local minimisations of a node or party", Short: "minimisations",
		Meaning: "local minimisations that each node or party has made so far, the papers' measure of work: one an iteration, none in R-ADMM's and MR-ADMM's even ones, nor at a party that sends its last message again; the mean over nodes or parties",
		Value:   func(r *Row) float64 { return r.Cost.Minimisations },
		Put:     func(r *Row, v float64) { r.Cost.Minimisations = v },
	}
	Passes = &Column{
		Name: "passes", Words: "passes over the training rows", Short: "passes", Looks: "training rows", Dealt: true,
		Meaning: "passes over all training rows that these minimisations took so far, for gradients and Hessians, the mean over nodes by their rows; under sharing two an iteration of those that minimise, three with the printed noise, and one before for D'D that is not counted. Losses, errors and audits are not in it",
		Value:   func(r *Row) float64 { return r.Cost.Passes },
		Put:     func(r *Row, v float64) { r.Cost.Passes = v },
	}
	Messages = &Column{
		Name: "messages", Words: "messages sent", Short: "messages",
		Meaning: "messages sent so far as the algorithm is printed: a broadcast to V neighbours is V; under sharing a push and a pull a party",
		Value:   func(r *Row) float64 { return r.Cost.Messages },
		Put:     func(r *Row, v float64) { r.Cost.Messages = v },
	}
	Bytes = &Column{
		Name: "bytes", Words: "bytes sent", Short: "bytes",
		Meaning: "8 bytes for each number in them",
		Value:   func(r *Row) float64 { return r.Cost.Bytes },
		Put:     func(r *Row, v float64) { r.Cost.Bytes = v },
	}
	BytesNeeded = &Column{
		Name: "bytes_needed", Words: "bytes sent that were needed", Short: "bytes needed",
		Meaning: "without those that their receiver can work out from what it has heard before: of an even step of R-ADMM and MR-ADMM where it hears all neighbours of the sender and the graph is that of the two iterations before, and of sharing's y, which follows from the sums by (8), in turn (gauss-seidel) for the first party alone",
		Value:   func(r *Row) float64 { return r.Cost.Needed },
		Put:     func(r *Row, v float64) { r.Cost.Needed = v },
	}
)

// Costs are the columns of Cost.
var Costs = []*Column{Minimisations, Passes, Messages, Bytes, BytesNeeded}

// Neighbours are what the total compares: without them it is no statement.
var Neighbours = &Column{
	Name: "neighbours", Words: "neighbours", Word: true,
	Meaning: "the change of the data that epsilon_tight is proved for, as `adjacency` had it in that iteration; empty where that is",
	Text: func(method string, r *Row) string {
		if spec, known := admm.Find(method); known && r.Set != nil && !math.IsNaN(r.Tight) {
			return spec.Adjacency[spec.AdjacencyOf(r.Set)].Short
		}
		return ""
	},
}

// Spent is what has been spent, which no guarantee is where that depends on what was
// drawn.
var Spent = &Column{
	Name: "epsilon_spent", Words: "spent so far, at the δ chosen", Aside: true, Bound: true, Short: "spent ε",
	Meaning: "what the releases so far come to by the smallest valid total: epsilon_tight, unless charges depend on what was drawn",
	Value:   func(r *Row) float64 { return r.Spent },
	Put:     func(r *Row, v float64) { r.Spent = v },
}

// Proved is what of the printed total the noise proves.
var Proved = &Column{
	Name: "epsilon_total_proved", Words: "printed total, as far as it is proved", Aside: true, Bound: true, Short: "proved ε",
	Meaning: "the smallest total that is proved at the δ of epsilon_total",
	Value:   func(r *Row) float64 { return r.Proved },
	Put:     func(r *Row, v float64) { r.Proved = v },
}

// Find is the column of that name.
func Find(name string) (*Column, bool) {
	for _, c := range Columns {
		if c.Name == name {
			return c, true
		}
	}
	return nil, false
}

// Names are the columns' names.
func Names(columns []*Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// Scripted are the columns that scripts rely on.
func Scripted() []*Column { return picked(func(c *Column) bool { return !c.Aside }) }

// Curves are the columns that are kept over all iterations with an archived run.
func Curves() []*Column { return picked(func(c *Column) bool { return c.Curve }) }

func picked(want func(*Column) bool) []*Column {
	var list []*Column
	for _, c := range Columns {
		if want(c) {
			list = append(list, c)
		}
	}
	return list
}

// Shown is a number of the column as people read it.
func (c *Column) Shown(v float64) float64 {
	if c.Times == 0 {
		return v
	}
	return c.Times * v
}
