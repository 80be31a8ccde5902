package tui

import (
	"admmlab/sim"
	"admmlab/tui/scene"
)

// Names are short and tell runs side by side apart.
func Names(configs []sim.Config) []string { return scene.Names(configs) }
