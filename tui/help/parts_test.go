package help_test

import (
	"admmlab/tui/help"
	"admmlab/tui/lens"
	"admmlab/tui/panel"
)

func init() {
	for _, p := range panel.All() {
		help.Parts = append(help.Parts, p.Name())
	}
	for _, l := range lens.All(nil) {
		help.Parts = append(help.Parts, l.Name())
	}
}
