package tui

import (
	"admmlab/sim/config"
	"admmlab/tui/scene"
)

// Names are short and tell runs side by side apart.
func Names(configs []config.Config) []string { return scene.Names(configs) }
