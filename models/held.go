package models

import "admmlab/models/data"

// Held is a table of records held out for testing.
type Held struct {
	form
	loss   Loss
	labels []float64
	scores []float64
	miss   []float64
	parts  []part
	each   Each
	part   func(i int)
}

// NewHeld takes rows with their labels, +1 or -1, one a row, to be measured by the
// logistic loss. It shares both.
func NewHeld(rows data.Rows, labels []float64) *Held {
	return newHeld(newForm(rows), labels, Logistic{})
}

// Under is another Held of the same records, for another caller, under the given loss.
// Several may be made at once.
func (h *Held) Under(loss Loss) *Held { return newHeld(h.form.twin(), h.labels, loss) }

func newHeld(rows form, labels []float64, loss Loss) *Held {
	h := &Held{
		form: rows, loss: loss, labels: labels, each: Serial,
		scores: make([]float64, len(labels)), miss: make([]float64, len(labels)),
	}
	h.parts, h.part = cut(len(labels)), h.measure
	return h
}

// Labels are +1 or -1, one a record; the caller must not write into them.
func (h *Held) Labels() []float64 { return h.labels }

// Share is Local.Share.
func (h *Held) Share(each Each) { h.each = each }

// Measure is the mean loss of the model f, len d, and its error rate
// with +1 predicted where the score is > 0; NaN without records.
func (h *Held) Measure(f []float64) (loss, errors float64) {
	h.aim(f)
	run(h.each, h.parts, len(h.parts), h.part)
	wrong := 0
	for i := range h.parts {
		loss += h.parts[i].loss
		wrong += h.parts[i].wrong
	}
	n := float64(len(h.labels))
	return loss / n, float64(wrong) / n
}

// measure is Measure for one part.
func (h *Held) measure(k int) {
	p := &h.parts[k]
	p.loss, p.wrong = 0, 0
	for a := p.from; a < p.to; a += block {
		b := min(a+block, p.to)
		scores, labels := h.scores[a:b], h.labels[a:b]
		h.score(scores, a)
		for i, y := range labels {
			if (scores[i] > 0) != (y > 0) {
				p.wrong++
			}
			scores[i] *= y
		}
		h.loss.Misses(h.miss[a:b], scores)
		p.loss += h.loss.Sum(scores, h.miss[a:b])
	}
}
