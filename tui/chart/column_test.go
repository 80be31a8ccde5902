package chart

// Column returns the canvas column in which iteration t is drawn, and whether
// it is on the axis. It is the same for all charts of equal Width, First and
// Last (with at least three rows; smaller ones have no value axis).
func Column(t int, o Options) (col int, ok bool) {
	o = sane(o)
	f := layout(o, false)
	if !f.shows(t) {
		return 0, false
	}
	return f.left + f.column(t), true
}
