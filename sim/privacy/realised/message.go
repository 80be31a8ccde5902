package realised

import (
	"math"

	"admmlab/models"
	"admmlab/models/linear"
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
	block *models.Block
	alone []bool // column outside the span of the others; nil before use

	turned []float64 // G D'noise
	image  []float64 // D G D'noise
}

// Push is one message of one party, as far as its loss depends on it.
type Push struct {
	Target []float64 // w = z - sum of the other messages - y/rho, len N
	Model  []float64 // x, len d
	Clean  []float64 // D x, len N
	Noise  []float64 // message - D x, len N
	Drawn  float64   // |xi| as drawn, of Noise = D xi where Confined; no loss reads it
	Kappa  float64   // lambda/rho, > 0
	Sigma  float64   // standard deviation of the noise, >= 0
	// Confined tells that the noise is the printed one, D xi with covariance
	// sigma^2 P, P the projector on the column space of D. Then the message lies
	// in that space, and a neighbour with another column space would almost surely
	// not have sent it: l = +Inf. It stays finite, by the same formula, where the
	// column spaces agree.
	Confined bool
}

// NewMessage takes one party's block, which is the party's: no two of them may
// use it at once.
func NewMessage(block *models.Block) *Message {
	return &Message{
		block:  block,
		turned: make([]float64, block.Dim()), image: make([]float64, block.Records()),
	}
}

// Losses writes the loss against the data with row i set to zero into people[i],
// for all N rows, and the loss against the data without column j into columns[j],
// for all d. See models.Block.Leverage for what a new kappa costs.
// A target of 0 makes every model 0, whatever the data; but for that both are NaN where
// D'D + kappa I is too close to singular.
func (m *Message) Losses(people, columns []float64, p Push) {
	if !p.Confined && linear.Norm(p.Target) == 0 {
		clear(people)
		clear(columns)
		return
	}
	l, sound := m.block.Leverage(p.Kappa)
	if !sound {
		undefined(people)
		undefined(columns)
		return
	}
	m.block.Solve(m.turned, p.Noise, p.Kappa)
	m.block.Apply(m.image, m.turned)
	m.rows(people, l, p)
	m.columns(columns, l, p)
}

// columns are the losses without a column. Without column j the model is
// x - (x_j/G_jj) G e_j, so that
//
//	Delta = (x_j/G_jj) D G e_j
func (m *Message) columns(dst []float64, l *models.Leverage, p Push) {
	for j := range dst {
		if p.Confined && !m.Spanned(j) {
			dst[j] = math.Inf(1)
			continue
		}
		c := p.Model[j] / l.Diagonal[j]
		dst[j] = gaussian(c*m.turned[j], c*c*l.Column[j], p.Sigma)
	}
}

// rows are the losses without a row. With h = d_i'G d_i and e = w_i - d_i.x
//
//	Delta_i = d_i.x,   Delta_k = d_k'G d_i e/(1-h) for k != i
//
// Printed noise shows a row that is not empty with certainty: the message has an
// entry there, the neighbour's has none.
func (m *Message) rows(dst []float64, l *models.Leverage, p Push) {
	for i := range dst {
		if p.Confined {
			if _, value := m.block.Rows().Row(i); !empty(value) {
				dst[i] = math.Inf(1)
				continue
			}
		}
		h, score := l.Row[i], p.Clean[i]
		c := (p.Target[i] - score) / (1 - h)
		along := float64(p.Noise[i]*score) + float64(c*(m.image[i]-float64(p.Noise[i]*h)))
		dst[i] = gaussian(along, float64(score*score)+float64(c*c*math.Max(0, l.Reach[i]-float64(h*h))), p.Sigma)
	}
}

// Spanned reports whether column j is a linear combination of the others to working
// accuracy, so that its removal leaves the column space as it is; one-hot columns
// of several whole attributes are. The first call decomposes D'D, unless
// it is wide and regular.
func (m *Message) Spanned(j int) bool {
	if m.block.Regular() {
		return false
	}
	if m.alone == nil {
		m.alone = outside(m.block.Spectrum())
	}
	return !m.alone[j]
}

// outside finds the columns outside the span of the others: those on which every
// null vector of D'D vanishes.
func outside(s *models.Spectrum) []bool {
	alone := make([]bool, len(s.Values))
	for j := range alone {
		alone[j] = true
	}
	for k, lambda := range s.Values {
		if !(lambda <= s.Floor) {
			break // increasing
		}
		for j := range alone {
			// Null vectors carry roundoff of about 1e-15/gap where they vanish.
			alone[j] = alone[j] && math.Abs(s.Vectors.Row(k)[j]) < 1e-6
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
	return (2*float64(along) + float64(shift)) / (2 * sigma * sigma)
}

func empty(value []float64) bool {
	for _, v := range value {
		if v != 0 {
			return false
		}
	}
	return true
}
