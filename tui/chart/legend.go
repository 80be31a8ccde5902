package chart

// Signs are the characters of a chart that are no curve, for a legend.
type Signs struct {
	Level, Mark, Cursor, Point, Read string
	Up, Down                         string // ends of the range of a curve in a column
	Above, Below                     string // beyond the axis
	Shade                            string // of a band
}

// SignsOf are the signs of a chart in characters of ASCII only, or in all.
func SignsOf(ascii bool) Signs {
	o := Options{ASCII: ascii}
	g, main := o.glyphs(), o.curve(Main)
	return Signs{
		Level: string(g.level), Mark: string(g.mark), Cursor: string(g.cursor), Point: string(g.point), Read: string(g.read),
		Up: string(main[1]), Down: string(main[2]), Above: string(g.above), Below: string(g.below), Shade: string(g.shade),
	}
}

// Stroke is what a level stretch of a curve is drawn with.
func Stroke(role Role, ascii bool) string {
	const level = 4 | 8 // arms to the left and to the right
	return string(Options{ASCII: ascii}.curve(role)[level])
}
