package panel

import "admmlab/tui/scene"

// All are the panels, in the order of tab.
func All() []Panel {
	return []Panel{
		&parameters{}, NewChart(scene.LossChart), NewChart(scene.ErrorChart), NewChart(scene.PrivacyChart), &planePanel{},
		&network{}, &guarantees{}, &values{}, &methods{},
	}
}
