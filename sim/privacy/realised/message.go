package realised

import (
	"math"

	"admmlab/models"
	"admmlab/models/data"

	"gonum.org/v1/gonum/mat"
)

// Message is the realised loss of one party of vertical sharing, which pushes
// D x plus noise with x = (D'D + kappa I)^-1 D'w, kappa = lambda/rho and a public
// target w (SHARING (6), (10)). For noise N(0, sigma^2 I) and a neighbour whose
// message would have been D'x',
//
//	l = (2 noise.Delta + |Delta|^2) / (2 sigma^2),   Delta = D x - D'x'
//
// A person's row lies at every party: the person's loss in an iteration is the
// sum over the parties.
type Message struct {
	rows  data.Rows
	gram  *mat.SymDense // D'D
	alone []bool        // column outside the span of the others; nil before use

	kappa  float64 // of everything below, NaN before the first step
	sound  bool
	g      []float64 // G = (D'D + kappa I)^-1, symmetric, d by d
	column []float64 // |D G e_j|^2
	lever  []float64 // h_i = d_i'G d_i
	reach  []float64 // |D G d_i|^2
	work   []float64 // d by d
	pulled []float64 // D'w, then D'noise
	x      []float64
	turned []float64 // G D'noise
}

// Push is one message of one party, as far as its loss depends on it.
type Push struct {
	Target []float64 // w = z - sum of the other messages - y/rho, len N
	Noise  []float64 // message - D x, len N
	Kappa  float64   // lambda/rho, > 0
	Sigma  float64   // standard deviation of the noise, >= 0
	// Confined tells that the noise is the printed one, D xi with covariance
	// sigma^2 P, P the projector on the column space of D. Then the message lies
	// in that space, and a neighbour with another column space would almost surely
	// not have sent it: l = +Inf. It stays finite, by the same formula, where the
	// column spaces agree.
	Confined bool
}

// NewMessage takes one party's columns (N rows, labels not multiplied in).
func NewMessage(rows data.Rows) *Message {
	n, d := rows.Len(), rows.Dim
	gram, _ := models.NewBlock(rows).Gram().(*mat.SymDense)
	return &Message{
		rows: rows, gram: gram, kappa: math.NaN(),
		g: make([]float64, d*d), work: make([]float64, d*d), column: make([]float64, d),
		lever: make([]float64, n), reach: make([]float64, n),
		pulled: make([]float64, d), x: make([]float64, d), turned: make([]float64, d),
	}
}

// Columns writes the loss against the data without column j into dst[j], for all
// d columns. Without it the model is x - (x_j/G_jj) G e_j, so that
//
//	Delta = (x_j/G_jj) D G e_j
func (m *Message) Columns(dst []float64, p Push) {
	if !m.prepare(p) {
		undefined(dst)
		return
	}
	d := m.rows.Dim
	for j := range dst {
		if p.Confined && !m.Spanned(j) {
			dst[j] = math.Inf(1)
			continue
		}
		c := m.x[j] / m.g[j*d+j]
		dst[j] = gaussian(c*m.turned[j], c*c*m.column[j], p.Sigma)
	}
}

// Rows writes the loss against the data with row i set to zero into dst[i], for
// all N rows. With h = d_i'G d_i and e = w_i - d_i.x
//
//	Delta_i = d_i.x,   Delta_k = d_k'G d_i e/(1-h) for k != i
//
// Printed noise shows a row that is not empty with certainty: the message has an
// entry there, the neighbour's has none.
func (m *Message) Rows(dst []float64, p Push) {
	if !m.prepare(p) {
		undefined(dst)
		return
	}
	for i := range dst {
		index, value := m.rows.Row(i)
		if p.Confined && !empty(value) {
			dst[i] = math.Inf(1)
			continue
		}
		row := Row{index, value}
		h, score := m.lever[i], row.dot(m.x)
		c := (p.Target[i] - score) / (1 - h)
		along := p.Noise[i]*score + c*(row.dot(m.turned)-p.Noise[i]*h)
		dst[i] = gaussian(along, score*score+c*c*math.Max(0, m.reach[i]-h*h), p.Sigma)
	}
}

