package audit

import "fmt"

// LabelAttack is what an outsider learns of the labels from the dual variable.
type LabelAttack struct {
	Guess []float64 // +1 or -1, one a sample; 0 where y_i says nothing
	Right int       // guesses that equal the label
	Of    int       // samples
}

// Labels reads the labels, +1 or -1, out of the dual variable y of vertical
// sharing. The optimality of (7) and the update (8) give, for every sample,
//
//	y_i(t+1) = y_i(t) + rho (sum_i - z_i) = l'(z_i) = Y_i L'(Y_i z_i),  L' <= 0
//	Y_i = -sign(y_i)
//
// so one look at y after any iteration is enough; SHARING adds no noise to y. The slope
// of the logistic loss is never 0; that of Huber's is beyond the margin 1+h, and the labels
// of samples there are not read: what (8) leaves of their y is roundoff, of either sign.
// Of labels only the first len(dual) are compared; one that is missing counts
// as not recovered.
func Labels(dual, labels []float64) LabelAttack {
	a := LabelAttack{Guess: make([]float64, len(dual)), Of: len(dual)}
	for i, y := range dual {
		switch {
		case y < -faint:
			a.Guess[i] = 1
		case y > faint:
			a.Guess[i] = -1
		}
		if i < len(labels) && a.Guess[i] != 0 && a.Guess[i] == labels[i] {
			a.Right++
		}
	}
	return a
}

// faint is up to where an entry of y counts as 0. The roundoff of (8) is a few 1e-16 times
// rho and the scores.
const faint = 1e-12

// Share is the share of labels recovered, in [0, 1].
func (a LabelAttack) Share() float64 {
	if a.Of == 0 {
		return 0
	}
	return float64(a.Right) / float64(a.Of)
}

// Words is the result in a sentence.
func (a LabelAttack) Words() string {
	silent := 0
	for _, g := range a.Guess {
		if g == 0 {
			silent++
		}
	}
	switch {
	case a.Of == 0:
		return "There is no dual variable to read."
	case silent == a.Of:
		return "The dual variable is still 0: nothing to read before the first iteration."
	}
	words := fmt.Sprintf("%d of %d labels read correctly out of the dual variable (%.1f %%).", a.Right, a.Of, 100*a.Share())
	if silent > 0 {
		words += fmt.Sprintf(" %d are not read: their y_i is 0 but for roundoff, as is the slope of huber beyond the margin 1+h.", silent)
	}
	return words
}

// Describe is the story of the attack.
func (LabelAttack) Describe() string {
	return "Vertical sharing (Learning Privately over Distributed Features, 2019) sends the dual variable y to every party. " +
		"The centre solves (7) for z and then moves y by (8); put together, y_i is exactly the slope of sample i's loss, Y_i L'(Y_i z_i). " +
		"A slope of the logistic loss has the opposite sign of the label, always: Y_i = −sign(y_i). " +
		"That of the loss huber is 0 beyond the margin 1+h: labels of samples there are not read. " +
		"No noise is added to y or z, so whoever receives y reads every label, after a single iteration, whatever the noise on the messages. " +
		"The repair is to flip each label once, before the run, with probability 1/(1+e^ε) (randomised response): " +
		"y then still shows the flipped labels, and each agrees with the true one with probability e^ε/(1+e^ε), which is all that ε promises to hide."
}
