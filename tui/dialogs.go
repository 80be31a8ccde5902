package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/presets"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/dialog"
	"admmlab/tui/help"
	"admmlab/tui/scene"
)

// open shows a dialog; finish runs when it is done, after it has gone.
func (m *Model) open(d dialog.Dialog, finish func() tea.Cmd) tea.Cmd {
	m.dialog, m.finish = d, finish
	return nil
}

func (m *Model) look() dialog.Look {
	return dialog.Look{
		ASCII: m.scene.ASCII, Accent: scene.Wear(m.scene.Theme.Accent), Dim: scene.Wear(m.scene.Theme.Dim), Warn: scene.Wear(m.scene.Theme.Warn),
	}
}

// pick opens a list and hands the chosen value on.
func (m *Model) pick(title string, items []dialog.Item, selected int, then func(value any) tea.Cmd) tea.Cmd {
	p := dialog.NewPick(title, items, selected, m.look())
	return m.open(p, func() tea.Cmd {
		if item, ok := p.Chosen(); ok {
			return then(item.Value)
		}
		return nil
	})
}

// act carries out the chosen item of a list whose values are what to do.
func act(value any) tea.Cmd { return value.(func() tea.Cmd)() }

// entry opens a line to type into and hands the text on.
func (m *Model) entry(title, label, value string, check func(string) error, then func(string) tea.Cmd) tea.Cmd {
	e := dialog.NewEntry(title, label, value, check, m.look())
	return m.open(e, func() tea.Cmd {
		if text, ok := e.Value(); ok {
			return then(strings.TrimSpace(text))
		}
		return nil
	})
}

// typeValue asks for a value of the chosen parameter: from its list if it has
// one.
func (m *Model) typeValue() tea.Cmd {
	switch m.scene.Selected {
	case scene.PaceKey:
		return m.pickPace()
	case config.TopologyKnob.Key:
		return m.pickTopology()
	case config.DataKnob.Key:
		return m.pickData()
	}
	c := m.scene.Wished()
	key := m.scene.Selected
	k, ok := config.KnobOf(c, key)
	if !ok {
		return nil
	}
	title := fmt.Sprintf("%s: %s", scene.NameOf(k), k.Words)
	if k.Choices != nil {
		var items []dialog.Item
		selected := 0
		var explained []config.Choice
		if k.Explain != nil {
			explained = k.Explain(c)
		}
		for i, choice := range k.Choices(c) {
			item := dialog.Item{Title: scene.Short(c, key, choice), Long: k.Turning, Value: choice}
			if i < len(explained) {
				item.Long = explained[i].Words
			}
			if choice == k.Value(c) {
				selected = i
			}
			items = append(items, item)
		}
		return m.pick(title, items, selected, func(v any) tea.Cmd { m.turn(key, v.(string)); return nil })
	}
	label := fmt.Sprintf("counts: %s", k.Counts)
	return m.entry(title, label, k.Value(c),
		func(s string) error { return m.scene.Check(key, strings.TrimSpace(s)) },
		func(s string) tea.Cmd { m.turn(key, s); return nil })
}

func (m *Model) pickPace() tea.Cmd {
	var items []dialog.Item
	for i, p := range scene.Paces {
		items = append(items, dialog.Item{Title: scene.PaceWords(p), Value: i})
	}
	return m.pick("Speed", items, m.scene.Pace, func(v any) tea.Cmd { m.setPace(v.(int)); return nil })
}

func (m *Model) pickMethod() tea.Cmd {
	var items []dialog.Item
	selected := 0
	for i, s := range admm.Catalogue() {
		if s.ID == m.scene.Base.Method {
			selected = i
		}
		items = append(items, dialog.Item{
			Title: s.Name, Detail: s.Short, Value: s.ID,
			Long: s.Words + ". " + s.Citation + "\n" + strings.Join(s.Algorithm, "\n"),
		})
	}
	return m.pick("Method: starts a new run, the one before stays as a ghost", items, selected,
		func(v any) tea.Cmd { m.startMethod(v.(string)); return nil })
}

