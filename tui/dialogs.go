package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/presets"
	"admmlab/sim/config"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/tui/dialog"
	"admmlab/tui/grid"
	"admmlab/tui/help"
	"admmlab/tui/scene"
)

// open shows a dialog; finish runs when it is done, after it has gone. It is laid out at once,
// so that a key right behind knows how far a page goes.
func (m *Model) open(d dialog.Dialog, finish func() tea.Cmd) tea.Cmd {
	room := m.dialogRoom(d)
	d.View(room.W, room.H)
	m.front = front{dialog: d, finish: finish}
	return nil
}

// free reports whether no dialog is open but this one.
func (m *Model) free(but dialog.Dialog) bool { return m.front.dialog == nil || m.front.dialog == but }

// pick opens a list and hands the chosen value on.
func (m *Model) pick(title string, items []dialog.Item, selected int, then func(value any) tea.Cmd) tea.Cmd {
	p := dialog.NewPick(title, items, selected, m.scene.DialogLook())
	return m.open(p, func() tea.Cmd {
		if item, ok := p.Chosen(); ok {
			return then(item.Value)
		}
		return nil
	})
}

func (m *Model) pickPreset() tea.Cmd {
	if len(m.options.Presets) == 0 {
		m.scene.Say("there are no presets")
		return nil
	}
	var items []dialog.Item
	for i, p := range m.options.Presets {
		title := p.Config.Title
		if title == "" {
			title = p.Name
		}
		items = append(items, dialog.Item{Title: title, Detail: p.Name, Long: p.Config.Caption, Value: i})
	}
	for i, f := range m.options.Figures {
		if f.Missing == "" {
			items = append(items, dialog.Item{Title: f.Title, Detail: f.Name + ", side by side", Long: f.Caption, Value: -1 - i})
		}
	}
	return m.pick("Prepared experiments", items, 0, func(v any) tea.Cmd {
		if i := v.(int); i < 0 {
			return m.startFigure(m.options.Figures[-1-i])
		}
		p := m.options.Presets[v.(int)]
		m.prepared([]config.Config{p.Config}, p.Config.Caption)
		return nil
	})
}

// startFigure runs curves of a figure side by side.
func (m *Model) startFigure(f presets.Figure) tea.Cmd {
	list, err := f.Together(1+runner.MaxCompanions, nil)
	if err != nil || len(list) == 0 {
		m.scene.Warn("%s cannot be run: %v", f.Name, err)
		return nil
	}
	var configs []config.Config
	for _, p := range list {
		configs = append(configs, p.Config)
	}
	m.prepared(configs, f.SideBySide(configs))
	return nil
}

// prepared starts prepared runs and says what to look for.
func (m *Model) prepared(list []config.Config, caption string) {
	m.desk.Fresh()
	m.desk.Together(list)
	m.lookFor(caption)
}

// lookFor says what to look for, "" for nothing.
func (m *Model) lookFor(caption string) {
	if caption != "" {
		m.scene.Say("%s", caption)
		m.scene.Message.Until = m.scene.Now.Add(20 * time.Second)
	}
}

// explain opens the pages of help: one for who sees the screen for the first time, what
// is chosen, the part with the focus and its signs, what was told of this run, and all
// keys. It is open at the first, or at what has the focus.
func (m *Model) explain(focused bool) tea.Cmd {
	c := m.scene.Wished()
	part := m.part(m.view.focus)
	sheets := []dialog.Sheet{{Name: "in short", Title: "In short: who learns what", Text: help.First(c, m.planeInSight(), firstKeys)}}
	if one, ok := part.(scene.Chooser); ok {
		if name, title, text := one.Chosen(&m.scene); name != "" {
			sheets = append(sheets, dialog.Sheet{Name: name, Title: title, Text: text})
		}
	}
	title, lead := part.Help(&m.scene)
	sheets = append(sheets, dialog.Sheet{Name: title, Title: title, Text: strings.TrimSpace(lead + "\n\n" + help.Panel(part.Name(), c))})
	if one, ok := part.(scene.Signer); ok {
		text := ""
		for _, sign := range one.Signs(&m.scene) {
			text += grid.Pad(sign.Mark, 6) + "\t" + sign.Means + "\n"
		}
		sheets = append(sheets, dialog.Sheet{Name: "the signs", Title: title + ": the signs", Text: strings.TrimRight(text, "\n")})
	}
	if text := m.toldSoFar(); text != "" {
		sheets = append(sheets, dialog.Sheet{Name: "this run", Title: "This run", Text: text})
	}
	sheets = append(sheets, dialog.Sheet{Name: "all keys", Title: "All keys", Text: help.Panel("keys", c) + "\n\n" + keyHelp(m.keys)})
	at := 0
	if focused {
		at = 1
	}
	return m.open(dialog.NewSheets(sheets, at, m.scene.DialogLook()), nil)
}

// planeInSight reports whether the panel has a place that only a wide window has.
func (m *Model) planeInSight() bool {
	p := m.plan()
	for i, place := range m.panelPlaces() {
		if _, shown := p.places[i]; shown && place.From > 0 {
			return true
		}
	}
	return false
}

// toldSoFar is what the run at the keys is about and what happened in it.
func (m *Model) toldSoFar() string {
	var b strings.Builder
	if caption := m.scene.Caption(); caption != "" {
		b.WriteString(m.scene.InForce().Title + "\n" + caption + "\n\n")
	}
	if len(m.scene.Run.News) > 0 {
		b.WriteString("What happened")
		if n := len(m.scene.Run.Gone); n > 0 {
			b.WriteString("\n  " + report.LeftOut(n))
		}
		for _, n := range m.scene.Run.News {
			fmt.Fprintf(&b, "\n  t = %d: %s", n.Iteration, n.Text)
		}
	}
	return strings.TrimSpace(b.String())
}
