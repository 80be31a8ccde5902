package tui

import (
	"strings"
	"testing"

	"admmlab/sim/config"
	"admmlab/sim/privacy/account"
	"admmlab/tui/help"
)

// Whoever asks for an accountant by its name, and reads of it, reads the list.
func TestAnAccountantIsKnownByTheList(t *testing.T) {
	lucky := *account.Accountants[0]
	lucky.Name, lucky.Words = "lucky", "the sum on a good day"
	account.Accountants = append(account.Accountants, &lucky)
	t.Cleanup(func() { account.Accountants = account.Accountants[:len(account.Accountants)-1] })

	c, err := config.Build([]config.Assignment{{Key: "accountant", Value: "lucky"}})
	if err != nil || !strings.Contains(c.Text(), `accountant = "lucky"`) {
		t.Fatalf("%v\n%s", err, c.Text())
	}
	s := newStage(t, c, 120, 45).begun().batch(5)
	s.shows("account lucky")
	s.press("b").batch(1)
	s.shows("lucky")
	if text := help.Panel("privacy", c); !strings.Contains(text, "lucky: the sum on a good day") {
		t.Errorf("help:\n%s", text)
	}
}
