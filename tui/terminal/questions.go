package terminal

import (
	"bytes"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// answers is how long the end waits for what a terminal answers: some answer not every question.
const answers = 300 * time.Millisecond

// questions are those of bubbletea that a terminal answers.
var questions = []string{ansi.RequestModeSynchronizedOutput, ansi.RequestModeUnicodeCore, ansi.RequestKittyKeyboard, ansi.RequestBackgroundColor}

// unasked is p without them.
func unasked(p []byte) []byte {
	for _, question := range questions {
		p = bytes.ReplaceAll(p, []byte(question), nil)
	}
	return p
}

// asks is how many of them are in p.
func asks(p []byte) (n int) {
	for _, question := range questions {
		n += bytes.Count(p, []byte(question))
	}
	return n
}

// hear takes what a terminal says that was asked. The mode of clusters of characters, which
// bubbletea turns on and takes away at the end, stays with one that had it. Nor does it turn it on
// again where the screen is taken back.
func (o *output) hear(msg tea.Msg) {
	switch msg.(type) {
	case tea.ModeReportMsg, tea.BackgroundColorMsg, tea.KeyboardEnhancementsMsg:
	default:
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.open = max(0, o.open-1)
	if report, is := msg.(tea.ModeReportMsg); is && report.Mode == ansi.ModeUnicodeCore {
		o.had = report.Value
	}
}

// awaits reports whether an answer may still be on its way.
func (o *output) awaits() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.open > 0 && time.Since(o.asked) < answers && !o.closed
}

// afterAnswers is pass for one that hears every message, with the end held back while the terminal may still answer
// what it was asked: the shell would find the answers typed.
func (o *output) afterAnswers(pass func(tea.Model, tea.Msg) tea.Msg, later func(tea.Msg)) func(tea.Model, tea.Msg) tea.Msg {
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		o.hear(msg)
		if _, ends := msg.(tea.QuitMsg); ends && o.awaits() {
			time.AfterFunc(caughtUp, func() { later(msg) })
			return nil
		}
		return pass(m, msg)
	}
}
