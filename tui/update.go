package tui

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"admmlab/presets"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// Update files what a message brings. Nothing here computes a run, opens a file
// or waits.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg.(type) {
	case tickMsg, dozeMsg: // which say when it is
	default:
		m.scene.Now = m.clock() // the last tick may be long ago
	}
	cmd := m.receive(msg)
	m.lookThrough()
	m.desk.Flush()
	return m, tea.Batch(cmd, m.rouse(msg))
}

func (m *Model) receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tickMsg:
		return m.tick(time.Time(msg))
	case dozeMsg:
		if msg.doze != m.doze.count {
			return nil // it was woken
		}
		m.doze.on = false
		return m.tick(msg.at)
	case batchMsg:
		m.waiting = false
		if !msg.open {
			m.scene.Ended = true
			return nil
		}
		m.take(msg.batch)
		return m.release()
	case copiedMsg:
		m.ahead.copying--
		return m.release()
	case castMsg:
		m.scene.Warn("the recording ends here: %v; the laboratory goes on", msg.err)
	case tea.WindowSizeMsg:
		m.scene.Width, m.scene.Height = msg.Width, msg.Height
		m.resettle()
		m.draw() // at once: a frame of the old size would be cut
	case tea.BackgroundColorMsg:
		m.background(msg)
	case tea.ColorProfileMsg:
		if msg.Profile <= colorprofile.ASCII {
			m.scene.Theme, m.chosen, m.scene.Dirty = scene.PlainTheme(), true, true
		}
	case tea.PasteMsg, tea.MouseMsg:
		return m.input(msg)
	case tea.KeyPressMsg:
		m.scene.Dirty = true
		cmd := m.input(msg)
		if m.prompt && !m.late() {
			m.prompt = false
			m.draw() // the first key after a tick shows at once, a flood of them waits
		}
		return cmd
	}
	return nil
}

// background looks for the theme that the terminal's background asks for, unless one was
// chosen by key.
func (m *Model) background(msg tea.BackgroundColorMsg) {
	if m.chosen {
		return
	}
	m.scene.Theme = scene.DarkTheme()
	if !msg.IsDark() {
		m.scene.Theme = scene.LightTheme()
	}
	m.scene.Dirty = true
}

// tick works off what need not be held any more, draws if anything changed and takes up to one
// batch more.
func (m *Model) tick(now time.Time) tea.Cmd {
	m.scene.Now = now
	m.prompt = true
	m.scene.Age()
	if m.scene.Starting > 0 || m.scene.Silent() {
		m.scene.Dirty = true // the wait is shown
	}
	done, fresh := m.jobs.Deliver()
	m.scene.Dirty = m.scene.Dirty || fresh
	if m.front.renew != nil {
		m.front.renew()
	}
	if m.unsent() {
		m.scene.Warn("%v", errUnsent)
	}
	m.records.Tick()
	m.levels.measure(m.jobs, &m.scene)
	m.gaps.measure(m.jobs, m.scene.GraphAt(m.scene.At()))
	if m.recalls() {
		m.records.Recall()
	}
	released := m.release()
	if m.scene.Dirty && !m.late() {
		m.draw()
	}
	cmds := []tea.Cmd{done, released, m.nextTick()}
	if !m.waiting && !m.scene.Ended {
		// At most one batch a tick: the runner merges the rest, and a fast run
		// cannot crowd out the keys.
		m.waiting = true
		cmds = append(cmds, m.wait())
	}
	return tea.Batch(cmds...)
}

// take files a batch.
func (m *Model) take(b runner.Batch) {
	begun, told := m.desk.Take(b)
	if !told {
		return
	}
	if begun || len(b.Notices) > 0 { // a change, or one that was refused, may be among them
		m.scene.Strays = presets.Strays(m.scene.State.Replay)
		m.bands.Compare()
	}
}

// begun sets the stage for another run.
func (m *Model) begun() {
	m.records.Begins()
	for _, p := range m.panels {
		if b, ok := p.(scene.Beginner); ok {
			b.Begins(&m.scene)
		}
	}
}

// input takes a key, a paste or the mouse, or holds it until the runner has confirmed what it
// asks for.
func (m *Model) input(msg tea.Msg) tea.Cmd {
	key, _ := msg.(tea.KeyPressMsg)
	switch {
	case key.String() == "ctrl+z":
		return m.act(msg)
	case key.String() == "ctrl+c": // what was typed before does not answer what it asks
		m.front.held, m.ahead.inputs = m.ahead.inputs, nil
		return m.act(msg)
	}
	if len(m.ahead.inputs) == 0 && !m.early(msg) {
		return m.act(msg)
	}
	if len(m.ahead.inputs) == 0 {
		m.ahead.since = m.scene.Now
	}
	m.ahead.inputs = append(m.ahead.inputs, msg)
	return nil
}

// instead takes a key in place of the one that has just been worked off: before all that are
// behind that.
func (m *Model) instead(key tea.KeyPressMsg) tea.Cmd {
	if !m.early(key) {
		return m.typed(key)
	}
	if len(m.ahead.inputs) == 0 {
		m.ahead.since = m.scene.Now
	}
	m.ahead.inputs = slices.Insert(m.ahead.inputs, 0, tea.Msg(key))
	return nil
}

