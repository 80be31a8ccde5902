package netview

import "strings"

// String returns the rows joined by newlines, without trailing spaces.
func (c Canvas) String() string {
	var b strings.Builder
	for y, row := range c {
		if y > 0 {
			b.WriteByte('\n')
		}
		end := len(row)
		for end > 0 && row[end-1].Kind == Empty {
			end--
		}
		for _, cell := range row[:end] {
			b.WriteRune(cell.Rune)
		}
	}
	return b.String()
}
