package scene

import (
	"slices"

	"admmlab/sim"
)

// Questions are what the runner was asked, and its answers, of this run.
type Questions struct {
	asked   []question // not answered yet, in order
	answers map[string]answer
}

type answer struct {
	text        string
	refused     bool       // it says why there is none
	offer       *sim.Offer // what could be done about it, nil for nothing
	at, changes int        // iterations and changes made of the run that it was given of
}

type question struct {
	about string
	seq   int // of the command that carries it
}

// Ask remembers a question on its way.
func (q *Questions) Ask(about string, seq int) {
	q.asked = append(q.asked, question{about, seq})
	delete(q.answers, about)
}

// Hear files what the runner says to a question of this run, which so many changes have been made
// in, and reports whether it is about one.
func (q *Questions) Hear(n sim.Notice, changes int) bool {
	i := slices.IndexFunc(q.asked, func(a question) bool { return a.seq == n.Asked })
	if i < 0 {
		return false
	}
	if q.answers == nil {
		q.answers = map[string]answer{}
	}
	q.answers[q.asked[i].about] = answer{n.Text, n.Kind != sim.Answer, n.Offer, n.Iteration, changes}
	q.asked = slices.Delete(q.asked, i, i+1)
	return true
}

// Asking reports whether any question is on its way.
func (q *Questions) Asking() bool { return len(q.asked) > 0 }

// Answer is what was said to a question, "" for nothing yet.
func (q *Questions) Answer(about string) string { return q.answers[about].text }

// Refused reports whether what was said is why there is no answer.
func (q *Questions) Refused(about string) bool { return q.answers[about].refused }

// Since is the iteration that a question was answered at, where the run has gone on since
// then or was changed; 0 where the answer is of now.
func (q *Questions) Since(about string, now *Scene) int {
	a, ok := q.answers[about]
	if !ok || a.at == now.State.Iteration && a.changes == len(now.Run.Changes) {
		return 0
	}
	return max(1, a.at)
}

// Changed reports whether the run was changed since a question was answered.
func (q *Questions) Changed(about string, now *Scene) bool {
	a, ok := q.answers[about]
	return ok && a.changes != len(now.Run.Changes)
}

// Offer is what could be done about the answer to a question, nil for nothing.
func (q *Questions) Offer(about string) *sim.Offer { return q.answers[about].offer }

// Again says that the question that one command carried is carried by another.
func (q *Questions) Again(before, seq int) {
	for i := range q.asked {
		if q.asked[i].seq == before {
			q.asked[i].seq = seq
		}
	}
}

// Drop lets go of what was asked up to a command and is not answered: it went with a start that
// was refused.
func (q *Questions) Drop(upTo int) {
	q.asked = slices.DeleteFunc(q.asked, func(a question) bool { return a.seq <= upTo })
}

// Forget drops what was asked and said of a run that is over, which is what was asked before
// the command that began the next.
func (q *Questions) Forget(began int) {
	*q = Questions{asked: slices.DeleteFunc(q.asked, func(a question) bool { return a.seq < began })}
}
