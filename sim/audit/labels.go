package audit

import (
	"fmt"
	"math"
)

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
// so one look at y after any iteration is enough; SHARING adds no noise to y. rho is the
// one of that iteration, and sums are its sums of messages, public as y is. What (8) leaves
// of a slope has a roundoff that grows with rho and the scores, of either sign: labels whose
// y is no larger are not read. So it is beyond Huber's margin 1+h, where the slope is 0, and
// where noise has carried a score so far that the logistic slope is next to nothing.
// Of labels only the first len(dual) are compared; one that is missing counts
// as not recovered.
func Labels(dual, sums []float64, rho float64, labels []float64) LabelAttack {
	a := LabelAttack{Guess: make([]float64, len(dual)), Of: len(dual)}
	for i, y := range dual {
		faint := roundoff(sums[i], rho)
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

// roundoff is up to where an entry of y counts as 0: a few roundings of rho z. As slopes
// are at most 1, rho |z| is at most rho |sum| + 2; z itself is good to a rounding of 1.
func roundoff(sum, rho float64) float64 {
	return 0x1p-49 * (float64(rho*(1+math.Abs(sum))) + 2)
}

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
	if a.Of == 0 {
		return "There is no dual variable to read."
	}
	words := fmt.Sprintf("%d of %d labels read correctly out of the dual variable (%.1f %%).", a.Right, a.Of, 100*a.Share())
	if silent > 0 {
		words += fmt.Sprintf(" %d are not read: their y_i is 0 but for roundoff, as is the slope of huber beyond the margin 1+h, and that of the logistic loss where noise makes scores large.", silent)
	}
	return words
}

// Describe is the story of the attack.
func (LabelAttack) Describe() string {
	return "Vertical sharing (Learning Privately over Distributed Features, 2019) sends the dual variable y to every party. " +
		"The centre solves (7) for z and then moves y by (8); put together, y_i is exactly the slope of sample i's loss, Y_i L'(Y_i z_i). " +
		"A slope of the logistic loss has the opposite sign of the label, always: Y_i = −sign(y_i). " +
		"That of the loss huber is 0 beyond the margin 1+h: labels of samples there are not read. " +
		"No noise is added to y or z, so whoever receives y reads the labels after a single iteration, whatever the noise on the messages, " +
		"but for those of samples whose score it has carried so far that their slope is lost in the roundoff of (8): some 20 to 35 beyond 0 for the logistic loss. " +
		"The repair is to flip each label once, before the run, with probability 1/(1+e^ε) (randomised response): " +
		"y then still shows the flipped labels, and each agrees with the true one with probability e^ε/(1+e^ε), which is all that ε promises to hide."
}
