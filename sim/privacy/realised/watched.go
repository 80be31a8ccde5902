package realised

import (
	"math"
	"slices"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/linear"
)

// change is what makes D' of D: one record taken out and perhaps another put in.
type change struct {
	record int
	added  Row
	label  float64 // +1 or -1 of the added record, 0 for none
}

func (c change) replaces() bool { return c.label != 0 }

func (c change) fits(d int) bool {
	return !c.replaces() || (math.Abs(c.label) == 1 && c.added.fits(d))
}

// apply is D' from the signed rows of D.
func (c change) apply(rows data.Rows) data.Rows {
	changed := data.NewRows(rows.Dim, rows.Len(), len(rows.Index)/max(1, rows.Len())+1)
	for i := range rows.Len() {
		if i != c.record {
			changed.Append(rows.Row(i))
		}
	}
	if c.replaces() {
		signed := make([]float64, len(c.added.Value))
		for k, v := range c.added.Value {
			signed[k] = c.label * v
		}
		changed.Append(c.added.Index, signed)
	}
	return changed
}

// OwnWeight is kappa, the weight of the hidden f_p(t) in PVP's own term: 2 for
// "printed" (f_p - epsilon_p = 2 f_p - V_p), 1 for "own" (f_p), 0 for "released"
// (V_p). It is NaN for another word.
func OwnWeight(variant string) float64 {
	switch variant {
	case "printed":
		return 2
	case "own":
		return 1
	case "released":
		return 0
	}
	return math.NaN()
}

// Watched is PVP's realised loss against one neighbour D' of one node, with the
// state that PVP hides.
//
// Given the transcript (all V_i and lambda), f_p(t) is a function of D. Under
// "printed" and "own" it enters the next own term without ever being released,
// so D' would have come to V_p(t+1) over a sequence f'(t) of its own: the loss of
// step t+1 is exact only against that f'(t+1), and each neighbour needs its own
// sequence from the first iteration on. That is one more minimisation a step for
// each neighbour, so it is kept for watched records only. Output.Remove, for all
// records at once, starts every D' afresh from f(t); that is exact for
// "released" alone, where the own term is V_p(t) and nothing is hidden.
//
// Lambda and all V_i are the same under D and D' and f is a minimiser under D,
// so they cancel: the step needs only f(t+1) and the distance f'(t) - f(t).
type Watched struct {
	change
	local   *models.Local // of D
	rows    data.Rows     // D
	changed *models.Local // D'
	apart   []float64     // f'(t) - f(t)
	other   []float64     // f'(t)
	linear  []float64     // of the objective under D'
}

// NewWatched watches the neighbour of p without record j. It must be made before
// the first iteration, where f(0) is the same under D and D'.
func NewWatched(p *models.Local, j int) *Watched {
	return newWatched(p, change{record: j})
}

// NewExchanged watches the neighbour of p with (x, label) in the place of record j,
// label +1 or -1; as NewWatched. Its losses are NaN if x does not fit the table.
func NewExchanged(p *models.Local, j int, x Row, label float64) *Watched {
	return newWatched(p, change{j, x, label})
}

func newWatched(p *models.Local, c change) *Watched {
	d := p.Dim()
	w := &Watched{
		change: c, local: p, rows: p.Rows(),
		apart: make([]float64, d), other: make([]float64, d), linear: make([]float64, d),
	}
	if c.fits(d) {
		w.changed = models.NewLocal(c.apply(w.rows)).Under(p.Loss())
	}
	return w
}

// Step moves f' to the next iteration and returns the loss of V = f + noise,
//
//	l = zeta (|V - f'| - |V - f|),   f' = argmin under D' on the same transcript,
//
// or that of Gaussian noise (see Output), with hidden = kappa eta V (see OwnWeight) the
// curvature of the hidden own term. The certificate bounds the error of l from the two
// minimisers: zeta (|gradient| + models.Promise)/(r + 2 eta V), for an f within the promise.
func (w *Watched) Step(hidden float64, r Release) (lost, certificate float64) {
	if w.changed == nil {
		return math.NaN(), math.NaN()
	}
	// f is a minimiser under D: its linear part is -k sum L'(m_i) z_i - q f, and
	// the own term of D' adds -kappa eta V (f'(t) - f(t)).
	clear(w.linear)
	loss := w.changed.Loss()
	for i := range w.rows.Len() {
		index, value := w.rows.Row(i)
		z := Row{index, value}
		z.addTo(w.linear, -r.Weight*loss.Slope(z.dot(r.Model)))
	}
	for k, f := range r.Model {
		w.other[k] = f + w.apart[k]
		w.linear[k] -= float64(r.Curvature*f) + float64(hidden*w.apart[k])
	}
	w.changed.Share(w.local.Each())
	out := w.changed.Minimise(w.other, models.Subproblem{
		Weight: r.Weight, Curvature: r.Curvature, Linear: w.linear,
	})
	for k, f := range r.Model {
		w.apart[k] = w.other[k] - f
		w.linear[k] = -w.apart[k] // V - f' = noise - (f' - f)
	}
	apart := (out.GradientNorm + models.Promise) / r.Curvature
	return r.moved(w.linear), r.doubt(linear.Norm(r.Noise)+linear.Norm(w.linear), apart)
}

// Distance is |f'(t) - f(t)|, at most privacy.PVPSensitivity for a replacement
// and half of it for a removal.
func (w *Watched) Distance() float64 { return linear.Norm(w.apart) }

// Hidden is the state of a Watched, copied.
type Hidden struct {
	apart []float64
	warm  models.Warm
}

// Save copies the hidden state, for Resume.
func (w *Watched) Save() Hidden {
	h := Hidden{apart: slices.Clone(w.apart)}
	if w.changed != nil {
		h.warm = w.changed.Warm()
	}
	return h
}

// Resume goes on where h was saved; w watches the same neighbour.
func (w *Watched) Resume(h Hidden) {
	copy(w.apart, h.apart)
	if w.changed != nil {
		w.changed.Resume(h.warm)
	}
}

// Reset goes back to before the first iteration.
func (w *Watched) Reset() { clear(w.apart) }
