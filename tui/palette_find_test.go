package tui

import (
	"strings"
	"testing"

	"admmlab/sim/config"
)

// What a newcomer looks for is found by words that stand only in the long texts, too.
func TestThePaletteFindsWhatItExplains(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3).press(":")
	s.press(strings.Split("reset", "")...).shows("▸ reset: start again with the same seed")
	for _, word := range []string{"weights", "messages", "bytes", "publish", "skew", "gaussian", "table"} {
		s := newStage(t, config.Default().WithMethod("mradmm"), 120, 36).begun().batch(3).press(":")
		s.press(strings.Split(word, "")...)
		if frame := s.frame(); strings.Contains(frame, "nothing matches") {
			t.Errorf("%q finds nothing", word)
		}
	}
}

// A light that is looked for is the chosen one, also where the panel of the lights has the keys.
func TestThePaletteGoesToTheLightThatIsChosen(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	for _, name := range []string{"solver", "connected"} {
		s.press(":").press(strings.Split(name, "")...)
		s.press("enter").shows("▸● " + name)
	}
}
