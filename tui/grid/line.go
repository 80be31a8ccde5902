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

// Scroll is the first line in sight of a list of so many, of which height lines fit: the one that
// was, moved no further than it takes to have the lines from..to in sight, or as many of them as
// fit from the first on.
func Scroll(first, all, height, from, to int) int {
	height = max(1, height)
	return max(0, min(max(first, to-height+1), from, all-height))
}
