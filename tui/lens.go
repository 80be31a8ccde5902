package tui

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/lens"
	"admmlab/tui/scene"
)

// lenses are the lenses of the laboratory, one of which may be open.
type lenses struct {
	all  []lens.Lens
	open lens.Lens // nil for none
	from int       // had the focus before
}

// named is the lens of a name.
func (k *lenses) named(name string) lens.Lens {
	return k.all[slices.IndexFunc(k.all, func(l lens.Lens) bool { return l.Name() == name })]
}

// toggleLens opens a lens, or closes it if it is the one in sight.
func (m *Model) toggleLens(l lens.Lens) {
	if m.lens.open == l && m.lensInSight() {
		m.closeLens()
		return
	}
	if m.lens.open == nil {
		m.lens.from = m.focus
	}
	m.lens.open, m.scene.Lens = l, l.Name()
	if o, ok := l.(lens.Opener); ok {
		o.Opened()
	}
	m.zoomed = m.zoomed && m.focus == m.lensPlace()
	m.focusOn(m.lensPlace())
	m.scene.Message = scene.Message{}
}

// closeLens brings the charts back.
func (m *Model) closeLens() {
	for _, l := range m.lens.all {
		if c, ok := l.(lens.Closer); ok {
			c.Closed()
		}
	}
	m.lens.open, m.scene.Lens = nil, ""
	if m.focus == m.lensPlace() {
		m.focusOn(m.lens.from)
	}
	m.refocus()
}

// lookThrough tells the runner what to send for the open lens.
func (m *Model) lookThrough() {
	if m.lens.open == nil {
		m.desk.Look(nil)
		return
	}
	m.desk.Look(m.lens.open.Looks(&m.scene))
}

// lensInSight reports whether the open lens has a place on the screen.
func (m *Model) lensInSight() bool {
	_, shown := m.plan().places[m.lensPlace()]
	return m.lens.open != nil && shown
}

// stopInLens ends what esc ends in a lens.
func (m *Model) stopInLens() (cmd tea.Cmd, stopped bool) {
	for _, l := range m.lens.all {
		if one, ok := l.(lens.Stopper); ok {
			if w, stopped := one.Stop(l == m.lens.open && m.lensInSight()); stopped {
				return m.grant(w), true
			}
		}
	}
	return nil, false
}

// lensBindings are the keys of the lenses, each after the key it follows.
func lensBindings(table []binding, all []lens.Lens) []binding {
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
