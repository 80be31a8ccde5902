package scene

import (
	"fmt"

	"admmlab/sim/numeral"
	"admmlab/sim/report"
)

// MethodWords are the experiment and the method, as it is in force.
func (s *Scene) MethodWords() string {
	if !s.InForce().Set.Private && s.InForce().Spec().Private() {
		return s.RunWords() + " without noise"
	}
	return s.RunWords()
}

// RunWords are the experiment, where the run is that, and the method of all iterations.
func (s *Scene) RunWords() string {
	c := s.InForce()
	if c.Title != "" && !s.Strays {
		return c.Title + " · " + c.Spec().Name
	}
	return c.Spec().Name
}

// Values are the three numbers of iteration t, short.
func (s *Scene) Values(t int) (loss, errors, private string) {
	loss = Reading(s.Run.At(s.Loss(), t), numeral.Short)
	errors = Reading(s.Run.At(TestError, t), func(v float64) string { return numeral.Short(v) + " %" })
	return loss, errors, s.EpsilonWords(t)
}

// EpsilonWords is the ε of the run up to iteration t.
func (s *Scene) EpsilonWords(t int) string {
	r := s.Run.Row(t)
	return report.Headline(s.InForce().Spec().Private(), &r)
}

// Beside is the printed total of iteration t where it is another; "" where it is not.
func (s *Scene) Beside(t int) string {
	r := s.Run.Row(t)
	return report.Beside(&r)
}

// Who is what neighbouring data differ in, in one word.
func (s *Scene) Who() string {
	c := s.ConfigAt(s.At())
	return c.Spec().Adjacency[c.Spec().AdjacencyOf(&c.Set)].Word
}

// AtCursor is a title with the iteration under the cursor.
func (s *Scene) AtCursor(title string) string {
	if s.Cursor > 0 {
		return fmt.Sprintf("%s at t = %d", title, s.Cursor)
	}
	return title
}