// pickTopology offers the kinds, the number of nodes, and single edges.
func (m *Model) pickTopology() tea.Cmd {
	c := m.scene.InForce()
	if c.Spec().Vertical {
		m.scene.Say("%s has parties, not a graph: choose the cuts with ↑↓ and enter", c.Spec().Name)
		return nil
	}
	var items []dialog.Item
	selected := 0
	for i, k := range network.Kinds() {
		if k.Name == m.scene.Kind {
			selected = i
		}
		items = append(items, dialog.Item{Title: k.Name, Detail: "next iteration", Long: k.Words, Value: k.Name})
	}
	items = append(items,
		dialog.Item{Title: "nodes…", Detail: "after reset", Long: "how many nodes share the records", Value: "#nodes"},
		dialog.Item{Title: "cut an edge…", Detail: "next iteration", Long: "two neighbours stop hearing each other; a graph in two pieces goes on", Value: "#cut"},
		dialog.Item{Title: "join an edge…", Detail: "next iteration", Long: "two nodes begin to hear each other", Value: "#join"},
	)
	return m.pick("Network", items, selected, func(v any) tea.Cmd {
		switch value := v.(string); value {
		case "#nodes":
			m.focusOn(parametersPanel)
			m.scene.Selected = config.NodesKnob.Key
			return m.typeValue()
		case "#cut", "#join":
			return m.pickEdge(value == "#join")
		default:
			m.turn(config.TopologyKnob.Key, value)
			return nil
		}
	})
}

// longList is more edges than anybody scrolls through: then one is typed.
const longList = 200

// pickEdge asks for an edge to cut, or to join.
func (m *Model) pickEdge(join bool) tea.Cmd {
	graph := m.scene.State.Graph
	if graph == nil {
		m.scene.Say("no graph yet: the data are still being read")
		return nil
	}
	change := func(edge network.Edge) config.Event { return config.Event{Edge: edge, Join: join} }
	verb := change(network.Edge{}).Verb()
	check := func(text string) error {
		edge, err := network.ParseEdge(text)
		if err != nil {
			return err
		}
		_, err = change(edge).On(graph)
		return err
	}
	edges, few := candidates(graph, join)
	if !few {
		return m.entry(verb+" an edge", "two nodes, such as 1-2", "", check, func(s string) tea.Cmd {
			if edge, err := network.ParseEdge(s); err == nil { // it has been checked
				m.send(change(edge))
			}
			return nil
		})
	}
	if len(edges) == 0 {
		m.scene.Say("there is no edge to %s", verb)
		return nil
	}
	var items []dialog.Item
	for _, e := range edges {
		items = append(items, dialog.Item{Title: e.String(), Value: e, Long: edgeWords(graph, change(e))})
	}
	return m.pick(verb+" an edge", items, 0, func(v any) tea.Cmd { m.send(change(v.(network.Edge))); return nil })
}

// candidates are the edges that can be cut or joined; false when there are too
// many for a list.
func candidates(g *network.Graph, join bool) ([]network.Edge, bool) {
	if !join {
		return g.Edges(), g.EdgeCount() <= longList
	}
	n := g.Nodes()
	if n*(n-1)/2-g.EdgeCount() > longList {
		return nil, false
	}
	var missing []network.Edge
	for i := range n {
		for j := i + 1; j < n; j++ {
			if !g.HasEdge(i, j) {
				missing = append(missing, network.Edge{i, j})
			}
		}
	}
	return missing, true
}

// edgeWords says what a change of an edge means for the network.
func edgeWords(g *network.Graph, change config.Event) string {
	if change.Join {
		return "more edges, a larger gap: the nodes agree faster"
	}
	if without, err := change.On(g); err == nil && len(without.Components()) > len(g.Components()) {
		return "a bridge: without it the graph falls into pieces that no longer learn from each other"
	}
	return "the graph stays in one piece"
}