// Spanned tells whether column j is a linear combination of the others to working
// accuracy, so that its removal leaves the column space as it is; one-hot columns
// of several whole attributes are. The first call decomposes D'D.
func (m *Message) Spanned(j int) bool {
	if m.alone == nil {
		m.alone = outside(m.gram, m.rows.Len())
	}
	return !m.alone[j]
}

// outside finds the columns outside the span of the others: those on which every
// null vector of D'D vanishes.
func outside(gram *mat.SymDense, records int) []bool {
	d := gram.SymmetricDim()
	alone := make([]bool, d)
	for j := range alone {
		alone[j] = true
	}
	var solver mat.EigenSym
	if !solver.Factorize(gram, true) {
		return alone
	}
	var vectors mat.Dense
	solver.VectorsTo(&vectors)
	values := solver.Values(nil)
	// The threshold of models.Block.Rank.
	floor := float64(max(records, d)) * 0x1p-52 * values[d-1]
	for k, lambda := range values {
		if lambda > floor {
			break // increasing
		}
		for j := range alone {
			// Null vectors carry roundoff of about 1e-15/gap where they vanish.
			alone[j] = alone[j] && math.Abs(vectors.At(j, k)) < 1e-6
		}
	}
	return alone
}

// gaussian is (2 noise.Delta + |Delta|^2) / (2 sigma^2): 0 where nothing moved,
// +Inf where something did without noise.
func gaussian(along, shift, sigma float64) float64 {
	if shift == 0 {
		return 0
	}
	if sigma == 0 {
		return math.Inf(1)
	}
	return (2*along + shift) / (2 * sigma * sigma)
}

// prepare computes G for a new kappa and x and G D'noise for the step.
func (m *Message) prepare(p Push) bool {
	if p.Kappa != m.kappa {
		m.invert(p.Kappa)
	}
	if !m.sound {
		return false
	}
	m.pull(p.Target)
	m.turn(m.x)
	m.pull(p.Noise)
	m.turn(m.turned)
	return true
}

// pull writes D'v into pulled.
func (m *Message) pull(v []float64) {
	clear(m.pulled)
	for i, a := range v {
		index, value := m.rows.Row(i)
		Row{index, value}.addTo(m.pulled, a)
	}
}

// turn writes G times pulled into dst.
func (m *Message) turn(dst []float64) {
	d := len(dst)
	for j := range dst {
		dst[j] = dot(m.g[j*d:(j+1)*d], m.pulled)
	}
}

// invert computes G and, with A = G D'D G, |D G e_j|^2 = A_jj and
// |D G d_i|^2 = d_i'A d_i. A is formed from D'D, not as G - kappa G^2, which
// cancels where kappa dominates.
func (m *Message) invert(kappa float64) {
	d, raw := m.rows.Dim, m.gram.RawSymmetric()
	m.kappa = kappa
	for i := range d {
		copy(m.work[i*d+i:(i+1)*d], raw.Data[i*raw.Stride+i:i*raw.Stride+d])
		m.work[i*d+i] += kappa
	}
	if m.sound = invert(m.g, m.work, d); !m.sound {
		return
	}
	full, half := make([]float64, d*d), m.work
	for i := range d {
		for j := range d {
			full[i*d+j] = m.gram.At(i, j)
		}
	}
	product(half, m.g, full, d) // G D'D
	product(full, half, m.g, d) // G D'D G
	for j := range m.column {
		m.column[j] = math.Max(0, full[j*d+j])
	}
	for i := range m.lever {
		index, value := m.rows.Row(i)
		m.lever[i], _ = sweep(m.g, m.pulled, index, value)
		m.reach[i], _ = sweep(full, m.pulled, index, value)
	}
}

// product writes A B into dst, d by d, for a symmetric B.
func product(dst, a, b []float64, d int) {
	for i := range d {
		for j := range d {
			dst[i*d+j] = dot(a[i*d:(i+1)*d], b[j*d:(j+1)*d])
		}
	}
}

func empty(value []float64) bool {
	for _, v := range value {
		if v != 0 {
			return false
		}
	}
	return true
}
