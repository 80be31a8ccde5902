package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// leaver has something under way at times that ends when somebody leaves.
type leaver interface{ Leaving() scene.Leaving }

// underWay is all that ends when somebody leaves.
func (m *Model) underWay() (list []scene.Leaving) {
	look := func(l leaver) {
		if one := l.Leaving(); one.Job.UnderWay() {
			list = append(list, one)
		}
	}
	for _, l := range m.lens.all {
		if one, ok := l.(leaver); ok {
			look(one)
		}
	}
	look(m.exports)
	return list
}

// quit leaves if nothing is under way, or where it was asked already; else it asks, once for
// all. Where something ends before the answer, the question says so and still stands: whoever
// wished to leave does, and whoever thinks about it is not put out. Where it has failed, the
// question is whether to leave all the same. Until there is an answer, one given before does not
// count any more.
func (m *Model) quit() tea.Cmd {
	under := m.underWay()
	if len(under) == 0 || m.front.leaves {
		return tea.Quit
	}
	for _, l := range under {
		if !l.GoesOnLater() {
			l.Stay()
		}
	}
	stays := slices.ContainsFunc(under, scene.Leaving.GoesOnLater)
	chosen := 1 // quit when that is done, where it soon is
	if stays {
		chosen = 0
	}
	p := m.askToLeave("Under way: "+names(under), chosen, waysOut(under))
	m.front.renew = func() {
		now := m.underWay()
		if len(now) == len(under) {
			return
		}
		name, why := failed(under, now)
		switch {
		case name != "":
			ways := waysOut(now)
			ways[0].Find, ways[0].Long, ways[0].Value = "yes no", why.Text, func() scene.Wish { return why }
			m.askToLeave("Failed: "+name, 0, ways)
		case len(now) == 0:
			p.Become("Ended: "+names(under), waysOut(nil))
			m.front.renew = nil
		default:
			p.Become("Under way: "+names(now), waysOut(now))
		}
		under, m.scene.Dirty = now, true
	}
	return nil
}

// quitAsAnswered quits, and asks where something has begun since.
func (m *Model) quitAsAnswered() tea.Cmd {
	for _, l := range m.underWay() {
		if !slices.ContainsFunc(m.asked, func(a scene.Leaving) bool { return a.Job == l.Job }) {
			return m.quit()
		}
	}
	return tea.Quit
}

// askToLeave asks a question, with what follows from each answer, over the dialog that is open:
// whoever stays has that again.
func (m *Model) askToLeave(title string, chosen int, answers []dialog.Item) *dialog.Pick {
	over := m.front
	if over.leaves {
		over = *over.over
	}
	p := dialog.NewPick(title, answers, chosen, m.scene.DialogLook())
	m.open(p, func() tea.Cmd {
		m.ahead.inputs = append(over.held, m.ahead.inputs...)
		over.held = nil
		m.front, m.asked = over, m.underWay()
		if item, ok := p.Chosen(); ok {
			return m.grant(item.Value.(func() scene.Wish)())
		}
		return nil
	})
	m.front.leaves, m.front.over = true, &over
	return p
}

// failed is one that was under way and has failed by now, and why; "" for none.
func failed(before, now []scene.Leaving) (name string, why scene.Say) {
	for _, l := range before {
		if l.GoesOnLater() || slices.ContainsFunc(now, func(n scene.Leaving) bool { return n.Name == l.Name }) {
			continue
		}
		if why, failed := l.Wait().(scene.Say); failed {
			return l.Name, why
		}
	}
	return "", scene.Say{}
}

func names(of []scene.Leaving) string {
	var list []string
	for _, l := range of {
		list = append(list, l.Name)
	}
	return strings.Join(list, ", ")
}

// waysOut are what can be answered while that is under way, with what follows: the first does
// not leave, those that do stand behind it, so that what was meant stays chosen when
// something ends. None of these has a title with no in it, which would be found by that word.
func waysOut(under []scene.Leaving) []dialog.Item {
	wish := func(w scene.Wish) func() scene.Wish { return func() scene.Wish { return w } }
	items := []dialog.Item{{Title: "go on", Find: "no", Value: wish(nil)}}
	quit := dialog.Item{Title: "quit", Find: "yes", Value: wish(scene.Quit{})}
	for _, l := range under {
		if !l.GoesOnLater() {
			items = append(items, dialog.Item{Title: "quit when " + l.Name + " is done", Find: "yes", Value: l.Wait})
			quit.Title, quit.Find = "just quit", ""
		}
	}
	if slices.ContainsFunc(under, scene.Leaving.GoesOnLater) {
		quit.Title += ": finished runs are kept"
		quit.Long = "the same, asked for again, goes on with what is missing"
	}
	return append(items, quit)
}