func (m *Model) pickData() tea.Cmd {
	now := m.scene.Wished().Data
	items := []dialog.Item{
		{Title: "census", Detail: "45,222 people", Long: "the embedded synthetic census, with the columns of UCI Adult", Value: "census"},
		{Title: "census:5000", Detail: "5,000 people", Long: "a smaller census: fewer records at each node, so each weighs more and needs more noise", Value: "census:5000"},
		{Title: "wide", Detail: "7,000 x 5,000", Long: "drawn data of the size of gisette, half of the columns without information: for vertical sharing, parties = 2000,4000", Value: "wide"},
		{Title: "wide:700x500", Detail: "700 x 500", Long: "a smaller one of the same kind", Value: "wide:700x500"},
		{Title: "UCI Adult…", Detail: "a folder", Long: "adult:PATH, a folder with adult.data and adult.test", Value: "adult:"},
		{Title: "LIBSVM file…", Detail: "a file", Long: "libsvm:TRAIN or libsvm:TRAIN:TEST, such as a9a or gisette", Value: "libsvm:"},
		{Title: "CSV file…", Detail: "a file", Long: "csv:PATH, with a header line and the label in one column", Value: "csv:"},
	}
	selected := 0
	for i, item := range items {
		if item.Value == now {
			selected = i
		}
	}
	return m.pick("Data: counts after a reset (r)", items, selected, func(v any) tea.Cmd {
		value := v.(string)
		if !strings.HasSuffix(value, ":") {
			m.turn(config.DataKnob.Key, value)
			return nil
		}
		return m.entry("Data", "path after "+value, value,
			func(s string) error { return m.scene.Check(config.DataKnob.Key, strings.TrimSpace(s)) },
			func(s string) tea.Cmd { m.turn(config.DataKnob.Key, s); return nil })
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
	list, err := f.Together(1+runner.MaxBeside, nil)
	if err != nil || len(list) == 0 {
		m.scene.Warn("%s cannot be run: %v", f.Name, err)
		return nil
	}
	m.prepared(list, f.Caption)
	return nil
}

// prepared starts prepared runs and says what to look for.
func (m *Model) prepared(list []config.Config, caption string) {
	clear(m.scene.Pending)
	m.wantRun = true
	m.startTogether(list)
	if caption != "" {
		m.scene.Say("%s", caption)
		m.scene.Message.Until = m.scene.Now.Add(20 * time.Second)
	}
}

// help explains the focused panel, and there the parameter or light under the
// cursor, with all keys below.
func (m *Model) help() tea.Cmd {
	c := m.scene.Wished()
	title, panel := panelTitle(m.focus), helpName(m.focus)
	var b strings.Builder
	if m.lensFocused() {
		title, panel = lensTexts[m.lens.open].title, lensTexts[m.lens.open].help
		if m.lens.open == attackLens {
			chosen := attacks()[m.lensChosen()]
			title = chosen.name
			b.WriteString(story(chosen) + "\n\n")
		}
	}
	switch m.focus {
	case parametersPanel:
		if k, ok := config.KnobOf(c, m.scene.Selected); ok && m.scene.Selected != scene.PaceKey {
			title = scene.NameOf(k) + ", " + k.Words
			b.WriteString(help.Parameter(k, c) + "\n\n")
		}
	case lightsPanel:
		if lights := m.scene.Lights(); m.light < len(lights) {
			title = lights[m.light].Name
			b.WriteString(help.Light(lights[m.light]) + "\n\n")
		}
	}
	b.WriteString(help.Panel(panel, c))
	if len(m.scene.Run.News) > 0 {
		b.WriteString("\n\nSo far in this run")
		for _, n := range m.scene.Run.News {
			fmt.Fprintf(&b, "\n  t = %d: %s", n.Iteration, n.Text)
		}
	}
	if m.scene.Base.Caption != "" {
		b.WriteString("\n\n" + m.scene.Base.Title + "\n" + m.scene.Base.Caption)
	}
	b.WriteString("\n\nKeys\n" + help.Panel("keys", c) + "\n\n" + keyHelp(m.keys))
	return m.open(dialog.NewPage(title, b.String(), m.look()), nil)
}
