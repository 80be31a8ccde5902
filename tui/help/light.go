package help

import (
	"strings"

	"admmlab/sim"
	"admmlab/sim/admm"
)

// Light explains one light: its state in words, what it asks for and why, and for
// one that is out what that means now.
func Light(l sim.Light) string {
	var p page
	p.add(l.Name + ": " + state(l.State) + ".")
	if l.Told { // first what is known, which is new each time
		now := indentIf(sentence(l.Detail))
		if l.Numbers != "" {
			now += "\n  " + strings.ReplaceAll(l.Numbers, "\n", "\n  ")
		}
		p.part("Now", now)
		p.part("What it asks for", lightText(l.Name))
		return p.String()
	}
	p.add(lightText(l.Name))
	switch {
	case l.State != sim.Good:
		p.part("Now", indentIf(sentence(l.Detail)))
	case lightText(l.Name) == "":
		p.part("If it did not hold", indentIf(sentence(l.Detail)))
	}
	return p.String()
}

// lightText is what a light stands for: a method's own is explained by its Spec.
func lightText(name string) string {
	for _, s := range admm.Catalogue() {
		for _, a := range s.Asks {
			if a.Name == name {
				return a.Words
			}
		}
	}
	return lightTexts[name]
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