// behindEsc is the key of one that came close behind esc, which terminals write as alt and
// that key, and decoders read so. False for others, and for what begins a sequence: what is
// cut behind that is read as alt and it, too. A key whose sign is not known does nothing.
func behindEsc(key tea.KeyPressMsg) (second tea.KeyPressMsg, behind bool) {
	if key.Mod&tea.ModAlt == 0 {
		return key, false
	}
	key.Mod &^= tea.ModAlt
	shown := cmp.Or(key.ShiftedCode, key.Code)
	switch {
	case key.Mod&^tea.ModShift != 0 || !unicode.IsPrint(shown): // it has no sign
	case key.Mod == tea.ModShift && key.ShiftedCode == 0 && strings.ContainsRune(unshifted, shown):
		key.Text = "" // its sign is known to the layout of the keys alone
	case key.Mod == tea.ModShift:
		key.Text = string(unicode.ToUpper(shown))
	default:
		key.Text = string(shown)
	}
	return key, !strings.Contains("[]OP_^X", cmp.Or(key.Text, " "))
}

// unshifted are the signs of keys that have another with shift. Terminals that name one of them with
// shift name the key and not the sign; others name the sign.
const unshifted = "`1234567890-=[]\\;',./"

// act does what a key, a paste or the mouse asks for.
func (m *Model) act(msg tea.Msg) tea.Cmd {
	defer m.survive("what was typed")
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return m.typed(msg)
	case tea.MouseMsg:
		return m.point(msg)
	case tea.PasteMsg:
		if m.front.dialog != nil {
			m.front.dialog.Paste(msg.Content)
			m.scene.Dirty = true
		}
	}
	return nil
}

// ahead is what waits for what the runner has not confirmed, oldest first: a key or click that
// is early, and all behind it.
type ahead struct {
	inputs  []tea.Msg
	since   time.Time // there have been any, or the last was answered
	copying int       // so many texts are on their way to the clipboard
}

// copiedMsg says that a text was handed to the terminal's clipboard.
type copiedMsg struct{}

// confirmed are the keys that are about what the runner has confirmed: the last change, the
// command line of the run, the fork, the run as it is, what is exported, repeated or tried of it, how
// it is kept where it is left, what another run begins with, whether it goes on by itself and what a
// line of a panel does.
var confirmed = []string{"u", "y", "F", "c", "e", "K", "h", "r", "R", "m", "d", "p", "S", "o", "O", "A", "q", "enter"}

// patience is how long keys are held at most without an answer, however many: the runner confirms
// between two iterations.
const patience = 300 * time.Millisecond

// inLines are the keys that choose a line of a lens and ask about it.
var inLines = []string{"up", "down", "enter"}

// early reports whether a key or a click comes before what it is about: any while another run is about
// to begin, a fork to stand, an iteration that n asks for to be made, the table of runs to
// open or one of them to be pinned, one of the confirmed, also while a run beside catches up,
// one in the lines of a lens whose picture is still to come, and q before a text is on the
// clipboard.
func (m *Model) early(msg tea.Msg) bool {
	pressed, is := msg.(tea.KeyPressMsg)
	key := pressed.String()
	if click, ok := msg.(tea.MouseClickMsg); ok && m.mouse && click.Button == tea.MouseLeft {
		is, key = true, "enter" // it may do what the line does
	}
	switch {
	case !is || m.front.dialog != nil || !m.scene.Heard:
		return false
	case m.records.Awaited(), m.records.Pinning(), m.ahead.copying > 0 && key == "q":
		return true
	case (m.scene.Starting > 0 || m.scene.ForkAt > 0) && m.scene.Now.Sub(m.scene.StartedAt) < patience:
		return true
	case slices.Contains(inLines, key) && m.view.focus == m.lensPlace() && m.desk.Looking():
		return true
	case slices.Contains(confirmed, key):
		return !m.desk.Settled() || m.desk.CatchingUp()
	}
	return key != "n" && m.desk.Stepping()
}

// release takes what need not be held any more.
func (m *Model) release() tea.Cmd {
	var cmds []tea.Cmd
	for len(m.ahead.inputs) > 0 {
		first := m.ahead.inputs[0]
		if !m.early(first) {
			m.ahead.since = m.scene.Now // it has been answered
		} else if m.scene.Now.Sub(m.ahead.since) < patience {
			break
		}
		m.ahead.inputs, m.scene.Dirty = m.ahead.inputs[1:], true
		cmds = append(cmds, m.act(first))
		m.lookThrough() // the next may be about what is seen
	}
	return tea.Batch(cmds...)
}

// typed hands a key to the dialog, if one is open, or to its binding.
func (m *Model) typed(msg tea.KeyPressMsg) tea.Cmd {
	if second, behind := behindEsc(msg); behind {
		switch {
		case msg.Code == tea.KeyEscape: // held down: one of the two is enough
			msg = second
		case m.front.dialog == nil || !m.front.dialog.Typed():
			return tea.Batch(m.typed(keyPress("esc")), m.instead(second))
		}
	}
	name := msg.String()
	if m.front.dialog != nil && name != "ctrl+c" && name != "ctrl+z" {
		if !m.front.dialog.Key(msg) {
			return nil
		}
		finish := m.front.finish
		m.front = front{}
		if finish != nil {
			return finish()
		}
		return nil
	}
	return m.press(name)
}
