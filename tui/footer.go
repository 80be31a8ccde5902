package tui

import (
	"slices"
	"strings"

	"admmlab/tui/frame"
	"admmlab/tui/grid"
)

// footer is as many hints as fit the width, help and quit always among them. What space
// does depends on whether the run goes on.
func footer(keys []binding, running bool, width int) []frame.Hint {
	const gap = 2
	var hints, always []frame.Hint
	used := -gap
	for _, b := range keys {
		h := frame.Hint{Key: b.label, Word: b.short}
		if b.label == "space" && running {
			h.Word = "pause"
		} else if b.label == "space" {
			used += len("pause") - len(h.Word) // the hints behind it stay where it is pressed
		}
		together := slices.IndexFunc(hints, func(o frame.Hint) bool { return o.Word == h.Word })
		switch {
		case b.short == "":
		case b.label == "?" || b.label == "q":
			always = append(always, h)
			used += gap + h.Width()
		case together >= 0: // keys with one word, such as those of lenses
			hints[together].Key += h.Key
		default:
			hints = append(hints, h)
		}
		if b.label == "↑" { // four lines of the table in one
			hints = append(hints, frame.Hint{Key: "↑↓←→", Word: "turn"})
		}
	}
	var line []frame.Hint
	for _, h := range hints {
		if used+gap+h.Width() <= width {
			used += gap + h.Width()
			line = append(line, h)
		}
	}
	return append(line, always...)
}

// keyHelp is the table as help text.
func keyHelp(keys []binding) string {
	var b strings.Builder
	for _, k := range keys {
		b.WriteString(grid.Pad(k.label, 10) + "\t" + k.words + "\n")
	}
	return b.String()
}
