package grid

// Line is a text with its look.
type Line struct {
	Text  string
	Paint Paint
}

// Paragraphs wraps texts one below the other.
func Paragraphs(width int, paint Paint, texts ...string) []Line {
	var lines []Line
	for _, text := range texts {
		for _, w := range Wrap(text, width) {
			lines = append(lines, Line{w, paint})
		}
	}
	return lines
}

// Window is the part of a list of so many lines that fits, the chosen one in it.
func Window(all, height, chosen int) (first, last int) {
	height = max(1, height)
	if chosen >= height {
		first = min(chosen-height+1, max(0, all-height))
	}
	return first, min(all, first+height)
}
