package tui

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/help"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// bindings is the table, in the order of help and footer, with the keys of some lenses.
func bindings(all []scene.Lens) []binding { return lensBindings(ownBindings(), all) }

// ownBindings are the keys that belong to no lens.
func ownBindings() []binding {
	return []binding{
		{[]string{"space"}, "space", "run", "run or pause", func(m *Model) tea.Cmd { m.desk.RunPause(); return nil }},
		{[]string{"tab"}, "tab", "panel", "next panel", func(m *Model) tea.Cmd { return m.cycle(1) }},
		{[]string{"shift+tab"}, "shift tab", "", "previous panel", func(m *Model) tea.Cmd { return m.cycle(-1) }},
		{[]string{"up"}, "↑", "", "previous parameter, method, light, line of a lens or curve of a sweep", (*Model).steer},
		{[]string{"down"}, "↓", "", "next parameter, method, light, line of a lens or curve of a sweep", (*Model).steer},
		{[]string{"left"}, "←", "", "chosen parameter one step down; in a lens what its last line says of ←→; elsewhere cursor back", func(m *Model) tea.Cmd { return m.sideways(-1) }},
		{[]string{"right"}, "→", "", "chosen parameter one step up; in a lens what its last line says of ←→; elsewhere one iteration, or the cursor on where one is set", func(m *Model) tea.Cmd { return m.sideways(1) }},
		{[]string{"shift+left"}, "shift ←", "", "ten steps down", func(m *Model) tea.Cmd { return m.sideways(-10) }},
		{[]string{"shift+right"}, "shift →", "", "ten steps up", func(m *Model) tea.Cmd { return m.sideways(10) }},
		{[]string{"m"}, "m", "method", "pick a method", asks(panel.PickMethod)},
		{[]string{"K"}, "K", "", "band: repeat this run with other draws of the noise in the background; mean and range, or median and quartiles", func(m *Model) tea.Cmd { return m.grant(m.bands.Ask()) }},
		{[]string{"F"}, "F", "", "fork: a new run that stands where the cursor is, to go on with other settings", func(m *Model) tea.Cmd { m.desk.Fork(); return nil }},
		{[]string{"u"}, "u", "", "take the last change back, from the next iteration on; again for the one before it", func(m *Model) tea.Cmd { m.desk.Undo(); return nil }},
		{[]string{"e"}, "e", "", "export rows, session, charts, a report, the screen, or the weights of the model with what must be known to publish them, into files", func(m *Model) tea.Cmd { return m.grant(m.exports.Ask()) }},
		{[]string{"h"}, "h", "", "all runs tried, also in earlier sessions: sort, start again, pin as ghost, name, delete", func(m *Model) tea.Cmd { m.records.Table(); return nil }},
		{[]string{"y"}, "y", "", "copy the command line that runs this again, changes included", (*Model).copyCommand},
		{[]string{":"}, ":", "", "every action and parameter by name: type a few letters, enter does it or goes there", (*Model).palette},
		{[]string{"p"}, "p", "presets", "pick a prepared experiment", (*Model).pickPreset},
		{[]string{"r"}, "r", "reset", "start again with the same seed", func(m *Model) tea.Cmd { m.desk.Reset(false); return nil }},
		{[]string{"R"}, "R", "", "start again with a new seed", func(m *Model) tea.Cmd { m.desk.Reset(true); return nil }},
		{[]string{"n"}, "n", "step", "compute one iteration (→ does it too where it turns nothing and no cursor is set)", func(m *Model) tea.Cmd { m.desk.Once(); return nil }},
		{[]string{"t"}, "t", "topology", "pick a network; cut or join an edge; where parties hold columns, their cuts", asks(panel.PickTopology)},
		{[]string{"["}, "[", "", "slower: flat out, 60, 20, 5, 1 iterations a second", func(m *Model) tea.Cmd { m.desk.SetPace(m.scene.Pace - 1); return nil }},
		{[]string{"]"}, "]", "", "faster", func(m *Model) tea.Cmd { m.desk.SetPace(m.scene.Pace + 1); return nil }},
		{[]string{","}, ",", "", "cursor one iteration back: exact values, parameters and nodes then", func(m *Model) tea.Cmd { m.desk.MoveCursor(-1); return nil }},
		{[]string{"."}, ".", "", "cursor one iteration on, to live after the newest", func(m *Model) tea.Cmd { m.desk.MoveCursor(1); return nil }},
		{[]string{"<"}, "<", "", "cursor ten iterations back", func(m *Model) tea.Cmd { m.desk.MoveCursor(-10); return nil }},
		{[]string{">"}, ">", "", "cursor ten iterations on", func(m *Model) tea.Cmd { m.desk.MoveCursor(10); return nil }},
		{[]string{"home"}, "home", "", "cursor to the first iteration", func(m *Model) tea.Cmd { m.desk.SetCursor(1); return nil }},
		{[]string{"end"}, "end", "", "cursor off: read live", func(m *Model) tea.Cmd { m.desk.SetCursor(0); return nil }},
		{[]string{"d"}, "d", "data", "pick a data set", asks(panel.PickData)},
		{[]string{"enter"}, "enter", "type", "type or pick a value for the chosen parameter; start the chosen method; in a lens what its last line says", (*Model).enter},
		{[]string{"z"}, "z", "zoom", "enlarge the focused panel, and back", (*Model).zoom},
		{[]string{"l"}, "l", "", "logarithmic or linear axis of the focused chart (of all when none is focused); by itself an axis goes logarithmic where runs differ by a factor", (*Model).toggleLog},
		{[]string{"g"}, "g", "ghost", "dismiss the dim previous run, and the kept ones of the plane, or bring them back", (*Model).toggleGhost},
		{[]string{"v"}, "v", "levels", "dismiss the dotted levels (pooled optimum, trusted curator, majority class), or bring them back", (*Model).toggleLevels},
		{[]string{"C"}, "C", "", "losses with their factor C, as TIFS 2017 measures them, or without: charts, levels, values, plane and sweeps", (*Model).toggleFactor},
		{[]string{"L"}, "L", "", "projector look: error and privacy side by side, large, with the promise in words", (*Model).projector},
		{[]string{"T"}, "T", "", "look: dark, light, no colour", (*Model).nextLook},
		{[]string{"M"}, "M", "", "mouse off (the terminal selects text) or on", (*Model).toggleMouse},
		{[]string{"esc"}, "esc", "", "back: stop an audit, a sweep or tuning; leave zoom, lens, projector look and cursor", (*Model).back},
		{[]string{"?"}, "?", "help", "help: in short, then what is chosen, the focused panel and all keys", func(m *Model) tea.Cmd { return m.explain(false) }},
		{[]string{"ctrl+z"}, "ctrl z", "", "give the terminal back for a while; the shell's fg returns here", func(*Model) tea.Cmd { return tea.Suspend }},
		{[]string{"q", "ctrl+c"}, "q", "quit", "quit", (*Model).quit},
	}
}

