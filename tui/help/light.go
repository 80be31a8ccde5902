package help

import "admmlab/sim"

// Light explains one light: its state in words, what it asks for and why, and for
// one that is out what that means now.
func Light(l sim.Light) string {
	var p page
	p.add(l.Name + ": " + state(l.State) + ".")
	p.add(lightTexts[l.Name])
	switch {
	case l.State != sim.Good:
		p.part("Now", indentIf(sentence(l.Detail)))
	case lightTexts[l.Name] == "":
		p.part("If it did not hold", indentIf(sentence(l.Detail)))
	}
	return p.String()
}

func state(s sim.LightState) string {
	switch s {
	case sim.Good:
		return "holds"
	case sim.Note:
		return "worth knowing, not broken"
	}
	return "does not hold"
}
