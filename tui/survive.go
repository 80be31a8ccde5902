package tui

import "admmlab/tui/job"

// survives is whether a mistake in the program is told in a sentence, and the laboratory goes
// on: always, but in tests that are to find it.
var survives = true

// survive, deferred, keeps a mistake in what a key or a picture asks for from ending the
// laboratory: what was open closes, and it is told. The run does not depend on the screen and
// goes on.
func (m *Model) survive(doing string) {
	if !survives {
		return
	}
	if broken := recover(); broken != nil {
		m.front = front{}
		m.scene.Warn("%v; please report it with what was pressed", &job.Panic{Name: doing, Value: broken})
	}
}
