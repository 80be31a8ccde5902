package tui

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/tui/dialog"
	"admmlab/tui/help"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// palette lists every action with its key, from the table of keys, and runs the
// chosen one as if its key had been pressed; then every parameter, and chooses it, and
// every light and panel, and goes where it stands. What ? says of one finds it, too.
func (m *Model) palette() tea.Cmd {
	var items []dialog.Item
	c := m.scene.Wished()
	for i, b := range m.keys {
		if b.label == ":" {
			continue
		}
		title, _, _ := strings.Cut(b.words, ": ")
		title, _, _ = strings.Cut(title, "; ")
		lens := m.lens.ofKey(b.label)
		if b.short != "" && lens == "" && !strings.Contains(title, b.short) { // as the footer calls it
			title = b.short + ": " + title
		}
		items = append(items, dialog.Item{Title: title, Detail: b.label, Long: b.words, Find: help.Panel(lens, c), Value: i})
	}
	for _, r := range m.scene.Rows() {
		if r.Key != scene.PaceKey { // [ and ] are among the actions
			items = append(items, dialog.Item{
				Title: config.KnobName(r.Knob) + ": " + r.Knob.Words, Detail: r.Key + " = " + config.ShortValue(c, r.Key, r.Knob.Value(c)),
				Long: r.Knob.Turning, Find: help.Parameter(r.Knob, c), Value: r.Key,
			})
		}
	}
	for _, l := range m.scene.Lights() {
		items = append(items, dialog.Item{Title: "guarantee: " + l.Name, Detail: "light", Long: l.Detail, Find: help.Light(l), Value: panel.ToLight(l.Name)})
	}
	for i, p := range m.panelPlaces() {
		if p.Column != panel.Nowhere {
			name := m.panels[i].Name()
			items = append(items, dialog.Item{Title: "panel: " + name, Detail: "tab", Long: m.panels[i].Words(&m.scene), Find: help.Panel(name, c), Value: scene.Focus{Name: name}})
		}
	}
	return m.pick("Actions and parameters: type to narrow down", items, 0, func(v any) tea.Cmd {
		if w, ok := v.(scene.Wish); ok {
			return m.grant(w)
		}
		if key, ok := v.(string); ok {
			m.steer()
			return m.grant(scene.Select{Key: key})
		}
		return m.instead(keyPress(m.keys[v.(int)].keys[0]))
	})
}

// errUnsent is what was said to be handed over and was not.
var errUnsent = errors.New("the command line that y copied may not be on the clipboard: the terminal is slow, and did not take all that it was sent")

// copyCommand puts the command line of this run on the clipboard, through the
// terminal (OSC 52).
func (m *Model) copyCommand() tea.Cmd {
	if !m.scene.Heard {
		m.scene.Say("no run yet: there is nothing to copy")
		return nil
	}
	if m.desk.Matching() {
		m.scene.Say("the noise of this run is being chosen: y copies its command line once it has begun")
		return nil
	}
	c := m.scene.Replay()
	changes := fmt.Sprintf("%d changes included", len(c.Events))
	switch len(c.Events) {
	case 0:
		changes = "no changes so far"
	case 1:
		changes = "1 change included"
	}
	m.scene.Say("handed to the terminal's clipboard: the command line of this run, %s", changes)
	m.ahead.copying++
	return tea.Sequence(tea.SetClipboard(c.Command()), func() tea.Msg { return copiedMsg{} })
}
