package panel

import "admmlab/tui/scene"

// Panel is a part of the screen with a place of its own.
type Panel interface {
	scene.Part
	Place() Place
}

// Place says where a panel stands and what becomes of it in other windows.
type Place struct {
	Column Column
	Rows   int  // lines within its frame: it stands above those that share the rest; 0 shares
	Stays  bool // it stands beside whatever a small window shows
	Far    bool // it stands in the projector look
	From   int  // columns of the narrowest window in which it stands; 0: any
	High   int  // lines of the lowest, likewise
}

// Column is a column of the full screen. The first panel of the centre has its upper half
// and gives it to an open lens.
type Column int

const (
	Left Column = iota
	Centre
	Right
	Nowhere // it has no place in this window
)

// unlessCaption is words where no experiment has its own.
func unlessCaption(s *scene.Scene, words string) string {
	if s.InForce().Caption != "" {
		return ""
	}
	return words
}

// parametersName is what others call the parameters.
const parametersName = "parameters"
