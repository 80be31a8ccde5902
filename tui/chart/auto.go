package chart

// Auto is an axis that is logarithmic where a linear one would show too little, unless
// somebody has chosen. It keeps its kind while what is to be seen varies a little.
type Auto struct {
	log    bool // by itself
	chosen *bool
}

// Log is the axis for what is to be seen: the largest of it is times the least, and from far
// on no linear axis can show both. times that is not a number asks for a linear one: there is
// what has no place on a logarithmic axis.
func (a *Auto) Log(times, far float64) bool {
	const back = 0.6 // of far: below it the axis is linear again
	a.log = times >= far || a.log && times >= back*far
	return a.Is()
}

// Is reports whether the axis is logarithmic as it was last drawn.
func (a *Auto) Is() bool {
	if a.chosen != nil {
		return *a.chosen
	}
	return a.log
}

// Set chooses; where that is what the axis would be by itself, nobody has chosen any more.
func (a *Auto) Set(log bool) {
	if a.chosen = &log; log == a.log {
		a.chosen = nil
	}
}
