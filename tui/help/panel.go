package help

import (
	"fmt"
	"strings"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/privacy/account"
)

// Panel explains the panel or lens called name under the config's method, or, for
// "keys", the keyboard in a few sentences. A lens has a section in texts/lenses.txt,
// a panel one in texts/panels.txt unless it is written here. It is empty for any
// other name.
func Panel(name string, c config.Config) string {
	switch name {
	case "method":
		return method(c)
	case "parameters":
		return parameters(c)
	case "privacy":
		return privacy(c)
	case "guarantees":
		return guarantees(c)
	}
	if lensTexts[name] != "" {
		return lens(name, c)
	}
	if c.Spec().Vertical {
		return lookup(panelTexts, name+" sharing", name)
	}
	return lookup(panelTexts, name)
}

// lens is what a lens shows, and where the papers and the numbers part.
func lens(name string, c config.Config) string {
	var p page
	p.add(lookup(lensTexts, name))
	if c.Spec().Vertical {
		p.add(lookup(lensTexts, name+" sharing"))
	}
	spec := c.Spec()
	if name == "exposure" && spec.Private() {
		p.add(because("Not measured under "+spec.Name, spec.Realised.None))
		p.add(spec.Realised.Mind[c.Set.Variant])
	}
	if name == "attacks" && spec.Private() {
		p.add(because("No audit attacks "+spec.Name, spec.Audit.None))
	}
	if name == "ledger" && c.Spec().Private() {
		p.part("Neighbouring data", neighbours(c.Spec()))
		p.part("The accountants", accountants())
	}
	if name == "ledger" || name == "attacks" {
		p.part("Where the papers and the numbers part", lookup(lensTexts, "discrepancies"))
	}
	p.add(lookup(lensTexts, "simulation"))
	return p.String()
}

// because is a refusal with its reason, "" where there is none.
func because(what, why string) string {
	if why == "" {
		return ""
	}
	return what + ": " + why + "."
}

// method is the method in force: citation, algorithm, readings, totals.
func method(c config.Config) string {
	spec := c.Spec()
	var p page
	p.add(spec.Name + ": " + spec.Words + ".")
	p.part("From", indent(spec.Citation))
	lines := make([]string, len(spec.Algorithm))
	for i, line := range spec.Algorithm {
		lines[i] = fmt.Sprintf("  %d  %s", i+1, line)
	}
	p.part("In every iteration", strings.Join(lines, "\n"))
	p.part("Readings", Variant(c))
	p.part("How its charges add up", indentIf(spec.TotalWords))
	p.part("What differs from print, and what print gets wrong", strings.Join(spec.Differs, "\n\n"))
	return p.String()
}

// parameters lists what the method reads.
func parameters(c config.Config) string {
	var p page
	p.add(fmt.Sprintf("Everything that decides a run of %s. A change counts from the next iteration on, or after a reset; until the run confirms it both values are shown.", c.Spec().Name))
	p.add(panelTexts["parameters"])
	for _, when := range []admm.When{admm.NextIteration, admm.AtReset} {
		p.part(map[admm.When]string{admm.NextIteration: "Counts from the next iteration on", admm.AtReset: "Counts after a reset"}[when],
			list(c, func(k config.Knob) bool { return k.Counts == when && !k.Prose }))
	}
	return p.String()
}

// Part lists what the method reads of a part of the panel of parameters.
func Part(part config.Part, c config.Config) string {
	return list(c, func(k config.Knob) bool { return k.Part == part })
}

// list is a line on each knob that the method reads and that belongs to the list.
func list(c config.Config, belongs func(config.Knob) bool) string {
	var lines []string
	for _, k := range config.KnobsOf(c) {
		switch {
		case !k.Reads(c) || !belongs(k):
		case k.Symbol == k.Words:
			lines = append(lines, "  "+k.Symbol)
		default:
			lines = append(lines, "  "+k.Symbol+", "+k.Words)
		}
	}
	return strings.Join(lines, "\n")
}

// privacy is what the total means for the method in force.
func privacy(c config.Config) string {
	spec := c.Spec()
	var p page
	if !spec.Private() {
		p.add(lookup(privacyTexts, "nothing"))
		p.add(lookup(privacyTexts, "simulation"))
		return p.String()
	}
	if !c.Set.Private {
		p.add("The noise is off: this run promises nothing. What follows is for when it is on from the start.")
	}
	suffix := ""
	if spec.Vertical {
		suffix = " sharing"
	}
	own := func(heading string) string { return lookup(privacyTexts, heading+suffix, heading) }
	p.part("What ε means", own("meaning"))
	p.part("Neighbouring data", neighbours(spec))
	p.part("Adding up", own("adding"))
	p.part("The printed total of "+spec.Name, indent(spec.TotalWords))
	p.add(strings.Join(spec.TotalNotes, "\n\n"))
	p.part("The total that the noise proves", strings.Join([]string{lookup(privacyTexts, "tight"), accountants(), lookup(privacyTexts, "tight read")}, "\n"))
	p.part("What it rests on", own("rests"))
	p.part("What it does not promise", own("not"))
	p.part("Mind", own("simulation"))
	return p.String()
}

// accountants are those who add up, a line each.
func accountants() string {
	var lines []string
	for _, by := range account.Accountants {
		lines = append(lines, "  "+by.Name+": "+by.Words)
	}
	return strings.Join(lines, "\n")
}

// neighbours are the pairs of data sets that a promise speaks of.
func neighbours(spec admm.Spec) string {
	var lines []string
	for _, a := range spec.Adjacency {
		lines = append(lines, "  "+a.ID+": "+a.Words)
	}
	return strings.Join(lines, "\n")
}

// guarantees explains each light the method can show.
func guarantees(c config.Config) string {
	var p page
	p.add(panelTexts["guarantees"])
	if c.Spec().Private() {
		p.add(panelTexts["guarantees noise"])
	}
	for _, name := range lights(c) {
		p.part(name, lightText(name))
	}
	return p.String()
}

// lights are the names of the lights that a run of c can show.
func lights(c config.Config) []string {
	names := []string{"|x| ≤ 1"}
	if !c.Spec().Vertical {
		names = append(names, "connected")
	}
	for _, a := range c.Spec().Asks {
		if a.Variant == "" || a.Variant == c.Set.Variant {
			names = append(names, a.Name)
		}
	}
	names = append(names, "solver")
	if !c.Spec().Private() {
		return names
	}
	names = append(names, sim.NoiseLight)
	if light := c.Spec().Adaptive.Light; light != "" {
		names = append(names, light)
	}
	return append(names, sim.PastLight)
}
