package terminal

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// What has been read already is worked off before a suspension: behind it two readers would
// hand on their keys by turns.
func TestASuspensionWaitsForTheKeysThatWereRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		again := make(chan tea.Msg, 1)
		pass := filter(func(int, int) {}, new(turns), func(msg tea.Msg) { again <- msg })
		key := func(code rune, mod tea.KeyMod) {
			if msg := tea.Msg(tea.KeyPressMsg{Code: code, Mod: mod}); pass(nil, msg) != msg {
				t.Errorf("%v does not pass", msg)
			}
		}
		key('z', tea.ModCtrl)
		for _, behind := range "xy" {
			if pass(nil, tea.SuspendMsg{}) != nil {
				t.Error("it suspends before it knows of keys behind ctrl+z")
			}
			key(behind, 0)
			<-again
		}
		if pass(nil, tea.SuspendMsg{}) != nil {
			t.Error("it suspends as soon as a key has come")
		}
		if pass(nil, <-again) == nil {
			t.Error("it does not suspend")
		}
		pass(nil, tea.ResumeMsg{})
		key('q', 0)
		time.Sleep(time.Second)
	})
}

// A terminal in line mode, as it is while the program is suspended, hands return on as a line
// feed.
func TestALineFeedIsReturn(t *testing.T) {
	pass := filter(func(int, int) {}, new(turns), nil)
	want := tea.KeyPressMsg{Code: tea.KeyEnter}
	for _, key := range []tea.KeyPressMsg{want, {Code: 'j', Mod: tea.ModCtrl}} {
		if got := pass(nil, key); got != want {
			t.Errorf("%v passes as %v", key, got)
		}
	}
	if got := pass(nil, tea.KeyPressMsg{Code: 'j'}); got == want {
		t.Error("the letter j passes as return")
	}
}