// firstKeys are the keys on the first page of help.
var firstKeys = []help.Hint{
	{Key: "space", Words: "run or pause"},
	{Key: "↑ ↓ ← →", Words: "choose a parameter and turn it, while it runs too"},
	{Key: "m", Words: "another method; the run before, or a pinned one, stays dim"},
	{Key: "r", Words: "start again with the same seed, so that chance stays the same"},
	{Key: ":", Words: "every action and every parameter by name"},
	{Key: "tab", Words: "the next chart or panel; here, the next page of help"},
}

// asks is a handler that grants what is wished for.
func asks(wish func(*scene.Scene) scene.Wish) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { return m.grant(wish(&m.scene)) }
}

// lensBindings are the keys of the lenses, each after the key it follows.
func lensBindings(table []binding, all []scene.Lens) []binding {
	before := "" // the key of the lens before
	for _, l := range all {
		for i, b := range l.Bindings() {
			name := l.Name()
			one := binding{keys: []string{b.Key}, label: b.Key, short: b.Short, words: b.Words}
			if i == 0 {
				one.short = cmp.Or(b.Short, "lens") // one hint for all without a word of their own
			}
			one.handle = func(m *Model) tea.Cmd {
				if b.Do == nil {
					return m.grant(scene.Toggle{Lens: name})
				}
				return m.grant(b.Do(&m.scene))
			}
			after := cmp.Or(b.After, before)
			at := slices.IndexFunc(table, func(o binding) bool { return o.label == after })
			table = slices.Insert(table, at+1, one)
			if i == 0 {
				before = b.Key
			}
		}
	}
	return table
}
