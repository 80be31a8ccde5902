package scene

import (
	"fmt"
	"math"

	"admmlab/sim/numeral"
)

// MethodWords are the experiment and the method.
func (s *Scene) MethodWords() string {
	name := s.InForce().Spec().Name
	if !s.InForce().Set.Private && s.InForce().Spec().Private() {
		name += " without noise"
	}
	if s.Base.Title != "" {
		return s.Base.Title + " · " + name
	}
	return name
}

// Values are the three numbers of iteration t, short.
func (s *Scene) Values(t int) (loss, errors, private string) {
	loss = numeral.Short(s.Run.At(TrainLoss, t))
	errors = numeral.Short(s.Run.At(TestError, t)) + " %"
	return loss, errors, s.EpsilonWords(t)
}

// EpsilonWords is the total in iteration t as the paper prints it.
func (s *Scene) EpsilonWords(t int) string {
	spec := s.InForce().Spec()
	switch e := s.Run.At(Epsilon, t); {
	case !spec.Private():
		return "no noise"
	case t == 0:
		return "-"
	case math.IsInf(e, 1):
		return "no finite ε"
	case e != e:
		return "no guarantee"
	default:
		return s.Printed(t)
	}
}

// Who is what neighbouring data differ in, in one word.
func (s *Scene) Who() string {
	c := s.InForce()
	return c.Spec().Adjacency[c.Spec().AdjacencyOf(&c.Set)].Word
}

// AtCursor is a title with the iteration under the cursor.
func (s *Scene) AtCursor(title string) string {
	if s.Cursor > 0 {
		return fmt.Sprintf("%s at t = %d", title, s.Cursor)
	}
	return title
}
